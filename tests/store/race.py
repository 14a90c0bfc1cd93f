"""Writers that race on the same streams, each in a process of its own; run as a program.

Each sends to a stream, upon what it last knew of it, a chain of appends, each decided upon the
one before. What it was told is printed at the end, to be held against what the journal has.
"""

from __future__ import annotations

import json
import random
import sys
import time

from rightbower.office.journals import open_at
from rightbower.store.contract import Conflict


def race(place: str, name: str, streams: int, seconds: float) -> dict[str, object]:
    """Write for so many seconds; what was taken by stream and number, and what was refused."""
    chance = random.Random(name)
    heads: dict[str, int] = {}
    taken: list[tuple[str, int, str]] = []
    refused: list[str] = []
    fell_first = broken = number = 0
    with open_at(place) as journal:
        print("ready", flush=True)
        sys.stdin.readline()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            stream = f"s{chance.randrange(streams)}"
            head = heads.get(stream, 0)
            sent = []
            for _ in range(chance.choice((1, 2, 3))):
                bodies = [f"{name} {number + k}" for k in range(chance.choice((1, 1, 2)))]
                number += len(bodies)
                raw = [body.encode() for body in bodies]
                sent.append((bodies, journal.submit(stream, head, raw)))
                head += len(bodies)
            heads[stream], fallen = head, False
            for bodies, waiting in sent:
                try:
                    last = waiting.result()
                    broken += fallen
                    taken += [
                        (stream, last - len(bodies) + k, body) for k, body in enumerate(bodies, 1)
                    ]
                except Conflict:
                    fell_first += not fallen
                    fallen = True
                    refused += bodies
            if fallen:
                # A batch later the stream still takes nothing that was decided upon what fell.
                try:
                    journal.append(stream, head, [b"upon what fell"])
                    broken += 1
                except Conflict:
                    heads[stream] = len(journal.read(stream))
    return {"taken": taken, "refused": refused, "conflicts": fell_first, "broken": broken}


if __name__ == "__main__":
    place, name, streams, seconds = sys.argv[1:]
    print(json.dumps(race(place, name, int(streams), float(seconds))))
