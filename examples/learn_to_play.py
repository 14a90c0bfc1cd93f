"""Learn to play by watching: a small network sees league players at a thousand tables, then meets `club`.

    python examples/learn_to_play.py                              # some two minutes of CPU
    python examples/learn_to_play.py --steps 300 --deals 200      # a taste of it

It needs NumPy alone. What it prints is its learning curve: how often it would have done as the league
player did, and its points a deal against league players on deals that it has not seen. At the end it
plays against `club`, as any player of the library does.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

import rightbower as rb
from rightbower.players.kernel.bits import BURY, GO_ALONE, KEEP_PARTNER, NAME, PLAY, action_of
from rightbower.players.kernel.deals import shuffled_packs
from rightbower.study.environments.batch import Tables
from rightbower.study.environments.spaces import ACTIONS, PIECES, SIZE, action_mask, encode

Lesson: TypeAlias = tuple[np.ndarray, np.ndarray, np.ndarray]  # seen, legal, done
CARDS, HIDDEN, RATE = 24, 128, 2e-3


def suits_from(key: int) -> list[int]:
    """The suits as they are seen from one of them: itself, its color's other, then the rest."""
    return [key, 3 - key, *(suit for suit in range(4) if suit not in (key, 3 - key))]


def places() -> tuple[np.ndarray, np.ndarray]:
    """Where each number of an observation and each act comes from, by the suit that matters."""
    seen, acts = [], []
    for key in range(4):
        order = suits_from(key)
        cards = np.concatenate([6 * suit + np.arange(6) for suit in order])
        named = [NAME + 2 * suit + alone for suit in order for alone in (0, 1)]
        acts.append(
            [*range(NAME), *named, KEEP_PARTNER, GO_ALONE, *(BURY + cards), *(PLAY + cards)]
        )
        row = np.arange(SIZE)
        for name, begin in BEGINS.items():
            own = begin + np.arange(np.prod(PIECES[name])).reshape(-1, PIECES[name][-1])
            if own.shape[1] == CARDS or name == "trump":
                row[own] = own[:, cards if own.shape[1] == CARDS else order]
        seen.append(row)
    return np.array(seen), np.array(acts)


BEGINS = dict(zip(PIECES, np.cumsum([0, *map(np.prod, PIECES.values())]).tolist(), strict=False))
SEEN, ACTS = places()


def turned(seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Observations and masks with trump first, or the turn-up's suit; and which suit that is."""
    up = seen[:, BEGINS["turn_up"] :][:, :CARDS].argmax(axis=1) // 6
    trump = seen[:, BEGINS["trump"] :][:, :4]
    key = np.where(trump.any(axis=1), trump.argmax(axis=1), up)
    return (
        np.take_along_axis(seen, SEEN[key], axis=1),
        np.take_along_axis(masks, ACTS[key], axis=1),
        key,
    )


class Network:
    """Two layers, learned by Adam from what was done."""

    __name__ = "the learner"

    def __init__(self, seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        one = chance.standard_normal((SIZE, HIDDEN)) * (2 / SIZE) ** 0.5
        two = chance.standard_normal((HIDDEN, ACTIONS)) * (2 / HIDDEN) ** 0.5
        layers = one, np.zeros(HIDDEN), two, np.zeros(ACTIONS)
        self.weights = [each.astype(np.float32) for each in layers]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def chances(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The chance of each legal act, and the hidden layer."""
        one, one_bias, two, two_bias = self.weights
        hidden = np.maximum(seen @ one + one_bias, 0)
        told = np.where(masks, hidden @ two + two_bias, -1e9)
        raised = np.exp(told - told.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1, keepdims=True), hidden

    def acts(self, seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The likeliest legal act for each observation."""
        mine, may, key = turned(seen, masks)
        best: np.ndarray = ACTS[key, self.chances(mine, may)[0].argmax(axis=1)]
        return best

    def learn(self, seen: np.ndarray, masks: np.ndarray, done: np.ndarray, rate: float) -> float:
        """One step toward what was done; how often the network would have done the same."""
        mine, may, key = turned(seen, masks)
        wanted = np.argmax(ACTS[key] == done[:, None], axis=1)
        chances, hidden = self.chances(mine, may)
        right = float((chances.argmax(axis=1) == wanted).mean())
        chances[np.arange(len(wanted)), wanted] -= 1
        wrong = chances / np.float32(len(wanted))
        back = (wrong @ self.weights[2].T) * (hidden > 0)
        self.steps += 1
        slopes = [mine.T @ back, back.sum(axis=0), hidden.T @ wrong, wrong.sum(axis=0)]
        kept = zip(self.weights, self.means, self.squares, slopes, strict=True)
        for weight, mean, square, slope in kept:
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            fair = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            weight -= np.float32(rate) * fair[0] / (np.sqrt(fair[1]) + 1e-8)
        return right

    def __call__(self, view: rb.View) -> rb.Action:
        """What it does at a table, as every player of the library."""
        assert view.seat is not None
        number = self.acts(encode(view)[None], action_mask(view)[None])[0]
        return action_of(int(number), view.seat)


def watched(tables: Tables, chance: np.random.Generator) -> Iterator[Lesson]:
    """What league players saw, might do and did where there was a choice; now and then one slips."""
    while True:
        done, choice = tables.acts_of("league").copy(), np.bitwise_count(tables.legal) > 1
        yield tables.observations()[choice], tables.masks()[choice], done[choice]
        slips = chance.random(len(tables)) < 0.1
        done[slips] = tables.acts_of("random")[slips]
        tables.step(done)


def against_league(network: Network, deals: int, seed: int) -> tuple[float, float]:
    """Points a deal against league players, each deal played both ways, and the standard error."""
    packs, nets = shuffled_packs(deals, seed), []
    for side in range(2):
        tables = Tables("standard", deals, go_on=False)
        tables.deal(packs, np.arange(deals) % 4)
        total = np.zeros(deals)
        while (tables.turns >= 0).any():
            acts = tables.acts_of("league").copy()
            mine = (tables.turns >= 0) & (tables.turns & 1 == side)
            acts[mine] = network.acts(tables.observations()[mine], tables.masks()[mine])
            total += tables.step(acts)[0]
        nets.append(total if side == 0 else -total)
    both = (nets[0] + nets[1]) / 2
    return float(both.mean()), float(both.std() / deals**0.5)


def main() -> None:
    """Learn, telling how it goes, and then meet `club`."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--deals", type=int, default=3000, help="against club at the end")
    args = parser.parse_args()
    network, tables = Network(), Tables("standard", args.tables, seed=1)
    lessons, began = watched(tables, np.random.default_rng(1)), time.process_time()
    print("choices seen   as league   points a deal against league   CPU seconds")
    right, seen, often = 0.0, 0, max(args.steps // 10, 1)
    for step in range(1, args.steps + 1):
        lesson = next(lessons)
        right += network.learn(*lesson, RATE * (1 - step / (args.steps + 1))) / often
        seen += len(lesson[0])
        if step % often == 0:
            points, error = against_league(network, 4000, seed=99)
            spent = time.process_time() - began
            told = f"{points:+.3f} ± {error:.3f}"
            print(f"{seen:12,}   {right:9.1%}   {told:>28}   {spent:11.0f}", flush=True)
            right = 0.0
    print(rb.match(network, "club", deals=args.deals, seed=99))


if __name__ == "__main__":
    main()
