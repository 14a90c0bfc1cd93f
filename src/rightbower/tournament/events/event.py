"""A day's event as one frozen value: its plan and movement, entrants, rounds, clock, ties and final places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from rightbower.rules.event_settings import Entering, Movement, Ranking
from rightbower.rules.message import UNSAID, Message, Reference, because, message, word
from rightbower.rules.refusal import listed
from rightbower.tournament.contest import Fact, History, PlanByBook
from rightbower.tournament.events.boards import BoardPlan
from rightbower.tournament.events.clock import Clock, OnlineNight
from rightbower.tournament.events.draws import Draws
from rightbower.tournament.events.entrants import (
    Award,
    Entrant,
    EventError,
    Place,
    PrizeDrawn,
    TieFact,
)
from rightbower.tournament.events.games import OtherGame
from rightbower.tournament.names import looks_like

Follows = Literal["the plan", "the draw", "the wins", "who goes on", "who parts", "nothing"]


class MovementKind(Struct, frozen=True):
    """A movement; ``follows`` is what the seats of a later round go by.

    That is the plan alone, a draw, the wins so far, who goes on while the losers are out, or who
    parts at each table. ``said`` is what everybody is told, where that does not depend on the event.
    ``lot`` is what people draw before the first round, nothing where nobody draws; ``always`` says
    that they draw before every round. ``a_up`` is for the A and B
    teams of the seniors alone, which sentences and choices name; ``meets_all`` says that a whole
    chart brings everybody together with everybody. ``lives`` are how many games one may lose before
    being out, where losers are. ``boards`` says that boards go round with the pairs,
    ``lines`` that one line of them stays.
    """

    follows: Follows
    said: Message = UNSAID
    lot: str = ""
    always: bool = False
    a_up: bool = False
    meets_all: bool = False
    lives: int = 1
    boards: bool = False
    lines: bool = False

    @property
    def foreseen(self) -> bool:
        """Whether results do not change who sits where, so that all rounds can be told beforehand."""
        return self.follows == "the plan"

    @property
    def by_card(self) -> bool:
        """Whether the seats are the cards of the host's deck, red against black."""
        return self.lot == "card"

    @property
    def knocks_out(self) -> bool:
        """Whether losers are out, so that nobody can come in late."""
        return self.follows == "who goes on"

    @property
    def parts(self) -> bool:
        """Whether the table's own game and cuts say who leaves it, a tied game by its last dealer."""
        return self.follows == "who parts"


KINDS: Final[dict[str, MovementKind]] = {
    "A up": MovementKind("the plan", lot="table", a_up=True),
    "host's deck": MovementKind("the draw", lot="card", always=True),
    "winners part": MovementKind("who parts", lot="table", always=True),
    "full round robin": MovementKind(
        "the plan",
        message("After each game go to the table that the list of the next round gives."),
        lot="number",
        meets_all=True,
    ),
    "whist chart": MovementKind(
        "the plan",
        message("After each game go to the table that the chart gives for your number."),
        lot="number",
    ),
    "fair draw": MovementKind(
        "the draw", message("After each game wait for the draw; your next table is read out.")
    ),
    "swiss": MovementKind(
        "the wins",
        message("After each game wait for the list; you meet others with as many wins."),
        lot="place",
    ),
    "knock-out": MovementKind(
        "who goes on",
        message("Winners advance, losers are out. Wait for the list of the next round."),
        lot="place",
    ),
    "double knock-out": MovementKind(
        "who goes on",
        message("Whoever loses twice is out. Wait for the list of the next round."),
        lot="place",
        lives=2,
    ),
    "losers move": MovementKind("the wins", lot="table"),
    "mitchell": MovementKind(
        "the plan",
        message(
            "After each round East–West go up a table and the boards go down a table; the list says"
            " when a table is skipped."
        ),
        lot="number",
        boards=True,
        lines=True,
    ),
    "howell": MovementKind(
        "the plan",
        message("After each round go to the table that the list gives; the boards stand there."),
        lot="number",
        boards=True,
    ),
    "fixtures": MovementKind("nothing"),
}


Stage = Literal["club", "zone playoffs", "games"]
Placing = Literal["draw", "first free"]
Purpose = Literal["partners", "deal", "moves", "losers"]
Sides = tuple[tuple[int, ...], tuple[int, ...]]


class Prize(Struct, frozen=True, omit_defaults=True):
    """What a place wins; ``low`` counts places from the bottom, ``loners`` by lone hands.

    ``line`` is the line of seats whose players alone can win it, where there are two; ``half`` says
    that it goes by the places at half-time, ``of`` whose group alone can win it. The amount is in cents.
    """

    name: str
    place: int = 1
    amount: int = 0
    low: bool = False
    loners: bool = False
    line: int = 0
    half: bool = False
    of: str = ""

    @property
    def is_high(self) -> bool:
        """Whether it is for a place in the standings, counted from the top."""
        return not (self.low or self.loners)


class EventPlan(PlanByBook, frozen=True):
    """What is settled before play begins, with the clause behind each setting.

    ``decided`` is how many places have to be parted at the end; the rest may be shared. ``game`` is
    what is played where that is not Euchre; then nothing but the score is known of it. ``one_prize``
    says that nobody wins more than one, ``threes`` that those over play at tables of three.
    """

    entering: Entering
    movement: Movement
    standings: Ranking
    clauses: dict[str, tuple[str, ...]]
    target: int | None
    deals: int | None
    minutes: int | None
    most_in_a_deal: int
    drawn_games: bool
    rounds: int | None = None
    placing: Placing = "draw"
    stage: Stage = "club"
    decided: int = 1
    prizes: tuple[Prize, ...] = ()
    game: OtherGame | UnsetType = UNSET
    boards: BoardPlan | UnsetType = UNSET
    one_prize: bool | UnsetType = UNSET
    threes: bool | UnsetType = UNSET

    @property
    def duplicate(self) -> BoardPlan | None:
        """How boards are played, where every table plays the same ones."""
        return self.boards if isinstance(self.boards, BoardPlan) else None

    @property
    def other(self) -> OtherGame | None:
        """The game, where it is not Euchre."""
        return self.game if isinstance(self.game, OtherGame) else None

    @property
    def movement_kind(self) -> MovementKind:
        """What is known of the movement by its name."""
        return KINDS[self.movement.kind]

    @property
    def side_names(self) -> tuple[str, str]:
        """What the two sides of a table are called."""
        if self.movement_kind.by_card:
            return word("Red"), word("Black")
        if self.entering.unit == "pair" and self.movement.letter != "none":
            return word("A team"), word("B team")
        return word("North–South"), word("East–West")


class CutAtTable(Struct, frozen=True):
    """Cards that were cut at a table, and what for; a redraw follows the draw it settles."""

    purpose: Purpose
    draws: Draws


class Result(Struct, frozen=True, omit_defaults=True):
    """The points of both sides as they were entered.

    ``side`` entered them, or the desk where it is None; ``lost`` is a side that lost the game
    outright; ``last_dealer`` is the entrant who dealt last; ``dispute`` is what was said against it;
    ``short`` says that the round was cut short. Of duplicate Euchre ``boards`` are what North–South
    made of each board, less than zero where East–West did.
    """

    points: tuple[int, int]
    state: Literal["entered", "confirmed", "disputed"] = "entered"
    side: int | None = None
    lost: int | None = None
    last_dealer: int = 0
    why: str = ""
    dispute: str = ""
    short: bool = False
    boards: tuple[int, ...] = ()

    @property
    def marked(self) -> bool:
        """Whether both sides stand by it: from the desk, or confirmed by the opponents."""
        return self.state == "confirmed" or (self.state == "entered" and self.side is None)


class ResultRuling(Struct, frozen=True, omit_defaults=True):
    """Points a ruling gives to a side, or takes where they are negative; or the game lost by it.

    ``in_score`` says that the points entered hold it already.
    """

    side: int
    points: int = 0
    lost: bool = False
    in_score: bool = False
    clause: str = ""
    why: str = ""


class EventTable(Struct, frozen=True, omit_defaults=True):
    """A table in one round: the entrants North–South and East–West.

    Of pairs each side is one entrant, and North–South is the A team; of individuals each side is two
    (North, South; East, West). A side may be empty. ``dealer`` deals first, ``second`` second.
    ``cuts`` led to these seats, ``after`` were made after the game for who moves and deals next.
    """

    number: int
    sides: Sides
    dealer: int = 0
    second: int = 0
    cuts: tuple[CutAtTable, ...] = ()
    after: tuple[CutAtTable, ...] = ()
    result: Result | None = None
    rulings: tuple[ResultRuling, ...] = ()
    void: str = ""

    @property
    def playing(self) -> bool:
        """Whether a game is played here: both sides are there."""
        return bool(self.sides[0] and self.sides[1])

    @property
    def awaits_result(self) -> bool:
        """Whether a game is played here that has no result yet."""
        return self.result is None and not self.void and self.playing

    @property
    def entrants(self) -> tuple[int, ...]:
        """Everyone at the table."""
        return self.sides[0] + self.sides[1]

    def side_of(self, entrant: int) -> int:
        """The side an entrant sits on: 0 for North–South, 1 for East–West."""
        if entrant in self.sides[0]:
            return 0
        if entrant in self.sides[1]:
            return 1
        raise EventError(
            message(
                "entrant {entrant} does not sit at table {table}",
                entrant=entrant,
                table=self.number,
            )
        )


class TableOfThree(Struct, frozen=True, omit_defaults=True):
    """Three whom no table of four has room for, and what each of them made, once that is known."""

    entrants: tuple[int, ...]
    points: tuple[int, ...] = ()


class Round(Struct, frozen=True):
    """One round as it was seated, and what came of it; ``move`` is what moved before it.

    Those of ``byes`` who play at a table of three are in ``threes``.
    """

    number: int
    seed: str
    move: str
    tables: tuple[EventTable, ...]
    byes: tuple[int, ...]
    threes: tuple[TableOfThree, ...] | UnsetType = UNSET

    @property
    def of_three(self) -> tuple[TableOfThree, ...]:
        """The tables of three."""
        return self.threes if isinstance(self.threes, tuple) else ()

    @property
    def out(self) -> tuple[int, ...]:
        """Those who play nowhere in this round."""
        playing = {number for each in self.of_three for number in each.entrants}
        return tuple(number for number in self.byes if number not in playing)

    @property
    def everyone(self) -> frozenset[int]:
        """All who sit at a table or sit out."""
        return frozenset(self.byes).union(*(table.entrants for table in self.tables))

    @property
    def awaited(self) -> tuple[int, ...]:
        """The tables whose result is not in yet."""
        return tuple(table.number for table in self.tables if table.awaits_result)

    def table(self, number: int) -> EventTable:
        """The table of a number."""
        for table in self.tables:
            if table.number == number:
                return table
        raise EventError(
            message("there is no table {table} in round {round}", table=number, round=self.number)
        )


class Formed(Struct, frozen=True):
    """Two singles who became a pair in the cut for partners."""

    number: int
    singles: tuple[int, int]


class Sub(Struct, frozen=True, omit_defaults=True):
    """Somebody who fills in where one is missing; ``about`` is how to ask them, for the desk alone."""

    name: str
    about: str = ""


class SignUp(Struct, frozen=True, omit_defaults=True):
    """Signing up ahead: for how many people there is room, who asked whom to be partners, and subs."""

    chairs: int = 0
    asked: tuple[tuple[int, int], ...] = ()
    subs: tuple[Sub, ...] = ()


BasketTo = Literal["most lone hands", "each lone hand"]


class Purse(Struct, frozen=True, omit_defaults=True):
    """Money beside the fee, in cents: what a euchre costs, and what each pays into the basket.

    The basket is for lone hands: whoever made most has it, or each lone hand has a share. ``paid``
    are those who paid into it before the first card; they alone can win it.
    """

    fine: int = 0
    basket: int = 0
    basket_to: BasketTo = "most lone hands"
    paid: tuple[int, ...] = ()


class Event(Struct, frozen=True):
    """One event; ``version`` counts the entries of its journal.

    A ``practice`` event counts for nothing and may be ``thrown_away``; one that is ``archived`` is
    put out of the way and stays as it is. ``ahead`` is there where people sign up ahead, ``dealt``
    is the seed from which the boards of duplicate Euchre are dealt, ``beside`` is there where there
    is money beside the fee, ``hall`` where all tables are in the hall.
    """

    id: str
    name: str
    date: str
    preset: str
    plan: EventPlan
    version: int = 1
    entrants: tuple[Entrant, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    rounds: tuple[Round, ...] = ()
    chart: tuple[int, ...] = ()
    clock: Clock = Clock()
    ties: tuple[TieFact, ...] = ()
    places: tuple[Place, ...] = ()
    awards: tuple[Award, ...] = ()
    finished: bool = False
    drawn: tuple[PrizeDrawn, ...] = ()
    practice: bool = False
    archived: bool = False
    thrown_away: bool = False
    ahead: SignUp | UnsetType = UNSET
    dealt: str | UnsetType = UNSET
    beside: Purse | UnsetType = UNSET
    hall: OnlineNight | UnsetType = UNSET

    def require_open(self) -> None:
        """Raise once the results are final."""
        if self.finished:
            raise EventError(message("the results are final"))

    @property
    def signup(self) -> SignUp:
        """What is settled for signing up ahead."""
        return SignUp() if self.ahead is UNSET else self.ahead

    @property
    def night(self) -> OnlineNight | None:
        """When its doors open, where all its tables are in the hall."""
        return self.hall if isinstance(self.hall, OnlineNight) else None

    @property
    def purse(self) -> Purse:
        """The money beside the fee."""
        return Purse() if self.beside is UNSET else self.beside

    @property
    def started(self) -> bool:
        """Whether a round has been seated; the plan is fixed from then on."""
        return bool(self.rounds)

    @property
    def round(self) -> Round:
        """The latest round."""
        if not self.rounds:
            raise EventError(message("no round has been seated yet"))
        return self.rounds[-1]

    def round_at(self, number: int) -> Round:
        """The round of a number."""
        if not 1 <= number <= len(self.rounds):
            raise EventError(
                message(
                    "there is no round {number}; {rounds} have been seated",
                    number=number,
                    rounds=len(self.rounds),
                )
            )
        return self.rounds[number - 1]

    def entrant(self, number: int) -> Entrant:
        """The entrant of a number."""
        if not 1 <= number <= len(self.entrants):
            raise EventError(message("there is no entrant {number}", number=number))
        return self.entrants[number - 1]

    def name_of(self, *numbers: int, round_: int | None = None) -> str:
        """Entrants by name, as they are or as they were in a round, with ``and`` between them."""
        found = [self.entrant(number) for number in numbers]
        return listed(each.name if round_ is None else each.name_in(round_) for each in found)

    def who(self, number: int) -> Reference:
        """An entrant in a sentence."""
        return self.entrant(number).reference

    def whom(self, *numbers: int) -> tuple[Reference, ...]:
        """Several entrants in a sentence, with ``and`` between them."""
        return tuple(map(self.who, numbers))

    def with_entrants(self, numbers: Iterable[int], **changes: Any) -> Event:
        """The event with these entrants changed so."""
        entrants = list(self.entrants)
        for number in numbers:
            entrants[number - 1] = replace(entrants[number - 1], **changes)
        return replace(self, entrants=tuple(entrants))

    def with_round(self, round_: Round) -> Event:
        """The event with a round of this number as it is given."""
        rounds = list(self.rounds)
        rounds[round_.number - 1] = round_
        return replace(self, rounds=tuple(rounds))

    def filled_in(self, names: Iterable[str]) -> Event:
        """The event without these among its subs: they play, or cannot after all."""
        gone = {looks_like(name) for name in names}
        subs = tuple(each for each in self.signup.subs if looks_like(each.name) not in gone)
        if subs == self.signup.subs:
            return self
        return replace(self, ahead=replace(self.signup, subs=subs))

    def stood_aside(self, numbers: Iterable[int]) -> Event:
        """The event with the latest round given up by some."""
        event = self
        for number in numbers:
            aside = (*event.entrant(number).aside, len(event.rounds))
            event = event.with_entrants((number,), aside=aside)
        return event

    def paired(self, first: int, second: int, number: int) -> Event:
        """Two singles become the pair of this number; they are here since the later of them is."""
        one, other = self.entrant(first), self.entrant(second)
        pair = Entrant(
            number,
            one.players + other.players,
            state="here",
            since=max(one.since, other.since),
            vouched=one.vouched or other.vouched,
        )
        event = self.with_entrants((first, second), state="paired", pair=number)
        return replace(event, entrants=(*event.entrants, pair))

    def has_sitter(self, table: EventTable) -> bool:
        """Whether somebody sits at this table all day."""
        return any(self.entrant(number).sitter for number in table.entrants)

    def games(self) -> Iterator[tuple[int, EventTable]]:
        """Every table at which a game was or is being played, with its round."""
        for round_ in self.rounds:
            for table in round_.tables:
                if table.playing and not table.void:
                    yield round_.number, table


class EventHistory(History[Event], frozen=True):
    """All entries of an event and the event they come to."""

    word: ClassVar[str] = "an event"

    @property
    def event(self) -> Event:
        """The event as it is now."""
        return self.state


class OfTable(Fact, frozen=True):
    """Something about one table of a round."""

    round: int
    table: int

    def apply(self, state: Event, at: float) -> Event:
        round_ = state.rounds[self.round - 1]
        tables = (
            self.change(each) if each.number == self.table else each for each in round_.tables
        )
        return state.with_round(replace(round_, tables=tuple(tables)))

    def says(self, state: Event) -> Message:
        said = message(
            "round {round}, table {table}: {said}",
            round=self.round,
            table=self.table,
            said=self.what(state),
        )
        return because(said, self.reason)

    @property
    def reason(self) -> str:
        """Why it was done, where somebody said so."""
        return ""

    def change(self, table: EventTable) -> EventTable:
        """The table after it."""
        raise NotImplementedError

    def what(self, state: Event) -> Message:
        """What was done at the table."""
        raise NotImplementedError
