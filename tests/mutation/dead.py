"""Settings that cannot matter in a book, because another setting shuts them out."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, convert

from mutation.mutants import Mutant
from rightbower.referee.irregularities import Kind
from rightbower.referee.judges import every_ruling
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.tournament.events.presets import PRESETS


def _no_penalty_is_lent(book: RuleBook) -> bool:
    """No ruling of the book would be a suggestion if borrowed ones were."""
    strict = overlay(book, {"rulings.borrowed": "suggested"}, "for the check")
    return not any(ruling.suggestion for kind in Kind for _, ruling in every_ruling(kind, strict))


CHECKS: Final[Mapping[str, Callable[[RuleBook], bool]]] = {
    "no penalty is lent": _no_penalty_is_lent,
}


class Dead(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of some books that change nothing while ``because`` holds and the ``check`` says so."""

    books: tuple[str, ...]
    settings: tuple[str, ...]
    reason: str
    because: dict[str, Any] = {}
    check: str = ""


@cache
def listed() -> tuple[Dead, ...]:
    """All that are listed."""
    text = Path(__file__).with_name("dead.toml").read_text("utf-8")
    return convert(tomllib.loads(text).get("dead", []), tuple[Dead, ...])


def dead(mutant: Mutant) -> Dead | None:
    """Why a mutant cannot matter; None where it can."""
    for each in listed():
        if mutant.home in each.books and mutant.path in each.settings:
            return each
    return None


def holds(each: Dead, home: str) -> bool:
    """Whether what shuts the settings out is so in a book or preset."""
    book = load(PRESETS[home].book if home in PRESETS else home)
    changes = dict(PRESETS[home].changes) if home in PRESETS else {}
    for path, wanted in each.because.items():
        value = changes.get(path, book.value(path))
        if value != (None if wanted == "none" and value is None else wanted):
            return False
    return not each.check or CHECKS[each.check](book)
