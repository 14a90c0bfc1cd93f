"""Calendar files (RFC 5545): how their text is escaped and their lines are cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

LONGEST_LINE = 75


def calendar_file(name: str, product: str, events: Iterable[str]) -> bytes:
    """The lines of events as a whole calendar."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//Rightbower//{product}//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{escaped(name)}",
        *events,
        "END:VCALENDAR",
    ]
    return b"".join(folded(line) for line in lines)


def stamp_of(at: float) -> str:
    """When a file was made, in seconds, as it is written there."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")


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


def whole_day(uid: str, day: str, title: str, about: str, stamp: str, link: str) -> Iterator[str]:
    """An event that takes a day, such as 2026-05-30."""
    yield "BEGIN:VEVENT"
    yield f"UID:{uid}@rightbower"
    yield f"DTSTAMP:{stamp}"
    yield f"DTSTART;VALUE=DATE:{day.replace('-', '')}"
    yield f"SUMMARY:{escaped(title)}"
    yield f"DESCRIPTION:{escaped(about)}"
    if link:
        yield f"URL:{link}"
    yield "STATUS:CONFIRMED"
    yield "END:VEVENT"
