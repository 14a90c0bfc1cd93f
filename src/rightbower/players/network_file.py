"""The network that judges cards, as a file: a header, and weights in a byte each with their scale."""

from __future__ import annotations

import lzma
import zlib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import Struct

from rightbower.players.kernel.worlds.network import CARDS, INPUTS, KINDS
from rightbower.players.table_file import read_header
from rightbower.rules.refusal import Refusal

FORMAT: Final = 1
MAGIC: Final = b"rightbower card network\n"
FILE: Final = Path(str(files("rightbower") / "players" / "data" / "cards.network"))
# Weights of the first two layers take a byte, those of the last, which are few, two.
_KINDS: Final[tuple[type[np.signedinteger[Any]], ...]] = (np.int8, np.int8, np.int16)


class NetworkHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """How the network was trained; its layers; what it gains with its cards on league's."""

    format: int
    version: str
    seed: int
    deals: int
    layers: tuple[int, int]
    against_league: float
    check: int


class Network(NamedTuple):
    """The weights and biases of three layers, as the kernel takes them."""

    one: np.ndarray
    one_bias: np.ndarray
    two: np.ndarray
    two_bias: np.ndarray
    three: np.ndarray
    three_bias: np.ndarray


def read_network(path: Path) -> tuple[NetworkHeader, Network]:
    """Read a network; one that is damaged or of another format is refused."""
    header, packed = read_header(path, MAGIC, NetworkHeader, FORMAT, "a network of cards")
    if zlib.crc32(packed) != header.check:
        raise Refusal(f"{path.name} is damaged: it fails its check")
    return header, _unpacked(lzma.decompress(packed), header.layers)


def _unpacked(plain: bytes, layers: tuple[int, int]) -> Network:
    sizes = (INPUTS, *layers, CARDS * KINDS)
    arrays, at = [], 0
    for rows, columns, kind in zip(sizes[:-1], sizes[1:], _KINDS, strict=True):
        weights = np.frombuffer(plain, kind, rows * columns, at).reshape(rows, columns)
        at += weights.nbytes
        scale = np.frombuffer(plain, np.float32, columns, at)
        bias = np.frombuffer(plain, np.float32, columns, at + 4 * columns)
        at += 8 * columns
        arrays += [weights * scale, bias.copy()]
    one, one_bias, two, two_bias, three, three_bias = arrays
    return Network(one, one_bias, two, two_bias, np.ascontiguousarray(three.T), three_bias)


@lru_cache(maxsize=1)
def network() -> Network:
    """The network of the package."""
    return read_network(FILE)[1]
