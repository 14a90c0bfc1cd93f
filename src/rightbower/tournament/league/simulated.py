"""A simulated season: what the demonstration plays and the tests look through.

Chance comes from the seed alone, so the same seed plays the same season.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from rightbower.tournament.league import conduct as sanctions
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league.conduct import decide, offers
from rightbower.tournament.league.outcome import goes_on, over
from rightbower.tournament.league.playoffs import champion, draw, send_through
from rightbower.tournament.league.season import (
    enter_team,
    moment,
    open_league,
    reschedule,
    schedule,
)
from rightbower.tournament.league.simulated_games import Habits, SimulatedSeason, as_text, play_game
from rightbower.tournament.league.state.facts import Entry
from rightbower.tournament.league.state.fixtures import Resolution
from rightbower.tournament.league.state.fold import LeagueHistory, fold
from rightbower.tournament.league.state.refusal import LeagueError
from rightbower.tournament.league.table import place_tied, tied_teams

TEAMS = (
    "Left Bowers", "Right Bowers", "Lone Hands", "Farmers", "Marchers", "Stuck Dealers",
    "Turned Down", "Euchred", "Nines and Tens", "Black Jacks", "Red Aces", "Kitty",
)  # fmt: skip
NAME, PLAYOFF_TEAMS = "Demonstration league", 4
MOST_TEAMS, MOST_WEEKS = 40, 60
ANSWERS: dict[Resolution, str] = {
    "sub": "one is found",
    "new date": "fair",
    "forfeit": "no other way",
}
FIRST_NAMES = ("Ann", "Bea", "Cal", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe", "Kay", "Lou")


def season(
    seed: int,
    teams: int = 6,
    weeks: int | None = None,
    *,
    id_: str = "demo",
    first_night: str = "2027-01-12T19:00",
    habits: Habits | None = None,
) -> LeagueHistory:
    """A season from the first name to the champion."""
    if not 2 <= teams <= MOST_TEAMS:
        raise LeagueError(f"a made-up season has 2 to {MOST_TEAMS} teams")
    if weeks is not None and weeks > MOST_WEEKS:
        raise LeagueError(f"a made-up season has at most {MOST_WEEKS} weeks")
    chosen = open_league(id_, NAME, playoff_teams=min(PLAYOFF_TEAMS, teams), place="The bar")
    at = moment(first_night).replace(tzinfo=UTC).timestamp()
    play = SimulatedSeason(
        fold([Entry(at, chosen.plan.officer, chosen)]), Random(seed), habits or Habits()
    )
    _set_up(play, teams, weeks, first_night)
    for fixture in range(1, len(play.league.fixtures) + 1):
        _before(play, fixture)
        _night(play, fixture)
        if any(game.lost or game.deductions for game in play.league.fixture(fixture).games):
            _decide(play)
    _play_off(play)
    return play.history


def _set_up(play: SimulatedSeason, teams: int, weeks: int | None, first_night: str) -> None:
    for number in range(1, teams + 1):
        play.do(enter_team(play.league, TEAMS[(number - 1) % len(TEAMS)] + _again(number)))
    play.do(schedule(play.league, first_night, weeks))
    for number in range(1, teams + 1):
        names = [f"{play.chance.choice(FIRST_NAMES)} {number}{letter}" for letter in "ABC"]
        play.do(roster.name_players(play.league, number, names, first_night))
        for name in names:
            play.do(roster.sign(play.league, number, name, first_night))
    play.do(sanctions.announce(play.league, "Glasses stay off the tables.", first_night[:10]))


def _again(number: int) -> str:
    turn = (number - 1) // len(TEAMS) + 1
    return "" if turn == 1 else f" {turn}"


def _before(play: SimulatedSeason, number: int) -> None:
    """New dates and notices before the night."""
    fixture = play.league.fixture(number)
    if fixture.cancelled:
        return
    starts = moment(fixture.starts)
    other_day = as_text(starts + timedelta(days=2))
    if play.happens(play.habits.moved):
        play.do(reschedule(play.league, number, other_day, "the bar is closed"))
    elif play.happens(play.habits.notice):
        team = play.chance.choice(fixture.teams)
        said = as_text(starts - timedelta(days=1))
        play.do(forfeits.give_notice(play.league, number, team, said, "email", "away"))
        answer = play.chance.choice(tuple(ANSWERS))
        date = other_day if answer == "new date" else ""
        made = forfeits.answer_notice(play.league, number, team, answer, ANSWERS[answer], date)
        play.do(made)


def _night(play: SimulatedSeason, number: int) -> None:
    """Arrivals, forfeits and the games of one fixture."""
    if play.league.fixture(number).cancelled or over(play.league.fixture(number), play.league.plan):
        return
    starts = moment(play.league.fixture(number).starts)
    one, other = play.league.fixture(number).teams
    lineups = (_come(play, number, one, starts), _come(play, number, other, starts))
    for game in range(1, play.league.plan.play.games + 1):
        minutes = max(35 * (game - 1), 1)
        if any(not names for names in lineups):
            minutes = max(play.league.plan.play.forfeit_minutes) + 1
        when = starts + timedelta(minutes=minutes)
        for lost in forfeits.due(play.league, number, as_text(when)):
            play.do(lost)
        if play.league.fixture(number).game(game).lost:
            continue
        play_game(play, number, game, lineups, _ready(play, number, when))


def _ready(play: SimulatedSeason, number: int, when: datetime) -> datetime:
    """When both teams are there."""
    fixture = play.league.fixture(number)
    after = [forfeits.ready_after(play.league, fixture, team) or 0.0 for team in fixture.teams]
    return max(when, moment(fixture.starts) + timedelta(seconds=max(after)))


def _come(play: SimulatedSeason, number: int, team: int, starts: datetime) -> tuple[str, ...]:
    """Two players of a team come, on time or late, or nobody does."""
    fixture = play.league.fixture(number)
    able = [
        each.name
        for each in play.league.team(team).members
        if not roster.player_objection(play.league, fixture, play.league.team(team), each.name)
        and not roster.barred(play.league, fixture, 1, team, each.name)
    ]
    names = play.chance.sample(able, min(2, len(able)))
    early = as_text(starts)
    if fixture.phase == "season" and play.happens(play.habits.sub):
        names = [*names[:1], _sub(play, team, early)]
    if len(names) < 2 or play.happens(play.habits.never):
        return ()
    late = play.happens(play.habits.late)
    seconds = play.chance.randrange(1, 2400) if late else 0
    play.do(night.arrive(play.league, number, team, names[:1], early))
    when = as_text(starts + timedelta(seconds=seconds))
    play.do(night.arrive(play.league, number, team, names[1:], when))
    return tuple(names)


def _sub(play: SimulatedSeason, team: int, when: str) -> str:
    name = f"Sub {len(play.league.team(team).members) + 1} of {team}"
    play.do(roster.name_players(play.league, team, [name], when, sub=True))
    play.do(roster.sign(play.league, team, name, when, witness=play.league.plan.officer))
    return name


def _decide(play: SimulatedSeason) -> None:
    while open_ := offers(play.league):
        still = sum(not team.out for team in play.league.teams)
        remove = still > 2 and play.happens(play.habits.removed)
        first = open_[0]
        play.do(decide(play.league, first.team, first.about, remove, "as the committee saw it"))


def _play_off(play: SimulatedSeason) -> None:
    for group in tied_teams(play.league):
        order = play.chance.sample(group, len(group))
        play.do(place_tied(play.league, order, "a cut of the cards"))
    starts = max(moment(each.starts) for each in play.league.fixtures)
    while not champion(play.league):
        starts += timedelta(weeks=1)
        play.do(draw(play.league, as_text(starts)))
        week = max(each.week for each in play.league.fixtures)
        for fixture in [each for each in play.league.fixtures if each.week == week]:
            _night(play, fixture.number)
            if not goes_on(play.league, play.league.fixture(fixture.number)):
                team = fixture.teams[0]
                play.do(send_through(play.league, fixture.number, team, "the better seed"))
