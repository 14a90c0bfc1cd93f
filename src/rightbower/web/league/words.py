"""The log's sentences with the names of teams and fixtures beside their numbers."""

from __future__ import annotations

import re

from rightbower.events.league.league import League

TEAMS = re.compile(r"\bteams? [0-9]+(?:, [0-9]+)*")
FIXTURE = re.compile(r"\bfixture ([0-9]+)")


def with_names(league: League, text: str) -> str:
    """A line of the log for people who do not know the numbers; a reason stays as it was written."""
    head, colon, reason = text.partition(": ")

    def teams(found: re.Match[str]) -> str:
        numbers = [int(number) for number in re.findall(r"[0-9]+", found[0])]
        if any(not 1 <= number <= len(league.teams) for number in numbers):
            return found[0]
        names = [league.team(number).name for number in numbers]
        return found[0] if reason in names else f"{found[0]} ({', '.join(names)})"

    def fixture(found: re.Match[str]) -> str:
        number = int(found[1])
        if not 1 <= number <= len(league.fixtures):
            return found[0]
        return f"{found[0]} ({league.called(league.fixture(number))})"

    return FIXTURE.sub(fixture, TEAMS.sub(teams, head)) + colon + reason
