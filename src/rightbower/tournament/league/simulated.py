"""A season made up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import message
from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league.archive import undo
from rightbower.tournament.league.conduct import decide, offers
from rightbower.tournament.league.fixtures import Fixture, Resolution
from rightbower.tournament.league.league import League, LeagueHistory
from rightbower.tournament.league.night import name_line_up
from rightbower.tournament.league.outcome import goes_on, over
from rightbower.tournament.league.playoffs import champion, draw, send_through
from rightbower.tournament.league.points import confirm, correct, dispute, enter, take_back
from rightbower.tournament.league.protests import give_evidence, protest, rule
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.sanctions import deduct, sanction
from rightbower.tournament.league.season import (
    announce,
    enter_team,
    moment,
    open_league,
    reschedule,
    schedule,
)
from rightbower.tournament.league.table import place_tied, tied_teams

Lineups = tuple[tuple[str, ...], tuple[str, ...]]
BY_CAPTAINS = 4  # every fourth game is run from the phones


class Habits(Struct, frozen=True):
    """How often things happen, from 0 to 1."""

    late: float = 0.06
    never: float = 0.02
    notice: float = 0.05
    sub: float = 0.08
    moved: float = 0.03
    corrected: float = 0.04
    undone: float = 0.02
    signals: float = 0.01
    protests: float = 0.04
    ejected: float = 0.01
    removed: float = 0.3


class SimulatedSeason:
    """A season as it is being played."""

    def __init__(self, history: LeagueHistory, chance: Random, habits: Habits) -> None:
        self.history = history
        self.chance = chance
        self.habits = habits
        self.now = history.entries[-1].at

    @property
    def league(self) -> League:
        return self.history.league

    def do(self, fact: Fact) -> None:
        """Write a fact down; now and then somebody takes it back and writes it again."""
        before = self.league
        self.write(fact)
        if self.happens(self.habits.undone):
            self._take_back(before)
            self.write(fact)

    def _take_back(self, before: League) -> None:
        """Undo the latest entry; to fold all entries again would take long in a large season."""
        self.now += 60.0
        undone = Entry(self.now, before.plan.officer, undo(self.history, "a slip of the pen"))
        entries = (*self.history.entries, undone)
        self.history = LeagueHistory(entries, replace(before, version=len(entries)))

    def write(self, fact: Fact) -> None:
        """Write a fact down; nobody takes it back."""
        self.now += 60.0
        self.history = self.history.extend(Entry(self.now, self.league.plan.officer, fact))

    def happens(self, how_often: float) -> bool:
        return self.chance.random() < how_often


def play_game(
    play: SimulatedSeason,
    number: int,
    game: int,
    lineups: Lineups,
    when: datetime,
) -> None:
    """One game with its forfeits, protests, sanctions and result."""
    fixture = play.league.fixture(number)
    for lost in forfeits.due(play.league, number, as_text(when)):
        play.do(lost)
    if play.league.fixture(number).game(game).lost:
        return
    if play.happens(play.habits.protests):
        _protest(play, fixture, game, lineups, when)
        if play.league.fixture(number).game(game).lost:
            return
    if (number + game) % BY_CAPTAINS == 0:
        _named_by_captains(play, fixture, game, lineups, as_text(when))
    play.do(night.begin(play.league, number, game, lineups, as_text(when)))
    if play.happens(play.habits.signals):
        team = play.chance.choice(fixture.teams)
        taken = deduct(
            play.league, number, game, team, 2, play.chance.randrange(8), "signals", as_text(when)
        )
        play.do(taken)
    _result(play, number, game)
    _ejection(play, number, game, lineups)


def _ejection(play: SimulatedSeason, number: int, game: int, lineups: Lineups) -> None:
    """After the last game somebody is suspended, so that the team can still field two."""
    fixture = play.league.fixture(number)
    if game == len(fixture.games) and play.happens(play.habits.ejected):
        who = (fixture.teams[0], lineups[0][0])
        until = fixture.week + 1
        found = sanction(play.league, *who, "suspension", "league", "shouting", until=until)
        play.do(found)


def _result(play: SimulatedSeason, number: int, game: int) -> None:
    points = _points(play)
    side = play.chance.choice((None, 0, 1))
    play.do(enter(play.league, number, game, points, side))
    if side is not None and sum(points) % BY_CAPTAINS == 0:
        _sent_anew(play, number, game, points, side)
    if side is not None:
        play.do(confirm(play.league, number, game, 1 - side))
    if play.happens(play.habits.corrected):
        play.do(correct(play.league, number, game, _points(play), "misread sheet"))


def _named_by_captains(
    play: SimulatedSeason,
    fixture: Fixture,
    game: int,
    lineups: Lineups,
    when: str,
) -> None:
    """Both captains say from their phones who plays."""
    for team, names in zip(fixture.teams, lineups, strict=True):
        named, *_ = name_line_up(play.league, fixture.number, game, team, names, when)
        play.write(named)


def _sent_anew(
    play: SimulatedSeason, number: int, game: int, points: tuple[int, int], side: int
) -> None:
    """The other team finds the points wrong; they are taken back and sent again."""
    own, other = (play.league.fixture(number).teams[each] for each in (side, 1 - side))
    play.write(dispute(play.league, number, game, other, "add it up again"))
    play.write(take_back(play.league, number, game, own))
    play.write(enter(play.league, number, game, points, side))


def _points(play: SimulatedSeason) -> tuple[int, int]:
    target = play.league.plan.target or play.league.plan.play.forfeit_points
    high = target if play.league.plan.capped else target + play.chance.choice((0, 0, 1))
    low = play.chance.randrange(target)
    return (high, low) if play.happens(0.5) else (low, high)


def _protest(
    play: SimulatedSeason,
    fixture: Fixture,
    game: int,
    lineups: Lineups,
    when: datetime,
) -> None:
    by = play.chance.choice(fixture.teams)
    player = lineups[1 - fixture.side_of(by)][0]
    lodged = protest(
        play.league, fixture.number, game, by, "eligibility", as_text(when), "not theirs", player
    )
    play.do(lodged)
    if lodged.protest.informal:
        return
    number = lodged.protest.number
    play.do(give_evidence(play.league, number, player, "player@example.org", as_text(when)))
    play.do(rule(play.league, number, play.happens(0.5), "the list was looked up"))


def as_text(when: datetime) -> str:
    """A moment as facts have it."""
    return when.isoformat("T", "seconds")


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
        raise LeagueError(
            message("a made-up season has 2 to {MOST_TEAMS} teams", MOST_TEAMS=MOST_TEAMS)
        )
    if weeks is not None and weeks > MOST_WEEKS:
        raise LeagueError(
            message("a made-up season has at most {MOST_WEEKS} weeks", MOST_WEEKS=MOST_WEEKS)
        )
    chosen = open_league(id_, NAME, playoff_teams=min(PLAYOFF_TEAMS, teams), place="The bar")
    at = moment(first_night).replace(tzinfo=UTC).timestamp()
    play = SimulatedSeason(
        LeagueHistory.of([Entry(at, chosen.plan.officer, chosen)]), Random(seed), habits or Habits()
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
    play.do(announce(play.league, "Glasses stay off the tables.", first_night[:10]))


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
