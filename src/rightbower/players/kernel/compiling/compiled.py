"""How the kernel is compiled: once, and kept on disk as machine code.

Numba is loaded only to compile. What Python calls is an *entry*: it is looked up on disk when it is
first called, and compiled when it is not there. What entries are made of are *parts*.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, TypeAlias, TypeVar, cast

from rightbower.players.kernel.compiling.machine_code import (
    Code,
    Native,
    kept,
    loaded,
    signature_of,
    write,
)

Compiled: TypeAlias = Callable[..., Any]
Function = TypeVar("Function", bound=Compiled)

# Numba counts who holds an array: each count is a locked step, which stalls some processors.
_OPTIONS: Final[dict[str, Any]] = {"error_model": "numpy", "_nrt": False}
_UNWRAPPED: Final[dict[str, Any]] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
ENTRIES: Final[list[EntryPoint]] = []


class Part:
    """A function that Numba compiles into those that call it, made ready when it is needed."""

    def __init__(self, function: Compiled, inline: bool = True) -> None:
        self._plain = function
        self._inline = inline

    @cached_property
    def function(self) -> Any:
        """The function as Numba has it."""
        from numba import njit

        return njit(forceinline=self._inline, **_OPTIONS)(self._plain)

    @property
    def _numba_type_(self) -> Any:
        """What Numba asks of a thing that it meets."""
        from numba import types

        return types.Dispatcher(self.function)

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)


class Step:
    """What Numba has no word for: a few instructions, written when they are needed."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    @cached_property
    def _numba_type_(self) -> Any:
        """What Numba asks of a thing that it meets."""
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        made = intrinsic(self._make())
        cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(made)


class EntryPoint:
    """A function that Python calls: compiled for the types of its signature, and kept on disk."""

    def __init__(self, signature: str, function: Compiled) -> None:
        self.signature = signature
        self.function = function
        self.__doc__ = function.__doc__
        self._compiled: Any = None
        ENTRIES.append(self)

    def make_ready(self) -> None:
        """See to it that the machine code is there."""
        _ = self._native

    @cached_property
    def _native(self) -> Native:
        """The machine code, ready to run; compiled if it is not kept."""
        code = kept(self.function)
        if code is None:
            self._compile()
            (text,) = self._compiled.inspect_llvm().values()
            (found,) = self._compiled.overloads.values()
            code = Code.of(found.fndesc.llvm_func_name, text)
            write(self.function, code)
        return loaded(code, signature_of(self.signature))

    def _compile(self) -> None:
        from numba import njit

        if self._compiled is None:
            # kept before it is compiled, since a function that calls itself asks for it then
            self._compiled = njit(**_UNWRAPPED, **_OPTIONS)(self.function)
            self._compiled.compile(self.signature)
            self._compiled.disable_compile()

    @property
    def _numba_type_(self) -> Any:
        """What Numba asks of a thing that it meets."""
        from numba import types

        self._compile()
        return types.Dispatcher(self._compiled)

    def __call__(self, *arguments: Any) -> Any:
        return self._native(*arguments)


def part(function: Function) -> Function:
    """A piece of the kernel: compiled into the entries that use it."""
    return cast(Function, Part(function))


def called(function: Function) -> Function:
    """A larger piece, which the entries that use it call."""
    return cast(Function, Part(function, inline=False))


def entry(signature: str) -> Callable[[Compiled], EntryPoint]:
    """A function that Python calls: compiled for these types and kept on disk."""
    return lambda function: EntryPoint(signature, function)
