"""Winners part by every choice of the book: who sits where in the next round, and who deals."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rightbower.tournament.events import attendance as entrants
from rightbower.tournament.events import results
from rightbower.tournament.events.event import Round
from rightbower.tournament.events.plan import Planned
from rightbower.tournament.events.seating import seat
from tournament.events.acts import act
from tournament.events.day import individuals


def parted(**settings: str) -> tuple[str, str]:
    """Two rounds after the first of twelve players with a sitter, after a drawn and a void game."""
    day = individuals("national-progressive", 13, placing="first free")
    movement = replace(day.event.plan.movement, **settings)
    day.do(Planned(replace(day.event.plan, movement=movement)))
    act(day, entrants.SetSitter(1, 2))
    day.seat("first")
    act(
        day,
        results.EnterResult(1, 6, 6, last_dealer="E"),
        results.EnterResult(2, 7, 5),
        results.EnterResult(3, 4, 6),
    )
    second = day.seat("second")
    act(
        day,
        results.EnterResult(1, 7, 5),
        results.VoidGame(2, why="a fire alarm"),
        results.EnterResult(3, 6, 6, last_dealer="S"),
    )
    act(day, entrants.Withdraw((5,)))
    return told(second), told(day.seat("third"))


def told(round_: Round) -> str:
    """The sides of each table, then who deals first and second."""
    return " | ".join(
        f"{' '.join(map(str, table.sides[0]))} v {' '.join(map(str, table.sides[1]))},"
        f" {table.dealer} {table.second}"
        for table in round_.tables
    )


CHOICES: list[tuple[dict[str, str], tuple[str, str]]] = [
    (
        {},
        (
            "2 11 v 4 8, 2 4 | 1 3 v 13 6, 6 1 | 10 7 v 12 5, 10 12",
            "4 6 v 12 8, 8 4 | 1 2 v 9 13, 13 1 | 3 7 v 11 10, 7 10",
        ),
    ),
    (
        {"go_up": "S and W"},
        (
            "2 13 v 4 8, 2 4 | 1 5 v 11 6, 6 1 | 10 7 v 12 3, 10 12",
            "4 6 v 3 8, 8 4 | 1 13 v 12 11, 11 1 | 9 7 v 2 10, 7 10",
        ),
    ),
    (
        {"losers": "stay partners"},
        (
            "2 4 v 11 8, 2 4 | 1 3 v 13 6, 6 1 | 10 12 v 7 5, 10 12",
            "7 6 v 11 8, 8 11 | 1 2 v 9 13, 13 1 | 10 12 v 4 3, 12 10",
        ),
    ),
    (
        {"comes_up": "opposite the second dealer"},
        (
            "2 8 v 4 11, 2 4 | 1 3 v 13 6, 6 1 | 10 5 v 12 7, 10 12",
            "4 12 v 6 11, 11 4 | 1 2 v 7 13, 13 1 | 8 9 v 3 10, 8 3",
        ),
    ),
    (
        {"drawn_game": "lower cut moves"},
        (
            "8 5 v 3 11, 3 5 | 1 2 v 13 6, 6 1 | 10 7 v 12 4, 10 12",
            "3 6 v 10 11, 11 3 | 1 8 v 7 13, 13 1 | 12 9 v 2 4, 4 12",
        ),
    ),
    (
        {"sitters_partner": "goes down"},
        (
            "2 11 v 4 7, 2 4 | 1 13 v 3 6, 6 1 | 10 8 v 12 5, 10 12",
            "4 13 v 12 7, 7 4 | 1 9 v 2 3, 3 1 | 6 8 v 11 10, 8 10",
        ),
    ),
    (
        {"left_seat": "on the sitter's right"},
        (
            "2 11 v 4 6, 2 4 | 1 3 v 8 13, 8 3 | 10 7 v 12 5, 10 12",
            "4 8 v 12 6, 6 4 | 1 2 v 13 9, 13 2 | 3 7 v 11 10, 7 10",
        ),
    ),
    (
        {"sitters_deal": "lower cut"},
        (
            "2 11 v 4 8, 2 4 | 1 3 v 13 6, 1 13 | 10 7 v 12 5, 10 12",
            "4 6 v 12 8, 8 4 | 1 2 v 9 13, 1 9 | 3 7 v 11 10, 7 10",
        ),
    ),
    (
        {"deal": "cut again"},
        (
            "2 11 v 4 8, 4 11 | 1 3 v 13 6, 1 13 | 10 7 v 12 5, 12 7",
            "4 6 v 12 8, 12 6 | 1 2 v 9 13, 1 9 | 3 7 v 11 10, 11 7",
        ),
    ),
    (
        {"losers": "stay partners", "comes_up": "opposite the second dealer", "go_up": "S and W"},
        (
            "2 4 v 8 13, 2 4 | 1 5 v 11 6, 6 1 | 10 12 v 3 7, 10 12",
            "6 7 v 8 13, 13 8 | 1 4 v 3 11, 11 1 | 10 12 v 9 2, 12 10",
        ),
    ),
    (
        {"sitters_deal": "lower cut", "left_seat": "on the sitter's right"},
        (
            "2 11 v 4 6, 2 4 | 1 3 v 8 13, 1 8 | 10 7 v 12 5, 10 12",
            "4 8 v 12 6, 6 4 | 1 2 v 13 9, 1 13 | 3 7 v 11 10, 7 10",
        ),
    ),
]


@pytest.mark.parametrize(("settings", "rounds"), CHOICES)
def test_the_next_rounds_by_each_choice(settings: dict[str, str], rounds: tuple[str, str]) -> None:
    assert parted(**settings) == rounds


def test_nobody_deals_second_where_the_other_loser_has_left() -> None:
    day = individuals("national-progressive", 9, placing="first free")
    movement = replace(day.event.plan.movement, losers="stay partners")
    day.do(Planned(replace(day.event.plan, movement=movement)))
    day.seat("first")
    day.play_all("7–5")
    stays = seat(day.event, "second").round.tables[0]
    act(day, entrants.Withdraw((stays.second,)))
    left = day.seat("second").tables[0]
    assert (left.dealer, left.second) == (stays.dealer, 0)
