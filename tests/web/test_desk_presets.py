"""Every kind of event goes from check-in to the final result at the desk, each page good at every step."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from rightbower.tournament.events.event import EventPlan
from rightbower.tournament.events.places import next_step
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.seating import not_yet
from rightbower.tournament.events.simulated import people
from rightbower.web.desk import setup as entrance
from rightbower.web.desk.setup import preset_text
from web.at_desk import Director, hall, says

PAGES = ("check-in", "plan", "seating", "round", "standings", "finish", "log", "paper")
ROUNDS = 3
# What is typed for a table where not every game can end 10 to 7.
SCORES = {"five-hundred": "520 -180", "whist-drive": "8 5", "bid-euchre-games": "43 -12"}
SCORES |= {"duplicate": "+1 -2", "duplicate-mitchell": "+1 -2 +4"}


def look_everywhere(director: Director) -> None:
    """Every page can be opened, and at most one thing in it is in brass."""
    pages = [*PAGES, *(["entrant/1"] if director.event.entrants else [])]
    if director.event.rounds:
        last = director.event.round.tables[-1].number
        pages += ["table/1", f"table/{last}", "table/1?round=1", "round?round=1"]
    for page in pages:
        director.look(page)
        assert director.status == 200, (page, says(director.text))
        brass = re.findall(r'class="[^"]*\bprimary\b[^"]*"', director.text)
        assert len(brass) <= 1, (page, brass)


def part_those_who_are_level(director: Director) -> None:
    """Whatever step the standings ask for."""
    while (step := next_step(director.event)) is not None:
        look_everywhere(director)
        match step.kind:
            case "coins":
                director.do("standings", "tie-toss")
            case "game":
                one, other = step.players
                director.do("standings", "tie-game", first=10, second=6, one=one, other=other)
            case "cut":
                director.do("standings", "tie-cut")
            case "decision":
                director.do("standings", "tie-share", why="all have earned it")
        assert director.status == 200, says(director.text)


def enough_for(plan: EventPlan) -> list[str]:
    """Sixteen people, or eight pairs where pairs enter."""
    found = people(16)
    if plan.entering.unit == "individual":
        return found
    assert plan.entering.unit == "pair"
    return [f"{a} & {b}" for a, b in zip(found[::2], found[1::2], strict=True)]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_kind_of_event_is_run_to_its_end(tmp_path: Path, preset: str) -> None:
    with hall(tmp_path) as client:
        director = Director(client, preset)
        look_everywhere(director)
        director.names(*enough_for(director.event.plan))
        while not_yet(director.event) is None and len(director.event.rounds) < ROUNDS:
            look_everywhere(director)
            director.seat(f"seed {len(director.event.rounds)}")
            assert director.status == 200, says(director.text)
            look_everywhere(director)
            director.all_in(SCORES.get(preset, "10 7"))
        if director.event.plan.standings.hand_in != "none":
            director.do("finish", "hand-in", all="yes")
        part_those_who_are_level(director)
        look_everywhere(director)
        director.sure("finish", "finish", why="enough for today")
        assert director.event.finished
        look_everywhere(director)


@pytest.mark.parametrize(
    ("preset", "settled", "yours"),
    [
        (
            "alberta-pairs",
            ["movement: A up", "ranked by games won"],
            ["to 10 points", "25 minutes a round", "how many rounds"],
        ),
        (
            "charity-day",
            ["8 deals a game", "movement: host's deck", "ranked by points made"],
            ["8 rounds or fewer"],
        ),
        (
            "national-progressive",
            ["to 11 points", "movement: winners part", "ranked by event points"],
            ["7 minutes a round", "how many rounds"],
        ),
    ],
)
def test_what_the_book_settles_and_what_is_left_to_the_director(
    preset: str, settled: list[str], yours: list[str]
) -> None:
    found = preset_text(preset)
    assert [each.says for each in found if not each.yours] == settled
    assert [each.says for each in found if each.yours] == yours


@pytest.mark.parametrize(
    ("rounds", "says", "yours"), [(8, "8 rounds", False), (None, "how many rounds", True)]
)
def test_rounds_that_a_book_fixes_are_not_the_directors(
    monkeypatch: pytest.MonkeyPatch, rounds: int | None, says: str, yours: bool
) -> None:
    event = open_event("charity-day", "x", "x", "2026-01-01")
    strict = replace(event.plan.movement, fewer_rounds=False)
    plan = replace(event.plan, movement=strict, rounds=rounds)
    monkeypatch.setattr(entrance, "open_event", lambda *_: replace(event, plan=plan))
    last = preset_text("charity-day")[-1]
    assert (last.says, last.yours) == (says, yours)
