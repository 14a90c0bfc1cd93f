"""Every test of the kernel runs twice: on the library, and on what Numba compiles here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

import pytest

from rightbower.players.kernel import library
from rightbower.players.kernel.compiled import ENTRIES


@pytest.fixture(scope="module", params=["library", "numba"], autouse=True)
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Which kernel is called; programs that a test starts call the same."""
    if request.param == "library" and library.opened() is None:
        pytest.skip("no library was built: there is no linker here")
    with pytest.MonkeyPatch.context() as patched:
        keep(patched)
        if request.param == "numba":
            patched.setenv(library.ASKED_FOR, library.NUMBA)
        forget()
        yield request.param
    forget()


def keep(patched: pytest.MonkeyPatch) -> None:
    """Have what Numba compiles kept with the user's files, as the library is, for other checkouts.

    It is kept under the sources that it is of, so that nothing made of others is taken.
    """
    folder = library.users_folder() / "compiled"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        patched.setenv("NUMBA_CACHE_DIR", os.environ.get("NUMBA_CACHE_DIR", str(folder)))


def forget() -> None:
    """Have every entry looked up anew."""
    for each in ENTRIES:
        vars(each).pop("_native", None)
