"""The playoffs: the best teams by seeding, single elimination, and the champion."""

from __future__ import annotations

from rightbower.events.league.facts import Fact, PlayoffsDrawn, SentThrough
from rightbower.events.league.fold import apply
from rightbower.events.league.league import Fixture, League, LeagueError
from rightbower.events.league.outcome import ahead, goes_on, next_round, over
from rightbower.events.league.protests import waiting
from rightbower.events.league.season import moment, names_of, new_fixture
from rightbower.events.league.table import standings
from rightbower.events.schedules.knockout import advance, bracket, matches

Bracket = tuple[int | None, ...]


def seeds(league: League) -> tuple[int, ...]:
    """The teams of the playoffs, best first; those removed are passed over."""
    places = [place for place in standings(league) if not place.out]
    wanted = league.plan.playoff_teams or len(places)
    chosen = places[:wanted]
    if not chosen:
        return ()
    left_open = [place for place in chosen if place.open]
    if left_open:
        group = [place.team for place in places if place.rank == left_open[0].rank]
        clause = league.plan.clause("rulings.final")
        raise LeagueError(
            f"the {league.plan.officer} has to part {names_of(league, group)} first ({clause})"
        )
    return tuple(place.team for place in chosen)


def draw(league: League, starts: str) -> PlayoffsDrawn:
    """The first round of the playoffs once the season is over, or the next one."""
    clause = league.plan.clause("league.playoffs")
    if league.plan.play.playoffs == "none":
        raise LeagueError(f"no playoffs are played ({clause})")
    if held := waiting(league):
        said = f"protest {held[0].number}, about game {held[0].game} of fixture {held[0].fixture}"
        ruled = league.plan.clause("league.upheld")
        raise LeagueError(f"{said}, has to be ruled on before the draw ({ruled})")
    when = moment(starts)
    if not league.bracket:
        places: Bracket = bracket(_seeded(league, clause))
        week = len(league.byes) + 1
    else:
        places = advance(league.bracket[-1], _winners(league))
        week = max(each.week for each in league.fixtures) + 1
        if len(places) == 1:
            raise LeagueError(f"{_name(league, places[0])} has won the playoffs")
    first = len(league.fixtures) + 1
    fixtures = tuple(
        _playoff(new_fixture(league, number, week, (one, other), when))
        for number, ((one,), (other,)) in enumerate(matches(places), first)
    )
    return PlayoffsDrawn(places, fixtures)


def send_through(league: League, number: int, team: int, why: str) -> SentThrough:
    """The officer says who goes on where the games leave a playoff open."""
    fixture = league.fixture(number)
    fixture.side_of(team)
    if fixture.phase != "playoffs" or not over(fixture, league.plan):
        raise LeagueError(f"fixture {number} is not a playoff that is over")
    if goes_on(league, fixture):
        raise LeagueError(f"the games say that {_name(league, goes_on(league, fixture))} goes on")
    if not why.strip():
        raise LeagueError("a ruling needs its reason")
    return SentThrough(number, team, why)


def keep_who_went_on(league: League, number: int, fact: Fact) -> None:
    """Refuse what would change the winner of a playoff from which the next round was drawn."""
    before = league.fixture(number)
    if before.phase != "playoffs" or not next_round(league, before):
        return
    plan = league.plan
    now = ahead(apply(league, fact).fixture(number), plan)
    if now not in (ahead(before, plan), goes_on(league, before)):
        raise LeagueError("the next round is drawn; undo it before the winner changes")


def champion(league: League) -> int:
    """The team that won the final; 0 before that."""
    if not league.bracket or len(league.bracket[-1]) != 2:
        return 0
    return goes_on(league, _round(league)[0]) if _round(league) else 0


def rounds(league: League) -> tuple[tuple[str, ...], ...]:
    """The bracket in words, round by round."""
    found = []
    for places in league.bracket:
        twos = zip(places[::2], places[1::2], strict=True)
        found.append(tuple(_match(league, one, other) for one, other in twos))
    return tuple(found)


def _match(league: League, one: int | None, other: int | None) -> str:
    if one is None or other is None:
        return f"{_name(league, one if other is None else other)} has a bye"
    played = next(
        each
        for each in league.fixtures
        if each.phase == "playoffs" and set(each.teams) == {one, other}
    )
    through = goes_on(league, played)
    on = f", {_name(league, through)} goes on" if through else ""
    return f"{_name(league, one)} against {_name(league, other)}{on}"


def _seeded(league: League, clause: str) -> tuple[int, ...]:
    unfinished = [each for each in league.season if not over(each, league.plan)]
    if not league.byes or unfinished:
        what = f"fixture {unfinished[0].number} is" if unfinished else "no season has been"
        raise LeagueError(f"{what} not played yet ({clause})")
    found = seeds(league)
    if len(found) < 2:
        raise LeagueError(f"playoffs need two teams or more ({clause})")
    return found


def _round(league: League) -> list[Fixture]:
    """The fixtures of the latest round."""
    playoffs = [each for each in league.fixtures if each.phase == "playoffs"]
    last = max((each.week for each in playoffs), default=0)
    return [each for each in playoffs if each.week == last]


def _winners(league: League) -> set[int | None]:
    found: set[int | None] = set()
    for fixture in _round(league):
        through = goes_on(league, fixture)
        if not through:
            raise LeagueError(f"fixture {fixture.number} is not decided yet")
        found.add(through)
    return found


def _playoff(fixture: Fixture) -> Fixture:
    """A fixture of the playoffs, even before the league's own phase says so."""
    return Fixture(
        fixture.number, fixture.week, "playoffs", fixture.teams, fixture.starts, fixture.games
    )


def _name(league: League, number: int | None) -> str:
    return "nobody" if number is None else league.team(number).name
