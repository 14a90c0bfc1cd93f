"""Ten thousand random deals with all hands open: the makers' tricks when everybody plays their best."""

import numpy as np

from rightbower.players.kernel.deals import shuffled_packs
from rightbower.players.kernel.search import positions, solve_tricks

DEALS = 10_000

packs = shuffled_packs(DEALS, seed=7)[:, :20].astype(np.int64)
hands = (1 << packs).reshape(DEALS, 4, 5).sum(axis=2)
trump, leader, makers = (np.random.default_rng(7).integers(0, top, DEALS) for top in (4, 4, 2))
tricks = solve_tricks(positions(hands, trump, leader, makers))
for number, share in enumerate(np.bincount(tricks, minlength=6) / DEALS):
    print(f"{number} tricks: {share:.3f}")
