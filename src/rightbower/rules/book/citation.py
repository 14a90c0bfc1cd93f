"""Where a setting or a law comes from."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Basis = Literal["stated", "read", "borrowed", "custom", "house"]


class Citation(Struct, frozen=True):
    """The clause behind a setting: stated in the text, our reading of it, or borrowed."""

    clause: str
    basis: Basis
    note: str
    see: str = ""
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.basis == "read":
            return f"{self.clause} (our reading, {self.see})"
        if self.basis == "borrowed":
            return f"{self.clause} (borrowed, {self.see})"
        return self.clause

    @property
    def clauses(self) -> tuple[str, ...]:
        return (self.clause, *self.also)
