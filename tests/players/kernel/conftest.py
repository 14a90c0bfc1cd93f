"""Every test of the kernel runs twice: on the library, and on what Numba compiles here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rightbower.players.kernel import library
from rightbower.players.kernel.compiled import ENTRIES


@pytest.fixture(scope="module", params=["library", "numba"], autouse=True)
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Which kernel is called; programs that a test starts call the same."""
    if request.param == "library" and library.opened() is None:
        pytest.skip("no library was built: there is no linker here")
    with pytest.MonkeyPatch.context() as patched:
        if request.param == "numba":
            patched.setenv(library.ASKED_FOR, library.NUMBA)
        forget()
        yield request.param
    forget()


def forget() -> None:
    """Have every entry looked up anew."""
    for each in ENTRIES:
        vars(each).pop("_native", None)
