"""The rulings of a game as at the table, in plain values."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rightbower.record.entries import Record
from rightbower.record.replay import at_the_table
from rightbower.referee import Chosen, Ruled, Table, citations, describe, write_remedy
from rightbower.referee.cases.ruling import borrowed


class RulingSummary(Struct, frozen=True):
    """One ruling: in which hand, on what, at whose word, how it went, what was chosen, and by which clauses."""

    number: int
    hand: int
    irregularity: str
    fact: str
    claimed_by: str
    upheld: bool
    says: str
    clauses: list[str]
    borrowed: bool
    suggestion: bool
    options: list[str]
    chosen: str | None = None
    overruled_by: str | None = None
    reason: str | None = None
    instead: list[str] = []


def rulings(record: Record) -> list[RulingSummary]:
    """Every ruling of a record; none for a game in which slips could not happen."""
    if not record.at_table:
        return []
    table = at_the_table(record)
    found: dict[int, RulingSummary] = {}
    for number, each in enumerate(table.log):
        if isinstance(each, Ruled):
            found[number] = _ruling(table, number, each)
        elif isinstance(each, Chosen):
            found[each.number] = replace(found[each.number], chosen=each.option)
        else:
            found[each.number] = replace(
                found[each.number],
                overruled_by=each.officer,
                reason=each.reason,
                instead=[write_remedy(remedy) for remedy in each.remedies],
            )
    return list(found.values())


def _ruling(table: Table, number: int, ruled: Ruled) -> RulingSummary:
    book = table.game.book
    ruling = ruled.ruling
    cited = dict.fromkeys(str(each) for each in citations(ruling, book))
    return RulingSummary(
        number=number,
        hand=ruled.hand,
        irregularity=ruling.kind.value,
        fact=describe(ruled.fact),
        claimed_by=book.officer if ruled.by is None else ruled.by.word,
        upheld=ruling.upheld,
        says=ruling.says,
        clauses=list(cited),
        borrowed=borrowed(ruling, book),
        suggestion=ruling.suggestion,
        options=[option.name for option in ruling.options],
    )
