"""The fixtures as a calendar file (RFC 5545) that any calendar program takes in."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from rightbower.events.league.league import Fixture, League
from rightbower.events.league.paper import moved_games, numbered, said_of_moved
from rightbower.events.league.season import moment

LONGEST_LINE = 75


def calendar(league: League, stamped: float, team: int | None = None) -> bytes:
    """All fixtures, or those of one team; ``stamped`` is when the file was made, in seconds.

    Times are local. A fixture keeps its UID when its date changes, so that programs move it; games
    of it that were moved to another day have an event of their own.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Rightbower//League//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{escaped(league.name)}",
    ]
    stamp = datetime.fromtimestamp(stamped, UTC).strftime("%Y%m%dT%H%M%SZ")
    for fixture in league.fixtures:
        if team is None or team in fixture.teams:
            lines += _event(league, fixture, stamp)
            for starts, games in moved_games(fixture).items():
                lines += _moved(league, fixture, starts, games, stamp)
    lines.append("END:VCALENDAR")
    return b"".join(folded(line) for line in lines)


def _event(league: League, fixture: Fixture, stamp: str) -> Iterator[str]:
    sequence = fixture.moves + bool(fixture.cancelled)
    moved = "".join(f" {each}." for each in said_of_moved(fixture))
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
    what = f"{games} {'game' if games == 1 else 'games'}"
    if league.plan.target is not None:
        what += f" to {league.plan.target}"
    cancelled = f" Not played: {fixture.cancelled}." if fixture.cancelled else ""
    return f"Week {fixture.week}, {fixture.phase}: {what}.{cancelled}"


def _place(league: League) -> Iterator[str]:
    if league.plan.place:
        yield f"LOCATION:{escaped(league.plan.place)}"


def _local(starts: str) -> str:
    return moment(starts).strftime("%Y%m%dT%H%M%S")


def escaped(text: str) -> str:
    r"""Text as a calendar holds it.

    >>> print(escaped("Aces; Kings, \\ Queens\nJacks"))
    Aces\; Kings\, \\ Queens\nJacks
    """
    for plain, held in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, held)
    return text.replace("\r", "")


def folded(line: str) -> bytes:
    """A line of at most 75 octets, the rest on lines that begin with a blank; no letter is cut."""
    lines: list[bytes] = []
    room, now = LONGEST_LINE, b""
    for letter in line:
        held = letter.encode()
        if len(now) + len(held) > room:
            lines.append(now)
            room, now = LONGEST_LINE - 1, b""
        now += held
    lines.append(now)
    return b"\r\n ".join(lines) + b"\r\n"
