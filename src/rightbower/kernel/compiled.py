"""How the kernel is compiled: once, kept on disk, and never taken from an older kernel."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

from numba import njit

Compiled: TypeAlias = Callable[..., Any]
Function = TypeVar("Function", bound=Compiled)

HERE = Path(__file__).parent
HABITS = HERE.parent / "call_weights.py"  # its numbers are compiled in


def _load_without_scipy() -> None:
    """Spare the start: Numba would load SciPy, where there is one, for nothing that we use.

    All that it asks is whether convolutions may go through SciPy's BLAS; without, it does them
    itself. Whoever has loaded SciPy already keeps it so.
    """
    if "scipy.linalg" in sys.modules or "numba.np.arraymath" in sys.modules:
        return
    algebra = importlib.import_module("numba.np.linalg")
    check = getattr(algebra, "ensure_blas", None)
    if check is None:
        return

    def absent() -> None:
        raise ImportError("SciPy is not wanted here")

    algebra.__dict__["ensure_blas"] = absent
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        algebra.__dict__["ensure_blas"] = check


_load_without_scipy()


# Numba counts who holds an array: each count is a locked step, which stalls some processors.
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}


def part(function: Function) -> Function:
    """A piece of the kernel: compiled into the entries that use it."""
    return cast(Function, njit(forceinline=True, **_OPTIONS)(function))


def entry(signature: str) -> Callable[[Compiled], Compiled]:
    """A function that Python calls: compiled for these types and kept on disk."""

    def compiled(function: Compiled) -> Compiled:
        kept = _kept_in(function)
        if kept is not None:
            _forget_older(kept, function)
        return cast(
            Compiled,
            njit(signature, nogil=True, cache=kept is not None, **_OPTIONS)(function),
        )

    return compiled


def _kept_in(function: Compiled) -> Path | None:
    """The folder that Numba keeps this function in; None where it can write to none."""
    try:
        folder = njit(cache=True)(function).stats.cache_path
    except RuntimeError:
        return None
    return None if folder is None else Path(folder)


def _forget_older(folder: Path, function: Compiled) -> None:
    """Numba looks at the file of the entry alone, so a change in a part has to be seen here."""
    sources = (*HERE.glob("*.py"), HABITS)
    changed = max(each.stat().st_mtime for each in sources)
    file = Path(function.__code__.co_filename).stem
    for kept in folder.glob(f"{file}.{function.__qualname__}-*.nbi"):
        with contextlib.suppress(OSError):  # another process may have been quicker
            if kept.stat().st_mtime < changed:
                kept.unlink()
