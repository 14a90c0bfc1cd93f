"""Compile the kernel into its cache, so that the first game does not wait."""

from __future__ import annotations

import importlib
import sys
import time
from typing import Final

from rightbower.players.kernel.compiled import ENTRIES

USUAL_SECONDS: Final = 60
PARTS: Final = {
    "random deals": "rightbower.players.kernel.deals",
    "playouts": "rightbower.players.kernel.playouts",
    "the solver": "rightbower.players.kernel.search",
    "the worth of each card": "rightbower.players.kernel.search",
    "likely worlds": "rightbower.players.kernel.worlds",
    "the expert's options": "rightbower.players.kernel.options",
    "the network of the cards": "rightbower.players.kernel.network",
    "the network playing on": "rightbower.players.kernel.network",
    "worlds weighed by the network": "rightbower.players.kernel.network",
    "contracts played out by the network": "rightbower.players.kernel.network",
}


def warm() -> float:
    """Compile everything, with a line of progress; return how many seconds it took."""
    began = time.monotonic()
    for number, (step, module) in enumerate(PARTS.items(), start=1):
        _say(f"  {number} of {len(PARTS)}: {step}")
        importlib.import_module(module)
        for entry in ENTRIES:
            entry.make_ready()
    return time.monotonic() - began


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
