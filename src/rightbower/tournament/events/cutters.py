"""A table's own cuts: who cuts for what, and what the cards settle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import card
from rightbower.rules.ceremonies import DrawAgain, draw_partners, higher_cut
from rightbower.rules.refusal import listed
from rightbower.tournament.events.movements.winners import part
from rightbower.tournament.events.state.draws import Draws, cards_of, chance, first_dealer
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import CutAtTable, Event, EventTable, Purpose
from rightbower.tournament.events.state.facts import CutShown, Formed

PURPOSES: Final[Mapping[Purpose, str]] = {
    "partners": "partners",
    "deal": "the deal",
    "moves": "who moves",
    "losers": "the next deal",
}


class Cutters(Struct, frozen=True):
    """One of each group cuts, by this clause."""

    groups: tuple[tuple[int, ...], ...]
    clause: str


def cutters(event: Event, table: EventTable, purpose: Purpose) -> Cutters:
    """Who has to cut at a table of the latest round; refused where nobody cuts for that."""
    if not table.playing:
        raise EventError(f"nobody plays at table {table.number}: it is a bye")
    if purpose == "partners":
        return _for_partners(event, table)
    return _for_the_deal(event, table) if purpose == "deal" else _after(event, table, purpose)


def refuse_others(event: Event, table: EventTable, purpose: Purpose, draws: Draws) -> None:
    """Raise where others cut than those who have to, and say who has to."""
    wanted = cutters(event, table, purpose)
    shown = [who for who, _ in draws[0]]
    right = all(any(who in group for who in shown) for group in wanted.groups)
    if right and len(shown) == len(wanted.groups):
        return
    named = [_one_of(event, group) for group in wanted.groups]
    raise EventError(
        f"{listed(named)} cut for {PURPOSES[purpose]} at table {table.number} ({wanted.clause})"
    )


def _one_of(event: Event, group: tuple[int, ...]) -> str:
    people = sum(len(event.entrant(number).players) for number in group)
    return f"{'one of ' if people > 1 else ''}{event.name_of(*group)}"


def sitter_cuts(event: Event, table: EventTable) -> bool:
    """Whether the sitting player cuts for the deal here, as from the second game on."""
    return event.round.number > 1 and event.has_sitter(table)


def _for_partners(event: Event, table: EventTable) -> Cutters:
    """The four singles who were put together, until their table has a result."""
    clause = event.plan.clause("entering.singles")
    four = singles_at(table)
    if not four:
        raise EventError(f"nobody cuts for partners at table {table.number} ({clause})")
    if event.round.number > 1 or table.result is not None or table.void:
        raise EventError(f"table {table.number} has played; its partners stay together ({clause})")
    return Cutters(tuple((each,) for each in four), clause)


def singles_at(table: EventTable) -> tuple[int, ...]:
    """The four who cut for partners at a table; nobody where pairs sit there."""
    return tuple(who for cut in table.cuts if cut.purpose == "partners" for who, _ in cut.draws[0])


def _for_the_deal(event: Event, table: EventTable) -> Cutters:
    plan = event.plan
    clause = plan.clause("movement.deal")
    if plan.movement.deal in ("first jack", "first black jack"):
        raise EventError(f"the table deals for the {plan.movement.deal} ({clause})")
    if table.result is not None:
        raise EventError(f"table {table.number} has played; its first dealer is known")
    made = {cut.purpose: cut for cut in table.cuts}
    if "partners" in made:
        clause = plan.clause("movement.letter")
        raise EventError(
            f"the cut for partners has settled who deals at table {table.number} ({clause})"
        )
    if not plan.movement_kind.parts:
        return Cutters(table.sides, clause)
    if "deal" not in made:
        raise EventError(
            f"the losers' cut has settled who deals at table {table.number} ({clause})"
        )
    cited = load(plan.book).cite("draw.first_dealer")
    first = f"{cited.clause}, {cited.see}" if cited.see else cited.clause
    own = plan.clause("movement.sitters_deal") if sitter_cuts(event, table) else first
    return _of(made["deal"], own)


def _after(event: Event, table: EventTable, purpose: Purpose) -> Cutters:
    """Those who cut after the game; the movement is asked, and knows who stays and who goes."""
    plan, what = event.plan, PURPOSES[purpose]
    if not plan.movement_kind.parts:
        raise EventError(
            f"nobody cuts for {what} after a game here ({plan.clause('movement.kind')})"
        )
    if table.result is None and not table.void:
        raise EventError(f"table {table.number} has no result in round {event.round.number} yet")
    gone = part(event, load(plan.book), table, chance(event.round.seed, "cutters"))
    made = {cut.purpose: cut for cut in gone.cuts}
    if not made:
        clause = plan.clause("movement.sitters")
        raise EventError(f"nobody cuts for {what} at a sitting player's table ({clause})")
    drawn = plan.clause("movement.drawn_game")
    if purpose == "moves" and purpose not in made:
        raise EventError(
            f"table {table.number} has winners, who move; only a draw is cut for ({drawn})"
        )
    if purpose == "losers" and "moves" in made and made["moves"] not in table.after:
        raise EventError(f"table {table.number} cuts first for who moves ({drawn})")
    return _of(made[purpose], drawn if purpose == "moves" else plan.clause("movement.deal"))


def _of(cut: CutAtTable, clause: str) -> Cutters:
    """The two who made a cut."""
    (first, _), (second, _) = cut.draws[0]
    return Cutters(((first,), (second,)), clause)


def show_cut(event: Event, table: int, purpose: Purpose, draws: Draws) -> CutShown:
    """A table's own cut with real cards, in place of one the program would draw.

    For the deal it settles the first dealer (and so the A team) while no result is in, for partners
    the pairs as well; for who moves after a draw and for the losers it is used when the next round
    is seated.
    """
    event.require_open()
    round_ = event.round
    there = round_.table(table)
    for who, shown in (each for draw in draws for each in draw):
        if purpose != "partners":
            there.side_of(who)
        card(shown)
    refuse_others(event, there, purpose, draws)
    book = load(event.plan.book)
    if purpose == "partners":
        return _own_partners(event, there, draws, book)
    if purpose == "deal":
        return _own_deal(event, there, draws, book)
    found = higher_cut(cards_of(draws), book)
    if isinstance(found, DrawAgain):
        raise EventError(f"it is a tie: {event.name_of(*found.players)} cut again")
    return CutShown(round_.number, table, CutAtTable(purpose, draws))


def _own_partners(event: Event, table: EventTable, draws: Draws, book: RuleBook) -> CutShown:
    """Two high against two low: the pairs keep their numbers, and the lower pair is the A team."""
    found = draw_partners(cards_of(draws), book)
    if isinstance(found, DrawAgain):
        raise EventError(f"it is a tie: {event.name_of(*found.players)} cut again")
    low, high = min(table.entrants), max(table.entrants)
    formed = tuple(
        Formed(number, (min(two), max(two)))
        for number, two in ((low, found.low), (high, found.high))
    )
    cut = CutAtTable("partners", draws)
    return CutShown(event.round.number, table.number, cut, low, letters=True, formed=formed)


def _own_deal(event: Event, table: EventTable, draws: Draws, book: RuleBook) -> CutShown:
    sitting = sitter_cuts(event, table)
    cut = cards_of(draws)
    dealer = higher_cut(cut, book) if sitting else first_dealer(cut, book)
    if isinstance(dealer, DrawAgain):
        raise EventError(f"it is a tie: {event.name_of(*dealer.players)} cut again")
    if sitting and event.plan.movement.sitters_deal == "lower cut":
        (dealer,) = cut[0].keys() - {dealer}
    # Letters come from the first game and stay for the event.
    letters = event.plan.movement.letter != "none" and event.round.number == 1
    return CutShown(event.round.number, table.number, CutAtTable("deal", draws), dealer, letters)
