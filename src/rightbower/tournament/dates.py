"""Dates as people say them, whatever the computer's language."""

from __future__ import annotations

from datetime import date
from typing import Final

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


def day_said(text: str) -> str:
    """A date such as 2026-05-30 in words; what is not a date stays as it is.

    >>> day_said("2026-05-30"), day_said("some day")
    ('May 30, 2026', 'some day')
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"
