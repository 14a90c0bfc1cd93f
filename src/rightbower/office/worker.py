"""A worker process: takes work from a pipe, one piece after the other, within its share of memory."""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from multiprocessing.connection import Connection
from typing import Any

from rightbower.rules.refusal import Refusal

MEGABYTE = 1024 * 1024
# The hall's own loop comes first.
NICE = 5

_line: list[Connection] = []


def tell(*words: Any) -> None:
    """Tell whoever waits for this work how far it has come; nothing outside a worker process."""
    for line in _line:
        line.send_bytes(pickle.dumps(("told", words)))


def bounded(megabytes: int) -> None:
    """Take no more memory than this, where the system can hold a process to it, and stand back."""
    with contextlib.suppress(ImportError, ValueError, OSError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * MEGABYTE,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(NICE)


def answered(request: bytes) -> bytes:
    """The result of a piece of work, or why it failed."""
    try:
        work, args, options = pickle.loads(request)
        return pickle.dumps(("done", work(*args, **options)))
    except MemoryError:
        return pickle.dumps(("failed", Refusal("this needs too much memory")))
    except Exception as fault:
        try:
            return pickle.dumps(("failed", fault))
        except Exception:
            return pickle.dumps(("failed", RuntimeError(f"{type(fault).__name__}: {fault}")))


def main(number: int, megabytes: int) -> None:
    """Work until the other end is closed."""
    line = Connection(number)
    _line.append(line)
    bounded(megabytes)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            line.send_bytes(answered(line.recv_bytes()))


if __name__ == "__main__":
    # As the module that work imports, so that both mean the same line.
    from rightbower.office import worker

    worker.main(int(sys.argv[1]), int(sys.argv[2]))
