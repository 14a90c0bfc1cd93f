"""The reasons for a choice, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Final

from msgspec import Struct

from rightbower.players.sight import Sight, score_situation
from rightbower.players.views import View
from rightbower.rules.acts import (
    GoAlone,
)
from rightbower.rules.cards import (
    HAND_SIZE,
    Card,
    NoTrump,
    Rank,
    Seat,
    Side,
    Strain,
    Suit,
    height,
    left_bower,
    right_bower,
    suit_in_play,
)
from rightbower.rules.deal import Phase
from rightbower.rules.message import ENGLISH, Arg, Message, Told, Voice, listing, message, word

_NUMBERS: Final = (
    word("zero"),
    word("one"),
    word("two"),
    word("three"),
    word("four"),
    word("five"),
    word("six"),
    word("seven"),
)


# English for those who know no names: cards as they are written, people by the compass.
SYMBOLS: Final = Voice(seats=ENGLISH.seats, card=attrgetter("symbol"))


class Reason(Struct, frozen=True):
    """What is said for one point, the ideas in it, and the cards, suit, seat or count it speaks of."""

    ideas: tuple[str, ...]
    said: Message
    cards: tuple[Card, ...] = ()
    suit: Strain | None = None
    seat: Seat | None = None
    count: int | None = None

    @property
    def text(self) -> str:
        """It in English."""
        return SYMBOLS(self.said)


class Number(Told, Struct, frozen=True, gc=False):
    """A small number, said as a word."""

    value: int

    def told(self, voice: Voice) -> str:
        if self.value >= len(_NUMBERS):
            return str(self.value)
        return voice.translate(_NUMBERS[self.value])

    def form(self, voice: Voice) -> int:
        return int(voice.plural(self.value))


def trumps_counted(count: int) -> Message:
    """So many trumps.

    >>> str(trumps_counted(1)), str(trumps_counted(0))
    ('one trump', 'no trumps')
    """
    if not count:
        return message("no trumps")
    return message("{count} {count|trump|trumps}", count=Number(count))


def tricks_counted(count: int) -> Message:
    """So many tricks."""
    return message("{count} {count|trick|tricks}", count=Number(count))


def points_counted(count: int) -> Message:
    """So many points.

    >>> str(points_counted(2))
    'two points'
    """
    return message("{points} {points|point|points}", points=Number(count))


def trumps_in(hand: Iterable[Card], trump: Strain) -> list[Card]:
    """The trumps of a hand, the highest first."""
    held = [card for card in hand if suit_in_play(card, trump) is trump]
    return sorted(held, key=lambda card: -height(card, trump))


def aces_beside(hand: Iterable[Card], trump: Strain) -> list[Card]:
    """The aces of a hand that are not trumps."""
    return [card for card in hand if card.rank is Rank.ACE and card.suit is not trump]


def top_trumps(hand: Iterable[Card], trump: Strain) -> tuple[Card, ...]:
    """The bowers and the ace of trumps, those that a hand holds."""
    if isinstance(trump, NoTrump):
        return ()
    tops = (right_bower(trump), left_bower(trump))
    return tuple(card for card in trumps_in(hand, trump) if card in tops or card.rank is Rank.ACE)


def top_words(tops: Sequence[Card], trump: Strain) -> Message:
    """The top trumps as players call them."""
    if isinstance(trump, NoTrump):
        return listing(list(tops))
    bowers = right, left = right_bower(trump), left_bower(trump)
    if all(bower in tops for bower in bowers):
        both = message("both bowers ({right} {left})", right=right, left=left)
        return listing([both, *(card for card in tops if card not in bowers)])
    return listing([_top_word(card, trump) for card in tops])


def _top_word(card: Card, trump: Suit) -> Arg:
    if card is right_bower(trump):
        return message("the right bower ({card})", card=card)
    if card is left_bower(trump):
        return message("the left bower ({card})", card=card)
    return card


WEAK = 1  # trumps of a hand that orders only to lose little


def score_of_call(view: View) -> Iterator[Reason]:
    """The other side is a point from winning, so a light call costs little."""
    need = score_situation(view).they_need
    if need <= view.book.score.make:
        said = message(
            "they need {points}, so a hand they make is the game", points=points_counted(need)
        )
        yield Reason(("they need one",), said, count=need)


def alone_useless(view: View, asked: bool) -> Reason | None:
    """Alone could bring nothing that a march with the partner does not.

    ``asked`` says that somebody thought of it.
    """
    need = score_situation(view).we_need
    may = any(getattr(action, "alone", isinstance(action, GoAlone)) for action in view.legal)
    if view.target is None or need > view.book.score.march or not (may and asked):
        return None
    if need <= view.book.score.make:
        said = message(
            "{points} wins the game, and going alone would score no more than that",
            points=points_counted(need),
        )
        return Reason(("one to win", "alone useless"), said, count=need)
    said = message(
        "a march with your partner scores the {points} you need, so going alone adds nothing",
        points=points_counted(need),
    )
    return Reason(("alone useless",), said, count=need)


def stop_loner(view: View, trumps: int) -> Reason | None:
    """Ordering a weak hand so that the dealer's side cannot march alone to the game."""
    assert view.seat is not None
    assert view.turn_up is not None
    against = view.seat.side is not view.dealer.side
    if view.phase is not Phase.ROUND_ONE or not against or trumps > WEAK or view.target is None:
        return None
    rules, now = view.book.score, score_situation(view)
    if not rules.euchre < now.they_need <= rules.lone_march:
        return None
    said = message(
        "with {card} turned up a lone march by the dealer would win them the game; "
        "if you are euchred they get {euchre} and still need {need}",
        card=view.turn_up,
        euchre=rules.euchre,
        need=now.they_need - rules.euchre,
    )
    return Reason(("stop loner",), said, (view.turn_up,), count=now.they_need)


def at_stake(sight: Sight) -> Iterator[Reason]:
    """What one more trick does for whoever takes it, where it decides something."""
    makers, we_make = sight.maker.side, sight.maker.side is sight.seat.side
    made, lost = _tricks_of(sight, makers), _tricks_of(sight, makers.other)
    needed = sight.view.book.score.tricks_to_make
    if lost == HAND_SIZE - needed:
        have = tricks_counted(lost)
        said = (
            message("they have {tricks}: one more euchres you", tricks=have)
            if we_make
            else message("you have {tricks}: one more euchres them", tricks=have)
        )
        yield Reason(("euchre near",), _game(sight, said, "euchre", not we_make), count=lost)
    elif made == needed - 1:
        have = tricks_counted(made)
        said = (
            message("you have {tricks}: one more makes it", tricks=have)
            if we_make
            else message("they have {tricks}: one more makes it", tricks=have)
        )
        yield Reason(("make near",), _game(sight, said, "make", we_make), count=made)
    elif we_make and made >= needed and not lost:
        march = _worth(sight, "march")
        said = message(
            "every trick so far is yours, and all five score {points}", points=points_counted(march)
        )
        yield Reason(("march near",), said, count=march)


def _tricks_of(sight: Sight, side: Side) -> int:
    tricks = sight.view.tricks
    return sum(trick.winner is not None and trick.winner.side is side for trick in tricks)


def _game(sight: Sight, said: Message, what: str, ours: bool) -> Message:
    """What one more trick does, and whether its points would win the game for a side."""
    now = score_situation(sight.view)
    if _worth(sight, what) < (now.we_need if ours else now.they_need):
        return said
    if ours:
        return message("{so} and wins you the game", so=said)
    return message("{so} and wins them the game", so=said)


def _worth(sight: Sight, what: str) -> int:
    """The points of a make, march or euchre, alone or not."""
    lone = sight.view.lone
    alone = lone is not None and lone.side is sight.maker.side
    return int(sight.view.book.value(f"score.{'lone_' if alone else ''}{what}"))
