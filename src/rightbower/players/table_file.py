"""Bidding tables as files: a header that says how a table was made, and its parts packed.

A part holds for each place and class the call of round one and of round two. The first two are for
the cards of a league player and of an expert; the others say where a group of scores calls
otherwise than the expert's.
"""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol, TypeVar

import msgspec
import numpy as np
from msgspec import Struct

from rightbower.players.kernel.numbers.classes import classes
from rightbower.rules.refusal import Refusal

FORMAT: Final = 1
MAGIC: Final = b"rightbower bidding table\n"
PLACES: Final = 4
LEAGUE, EXPERT = 0, 1
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "pb": 0}]


class _Header(Protocol):
    @property
    def format(self) -> int: ...


H = TypeVar("H", bound=_Header)


def read_header(path: Path, magic: bytes, kind: type[H], newest: int, what: str) -> tuple[H, bytes]:
    """The header of a file and what follows it; a file of another kind or format is refused."""
    data = path.read_bytes()
    if not data.startswith(magic):
        raise Refusal(f"{path.name} is not {what}")
    line, _, rest = data[len(magic) :].partition(b"\n")
    try:
        header = msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError as error:
        raise Refusal(f"the header of {path.name} cannot be read: {error}") from None
    if header.format != newest:
        raise Refusal(f"{path.name} has format {header.format}, and format {newest} is read here")
    return header, rest


class TableHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table was made and what it is worth.

    ``auction`` are the settings it is for; ``gains`` what each place alone gains by its best answer
    on held-out deals, ``pair_gains`` what each side does, ``against_league`` what the table gains on
    league's calls with the same cards. ``scores`` names for each score the part that serves it.
    """

    format: int
    version: str
    book: str
    auction: dict[str, str | int | bool]
    seed: int
    deals: int
    held_out_seed: int
    held_out_deals: int
    rounds: int
    gains: tuple[float, ...]
    pair_gains: tuple[float, ...]
    against_league: tuple[float, ...]
    by_deals: bool
    scores: dict[str, int]
    sizes: tuple[int, ...]
    checks: tuple[int, ...]


class TableFile(Struct, frozen=True):
    """A header and the packed parts."""

    header: TableHeader
    parts: tuple[bytes, ...]


@lru_cache(maxsize=1)
def packing_order() -> np.ndarray:
    """The classes in the order in which they pack best: by the cross suits, next, own, turn-up."""
    _, hands, ranks = classes()
    suits = [hands >> 6 * suit & 63 for suit in range(4)]
    return np.lexsort((ranks, suits[0], suits[3], suits[2], suits[1]))


def pack_part(calls: np.ndarray) -> bytes:
    """Pack calls: round, place, class."""
    ordered = np.ascontiguousarray(calls[:, :, packing_order()].astype(np.uint8))
    return lzma.compress(ordered.tobytes(), lzma.FORMAT_RAW, filters=_FILTERS)


def unpack_part(packed: bytes) -> np.ndarray:
    """The calls of a part: round, place, class."""
    order = packing_order()
    plain = lzma.decompress(packed, lzma.FORMAT_RAW, filters=_FILTERS)
    rows = np.frombuffer(plain, np.uint8).reshape(2, PLACES, len(order))
    calls = np.empty_like(rows)
    calls[:, :, order] = rows
    return calls


def write_table(path: Path, header: TableHeader, parts: Sequence[bytes]) -> None:
    """Write a table; the header's sizes and checks are those of the parts."""
    whole = msgspec.structs.replace(
        header,
        sizes=tuple(len(part) for part in parts),
        checks=tuple(zlib.crc32(part) for part in parts),
    )
    path.write_bytes(MAGIC + msgspec.json.encode(whole) + b"\n" + b"".join(parts))


def read_table(path: Path) -> TableFile:
    """Read a table; one that is damaged or of another format is refused."""
    header, data = read_header(path, MAGIC, TableHeader, FORMAT, "a bidding table")
    parts, at = [], 0
    for size, check in zip(header.sizes, header.checks, strict=True):
        parts.append(data[at : at + size])
        if zlib.crc32(parts[-1]) != check:
            raise Refusal(f"{path.name} is damaged: part {len(parts)} fails its check")
        at += size
    if at != len(data):
        raise Refusal(f"{path.name} is damaged: it is longer than its header says")
    return TableFile(header, tuple(parts))
