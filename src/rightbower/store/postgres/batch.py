"""Appends that are sent together: each stream's as one chain, with what is listed of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rightbower.store.appends import Append, Refusals
from rightbower.store.checks import labels_sum, list_sum, row_sum
from rightbower.store.claims import NotOwner
from rightbower.store.contract import Conflict, JournalError, Projection

# Rows in PostgreSQL have no place beside their stream and their number.
NOWHERE: Final = 0
BETWEEN: Final = "\x1f"


class Batch:
    """What one statement sends, and what becomes of each append."""

    def __init__(self, refusals: Refusals) -> None:
        self._refusals = refusals
        self.chains: dict[str, list[Append]] = {}
        self._heads: dict[str, int] = {}
        self._listed: dict[tuple[str, str], tuple[Projection, str]] = {}
        self._outcomes: list[tuple[Append, JournalError | None]] = []

    def add(self, each: Append) -> bool:
        """Take an append in, or refuse it; False where it has to wait for the next batch."""
        upon = each.stream if each.bodies else ""
        if any(self._listed_otherwise(one, upon) for one in each.projections):
            return False
        head = self._heads.get(each.stream, each.expected)
        if refused := self._refusals.objection(each, head):
            self._refusals.refuse(each)
            self._outcomes.append((each, refused))
            return True
        if each.bodies:
            self.chains.setdefault(each.stream, []).append(each)
            self._heads[each.stream] = head + len(each.bodies)
        for one in each.projections:
            self._listed[one.list, one.stream] = one, upon
        self._outcomes.append((each, None))
        return True

    def _listed_otherwise(self, one: Projection, upon: str) -> bool:
        """Whether the same place in a list was changed upon something else in this batch."""
        found = self._listed.get((one.list, one.stream))
        return found is not None and found[1] != upon

    @property
    def empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.chains and not self._listed

    @property
    def lists(self) -> bool:
        """Whether it changes what is listed."""
        return bool(self._listed)

    def arrays(self) -> list[list[Any]]:
        """The rows, column by column, as the statement takes them."""
        rows = list(self._rows())
        found = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(7)]
        if self._listed:
            listed = [_listed_row(one, upon) for one, upon in self._listed.values()]
            found += [list(column) for column in zip(*listed, strict=True)]
        return found

    def _rows(self) -> Iterator[tuple[str, int, bytes, int, bool, str, int]]:
        for stream, chain in self.chains.items():
            first = chain[0]
            version, resource, fence = first.expected, first.resource or stream, first.fence
            lead = True
            for each in chain:
                for body in each.bodies:
                    version += 1
                    sum_ = row_sum(NOWHERE, stream, version, body)
                    yield stream, version, body, sum_, lead, resource, fence
                    lead = False

    def refused(self, stream: str, why: Conflict) -> None:
        """A stream's chain was not taken: nor is what was decided upon its first entries."""
        first, *_ = chain = self.chains[stream]
        self._refusals.refuse(first)
        whys = {id(each): self._refusals.objection(each, 0) for each in chain}
        if isinstance(why, NotOwner):
            whys = dict.fromkeys(whys, why)
        whys[id(first)] = why
        self._outcomes = [(each, whys.get(id(each), fault)) for each, fault in self._outcomes]

    def failed(self, why: JournalError) -> None:
        """Nothing is known to have been taken."""
        for each, _ in self._outcomes:
            self._refusals.refuse(each)
        self._outcomes = [(each, fault or why) for each, fault in self._outcomes]

    def tell(self) -> None:
        """Tell everyone."""
        for each, outcome in self._outcomes:
            each.told(outcome)

    def standing(self, rows: Iterable[tuple[str, int, bytes]]) -> set[str]:
        """The streams whose chains stand in full, by the rows that were found at their places."""
        found = {(stream, version): body for stream, version, body in rows}
        return {
            stream
            for stream, chain in self.chains.items()
            if all(
                found.get((stream, version)) == body
                for version, body in enumerate(_bodies(chain), chain[0].expected + 1)
            )
        }


def _bodies(chain: list[Append]) -> Iterator[bytes]:
    for each in chain:
        yield from each.bodies


def _listed_row(one: Projection, upon: str) -> tuple[str, str, float, str, bytes, int, str]:
    at, labels = float(one.at), dict.fromkeys(one.labels)
    sum_ = list_sum(one.list, one.stream, at, one.body, labels_sum(at, labels))
    return one.list, one.stream, at, BETWEEN.join(labels), one.body, sum_, upon
