"""What the plans of an event and of a league share: the book behind them, and its clauses."""

from __future__ import annotations

from msgspec import Struct


class PlanByBook(Struct, frozen=True):
    """A plan made from a book; subclasses keep the ``clauses`` of their settings."""

    book: str
    title: str
    edition: str
    officer: str

    def clause(self, path: str, step: int = 0) -> str:
        """The clause of a setting, or of one step of it; the setting's own name in older plans."""
        known: dict[str, tuple[str, ...]] = self.clauses  # type: ignore[attr-defined]  # of the subclass
        cited = known.get(path, (path,))
        return cited[min(step, len(cited) - 1)]
