"""How the kernel is compiled: once, kept on disk, and never taken from an older kernel."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])

HERE = Path(__file__).parent


def part(function: Function) -> Function:
    """A piece of the kernel: compiled into the entries that use it."""
    return cast(Function, njit(error_model="numpy", forceinline=True)(function))


def entry(signature: str) -> Callable[[Function], Function]:
    """A function that Python calls: compiled for these types and kept on disk."""

    def compiled(function: Function) -> Function:
        made = _dispatcher(function)
        made.compile(signature)
        made.disable_compile()
        return cast(Function, made)

    return compiled


def _dispatcher(function: Callable[..., Any]) -> Any:
    options = {"error_model": "numpy", "nogil": True}
    try:
        made = njit(cache=True, **options)(function)
    except RuntimeError:  # no folder can be written to: compile anew in each process
        return njit(**options)(function)
    _forget_older(Path(made.stats.cache_path), function)
    return made


def _forget_older(folder: Path, function: Callable[..., Any]) -> None:
    """Numba looks at the file of the entry alone, so a change in a part has to be seen here."""
    changed = max(each.stat().st_mtime for each in HERE.glob("*.py"))
    name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-*.nbi"
    for kept in folder.glob(name):
        with contextlib.suppress(OSError):  # another process may have been quicker
            if kept.stat().st_mtime < changed:
                kept.unlink()
