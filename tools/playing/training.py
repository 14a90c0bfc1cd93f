"""Train the small network that plays cards: it meets itself over deals bid by several tables.

For each card it learns how likely the makers are euchred, make it, or march once the card is
played and everybody plays on as the network does; it plays what is worth most, with a few odd cards
to learn from. Needs PyTorch; on a GPU it sees two million deals a second.
"""

from __future__ import annotations

import ctypes
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

HERE = Path(__file__).parent
WORDS, WIDE, CARDS, KINDS, STEPS = 13, 416, 24, 3, 20


class Net(nn.Module):
    """Bits in, three chances a card out."""

    def __init__(self, first: int = 512, second: int = 256) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(WIDE, first),
            nn.ReLU(),
            nn.Linear(first, second),
            nn.ReLU(),
            nn.Linear(second, CARDS * KINDS),
        )

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        return self.layers(rows)


def opened(words: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    """Words as a row of noughts and ones."""
    shifts = torch.arange(32, device=words.device, dtype=torch.int32)
    return ((words[:, :, None] >> shifts) & 1).reshape(len(words), WIDE).to(kind)


class Table:
    """Many deals in play."""

    def __init__(
        self, library: str, count: int, device: str, tables: np.ndarray, often: list[float]
    ) -> None:
        self.library = ctypes.CDLL(library)
        self.count, self.device = count, device
        choose = [[math.comb(card, nth) for nth in range(6)] for card in range(24)]
        self.tables = torch.as_tensor(tables, device=device)
        self.choose = torch.tensor(choose, dtype=torch.int32, device=device)
        self.often = torch.tensor(often, dtype=torch.float64, device=device)
        self.plays = torch.zeros(count * self.library.play_size(), dtype=torch.uint8, device=device)
        self.words = torch.zeros((STEPS, count, WORDS), dtype=torch.int32, device=device)
        self.live = torch.zeros((STEPS, count), dtype=torch.uint8, device=device)
        self.chosen = torch.zeros((STEPS, count), dtype=torch.int8, device=device)
        self.kinds = torch.zeros(count, dtype=torch.uint8, device=device)
        self.points = torch.zeros(count, dtype=torch.float32, device=device)

    def call(self, name: str, *arguments: Any) -> None:
        plain = []
        for each in arguments:
            if isinstance(each, torch.Tensor):
                plain.append(ctypes.c_void_p(each.data_ptr()))
            else:
                plain.append(each)
        getattr(self.library, name)(ctypes.c_int(self.count), *plain)

    def deal(self, seed: int, first: int, odd_bury: float) -> None:
        seeds = ctypes.c_uint64(seed), ctypes.c_uint64(first), ctypes.c_int(0)
        self.call(
            "deal_all",
            *seeds,
            ctypes.c_double(odd_bury),
            self.tables,
            self.choose,
            self.often,
            self.plays,
        )

    def play(self, net: Any, odd: float, seed: int, league: int = 0) -> None:
        """All deals to their end; ``league`` says by bits which sides play by habit."""
        kind = torch.bfloat16 if self.device != "cpu" else torch.float32
        for step in range(STEPS):
            words, live = self.words[step], self.live[step]
            self.call("observe_all", self.plays, words, live)
            chances = net(opened(words, kind)).float().contiguous()
            more = (
                ctypes.c_double(odd),
                ctypes.c_uint64(seed),
                ctypes.c_int(step),
                ctypes.c_int(league),
            )
            self.call("play_all", self.plays, chances, *more, self.chosen[step])
        self.call("end_all", self.plays, self.kinds, self.points)


@torch.no_grad()
def against_league(table: Table, net: Any, seed: int, rounds: int) -> tuple[float, float]:
    """Points per deal of the network's cards against league's, each deal both ways."""
    found = []
    for number in range(rounds):
        both = []
        for league in (2, 1):
            table.deal(seed, number * table.count, 0.0)
            table.play(net, 0.0, seed, league)
            both.append(table.points.clone())
        found.append((both[0] - both[1]) / 2)
    nets = torch.cat(found).double()
    return float(nets.mean()), float(nets.std() / math.sqrt(len(nets)))


def train(
    library: str,
    tables: np.ndarray,
    often: list[float],
    seconds: float,
    device: str,
    count: int = 131072,
    batch: int = 65536,
    shape: tuple[int, int] = (512, 256),
    seed: int = 1,
    say: Any = print,
    rate: float = 1.5e-3,
    start: dict[str, Any] | None = None,
) -> Net:
    """Train for so many seconds; return the mean of the late weights."""
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    table = Table(library, count, device, tables, often)
    net = Net(*shape).to(device)
    if start is not None:
        net.load_state_dict(start)
    mean = Net(*shape).to(device)
    mean.load_state_dict(net.state_dict())
    adam = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4, fused=device != "cpu")
    began, told, dealt, number, steps = time.time(), 0.0, 0, 0, 0
    while time.time() - began < seconds:
        part = (time.time() - began) / seconds
        odd = 0.10 * (1 - part) + 0.02 * part
        for group in adam.param_groups:
            group["lr"] = rate * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * part)))
        with torch.no_grad(), torch.autocast(device, torch.bfloat16, enabled=device != "cpu"):
            table.deal(1000 + seed, dealt, 0.1)
            table.play(net, odd, 7919 * number + seed)
        dealt += count
        number += 1
        rows = torch.nonzero((table.chosen >= 0).reshape(-1)).squeeze(1)
        rows = rows[torch.randperm(len(rows), device=device)]
        words, chosen = table.words.reshape(-1, WORDS), table.chosen.reshape(-1).long()
        for some in rows.split(batch):
            if len(some) < batch // 2:
                continue
            with torch.autocast(device, torch.bfloat16, enabled=device != "cpu"):
                out = net(opened(words[some], torch.bfloat16 if device != "cpu" else torch.float32))
            out = out.float().reshape(-1, CARDS, KINDS)
            mine = out[torch.arange(len(some), device=device), chosen[some]]
            loss = nn.functional.cross_entropy(mine, table.kinds[some % count].long())
            adam.zero_grad(set_to_none=True)
            loss.backward()
            adam.step()
            steps += 1
            with torch.no_grad():
                torch._foreach_lerp_(
                    list(mean.parameters()), list(net.parameters()), 0.001 if steps > 2000 else 0.01
                )
        if time.time() - began - told > seconds / 12:
            told = time.time() - began
            rounds = max(1, 262144 // count)
            with torch.autocast(device, torch.bfloat16, enabled=device != "cpu"):
                now, error = against_league(table, net, 99, rounds)
                late, _ = against_league(table, mean, 99, rounds)
            say(
                f"{told:.0f} s, {dealt / 1e6:.0f} M deals, {steps} steps, loss {float(loss.detach()):.4f}, "
                f"against league {now:+.4f}, mean {late:+.4f} ± {error:.4f}"
            )
    return mean


def weights(net: Net) -> dict[str, np.ndarray]:
    """The weights as the kernel takes them: a row for each input, in the last layer for each output."""
    one, two, three = (net.layers[place] for place in (0, 2, 4))
    found = {
        "w1": one.weight.T,
        "b1": one.bias,
        "w2": two.weight.T,
        "b2": two.bias,
        "w3": three.weight,
        "b3": three.bias,
    }
    return {
        name: np.ascontiguousarray(each.detach().float().cpu().numpy())
        for name, each in found.items()
    }
