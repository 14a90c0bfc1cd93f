"""What people say at a table: a call in words of their own, and which irregularity they mean."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib import resources
from math import log
from typing import Any, Final

from msgspec import Struct

from rightbower.referee.irregularities import TITLES, Kind
from rightbower.rules import acts
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import NoTrump, Seat, Suit
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.message import Message, Term, message, word
from rightbower.rules.refusal import Refusal
from rightbower.rules.relief import may_go_under

# Words with the sense of an order; a book may hold players to any of them or only to its own.
_TAKE: Final = re.compile(
    r"\b(pick(ing)?|tak(e|ing)|bring)\b.{0,12}\b(it|that|one|card|up|in)\b|\bput\b.{0,12}\b(up|in)\b"
    r"|\border(ed|ing)?\b|\bit'?s yours\b"
)
_AWAY: Final = re.compile(r"\b(pick(ing)?|tak(e|ing)|put|bring)\b.{0,12}\b(down|away|back)\b")
_DOWN: Final = re.compile(
    r"\b(turn(ed)?|flip|put)\b.{0,12}\bdown\b|\b(turn|flip)\b.{0,12}\bover\b|^down$"
)
_NOT: Final = re.compile(r"\b(no|not|cannot|never)\b|n't\b|\b(do|ca|wo)nt\b")
_ASKING: Final = re.compile(r"\b(should|shall) i\b")
_PAUSE: Final = re.compile(r"[,.;:!?]|\bbut\b")
_ALONE: Final = re.compile(r"\b(alone|loner?)\b")
_PARTNER: Final = re.compile(r"\b(partner|together)\b|^no\b|\b(not|n't)\b.{0,12}\balone\b")
_NO_TRUMP: Final = re.compile(r"\bno[ -]?trumps?\b")
_LOW: Final = re.compile(r"\blow\b")
_SUITS: Final = {suit: re.compile(rf"\b{str(suit)[:-1]}s?\b") for suit in Suit}
# Hands that house rules elsewhere let a player throw in.
_POOR: Final = re.compile(r"\bno ace\b|\bace,? no face\b|\bfarmer'?s?\b")
_RELIEF: Final = re.compile(
    r"\b(go(ing)?|goes) under\b|\bthrow(ing)? (it|this|my hand|the hand)? ?in\b|\bredeal\b"
)
_LONGEST: Final = 40


class NotACall(Refusal):
    """Words that are not a call here, and why."""


class _Said(Struct, frozen=True):
    """Words as they were said and in lower case, and the parts of them that deny nothing."""

    words: str
    text: str
    parts: tuple[str, ...]

    def has(self, pattern: re.Pattern[str]) -> bool:
        return any(pattern.search(part) for part in self.parts)


def hear(deal: Deal, seat: Seat, words: str) -> acts.Action | None:
    """The call that words amount to; None where they are not a call.

    >>> from rightbower.rules.book import load
    >>> from rightbower.rules.ceremonies import deal_cards
    >>> from rightbower.rules.cards import PACK
    >>> from rightbower.rules.deal import start
    >>> book = load("alberta-55plus")
    >>> out = deal_cards(PACK, Seat.S, book)
    >>> hear(start(book, Seat.S, out.hands, out.turn_up, out.stock), Seat.W, "You take it, partner")
    <W order>
    """
    try:
        return read_call(deal, seat, words)
    except NotACall:
        return None


def read_call(deal: Deal, seat: Seat, words: str) -> acts.Action:
    """The call that words amount to; raise ``NotACall`` with the reason where there is none."""
    words = " ".join(words.split())
    text = words.lower().replace("’", "'")
    parts = tuple(part for part in _PAUSE.split(text) if not _NOT.search(part))
    said = _Said(words, text, parts)
    if _ASKING.search(text) or text.endswith("?"):
        raise NotACall(message("that is a question, not a call"))
    match deal.phase:
        case Phase.ROUND_ONE:
            return _in_round_one(deal, seat, said)
        case Phase.ROUND_TWO | Phase.JOKER:
            return _in_round_two(deal, seat, said)
        case Phase.BURY | Phase.ALONE | Phase.DEFEND:
            return _once_trump_is_made(deal, seat, said)
        case _:
            raise NotACall(message("trump is made, and nothing is left to call"))


def _in_round_one(deal: Deal, seat: Seat, said: _Said) -> acts.Action:
    if relief := _bad_hand(deal, seat, said):
        return relief
    dealer, alone = seat is deal.dealer, said.has(_ALONE)
    if _passes(deal, said):
        if _orders(deal, said):
            says = message("that is a pass and an order: say one of them")
            raise _not(deal, "laws.round_one", says)
        # a dealer who speaks early has not touched the card: it is a pass like others
        return acts.TurnDown(seat) if dealer and seat is deal.turn else acts.Pass(seat)
    if _orders(deal, said) or (alone and not _suits(said) and _alone_accepts(deal)):
        return acts.PickUp(seat, alone) if dealer else acts.Order(seat, alone)
    if said.has(_DOWN) and dealer:
        return acts.TurnDown(seat)
    if said.has(_DOWN):
        raise _not(deal, "laws.turn_down", message("only the dealer turns the card down"))
    match _suits(said):
        case [suit] if suit is not deal.offered:
            return acts.Name(seat, suit, alone)
        case [suit]:
            order = deal.book.bidding.order_word
            says = message("{suit} is made trump now with “{order}”", suit=suit, order=order)
            raise _not(deal, "bidding.order_word", says)
    raise _no_call(deal, said, "laws.round_one")


def _in_round_two(deal: Deal, seat: Seat, said: _Said) -> acts.Action:
    if deal.book.bidding.no_trump != "none" and _NO_TRUMP.search(said.text):
        called = NoTrump.LOW if _LOW.search(said.text) else NoTrump.HIGH
        return acts.Name(seat, called, bool(_ALONE.search(said.text)))
    if _passes(deal, said):
        return acts.Pass(seat)
    match _suits(said):
        case [suit]:
            return acts.Name(seat, suit, said.has(_ALONE))
        case [_, *_]:
            raise _not(deal, "laws.round_two", message("one suit is named, not several"))
    if _orders(deal, said):
        says = message("the card is turned down and can no longer be ordered")
        raise _not(deal, "laws.dead_suit", says)
    if said.has(_ALONE):
        says = message("say which suit is trump, and alone with it")
        raise _not(deal, "laws.round_two", says)
    raise _no_call(deal, said, "laws.round_two")


def _once_trump_is_made(deal: Deal, seat: Seat, said: _Said) -> acts.Action:
    if said.has(_ALONE):
        return acts.GoAlone(seat)
    if deal.phase in (Phase.ALONE, Phase.DEFEND) and _PARTNER.search(said.text):
        return acts.KeepPartner(seat)
    says = message("trump is made; all that is left to say is alone or with partner")
    raise _not(deal, "alone.when", says)


def _bad_hand(deal: Deal, seat: Seat, said: _Said) -> acts.Action | None:
    """A bad hand thrown in or gone under, where the book knows that; of several ways the first."""
    rules = deal.book.relief
    if rules.bad_hand == "none" or not (_POOR.search(said.text) or _RELIEF.search(said.text)):
        return None
    if rules.remedy != "go under":
        return acts.ThrowIn(seat)
    three = may_go_under(deal.hands[seat])
    return acts.GoUnder(seat, three[0] if three else ())


def _passes(deal: Deal, said: _Said) -> bool:
    return said.has(re.compile(rf"\b{re.escape(deal.book.bidding.pass_word)}\b"))


def _orders(deal: Deal, said: _Said) -> bool:
    """Whether the dealer is told to take the card, or takes it with these words."""
    word, binds = deal.book.bidding.order_word, deal.book.calls.any_words_bind
    return any(word in part or (binds and _takes(part)) for part in said.parts)


def _takes(part: str) -> bool:
    return _TAKE.search(_AWAY.sub("", part)) is not None


def _alone_accepts(deal: Deal) -> bool:
    """Whether alone, said in the first round with nothing beside it, accepts the turn-up."""
    if not deal.book.bidding.alone_accepts:
        says = message("alone by itself does not accept the turn-up")
        raise _not(deal, "bidding.alone_accepts", says)
    return True


def _suits(said: _Said) -> list[Suit]:
    return [suit for suit, pattern in _SUITS.items() if said.has(pattern)]


def _not(deal: Deal, path: str, reason: Message) -> NotACall:
    return NotACall(reason.by(deal.book.named(path)))


def _no_call(deal: Deal, said: _Said, law: str) -> NotACall:
    """Words that mean nothing to the book, with those it takes."""
    passing, order = deal.book.bidding.pass_word, deal.book.bidding.order_word
    if _POOR.search(said.text):
        return _not(deal, "laws.only_stated_rules", message("a poor hand is not thrown in"))
    if "pass" in said.text:
        says = message("who does not bid says “{passing}”", passing=passing)
        return _not(deal, "bidding.pass_word", says)
    if any(_takes(part) for part in said.parts):
        says = message("only the words “{order}” are an order", order=order)
        return _not(deal, "calls.any_words_bind", says)
    if deal.phase is Phase.ROUND_ONE:
        say = message("say “{passing}” or “{order}”", passing=passing, order=order)
    else:
        say = message("say “{passing}” or name a suit", passing=passing)
    if not said.words:
        return _not(deal, law, say)
    return _not(
        deal, law, message("“{words}” is not a call: {say}", words=_short(said.words), say=say)
    )


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()} …"


MOST: Final = 5
MOST_WORDS: Final = 12
_SMALL: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "at",
        "be",
        "been",
        "by",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "him",
        "his",
        "i",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "of",
        "on",
        "one",
        "or",
        "our",
        "s",
        "she",
        "so",
        "somebody",
        "someone",
        "t",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "they",
        "this",
        "to",
        "too",
        "us",
        "was",
        "wasn",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "with",
        "you",
        "your",
        "didn",
        "doesn",
        "isn",
        "player",
        "game",
        "hand",
        "card",
        "cards",
    ]
)
_ENDINGS: Final = ("ing", "ed", "es", "s", "e", "d")


class Proviso(Struct, frozen=True):
    """What a book with this value of a setting adds to what is allowed, lest too much is."""

    path: str
    value: str
    says: Message


class Other(Struct, frozen=True):
    """Something that is no irregularity: what is said of it, and the setting that says why.

    Where a book allows it, or no book speaks of it and the officer decides (``says`` is None then).
    Where ``only`` is given, it holds for the books with one of those values; elsewhere what is meant
    is the irregularity ``instead``. Where a book allows it within ``limits``, it says which.
    """

    name: str
    title: str
    says: Message | None
    why: str
    only: Mapping[str, tuple[Any, ...]] = {}
    instead: Kind | None = None
    limits: tuple[Proviso, ...] = ()

    def answer(self, book: RuleBook) -> Message:
        """What is said of it by a book."""
        if self.says is None:
            return message(
                "The book names nothing for it, so the {officer} decides.",
                officer=Term(book.officer),
            )
        found = self.says
        for limit in self._set(book):
            found = message("{allowed} {limit}", allowed=found, limit=limit.says)
        return found

    def cites(self, book: RuleBook) -> tuple[str, ...]:
        """The settings that say so by this book."""
        return tuple(dict.fromkeys((self.why, *(limit.path for limit in self._set(book)))))

    def _set(self, book: RuleBook) -> tuple[Proviso, ...]:
        return tuple(each for each in self.limits if book.value(each.path) == each.value)

    def holds(self, book: RuleBook) -> bool:
        """Whether it is no irregularity by this book."""
        return all(book.value(path) in values for path, values in self.only.items())


OTHERS: Final[tuple[Other, ...]] = (
    Other(
        "poor hand",
        word("a poor hand is thrown in"),
        message("No hand is dealt again for being poor."),
        "laws.only_stated_rules",
    ),
    Other(
        "no duty to trump",
        word("a player without the suit led does not trump, or trumps a partner"),
        message("That is allowed."),
        "laws.void_plays_any",
    ),
    Other(
        "trump led",
        word("trump is led"),
        message("That is allowed: any card may be led."),
        "laws.first_lead",
    ),
    Other(
        "partner orders",
        word("the dealer's partner orders the turn-up"),
        message("The order is good."),
        "bidding.partner_order",
        limits=(
            Proviso("bidding.partner_order", "must be alone", message("The partner plays alone.")),
            Proviso(
                "bidding.trump_to_order",
                "all but dealer",
                message("It takes a trump in the partner's hand."),
            ),
        ),
    ),
    Other(
        "turn-up discarded",
        word("the dealer discards the turn-up"),
        message("That is allowed."),
        "burying.turn_up",
        only={
            "burying.turn_up": (
                "allowed",
                "unless five of the suit",
            )
        },
        instead=Kind.FORBIDDEN_CALL,
        limits=(
            Proviso(
                "burying.turn_up",
                "unless five of the suit",
                message("But with five more cards of its suit in hand the dealer keeps it."),
            ),
        ),
    ),
    Other(
        "all pass",
        word("everybody passes twice and the dealer does not name a suit"),
        message("That is allowed."),
        "bidding.all_pass",
        only={"bidding.all_pass": ("throw in",)},
        instead=Kind.FORBIDDEN_CALL,
    ),
    Other(
        "cards left over",
        word("somebody looks at the cards left over"),
        None,
        "rulings.final",
    ),
    Other(
        "slow play",
        word("the play is slow"),
        message("Nothing follows by itself."),
        "clock.minutes",
    ),
    Other(
        "wrong score",
        word("the score is wrong"),
        None,
        "rulings.final",
    ),
    Other(
        "cards passed",
        word("cards are passed to a partner"),
        message("That is not allowed, and no penalty is named."),
        "laws.partner_sits_out",
    ),
)


class Likely(Struct, frozen=True):
    """What may be meant, and how well it fits, up to 1."""

    what: Kind | Other
    fits: float

    @property
    def title(self) -> str:
        return TITLES[self.what] if isinstance(self.what, Kind) else self.what.title


def meant(text: str, book: RuleBook) -> tuple[Likely, ...]:
    """What may be meant by what somebody says, the likeliest first; nothing where no word fits."""
    roots = _roots(text)
    if not roots:
        return ()
    best: dict[Kind | str, Likely] = {}
    for what, said in _sayings():
        if isinstance(what, Other) and not what.holds(book):
            if what.instead is None:
                continue
            what = what.instead
        fits = _likeness(roots, said)
        key = what if isinstance(what, Kind) else what.title
        if fits > (best[key].fits if key in best else 0.15):
            best[key] = Likely(what, fits)
    return tuple(sorted(best.values(), key=lambda each: -each.fits))[:MOST]


def clearly(found: tuple[Likely, ...]) -> Likely | None:
    """The one that is meant without doubt, if there is one."""
    if not found or (len(found) > 1 and found[0].fits < 1.15 * found[1].fits):
        return None
    return found[0]


@cache
def _data() -> dict[str, Any]:
    text = resources.files("rightbower.referee").joinpath("phrases.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def _sayings() -> tuple[tuple[Kind | Other, tuple[str, ...]], ...]:
    """Each phrase by its roots, and what it means; a kind's own name and title are phrases too."""
    said: list[tuple[Kind | Other, tuple[str, ...]]] = []
    for kind in Kind:
        words = [kind.value, TITLES[kind], *_data().get(kind.value, {}).get("said", ())]
        said += [(kind, _roots(phrase)) for phrase in words]
    for other in OTHERS:
        said += [(other, _roots(phrase)) for phrase in (other.title, *_data()["other"][other.name])]
    return tuple(said)


@cache
def _weights() -> Mapping[str, float]:
    """A word says the more, the fewer phrases have it."""
    count = Counter(root for _, roots in _sayings() for root in roots)
    return {root: 1 + log(len(_sayings()) / often) for root, often in count.items()}


def _roots(text: str) -> tuple[str, ...]:
    """The words that matter, without their endings; all words where none matters."""
    plain = "".join(each if each.isalnum() else " " for each in text.lower().replace("'", ""))
    words = plain.split()
    roots = [_root(word) for word in words if word not in _SMALL] or words
    return tuple(dict.fromkeys(roots))[:MOST_WORDS]


def _root(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def _likeness(roots: tuple[str, ...], said: tuple[str, ...]) -> float:
    """How much of the weight of both is in words they share, slips of the pen forgiven."""
    weights = _weights()
    most = max(weights.values())
    shared = sum(
        max((_like(root).get(other, 0.0) * weights[other] for other in said), default=0.0)
        for root in roots
    )
    asked = sum(weights.get(root, most) for root in roots)
    return shared * shared / (asked * sum(weights[root] for root in said))


@lru_cache(maxsize=1024)
def _like(root: str) -> Mapping[str, float]:
    """The words of the phrases that may be meant by a word, and how alike they are."""
    known = {root: 1.0} if root in _weights() else {}
    if len(root) < 4:
        return known
    for other in _weights():
        if other[0] == root[0] and len(other) >= 4 and other != root:
            ratio = SequenceMatcher(None, root, other).ratio()
            if ratio >= 0.8:
                known[other] = ratio
    return known
