"""The table as it was before a card or a call that is taken back."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rightbower.referee.audit import audit
from rightbower.referee.irregularities import Fact, Kind, OutOfTurn, Revoke, WrongCall
from rightbower.referee.remedies import TakeBack
from rightbower.referee.table import CardUp, SameCard, Table, TableError, resumed, table_after
from rightbower.rules.acts import Play
from rightbower.rules.cards import Card, Seat
from rightbower.rules.deal import Deal


def plays_of(table: Table, fact: OutOfTurn | Revoke) -> dict[Seat, Card]:
    """The cards of the trick a fact is about; refuse one to which its player has not played."""
    tricks = table.deal.tricks
    plays = dict(tricks[fact.trick - 1].plays) if fact.trick <= len(tricks) else {}
    if fact.seat not in plays:
        raise TableError(f"{fact.seat.word} has not played to trick {fact.trick}")
    return plays


def taken_back(table: Table, fact: Fact, remedy: TakeBack) -> Table:
    """The card goes back; who played after it plays again, or as before where that is in order."""
    if not isinstance(fact, OutOfTurn | Revoke):
        raise TableError("there is no card to take back")
    number, seat = fact.trick, fact.seat
    plays = tuple(plays_of(table, fact).items())
    after = plays[[who for who, _ in plays].index(seat) + 1 :]
    table = rewound(table, lambda deal: not _has_played(deal, seat, number), number - 1)
    if isinstance(fact, OutOfTurn) and plays[0][0] is not seat:
        return _still_in_turn(table, after)
    if remedy.followers == "same card":
        again = tuple(SameCard(who, card, number, remedy.path) for who, card in after)
        return replace(table, orders=(*table.orders, *again))
    if remedy.followers == "exposed":
        up = tuple(CardUp(who, card, remedy.path) for who, card in after)
        return replace(table, orders=(*table.orders, *up))
    return table


def _still_in_turn(table: Table, plays: tuple[tuple[Seat, Card], ...]) -> Table:
    """Cards that were played in their turn stay; the first that was not goes back with the rest."""
    for who, card in plays:
        if who is not table.deal.turn:
            break
        table = table_after(table, Play(who, card))
    return table


def _has_played(deal: Deal, seat: Seat, number: int) -> bool:
    return len(deal.tricks) >= number and deal.tricks[number - 1].card_of(seat) is not None


def rewound(table: Table, wanted: Callable[[Deal], bool], quitted: int) -> Table:
    """The table as it was when the deal was last as wanted; orders given since then stay."""
    fitting = [at for at, (deal, _) in enumerate(table.history) if wanted(deal)]
    if not fitting:
        raise TableError("it can no longer be undone")
    number = fitting[-1]
    deal, orders = table.history[number]
    since = tuple(order for order in table.orders if order not in orders)
    # what is undone may be done wrongly once more: that is a new irregularity
    shown = audit(deal)
    ruled = tuple(fact for fact in table.ruled if fact in shown or not _on_record(fact))
    back = replace(
        table,
        ruled=ruled,
        game=replace(table.game, deal=deal),
        orders=(*orders, *since),
        history=table.history[:number],
        quitted=min(table.quitted, quitted),
        unturned=tuple(each for each in table.unturned if each <= quitted),
    )
    return resumed(back)


def _on_record(fact: Fact) -> bool:
    """Whether the acts of a deal show it; a pass out of turn is heard and not put among them."""
    return (
        isinstance(fact, OutOfTurn | Revoke | WrongCall) and fact.kind is not Kind.PASS_OUT_OF_TURN
    )


def call_undone(table: Table, fact: Fact) -> Table:
    """The bidding as it stood before a call."""
    acts = table.deal.acts
    if not isinstance(fact, WrongCall) or fact.call not in acts:
        raise TableError("there is no call that could be made void")
    said = len(acts) - 1 - acts[::-1].index(fact.call)
    return rewound(table, lambda deal: len(deal.acts) == said, 0)
