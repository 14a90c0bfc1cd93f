"""Dates and calendars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time
from typing import Final

from rightbower.rules.message import word

DAYS: Final = (
    word("Mon"), word("Tue"), word("Wed"), word("Thu"), word("Fri"), word("Sat"), word("Sun"),
)  # fmt: skip
MONTHS: Final = (
    word("Jan"), word("Feb"), word("Mar"), word("Apr"), word("May"), word("Jun"),
    word("Jul"), word("Aug"), word("Sep"), word("Oct"), word("Nov"), word("Dec"),
)  # fmt: skip


def day_text(text: str) -> str:
    """A date such as 2026-05-30 in words; what is not a date stays as it is.

    >>> day_text("2026-05-30"), day_text("some day")
    ('Sat 30 May 2026', 'some day')
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return f"{DAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]} {day.year}"


def time_text(text: str) -> str:
    """A time such as 19:00 as people say it, with its seconds where it has some; else as it is.

    >>> time_text("19:00"), time_text("00:05"), time_text("12:00:30"), time_text("soon")
    ('7:00 pm', '12:05 am', '12:00:30 pm', 'soon')
    """
    try:
        at = time.fromisoformat(text)
    except ValueError:
        return text
    half = "am" if at.hour < 12 else "pm"
    return f"{(at.hour - 1) % 12 + 1}:{text[3:]} {half}"


def time_in_french(text: str) -> str:
    """The same as it is written in French; else as it is.

    >>> time_in_french("19:00"), time_in_french("00:05"), time_in_french("bientôt")
    ('19\xa0h\xa000', '0\xa0h\xa005', 'bientôt')
    """
    try:
        at = time.fromisoformat(text)
    except ValueError:
        return text
    return f"{at.hour}\u00a0h\u00a0{at.minute:02}"


# How a time is written in a language, for pages.
TIMES: Final = {"en": time_text, "fr": time_in_french}


def when_text(text: str) -> str:
    """A day and a time such as 2027-01-12T19:00 in words; a day alone has no time.

    >>> when_text("2027-01-12T19:00"), when_text("2027-01-12")
    ('Tue 12 Jan 2027, 7:00 pm', 'Tue 12 Jan 2027')
    """
    day, _, at = text.replace(" ", "T", 1).partition("T")
    return f"{day_text(day)}, {time_text(at)}" if at else day_text(text)


def clock_text(at: float) -> str:
    """Seconds since 1970 as the time on this computer's clock."""
    return time_text(f"{_here(at):%H:%M:%S}")


def minute_text(at: float) -> str:
    """The same without its seconds."""
    return time_text(minute(at))


def minute(at: float) -> str:
    """Seconds since 1970 as such a time, 19:00, for each reader to be told in their way."""
    return f"{_here(at):%H:%M}"


def moment_text(at: float) -> str:
    """Seconds since 1970 as the day and the time on this computer's clock."""
    return when_text(f"{_here(at):%Y-%m-%dT%H:%M}")


def _here(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC).astimezone()


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
