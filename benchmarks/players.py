"""How long the expert thinks, a call by table takes, and the command takes to say what it can do; CPU."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator

from rightbower.cli.bench import expert_ms
from rightbower.players.simulate import new_game
from rightbower.players.tables import call_by_table
from rightbower.players.views import view
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import deal_out

MOST_MS = 10.0
MOST_LOOKUP = 10.0
MOST_HELP = 0.3


def measure() -> Iterator[tuple[str, float, str, float | None]]:
    """What was measured, the figure, its unit and the most it may be."""
    yield "expert, a decision", expert_ms(), "ms", MOST_MS
    yield "bidding table, a call", lookup_us(), "µs", MOST_LOOKUP
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "rightbower", "--help"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    yield "rightbower --help", spent, "s", MOST_HELP


def lookup_us(times: int = 20_000) -> float:
    """Microseconds for a call by table, of a hand that was not looked up just before."""
    book = load("standard")
    hands = [deal_cards(shuffled(str(number)), Seat.S, book) for number in range(100)]
    seen = [view(deal_out(new_game(book, Seat.S), cards), Seat.W) for cards in hands]
    call_by_table(seen[0])
    began = time.process_time()
    for number in range(times):
        call_by_table(seen[number % len(seen)])
    return 1e6 * (time.process_time() - began) / times
