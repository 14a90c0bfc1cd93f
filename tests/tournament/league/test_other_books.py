"""A league by a book that has none of its own plays as the league book says."""

from typing import Any

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.book import load, names
from rightbower.tournament.league.outcome import objection
from rightbower.tournament.league.season import open_league
from tournament.league.evenings import Season

LENDER = load("sportcial-league")
OTHERS = [name for name in names() if name != LENDER.name]


@pytest.mark.parametrize("name", OTHERS)
def test_what_a_book_does_not_say_of_leagues_is_as_the_league_book_has_it(name: str) -> None:
    book = load(name)
    for path in book.paths():
        if path.startswith("league."):
            assert book.value(path) == LENDER.value(path), path
            assert book.cite(path).basis in ("borrowed", "custom"), path


@pytest.mark.parametrize("name", OTHERS)
def test_the_night_is_the_same_by_every_book(name: str) -> None:
    options: dict[str, Any] = {"book": name}
    season = Season(**options)
    fixture = season.of("Aces", 1)
    assert len(fixture.games) == 3
    season.here(fixture, season.two("Aces"))
    assert season.call(fixture, "19:09:59") == ()
    assert season.call(fixture, "19:10:00") == (1,)
    assert season.call(fixture, "19:20:00") == (1, 2)
    assert season.call(fixture, "19:30:00") == (1, 2, 3)
    assert sorted(season.score(fixture, 1) or ()) == [0, 10]


def test_a_league_says_which_clauses_it_borrows() -> None:
    plan = open_league("x", "X", "charity-social").plan
    assert plan.clause("league.games") == "L03-1.1, G-00"


def test_any_points_end_a_game_without_a_target() -> None:
    plan = open_league("x", "X").plan
    assert english(objection((5, 3), plan)) == english(
        f"nobody has reached 10 ({plan.clause('game.target')})"
    )
    assert objection((5, 3), replace(plan, target=None)) is None
