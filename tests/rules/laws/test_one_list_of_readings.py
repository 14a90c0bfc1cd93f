"""The readings are one list: those of the matrix's section 4.7 stand in the clause files in its words."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rightbower.rules.book import load, names
from rightbower.rules.library import DOCUMENTS, Reading, gaps, readings

MATRIX = Path(__file__).resolve().parents[4] / "shared" / "rules" / "matrix.md"


def rows(heading: str) -> Iterator[list[str]]:
    """The cells of each row of the table under a heading of the matrix."""
    text = MATRIX.read_text("utf-8").split(heading, 1)[1].split("\n#", 1)[0]
    for line in text.splitlines():
        if re.match(r"\| [XG]-\d", line):
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def as_in_the_matrix(reading: Reading) -> list[str]:
    """A reading of ours, cell by cell as the matrix has it."""
    options = [
        f"({'abc'[number]}) {option.text.rstrip('.')}"
        for number, option in enumerate(reading.options)
    ]
    elsewhere = [f"{document}: {letter}" for document, letter in reading.elsewhere.items()]
    default = reading.chosen + (f" ({', '.join(elsewhere)})" if elsewhere else "")
    clauses = ", ".join(reading.clauses)
    return [reading.number, clauses, reading.question, "; ".join(options), default, reading.why]


@pytest.mark.skipif(not MATRIX.is_file(), reason="the matrix is not on this machine")
def test_the_readings_that_the_project_added_are_those_of_the_matrix() -> None:
    found = list(rows("### 4.7 Readings that the project added"))
    assert [row[0] for row in found] == sorted((row[0] for row in found), key=_number)
    assert len(found) > 20
    for row in found:
        ours = as_in_the_matrix(readings()[row[0]])
        # The sentence above the table corrects X-100 and leaves its row as it was.
        assert ours == row if row[0] != "X-100" else ours[:2] == row[:2]


@pytest.mark.skipif(not MATRIX.is_file(), reason="the matrix is not on this machine")
def test_the_gap_without_a_number_is_that_of_the_matrix() -> None:
    ((number, topic, silent, borrow),) = rows("### Gap without a number so far")
    gap = gaps()[number]
    assert (gap.topic, ", ".join(gap.silent), gap.borrow) == (topic, silent, borrow)


def _number(name: str) -> int:
    return int(name.partition("-")[2].rstrip("b"))


@pytest.mark.parametrize("number", [each for each in readings() if _number(each) >= 79])
def test_each_later_reading_is_a_setting_and_a_book_names_it(number: str) -> None:
    """A reading without a setting could not be chosen otherwise, and one that no book names is none."""
    reading = readings()[number]
    assert all(option.set for option in reading.options)
    own = [load(name) for name in names() if load(name).document in DOCUMENTS]
    named = [path for book in own for path in book.paths() if book.cite(path).see == number]
    assert named
    assert {path for option in reading.options for path in option.set} & set(named)
