"""The log's sentences with the teams of fixtures beside their numbers."""

from __future__ import annotations

import re

from rightbower.events.league.state.league import League

FIXTURE = re.compile(r"\bfixture ([0-9]+)")


def with_names(league: League, text: str) -> str:
    """A line of the log for people who do not know the numbers; a reason stays as it was written."""
    head, colon, reason = text.partition(": ")

    def fixture(found: re.Match[str]) -> str:
        number = int(found[1])
        if not 1 <= number <= len(league.fixtures):
            return found[0]
        return f"{found[0]} ({league.called(league.fixture(number))})"

    return FIXTURE.sub(fixture, head) + colon + reason
