"""Whether a journal is as it was written: each row by its sum, each list by what it lists."""

from __future__ import annotations

import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

# The sum of a whole row is larger than any sum of the older kind, which covers the body alone.
WHOLE: Final = 1 << 32


def row_sum(position: int, stream: str, version: int, body: bytes) -> int:
    """The sum of a row of entries, its place and its stream's name included."""
    return WHOLE | zlib.crc32(body, zlib.crc32(f"{position} {version} {stream}".encode()))


def list_sum(list_: str, stream: str, at: float, body: bytes, labels: int) -> int:
    """The sum of a row of projections, with that of its labels."""
    return WHOLE | zlib.crc32(body, zlib.crc32(f"{list_}\n{stream}\n{at!r}\n{labels}".encode()))


def labels_sum(at: float, labels: Iterable[str]) -> int:
    """One number for the labels of a projection, in whatever order they come."""
    return sum(zlib.crc32(f"{at!r}\n{label}".encode()) for label in labels) % WHOLE


def as_written(position: object, stream: object, version: object, body: object, sum_: int) -> bool:
    """Whether a row of entries is as it was written."""
    if not (isinstance(body, bytes) and isinstance(stream, str) and isinstance(sum_, int)):
        return False
    if not (isinstance(position, int) and isinstance(version, int)):
        return False
    if sum_ < WHOLE:
        return sum_ == zlib.crc32(body)
    return sum_ == row_sum(position, stream, version, body)


def listed_as_written(
    list_: str, stream: str, at: float, body: bytes, labels: int | None, sum_: int | None
) -> bool:
    """Whether a row of projections is as it was written; older ones have no sum."""
    if labels is None and sum_ is None:
        return isinstance(body, bytes)
    return sum_ == list_sum(list_, stream, at, body, labels or 0)


def damage(connection: sqlite3.Connection) -> Iterator[str]:
    """Every entry that is missing or not as it was written, a sentence each."""
    heads: dict[str, int] = {}
    before = 0
    query = "select position, stream, version, body, sum from entries not indexed order by position"
    for position, stream, version, body, sum_ in connection.execute(query):
        if not as_written(position, stream, version, body, sum_):
            yield f"entry {version} of {stream} is not as it was written"
        elif version != heads.get(stream, 0) + 1:
            yield f"entry {heads.get(stream, 0) + 1} of {stream} is missing"
        elif position != before + 1:
            yield f"what was written between entries {before} and {position} of the journal is missing"
        heads[stream], before = version, position


def damaged_lists(connection: sqlite3.Connection) -> Iterator[str]:
    """What is wrong with the lists beside the entries: heads, projections and their labels."""
    heads = dict(connection.execute("select stream, max(version) from entries group by stream"))
    tables = connection.execute("select name from sqlite_schema where type = 'table'").fetchall()
    if ("heads",) in tables and heads != dict(connection.execute("select * from heads")):
        yield "the list of streams is not what the entries come to"
    columns = connection.execute("select name from pragma_table_info('projections')").fetchall()
    if ("sum",) in columns:
        yield from _damaged_projections(connection)


def _damaged_projections(connection: sqlite3.Connection) -> Iterator[str]:
    labels: dict[tuple[str, str], int] = defaultdict(int)
    for list_, label, at, stream in connection.execute(
        "select list, label, at, stream from labels"
    ):
        labels[list_, stream] = (labels[list_, stream] + labels_sum(at, [label])) % WHOLE
    query = "select list, stream, at, body, labels, sum from projections"
    for list_, stream, at, body, summed, sum_ in connection.execute(query):
        found = labels.pop((list_, stream), 0)
        whole = listed_as_written(list_, stream, at, body, summed, sum_)
        if not whole or (summed is not None and summed != found):
            yield f"what is listed of {stream} is not as it was written"
    yield from (f"a label of {stream} leads nowhere" for _, stream in labels)
