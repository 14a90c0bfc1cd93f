"""Room for a few numbers while a compiled function runs, on its stack.

Numba counts who holds an array that it makes, and each count is a locked step that waits for all
that was written before it. The kernel makes no arrays but these, and counts nothing. Only an entry
may make them: the room that a part makes is gone when the part ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from rightbower.players.kernel.compiling.compiled import Step


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
