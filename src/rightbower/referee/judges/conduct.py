"""Rulings on talk, help and signals."""

from __future__ import annotations

from rightbower.referee.irregularities import Kind
from rightbower.referee.remedies import DeductPoints, Remedy, Review, Warn
from rightbower.referee.rulings import Ruling, dismissed, upheld
from rightbower.referee.situation import Case
from rightbower.rules.book import RuleBook
from rightbower.rules.refusal import Refusal


def table_talk(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """Talk that helps a partner, unless the table agreed to open help."""
    if book.conduct.help and case.help_agreed:
        says = "The table agreed that players may ask openly for help, without showing or naming a card."
        return dismissed(kind, says, "conduct.help")
    return _ruled(case, book, kind, "conduct.table_talk")


def signalling(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """Signals between partners, suspected or caught."""
    return _ruled(case, book, kind, "conduct.signalling")


def _ruled(case: Case, book: RuleBook, kind: Kind, path: str) -> Ruling:
    if book.value(path) == "warning":
        return upheld(book, kind, "The book does not allow it, but names no penalty.", Warn(path))
    rules = book.conduct
    if not _within(case.points, rules.least, rules.most):
        raise Refusal(
            f"the {book.officer} takes {rules.least} to {rules.most} points, not {case.points}"
            f" ({book.clause('conduct.most')})"
        )
    below = rules.floor == "below zero"
    remedies: list[Remedy] = [DeductPoints(path, case.points, below)]
    if rules.removal_review:
        remedies.append(Review("conduct.removal_review"))
    says = f"The {book.officer} takes points for it from the game in progress."
    return upheld(book, kind, says, *remedies, also=("conduct.least", "conduct.most"))


def _within(points: int, least: int | None, most: int | None) -> bool:
    return points > 0 and (least is None or points >= least) and (most is None or points <= most)
