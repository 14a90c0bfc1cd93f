"""Orders that last: they narrow the cards a seat may play and never leave it without one."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rightbower.referee.at_table.unchecked_acts import holding
from rightbower.rules.acts import Bury
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Seat, Side, Suit, suit_in_play
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.judge import following_suit, legal


class CardUp(Struct, frozen=True):
    """An exposed card, to be played at its first legal chance."""

    seat: Seat
    card: Card
    path: str


class SameCard(Struct, frozen=True):
    """A card taken back from a trick, counted from one, only so that another could be put right."""

    seat: Seat
    card: Card
    trick: int
    path: str


class SuitCall(Struct, frozen=True):
    """The other side may name the suit of this side's next lead; ``suit`` once it is named."""

    side: Side
    path: str
    suit: Suit | None = None
    by: Seat | None = None


LastingOrder = CardUp | SameCard | SuitCall


def leader_called_on(deal: Deal, orders: tuple[LastingOrder, ...]) -> SuitCall | None:
    """The call that bears on the lead now to be made, if there is one."""
    return next(iter(_calls_now(deal, orders)), None)


def _calls_now(deal: Deal, orders: tuple[LastingOrder, ...]) -> tuple[SuitCall, ...]:
    if deal.phase is not Phase.PLAY or deal.tricks[-1].plays or deal.turn is None:
        return ()
    side = deal.turn.side
    return tuple(order for order in orders if isinstance(order, SuitCall) and order.side is side)


def may_call(deal: Deal, orders: tuple[LastingOrder, ...]) -> tuple[Seat, ...]:
    """Who may name the suit of the lead now to be made, by any of the calls that bear on it."""
    by = {seat for call in _calls_now(deal, orders) for seat in callers(deal, deal.book, call)}
    return tuple(sorted(by))


def callers(deal: Deal, book: RuleBook, call: SuitCall | None = None) -> tuple[Seat, ...]:
    """Who may name the suit: for a false lead the hand that plays last, unless the book says else."""
    assert deal.turn is not None
    leader = deal.turn
    opponents = tuple(seat for seat in deal.active if seat.side is not leader.side)
    turned_up = call is not None and call.path == "won_tricks.turned_up"
    who = book.won_tricks.caller if turned_up else book.turns.caller
    if who == "either opponent":
        return opponents
    last = leader.right if leader.right in deal.active else leader.partner
    if last.side is not leader.side:
        return (last,)
    return opponents if book.turns.caller_lone == "lone opponent" else ()


def allowed_cards(deal: Deal, seat: Seat, orders: tuple[LastingOrder, ...]) -> tuple[Card, ...]:
    """The legal cards of a seat, narrowed by the orders that bear on it."""
    return bound_to(deal, seat, orders)[0]


def bound_to(
    deal: Deal, seat: Seat, orders: tuple[LastingOrder, ...]
) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """The cards that orders leave a seat, and the settings behind the orders that narrow them."""
    choice = legal_cards(deal, seat)
    for order in orders:
        if isinstance(order, SameCard) and order.seat is seat and order.card in choice:
            return (order.card,), (order.path,)
    call = leader_called_on(deal, orders) if seat is deal.turn else None
    up = set(_up(deal, seat, orders))
    paths: list[str] = []
    first = deal.book.exposed.called_suit == "call first"
    if call is not None and call.suit is not None and (first or up.isdisjoint(choice)):
        called = {card for card in choice if suit_in_play(card, deal.trump) is call.suit}
        choice = _narrowed(choice, called, call.path, paths)
    return _narrowed(choice, up, "exposed.duty", paths), tuple(paths)


def _narrowed(
    choice: tuple[Card, ...], wanted: set[Card], path: str, paths: list[str]
) -> tuple[Card, ...]:
    """What is wanted among the cards, if there is any; the setting is noted where it narrows."""
    left = tuple(card for card in choice if card in wanted)
    if not left or left == choice:
        return choice
    paths.append(path)
    return left


def _up(deal: Deal, seat: Seat, orders: tuple[LastingOrder, ...]) -> tuple[Card, ...]:
    """The exposed cards that bind a seat; the book may free a hand that plays alone since then."""
    rules = deal.book.lone_hand
    if rules.exempt and seat is deal.lone and rules.exposed_before == "goes back":
        return ()
    return tuple(o.card for o in orders if isinstance(o, CardUp) and o.seat is seat)


def kept_up(deal: Deal, seat: Seat, orders: tuple[LastingOrder, ...]) -> tuple[Card, ...]:
    """The exposed cards that a seat may not bury; none where every card it may bury is one."""
    if deal.book.exposed.buried == "may be buried":
        return ()
    up = _up(deal, seat, orders)
    burying = legal(replace(deal, phase=Phase.BURY, turn=seat))
    free = [act for act in burying if isinstance(act, Bury) and act.card not in up]
    return up if free else ()


def legal_cards(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """What follow-suit leaves a seat; a turn-up not buried for does not count."""
    return following_suit(deal, holding(deal, seat))
