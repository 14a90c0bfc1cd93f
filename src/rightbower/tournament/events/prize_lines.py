"""Prizes as they are typed: a line each, whose words say whom it is for and what it goes by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Final

from rightbower.rules.message import message
from rightbower.tournament.commands import field
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Prize
from rightbower.tournament.names import looks_like

LONGEST_PRIZE = 40


LONE = re.compile(r"\blone", re.IGNORECASE)


HALF = re.compile(r"\bhalf\b", re.IGNORECASE)


LINES: Final = {
    1: re.compile(r"\bfirst line\b", re.IGNORECASE),
    2: re.compile(r"\bsecond line\b", re.IGNORECASE),
}


# "Highest, ladies only": whose prize it is, after the last comma.
ONLY = re.compile(r"(?:^|,)\s*(?:the )?([^,]+?) only\b", re.IGNORECASE)


AMOUNT = re.compile(r"[0-9]{1,6}(\.[0-9]{2})?")


PrizeLines = Annotated[
    tuple[str, ...],
    field("Prizes", "NAME=AMOUNT, first place first. A name that begins with low counts from the bottom;"
          " one with lone hands in it goes to whoever made the most; one with half in it goes by half-time;"
          " one with first line or second line in it goes to the players of that line; one such as"
          " Highest, ladies only goes to that group or zone.", split="\n", option_name="prize", repeated=True,
          any_game="NAME=AMOUNT, first place first. A name that begins with low counts from the bottom;"
          " one with first line or second line in it goes to the players of that line."),
]  # fmt: skip


def read_prizes(lines: Sequence[str]) -> list[Prize]:
    """Prizes in order of places, those from the bottom and those for lone hands apart.

    >>> [(prize.name, prize.place, prize.amount, prize.low) for prize in read_prizes(["First = 50"])]
    [('First', 1, 5000, False)]
    """
    prizes: list[Prize] = []
    for line in lines:
        name, _, amount = (part.strip() for part in line.partition("="))
        if amount and not AMOUNT.fullmatch(amount):
            raise EventError(
                message("{text} is not an amount; write 50 or 12.50", text=repr(amount[:20]))
            )
        if not name:
            raise EventError(
                message(
                    "{text} is not a prize; write First = 50, or First",
                    text=repr(line.strip()[:40]),
                )
            )
        low = name.casefold().startswith("low")
        loners = not low and LONE.search(name) is not None
        half = not loners and HALF.search(name) is not None
        of_line = next((each for each, said in LINES.items() if said.search(name)), 0)
        group = ONLY.search(name)
        of = " ".join(group[1].split()) if group else ""
        mine = (low, loners, 0 if loners else of_line, half, of)
        place = 1 + sum(_for(each) == _for(Prize("", 1, 0, *mine)) for each in prizes)
        cents = round(float(amount or 0) * 100)
        prizes.append(Prize(name[:LONGEST_PRIZE], place, cents, *mine))
    return prizes


def _for(prize: Prize) -> tuple[object, ...]:
    """Whom a prize is for, and what it goes by."""
    return prize.low, prize.loners, prize.line, prize.half, looks_like(prize.of)


def money(cents: int) -> str:
    """Cents as people write them.

    >>> money(1250), money(-5)
    ('12.50', '-0.05')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def read_money(text: str) -> int:
    """An amount as cents.

    >>> read_money("12.50"), read_money("5"), read_money("")
    (1250, 500, 0)
    """
    if not text.strip():
        return 0
    if not AMOUNT.fullmatch(text.strip()):
        raise EventError(message("{text} is not an amount; write 5 or 12.50", text=repr(text[:20])))
    whole, _, part = text.strip().partition(".")
    return int(whole) * 100 + int(part or 0)
