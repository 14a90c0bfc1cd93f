"""A store on a GPU, where there is one with its compiler: the same sums to the last bit."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from bidding.passes import ONE, TWO, Pays, Policy
from bidding.solving import UNHEARD
from bidding.store import Store
from rightbower.players.kernel.bits import classes

HERE = Path(__file__).parent


def found() -> bool:
    """Whether a GPU and its compiler are here."""
    if shutil.which("nvcc") is None or shutil.which("nvidia-smi") is None:
        return False
    return subprocess.run(["nvidia-smi", "-L"], capture_output=True, check=False).returncode == 0


@lru_cache
def library() -> Any:
    """The library, built for the GPU that is here."""
    built = Path(tempfile.mkdtemp(prefix="bidding-")) / "auction.so"
    command = ["nvcc", "-O3", "-arch=native", "-fmad=false", "-shared", "-Xcompiler", "-fPIC"]
    subprocess.run([*command, str(HERE / "auction.cu"), "-o", str(built)], check=True)
    loaded = ctypes.CDLL(str(built))
    loaded.make_store.restype = ctypes.c_void_p
    index, hands, _ = classes()
    loaded.setup(_array(index), ctypes.c_int(len(hands)))
    return loaded


def _array(values: np.ndarray) -> ctypes.c_void_p:
    assert values.flags.c_contiguous
    return values.ctypes.data_as(ctypes.c_void_p)


class OnGpu:
    """So many deals of a seed, kept on the GPU."""

    def __init__(self, seed: int, deals: int, bury: int, opened: bool = True) -> None:
        self.deals = deals
        numbers = (ctypes.c_uint64(each) for each in (seed, 0, deals))
        self.store = ctypes.c_void_p(
            library().make_store(*numbers, ctypes.c_int(bury), ctypes.c_int(opened))
        )

    def __len__(self) -> int:
        return self.deals

    def close(self) -> None:
        """Free the GPU's memory."""
        library().free_store(self.store)

    def read(self, first: int, deals: int) -> Store:
        """Some of the deals, to look at."""
        store = Store(
            np.zeros((deals, 4), np.uint32), np.zeros(deals, np.uint64), np.zeros(deals, np.uint64)
        )
        arrays = (_array(each) for each in store)
        library().read_store(self.store, ctypes.c_uint64(first), ctypes.c_uint64(deals), *arrays)
        return store

    def solve(
        self, pays: Pays, legal: np.ndarray, start: Policy, rounds: int, learners: int
    ) -> Policy:
        """The mean of the policies that places learn."""
        self._set(pays, legal, start)
        mean = Policy(
            np.zeros((4, legal.shape[1], ONE)),
            np.zeros((4, legal.shape[1], TWO)),
        )
        counts = (ctypes.c_int(each) for each in (learners, rounds, UNHEARD))
        arrays = (_array(each) for each in mean)
        library().solve(self.store, ctypes.c_double(pays.nobody), *counts, *arrays)
        return mean

    def sums(self, pays: Pays, policy: Policy, place: int) -> tuple[np.ndarray, np.ndarray]:
        """What each call of a place is worth."""
        number = policy.one.shape[1]
        self._set(pays, np.zeros((4, number), np.uint16), policy)
        found = np.zeros((number, ONE), np.int64), np.zeros((number, TWO), np.int64)
        arrays = (_array(each) for each in found)
        library().sums(self.store, ctypes.c_double(pays.nobody), ctypes.c_int(place), *arrays)
        return found

    def duel(self, pays: Pays, first: Policy, second: Policy) -> np.ndarray:
        """Sums of there, back, half the difference, and its square."""
        self._set(pays, np.zeros((4, first.one.shape[1]), np.uint16), first)
        totals = np.zeros(4)
        arrays = (_array(np.ascontiguousarray(each)) for each in (*first, *second))
        library().duel(self.store, ctypes.c_double(pays.nobody), *arrays, _array(totals))
        return totals

    def _set(self, pays: Pays, legal: np.ndarray, policy: Policy) -> None:
        ends, correction = np.ascontiguousarray(pays.ends), np.ascontiguousarray(pays.correction)
        library().set_game(_array(ends), _array(correction), _array(np.ascontiguousarray(legal)))
        kept = [np.ascontiguousarray(each) for each in policy]
        library().set_policy(*(_array(each) for each in kept))
