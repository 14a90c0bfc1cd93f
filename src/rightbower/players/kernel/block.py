"""A block of random deals, step by step: each step is done for all of them before the next.

So the steps of different deals do not wait for each other, and when the processor guesses a call
wrong, it loses nothing of the play.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from rightbower.players.kernel.compiling.compiled import part
from rightbower.players.kernel.numbers.bits import whole
from rightbower.players.kernel.numbers.chance import stream, word
from rightbower.players.kernel.one_deal import (
    DEALER,
    LONE,
    MAKER,
    NOBODY,
    PLAY_WORD,
    TRUMP,
    bid,
    first_lead,
    score,
    shuffle,
)
from rightbower.players.kernel.playing.tricks import (
    ALL_HELD,
    EVERYONE,
    HAND,
    PLACES,
    copy_plays,
    play_trick,
    sort_out,
)

BLOCK_SIZE: Final = 64
PLAYS: Final = 4 * HAND


class Block(NamedTuple):
    """Where the deals of a block lie; ``live`` holds the numbers of those that are played."""

    decks: np.ndarray
    codes: np.ndarray
    suits: np.ndarray
    notes: np.ndarray
    flows: np.ndarray
    held: np.ndarray
    leaders: np.ndarray
    outs: np.ndarray
    won: np.ndarray
    live: np.ndarray


@part
def shuffle_all(block: Block, seed: int, first: int, count: int) -> None:
    """Shuffle a pack for each deal."""
    for number in range(count):
        flow = stream(seed, first + number)
        block.flows[number] = flow
        shuffle(flow, block.decks[number])


@part
def bid_all(
    block: Block, rules: np.ndarray, first: int, rows: np.ndarray, log: np.ndarray, at: int
) -> tuple[int, int]:
    """Bid each deal; how many are played, and the end of the log."""
    playing = 0
    for number in range(rows.shape[0]):
        dealer, flow = (first + number) & 3, block.flows[number]
        plays, at = bid(rules, flow, dealer, block.decks[number], rows[number], log, at)
        block.live[playing] = number
        playing += plays
    return playing, at


@part
def begin_all(block: Block, rules: np.ndarray, rows: np.ndarray, playing: int) -> None:
    """Lay out the hands of the deals that are played, and say who leads."""
    for place in range(playing):
        number = block.live[place]
        row = rows[number]
        lone = whole(row[LONE])
        out = (lone + 2) & 3 if lone >= 0 else NOBODY
        sort_out(block.decks[number], whole(row[TRUMP]), block.codes[number], block.suits[number])
        block.leaders[number] = first_lead(rules, whole(row[DEALER]), lone)
        block.outs[number] = out
        block.held[number] = EVERYONE & ~(ALL_HELD << (PLACES * out)) if out >= 0 else EVERYONE
        block.won[number] = 0


@part
def play_all(block: Block, trick: int, playing: int) -> None:
    """Play one trick of each deal; ``won`` counts those of the odd seats."""
    for place in range(playing):
        number = np.uint64(block.live[np.uint64(place)])
        leader, held = play_trick(
            block.codes[number],
            block.suits[number],
            block.held[number],
            block.leaders[number],
            block.outs[number],
            word(block.flows[number], PLAY_WORD + trick),
            block.notes[number],
            4 * trick,
        )
        block.held[number] = held
        block.leaders[number] = leader
        block.won[number] += leader & 1


@part
def score_all(block: Block, rules: np.ndarray, rows: np.ndarray, playing: int) -> None:
    """Write down what the makers got."""
    for place in range(playing):
        number = block.live[place]
        odd = block.won[number]
        score(rules, rows[number], odd if rows[number, MAKER] & 1 else HAND - odd)


@part
def play_block(
    block: Block,
    rules: np.ndarray,
    seed: int,
    first: int,
    rows: np.ndarray,
    log: np.ndarray,
    at: int,
) -> int:
    """Play a deal for each row, at most a block of them; return the end of the log.

    A log is kept of one deal alone.
    """
    shuffle_all(block, seed, first, rows.shape[0])
    playing, at = bid_all(block, rules, first, rows, log, at)
    begin_all(block, rules, rows, playing)
    for trick in range(HAND):
        play_all(block, trick, playing)
    score_all(block, rules, rows, playing)
    if at >= 0 and playing:
        at = copy_plays(block.decks[0], block.notes[0], block.outs[0], log, at)
    return at
