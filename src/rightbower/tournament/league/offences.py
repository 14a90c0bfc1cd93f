"""The ladder of forfeits: what counts as an offence, and the steps it offers to the officer.

Nothing here happens of itself: a removal is a decision that somebody makes, with a reason.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rightbower.tournament.league.outcome import over
from rightbower.tournament.league.state.facts import StepDecided, TeamLeft
from rightbower.tournament.league.state.fixtures import Fixture
from rightbower.tournament.league.state.league import League, Results, StepDecision
from rightbower.tournament.league.state.refusal import LeagueError, require_text

Removal = Literal["playoffs", "league"]
COUNTING = ("late", "notice")
REMOVAL_PATHS: dict[Removal, str] = {
    "playoffs": "league.playoff_removal_from",
    "league": "league.league_removal_from",
}


class Offence(Struct, frozen=True):
    """A team's forfeit that counts, with its number on the ladder."""

    team: int
    number: int
    fixture: int
    week: int
    says: str
    clause: str


class Offer(Struct, frozen=True):
    """A step that the officer may take, and what it rests on."""

    team: int
    about: str
    removal: Removal
    says: str
    clause: str


def offences(league: League, team: int) -> tuple[Offence, ...]:
    """The offences of a team in the order of its nights."""
    play = league.plan.play
    found: list[Offence] = []
    own = (each for each in league.fixtures if team in each.teams and not each.cancelled)
    for fixture in sorted(own, key=lambda each: (each.starts, each.number)):
        if fixture.phase == "playoffs" and play.offences_in == "season":
            continue
        for _ in range(_counted(league, fixture, team)):
            found.append(_offence(league, team, len(found) + 1, fixture))
    return tuple(found)


def _counted(league: League, fixture: Fixture, team: int) -> int:
    """How many offences a fixture is."""
    lost = sum(team in game.lost and game.cause in COUNTING for game in fixture.games)
    match league.plan.play.offence:
        case "a fixture":
            return int(lost > 0)
        case "a game":
            return lost
        case _:
            return int(lost == len(fixture.games))


def _offence(league: League, team: int, number: int, fixture: Fixture) -> Offence:
    name, removal = league.team(team).name, _removal(league, number)
    may = f"; removal from the {removal} may be decided" if removal else ""
    says = f"{name}, offence {number}, week {fixture.week}: the forfeited games are lost{may}"
    clause = league.plan.clause(REMOVAL_PATHS[removal] if removal else "league.offence")
    return Offence(team, number, fixture.number, fixture.week, says, clause)


def _removal(league: League, number: int) -> Removal | None:
    """What an offence of this number may have a team removed from."""
    if number >= league.plan.play.league_removal_from:
        return "league"
    return "playoffs" if number >= league.plan.play.playoff_removal_from else None


def guaranteed(league: League, team: int) -> bool:
    """Whether the number of games a team was promised still holds."""
    return len(offences(league, team)) <= league.plan.play.guarantee_until


def offers(league: League) -> tuple[Offer, ...]:
    """The steps open to the officer, those decided already left out."""
    found: list[Offer] = []
    for team in league.teams:
        if team.out == "league":
            continue
        found += _from_the_ladder(league, team.number)
        found += _from_reviews(league, team.number)
    done = {(each.team, each.about) for each in league.decisions}
    return tuple(each for each in found if (each.team, each.about) not in done)


def _from_the_ladder(league: League, team: int) -> list[Offer]:
    return [
        Offer(team, f"offence {each.number}", removal, each.says, each.clause)
        for each in offences(league, team)
        if (removal := _removal(league, each.number))
    ]


def _from_reviews(league: League, team: int) -> list[Offer]:
    """Signalling has the team considered for removal."""
    if not league.plan.removal_review:
        return []
    clause = league.plan.clause("conduct.signalling")
    places = [
        f"fixture {fixture.number}, game {game.number}"
        for fixture in league.fixtures
        for game in fixture.games
        for each in game.deductions
        if each.team == team
    ]
    considered = f"{league.team(team).name} is considered for removal"
    return [
        Offer(team, f"signalling {count}", "league", f"{considered}: signalling in {place}", clause)
        for count, place in enumerate(places, 1)
    ]


def leave(league: League, team: int, results: Results, why: str) -> TeamLeft:
    """A team drops out; the officer says whether its results stand or are void.

    Fixtures it has not begun are not played. Where results stand it loses the games left of one
    that has begun, so that the opponents have their night; void, such a fixture counts for nobody.
    A playoff that has begun is lost either way: somebody has to go on from it.
    """
    if league.team(team).out == "league":
        raise LeagueError(f"{league.team(team).name} is out of the league already")
    require_text(why, "a team that leaves needs a reason")
    if results == "void" and league.plan.play.leaving == "results stand":
        clause = league.plan.clause("league.leaving")
        raise LeagueError(f"the results of a team that leaves stand ({clause})")
    own = [each for each in league.season if team in each.teams]
    left = [each for each in own if not over(each, league.plan)]
    cancel = tuple(each.number for each in left if not each.begun)
    begun = tuple(each.number for each in own if each.begun and not each.void)
    playoffs = _begun_playoffs(league, team)
    if results == "void":
        return TeamLeft(team, results, why.strip(), cancel, playoffs, begun)
    lose = tuple(each.number for each in left if each.begun)
    return TeamLeft(team, results, why.strip(), cancel, lose + playoffs)


def decide(league: League, team: int, about: str, remove: bool, why: str) -> StepDecided:
    """The officer takes or leaves a step that is offered, with a reason."""
    found = {(each.team, each.about): each for each in offers(league)}
    offer = found.get((team, about))
    if offer is None:
        raise LeagueError(f"nothing is to be decided about {about} of {league.team(team).name}")
    require_text(why, "a decision needs a reason")
    if not remove:
        return StepDecided(StepDecision(team, about, "", why))
    return removal(league, team, offer.removal, about, why)


def removal(league: League, team: int, out_of: Removal, about: str, why: str) -> StepDecided:
    """A team is out; its games stay, fixtures it has not begun are not played.

    Of a fixture that has begun it loses the games left, so that the opponents have their night.
    """
    if league.team(team).out == "league":
        raise LeagueError(f"{league.team(team).name} is out of the league already")
    require_text(why, "a decision needs a reason")
    left = [
        fixture
        for fixture in league.season
        if out_of == "league" and team in fixture.teams and not over(fixture, league.plan)
    ]
    cancel = tuple(each.number for each in left if not each.begun)
    lose = tuple(each.number for each in left if each.begun)
    lose += _begun_playoffs(league, team)
    return StepDecided(StepDecision(team, about, out_of, why), cancel, lose)


def _begun_playoffs(league: League, team: int) -> tuple[int, ...]:
    """The playoffs that a team has begun and not finished."""
    return tuple(
        each.number
        for each in league.playoff_fixtures
        if team in each.teams and each.begun and not over(each, league.plan)
    )
