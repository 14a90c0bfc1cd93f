"""Rows of a list before they are imported: which are good, what is wrong with the others."""

from __future__ import annotations

from typing import Final, Generic, Protocol, TypeVar

from msgspec import Struct

from rightbower.rules.refusal import Refusal

YES: Final = ("yes", "y", "true", "1", "x", "active")
NO: Final = ("no", "n", "false", "0", "-", "lapsed")


class RowRead(Protocol):
    """One row as it was read; an empty ``fault`` means that it can be imported."""

    @property
    def fault(self) -> str: ...


R = TypeVar("R", bound=RowRead)


class Preview(Struct, Generic[R], frozen=True):
    """What importing the rows would do."""

    lines: tuple[R, ...]

    @property
    def good(self) -> tuple[R, ...]:
        """The rows that can be imported."""
        return tuple(line for line in self.lines if not line.fault)

    @property
    def faulty(self) -> tuple[R, ...]:
        """The rows that cannot, each with its fault."""
        return tuple(line for line in self.lines if line.fault)


def yes_or_no(text: str, error: type[Refusal], column: str = "") -> bool | None:
    """What a cell says; None where it says nothing.

    >>> yes_or_no(" Yes", Refusal), yes_or_no("-", Refusal), yes_or_no("", Refusal)
    (True, False, None)
    """
    word = text.strip().casefold()
    if word and word not in (*YES, *NO):
        under = f" under {column}" if column else ""
        raise error(f"{text!r}{under} is neither yes nor no")
    return word in YES if word else None
