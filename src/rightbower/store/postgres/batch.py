"""Appends that are sent together: each stream's as one chain, with what is listed of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from rightbower.store.checks import labels_sum, list_sum, row_sum
from rightbower.store.claims import NotOwner
from rightbower.store.contract import Conflict, JournalError, Projection
from rightbower.store.journal import Append, Refusals

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
        if each.projections and self._listed_otherwise(each.projections, upon):
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

    def _listed_otherwise(self, projections: Sequence[Projection], upon: str) -> bool:
        """Whether a same place in a list was changed upon something else in this batch."""
        before = (self._listed.get((one.list, one.stream)) for one in projections)
        return any(found is not None and found[1] != upon for found in before)

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
        found: list[list[Any]] = [[] for _ in range(7)]
        for stream, chain in self.chains.items():
            _add_rows(found, stream, chain)
        if self._listed:
            listed = [_listed_row(one, upon) for one, upon in self._listed.values()]
            found += [list(column) for column in zip(*listed, strict=True)]
        return found

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

    def report(self) -> None:
        """Tell everyone."""
        for each, outcome in self._outcomes:
            each.report(outcome)

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


def _add_rows(columns: list[list[Any]], stream: str, chain: list[Append]) -> None:
    """Add the rows of a chain to the columns."""
    streams, versions, bodies, sums, afters, resources, fences = columns
    first = chain[0]
    resource = None if first.resource == stream else first.resource or None
    for version, body in enumerate(_bodies(chain), first.expected + 1):
        streams.append(stream)
        versions.append(version)
        bodies.append(body)
        sums.append(row_sum(NOWHERE, stream, version, body))
        afters.append(first.expected)
        resources.append(resource)
        fences.append(first.fence)


def _bodies(chain: list[Append]) -> Iterator[bytes]:
    for each in chain:
        yield from each.bodies


def _listed_row(one: Projection, upon: str) -> tuple[str, str, float, str, bytes, int, str]:
    at, labels = float(one.at), dict.fromkeys(one.labels)
    sum_ = list_sum(one.list, one.stream, at, one.body, labels_sum(at, labels))
    return one.list, one.stream, at, BETWEEN.join(labels), one.body, sum_, upon
