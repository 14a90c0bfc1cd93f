"""What the desk says on the night of a league: who plays, who may not, lateness, the next game."""

from __future__ import annotations

from msgspec.structs import replace

from in_english import english
from rightbower.tournament.league.fixtures import Fixture, FixtureGame
from rightbower.tournament.league.league import Member, Sanction
from rightbower.tournament.league.points import enter
from rightbower.web.league.night import night_view
from rightbower.web.pages.desk_pages import FilledForm
from tournament.league.evenings import FIRST, Season
from web.league_nights import DAY, put, with_game


def players(
    season: Season, there: Fixture, side: int = 0, **said: str
) -> dict[str, tuple[bool, bool]]:
    """Who is here and who is ticked."""
    form = FilledForm(tuple(said.items()))
    now = season.at(there, "19:00:00")
    found = night_view(season.league, season.league.fixture(there.number), now, form)
    return {each.name: (each.here, each.picked) for each in found.players[side]}


def test_the_first_two_who_may_play_are_ticked_and_then_those_who_played() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    one, other = (season.league.team(each).name for each in fixture.teams)
    nobody = {f"{one} {n}": (False, False) for n in (1, 2, 3)}
    assert players(season, fixture) == nobody
    season.here(fixture, [f"{one} 3", f"{one} 2"])
    assert players(season, fixture) == {
        f"{one} 1": (False, False),
        f"{one} 2": (True, True),
        f"{one} 3": (True, True),
    }
    season.here(fixture, [f"{one} 1", f"{other} 1", f"{other} 2"])
    assert [name for name, (_, ticked) in players(season, fixture).items() if ticked] == [
        f"{one} 2",
        f"{one} 3",
    ]
    season.begin(fixture, 1)
    assert [name for name, (_, ticked) in players(season, fixture).items() if ticked] == [
        f"{one} 1",
        f"{one} 2",
    ]
    said = {"fixture": str(fixture.number), "first": f"{one} 3"}
    assert [n for n, (_, ticked) in players(season, fixture, 0, **said).items() if ticked] == [
        f"{one} 3"
    ]
    elsewhere = {"fixture": "99", "first": f"{one} 3"}
    ticked = [n for n, (_, picked) in players(season, fixture, 0, **elsewhere).items() if picked]
    assert ticked == [f"{one} 1", f"{one} 2"]
    second = {"fixture": str(fixture.number), "second": f"{other} 2"}
    assert [n for n, (_, picked) in players(season, fixture, 1, **second).items() if picked] == [
        f"{other} 2"
    ]


def test_a_player_on_the_night_is_told_of_with_time_and_paper() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    name = season.league.team(fixture.teams[0]).name
    season.here(fixture, [f"{name} 2"], "19:05")
    found = night_view(season.league, season.league.fixture(fixture.number), FIRST, FilledForm())
    first, second, _ = found.players[0]
    assert english((second.came, second.here, second.kind, second.signed)) == (
        "19:05",
        True,
        "roster",
        True,
    )
    assert english((first.came, first.here, first.refused)) == ("", False, False)
    assert english((second.bar, found.next_game, found.playing, found.over)) == ("", 1, 0, False)
    members = (Member(f"{name} 1", refused=True), *season.league.team(fixture.teams[0]).members[1:])
    team = replace(season.league.team(fixture.teams[0]), members=members)
    teams = tuple(team if each.number == team.number else each for each in season.league.teams)
    refused = night_view(
        replace(season.league, teams=teams),
        season.league.fixture(fixture.number),
        FIRST,
        FilledForm(),
    ).players[0][0]
    assert english((refused.refused, refused.signed, bool(refused.bar))) == (True, False, True)


def test_one_who_is_suspended_is_barred_with_the_clause_and_not_ticked() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    team = fixture.teams[0]
    name = season.league.team(team).name
    season.here(fixture, [f"{name} 1", f"{name} 2", f"{name} 3"])
    out = Sanction(
        team, f"{name} 1", "expulsion", "league", "a fight", clause="L03-9.1", when=FIRST
    )
    league = replace(season.league, sanctions=(out,))
    found = night_view(league, league.fixture(fixture.number), FIRST, FilledForm()).players[0]
    assert english(found[0].bar) == "expulsion (L03-9.1)"
    assert english([each.name for each in found if each.picked]) == english(
        [f"{name} 2", f"{name} 3"]
    )


def test_what_lateness_costs_is_told_on_the_night_and_later() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    one, other = fixture.teams
    name = season.league.team(other).name
    season.here(fixture, season.two(season.league.team(one).name))

    def seen(now: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
        there = season.league.fixture(fixture.number)
        found = night_view(season.league, there, now, FilledForm())
        return english(found.due), found.late

    assert english(seen(f"{DAY}T19:09:59")) == ((), ())
    due, late = seen(f"{DAY}T19:10:00")
    assert late == (other,)
    assert str(due[0]).startswith(f"Game 1: {name} did not have")
    due, _ = seen(f"{DAY}T23:00:00")
    assert [str(each).partition(":")[0] for each in due] == ["Game 1", "Game 2", "Game 3"]
    there = season.league.fixture(fixture.number)
    five = replace(there, games=tuple(FixtureGame(each) for each in range(1, 6)))
    play = replace(season.league.plan.play, games=5)
    longer = put(replace(season.league, plan=replace(season.league.plan, play=play)), five)
    due = english(night_view(longer, five, f"{DAY}T23:00:00", FilledForm()).due)
    assert [str(each).partition(":")[0] for each in due] == [
        "Game 1",
        "Game 2",
        "Games 3, 4, 5",
    ]
    assert english(seen("2027-01-11T23:00:00")) == ((), ())


def test_a_paper_sheet_may_lie_there_once_the_night_has_come() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    one = season.league.team(fixture.teams[0]).name

    def paper(now: str, there: Fixture | None = None) -> bool:
        found = there or season.league.fixture(fixture.number)
        return night_view(put(season.league, found), found, now, FilledForm()).paper

    assert not paper(f"{DAY}T18:59")
    assert paper(FIRST)
    assert paper(f"{DAY}T19:01")
    assert not paper(f"{DAY}T19:01", replace(fixture, cancelled="snow"))
    season.here(fixture, [f"{one} 1"])
    assert paper(f"{DAY}T19:01")
    season.here(fixture, [f"{season.league.team(fixture.teams[1]).name} 1"])
    assert not paper(f"{DAY}T19:03")


def test_the_next_game_and_the_one_being_played() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    season.both_here(fixture)
    season.begin(fixture, 1)

    def found() -> tuple[int, int, bool, bool]:
        there = season.league.fixture(fixture.number)
        seen = night_view(season.league, there, f"{DAY}T19:30", FilledForm())
        return seen.next_game, seen.playing, seen.over, seen.forfeited

    assert found() == (2, 1, False, False)
    season.do(enter(season.league, fixture.number, 1, (10, 7)))
    assert found() == (2, 0, False, False)
    late = with_game(season.league.fixture(fixture.number), 2, lost=(1,), cause="late")
    seen = night_view(put(season.league, late), late, f"{DAY}T19:30", FilledForm())
    assert (seen.next_game, seen.forfeited) == (3, True)
    notice = with_game(season.league.fixture(fixture.number), 2, lost=(1,), cause="notice")
    assert not night_view(put(season.league, notice), notice, FIRST, FilledForm()).forfeited
    over = Season()
    there = over.league.fixtures[0]
    over.play(there)
    seen = night_view(over.league, over.league.fixture(there.number), FIRST, FilledForm())
    assert (seen.next_game, seen.over, seen.paper) == (0, True, False)
