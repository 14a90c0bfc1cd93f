"""What the hall does, in the text form that Prometheus reads."""

from __future__ import annotations

import bisect
import time
from collections import Counter
from collections.abc import Iterator
from typing import Final

Sample = tuple[str, str, str, float]  # its name with labels, its type, what it means, its value
STEPS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Counts:
    """What is counted while the hall is open."""

    def __init__(self) -> None:
        self.began = time.time()
        self.lines = 0
        self._status: Counter[int] = Counter()
        self._within = [0] * (len(STEPS) + 1)
        self._seconds = 0.0

    def answered(self, status: int, seconds: float) -> None:
        """A request was answered."""
        self._status[status] += 1
        self._within[bisect.bisect_left(STEPS, seconds)] += 1
        self._seconds += seconds

    def samples(self) -> Iterator[Sample]:
        """The figures of requests and lines."""
        name, means = "rightbower_requests_total", "Requests answered, by status"
        for status, count in sorted(self._status.items()):
            yield f'{name}{{status="{status}"}}', "counter", means, count
        name, means = "rightbower_request_seconds", "How long an answer took"
        so_far = 0
        for step, count in zip((*STEPS, "+Inf"), self._within, strict=True):
            so_far += count
            yield f'{name}_bucket{{le="{step}"}}', "histogram", means, so_far
        yield f"{name}_sum", "histogram", means, self._seconds
        yield f"{name}_count", "histogram", means, so_far
        yield "rightbower_lines", "gauge", "Open live connections", self.lines
        yield "rightbower_started_seconds", "gauge", "When the hall was opened", self.began


def text(samples: Iterator[Sample]) -> str:
    """The figures as Prometheus reads them."""
    lines: list[str] = []
    told: set[str] = set()
    for name, kind, means, value in samples:
        family = name.partition("{")[0]
        if kind == "histogram":
            family = family.rpartition("_")[0]
        if family not in told:
            lines += [f"# HELP {family} {means}", f"# TYPE {family} {kind}"]
            told.add(family)
        lines.append(f"{name} {value:.17g}")
    return "\n".join(lines) + "\n"
