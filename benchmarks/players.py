"""How long the expert thinks, and how long the command takes to say what it can do; one core, CPU."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator

from rightbower.cli.bench import expert_ms

MOST_MS = 10.0
MOST_HELP = 0.3


def measure() -> Iterator[tuple[str, float, str, float | None]]:
    """What was measured, the figure, its unit and the most it may be."""
    yield "expert, a decision", expert_ms(), "ms", MOST_MS
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "rightbower", "--help"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    yield "rightbower --help", spent, "s", MOST_HELP
