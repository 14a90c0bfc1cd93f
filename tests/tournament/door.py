"""What is typed and read at ``rightbower event``, in words of a day."""

from __future__ import annotations

from typing import Any

from typed import Terminal

DAY = "2026-05-30"


def begun(event: Terminal, preset: str, *names: str, **options: str) -> None:
    """An event with everybody here; a value of an option may be several."""
    more = [
        word for key, value in options.items() for word in (f"--{key.replace('_', '-')}", value)
    ]
    event("new", preset, "--name", "Day", "--date", DAY, *more)
    event("entrants", "add", *names, "--here")


def pairs(count: int) -> list[str]:
    return [f"P{number} & Q{number}" for number in range(1, count + 1)]


def people(count: int) -> list[str]:
    return [f"P{number}" for number in range(1, count + 1)]


def seated(event: Terminal) -> dict[int, tuple[list[str], list[str]]]:
    """Who sits where in the latest round, by the master card: table, first side, second side."""
    rows = event.json("results")
    latest = max(row["round"] for row in rows)
    return {
        row["table"]: (row["first"].split(" and "), row["second"].split(" and "))
        for row in rows
        if row["round"] == latest
    }


def standing(event: Terminal) -> dict[str, Any]:
    """Everybody's place by name."""
    return {each["name"]: each for each in event.json("standings")}


def ranks(event: Terminal) -> dict[str, int | None]:
    return {name: each["rank"] for name, each in standing(event).items()}


def won(event: Terminal, prize: str) -> set[int]:
    """The numbers of those who win a prize."""
    return {
        who for each in event.json("prizes") if prize in each["prizes"] for who in each["winners"]
    }
