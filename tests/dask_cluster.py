"""A dask scheduler with its workers, each in a process of its own, for tests and soaks."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

DASK = Path(sys.executable).parent / "dask"
QUIET = ("--no-dashboard",)


class RealCluster(Struct):
    """Where the scheduler answers, and the processes of the workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def real_cluster(folder: Path, workers: int) -> Iterator[RealCluster]:
    """A scheduler and so many workers of one thread, until the end of the block."""
    file = folder / "scheduler.json"
    with (folder / "dask.log").open("wb") as log:

        def started(*words: object) -> subprocess.Popen[bytes]:
            command = [str(DASK), *map(str, words), "--scheduler-file", str(file), *QUIET]
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)

        own = ("--nthreads", 1, "--no-nanny", "--local-directory", folder / "scratch")
        scheduler = started("scheduler", "--host", "127.0.0.1", "--port", 0)
        found = [started("worker", *own) for _ in range(workers)]
        try:
            yield RealCluster(_address(file, scheduler), found)
        finally:
            for each in (*found, scheduler):
                each.kill()
                each.wait()


def _address(file: Path, scheduler: subprocess.Popen[bytes]) -> str:
    while True:
        assert scheduler.poll() is None, "the scheduler did not start"
        try:
            return str(json.loads(file.read_text())["address"])
        except (OSError, ValueError):
            time.sleep(0.05)
