"""The fixtures as a calendar file (RFC 5545) that any calendar program takes in."""

from __future__ import annotations

from collections.abc import Iterator

from rightbower.rules.refusal import counted
from rightbower.tournament.dates import calendar_file, escaped, stamp_of
from rightbower.tournament.league.fixtures import Fixture, numbered
from rightbower.tournament.league.league import League
from rightbower.tournament.league.lists import moved_games, moved_games_text
from rightbower.tournament.league.season import moment


def calendar(league: League, stamped: float, team: int | None = None) -> bytes:
    """All fixtures, or those of one team; ``stamped`` is when the file was made, in seconds.

    Times are local. A fixture keeps its UID when its date changes, so that programs move it; games
    of it that were moved to another day have an event of their own.
    """
    stamp = stamp_of(stamped)
    lines: list[str] = []
    for fixture in league.fixtures:
        if team is None or team in fixture.teams:
            lines += _event(league, fixture, stamp)
            for starts, games in moved_games(fixture).items():
                lines += _moved(league, fixture, starts, games, stamp)
    return calendar_file(league.name, "League", lines)


def _event(league: League, fixture: Fixture, stamp: str) -> Iterator[str]:
    sequence = fixture.moves + bool(fixture.cancelled)
    moved = "".join(f" {each}." for each in moved_games_text(fixture))
    yield "BEGIN:VEVENT"
    yield f"UID:{league.id}-fixture-{fixture.number}@rightbower"
    yield f"DTSTAMP:{stamp}"
    yield f"DTSTART:{_local(fixture.starts)}"
    yield f"SEQUENCE:{sequence + sum(game.moves for game in fixture.games)}"
    yield f"SUMMARY:{escaped(league.called(fixture))}"
    yield f"DESCRIPTION:{escaped(_title(league, fixture, league.plan.play.games) + moved)}"
    yield from _place(league)
    yield f"STATUS:{'CANCELLED' if fixture.cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


def _moved(
    league: League, fixture: Fixture, starts: str, games: list[int], stamp: str
) -> Iterator[str]:
    """The games of a fixture that were moved to one time."""
    first = fixture.game(games[0])
    yield "BEGIN:VEVENT"
    yield f"UID:{league.id}-fixture-{fixture.number}-game-{first.number}@rightbower"
    yield f"DTSTAMP:{stamp}"
    yield f"DTSTART:{_local(starts)}"
    yield f"SEQUENCE:{first.moves - 1}"
    yield f"SUMMARY:{escaped(f'{league.called(fixture)}, {numbered(games)}')}"
    yield f"DESCRIPTION:{escaped(_title(league, fixture, len(games)))}"
    yield from _place(league)
    yield "STATUS:CONFIRMED"
    yield "END:VEVENT"


def _title(league: League, fixture: Fixture, games: int) -> str:
    what = counted(games, "game")
    if league.plan.target is not None:
        what += f" to {league.plan.target}"
    cancelled = f" Not played: {fixture.cancelled}." if fixture.cancelled else ""
    return f"Week {fixture.week}, {fixture.phase}: {what}.{cancelled}"


def _place(league: League) -> Iterator[str]:
    if league.plan.place:
        yield f"LOCATION:{escaped(league.plan.place)}"


def _local(starts: str) -> str:
    return moment(starts).strftime("%Y%m%dT%H%M%S")
