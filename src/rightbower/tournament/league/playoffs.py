"""The playoffs: the best teams by seeding, single elimination, and the champion."""

from __future__ import annotations

from collections.abc import Iterator

from rightbower.tournament.events.schedules.schedules import advance, bracket, matches
from rightbower.tournament.league.conduct import waiting
from rightbower.tournament.league.outcome import ahead, goes_on, next_round, not_counting, over
from rightbower.tournament.league.season import moment, names_of, new_fixture
from rightbower.tournament.league.state.facts import (
    Fact,
    PlayoffsDrawn,
    PlayoffsRedrawn,
    SentThrough,
)
from rightbower.tournament.league.state.fixtures import Fixture
from rightbower.tournament.league.state.fold import apply
from rightbower.tournament.league.state.league import League
from rightbower.tournament.league.state.refusal import LeagueError, require_text
from rightbower.tournament.league.table import standings

Bracket = tuple[int | None, ...]


def seeds(league: League) -> tuple[int, ...]:
    """The teams of the playoffs, best first; those removed are passed over."""
    places = [place for place in standings(league) if not place.out]
    wanted = league.plan.playoff_teams or len(places)
    chosen = places[:wanted]
    left_open = [place for place in chosen if place.open]
    if left_open:
        group = [place.team for place in places if place.rank == left_open[0].rank]
        clause = league.plan.clause("rulings.final")
        raise LeagueError(
            f"the {league.plan.officer} has to put {names_of(league, group)} in order first ({clause})"
        )
    return tuple(place.team for place in chosen)


def draw(league: League, starts: str) -> PlayoffsDrawn:
    """The first round of the playoffs once the season is over, or the next one."""
    clause = _may_be_drawn(league)
    if not league.bracket:
        places: Bracket = bracket(_seeded(league, clause))
        return PlayoffsDrawn(places, _fixtures(league, places, len(league.byes) + 1, starts))
    places = advance(league.bracket[-1], _winners(league))
    if len(places) == 1:
        raise LeagueError(f"{_name(league, places[0])} has won the playoffs")
    week = max(each.week for each in league.playoff_fixtures) + 1
    return PlayoffsDrawn(places, _fixtures(league, places, week, starts))


def redraw(league: League, starts: str, why: str) -> PlayoffsRedrawn:
    """The officer has the first round drawn again by the table as it is now, with a reason.

    Playoff games that were played count for nothing then.
    """
    clause = _may_be_drawn(league)
    if not league.bracket:
        raise LeagueError("no playoffs are drawn yet")
    require_text(why, "drawing the playoffs again needs a reason")
    if won := champion(league):
        raise LeagueError(f"{_name(league, won)} has won the playoffs")
    places: Bracket = bracket(_seeded(league, clause))
    fixtures = _fixtures(league, places, len(league.byes) + 1, starts)
    return PlayoffsRedrawn(places, fixtures, why.strip())


def _may_be_drawn(league: League) -> str:
    """The clause of the playoffs; refused where there are none, or where a protest waits."""
    clause = league.plan.clause("league.playoffs")
    if league.plan.play.playoffs == "none":
        raise LeagueError(f"no playoffs are played ({clause})")
    if held := waiting(league):
        said = f"protest {held[0].number}, about game {held[0].game} of fixture {held[0].fixture}"
        ruled = league.plan.clause("league.upheld")
        raise LeagueError(f"{said}, has to be ruled on before the draw ({ruled})")
    return clause


def _fixtures(league: League, places: Bracket, week: int, starts: str) -> tuple[Fixture, ...]:
    when, first = moment(starts), len(league.fixtures) + 1
    return tuple(
        new_fixture(league, number, week, "playoffs", (one, other), when)
        for number, ((one,), (other,)) in enumerate(matches(places), first)
    )


def drawn_order(league: League) -> tuple[int, ...]:
    """The seeds as they were when the first round was drawn, best first."""
    if not league.bracket:
        return ()
    first = league.bracket[0]
    places = bracket(range(len(first)))
    by_seed = [first[places.index(seed)] for seed in range(len(first))]
    return tuple(team for team in by_seed if team is not None)


def drawn_otherwise(league: League) -> str:
    """What would be drawn by the table as it is now, where other teams would meet.

    Teams that went out since the draw are left aside: their opponents go on.
    """
    drawn = drawn_order(league)
    if not drawn or champion(league):
        return ""
    out = {team.number for team in league.teams if team.out == "league"}
    ranked = [
        place
        for place in standings(league)
        if place.team not in out and (not place.out or place.team in drawn)
    ]
    staying = [number for number in drawn if number not in out]
    now = [place.team for place in ranked[: len(staying)]]
    tied = [place.team for place in ranked[: len(staying)] if place.open]
    same = now == staying or _meetings(bracket(now)) == _meetings(league.bracket[0])
    if same and not tied:
        return ""
    return f"{_would_be(league, now, tied)} {_kept(league)}"


def _would_be(league: League, now: list[int], tied: list[int]) -> str:
    since = "The table has changed since the playoffs were drawn."
    if tied:
        group = names_of(league, tied)
        return f"{since} By it {group} are tied and would have to be put in order before a draw."
    said = [
        f"{_name(league, one)} against {_name(league, other)}"
        if one is not None and other is not None
        else f"a bye for {_name(league, one if other is None else other)}"
        for one, other in _pairs(bracket(now))
    ]
    return f"{since} By it the first round would be {'; '.join(said)}."


def _pairs(places: Bracket) -> Iterator[tuple[int | None, int | None]]:
    """Who would meet whom in a round."""
    return zip(places[::2], places[1::2], strict=True)


def _meetings(places: Bracket) -> list[set[int | None]]:
    """The same, whoever is named first, in the order of the bracket."""
    return [set(pair) for pair in _pairs(places)]


def _kept(league: League) -> str:
    clause = league.plan.clause("league.corrected")
    if league.plan.play.corrected == "drawn again":
        return f"The playoffs are drawn again by it ({clause})."
    officer = league.plan.officer
    return f"The bracket stays as it was drawn, unless the {officer} has it drawn again ({clause})."


def drawn_again(league: League) -> PlayoffsRedrawn | None:
    """The new draw that a corrected result brings where the book has one made at once.

    Teams that are tied have to be parted first, and then the officer draws.
    """
    if league.plan.play.corrected == "bracket stays" or not drawn_otherwise(league):
        return None
    if any(place.open for place in standings(league)):
        return None
    first = min(league.playoff_fixtures, key=lambda each: each.number)
    return redraw(league, first.starts, "a result of the season was corrected")


def send_through(league: League, number: int, team: int, why: str) -> SentThrough:
    """The officer says who goes on where the games leave a playoff open."""
    fixture = league.fixture(number)
    league.side_of(fixture, team)
    if fixture not in league.playoff_fixtures or not over(fixture, league.plan):
        raise LeagueError(f"fixture {number} is not a playoff that is over")
    if goes_on(league, fixture):
        raise LeagueError(f"the games say that {_name(league, goes_on(league, fixture))} goes on")
    require_text(why, "a ruling needs a reason")
    return SentThrough(number, team, why)


def refuse_changed_winner(league: League, number: int, fact: Fact) -> None:
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
    final = _round(league)
    return goes_on(league, final[0]) if final else 0


def rounds(league: League) -> tuple[tuple[str, ...], ...]:
    """The bracket in words, round by round."""
    return tuple(
        tuple(_match(league, one, other) for one, other in _pairs(places))
        for places in league.bracket
    )


def _match(league: League, one: int | None, other: int | None) -> str:
    if one is None or other is None:
        return f"{_name(league, one if other is None else other)} has a bye"
    played = next(each for each in league.playoff_fixtures if set(each.teams) == {one, other})
    through = goes_on(league, played)
    on = f", {_name(league, through)} goes on" if through else ""
    return f"{_name(league, one)} against {_name(league, other)}{on}"


def _seeded(league: League, clause: str) -> tuple[int, ...]:
    unfinished = [each for each in league.season if not over(each, league.plan)]
    if told := [each for each in not_counting(league) if unfinished]:
        raise LeagueError(f"{told[0][:1].lower()}{told[0][1:-1]} ({clause})")
    if not league.byes or unfinished:
        what = f"fixture {unfinished[0].number} is not" if unfinished else "no season has been"
        raise LeagueError(f"{what} played yet ({clause})")
    found = seeds(league)
    if len(found) < 2:
        raise LeagueError(f"playoffs need two teams or more ({clause})")
    return found


def _round(league: League) -> list[Fixture]:
    """The fixtures of the latest round."""
    playoffs = league.playoff_fixtures
    last = max((each.week for each in playoffs), default=0)
    return [each for each in playoffs if each.week == last]


def _winners(league: League) -> set[int | None]:
    through = {fixture.number: goes_on(league, fixture) for fixture in _round(league)}
    for number, team in through.items():
        if not team:
            raise LeagueError(f"fixture {number} is not decided yet")
    return set(through.values())


def _name(league: League, number: int | None) -> str:
    return "nobody" if number is None else league.team(number).name
