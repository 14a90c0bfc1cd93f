"""Seasons by chance, each looked through by a reckoning that knows none of the league's code."""

import json
from pathlib import Path
from typing import get_args

import pytest

from books import league_book
from rightbower.store.journal import Journal
from rightbower.tournament.contest import Archived, Fact, ThrownAway, encode
from rightbower.tournament.league.archive import LeagueRenamed
from rightbower.tournament.league.conduct import TeamLeft
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.forfeits import ForfeitLifted
from rightbower.tournament.league.league import LeagueHistory
from rightbower.tournament.league.night import ArrivalCorrected, PlayerStoodIn
from rightbower.tournament.league.playoffs import PlayoffsRedrawn, SentThrough
from rightbower.tournament.league.protests import GamesMoved
from rightbower.tournament.league.season import LeagueOpened
from rightbower.tournament.league.simulated import Habits, season
from rightbower.tournament.league.table import PlacedTied, RankingChosen
from tournament.league.checker import check

WILD = Habits(
    late=0.2,
    never=0.08,
    notice=0.15,
    sub=0.2,
    moved=0.1,
    corrected=0.15,
    undone=0.08,
    signals=0.05,
    protests=0.15,
    ejected=0.05,
)


def played(seed: int) -> LeagueHistory:
    """A season of its own size, calm or wild."""
    weeks = (None, 4, 9)[seed % 3]
    return season(seed, 3 + seed % 8, weeks, habits=WILD if seed % 2 else None)


def look_through(seed: int) -> None:
    history = played(seed)
    bodies = [encode(entry) for entry in history.entries]
    check(bodies, json.loads(LEAGUE.as_json(history)))
    again = LeagueHistory.of([LEAGUE.decode(body) for body in bodies])
    assert LEAGUE.as_json(again) == LEAGUE.as_json(history)


@pytest.mark.parametrize("seed", range(24))
def test_a_season_by_chance_adds_up(seed: int) -> None:
    look_through(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 2000))
def test_many_seasons_by_chance_add_up(seed: int) -> None:
    look_through(seed)


def test_the_seasons_hold_almost_everything_that_can_happen() -> None:
    """What is rare has tests of its own."""
    seen = {type(entry.fact) for seed in range(24) for entry in played(seed).entries}
    rare = {
        GamesMoved,
        PlayerStoodIn,
        SentThrough,
        PlacedTied,
    }
    rare |= {TeamLeft, RankingChosen, PlayoffsRedrawn}
    rare |= {ArrivalCorrected, ForfeitLifted}
    rare |= {Archived, LeagueRenamed, ThrownAway}
    assert set(get_args(Fact)) - seen <= rare


@pytest.mark.parametrize("key", ["won", "lost", "points", "against"])
def test_the_reckoning_notices_a_wrong_total(key: str) -> None:
    history = played(2)
    whole = json.loads(LEAGUE.as_json(history))
    whole["standings"][0][key] += 1
    with pytest.raises(AssertionError):
        check([encode(entry) for entry in history.entries], whole)


def test_the_reckoning_notices_a_wrong_order() -> None:
    history = played(2)
    whole = json.loads(LEAGUE.as_json(history))
    whole["standings"].reverse()
    with pytest.raises(AssertionError):
        check([encode(entry) for entry in history.entries], whole)


def test_the_same_seed_plays_the_same_season() -> None:
    assert LEAGUE.as_json(played(5)) == LEAGUE.as_json(played(5))
    assert LEAGUE.as_json(played(5)) != LEAGUE.as_json(season(6, 8, 9, habits=WILD))


def test_a_season_comes_out_of_the_journal_as_it_went_in(tmp_path: Path) -> None:
    history = played(3)
    first, *rest = history.entries
    assert isinstance(first.fact, LeagueOpened)
    path = tmp_path / "rightbower.journal"
    with Journal(path) as journal:
        book = league_book(journal)
        book.open(first.fact, first.at, first.by)
        book.add_all("demo", rest)
    with Journal(path) as journal:
        assert LEAGUE.as_json(league_book(journal).history("demo")) == LEAGUE.as_json(history)
