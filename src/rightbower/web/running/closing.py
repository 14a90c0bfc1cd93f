"""A stop from outside: what is under way is finished, and all is tidied up as after Ctrl-C."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from types import FrameType


class AskedToStop(SystemExit):
    """The hall was asked to stop, and did."""


def _stopped(_number: int, _frame: FrameType | None) -> None:
    raise AskedToStop(0)


@contextlib.contextmanager
def stopped_in_order() -> Iterator[None]:
    """Let a stop from outside (SIGTERM) end with status 0 once everything is closed."""
    before = signal.signal(signal.SIGTERM, _stopped)
    try:
        yield
    except (AskedToStop, KeyboardInterrupt):
        print("The hall is closed.", file=sys.stderr)
    finally:
        signal.signal(signal.SIGTERM, before)
