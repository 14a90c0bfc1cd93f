"""Three hundred recorded streams come to the same state and say the same lines, byte for byte."""

import json
from typing import get_args

import pytest

from rightbower.tournament.club.contest import ClubFact
from rightbower.tournament.events.contest import EventFact
from rightbower.tournament.league.contest import LeagueFact
from tournament.recorded_days.told import MANY, ToldStream, read, told

# These came after the recording; the tests of the events beside this folder have each of them.
NEWER = {
    *("chairs-set", "moved-up", "cannot-come", "partner-asked", "partner-answered"),
    *("purse-set", "basket-paid", "euchres-counted", "grouped", "three-entered"),
    *("sub-offered", "sub-gone", "boards-dealt", "online-night-set"),
}
FACTS = {"event": EventFact, "league": LeagueFact, "club": ClubFact}


def differing(recorded: list[ToldStream]) -> list[str]:
    """What is otherwise now, the first line of each story that is."""
    found = []
    for was in recorded:
        now = told(was.name, was.entries)
        if now == was:
            continue
        lines = [f"{one!r} is now {two!r}" for one, two in zip(was.lines, now.lines, strict=False) if one != two]  # fmt: skip
        what = "entries" if now.entries != was.entries else "state" if now.state != was.state else ""  # fmt: skip
        found.append(f"{was.name} {what}: {lines[:1]}")
    return found


def of(kind: str) -> list[ToldStream]:
    return [each for each in read() if each.name.startswith(f"{kind}/")]


@pytest.mark.parametrize("kind", ["event", "league", "club"])
def test_what_was_recorded_is_told_the_same(kind: str) -> None:
    recorded = of(kind)
    assert len(recorded) == MANY
    assert differing(recorded) == []


@pytest.mark.parametrize("kind", ["event", "league", "club"])
def test_every_kind_of_fact_was_recorded(kind: str) -> None:
    kinds = {json.loads(entry)["fact"]["type"] for each in of(kind) for entry in each.entries}
    assert kinds == {each.__struct_config__.tag for each in get_args(FACTS[kind])} - NEWER


def test_a_difference_is_noticed() -> None:
    was = of("club")[0]
    state = ToldStream(was.name, was.entries, was.state[::-1], was.lines)
    line = ToldStream(was.name, was.entries, was.state, (was.lines[0].upper(), *was.lines[1:]))
    entries = ToldStream(was.name, (*was.entries[:-1], was.entries[-2]), was.state, was.lines)
    assert [len(differing([each])) for each in (was, state, line, entries)] == [0, 1, 1, 1]
