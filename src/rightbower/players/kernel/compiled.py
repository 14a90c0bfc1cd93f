"""How the kernel is compiled and called.

Numba compiles it, and is loaded for that alone. What Python calls is an *entry*: a function of the
library, or, where there is none (``library.py`` says when), one that is compiled here when it is first
called and kept on disk. What entries are made of are *parts*.

Numba counts who holds an array that it makes, and each count is a locked step that waits for all
that was written before it. The kernel makes no arrays but those of ``scratch``, which lie on the
stack, and counts nothing. Only an entry may make them: the room that a part makes is gone when the
part ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

import numpy as np

from rightbower.players.kernel.library import Native, address, signature_of
from rightbower.rules.extras import needs

if TYPE_CHECKING:
    from rightbower.players.kernel.machine_code import Text

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
    """A function that Python calls, compiled for the types of its signature."""

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
        """The machine code, ready to run: of the library, or kept on disk, or compiled now."""
        signature = signature_of(self.signature)
        if where := address(self.function):
            return Native(where, signature)
        needs("the fast kernel, of which no library is here,", "numba")
        from rightbower.players.kernel.machine_code import Code, kept, write

        code = kept(self.function)
        if code is None:
            code = Code.of(self.text())
            write(self.function, code)
        return code.loaded(signature)

    def text(self) -> Text:
        """What Numba makes of it, in LLVM's language."""
        from rightbower.players.kernel.machine_code import Text

        self._compile()
        (text,) = self._compiled.inspect_llvm().values()
        (found,) = self._compiled.overloads.values()
        return Text(found.fndesc.llvm_func_name, text)

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
    """A function that Python calls, compiled for these types."""
    return lambda function: EntryPoint(signature, function)


def _made(dimensions: int) -> Any:
    """An array of so many dimensions, all noughts; its shape and the kind of its numbers are given."""
    from numba import types
    from numba.core import cgutils
    from numba.np.arrayobj import populate_array

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, (*shape, _) = signature.return_type, arguments
        item = context.get_value_type(array.dtype)
        width = context.get_constant(types.intp, context.get_abi_sizeof(item))
        strides = [width] if dimensions == 1 else [builder.mul(shape[1], width), width]
        count = shape[0] if dimensions == 1 else builder.mul(*shape)
        place = builder.alloca(item, size=count)
        cgutils.memset(builder, place, builder.mul(count, width), 0)
        made = context.make_array(array)(context, builder)
        populate_array(made, place, shape, strides, width, None)
        return made._getvalue()

    def one(_typing: Any, size: Any, kind: Any) -> Any:
        return types.Array(kind.dtype, 1, "C")(size, kind), generate

    def two(_typing: Any, rows: Any, columns: Any, kind: Any) -> Any:
        return types.Array(kind.dtype, 2, "C")(rows, columns, kind), generate

    return one if dimensions == 1 else two


scratch = cast("Callable[[int, type[np.generic]], np.ndarray]", Step(lambda: _made(1)))
scratch_rows = cast("Callable[[int, int, type[np.generic]], np.ndarray]", Step(lambda: _made(2)))


def in_threads(work: Callable[[int], None], parts: Sequence[int], threads: int) -> None:
    """Do the work for every part, in as many threads as asked for."""
    if threads < 1:
        raise ValueError(f"at least one thread is needed, not {threads}")
    if threads == 1 or len(parts) < 2:
        for each in parts:
            work(each)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(work, parts):
            pass
