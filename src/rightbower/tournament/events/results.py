"""Results: entered at the desk or by a side, confirmed, disputed, corrected, ruled on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec.structs import replace

from rightbower.rules.book import load
from rightbower.rules.message import Message, Term, as_written, message
from rightbower.tournament.commands import Answer, Now, Sheet, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import EventCommand, Points, Round, Side, Table, Why
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import (
    Event,
    EventHistory,
    EventPlan,
    EventTable,
    OfTable,
    Result,
    ResultRuling,
)
from rightbower.tournament.events.labels import dealer, refuse_unknown, score, side
from rightbower.tournament.events.outcome import (
    cut_short,
    missing,
    not_counting,
    objection,
    outcome,
    result_text,
    ruling_text,
)
from rightbower.tournament.events.table_view import SEATS

Lost = Annotated[str, field("Lost outright", "A side that lost the game outright: NS or EW.")]


LastDealer = Annotated[
    int | str, field("Dealt last", "Who dealt last; needed for a tied game where winners move.")
]


Short = Annotated[
    bool, field("The round was cut short", "Fewer deals were played than the book has.")
]


class ResultEntered(OfTable, frozen=True, tag="result-entered"):
    """A table's result was entered."""

    result: Result

    def change(self, table: EventTable) -> EventTable:
        return replace(table, result=self.result, void="")

    def what(self, state: Event) -> Message:
        return _points(self.result, state.plan)

    @property
    def reason(self) -> str:
        return self.result.why


def _points(result: Result, plan: EventPlan) -> Message:
    points = f"{result.points[0]}–{result.points[1]}"
    if result.boards:
        points = f"{points} ({' '.join(f'{each:+d}' for each in result.boards)})"
    if result.lost is None:
        return as_written(points)
    side = Term(plan.side_names[result.lost])
    return message("{points}, the game lost by {side}", points=points, side=side)


def enter(
    event: Event,
    table: int,
    points: tuple[int, int],
    *,
    round_: int | None = None,
    side: int | None = None,
    lost: int | None = None,
    last_dealer: int = 0,
    why: str = "",
    short: bool = False,
    boards: Sequence[int] = (),
) -> ResultEntered:
    """A table's points, from the desk or from one of its sides; of ``boards`` they are the sums.

    ``short`` says that the round was cut short: the desk says it once for all tables of the round,
    a side for its own table.
    """
    round_ = _round(event, round_)
    there = _game(event, round_, table)
    if there.result is not None:
        ours, theirs = there.result.points
        raise EventError(
            message(
                "table {table} has a result for round {round} already, {ours}–{theirs}; correct it"
                " with a reason",
                table=table,
                round=round_,
                ours=ours,
                theirs=theirs,
            )
        )
    result = Result(
        points,
        side=side,
        lost=lost,
        last_dealer=last_dealer,
        why=why,
        short=short,
        boards=tuple(boards),
    )
    _check(event, round_, there, result)
    return ResultEntered(round_, table, result)


class EnterResult(EventCommand, frozen=True, tag="result"):
    """Enter the result of a table: '3 10-8', or many: 3:10-8 4:6-10."""

    table: Table
    first: Points
    second: Points
    round: Round = None
    side: Side = ""
    lost: Lost = ""
    last_dealer: LastDealer = ""
    why: Annotated[str, field("Reason", "Lets an unusual score stand.")] = ""
    short: Short = False

    @classmethod
    def lines(cls, words: Sequence[str]) -> list[list[str]]:
        """``3 10-8``, ``12 10 7``, ``3 6-6 E`` (who dealt last), ``3 4-2 short`` or ``3:10-8 4:6-10``."""
        split = next((at for at, word in enumerate(words) if word.startswith("--")), len(words))
        plain, options = list(words[:split]), list(words[split:])
        if len(plain) > 1 and plain[-1].casefold() == "short":
            options += ["--short"]
            plain.pop()
        if plain and all(re.fullmatch(r"[^:]+:.+[-–].+", word) for word in plain):
            tables = [word.split(":", 1) for word in plain]
            return [[_table(table), *score(points), *options] for table, points in tables]
        if len(plain) > 2 and plain[-1].upper() in tuple(SEATS):
            options += ["--last-dealer", plain.pop()]
        if len(plain) == 2 and not plain[1].isalnum():
            plain = [plain[0], *score(plain[1])]
        if len(plain) != 3 or not all(map(_number, plain[1:])):
            raise EventError(
                message(
                    "write the table and both sides' points, such as 12 10 7, or several as 3:10-8 4:6-10"
                )
            )
        return [[_table(plain[0]), *plain[1:], *options]]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield enter(
            state,
            self.table,
            (self.first, self.second),
            round_=self.round,
            side=side(self.side),
            lost=side(self.lost),
            last_dealer=dealer(state, self.table, self.last_dealer),
            why=self.why,
            short=self.short,
        )

    def after(self, state: Event, at: float) -> Answer | None:
        """Whether this was the last that was missing."""
        if missing(state):
            return None
        all_in = f"All results of round {state.round.number} are in."
        return Answer(sheets=(Sheet("\n".join(map(str, not_counting(state))) or all_in),))


def _number(word: str) -> bool:
    """Whether points are written so; those below zero have a minus."""
    return word.removeprefix("-").isdecimal()


def _table(word: str) -> str:
    if not word.isdecimal():
        raise EventError(message("a table is a number"))
    return word


class AtTable(EventCommand, frozen=True):
    """An act about one table's game; what was looked at is this table alone."""

    def seen(self, state: Event) -> str:
        """The table as it was shown; others enter their results meanwhile."""
        round_ = getattr(self, "round", None) or len(state.rounds)
        table = state.round_at(round_).table(getattr(self, "table", 0))
        return f"{result_text(table, state.plan)} {len(table.rulings)}"


class ResultConfirmed(OfTable, frozen=True, tag="result-confirmed"):
    """The opponents, or the officer, confirmed a result."""

    def change(self, table: EventTable) -> EventTable:
        return _state(table, "confirmed")

    def what(self, state: Event) -> Message:
        return message("confirmed")


def _state(table: EventTable, state: str, dispute: str = "") -> EventTable:
    assert table.result is not None
    return replace(table, result=replace(table.result, state=state, dispute=dispute))


def confirm(
    event: Event, table: int, *, side: int | None = None, round_: int | None = None
) -> ResultConfirmed:
    """The other side stands by the result; the officer, who has no side, may say so too."""
    round_ = _round(event, round_)
    there = _with_result(event, round_, table)
    assert there.result is not None
    if there.result.state == "confirmed":
        raise EventError(message("the result of table {table} is confirmed already", table=table))
    if side is not None and there.result.side == side:
        raise EventError(
            message(
                "{side} entered the result; the other side confirms it",
                side=Term(event.plan.side_names[side]),
            )
        )
    if side is not None and there.result.state == "disputed":
        raise EventError(
            message(
                "the result of table {table} is disputed; the {officer} decides",
                table=table,
                officer=Term(event.plan.officer),
            )
        )
    return ResultConfirmed(round_, table)


class ConfirmResult(EventCommand, frozen=True, tag="confirm"):
    """Confirm a result, as the other side or as the officer."""

    table: Table
    round: Round = None
    side: Side = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield confirm(state, self.table, side=side(self.side), round_=self.round)


class ResultDisputed(OfTable, frozen=True, tag="result-disputed"):
    """A side does not agree with a result."""

    why: str

    def change(self, table: EventTable) -> EventTable:
        return _state(table, "disputed", self.why)

    def what(self, state: Event) -> Message:
        return message("disputed")

    @property
    def reason(self) -> str:
        return self.why


def dispute(event: Event, table: int, *, why: str, round_: int | None = None) -> ResultDisputed:
    """A side does not agree; nobody moves on until the officer has decided."""
    round_ = _round(event, round_)
    _with_result(event, round_, table)
    if not why.strip():
        raise EventError(message("say what is disputed"))
    return ResultDisputed(round_, table, why)


class DisputeResult(EventCommand, frozen=True, tag="dispute"):
    """Say that a side does not agree with the result."""

    table: Table
    round: Round = None
    why: Annotated[str, field("What is disputed", option=True)] = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield dispute(state, self.table, why=self.why, round_=self.round)


class ResultTakenBack(OfTable, frozen=True, tag="result-taken-back"):
    """The side that entered a result took it back before the other side stood by it."""

    def change(self, table: EventTable) -> EventTable:
        return replace(table, result=None)

    def what(self, state: Event) -> Message:
        return message("taken back by the side that entered it")


def take_back(event: Event, table: int, side: int) -> ResultTakenBack:
    """The side that entered a result takes it back while nobody else stands by it."""
    round_ = event.round.number
    there = _with_result(event, round_, table)
    assert there.result is not None
    if there.result.state == "disputed":
        raise EventError(
            message(
                "the result is disputed; the {officer} decides", officer=Term(event.plan.officer)
            )
        )
    if there.result.marked or there.result.side != side:
        raise EventError(
            message("only your own entry can be taken back, until the other side agrees")
        )
    return ResultTakenBack(round_, table)


class GameVoided(OfTable, frozen=True, tag="game-voided"):
    """No game counts at a table in a round."""

    why: str

    def change(self, table: EventTable) -> EventTable:
        return replace(table, void=self.why)

    def what(self, state: Event) -> Message:
        return message("no game counts")

    @property
    def reason(self) -> str:
        return self.why


def void(event: Event, table: int, *, why: str, round_: int | None = None) -> GameVoided:
    """No game counts at this table; the officer says why."""
    round_ = _round(event, round_)
    _game(event, round_, table)
    if not why.strip():
        raise EventError(message("say why no game counts"))
    return GameVoided(round_, table, why)


class VoidGame(AtTable, frozen=True, tag="void"):
    """Say that no game counts at a table."""

    asks_first: ClassVar[bool] = True
    table: Table
    round: Round = None
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield void(state, self.table, why=self.why, round_=self.round)


class ResultCorrected(OfTable, frozen=True, tag="result-corrected"):
    """A wrong result was put right."""

    result: Result
    why: str

    def change(self, table: EventTable) -> EventTable:
        return replace(table, result=self.result, void="")

    def what(self, state: Event) -> Message:
        return message("corrected to {points}", points=_points(self.result, state.plan))

    @property
    def reason(self) -> str:
        return self.why


def correct(
    event: Event,
    round_: int,
    table: int,
    points: tuple[int, int],
    *,
    why: str,
    lost: int | None = None,
    last_dealer: int = 0,
    ruled: bool = False,
    short: bool = False,
    boards: Sequence[int] = (),
) -> ResultCorrected:
    """An earlier result put right, whatever has been played since; the reason is kept.

    A game that did not count counts again; ``ruled`` lets an unlikely score stand, and ``short``
    says that the round was cut short.
    """
    if not why.strip():
        raise EventError(message("a correction needs a reason"))
    there = _game(event, round_, table, voided=True)
    if there.result is None and not there.void:
        raise EventError(
            message(
                "table {table} has no result in round {round} to correct", table=table, round=round_
            )
        )
    before = there.result or Result((0, 0))
    result = Result(
        points,
        lost=lost,
        last_dealer=last_dealer or before.last_dealer,
        why=why if ruled else before.why,
        short=short or before.short,
        boards=tuple(boards),
    )
    _check(event, round_, there, result)
    return ResultCorrected(round_, table, result, why)


class CorrectResult(AtTable, frozen=True, tag="correct"):
    """Correct an earlier result: round, table, score."""

    asks_first: ClassVar[bool] = True
    round: Annotated[int, field("Round", limits={"ge": 1, "le": 9999})]
    table: Table
    first: Points
    second: Points
    why: Why
    lost: Lost = ""
    last_dealer: LastDealer = ""
    ruled: Annotated[bool, field("Accept this unusual score")] = False
    short: Short = False

    @classmethod
    def lines(cls, words: Sequence[str]) -> list[list[str]]:
        """The score may be written ``10-8``."""
        if len(words) > 2 and not words[2].isdecimal():
            return [[*words[:2], *score(words[2]), *words[3:]]]
        return [list(words)]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield correct(
            state,
            self.round,
            self.table,
            (self.first, self.second),
            why=self.why,
            lost=side(self.lost),
            last_dealer=dealer(state, self.table, self.last_dealer),
            ruled=self.ruled,
            short=self.short,
        )


class ResultRuled(OfTable, frozen=True, tag="ruled"):
    """A ruling changed the points of a game, or its winner."""

    ruling: ResultRuling

    def change(self, table: EventTable) -> EventTable:
        return replace(table, rulings=(*table.rulings, self.ruling))

    def what(self, state: Event) -> Message:
        return ruling_text(self.ruling, state.plan)


def rule(
    event: Event, table: int, ruling: ResultRuling, *, round_: int | None = None
) -> ResultRuled:
    """A ruling of the referee applied to a game; the result shows it from now on."""
    round_ = _round(event, round_)
    there = _game(event, round_, table)
    if ruling.side not in (0, 1):
        raise EventError(message("a ruling is about NS or EW"))
    if not ruling.why.strip():
        raise EventError(message("a ruling needs a reason"))
    if ruling.points and ruling.lost:
        raise EventError(
            message("a ruling gives or takes points, or loses a side the game, not both")
        )
    if event.plan.duplicate is not None and (ruling.lost or not ruling.in_score):
        raise EventError(
            message("enter the board as it was ruled, and say that the score already includes it")
        )
    if there.result is not None:
        ruled = replace(there, rulings=(*there.rulings, ruling))
        if reason := objection(event.plan, ruled, cut_short(event, round_)):
            raise EventError(message("with the ruling {reason}", reason=reason))
        if reason := _dealer_missing(event, ruled):
            raise EventError(
                message(
                    "with the ruling the game is drawn; {reason}, by a correction", reason=reason
                )
            )
    return ResultRuled(round_, table, ruling)


class Rule(AtTable, frozen=True, tag="ruling"):
    """Apply a ruling to a game: points added to or taken from a side, or the game lost."""

    asks_first: ClassVar[bool] = True
    table: Table
    side: Side
    what: Annotated[str, field("Ruling", "+2, -2, 0 or lost.")]
    round: Round = None
    why: Annotated[str, field("Reason", option=True)] = ""
    clause: Annotated[str, field("Clause", "Such as A01-11.R5.")] = ""
    in_score: Annotated[bool, field("The score already includes it")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        about = side(self.side)
        if about is None:
            raise EventError(message("choose the side that the ruling is about"))
        lost = self.what == "lost"
        if not lost and not re.fullmatch(r"[+-]?[0-9]{1,3}", self.what):
            raise EventError(
                message(
                    "{text} is not a ruling; write +2, -2, 0 or lost", text=repr(self.what[:40])
                )
            )
        refuse_unknown(self.clause, load(state.plan.book))
        points = 0 if lost else int(self.what)
        ruling = ResultRuling(about, points, lost, self.in_score, self.clause, self.why)
        yield rule(state, self.table, ruling, round_=self.round)


def _round(event: Event, round_: int | None) -> int:
    return event.round.number if round_ is None else round_


def _game(event: Event, round_: int, table: int, voided: bool = False) -> EventTable:
    event.require_open()
    there = event.round_at(round_).table(table)
    if there.void and not voided:
        raise EventError(
            message(
                "no game counts at table {table} in round {round}: {why}",
                table=table,
                round=round_,
                why=there.void,
            )
        )
    if not there.playing:
        raise EventError(
            message(
                "nobody plays at table {table} in round {round}: it is a bye",
                table=table,
                round=round_,
            )
        )
    return there


def _with_result(event: Event, round_: int, table: int) -> EventTable:
    there = _game(event, round_, table)
    if there.result is None:
        raise EventError(
            message("table {table} has no result in round {round} yet", table=table, round=round_)
        )
    return there


def _check(event: Event, round_: int, table: EventTable, result: Result) -> None:
    if reason := objection(event.plan, replace(table, result=result), cut_short(event, round_)):
        raise EventError(message("table {table}: {reason}", table=table.number, reason=reason))
    if result.last_dealer:
        table.side_of(result.last_dealer)
    if reason := _dealer_missing(event, replace(table, result=result, void="")):
        raise EventError(message("table {table}: {reason}", table=table.number, reason=reason))


def _dealer_missing(event: Event, table: EventTable) -> Message | None:
    """Why a game cannot stand without its last dealer: it is drawn, and the winners part."""
    assert table.result is not None
    came = outcome(event.plan, table)
    if came is None or came.winner is not None or table.result.last_dealer:
        return None
    if not event.plan.movement_kind.parts or event.has_sitter(table):
        return None
    clause = event.plan.clause("movement.drawn_game")
    return message(
        "name the last dealer of a drawn game, who cuts against the player on the right for who moves",
        clause,
    )
