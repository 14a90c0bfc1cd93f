"""Random deals by the million, by any book."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from rightbower.players.kernel.block import BLOCK_SIZE, PLAYS, Block, play_block
from rightbower.players.kernel.compiling.compiled import entry
from rightbower.players.kernel.compiling.scratch import scratch, scratch_rows
from rightbower.players.kernel.compiling.threads import in_threads
from rightbower.players.kernel.numbers.bits import SEATS
from rightbower.players.kernel.numbers.chance import stream
from rightbower.players.kernel.numbers.rules import pack
from rightbower.players.kernel.one_deal import COLUMNS, DEALER, PACK_SIZE, shuffle
from rightbower.players.kernel.playing.tricks import ALL_PLACES
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import HAND_SIZE, PACK, Seat
from rightbower.rules.deal import Deal, start
from rightbower.rules.refusal import Refusal

LONGEST: Final = 40
CHUNK: Final = 1 << 15
ALL_ACTS: Final = (1 << 64) - 1


@entry("int64(int64[::1], int64, int64, int16[:, ::1], int64[:, ::1], boolean)")
def _play(
    rules: np.ndarray,
    seed: int,
    first: int,
    rows: np.ndarray,
    log: np.ndarray,
    keep: bool,
) -> int:
    """Play a deal for each row; keep the log of the only one if asked, and return its length."""
    block = Block(
        scratch_rows(BLOCK_SIZE, PACK_SIZE, np.uint8),
        scratch_rows(BLOCK_SIZE, ALL_PLACES, np.uint8),
        scratch_rows(BLOCK_SIZE, SEATS, np.int64),
        scratch_rows(BLOCK_SIZE, PLAYS, np.uint16),
        scratch(BLOCK_SIZE, np.int64),
        scratch(BLOCK_SIZE, np.int64),
        scratch(BLOCK_SIZE, np.int64),
        scratch(BLOCK_SIZE, np.int64),
        scratch(BLOCK_SIZE, np.int64),
        scratch(BLOCK_SIZE, np.int64),
    )
    at = 0 if keep else -1
    for begin in range(0, rows.shape[0], BLOCK_SIZE):
        at = play_block(
            block, rules, seed, first + begin, rows[begin : begin + BLOCK_SIZE], log, at
        )
    return at


@entry("void(int64, int64, uint8[:, ::1])")
def _deal_out(seed: int, first: int, decks: np.ndarray) -> None:
    """Shuffle a pack for each row."""
    for number in range(decks.shape[0]):
        shuffle(stream(seed, first + number), decks[number])


def _whole(count: int, first: int) -> None:
    if count < 0 or first < 0:
        raise Refusal(
            "deals are counted from 0; neither their number nor the first can be below it"
        )


def play_deals(
    book: RuleBook | str, count: int, seed: int, first: int = 0, threads: int = 1
) -> np.ndarray:
    """Play deals number ``first`` and on at random; a row for each, in the columns named above.

    The same seed and number give the same deal, however many threads there are.
    """
    _whole(count, first)
    rows = np.empty((count, COLUMNS), dtype=np.int16)
    rules = pack(load(book))

    def some(start: int) -> None:
        _play(rules, seed, first + start, rows[start : start + CHUNK], _log(), False)

    in_threads(some, range(0, count, CHUNK), threads)
    return rows


def shuffled_packs(count: int, seed: int, first: int = 0) -> np.ndarray:
    """Packs in random order: five cards for each seat from North, the turn-up, the stock."""
    _whole(count, first)
    decks = np.empty((count, PACK_SIZE), dtype=np.uint8)
    _deal_out(seed, first, decks)
    return decks


class RandomDeal(NamedTuple):
    """One random deal: its start, each act with the set that was legal then, and its row."""

    start: Deal
    acts: list[tuple[int, int]]
    row: np.ndarray


def play_one(book: RuleBook, seed: int, number: int) -> RandomDeal:
    """Play one deal at random and say all that was done."""
    rows = np.empty((1, COLUMNS), dtype=np.int16)
    log = _log()
    written = _play(pack(book), seed, number, rows, log, True)
    pack_order = [PACK[index] for index in shuffled_packs(1, seed, number)[0]]
    hands = [tuple(pack_order[HAND_SIZE * seat :][:HAND_SIZE]) for seat in Seat]
    turn_up, *stock = pack_order[HAND_SIZE * len(Seat) :]
    begun = start(book, Seat(int(rows[0, DEALER])), hands, turn_up, stock)
    acts = [(int(act), int(legal) & ALL_ACTS) for act, legal in log[:written]]
    return RandomDeal(begun, acts, rows[0])


def _log() -> np.ndarray:
    return np.zeros((LONGEST, 2), dtype=np.int64)
