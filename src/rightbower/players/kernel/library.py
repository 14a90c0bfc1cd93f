"""The kernel as a shared library: where it lies, what of it this processor takes, how it is called.

``build.py`` makes it: for a wheel, which carries it, and once for a checkout. It needs neither Numba
nor LLVM. Its name holds a fingerprint of all that it is made from, so that one made from other
sources is never taken.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import Any, Final, NamedTuple, cast

import numpy as np

from rightbower.rules.refusal import Refusal

HERE: Final = Path(__file__).parent
# Of these nothing is compiled in.
BESIDE: Final = frozenset({"__init__.py", "build.py", "measure.py"})
# Numbers of these are.
COMPILED_IN: Final = (HERE.parent / "league.py", HERE.parent.parent / "rules" / "cards.py")
# What a processor may be able to do, from the least; each part of the library is there for each.
LEVELS: Final = {"x86_64": ("x86-64", "x86-64-v2", "x86-64-v3"), "aarch64": ("generic",)}
# The function of the library that says which of them this processor has.
HOW_MANY_LEVELS: Final = "levels"
# The variable that asks for one of them, or for the kernel as Numba compiles it here.
ASKED_FOR: Final = "RIGHTBOWER_KERNEL"
NUMBA: Final = "numba"
_BYTE: Final = ctypes.c_char
_NUMBERS: Final[dict[str, Any]] = {
    "boolean": ctypes.c_bool,
    "int64": ctypes.c_int64,
    "float64": ctypes.c_double,
}


@cache
def fingerprint() -> str:
    """Of all that the library is made from."""
    made = sha256()
    for each in (*sorted(HERE.glob("*.py")), *COMPILED_IN):
        if each.name not in BESIDE:
            made.update(each.read_bytes())
    return made.hexdigest()[:16]


def processor() -> str:
    """The kind of processor, by one name on every system."""
    named = os.uname().machine if hasattr(os, "uname") else os.environ["PROCESSOR_ARCHITECTURE"]
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(named.lower(), named.lower())


def file_name(system: str = sys.platform, machine: str = "") -> str:
    """What the library of these sources is called for a system and a processor."""
    kind = {"win32": "dll", "darwin": "dylib"}.get(system, "so")
    return f"kernel-{fingerprint()}-{system}-{machine or processor()}.{kind}"


def users_folder() -> Path:
    """Where programs keep what they made for this user."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rightbower"


def symbol(function: Callable[..., Any], level: str) -> str:
    """What a function is called in the library.

    >>> symbol(fingerprint, "x86-64-v3")
    'library_fingerprint_x86_64_v3'
    """
    module = function.__module__.rpartition(".")[2]
    return re.sub(r"\W", "_", f"{module}_{function.__qualname__}_{level}")


@cache
def opened() -> ctypes.CDLL | None:
    """The library of these sources for this machine, if there is one."""
    for folder in (HERE, users_folder()):
        file = folder / file_name()
        if file.is_file():
            try:
                return ctypes.CDLL(str(file))
            except OSError:  # of another C library, for one
                continue
    return None


def levels_of(library: ctypes.CDLL) -> tuple[str, ...]:
    """What this processor can do, from the least."""
    return LEVELS[processor()][: getattr(library, HOW_MANY_LEVELS)()]


def address(function: Callable[..., Any]) -> int | None:
    """Where a function lies in the library; None without one, or where Numba is asked for."""
    asked = os.environ.get(ASKED_FOR, "")
    library = None if asked == NUMBA else opened()
    if library is None or not function.__module__.startswith(f"{__package__}."):
        return None
    able = levels_of(library)
    if asked and asked not in able:
        raise Refusal(f"{ASKED_FOR} can be {', '.join((*able, NUMBA))} here, not {asked!r}")
    try:
        found = getattr(library, symbol(function, asked or able[-1]))
    except AttributeError:
        return None
    return ctypes.cast(found, ctypes.c_void_p).value


class Parameter(NamedTuple):
    """What a function takes: a number, or an array of so many dimensions."""

    name: str
    dimensions: int


class Signature(NamedTuple):
    """What a function gives back, and what it takes."""

    result: str
    arguments: tuple[Parameter, ...]


def signature_of(text: str) -> Signature:
    """A signature as Numba writes it.

    >>> signature_of("boolean(int64, uint8[:, ::1])").arguments[1]
    Parameter(name='uint8', dimensions=2)
    """
    result, _, rest = text.partition("(")
    found = re.findall(r"(\w+)(\[[^]]*\])?", rest)
    return Signature(result, tuple(Parameter(name, _dimensions(array)) for name, array in found))


def _dimensions(array: str) -> int:
    return array.count(",") + 1 if array else 0


class Native:
    """A function in machine code, called as Numba's own are: result, error, and the arguments.

    An array goes as two holders, its size, the size of an item, its address, shape and strides.
    """

    def __init__(self, where: int, signature: Signature) -> None:
        self._takes = [(_dtype(each), each.dimensions) for each in signature.arguments]
        self._result = _NUMBERS.get(signature.result, ctypes.c_void_p)
        self._pack = Struct("=" + "".join(map(_packed, signature.arguments))).pack
        types = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(where)

    def __call__(self, *arguments: Any) -> Any:
        given: list[Any] = []
        for value, (kind, dimensions) in zip(arguments, self._takes, strict=True):
            if dimensions:
                given += _array(value, kind, dimensions)
            else:
                given.append(value)
        result, wrong = self._result(), ctypes.c_void_p()
        if self._call(ctypes.byref(result), ctypes.byref(wrong), self._pack(*given)):
            raise RuntimeError("the compiled kernel went wrong")
        return result.value


def _dtype(parameter: Parameter) -> np.dtype[Any]:
    return np.dtype("bool" if parameter.name == "boolean" else parameter.name)


def _packed(parameter: Parameter) -> str:
    """How an argument is packed; a truth is the first of its eight bytes."""
    if parameter.dimensions:
        return "q" * (5 + 2 * parameter.dimensions)
    return {"boolean": "?7x", "int64": "q", "float64": "d"}[parameter.name]


def _array(value: Any, kind: np.dtype[Any], dimensions: int) -> Sequence[Any]:
    """An array as it is passed; one of another make would be read wrongly, so it is refused."""
    if not isinstance(value, np.ndarray) or value.dtype != kind or value.ndim != dimensions:
        raise TypeError(f"an array of {kind} in {dimensions} dimensions is wanted here")
    size = value.size
    try:
        where = ctypes.addressof(_BYTE.from_buffer(cast(Any, value))) if size else 0
    except (TypeError, BufferError) as error:
        raise TypeError(
            "an array is wanted here that may be written to and lies in one piece"
        ) from error
    return (0, 0, size, kind.itemsize, where, *value.shape, *value.strides)
