"""What beginners, club players and league players do in positions of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightbower.players import player
from rightbower.rules.acts import write_action
from study.lessons.lessons import Position

LINES = Path(__file__).with_name("choices.txt").read_text("utf-8").splitlines()[1:]
CHOICES = [line.split(" | ", 2) for line in LINES]


@pytest.mark.parametrize("name", ["beginner", "club", "club-bold", "club-careful", "league"])
def test_what_a_player_does(name: str) -> None:
    own = {at: does for who, does, at in CHOICES if who == name}
    found = {
        at: write_action(player(name)(Position("", at, "", "", "", (), ()).seen)) for at in own
    }
    assert {at: does.partition(" ")[2] for at, does in found.items()} == own
    assert len(own) > 10
