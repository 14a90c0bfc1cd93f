"""Compile the kernel into its cache, so that the first game does not wait."""

from __future__ import annotations

import importlib
import sys
import time
from typing import Final

USUAL_SECONDS: Final = 60
PARTS: Final = {
    "random deals": "rightbower.kernel.deals",
    "playouts": "rightbower.kernel.playouts",
    "the solver": "rightbower.kernel.solve",
    "the worth of each card": "rightbower.kernel.moves",
}


def warm() -> float:
    """Compile everything, with a line of progress; return how many seconds it took."""
    began = time.monotonic()
    steps = [*PARTS, "the expert"]
    for number, step in enumerate(steps, start=1):
        _say(f"  {number} of {len(steps)}: {step}")
        if step in PARTS:
            importlib.import_module(PARTS[step])
        else:
            _expert_plays()
    return time.monotonic() - began


def _expert_plays() -> None:
    """The expert plays a few deals, which compiles what it calls."""
    from rightbower.book import load
    from rightbower.cards import Seat, shuffled
    from rightbower.ceremonies import deal_cards
    from rightbower.game import act, deal_out, start_game
    from rightbower.players.expert import Expert
    from rightbower.view import view

    book = load("standard")
    expert = Expert(worlds=2)
    for number in range(6):
        dealer = Seat(number % len(Seat))
        game = deal_out(start_game(book, dealer), deal_cards(shuffled(number), dealer, book))
        while game.deal is not None:
            assert game.deal.turn is not None
            game = act(game, expert(view(game, game.deal.turn)))


def _say(words: str) -> None:
    """Words on one line that the next ones replace; on lines of their own where nobody looks on."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)
    else:
        print(words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    print(
        f"Compiling the fast kernel, once: about {USUAL_SECONDS} seconds …",
        file=sys.stderr,
        flush=True,
    )
    _say(f"Compiled in {warm():.0f} s.")
    if sys.stderr.isatty():
        print(file=sys.stderr)
