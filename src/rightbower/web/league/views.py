"""A league as its pages show it: nights, fixtures with their forfeit clock, and the bracket."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from rightbower.rules.message import UNSAID, Message, because, message
from rightbower.tournament.dates import time_text, when_text
from rightbower.tournament.events.schedules.schedules import bracket
from rightbower.tournament.league.fixtures import Fixture, FixtureGame
from rightbower.tournament.league.forfeits import CAUSE_PATHS, missed, ready_after
from rightbower.tournament.league.league import League
from rightbower.tournament.league.lists import result_text
from rightbower.tournament.league.outcome import games_won, goes_on, over, score
from rightbower.tournament.league.season import moment

GameState = Literal["open", "playing", "entered", "over", "forfeited"]
FixtureState = Literal["to come", "on now", "over", "not played"]


class ForfeitMark(Struct, frozen=True):
    """A mark of the forfeit clock: seconds after the start, and what an absent team loses there."""

    seconds: int
    loses: Message
    clause: str


class ForfeitClockView(Struct, frozen=True):
    """A fixture's forfeit clock; ``elapsed`` seconds since the start, before it negative."""

    elapsed: int
    running: bool
    marks: tuple[ForfeitMark, ...]
    passed: int


class SideView(Struct, frozen=True):
    """A team on the night: who is here, and whether that is enough."""

    number: int
    name: str
    here: tuple[str, ...]
    ready: bool
    missed: tuple[int, ...]
    won: int


class FixtureGameView(Struct, frozen=True):
    """A game of a fixture; ``says`` explains a forfeit, a deduction or a correction."""

    number: int
    state: GameState
    score: tuple[int, int] | None
    lineups: tuple[tuple[str, ...], tuple[str, ...]]
    says: tuple[Message, ...]
    moved: str


class FixtureView(Struct, frozen=True):
    """A fixture with its teams, games and clock."""

    number: int
    week: int
    phase: str
    day: str
    time: str
    when: str
    state: FixtureState
    sides: tuple[SideView, SideView]
    games: tuple[FixtureGameView, ...]
    result: Message
    through: str
    clock: ForfeitClockView


class MatchView(Struct, frozen=True):
    """A pair of the bracket; a name is empty for a bye, ``fixture`` is 0 then.

    ``seeds`` are their places in the draw, 0 where nobody is known yet.
    """

    one: str
    other: str
    fixture: int
    result: Message
    through: str
    seeds: tuple[int, int] = (0, 0)


def marks(league: League, games: Sequence[int] = ()) -> tuple[ForfeitMark, ...]:
    """The marks of the forfeit clock as the league's book has them, for the games of a night."""
    play = league.plan.play
    games = games or range(1, play.games + 1)
    found = []
    for number, minutes in enumerate(play.forfeit_minutes, 1):
        last = number == len(play.forfeit_minutes)
        left = last and play.games > 1
        own = games[number - 1] if number <= len(games) else number
        loses = message("all games left") if left else message("game {numbers}", numbers=own)
        clause = league.plan.clause("league.forfeit_minutes", number - 1)
        found.append(ForfeitMark(minutes * 60, loses, clause))
    return tuple(found)


def fixture_view(league: League, fixture: Fixture, now: str) -> FixtureView:
    """A fixture as everybody may see it at a local time."""
    starts = fixture.next_start
    one, other = (_side(league, fixture, number, starts) for number in fixture.teams)
    state = state_of(league, fixture)
    clock = _clock(league, fixture, now, not (one.ready and other.ready))
    if state == "to come" and clock.running and clock.elapsed >= 0:
        state = "on now"
    through = goes_on(league, fixture) if fixture.phase == "playoffs" else 0
    return FixtureView(
        fixture.number,
        fixture.week,
        fixture.phase,
        starts[:10],
        time_text(starts[11:16]),
        when_text(starts),
        state,
        (one, other),
        tuple(_game(league, fixture, game) for game in fixture.games),
        result_text(league, fixture) or UNSAID,
        league.team(through).name if through else "",
        clock,
    )


def state_of(league: League, fixture: Fixture) -> FixtureState:
    """Where a fixture stands."""
    if fixture.cancelled or fixture.void:
        return "not played"
    if over(fixture, league.plan):
        return "over"
    return "on now" if fixture.begun or fixture.arrivals else "to come"


def _clock(league: League, fixture: Fixture, now: str, waiting: bool) -> ForfeitClockView:
    starts = fixture.next_start
    elapsed = int((moment(now) - moment(starts)).total_seconds())
    marks_ = marks(league, [each.number for each in fixture.games_at(starts)])
    open_ = any(not (game.began or game.lost) for game in fixture.games)
    tonight = starts[:10] == now[:10]
    at_the_mark = league.plan.play.forfeit_at == "at the mark"
    passed = sum(elapsed >= m.seconds if at_the_mark else elapsed > m.seconds for m in marks_)
    running = waiting and open_ and tonight and not fixture.cancelled
    return ForfeitClockView(elapsed, running, marks_, passed)


def _side(league: League, fixture: Fixture, number: int, starts: str) -> SideView:
    here = tuple(each.player for each in league.came(fixture, number, starts))
    ready = ready_after(league, fixture, number, starts) is not None
    late = missed(league, fixture, number, starts) if ready else ()
    won = games_won(fixture)[fixture.side_of(number)]
    return SideView(number, league.team(number).name, here, ready, late, won)


def _game(league: League, fixture: Fixture, game: FixtureGame) -> FixtureGameView:
    says = [
        because(
            message(
                "{points} {points|point|points} taken from {team} ({score} to {left})",
                points=each.points,
                team=league.named(each.team),
                score=each.score,
                left=each.left,
            ),
            each.why,
        )
        for each in game.deductions
    ]
    if game.lost:
        forfeited = message("forfeited by {teams}", teams=league.all_named(game.lost))
        says.append(because(forfeited, game.why).by(*_clauses(league, game)))
    elif game.why:
        says.append(because(message("corrected"), game.why))
    points = score(fixture, game, league.plan)
    shown = points if points is not None else game.points
    return FixtureGameView(game.number, _state(game), shown, game.lineups, tuple(says), game.moved)


def _clauses(league: League, game: FixtureGame) -> tuple[str, ...]:
    """The clause of a forfeit, where its reason does not cite one already."""
    if game.cause is None:
        return ()
    path = CAUSE_PATHS[game.cause]
    if any(clause in game.why for clause in league.plan.clauses.get(path, (path,))):
        return ()
    return (league.plan.clause(path),)


def _state(game: FixtureGame) -> GameState:
    if game.lost:
        return "forfeited"
    if game.stands:
        return "over"
    if game.points is not None:
        return "entered"
    return "playing" if game.began else "open"


def nights(league: League) -> list[str]:
    """The days on which somebody plays, those of moved games included."""
    days = {each.starts[:10] for each in league.fixtures}
    days |= {game.moved[:10] for each in league.fixtures for game in each.games if game.moved}
    return sorted(days)


def of_night(league: League, day: str) -> list[Fixture]:
    """The fixtures with something to play on a day."""
    return [
        each
        for each in league.fixtures
        if each.starts[:10] == day or any(game.moved[:10] == day for game in each.games)
    ]


def night_now(league: League, now: str) -> str:
    """The night to look at: today's, else the first that is not over, else the last."""
    days = nights(league)
    if not days:
        return ""
    if now[:10] in days:
        return now[:10]
    left = [
        day for day in days if any(not over(each, league.plan) for each in of_night(league, day))
    ]
    return left[0] if left else days[-1]


def bracket_view(league: League) -> list[list[MatchView]]:
    """The bracket round by round, rounds to come with empty places."""
    first = league.bracket[0] if league.bracket else ()
    ranks = range(1, 1 + sum(each is not None for each in first))
    seeded = dict(zip(first, bracket(tuple(ranks)), strict=True)) if first else {}
    found = [
        [
            _match(league, one, other, (seeded.get(one) or 0, seeded.get(other) or 0))
            for one, other in zip(places[::2], places[1::2], strict=True)
        ]
        for places in league.bracket
    ]
    size = len(league.bracket[-1]) // 4 if league.bracket else 0
    while size:
        found.append([MatchView("?", "?", 0, UNSAID, "")] * size)
        size //= 2
    return found


def _match(league: League, one: int | None, other: int | None, seeds: tuple[int, int]) -> MatchView:
    names = [league.team(number).name if number is not None else "" for number in (one, other)]
    if one is None or other is None:
        return MatchView(names[0], names[1], 0, UNSAID, names[0] or names[1], seeds)
    fixture = next(each for each in league.playoff_fixtures if each.teams == (one, other))
    through = goes_on(league, fixture)
    won = league.team(through).name if through else ""
    said = result_text(league, fixture) or UNSAID
    return MatchView(names[0], names[1], fixture.number, said, won, seeds)
