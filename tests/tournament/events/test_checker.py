"""The checker itself: an event that was tampered with does not pass."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tournament.events.check_moves import check_moves
from tournament.events.checker import Json, check
from tournament.events.random_days import RandomDay
from tournament.events.test_random_days import exported

Tamper = Callable[[Json], Any]


def swap(event: Json) -> None:
    """Two players of the second round change tables."""
    first, second = event["rounds"][1]["tables"][:2]
    first["sides"][0][0], second["sides"][0][0] = second["sides"][0][0], first["sides"][0][0]


def double(event: Json) -> None:
    """Somebody sits in two places."""
    first, second = event["rounds"][0]["tables"][:2]
    first["sides"][0][0] = second["sides"][0][0]


def against_herself(event: Json) -> None:
    """A player meets herself."""
    table = event["rounds"][0]["tables"][0]
    table["sides"][1][0] = table["sides"][0][0]


def forgotten(event: Json) -> None:
    """Everybody at a table is left out."""
    event["rounds"][0]["tables"].pop()


def another_result(event: Json) -> None:
    """A result changes and the totals do not."""
    table = next(each for each in event["rounds"][0]["tables"] if each.get("result"))
    table["result"]["points"] = [table["result"]["points"][0] + 1, table["result"]["points"][1]]


@pytest.mark.parametrize("preset", ["charity-day", "national-progressive"])
@pytest.mark.parametrize("tamper", [double, against_herself, forgotten, another_result])
def test_a_fault_in_any_event_is_found(preset: str, tamper: Tamper) -> None:
    entries, whole = exported(RandomDay(preset, 5, 6, 4).history)
    assert check(entries, whole) == []
    tamper(whole["event"])
    assert check(entries, whole)


@pytest.mark.parametrize("preset", ["alberta-pairs", "national-progressive"])
def test_a_false_move_is_found(preset: str) -> None:
    entries, whole = exported(RandomDay(preset, 3, 6, 4).history)
    swap(whole["event"])
    assert any("is due at" in fault for fault in check_moves(entries, whole["event"]))


def test_a_loser_of_a_knock_out_who_plays_on_is_found() -> None:
    entries, whole = exported(RandomDay("knock-out", 3, 6, 4).history)
    assert list(check_moves(entries, whole["event"])) == []
    first, second = whole["event"]["rounds"][:2]
    lost = next(table for table in first["tables"] if all(table["sides"]))
    gone = {who for table in second["tables"] for who in (*table["sides"][0], *table["sides"][1])}
    loser = next(side for side in lost["sides"] if not gone & {*side})
    second["tables"][0]["sides"][0] = loser
    assert any("did not go on" in fault for fault in check_moves(entries, whole["event"]))


def test_a_movement_that_nobody_checks_is_a_fault() -> None:
    entries, whole = exported(RandomDay("swiss-pairs", 3, 6, 4).history)
    whole["event"]["plan"]["movement"]["kind"] = "danish"
    faults = list(check_moves(entries, whole["event"]))
    assert faults == ["nothing is known here of the movement 'danish'"]


def test_false_standings_are_found() -> None:
    entries, whole = exported(RandomDay("charity-day", 5, 6, 4).history)
    vanished = deepcopy(whole)
    vanished["standings"].pop()
    assert any("missing from the standings" in fault for fault in check(entries, vanished))
    turned = deepcopy(whole)
    turned["standings"][0], turned["standings"][5] = turned["standings"][5], turned["standings"][0]
    assert any("has more points" in fault for fault in check(entries, turned))
    silent = deepcopy(whole)
    silent["standings"][0]["why"] = ""
    assert any("not told why" in fault for fault in check(entries, silent))
