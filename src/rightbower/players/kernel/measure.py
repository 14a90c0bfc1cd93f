"""How fast the kernel is on one core, in CPU time: the best of several runs, as plain figures."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np

from rightbower.players.kernel.deals import play_deals, shuffled_packs
from rightbower.players.kernel.playouts import play_out
from rightbower.players.kernel.search import (
    Positions,
    move_values,
    positions,
    solve_kinds,
    solve_tricks,
)
from rightbower.rules.book import RuleBook, load

Figures: TypeAlias = dict[str, float]
SEED = 2024
DEALS = 100_000
SOLVES = 10_000
OPEN_SPIEL_DEALS = 100
RUNS = 5  # that a rate is the best of, at least
WORLDS = 50
FIRST_CALL = (
    "import time; began = time.thread_time();"
    "from rightbower.rules.book import load; from rightbower.players.kernel.deals import play_deals;"
    "play_deals(load('standard'), 1, 1); print(time.thread_time() - began)"
)


def everything(seconds: float = 1.0) -> Figures:
    """All figures; each is measured for about so many seconds."""
    found = random_deals(seconds) | solves(seconds) | sampling(seconds)
    found |= against_open_spiel(found["random_deals_per_s"], seconds) | first_call()
    if "open_spiel_deals_per_s" in found:
        ratio = found["exact_solves_per_s"] / found["open_spiel_deals_per_s"]
        found["exact_solves_per_open_spiel_deal"] = ratio
    return found


def random_deals(seconds: float = 1.0, book: RuleBook | None = None) -> Figures:
    """Deals shuffled, bid, played out and scored in a second."""
    rules = book or load("standard")
    rate = best_rate(lambda: play_deals(rules, DEALS, SEED), DEALS, seconds)
    return {"random_deals_per_s": rate}


def solves(seconds: float = 1.0) -> Figures:
    """Deals solved exactly, and by euchred, made or march, from the first lead."""
    pairs, lone = random_positions(SOLVES), random_positions(SOLVES, lone=True)
    return {
        "exact_solves_per_s": best_rate(lambda: solve_tricks(pairs), SOLVES, seconds),
        "class_solves_per_s": best_rate(lambda: solve_kinds(pairs), SOLVES, seconds),
        "lone_exact_solves_per_s": best_rate(lambda: solve_tricks(lone), SOLVES, seconds),
        "lone_class_solves_per_s": best_rate(lambda: solve_kinds(lone), SOLVES, seconds),
    }


def sampling(seconds: float = 1.0) -> Figures:
    """First leads judged over worlds, and deals played out at random from the first lead."""
    seen = worlds_of_a_leader(WORLDS)
    one = random_positions(100)
    return {
        "leads_over_50_worlds_per_s": best_rate(lambda: move_values(seen), 1, seconds),
        "playouts_per_s": best_rate(lambda: play_out(one, 1000, SEED), 100_000, seconds),
    }


def against_open_spiel(ours: float, seconds: float = 1.0) -> Figures:
    """Random deals of OpenSpiel driven from Python, warm, and how many times as many we play.

    ``lean`` is the tightest loop we know: chance is drawn as an act like any other, so it fits only
    games whose chances are all the same.
    """
    try:
        import pyspiel
    except ImportError:
        return {}
    game = pyspiel.load_game("euchre")
    chance = Random(SEED)

    def deals() -> None:
        for _ in range(OPEN_SPIEL_DEALS):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(chance.choice(state.chance_outcomes())[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))

    def lean_deals() -> None:
        draw = chance.random
        for _ in range(OPEN_SPIEL_DEALS):
            state = game.new_initial_state()
            over, legal, apply = state.is_terminal, state.legal_actions, state.apply_action
            while not over():
                acts = legal()
                apply(acts[int(draw() * len(acts))])

    found: Figures = {}
    for name, work in (("open_spiel", deals), ("open_spiel_lean", lean_deals)):
        theirs = best_rate(work, OPEN_SPIEL_DEALS, seconds)
        found |= {f"{name}_deals_per_s": theirs, f"times_{name}": ours / theirs}
    return found


def first_call() -> Figures:
    """Seconds to load the compiled kernel in a new process and play one deal."""
    command = [sys.executable, "-c", FIRST_CALL]
    told = (subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(3))
    return {"import_and_first_call_s": min(float(each.stdout) for each in told)}


def memory_growth(deals: int = 1_000_000) -> int:
    """How many bytes more the process holds after so many deals, solved and played."""
    book = load("standard")
    some = random_positions(1000)

    def work(count: int) -> None:
        for first in range(0, count, 10_000):
            play_deals(book, 10_000, SEED, first)
            solve_kinds(some)
            play_out(some, 1, first)

    work(100_000)
    before = _memory()
    work(deals)
    return _memory() - before


def best_rate(work: Callable[[], object], units: int, seconds: float) -> float:
    """Units in a second of CPU time; the best of five warm runs or more, as others only slow it down."""
    work()
    best, ends, runs = 0.0, time.thread_time() + seconds, 0
    while True:
        began = time.thread_time()
        work()
        now = time.thread_time()
        best, runs = max(best, units / (now - began)), runs + 1
        if now >= ends and runs >= RUNS:
            return best


def random_positions(count: int, lone: bool = False, seed: int = SEED) -> Positions:
    """First leads of random deals with random trump, leader and makers."""
    hands = 1 << shuffled_packs(count, seed)[:, :20].astype(np.int64)
    masks = hands.reshape(count, 4, 5).sum(axis=2)
    chance = np.random.default_rng(seed)
    trump, leader, maker = chance.integers(0, 4, (3, count))
    if not lone:
        return positions(masks, trump, leader, maker & 1)
    leader = np.where((maker + 2) & 3 == leader, (leader + 1) & 3, leader)
    return positions(masks, trump, leader, maker & 1, maker)


def worlds_of_a_leader(count: int) -> Positions:
    """One first lead with the other hands dealt over and over."""
    packs = shuffled_packs(count, SEED)
    chance = np.random.default_rng(SEED)
    unseen = np.setdiff1d(packs[0], packs[0, :5])
    hidden = np.array([chance.permutation(unseen)[:15] for _ in range(count)])
    cards = np.hstack([np.tile(packs[0, :5], (count, 1)), hidden]).astype(np.int64)
    return positions((1 << cards).reshape(count, 4, 5).sum(axis=2), 2, 0, 0)


def _memory() -> int:
    """The memory of this process in bytes, where the system tells it."""
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
