"""A new tie-break is one entry in one place and serves events and leagues."""

import pytest
from msgspec.structs import replace

from rightbower.rules.book import load, overlay
from rightbower.rules.message import word
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.results import enter
from rightbower.tournament.league import season as seasons
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.season import open_league
from rightbower.tournament.league.table import standings as league_standings
from rightbower.tournament.ties import TIE_BREAKS, TieBreak, chain
from tournament.events.day import Day
from tournament.league.evenings import Season

NEW = "points given away"


@pytest.fixture(autouse=True)
def _a_new_step(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = TieBreak(
        lambda tally: tally.against, more_is_better=False, says=word("{count} points given away")
    )
    monkeypatch.setitem(TIE_BREAKS, NEW, entry)


def test_an_event_knows_it() -> None:
    day = Day("round-robin")
    day.enter("A & Aa", "B & Bb", "C & Cc", "D & Dd")
    day.seat()
    for table, score in zip(day.event.round.tables, ((10, 7), (10, 2)), strict=True):
        day.do(enter(day.event, table.number, score))
    rules = replace(day.event.plan.standings, two_level=f"{NEW}, shared")
    event = replace(day.event, plan=replace(day.event.plan, standings=rules))
    first, second, *_ = standings(event)
    assert (first.rank, second.rank) == (1, 2)
    assert "; 2 points given away to 7 (" in str(first.why)
    assert "; 7 points given away to 2 (" in str(second.why)


def test_a_league_knows_it() -> None:
    season = Season("Aces", "Kings", "Queens", "Jacks")
    one, other = season.league.fixtures[:2]
    season.play(one, "10-7 10-7 10-7")
    season.play(other, "10-2 10-2 10-2")
    play = replace(season.league.plan.play, level=NEW)
    league = replace(season.league, plan=replace(season.league.plan, play=play))
    first, second, *_ = league_standings(league)
    assert (first.rank, second.rank) == (1, 2)
    assert "6 points given away to 21" in str(first.why)
    assert "21 points given away to 6" in str(second.why)


def test_a_step_that_parts_nobody_is_told() -> None:
    season = Season("Aces", "Kings", "Queens", "Jacks")
    one, other = season.league.fixtures[:2]
    season.play(one, "10-7 10-7 10-7")
    season.play(other, "10-7 10-7 10-7")
    first, second, *_ = league_standings(season.league)
    assert "never met; tied at difference in points +9; nothing breaks the tie" in str(first.why)
    assert "never met; tied at difference in points +9; nothing breaks the tie" in str(second.why)


def test_a_chain_is_a_tuple_of_known_steps() -> None:
    assert chain(f"{NEW}, cut") == (NEW, "cut")
    with pytest.raises(
        ValueError, match="'dice' is not a tie-break; the tie-breaks are head to head"
    ):
        chain("dice")


def test_a_season_is_not_parted_by_coins(monkeypatch: pytest.MonkeyPatch) -> None:
    book = overlay(load("sportcial-league"), {"league.level": "coins"}, note="Odd.")
    monkeypatch.setattr(seasons, "load", lambda _: book)
    with pytest.raises(LeagueError, match="'coins' cannot break a tie between teams"):
        open_league("x", "X")


def test_games_between_two_count_once_they_are_played() -> None:
    """Of three games of the night two are in, and no more is told."""
    season = Season("Aces", "Kings", "Queens", "Jacks")
    season.play(season.between("Aces", "Kings"), "10-7 10-7", first="Aces")
    season.play(season.between("Kings", "Queens"), "10-7 10-7 7-10", first="Kings")
    first, second, *_ = league_standings(season.league)
    assert (first.name, second.name) == ("Aces", "Kings")
    assert "won 2 of 2 games against Kings" in str(first.why)
    assert "won 0 of 2 games against Aces" in str(second.why)
