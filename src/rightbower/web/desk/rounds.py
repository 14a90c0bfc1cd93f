"""The round: clock and bell, tables in and tables missing, results typed from paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from starlette.requests import Request

from rightbower.rules.message import Message, Term, because, message
from rightbower.tournament.events.clock import shown
from rightbower.tournament.events.event import Event, EventHistory, Round
from rightbower.tournament.events.round_clock import clock_view, reminder_words
from rightbower.tournament.events.table_view import State, TableView, tables_of
from rightbower.web.desk.pending import afterwards, waiting_said
from rightbower.web.pages.desk_pages import DeskPage, FilledForm
from rightbower.web.state.access import desk_of, stream_of

WORDS: Mapping[State, Message] = {
    "bye": message("Sits out"),
    "playing": message("No score yet"),
    "entered": message("To be confirmed"),
    "disputed": message("Disputed"),
    "marked": message("In"),
    "void": message("No game"),
}
MARKS: Mapping[State, str] = {
    "bye": "out",
    "playing": "out",
    "entered": "half",
    "disputed": "wrong",
    "marked": "in",
    "void": "out",
}


class Tile(Struct, frozen=True):
    """A table in the grid."""

    number: int
    state: State
    word: Message
    score: str
    sides: tuple[str, str]
    mark: str
    called: bool = False


def round_values(request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """The round under way, or an earlier one to look at."""
    event = history.event
    asked = request.query_params.get("round", "")
    number = int(asked) if asked.isdecimal() and len(asked) < 5 else len(event.rounds)
    number = number if 1 <= number <= len(event.rounds) else len(event.rounds)
    round_ = event.round_at(number) if event.rounds else None
    calls = desk_of(request).notes(stream_of(event)).calls
    tiles = (
        [tile(each, calls.get((number, each.number))) for each in tables_of(event, round_)]
        if round_ is not None
        else []
    )
    return {
        "round": round_,
        "latest": round_ is not None and number == len(event.rounds),
        "tiles": tiles,
        "counts": _counts(tiles),
        "calling": sum(each.called for each in tiles),
        "waiting": waiting_said(event),
        "afterwards": afterwards(event),
        "sides": event.plan.side_names,
        "clock": _clock(event, number, desk_of(request).clock()),
        "byes": [event.name_of(each) for each in round_.out] if round_ is not None else [],
        "threes": _threes(event, round_) if round_ is not None else [],
    }


def _threes(event: Event, round_: Round) -> list[list[tuple[int, str, str]]]:
    """The tables of three: who plays there, and what each made where that is known."""
    return [
        [
            (number, event.name_of(number), made)
            for number, made in zip(
                each.entrants, map(str, each.points or ("", "", "")), strict=True
            )
        ]
        for each in round_.of_three
    ]


def tile(table: TableView, call: str | None = None) -> Tile:
    """A table as the grid shows it; ``call`` is why it calls, None where it does not."""
    state = table.state
    score = table.score + "?" * (state == "entered")
    called = call is not None
    word = _word(table) if call is None else because(message("Calls you"), call)
    mark = "call" if called else MARKS[state]
    return Tile(table.number, state, word, score, table.names, mark, called)


def _word(table: TableView) -> Message:
    """What a table's tile says of its result."""
    word, sides = WORDS[table.state], table.event.plan.side_names
    if table.state == "playing" and table.gone:
        return message("{people} {people|has|have} left", people=table.event.whom(*table.gone))
    if table.sent_by is not None:
        one, other = Term(sides[table.sent_by]), Term(sides[1 - table.sent_by])
        word = message("{side} sent it, {other} has not", side=one, other=other)
    if table.state == "disputed":
        word = because(word, table.dispute)
    if table.rulings:
        word = message("{said}, ruling", said=word)
    if table.state != "void" and (why := table.differs):
        word = message("{said}: {why}", said=word, why=why)
    return word


def _counts(tiles: list[Tile]) -> Counter[str]:
    return Counter(each.state for each in tiles)


class DeskClock(Struct, frozen=True):
    """The clock as the page is made; the browser counts on from there."""

    state: str
    time: str
    limited: bool
    reminder: str = ""
    advice: float = 0.0
    early: bool = True


def _clock(event: Event, round_: int, now: float) -> DeskClock:
    clock = clock_view(event, now, round_)
    if clock is None:
        minutes = event.plan.minutes
        return DeskClock("not started", shown(60 * minutes) if minutes else "0:00", False)
    if clock.advice is None or clock.rang:
        return DeskClock(clock.state, clock.time, clock.limited)
    told = reminder_words(event)
    return DeskClock(clock.state, clock.time, clock.limited, told, clock.advice, clock.early)


ROUND: Final = DeskPage("desk_round.html", round_values, "round", "round")
