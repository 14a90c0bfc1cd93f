"""A table's own cuts: who has to cut for what, and what the cards settle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import card
from rightbower.rules.ceremonies import DrawAgain, draw_partners, higher_cut
from rightbower.rules.message import Arg, Message, Term, message, word
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import Cards, EventCommand, Table
from rightbower.tournament.events.draws import Draws, cards_of, chance, first_dealer
from rightbower.tournament.events.entrants import EventError, cards_text
from rightbower.tournament.events.event import (
    CutAtTable,
    Event,
    EventHistory,
    EventTable,
    Formed,
    OfTable,
    Purpose,
)
from rightbower.tournament.events.labels import draws
from rightbower.tournament.events.movements.winners import part


class CutShown(OfTable, frozen=True, tag="cut-shown"):
    """A table's own cut, with real cards; ``letters`` makes the dealer's pair the A team.

    A cut for partners has ``formed`` the pairs anew.
    """

    cut: CutAtTable
    dealer: int = 0
    letters: bool = False
    formed: tuple[Formed, ...] = ()

    def apply(self, state: Event, at: float) -> Event:
        event = state
        for formed in self.formed:
            event = _formed_anew(event, formed)
        return super().apply(event, at)

    def change(self, table: EventTable) -> EventTable:
        """The table's own cut takes the place of one drawn or shown for the same purpose."""
        if self.cut.purpose in ("moves", "losers"):
            shown = tuple(cut for cut in table.after if cut.purpose != self.cut.purpose)
            return replace(table, after=(*shown, self.cut))
        cuts = tuple(cut for cut in table.cuts if cut.purpose != self.cut.purpose)
        sides = table.sides
        if self.letters and self.dealer in sides[1]:
            sides = (sides[1], sides[0])
        second = table.second and _left_of(table, self.dealer)
        return replace(
            table, cuts=(*cuts, self.cut), dealer=self.dealer, second=second, sides=sides
        )

    def what(self, state: Event) -> Message:
        return message("cut {cards}", cards=cards_text(self.cut.draws))


def _formed_anew(event: Event, formed: Formed) -> Event:
    """A pair of this number made of two other singles than before."""
    one, other = (event.entrant(number) for number in formed.singles)
    event = event.with_entrants(formed.singles, state="paired", pair=formed.number)
    return event.with_entrants(
        (formed.number,),
        players=one.players + other.players,
        since=max(one.since, other.since),
        vouched=one.vouched or other.vouched,
    )


def _left_of(table: EventTable, dealer: int) -> int:
    """Who sits on the left of one of four."""
    (north, south), (east, west) = table.sides
    return {north: east, east: south, south: west, west: north}[dealer]


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


class ShowCut(EventCommand, frozen=True, tag="cut"):
    """Enter a table's own cut, made with real cards."""

    table: Table
    purpose: Annotated[Literal["deal", "moves", "losers", "partners"], field("What for")]
    cards: Cards

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        four = singles_at(state.round.table(self.table)) if self.purpose == "partners" else ()
        yield show_cut(state, self.table, self.purpose, draws(state, self.cards, four))
