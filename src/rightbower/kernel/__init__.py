"""Cards as bits, compiled: the simulator, the solver and what the expert needs."""

from __future__ import annotations

import importlib
import sys
from typing import Any


def _load_numba() -> None:
    """Spare the start: Numba would load two packages, where they are, that we have no use for.

    It looks at SciPy's version, and at the coverage tool to report to it.
    """
    if "numba" in sys.modules:
        return
    loaded: dict[str, Any] = sys.modules
    unwanted = [name for name in ("coverage", "scipy") if name not in loaded]
    loaded.update(dict.fromkeys(unwanted))  # None says that a module is not there
    try:
        importlib.import_module("numba")
    finally:
        for name in unwanted:
            del loaded[name]


_load_numba()
