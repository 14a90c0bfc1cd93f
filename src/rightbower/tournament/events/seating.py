"""Who sits where, and who cuts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import card
from rightbower.rules.ceremonies import DrawAgain, draw_partners, higher_cut
from rightbower.rules.message import Arg, Message, Term, cited, message, word
from rightbower.tournament.events.draws import OUT, Draws, cards_of, chance, first_dealer
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import CutAtTable, Event, EventTable, Purpose, Round
from rightbower.tournament.events.facts import CutShown, Formed, Seated, SeatsSwapped
from rightbower.tournament.events.movements import drawn as real_draw
from rightbower.tournament.events.movements.movement import Move, RoundDraw, Seating
from rightbower.tournament.events.movements.registry import MOVEMENTS
from rightbower.tournament.events.movements.winners import part
from rightbower.tournament.events.outcome import missing, undecided, unmarked
from rightbower.tournament.events.participants import here, singles


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
    return [(each, OUT) for each in seating.byes if each in whole and each not in shown]


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
        raise EventError(message("only the B teams of a later round can move down"))
    drawn_now = kind.lot if first else kind.always
    if shown and not drawn_now:
        clause = event.plan.clause("movement.kind")
        raise EventError(message("nobody draws for a place in this round", clause))
    by = RoundDraw(book, seed, move, shown or {}, rest)
    return MOVEMENTS[event.plan.movement.kind].seat(event, by)


def not_yet(event: Event) -> Message | None:
    """Why the next round cannot be seated now."""
    if event.finished:
        return message("the results are final")
    if not event.rounds:
        return None
    number = event.round.number
    if tables := missing(event):
        return message(
            "round {number} is not over: no result yet from {tables|table|tables} {tables}",
            number=number,
            tables=tables,
        )
    if reason := undecided(event):
        return reason
    if event.plan.movement.marked_first and (tables := unmarked(event)):
        clause = event.plan.clause("movement.marked_first")
        return message(
            "both sides mark the score before anyone moves: {tables|table|tables} {tables}",
            clause,
            tables=tables,
        )
    planned = planned_rounds(event)
    if planned is not None and number >= planned:
        return (
            message("all {planned} rounds have been played", planned=planned)
            if planned > 1
            else message("the only round has been played")
        )
    return None


def refusal(event: Event) -> Message | None:
    """Why the next round cannot be seated now, the movement's own reasons included."""
    if reason := not_yet(event):
        return reason
    try:
        seating_of(event, load(event.plan.book), "", "A up")
    except EventError as fault:
        return fault.said
    return None


def planned_rounds(event: Event) -> int | None:
    """How many rounds the event has, once that is known; None where the officer decides."""
    if event.plan.rounds is not None or not event.rounds:
        return event.plan.rounds
    return MOVEMENTS[event.plan.movement.kind].rounds(event)


def movement_text(event: Event, tables: int) -> tuple[Message, ...]:
    """Who goes where after a game at one of so many tables, a sentence each with its clause."""
    plan = event.plan
    said = MOVEMENTS[plan.movement.kind].words(event, tables)
    if plan.movement.marked_first:
        clause = cited(plan.clause("movement.marked_first"))
        said = (
            message("Mark your score cards before anyone moves ({clause}).", clause=clause),
            *said,
        )
    return said


def rounds_ahead(event: Event) -> tuple[Round, ...]:
    """All the rounds of a movement that results do not change: those seated, and those to come.

    Those to come hold as long as nobody arrives, leaves or moves otherwise. Where results settle
    who goes where, only the rounds that were seated are given.
    """
    total = planned_rounds(event)
    if not event.plan.movement_kind.foreseen or not event.rounds or total is None:
        return event.rounds
    book = load(event.plan.book)
    while len(event.rounds) < total and not event.finished:
        try:
            seating = seating_of(event, book, event.round.seed, "A up")
        except EventError:
            break  # So many have left that nobody would play.
        number = len(event.rounds) + 1
        coming = Round(number, event.round.seed, seating.move, seating.tables, seating.byes)
        event = replace(event, rounds=(*event.rounds, coming))
    return event.rounds


def swap_seats(event: Event, first: int, second: int, why: str) -> SeatsSwapped:
    """Two entrants change places before their tables have a result; either may be sitting out."""
    event.require_open()
    if not event.rounds:
        raise EventError(message("no round is seated yet"))
    if first == second:
        raise EventError(message("name the two who change places"))
    if not why.strip():
        raise EventError(message("say why they change places"))
    tables = [_place(event, number) for number in (first, second)]
    if tables == [None, None]:
        raise EventError(message("{who} both sit out", who=event.whom(first, second)))
    for table in filter(None, tables):
        if table.result is not None or table.void:
            raise EventError(
                message(
                    "table {table} has its result; seats there stay as they are", table=table.number
                )
            )
    return SeatsSwapped(event.round.number, first, second, why)


def _place(event: Event, number: int) -> EventTable | None:
    """The table at which an entrant sits; None for one who sits out."""
    for table in event.round.tables:
        if number in table.entrants:
            return table
    if number in event.round.byes:
        return None
    raise EventError(
        message(
            "{who} has no place in round {round}", who=event.who(number), round=event.round.number
        )
    )


PURPOSES: Final[Mapping[Purpose, str]] = {
    "partners": word("partners"),
    "deal": word("the deal"),
    "moves": word("who moves"),
    "losers": word("the next deal"),
}


class Cutters(Struct, frozen=True):
    """One of each group cuts, by this clause."""

    groups: tuple[tuple[int, ...], ...]
    clause: str


def cutters(event: Event, table: EventTable, purpose: Purpose) -> Cutters:
    """Who has to cut at a table of the latest round; refused where nobody cuts for that."""
    if not table.playing:
        raise EventError(message("nobody plays at table {table}: it is a bye", table=table.number))
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
        message(
            "{who} cut for {what} at table {table}",
            wanted.clause,
            who=tuple(named),
            what=Term(PURPOSES[purpose]),
            table=table.number,
        )
    )


def _one_of(event: Event, group: tuple[int, ...]) -> Arg:
    people = sum(len(event.entrant(number).players) for number in group)
    who = event.whom(*group)
    return message("one of {who}", who=who) if people > 1 else who


def sitter_cuts(event: Event, table: EventTable) -> bool:
    """Whether the sitting player cuts for the deal here, as from the second game on."""
    return event.round.number > 1 and event.has_sitter(table)


def _for_partners(event: Event, table: EventTable) -> Cutters:
    """The four singles who were put together, until their table has a result."""
    clause = event.plan.clause("entering.singles")
    four = singles_at(table)
    if not four:
        raise EventError(
            message("nobody cuts for partners at table {table}", clause, table=table.number)
        )
    if event.round.number > 1 or table.result is not None or table.void:
        raise EventError(
            message(
                "table {table} has played; its partners stay together", clause, table=table.number
            )
        )
    return Cutters(tuple((each,) for each in four), clause)


def singles_at(table: EventTable) -> tuple[int, ...]:
    """The four who cut for partners at a table; nobody where pairs sit there."""
    return tuple(who for cut in table.cuts if cut.purpose == "partners" for who, _ in cut.draws[0])


def _for_the_deal(event: Event, table: EventTable) -> Cutters:
    plan = event.plan
    clause = plan.clause("movement.deal")
    if plan.movement.deal in ("first jack", "first black jack"):
        raise EventError(
            message("the table deals for the {deal}", clause, deal=Term(plan.movement.deal))
        )
    if table.result is not None:
        raise EventError(
            message("table {table} has played; its first dealer is known", table=table.number)
        )
    made = {cut.purpose: cut for cut in table.cuts}
    if "partners" in made:
        clause = plan.clause("movement.letter")
        raise EventError(
            message(
                "the cut for partners has settled who deals at table {table}",
                clause,
                table=table.number,
            )
        )
    if not plan.movement_kind.parts:
        return Cutters(table.sides, clause)
    if "deal" not in made:
        raise EventError(
            message(
                "the losers' cut has settled who deals at table {table}", clause, table=table.number
            )
        )
    cited = load(plan.book).cite("draw.first_dealer")
    first = f"{cited.clause}, {cited.see}" if cited.see else cited.clause
    own = plan.clause("movement.sitters_deal") if sitter_cuts(event, table) else first
    return _of(made["deal"], own)


def _after(event: Event, table: EventTable, purpose: Purpose) -> Cutters:
    """Those who cut after the game; the movement is asked, and knows who stays and who goes."""
    plan, what = event.plan, Term(PURPOSES[purpose])
    if not plan.movement_kind.parts:
        raise EventError(
            message(
                "nobody cuts for {what} after a game here", plan.clause("movement.kind"), what=what
            )
        )
    if table.result is None and not table.void:
        raise EventError(
            message(
                "table {table} has no result in round {round} yet",
                table=table.number,
                round=event.round.number,
            )
        )
    gone = part(event, load(plan.book), table, chance(event.round.seed, "cutters"))
    made = {cut.purpose: cut for cut in gone.cuts}
    if not made:
        clause = plan.clause("movement.sitters")
        raise EventError(
            message("nobody cuts for {what} at a sitting player's table", clause, what=what)
        )
    drawn = plan.clause("movement.drawn_game")
    if purpose == "moves" and purpose not in made:
        raise EventError(
            message(
                "table {table} has winners, who move; only a draw is cut for",
                drawn,
                table=table.number,
            )
        )
    if purpose == "losers" and "moves" in made and made["moves"] not in table.after:
        raise EventError(
            message("table {table} cuts first for who moves", drawn, table=table.number)
        )
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
        raise EventError(message("it is a tie: {who} cut again", who=event.whom(*found.players)))
    return CutShown(round_.number, table, CutAtTable(purpose, draws))


def _own_partners(event: Event, table: EventTable, draws: Draws, book: RuleBook) -> CutShown:
    """Two high against two low: the pairs keep their numbers, and the lower pair is the A team."""
    found = draw_partners(cards_of(draws), book)
    if isinstance(found, DrawAgain):
        raise EventError(message("it is a tie: {who} cut again", who=event.whom(*found.players)))
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
        raise EventError(message("it is a tie: {who} cut again", who=event.whom(*dealer.players)))
    if sitting and event.plan.movement.sitters_deal == "lower cut":
        (dealer,) = cut[0].keys() - {dealer}
    # Letters come from the first game and stay for the event.
    letters = event.plan.movement.letter != "none" and event.round.number == 1
    return CutShown(event.round.number, table.number, CutAtTable("deal", draws), dealer, letters)
