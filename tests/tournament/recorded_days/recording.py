"""Days, seasons and games as they came out on the day they were recorded, and what they come to now.

Run it to record them anew after a rule was changed on purpose: ``python tests/tournament/recorded_days/recording.py``.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

HERE = Path(__file__).parent
FILE = HERE / "recorded.jsonl.gz"
# What is a sum, a rank or a fact; sentences may be reworded.
COUNTED = (
    "rank", "entrant", "team", "name", "won", "drawn", "lost", "byes", "points", "against",
    "event_points", "shared", "open", "clauses", "prize", "amount", "winners",
)  # fmt: skip


class Recorded(msgspec.Struct, frozen=True):
    """One stream of the journal and what it came to."""

    name: str
    entries: tuple[str, ...]
    came_to: dict[str, Any]


def read() -> list[Recorded]:
    """All that was recorded."""
    lines = gzip.decompress(FILE.read_bytes()).splitlines()
    return [msgspec.json.decode(line, type=Recorded) for line in lines]


def counted(rows: Any) -> list[dict[str, Any]]:
    """The figures of standings, without their sentences."""
    plain = msgspec.json.decode(msgspec.json.encode(rows))
    return [{key: row[key] for key in COUNTED if key in row} for row in plain]


def event_came_to(entries: tuple[str, ...]) -> dict[str, Any]:
    """The standings, prizes and games of a day."""
    from rightbower.tournament.events.contest import EVENT
    from rightbower.tournament.events.event import EventHistory
    from rightbower.tournament.events.outcome import outcome

    history = EventHistory.of([EVENT.decode(entry.encode()) for entry in entries])
    everything = EVENT.whole(history)
    event = everything["event"]
    games = [
        [
            round_,
            table.number,
            [list(side) for side in table.sides],
            result(outcome(event.plan, table)),
        ]
        for round_, table in event.games()
    ]
    awards = msgspec.json.decode(msgspec.json.encode(everything["awards"]))
    return {
        "standings": counted(everything["standings"]),
        "awards": [{key: award[key] for key in sorted(award) if key != "why"} for award in awards],
        "games": games,
    }


def result(came: Any) -> Any:
    """A game's result: its points and its winner."""
    return None if came is None else [list(came.points), came.winner]


def league_came_to(entries: tuple[str, ...]) -> dict[str, Any]:
    """The table, champion and offences of a season."""
    from rightbower.tournament.league.contest import LEAGUE
    from rightbower.tournament.league.league import LeagueHistory

    everything = LEAGUE.whole(
        LeagueHistory.of([LEAGUE.decode(entry.encode()) for entry in entries])
    )
    return {
        "standings": counted(everything["standings"]),
        "champion": everything["champion"],
        "offences": len(everything["offences"]),
    }


def table_came_to(entries: tuple[str, ...]) -> dict[str, Any]:
    """The marks of every deal and the result of a game in the hall."""
    from rightbower.web.hall.archive import after
    from rightbower.web.hall.entries import decode

    table = None
    for entry in entries:
        table, _ = after(table, decode(entry.encode()))
    assert table is not None
    game = table.game
    assert game is not None
    assert game.result is not None
    deals = [
        [[str(mark.side), mark.points, mark.path] for mark in scored.marks]
        for scored in game.finished
    ]
    return {
        "score": list(game.result.score),
        "winner": None if game.result.winner is None else str(game.result.winner),
        "reason": game.result.reason,
        "deals": deals,
        "seats": [None if sitter is None else sitter.name for sitter in table.seats],
    }


CAME_TO = {"event": event_came_to, "league": league_came_to, "table": table_came_to}


def came_to(recorded: Recorded) -> dict[str, Any]:
    """What a recorded stream comes to now."""
    return CAME_TO[recorded.name.partition("/")[0]](recorded.entries)


def days() -> Iterator[tuple[str, list[bytes]]]:
    """A hundred random days of every preset."""
    from rightbower.tournament.contest import encode
    from rightbower.tournament.events.presets import PRESETS
    from tournament.events.random_days import RandomDay

    presets = list(PRESETS)
    for seed in range(100):
        luck = Random(f"recorded {seed}")
        preset = presets[seed % len(presets)]
        day = RandomDay(preset, seed, luck.randrange(4, 9), luck.randrange(2, 6))
        yield f"event/{preset}-{seed}", [encode(entry) for entry in day.history.entries]


def seasons() -> Iterator[tuple[str, list[bytes]]]:
    """Forty seasons, every second a wild one."""
    from rightbower.tournament.contest import encode
    from tournament.league.test_random_seasons import played

    for seed in range(40):
        yield f"league/{seed}", [encode(entry) for entry in played(seed).entries]


def tables() -> Iterator[tuple[str, list[bytes]]]:
    """Ten games at random of every book, four of them as at the table."""
    from rightbower.rules.book import names

    for book in names():
        for seed in range(10):
            mode = "strict" if seed < 6 else "as-at-the-table"
            yield f"table/{book}-{seed}", game(book, mode, f"{book} {seed}")


def game(book: str, mode: Any, name: str) -> list[bytes]:
    """The entries of one game between four people who play at random."""
    from rightbower.referee.doing import options
    from rightbower.referee.table import unturned
    from rightbower.rules.cards import Seat
    from rightbower.rules.judge import legal
    from rightbower.web.hall.acts import move, next_deal
    from rightbower.web.hall.calls import call
    from rightbower.web.hall.entries import HallEntry, Sat, TableOpened, encode
    from rightbower.web.hall.seats import begin
    from rightbower.web.hall.wire import Turn
    from web.serving import folded

    chance = Random(name)
    entries: list[HallEntry] = [TableOpened(book, mode, name * 4, "x", 0.0)]
    entries += [Sat(seat, f"{name}-{seat}", seat.word, 0.0) for seat in Seat]
    entries += begin(folded(entries), chance.choice(list(Seat)), 0.0)
    table = folded(entries)
    while table.game is not None and table.game.result is None:
        now, deal, referee = table.touched + chance.randrange(1, 9), table.game.deal, table.referee
        winner = None if referee is None else unturned(referee)
        if winner is not None:
            more = call(table, winner, Turn(), "", now)
        elif deal is None:
            more = next_deal(table, now)
        else:
            action = chance.choice(legal(deal) if referee is None else options(referee))
            more = move(table, action, "", now)
        entries += more
        table = folded(more, table)
    return [encode(entry) for entry in entries]


def record() -> None:
    """Write the file."""
    lines = []
    for make in (days, seasons, tables):
        for name, bodies in make():
            entries = tuple(body.decode() for body in bodies)
            result = CAME_TO[name.partition("/")[0]](entries)
            lines.append(msgspec.json.encode(Recorded(name, entries, result)))
    FILE.write_bytes(gzip.compress(b"\n".join(lines), 9, mtime=0))
    print(len(lines), "recorded")


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parents[1]))
    record()
