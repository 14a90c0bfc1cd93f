"""A million random deals from Python: how often each side makes its call."""

from rightbower import load, play_deals
from rightbower.players.kernel.deals import TRICKS

rows = play_deals(load("standard"), 1_000_000, seed=7)
print(f"{len(rows):,} deals; the makers take three tricks in {(rows[:, TRICKS] > 2).mean():.3f}")
