"""Thousands of deals side by side, by players of ours or by numbers of your own."""

import numpy as np

from rightbower.study.environments.batch import Tables

tables, brought = Tables("standard", 4096, seed=7), 0
for _ in range(100):
    seen, legal = tables.observations(), tables.masks()  # 4096 × 618 numbers, 4096 × 64 marks
    acts = np.where(tables.turns % 2 == 0, tables.acts_of("league"), legal.argmax(axis=1))
    points, over = tables.step(acts)
    brought += points.sum()
print(f"League players won {brought / tables.ended:+.2f} points a deal.")
