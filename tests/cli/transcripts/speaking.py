"""Whole days, seasons and clubs as transcripts: what is typed, line for line, and all that is answered.

A line with ``$`` is typed, ``@`` sets the clock in seconds, ``#`` is a remark; every other line is the
answer. ``python -m cli.transcripts.speaking FILE …`` (in ``tests``) writes the answers anew as they are
now: read the difference before it is kept.
"""

from __future__ import annotations

import os
import secrets
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from rightbower.office.contests import CONTESTS
from rightbower.rules.refusal import Refusal
from rightbower.tournament.club.contest import ClubEntry
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.commands import Answer, Command, Query
from rightbower.tournament.contest import Entry as LeagueEntry
from rightbower.tournament.events.contest import EventEntry
from rightbower.tournament.events.event import EventHistory
from rightbower.tournament.league.league import LeagueHistory
from rightbower.tournament.reading import from_words

HERE = Path(__file__).parent
SPOKEN = ("$ ", "@ ", "# ")
FOLDS: dict[str, tuple[Any, Any]] = {
    "event": (EventEntry, EventHistory.of),
    "league": (LeagueEntry, LeagueHistory.of),
    "club": (ClubEntry, ClubHistory.of),
}


class Desk:
    """A contest that somebody types at; the first words open it."""

    def __init__(self) -> None:
        self.at = 0.0
        self.history: Any = None
        self.contest: Any = None

    def typed(self, line: str) -> list[str]:
        """What a line is answered."""
        try:
            with mock.patch.object(secrets, "token_hex", return_value="s"):
                words = [word.replace("\\n", "\n") for word in shlex.split(line)]
                return list(self._answers(*words))
        except Refusal as refused:
            return [f"! {refused}"]

    def _answers(self, name: str, *words: str) -> Iterator[str]:
        if self.history is None:
            yield from self._opens(name, words)
            return
        for request in from_words(self.contest.requests()[name], words):
            if isinstance(request, Query):
                yield from shown(request.answer(self.history, self.at))
                continue
            assert isinstance(request, Command)
            self.history, _, made = self.contest.decided(self.history, [request], at=self.at)
            receipts = [each.receipt for each in made]
            for each in receipts:
                yield f"{each.version}. {each.says}"
                yield from (f"   - {remark}" for remark in each.remarks)
            after = request.after(self.history.state, self.at)
            yield from shown(after) if after is not None else ()

    def _opens(self, word: str, words: tuple[str, ...]) -> Iterator[str]:
        self.contest = CONTESTS[word]
        (opening,) = from_words(self.contest.opening, words[1:])
        fact = opening.opened([])
        entry, fold = FOLDS[word]
        self.history = fold([entry(self.at, "test", fact)])
        yield f"1. {fact.says(self.history.state)}"


def shown(answer: Answer) -> Iterator[str]:
    """The sheets of an answer as lines."""
    for sheet in answer.sheets:
        yield from str(sheet.title).splitlines()
        if sheet.heads:
            yield f"   {' | '.join(sheet.heads)}"
        for row in sheet.rows:
            yield f"   {' | '.join(row)}".rstrip()
    for name, data in answer.files.items():
        yield f"[{name}]"
        if name.endswith((".txt", ".ics")):
            yield from (f"   {line}".rstrip() for line in data.decode("utf-8").splitlines())
    if answer.fault:
        yield "(something is not as it should be)"


def answered(text: str) -> str:
    """A transcript with the answers as they are now."""
    desk, lines = Desk(), []
    for line in text.splitlines():
        if not line.startswith(SPOKEN):
            continue
        lines.append(line)
        if line.startswith("@ "):
            desk.at = float(line[2:])
        elif line.startswith("$ "):
            lines += desk.typed(line[2:])
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    os.environ["TZ"] = "UTC"
    time.tzset()
    for each in sys.argv[1:]:
        file = Path(each)
        file.write_text(answered(file.read_text("utf-8")), "utf-8")
