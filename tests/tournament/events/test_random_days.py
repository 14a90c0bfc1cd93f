"""Random events against the checker, which knows the rules and nothing of the engine."""

from random import Random

import pytest
from msgspec import json

from rightbower.tournament.contest import encode
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.event import EventHistory
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.verify import verify
from tournament.events.check_moves import check_moves
from tournament.events.checker import Json, check
from tournament.events.random_days import RandomDay

KINDS = ("alberta-pairs", "provincial-pairs", "charity-day", "national-progressive")


def exported(history: EventHistory) -> tuple[list[Json], Json]:
    """The journal's entries and the whole event, as plain JSON."""
    entries: list[Json] = [json.decode(encode(entry)) for entry in history.entries]
    whole: Json = json.decode(EVENT.as_json(history))
    return entries, whole


def faults_of(preset: str, seed: int, tables: int, rounds: int) -> list[str]:
    """What is wrong with a random event, and whether its journal gives it again."""
    history = RandomDay(preset, seed, tables, rounds).history
    again = EventHistory.of([EVENT.decode(encode(entry)) for entry in history.entries])
    entries, whole = exported(history)
    faults = check(entries, whole)
    faults += check_moves(entries, whole["event"])
    if different := verify(history).different:
        faults.append(f"entries {different} are drawn otherwise from their seeds")
    if EVENT.as_json(again) != EVENT.as_json(history):
        faults.append("the journal does not give the same event again")
    return faults


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("preset", KINDS)
def test_a_random_event_has_no_fault(preset: str, seed: int) -> None:
    luck = Random(f"{preset} {seed}")
    assert faults_of(preset, seed, luck.randrange(4, 12), luck.randrange(2, 8)) == []


# Boards have a checker of their own, in test_duplicate.py.
@pytest.mark.parametrize(
    "preset", [name for name in PRESETS if name not in KINDS and PRESETS[name].boards is None]
)
@pytest.mark.parametrize("seed", range(4))
def test_a_random_event_of_a_club_has_no_fault(preset: str, seed: int) -> None:
    luck = Random(f"{preset} {seed}")
    assert faults_of(preset, seed, luck.randrange(4, 9), luck.randrange(2, 6)) == []


def test_a_big_random_event_has_no_fault() -> None:
    assert faults_of("national-progressive", 7, 120, 5) == []


@pytest.mark.soak
def test_two_thousand_random_events_have_no_fault() -> None:
    luck = Random(2000)
    names = list(PRESETS)
    faulty = {}
    for seed in range(2000):
        preset = names[seed % len(names)]
        most = 200 if preset in KINDS else 30
        tables = min(most, int(4 + luck.paretovariate(0.9)))
        if seed % 20 < 2:
            tables = luck.randrange(4, most + 1)
        if faults := faults_of(preset, seed, tables, luck.randrange(2, 9)):
            faulty[preset, seed, tables] = faults
    assert faulty == {}
