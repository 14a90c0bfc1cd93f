"""Every ruling of every book, with all that it cites, as a person can read it.

``python -m referee.every_ruling`` writes them down anew; read the difference against the texts of
the clauses, which stand at the end of each file, before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from rightbower.referee.irregularities import TITLES, Kind
from rightbower.referee.judges import advise, every_ruling
from rightbower.referee.rulings import ASKED, Ruling, Situation, report, report_lines
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.cards import cards
from rightbower.rules.library import every_clause, gaps, readings

FOLDER: Final = Path(__file__).parent / "rulings"


def told(known: Situation) -> str:
    """What is known of a case, in one line."""
    parts = [
        f"{name}: {_answer(getattr(known, name))}"
        for name in ASKED
        if getattr(known, name) is not None
    ]
    parts += [f"not yet: {each}" for each in sorted(known.not_yet)]
    parts += [f"after: {each}" for each in sorted(known.happened)]
    parts += [f"cards: {' '.join(map(str, known.cards))}"] if known.cards else []
    return "; ".join(parts) or "whatever the case"


def _answer(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def cases(kind: Kind, book: RuleBook) -> Iterator[tuple[Situation, Ruling]]:
    """Every end of the questions, and what is rare and only told."""
    plain = list(every_ruling(kind, book))
    yield from plain
    seen = {_core(ruling) for _, ruling in plain}
    for known, _ in plain:
        for rare in _rare(known):
            ruling = advise(kind, book, rare)
            if isinstance(ruling, Ruling) and _core(ruling) not in seen:
                seen.add(_core(ruling))
                yield rare, ruling


def _core(ruling: Ruling) -> object:
    return str(ruling.says), ruling.options, ruling.paths, ruling.chooser, ruling.when


def _rare(known: Situation) -> Iterator[Situation]:
    yield replace(known, wrong_dealer=True)
    yield replace(known, wrong_dealer=True, not_yet=known.not_yet | {"turn-up faced"})
    yield replace(known, wrong_dealer=True, happened=known.happened | {"turn-up faced"})
    yield replace(known, paid_before=True)
    yield replace(known, others_may_score=False)
    yield replace(known, cards=cards("AH KS"))


def table(book: RuleBook) -> list[str]:
    """Every ruling of a book, and the texts of all that is cited in them."""
    lines = [f"{book.title} ({book.document}): every ruling, and what it cites.", ""]
    cited: set[str] = set()
    for kind in Kind:
        lines += [f"== {kind.value}: {TITLES[kind]}", ""]
        for known, ruling in cases(kind, book):
            cited.update(ruling.paths)
            lines += [f"[{told(known)}]", *report_lines(report(ruling, book)), ""]
    return [*lines, *_texts(book, cited)]


def _texts(book: RuleBook, paths: set[str]) -> Iterator[str]:
    cited = [book.cite(path) for path in paths]
    numbers = {clause for each in cited for clause in each.clauses}
    known = every_clause()
    yield from ["== What the clauses say", ""]
    yield from (f"{number}: {known[number].rule}" for number in known if number in numbers)
    yield from ["", "== What the readings and gaps say", ""]
    for number in sorted({each.see for each in cited} - {""}):
        if number in gaps():
            yield f"{number}: {gaps()[number].topic}: {gaps()[number].borrow}"
        else:
            reading = readings()[number]
            yield f"{number}: {reading.question} {reading.option(book.document).text}"


def main() -> None:
    """Write the tables of all books."""
    FOLDER.mkdir(exist_ok=True)
    for name in names():
        text = "".join(f"{line}\n" for line in table(load(name)))
        (FOLDER / f"{name}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
