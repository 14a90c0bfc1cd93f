"""The round: clock and bell, tables in and tables missing, results typed from paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from starlette.requests import Request

from rightbower.rules.message import Message, Term, because, message
from rightbower.tournament.events import clock as clocks
from rightbower.tournament.events.event import Event, EventHistory, EventTable, Round
from rightbower.tournament.events.outcome import entered_why, score_text
from rightbower.web.desk.pending import afterwards, waiting_said
from rightbower.web.pages.desk_pages import DeskPage, FilledForm
from rightbower.web.snapshots.event_view import State, advised, reminder_words, state_of
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
        [tile(event, table, calls.get((number, table.number))) for table in round_.tables]
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
        "clock": _clock(event, round_, desk_of(request).clock()),
        "byes": [event.name_of(each) for each in round_.byes] if round_ is not None else [],
    }


def tile(event: Event, table: EventTable, call: str | None = None) -> Tile:
    """A table as the grid shows it; ``call`` is why it calls, None where it does not."""
    state = state_of(table)
    score = ""
    if table.result is not None and state != "void":
        score = score_text(event.plan, table) + "?" * (state == "entered")
    names = [event.name_of(*side) if side else "—" for side in table.sides]
    called = call is not None
    word = _word(event, table, state) if call is None else because(message("Calls you"), call)
    mark = "call" if called else MARKS[state]
    return Tile(table.number, state, word, score, (names[0], names[1]), mark, called)


def _word(event: Event, table: EventTable, state: State) -> Message:
    """What a table's tile says of its result."""
    word, sides = WORDS[state], event.plan.side_names
    if state == "playing" and (gone := _gone(event, table)):
        return message("{people} {people|has|have} left", people=event.whom(*gone))
    if state == "entered" and table.result is not None and table.result.side is not None:
        one, other = Term(sides[table.result.side]), Term(sides[1 - table.result.side])
        word = message("{side} sent it, {other} has not", side=one, other=other)
    if state == "disputed" and table.result is not None:
        word = because(word, table.result.dispute)
    if table.rulings:
        word = message("{said}, ruling", said=word)
    if state != "void" and (why := entered_why(event.plan, table)):
        word = message("{said}: {why}", said=word, why=why)
    return word


def _gone(event: Event, table: EventTable) -> list[int]:
    """Those at a table who have left the event."""
    return [each for each in table.entrants if event.entrant(each).state == "withdrawn"]


def _counts(tiles: list[Tile]) -> Counter[str]:
    return Counter(each.state for each in tiles)


class ClockView(Struct, frozen=True):
    """The clock as the page is made; the browser counts on from there."""

    state: str
    time: str
    limited: bool
    reminder: str = ""
    advice: float = 0.0
    early: bool = True


def _clock(event: Event, round_: Round | None, now: float) -> ClockView:
    clock = event.clock
    if round_ is None or clock.round != round_.number:
        minutes = event.plan.minutes
        return ClockView("not started", clocks.shown(60 * minutes) if minutes else "0:00", False)
    left = clocks.left(clock, now)
    time = clocks.shown(clocks.elapsed(clock, now) if left is None else left)
    state = "rang" if clock.rang_at is not None else "running" if clock.running else "stopped"
    advice = advised(event)
    if advice is None or state == "rang":
        return ClockView(state, time, left is not None)
    early = clocks.elapsed(clock, now) < advice
    return ClockView(state, time, left is not None, reminder_words(event), advice, early)


ROUND: Final = DeskPage("desk_round.html", round_values, "round", "round")
