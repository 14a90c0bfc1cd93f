"""What the commands of a league share: their base, and the fields that many of them have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from rightbower.rules.message import message
from rightbower.tournament.commands import LONGEST_NAME, LONGEST_TEXT, Command, Now, Query, field
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import League, LeagueHistory
from rightbower.tournament.league.refusal import LeagueError

SCORE = re.compile(r"([0-9]{1,4})\s*[-–]\s*([0-9]{1,4})")
TIME = re.compile(r"[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?")
NAME = Annotated[str, Meta(max_length=LONGEST_NAME)]
TeamField = Annotated[int | str, field("Team", "Its name or number.")]
OfTeam = Annotated[int | str, field("Team", "The team that says so; the desk if left out.")]
FixtureNo = Annotated[int, field("Fixture", "Its number.", limits={"ge": 1, "le": 9999})]
GameNo = Annotated[int, field("Game", "Its number within the fixture.", limits={"ge": 1, "le": 99})]
ProtestNo = Annotated[int, field("Protest", "Its number.", limits={"ge": 1, "le": 9999})]
Player = Annotated[str, field("Player", limits={"max_length": LONGEST_TEXT})]
Names = Annotated[
    tuple[NAME, ...], field("Names", f"Each at most {LONGEST_NAME} letters.", split=",\n")
]
LineUp = Annotated[
    tuple[NAME, ...],
    field("Line-up", "Two players, separated by a comma.", split=",\n", one_word=True, place=True),
]
Why = Annotated[str, field("Reason", option=True, limits={"max_length": LONGEST_TEXT})]
Email = Annotated[str, field("Email")]
Starts = Annotated[str, field("When it starts", "Such as 2027-01-12T19:00.")]
When = Annotated[str, field("When", "The local time, such as 2027-01-12T19:10; now if left out.")]
Points = Annotated[int, field("Points", limits={"ge": 0, "le": 99})]


class LeagueCommand(Command, frozen=True):
    """An act in a league."""

    def seen(self, state: League) -> str:
        """The whole league as it was shown."""
        return str(state.version)


class LeagueQuery(Query, frozen=True):
    """A question about a league."""


def team_number(league: League, text: int | str) -> int:
    """A team by its number or its name."""
    for each in league.teams:
        if str(text) == str(each.number) or str(text).casefold() == each.name.casefold():
            return each.number
    raise LeagueError(message("there is no team {name}", name=str(text)[:LONGEST_NAME]))


def side(league: League, fixture: int, text: int | str) -> int | None:
    """The side of a fixture that a team is; nothing is the desk."""
    return league.side_of(league.fixture(fixture), team_number(league, text)) if text else None


def score(words: Sequence[str], place: int) -> list[str]:
    """Words with the score among them, such as 10-7, as two numbers."""
    if len(words) <= place:
        return list(words)
    found = SCORE.fullmatch(words[place].strip())
    if found is None:
        raise LeagueError(
            message("{text} is not a result; write 10-7", text=repr(words[place][:40]))
        )
    return [*words[:place], found[1], found[2], *words[place + 1 :]]


def local_time(when: str, now: Now[LeagueHistory], fixture: Fixture | None = None) -> str:
    """The local time of what happened: now if not said; a time of day is that of the night."""
    if not TIME.fullmatch(when):
        return when or now.when
    today = now.when[:10]
    moved = fixture is not None and any(game.moved[:10] == today for game in fixture.games)
    day = today if fixture is None or moved else fixture.starts[:10]
    return f"{day}T{when}"
