"""A simulated season, game by game: who plays, the result, and what goes wrong."""

from __future__ import annotations

from datetime import datetime
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from rightbower.tournament.league import (
    captains,
    forfeits,
    night,
)
from rightbower.tournament.league import (
    conduct as protests,
)
from rightbower.tournament.league import (
    conduct as sanctions,
)
from rightbower.tournament.league.history import undo
from rightbower.tournament.league.state.facts import Entry, Fact
from rightbower.tournament.league.state.fixtures import Fixture
from rightbower.tournament.league.state.fold import LeagueHistory, extend
from rightbower.tournament.league.state.league import League

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
        self.history = extend(self.history, Entry(self.now, self.league.plan.officer, fact))

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
        taken = sanctions.deduct(
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
        found = sanctions.sanction(
            play.league, *who, "suspension", "league", "shouting", until=until
        )
        play.do(found)


def _result(play: SimulatedSeason, number: int, game: int) -> None:
    points = _points(play)
    side = play.chance.choice((None, 0, 1))
    play.do(night.enter(play.league, number, game, points, side))
    if side is not None and sum(points) % BY_CAPTAINS == 0:
        _sent_anew(play, number, game, points, side)
    if side is not None:
        play.do(night.confirm(play.league, number, game, 1 - side))
    if play.happens(play.habits.corrected):
        play.do(night.correct(play.league, number, game, _points(play), "misread sheet"))


def _named_by_captains(
    play: SimulatedSeason,
    fixture: Fixture,
    game: int,
    lineups: Lineups,
    when: str,
) -> None:
    """Both captains say from their phones who plays."""
    for team, names in zip(fixture.teams, lineups, strict=True):
        named, *_ = captains.name_line_up(play.league, fixture.number, game, team, names, when)
        play.write(named)


def _sent_anew(
    play: SimulatedSeason, number: int, game: int, points: tuple[int, int], side: int
) -> None:
    """The other team finds the points wrong; they are taken back and sent again."""
    own, other = (play.league.fixture(number).teams[each] for each in (side, 1 - side))
    play.write(captains.dispute(play.league, number, game, other, "add it up again"))
    play.write(captains.take_back(play.league, number, game, own))
    play.write(night.enter(play.league, number, game, points, side))


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
    lodged = protests.protest(
        play.league, fixture.number, game, by, "eligibility", as_text(when), "not theirs", player
    )
    play.do(lodged)
    if lodged.protest.informal:
        return
    number = lodged.protest.number
    play.do(
        protests.give_evidence(play.league, number, player, "player@example.org", as_text(when))
    )
    play.do(protests.rule(play.league, number, play.happens(0.5), "the list was looked up"))


def as_text(when: datetime) -> str:
    """A moment as facts have it."""
    return when.isoformat("T", "seconds")
