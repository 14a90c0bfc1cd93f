"""Acts of the desk upon a day, each through its command as from any face."""

from __future__ import annotations

from typing import Any

from rightbower.tournament.commands import Answer, Now, Sheet
from rightbower.tournament.contest import Entry
from rightbower.tournament.events.acts import EventCommand, EventQuery
from rightbower.tournament.reading import from_words
from tournament.events.day import Day


def act(day: Day, *commands: EventCommand, at: float | None = None, seed: str = "s") -> Day:
    """The day after these commands, each a second later than the one before."""
    for command in commands:
        day.now = day.now + 1.0 if at is None else at
        now = Now(day.history, day.now, "test", lambda: seed)
        for fact in command.decide(day.event, now):
            day.history = day.history.extend(Entry(day.now, "test", fact))
            now.history = day.history
    return day


def typed(day: Day, request: type[EventCommand], *words: str) -> Day:
    """The day after words that somebody typed."""
    return act(day, *from_words(request, words))


def asked(day: Day, query: EventQuery, at: float = 0.0) -> Answer:
    """What a question comes to."""
    return query.answer(day.history, at)


def sheets(day: Day, query: EventQuery, at: float = 0.0) -> list[tuple[Any, ...]]:
    """The sheets of an answer: title, heads and rows."""
    return [_sheet(each) for each in asked(day, query, at).sheets]


def _sheet(sheet: Sheet) -> tuple[Any, ...]:
    return sheet.title, tuple(sheet.heads), [tuple(row) for row in sheet.rows]
