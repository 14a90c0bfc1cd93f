"""Room for a few numbers while a compiled function runs, on its stack.

Numba counts who holds an array that it makes, and each count is a locked step that waits for all
that was written before it. The kernel makes no arrays but these, and counts nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.extending import intrinsic
from numba.np.arrayobj import populate_array


@intrinsic(prefer_literal=True)
def _scratch(_typing: Any, size: Any, kind: Any) -> Any:
    array = types.Array(kind.dtype, 1, "C")

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        item = context.get_value_type(array.dtype)
        width = context.get_constant(types.intp, context.get_abi_sizeof(item))
        if isinstance(size, types.IntegerLiteral):
            count = context.get_constant(types.intp, size.literal_value)
            place = cgutils.alloca_once(builder, item, size=count)
        else:
            count = arguments[0]
            place = builder.alloca(item, size=count)
        cgutils.memset(builder, place, builder.mul(count, width), 0)
        made = context.make_array(array)(context, builder)
        populate_array(made, place, [count], [width], width, None)
        return made._getvalue()

    return array(size, kind), generate


scratch = cast("Callable[[int, type[np.generic]], np.ndarray]", _scratch)
