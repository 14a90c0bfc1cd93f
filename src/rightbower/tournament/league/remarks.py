"""What the officer of a league should know: open decisions, and remarks on a new entry."""

from __future__ import annotations

from rightbower.rules.message import Joined, Message, cited, message
from rightbower.tournament.contest import Fact, Undone
from rightbower.tournament.league.league import League
from rightbower.tournament.league.night import Began
from rightbower.tournament.league.outcome import goes_on, over, unconfirmed
from rightbower.tournament.league.playoffs import PlayoffsRedrawn, drawn_otherwise
from rightbower.tournament.league.protests import waiting
from rightbower.tournament.league.table import played_range, tied_teams, unequal_text


def remarks(league: League, fact: Fact) -> tuple[Message, ...]:
    """Remarks on a fact about to be added to the league."""
    if isinstance(fact, Undone):
        return ()
    if isinstance(fact, PlayoffsRedrawn):
        return _played_for_nothing(league)
    if isinstance(fact, Began):
        return _before_its_turn(league, fact)
    after = fact.apply(league, 0.0)
    said: list[Message | None] = []
    if (now := drawn_otherwise(after)) and now != drawn_otherwise(league):
        said.append(now)
    if _finished(after) and played_range(after) != played_range(league):
        said.append(unequal_text(after))
    return tuple(filter(None, said))


def _before_its_turn(league: League, fact: Began) -> tuple[Message, ...]:
    """The earlier games that a game begins before; the forfeit clock costs them in their order."""
    earlier = [each for each in league.fixture(fact.fixture).games if each.number < fact.game]
    left = tuple(each.number for each in earlier if not each.began and not each.lost)
    if not left:
        return ()
    plan = league.plan
    return (
        message(
            "{games|Game|Games} {games} {games|has|have} not been played yet, and games are numbered"
            " in their order ({clause}, {other}).",
            games=left if len(left) < 3 else Joined(left, " and "),
            clause=cited(plan.clause("league.games")),
            other=cited(plan.clause("league.forfeit_minutes")),
        ),
    )


def _finished(league: League) -> bool:
    """Whether the season is played out, so that unequal games stay unequal."""
    return bool(league.byes) and all(over(each, league.plan) for each in league.season)


def _played_for_nothing(league: League) -> tuple[Message, ...]:
    """The playoff games that a new draw leaves without effect."""
    begun = [each for each in league.playoff_fixtures if each.begun]
    return tuple(
        message("{fixture} was played and no longer counts.", fixture=league.match(each))
        for each in begun
    )


def to_decide(league: League) -> list[Message]:
    """A sentence for each thing that only the officer can decide now, beside the steps of offences."""
    final = league.plan.clause("rulings.final")
    lines = [
        message("To rule on: protest {number}", final, number=each.number)
        for each in waiting(league)
    ]
    lines += [
        message(
            "To decide: the points of fixture {fixture}, game {game} ({dispute})",
            fixture=fixture,
            game=game,
            dispute=dispute,
        )
        for fixture, game in unconfirmed(league)
        if (dispute := league.fixture(fixture).game(game).dispute)
    ]
    lines += [
        message("To decide: who goes on, {fixture}", final, fixture=league.match(each))
        for each in league.playoff_fixtures
        if over(each, league.plan) and not goes_on(league, each)
    ]
    return lines + _ties(league)


def _ties(league: League) -> list[Message]:
    """Teams to be put in order once the season is over, before the playoffs are drawn."""
    finished = league.fixtures and all(over(each, league.plan) for each in league.season)
    if not finished or league.bracket or league.plan.play.playoffs == "none":
        return []
    clause = league.plan.clause("rulings.final")
    return [
        message("To decide: the order of {teams}", clause, teams=league.all_named(group))
        for group in tied_teams(league)
    ]
