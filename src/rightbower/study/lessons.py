"""Lessons and drills."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.players.views import View
from rightbower.rules.acts import Action, read_action
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat
from rightbower.study.puzzles import Puzzle, chosen, shipped

CALLS: Final = ("taking the turn-up", "naming a suit", "passing", "alone or not")
# After so many other answers a missed one comes again; once more after it was right.
AGAIN: Final = (4, 12)


class Topic(Struct, frozen=True):
    """What is practiced: themes of puzzles, of the calls one seat from the dealer's left."""

    name: str
    title: str
    themes: tuple[str, ...]
    place: int | None = None

    def has(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle belongs to it."""
        if puzzle.theme not in self.themes:
            return False
        return self.place is None or _place(puzzle) == self.place


TOPICS: Final = (
    Topic("first-seat", "Calling from the first seat", CALLS, 1),
    Topic("second-seat", "Calling as the dealer’s partner", CALLS, 2),
    Topic("third-seat", "Calling from the third seat", CALLS, 3),
    Topic("dealer", "Calling as the dealer", CALLS, 0),
    Topic("discards", "The discard", ("discards",)),
    Topic("leads", "What to lead", ("leading trumps", "leading a side card")),
    Topic(
        "following",
        "Win it, trump it or let it go",
        ("taking the trick", "trumping in", "the partner is winning", "throwing off"),
    ),
    Topic("loners", "Stopping a loner", ("against a lone hand",)),
    Topic("endings", "The last two tricks", ("endgames",)),
)


def _place(puzzle: Puzzle) -> int:
    """Chairs from the dealer to the one who chooses."""
    return (Seat.of(puzzle.seat) - Seat.of(puzzle.dealer)) % len(Seat)


def topic(name: str) -> Topic | None:
    """The topic of a name."""
    return next((each for each in TOPICS if each.name == name), None)


@lru_cache(maxsize=32)
def numbers(name: str) -> tuple[int, ...]:
    """The puzzles of a topic by their numbers, those anybody finds first."""
    found = topic(name)
    assert found is not None
    levels = {level: place for place, level in enumerate(("easy", "fair", "hard", "very hard"))}
    every = shipped().puzzles
    own = [(number, every[number]) for number in chosen(every) if found.has(every[number])]
    mixed = sorted(own, key=lambda pair: (levels[pair[1].level], pair[0] * 2654435761 % 2**32))
    return tuple(number for number, _ in mixed)


class Repeat(Struct, frozen=True):
    """A puzzle that was missed: after which answer it is due, and how often it was right since."""

    due: int
    right: int = 0


class PracticeState(Struct, frozen=True):
    """What somebody has practiced: answers and right ones by topic, and what comes again."""

    version: int = 0
    answers: Mapping[str, int] = {}
    right: Mapping[str, int] = {}
    seen: frozenset[int] = frozenset()
    repeats: Mapping[int, Repeat] = {}

    @property
    def count(self) -> int:
        """All answers."""
        return sum(self.answers.values())


def answered(practice: PracticeState, name: str, number: int, right: bool) -> PracticeState:
    """The practice after one more answer."""
    repeats = dict(practice.repeats)
    before = repeats.pop(number, None)
    count = practice.count + 1
    if not right:
        repeats[number] = Repeat(count + AGAIN[0])
    elif before is not None and before.right + 1 < len(AGAIN):
        repeats[number] = Repeat(count + AGAIN[before.right + 1], before.right + 1)
    return replace(
        practice,
        version=practice.version + 1,
        answers={**practice.answers, name: practice.answers.get(name, 0) + 1},
        right={**practice.right, name: practice.right.get(name, 0) + right},
        seen=practice.seen | {number},
        repeats=repeats,
    )


def next_number(practice: PracticeState, name: str) -> int:
    """The puzzle that comes next in a topic: one that is due again, a new one, or the next to be due."""
    own = numbers(name)
    waiting = sorted((each.due, at) for at, each in practice.repeats.items() if at in own)
    if waiting and waiting[0][0] <= practice.count:
        return waiting[0][1]
    fresh = [each for each in own if each not in practice.seen]
    if fresh:
        return fresh[0]
    return waiting[0][1] if waiting else own[practice.count % len(own)]


def to_come_again(practice: PracticeState) -> dict[str, int]:
    """How many missed puzzles come again, by topic."""
    return {each.name: sum(at in numbers(each.name) for at in practice.repeats) for each in TOPICS}


YOU: Final = "S"
ALL_PASS: Final = "W pass, N pass, E pass"


class LessonStep(Struct, frozen=True, kw_only=True):
    """A position with what it teaches: told in one line, asked, and the answers that are right.

    A bar in ``done`` stands where the maker keeps the partner. ``ladder`` are cards from the best down, shown with a gap; ``path`` is the setting it
    is about. Words of the text that are new stand between asterisks.
    """

    title: str
    text: str
    ask: str
    well: str
    hint: str
    hand: str
    right: tuple[str, ...]
    dealer: str = "S"
    turn_up: str = "9C"
    done: str = ""
    ladder: tuple[str, ...] = ()
    path: str = ""

    def seen(self, book: RuleBook) -> View:
        """What the learner sees."""
        from rightbower.players.position import described

        # Where alone is said later, a maker who keeps the partner says so before the play.
        keeps = ", S with partner" if book.alone.when != "with the call" else ""
        done = self.done.replace("|", keeps)
        return described(book, self.dealer, self.turn_up, YOU, self.hand, done)

    def answers(self) -> tuple[Action, ...]:
        """The acts that are right."""
        return tuple(read_action(f"{YOU} {each}") for each in self.right)


FIRST: Final = (
    LessonStep(
        title="Follow suit and win",
        text=(
            "Everybody plays one card; that is a trick. You have to play the suit that was led if you"
            " can. The highest card of that suit wins, and the ace is high."
        ),
        ask="Walter led the king of spades. Win the trick.",
        well="Your ace beats the king: the trick is yours. Five tricks make a hand.",
        hint="You hold two spades. Which of them beats a king?",
        hand="AS QS JC AC KD",
        right=("AS",),
        done=f"{ALL_PASS}, S pick up, S bury KD|, W KS, N 9S, E TS",
    ),
    LessonStep(
        title="Your partner sits across",
        text=(
            "Nora, across the table, is your partner. Her tricks are yours, so never spend a high card"
            " on a trick that she is winning."
        ),
        ask="Nora's ace is winning. Play the spade you need least.",
        well="The nine goes, and your king is still there for later.",
        hint="One of your spades could win a trick of its own later. Keep that one.",
        hand="KS 9S JC AC KD",
        right=("9S",),
        done=f"{ALL_PASS}, S pick up, S bury KD|, W QS, N AS, E TS",
    ),
    LessonStep(
        title="Trumps beat everything",
        text=(
            "One suit is trump, and any trump beats any card of the other suits. You may play a trump"
            " when you have none of the suit that was led."
        ),
        ask="Clubs are trump, and you have no diamonds. Take the trick with your smallest trump.",
        well="A nine of trumps beats an ace. The big ones are left for later.",
        hint="The clubs in your hand are the trumps. Which is the lowest?",
        hand="JC AC 9H KS QS",
        right=("9C",),
        done=f"{ALL_PASS}, S pick up, S bury 9H|, W AD, N 9D, E TD",
    ),
    LessonStep(
        title="The jack that changes sides",
        text=(
            "When hearts are trump, the jack of hearts is the *right bower*, the best card there is. The"
            " other red jack joins in as the *left bower*. It is a heart now."
        ),
        ask="Hearts are trump, and you lead. Play the card in your hand that is second best of all.",
        well="The jack of diamonds is the left bower: only the right bower beats it.",
        hint="Look for the other red jack.",
        hand="JS JD QH AC 9D",
        right=("JD",),
        dealer="E",
        turn_up="9H",
        done="S order, E bury 9C|",
        ladder=("JH", "?", "AH", "KH"),
    ),
    LessonStep(
        title="The card turned up",
        text=(
            "Before the play one card is turned up. Each player in turn may make its suit trump, which"
            " gives that card to the dealer, or pass. Whoever makes trump needs three of the five tricks."
        ),
        ask="You hold both red bowers and an ace. Make hearts trump.",
        well="Hearts are trump, and you are the maker. Three tricks score one point, and all five score two.",
        hint="Count: two bowers, the ace of hearts, and an ace beside. That is a strong hand in hearts.",
        hand="JH JD AH AS 9C",
        right=("order",),
        dealer="E",
        turn_up="9H",
    ),
    LessonStep(
        title="When to let it go",
        text=(
            "If the makers take fewer than three tricks they are euchred, and the other side gets two"
            " points. A weak hand says pass and waits."
        ),
        ask="You have one small heart and no ace. What do you say?",
        well="Passing costs nothing. Others have their say, and your chance comes again.",
        hint="How many tricks would you win with hearts as trump?",
        hand="9S TS QD 9C TH",
        right=("pass",),
        dealer="E",
        turn_up="AH",
    ),
    LessonStep(
        title="The second chance",
        text="If nobody wanted the card it is turned down, and each player may name another suit.",
        ask="Hearts were turned down. Name the suit of your bowers.",
        well="Spades: the right bower, the left bower and the king. Only the ace is missing.",
        hint="The jack of clubs is the left bower when spades are trump.",
        hand="JS JC KS 9D 9H",
        right=("name spades",),
        dealer="E",
        turn_up="TH",
        done="S pass, W pass, N pass, E turn down",
    ),
    LessonStep(
        title="Six cards, one too many",
        text=(
            "The dealer who takes the card has six, and puts one away face down before the play. Throw"
            " off a lone small card: then you can trump that suit."
        ),
        ask="You took the nine of hearts. Discard your weakest card.",
        well="No clubs left: when clubs are led you can trump them.",
        hint="A small card that is alone in its suit wins nothing and keeps you from trumping.",
        hand="JH AH KH AS 9C",
        right=("bury 9C",),
        turn_up="9H",
        done=f"{ALL_PASS}, S pick up",
    ),
)


def lesson(book: RuleBook) -> list[LessonStep]:
    """The steps of the first lesson by a book: the game, going alone, then what is special here."""
    return [*FIRST, _alone(book), *_special(book)]


def _alone(book: RuleBook) -> LessonStep:
    later = book.alone.when != "with the call"
    return LessonStep(
        title="Going alone",
        text=(
            "With a great hand you may play without your partner. All five tricks alone score"
            f" {book.score.lone_march} points instead of {book.score.march}."
        ),
        ask="Both bowers, ace and king of hearts, and an ace. Go alone.",
        well="Nora puts her cards down, and you play against two.",
        hint="Every card of yours is nearly sure of a trick.",
        hand="JH JD AH AS 9C",
        right=("alone",) if later else ("pick up alone",),
        turn_up="KH",
        done=f"{ALL_PASS}, S pick up, S bury 9C" if later else ALL_PASS,
        path="alone.when",
    )


def _special(book: RuleBook) -> Iterator[LessonStep]:
    """A step for each rule of the book that a player from elsewhere would not expect."""
    bidding = book.bidding
    if bidding.pass_word != "pass":
        yield _pass_word(bidding.pass_word)
    if bidding.partner_order == "must be alone":
        yield _PARTNER_ALONE
    if bidding.natural_scope in ("dealer by choice", "everyone", "ordered dealer too"):
        yield _NATURAL
    if bidding.trump_to_order == "all but dealer":
        yield _NEEDS_TRUMP
    yield _STUCK if bidding.all_pass == "stick the dealer" else _THROWN_IN
    if book.burying.turn_up == "never":
        yield _KEEP_TURN_UP


def _pass_word(word: str) -> LessonStep:
    return LessonStep(
        title=f"Say “{word}”",
        text=f"By this book a player who does not want the card says “{word}”.",
        ask="A weak hand: let the card go.",
        well=f"“{word.capitalize()}” is how this book passes.",
        hint="It is the button that is not an order.",
        hand="9S TS QD 9C TH",
        right=("pass",),
        dealer="E",
        turn_up="AH",
        path="bidding.pass_word",
    )


_PARTNER_ALONE: Final = LessonStep(
    title="Helping your partner means going alone",
    text="By this book a player who gives the card to a partner who deals has to play alone.",
    ask="Nora deals. You want hearts: order it, and play alone.",
    well="Nora sits out. With a hand that is only fair, pass instead, and let her choose.",
    hint="There is only one way to order here.",
    hand="JH JD AH KH AS",
    right=("order alone",),
    dealer="N",
    turn_up="9H",
    done="E pass",
    path="bidding.partner_order",
)
_NATURAL: Final = LessonStep(
    title="The dealer needs a card of the suit",
    text=(
        "By this book the dealer may take the card only with another card of its suit in hand. The left"
        " bower is not one."
    ),
    ask="You deal and hold no heart but the left bower. What is left to do?",
    well="It is turned down, and the second round begins.",
    hint="Taking it is not among your choices.",
    hand="JD AS KS 9C TC",
    right=("turn down",),
    turn_up="AH",
    done=ALL_PASS,
    path="bidding.natural_scope",
)
_NEEDS_TRUMP: Final = LessonStep(
    title="No order without a trump",
    text=(
        "By this book only the dealer may order without a trump in hand; anybody else who does so breaks"
        " the rule."
    ),
    ask="You hold no diamond at all. Keep out of it.",
    well="Right: count your trumps before you order.",
    hint="Which choice needs no trump?",
    hand="9S TS QC 9C TH",
    right=("pass",),
    dealer="E",
    turn_up="AD",
    path="bidding.trump_to_order",
)
_STUCK: Final = LessonStep(
    title="Stick the dealer",
    text="By this book, if everybody passes twice, the dealer has to name a suit.",
    ask="You deal, and all have passed. Name your best suit.",
    well="Clubs: the ace and king with a lone ace beside them give you the best chance.",
    hint="In which suit do you have the most and the highest cards?",
    hand="AC KC TC AS 9D",
    right=("name clubs",),
    turn_up="9H",
    done=f"{ALL_PASS}, S turn down, {ALL_PASS}",
    path="bidding.all_pass",
)
_THROWN_IN: Final = LessonStep(
    title="Nobody wants it",
    text="By this book, if everybody passes twice, the cards are thrown in and the next player deals.",
    ask="You deal, and all have passed. You have nothing either.",
    well="No points, and a new deal.",
    hint="Nobody has to call here.",
    hand="9C TD QC 9S 9D",
    right=("pass",),
    turn_up="TH",
    done=f"{ALL_PASS}, S turn down, {ALL_PASS}",
    path="bidding.all_pass",
)
_KEEP_TURN_UP: Final = LessonStep(
    title="The card you took stays",
    text="By this book the dealer may not discard the card just taken.",
    ask="You took the nine of hearts. Discard another card: the one you need least.",
    well="The nine of clubs goes.",
    hint="A small card that is alone in its suit.",
    hand="JH AH KH AS 9C",
    right=("bury 9C",),
    turn_up="9H",
    done=f"{ALL_PASS}, S pick up",
    path="burying.turn_up",
)
