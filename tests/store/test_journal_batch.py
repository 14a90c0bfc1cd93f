"""Appends sent to PostgreSQL together: what each is told, and what of them stands after an outage."""

from __future__ import annotations

import pytest

from rightbower.store.claims import NotOwner
from rightbower.store.contract import Conflict, JournalError
from rightbower.store.journal import Append, Refusals
from rightbower.store.postgres.journal import Batch

Told = list[tuple[str, JournalError | None]]


def batch_of(told: Told, *appends: tuple[str, str, int, list[bytes]]) -> Batch:
    """A batch of named appends to streams, each of which says its name when it is told."""
    batch = Batch(Refusals())
    for name, stream, expected, bodies in appends:

        def tell(fault: JournalError | None, name: str = name) -> None:
            told.append((name, fault))

        assert batch.add(Append(stream, expected, bodies, tell, (), 0))
    return batch


@pytest.mark.parametrize(
    ("why", "kind"), [(NotOwner("another hall has s by now"), NotOwner), (Conflict("no"), Conflict)]
)
def test_a_refused_stream_refuses_what_was_decided_upon_it_and_no_other(
    why: Conflict, kind: type[Conflict]
) -> None:
    told: Told = []
    batch = batch_of(
        told, ("one", "s", 0, [b"1"]), ("two", "s", 1, [b"2"]), ("three", "t", 0, [b"1"])
    )
    batch.refused("s", why)
    batch.report()
    outcomes = dict(told)
    assert outcomes["one"] is why
    assert type(outcomes["two"]) is kind
    assert outcomes["three"] is None


def test_a_stream_stands_only_where_every_entry_is_found_as_it_was_sent() -> None:
    batch = batch_of(
        [],
        ("whole", "whole", 2, [b"3", b"4"]),
        ("half", "half", 0, [b"1", b"2"]),
        ("other", "other", 0, [b"1"]),
        ("none", "none", 0, [b"1"]),
    )
    rows = [("whole", 3, b"3"), ("whole", 4, b"4"), ("half", 1, b"1"), ("other", 1, b"9")]
    assert batch.standing(rows) == {"whole"}
