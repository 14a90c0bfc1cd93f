"""The fixtures as a calendar file (RFC 5545) that any calendar program takes in."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from rightbower.events.league.league import Fixture, League
from rightbower.events.league.season import moment

LONGEST_LINE = 75


def calendar(league: League, stamped: float, team: int | None = None) -> bytes:
    """All fixtures, or those of one team; ``stamped`` is when the file was made, in seconds.

    Times are local. A fixture keeps its UID when its date changes, so that programs move it.
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
    lines.append("END:VCALENDAR")
    return b"".join(folded(line) for line in lines)


def _event(league: League, fixture: Fixture, stamp: str) -> Iterator[str]:
    plan = league.plan
    what = f"{plan.play.games} games"
    if plan.target is not None:
        what += f" to {plan.target}"
    title = f"Week {fixture.week}, {fixture.phase}: {what}."
    yield "BEGIN:VEVENT"
    yield f"UID:{league.id}-fixture-{fixture.number}@rightbower"
    yield f"DTSTAMP:{stamp}"
    yield f"DTSTART:{moment(fixture.starts).strftime('%Y%m%dT%H%M%S')}"
    yield f"SEQUENCE:{fixture.moves + bool(fixture.cancelled)}"
    yield f"SUMMARY:{escaped(league.called(fixture))}"
    yield f"DESCRIPTION:{escaped(title + (f' Not played: {fixture.cancelled}.' if fixture.cancelled else ''))}"
    if plan.place:
        yield f"LOCATION:{escaped(plan.place)}"
    yield f"STATUS:{'CANCELLED' if fixture.cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


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
