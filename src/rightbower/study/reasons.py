"""The reasons for a choice, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    Rank,
    Seat,
    Side,
    Suit,
    height,
    left_bower,
    right_bower,
    suit_in_play,
)
from rightbower.rules.deal import Phase
from rightbower.rules.refusal import listed

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")


class Reason(Struct, frozen=True):
    """Words for one point, the ideas in it, and the cards, suit, seat or count it speaks of."""

    ideas: tuple[str, ...]
    text: str
    cards: tuple[Card, ...] = ()
    suit: Suit | None = None
    seat: Seat | None = None
    count: int | None = None


def number(count: int) -> str:
    """A small number as a word.

    >>> number(3), number(0)
    ('three', 'no')
    """
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "trump"), counted(2, "point")
    ('one trump', 'two points')
    """
    return f"{number(count)} {thing}{'' if count == 1 else 's'}"


def one_of(suit: Suit) -> str:
    """A card of a suit.

    >>> one_of(Suit.SPADES)
    'spade'
    """
    return str(suit).removesuffix("s")


def symbols(cards: Iterable[Card]) -> str:
    """Cards as people write them, in one phrase."""
    return listed([card.symbol for card in cards])


def trumps_in(hand: Iterable[Card], trump: Suit) -> list[Card]:
    """The trumps of a hand, the highest first."""
    held = [card for card in hand if suit_in_play(card, trump) is trump]
    return sorted(held, key=lambda card: -height(card, trump))


def aces_beside(hand: Iterable[Card], trump: Suit) -> list[Card]:
    """The aces of a hand that are not trumps."""
    return [card for card in hand if card.rank is Rank.ACE and card.suit is not trump]


def top_trumps(hand: Iterable[Card], trump: Suit) -> tuple[Card, ...]:
    """The bowers and the ace of trumps, those that a hand holds."""
    tops = (right_bower(trump), left_bower(trump))
    return tuple(card for card in trumps_in(hand, trump) if card in tops or card.rank is Rank.ACE)


def top_words(tops: Sequence[Card], trump: Suit) -> str:
    """The top trumps as players call them."""
    bowers = [right_bower(trump), left_bower(trump)]
    if all(bower in tops for bower in bowers):
        rest = [card.symbol for card in tops if card not in bowers]
        return listed([f"both bowers ({bowers[0].symbol} {bowers[1].symbol})", *rest])
    return listed([_top_word(card, trump) for card in tops])


def _top_word(card: Card, trump: Suit) -> str:
    if card is right_bower(trump):
        return f"the right bower ({card.symbol})"
    if card is left_bower(trump):
        return f"the left bower ({card.symbol})"
    return card.symbol


WEAK = 1  # trumps of a hand that orders only to lose little


def score_of_call(view: View) -> Iterator[Reason]:
    """The other side is a point from winning, so a light call costs little."""
    need = score_situation(view).they_need
    if need <= view.book.score.make:
        text = f"they need {counted(need, 'point')}, so a hand they make is the game"
        yield Reason(("they need one",), text, count=need)


def alone_useless(view: View, asked: bool) -> Reason | None:
    """Alone could bring nothing that a march with the partner does not.

    ``asked`` says that somebody thought of it.
    """
    need = score_situation(view).we_need
    may = any(getattr(action, "alone", isinstance(action, GoAlone)) for action in view.legal)
    if view.target is None or need > view.book.score.march or not (may and asked):
        return None
    if need <= view.book.score.make:
        text = (
            f"{counted(need, 'point')} wins the game, and going alone would score no more than that"
        )
        return Reason(("one to win", "alone useless"), text, count=need)
    text = f"a march with your partner scores the {counted(need, 'point')} you need, so going alone adds nothing"
    return Reason(("alone useless",), text, count=need)


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
    text = (
        f"with {view.turn_up.symbol} turned up a lone march by the dealer would win them the game;"
        f" if you are euchred they get {rules.euchre} and still need {now.they_need - rules.euchre}"
    )
    return Reason(("stop loner",), text, (view.turn_up,), count=now.they_need)


def at_stake(sight: Sight) -> Iterator[Reason]:
    """What one more trick does for whoever takes it, where it decides something."""
    makers, we_make = sight.maker.side, sight.maker.side is sight.seat.side
    made, lost = _tricks_of(sight, makers), _tricks_of(sight, makers.other)
    who_makes, who_defends = ("you", "they") if we_make else ("they", "you")
    needed = sight.view.book.score.tricks_to_make
    if lost == HAND_SIZE - needed:
        text = f"{who_defends} have {counted(lost, 'trick')}: one more euchres {'you' if we_make else 'them'}"
        yield Reason(("euchre near",), text + _game(sight, "euchre", not we_make), count=lost)
    elif made == needed - 1:
        text = f"{who_makes} have {counted(made, 'trick')}: one more makes it"
        yield Reason(("make near",), text + _game(sight, "make", we_make), count=made)
    elif we_make and made >= needed and not lost:
        march = _worth(sight, "march")
        text = f"every trick so far is yours, and all five score {counted(march, 'point')}"
        yield Reason(("march near",), text, count=march)


def _tricks_of(sight: Sight, side: Side) -> int:
    tricks = sight.view.tricks
    return sum(trick.winner is not None and trick.winner.side is side for trick in tricks)


def _game(sight: Sight, what: str, ours: bool) -> str:
    """Words for points that would win the game for a side."""
    now = score_situation(sight.view)
    if _worth(sight, what) < (now.we_need if ours else now.they_need):
        return ""
    return f" and wins {'you' if ours else 'them'} the game"


def _worth(sight: Sight, what: str) -> int:
    """The points of a make, march or euchre, alone or not."""
    lone = sight.view.lone
    alone = lone is not None and lone.side is sight.maker.side
    return int(sight.view.book.value(f"score.{'lone_' if alone else ''}{what}"))
