"""Jobs done in processes of their own, several at a time."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol

HUNG: Final = "hangs"


def passes(item: pytest.Item) -> bool:
    """Whether the test passes here and now."""
    reports = runtestprotocol(item, log=False, nextitem=None)
    return not any(report.failed for report in reports)


def spread(
    jobs: Iterable[Any], does: Callable[[Any], str], take: Callable[[Any, str], None], workers: int
) -> None:
    """Do each job in a forked process, several at a time, and take what each comes to."""
    running: dict[int, tuple[Any, Path]] = {}

    def reap() -> None:
        pid, status = os.wait()
        job, file = running.pop(pid)
        text = file.read_text("utf-8")
        file.unlink()
        # a test that hangs has noticed as well as one that fails
        take(job, HUNG if os.WIFSIGNALED(status) else text)

    for job in jobs:
        if len(running) >= workers:
            reap()
        pid, file = _forked(job, does)
        running[pid] = (job, file)
    while running:
        reap()


def _forked(job: Any, does: Callable[[Any], str]) -> tuple[int, Path]:
    """A process that does the job, and the file it leaves its answer in."""
    handle, name = tempfile.mkstemp()
    os.close(handle)
    pid = os.fork()
    if not pid:
        _quiet()
        try:
            Path(name).write_text(does(job), "utf-8")
        finally:
            os._exit(0)
    return pid, Path(name)


def _quiet() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nothing, stream)
    sys.stdout = sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115  # until the process ends
