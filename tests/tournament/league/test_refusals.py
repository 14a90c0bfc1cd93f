"""What a league refuses, each in one sentence."""

from collections.abc import Callable

import pytest

from rightbower.tournament.league import conduct as sanctions
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league.conduct import decide, removal
from rightbower.tournament.league.league import LeagueHistory
from rightbower.tournament.league.playoffs import send_through
from rightbower.tournament.league.points import confirm, correct, enter
from rightbower.tournament.league.protests import move_later_games, protest, rule
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.sanctions import deduct, sanction
from rightbower.tournament.league.season import (
    announce,
    enter_team,
    open_league,
    reschedule,
    schedule,
)
from rightbower.tournament.league.table import place_tied
from tournament.league.evenings import Season

WHEN = "2027-01-12T19:30"


@pytest.fixture(scope="module")
def season() -> Season:
    """Two teams: game one of the first night over, game two in progress, week two to come."""
    made = Season("Aces", "Kings", weeks=3)
    first = made.of("Aces", 1)
    made.play(first, "10-7")
    made.begin(first, 2)
    return made


Refused = Callable[[Season], object]
REFUSALS: list[tuple[str, Refused]] = [
    ("a league needs a name", lambda _: open_league("x", " ")),
    ("playoffs have two teams or more", lambda _: open_league("x", "X", playoff_teams=1)),
    ("there is no team 9", lambda s: s.league.team(9)),
    ("there is no fixture 9", lambda s: s.league.fixture(9)),
    ("has games 1 to 3", lambda s: s.league.fixture(1).game(4)),
    ("team 3 does not play in fixture 1", lambda s: s.league.fixture(1).side_of(3)),
    ("there is no protest 1", lambda s: rule(s.league, 1, True, "so")),
    (
        "aces 1 is already on the list of Aces",
        lambda s: roster.name_players(s.league, 1, ["aces 1"], WHEN),
    ),
    ("a player needs a name", lambda s: roster.name_players(s.league, 1, [" "], WHEN)),
    ("add the name first", lambda s: roster.sign(s.league, 1, "Zed", WHEN)),
    ("has signed already", lambda s: roster.refuse_to_sign(s.league, 1, "Aces 1")),
    ("is on the roster already", lambda s: roster.add_to_roster(s.league, 1, "Aces 1", "so")),
    ("is here already", lambda s: night.arrive(s.league, 1, 1, ["Aces 1"], WHEN)),
    ("another game .* in progress", lambda s: s.begin(s.of("Aces", 1), 3)),
    ("game 1 of fixture 1 has begun", lambda s: s.begin(s.of("Aces", 1), 1)),
    ("starts at Tue 19 Jan 2027, 7:00 pm", lambda s: s.begin(s.of("Aces", 2), 1, "18:59")),
    ("has a result; correct it", lambda s: enter(s.league, 1, 1, (10, 1))),
    ("game 3 .* has not begun", lambda s: enter(s.league, 1, 3, (10, 1))),
    ("no result to confirm", lambda s: confirm(s.league, 1, 2)),
    ("no result to correct", lambda s: correct(s.league, 1, 2, (10, 1), "so")),
    ("nobody has reached 10", lambda s: correct(s.league, 1, 1, (9, 1), "so")),
    ("is not in progress", lambda s: night.stand_in(s.league, 1, 1, 1, "Aces 1", "Z", "so")),
    ("say why", lambda s: night.stand_in(s.league, 1, 2, 1, "Aces 1", "Aces 3", "")),
    ("Aces 3 is not playing", lambda s: night.stand_in(s.league, 1, 2, 1, "Aces 3", "Z", "so")),
    ("for both", lambda s: night.stand_in(s.league, 1, 2, 1, "Aces 1", "Kings 1", "so")),
    ("Aces 3 has not", lambda s: night.stand_in(s.league, 1, 2, 1, "Aces 1", "Aces 3", "so")),
    ("needs a reason", lambda s: forfeits.forfeit(s.league, 1, (2,), 1, "conduct", "")),
    ("cannot be entered here", lambda s: forfeits.forfeit(s.league, 1, (2,), 1, "late", "so")),
    ("is over, and it stands", lambda s: forfeits.forfeit(s.league, 1, (1,), 1, "conduct", "so")),
    ("before the night", lambda s: forfeits.give_notice(s.league, 1, 1, WHEN, "email")),
    ("no notice to answer", lambda s: forfeits.answer_notice(s.league, 2, 1, "sub", "so")),
    ("has begun", lambda s: reschedule(s.league, 1, "2027-01-14T19:00", "so")),
    ("needs a reason", lambda s: protest(s.league, 2, 1, 1, "other", WHEN, "")),
    (
        "Zed is not on the list",
        lambda s: sanction(s.league, 1, "Zed", "ejection", "game", "so"),
    ),
    (
        "needs a reason",
        lambda s: sanction(s.league, 1, "Aces 1", "ejection", "league", ""),
    ),
    (
        r"from the league \(L03-12.10\)",
        lambda s: sanction(s.league, 1, "Aces 1", "expulsion", "game", "so"),
    ),
    (
        "only a suspension",
        lambda s: sanction(s.league, 1, "Aces 1", "ejection", "league", "so", until=3),
    ),
    ("say what the team has", lambda s: deduct(s.league, 1, 2, 1, 1, 10, "so", WHEN)),
    ("there is no team 3", lambda s: deduct(s.league, 1, 2, 3, 1, 5, "so", WHEN)),
    ("needs a reason", lambda s: sanctions.expel_team(s.league, 1, "")),
    ("say what the rule is", lambda s: announce(s.league, " ", "2027-01-01")),
    ("nothing is to be decided", lambda s: decide(s.league, 1, "offence 2", True, "so")),
    ("needs a reason", lambda s: removal(s.league, 1, "league", "offence 3", "")),
    ("are not tied", lambda s: place_tied(s.league, (1, 2), "so")),
    ("not a playoff", lambda s: send_through(s.league, 1, 1, "so")),
]


@pytest.mark.parametrize(("reason", "refused"), REFUSALS, ids=[each for each, _ in REFUSALS])
def test_it_is_refused_in_one_sentence(season: Season, reason: str, refused: Refused) -> None:
    before = season.league
    with pytest.raises(LeagueError, match=reason) as fault:
        refused(season)
    assert "\n" not in str(fault.value)
    assert season.league is before


def test_a_team_is_named_once_and_a_season_has_weeks() -> None:
    opened = open_league("x", "X")
    league = LeagueHistory.of([Season().history.entries[0]]).league
    assert league.plan == opened.plan
    for name in ("Aces", "Kings"):
        added = enter_team(league, name)
        league = type(league)(
            league.id, league.name, league.plan, teams=(*league.teams, added.team)
        )
    with pytest.raises(LeagueError, match="there is a team ACES already"):
        enter_team(league, "ACES")
    with pytest.raises(LeagueError, match="a team needs a name"):
        enter_team(league, "  ")
    with pytest.raises(LeagueError, match="at least one week"):
        schedule(league, "2027-01-12T19:00", 0)
    with pytest.raises(LeagueError, match="'soon' is not a date"):
        schedule(league, "2027-01-12T19:00", 1, ["soon"])


def test_a_team_that_is_out_plays_no_more() -> None:
    season = Season("Aces", "Kings", "Queens", "Jacks")
    season.do(sanctions.expel_team(season.league, 1, "marked cards"))
    fixture = season.of("Aces", 1)
    with pytest.raises(LeagueError, match="is not played: Aces was removed from the league"):
        night.arrive(season.league, fixture.number, 2, ["Kings 1"], fixture.starts)
    with pytest.raises(LeagueError, match="is not played"):
        reschedule(season.league, fixture.number, "2027-01-14T19:00", "so")
    assert forfeits.due(season.league, fixture.number, "2027-01-12T23:00") == ()
    with pytest.raises(LeagueError, match="is out of the league already"):
        sanctions.expel_team(season.league, 1, "again")


def test_a_playoff_with_a_winner_needs_no_word_of_the_gamer() -> None:
    season = Season("Aces", "Kings")
    season.rest()
    (final,) = season.playoffs()
    season.play(final, first="Aces")
    with pytest.raises(LeagueError, match="the games say that Aces goes on"):
        send_through(season.league, final.number, 2, "so")


def test_after_an_upheld_protest_about_the_last_game_nothing_is_moved() -> None:
    season = Season("Aces", "Kings")
    fixture = season.of("Aces", 1)
    season.do(protest(season.league, 1, 3, 1, "other", fixture.starts, "a marked pack"))
    with pytest.raises(LeagueError, match="a ruling needs a reason"):
        rule(season.league, 1, True, "")
    season.do(rule(season.league, 1, True, "it was"))
    with pytest.raises(LeagueError, match="no later game is left"):
        move_later_games(season.league, 1, "2027-01-14T19:00", "so")
