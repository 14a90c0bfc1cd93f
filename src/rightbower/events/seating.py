"""Seating a round: when it may be done, by which movement, and with a table's own cuts."""

from __future__ import annotations

from collections.abc import Mapping

from rightbower.book import RuleBook, load
from rightbower.cards import card
from rightbower.ceremonies import DrawAgain, draw_partners, higher_cut
from rightbower.events.cutters import refuse_others, sitter_cuts
from rightbower.events.movements import real_draw
from rightbower.events.movements.movement import Move, RoundDraw
from rightbower.events.movements.registry import MOVEMENTS
from rightbower.events.movements.seating import Seating
from rightbower.events.standings.results import missing, undecided, unmarked
from rightbower.events.state.draws import Draws, cards_of, first_dealer
from rightbower.events.state.entrants import EventError
from rightbower.events.state.event import CutAtTable, Event, EventTable, Purpose, Round
from rightbower.events.state.facts import CutShown, Formed, Seated
from rightbower.events.state.participants import here, singles
from rightbower.refusal import listed


def seat(
    event: Event,
    seed: str,
    move: Move = "A up",
    shown: Mapping[int, str] | None = None,
    rest: bool = False,
) -> Seated:
    """The next round; the seed settles every draw and cut in it.

    ``shown`` is what people drew with real cards or lots. Everybody has to be named then, unless
    ``rest`` has the program draw for those who are not.
    """
    if reason := not_yet(event):
        raise EventError(reason)
    shown = shown or {}
    if shown and not rest:
        _all_drew(event, shown)
    seating = seating_of(event, load(event.plan.book), seed, move, shown, rest)
    number = len(event.rounds) + 1
    round_ = Round(number, seed, seating.move, seating.tables, seating.byes)
    return Seated(
        round_, seating.formed, seating.chart, (*shown.items(), *_out(event, seating, shown))
    )


def _out(event: Event, seating: Seating, shown: Mapping[int, str]) -> list[tuple[int, str]]:
    """Those who sit out because others drew the places, written down so that it replays."""
    if not shown or event.plan.movement_kind.lot not in ("table", "card"):
        return []
    whole = here(event)
    return [(each, real_draw.OUT) for each in seating.byes if each in whole and each not in shown]


def _all_drew(event: Event, shown: Mapping[int, str]) -> None:
    """Refuse where places were drawn and not given for everybody; the host's deck sees to extras."""
    left = [number for number in here(event) if number not in shown]
    if set(shown) <= set(singles(event)) or event.plan.movement_kind.by_card or event.rounds:
        return
    size = 2 if event.plan.entering.unit == "pair" else 4
    if left and len(left) > len(here(event)) % size:
        raise real_draw.missing(event, left, "place")


def seating_of(
    event: Event,
    book: RuleBook,
    seed: str,
    move: Move,
    shown: Mapping[int, str] | None = None,
    rest: bool = True,
) -> Seating:
    """Where everyone sits next by the event's movement, and by what they drew themselves."""
    first = not event.rounds
    kind = event.plan.movement_kind
    if move != "A up" and (first or not kind.a_up):
        raise EventError("only the B teams of a later round can move down")
    drawn_now = kind.lot if first else kind.always
    if shown and not drawn_now:
        clause = event.plan.clause("movement.kind")
        raise EventError(f"nobody draws for a place in this round ({clause})")
    by = RoundDraw(book, seed, move, shown or {}, rest)
    return MOVEMENTS[event.plan.movement.kind].seat(event, by)


def not_yet(event: Event) -> str | None:
    """Why the next round cannot be seated now."""
    if event.finished:
        return "the results are final"
    if not event.rounds:
        return None
    number = event.round.number
    if tables := missing(event):
        return f"round {number} is not over: no result yet from {tables_said(tables)}"
    if reason := undecided(event):
        return reason
    if event.plan.movement.marked_first and (tables := unmarked(event)):
        clause = event.plan.clause("movement.marked_first")
        return f"both sides mark the score before anyone moves: {tables_said(tables)} ({clause})"
    planned = planned_rounds(event)
    if planned is not None and number >= planned:
        whole = f"all {planned} rounds have" if planned > 1 else "the only round has"
        return f"{whole} been played"
    return None


def refusal(event: Event) -> str | None:
    """Why the next round cannot be seated now, the movement's own reasons included."""
    if reason := not_yet(event):
        return reason
    try:
        seating_of(event, load(event.plan.book), "", "A up")
    except EventError as fault:
        return str(fault)
    return None


def planned_rounds(event: Event) -> int | None:
    """How many rounds the event has, once that is known; None where the officer decides."""
    if event.plan.rounds is not None or not event.rounds:
        return event.plan.rounds
    return MOVEMENTS[event.plan.movement.kind].rounds(event)


def tables_said(numbers: tuple[int, ...]) -> str:
    """The tables by number, as a sentence names them."""
    return f"table{'' if len(numbers) == 1 else 's'} {listed(numbers)}"


def show_cut(event: Event, table: int, purpose: Purpose, draws: Draws) -> CutShown:
    """A table's own cut with real cards, in place of one the program would draw.

    For the deal it settles the first dealer (and so the A team) while no result is in, for partners
    the pairs as well; for who moves after a draw and for the losers it is used when the next round
    is seated.
    """
    if event.finished:
        raise EventError("the results are final")
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


def replays(before: Event, fact: Seated, move: Move = "A up") -> bool:
    """Whether the seed of a seated round gives the same seats again to the event before it."""
    book, shown = load(before.plan.book), dict(fact.drawn)
    return seating_of(before, book, fact.round.seed, move, shown) == Seating(
        fact.round.tables, fact.round.byes, fact.round.move, fact.formed, fact.chart
    )
