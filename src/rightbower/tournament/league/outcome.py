"""The result of a game and of a fixture: the score as it is entered, the winner, what is open."""

from __future__ import annotations

from rightbower.rules.book import load
from rightbower.rules.message import Message, Term, as_sentence, message
from rightbower.rules.score import deals_objection
from rightbower.tournament.league.fixtures import Fixture, FixtureGame
from rightbower.tournament.league.league import League, LeaguePlan


def score(fixture: Fixture, game: FixtureGame, plan: LeaguePlan) -> tuple[int, int] | None:
    """The points of both teams as the table counts them; None while the game is open.

    A forfeited game counts as the book has it, and nothing to nothing where both teams lose it.
    """
    if not game.stands:
        return None
    if not game.lost:
        return game.points
    given = plan.play.forfeit_points
    one, other = (0 if number in game.lost else given for number in fixture.teams)
    return (0, 0) if set(game.lost) == set(fixture.teams) else (one, other)


def winner(fixture: Fixture, game: FixtureGame) -> int:
    """The team that won a game; 0 while it is open, or where both lost it."""
    if not game.stands or set(game.lost) == set(fixture.teams):
        return 0
    if game.lost:
        return fixture.other(game.lost[0])
    assert game.points is not None
    return fixture.teams[0] if game.points[0] > game.points[1] else fixture.teams[1]


def games_won(fixture: Fixture) -> tuple[int, int]:
    """How many games each team has won of a fixture."""
    won = [winner(fixture, game) for game in fixture.games]
    return won.count(fixture.teams[0]), won.count(fixture.teams[1])


def over(fixture: Fixture, plan: LeaguePlan) -> bool:
    """Whether nothing is left to play: all its games, or a decided fixture where that is enough."""
    if fixture.cancelled or fixture.void:
        return True
    if all(game.stands for game in fixture.games):
        return True
    playing = any(game.playing for game in fixture.games)
    won = max(games_won(fixture))
    return not plan.play.all_played and not playing and 2 * won > len(fixture.games)


def unconfirmed(league: League) -> tuple[tuple[int, int], ...]:
    """The fixtures and games whose points only one team stands by, so that they do not count."""
    return tuple(
        (fixture.number, game.number)
        for fixture in league.fixtures
        if not fixture.cancelled and not fixture.void
        for game in fixture.games
        if game.points is not None and not game.stands
    )


def not_counting(league: League) -> tuple[Message, ...]:
    """The results that are in and do not count yet, a sentence each."""
    return tuple(as_sentence(each) for each in why_uncounted(league))


def why_uncounted(league: League) -> tuple[Message, ...]:
    """The same as reasons, not as sentences."""
    officer = Term(league.plan.officer)
    return tuple(
        message(
            "fixture {fixture}, game {game}: the points are disputed; they do not count until the"
            " {officer} decides",
            fixture=fixture,
            game=game,
            officer=officer,
        )
        if league.fixture(fixture).game(game).dispute
        else message(
            "fixture {fixture}, game {game}: only one team has entered the points; they do not count"
            " until the other confirms them",
            fixture=fixture,
            game=game,
        )
        for fixture, game in unconfirmed(league)
    )


def goes_on(league: League, fixture: Fixture) -> int:
    """The team that goes on from a playoff fixture; 0 while that is open.

    Games won decide, then the difference in points, then the officer. A team that is out does not
    go on; but where the next round is drawn, whoever is in it went on.
    """
    if drawn := next_round(league, fixture):
        return next((number for number in fixture.teams if number in drawn), 0)
    staying = [number for number in fixture.teams if not league.team(number).out]
    if len(staying) == 1:
        return staying[0]
    return fixture.through or ahead(fixture, league.plan)


def next_round(league: League, fixture: Fixture) -> tuple[int | None, ...]:
    """The places of the round after that of a playoff fixture; nothing before it is drawn."""
    later = {each.week for each in league.playoff_fixtures if each.week > fixture.week}
    return league.bracket[-len(later)] if later else ()


def ahead(fixture: Fixture, plan: LeaguePlan) -> int:
    """The team that its games, or else its points, put ahead once they are over; 0 for neither."""
    if not over(fixture, plan):
        return 0
    one, other = games_won(fixture)
    if one == other:
        points = [score(fixture, game, plan) or (0, 0) for game in fixture.games]
        one, other = sum(each[0] for each in points), sum(each[1] for each in points)
    if one == other:
        return 0
    return fixture.teams[0] if one > other else fixture.teams[1]


def objection(points: tuple[int, int], plan: LeaguePlan) -> Message | None:
    """Why these points cannot be the result of a game; nothing where they can."""
    low, high = sorted(points)
    clause = plan.clause("game.target")
    if low < 0:
        return message("points cannot be below zero")
    if low == high:
        return message("a game has a winner", clause)
    if plan.deals:
        book = load(plan.book)
        if reason := deals_objection(book, plan.deals, points, whole=False):
            return message("{reason}", book.clause("game.deals"), reason=reason)
    target = plan.target
    if target is None:
        return None
    if high < target:
        return message("nobody has reached {target}", clause, target=target)
    if low >= target:
        return message(
            "only one team can reach {target}: the game ends there", clause, target=target
        )
    most = target if plan.capped else target - 1 + plan.most_in_a_deal
    if high > most:
        return message(
            "a game to {target} ends with {most} points at most", clause, target=target, most=most
        )
    return None
