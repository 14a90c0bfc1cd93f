"""What a league makes of offences: the steps it offers, teams removed, and teams that leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import Message, Reference, Term, because, joined, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.league.acts import LeagueCommand, TeamField, Why, team_number
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import (
    League,
    LeagueHistory,
    NamesTeams,
    Results,
    StepDecision,
)
from rightbower.tournament.league.outcome import over
from rightbower.tournament.league.refusal import LeagueError, require_text

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
    says: Message
    clause: str


class Offer(Struct, frozen=True):
    """A step that the officer may take, and what it rests on."""

    team: int
    about: str
    removal: Removal
    says: Message
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
    removal = _removal(league, number)
    says = message(
        "{team}, offence {number}, week {week}: the forfeited games are lost",
        team=league.named(team),
        number=number,
        week=fixture.week,
    )
    if removal:
        says = message(
            "{said}; removal from the {what} may be decided", said=says, what=Term(removal)
        )
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
        (fixture.number, game.number)
        for fixture in league.fixtures
        for game in fixture.games
        for each in game.deductions
        if each.team == team
    ]
    return [
        Offer(
            team,
            f"signalling {count}",
            "league",
            message(
                "{team} is considered for removal: signalling in fixture {fixture}, game {game}",
                team=league.named(team),
                fixture=fixture,
                game=game,
            ),
            clause,
        )
        for count, (fixture, game) in enumerate(places, 1)
    ]


class TeamLeft(Fact, frozen=True, tag="team-left"):
    """A team left of its own will; its results stand or are void, as the officer chose.

    ``cancel`` are fixtures not played now, ``lose`` those begun whose other games it loses, and
    ``void`` those that count for nobody.
    """

    team: int
    results: Results
    why: str
    cancel: tuple[int, ...] = ()
    lose: tuple[int, ...] = ()
    void: tuple[int, ...] = ()

    def apply(self, state: League, at: float) -> League:
        league = state.with_team(self.team, out="league", why=self.why, left=self.results)
        reason = f"{league.team(self.team).name} left the league"
        for number in self.void:
            league = league.with_fixture(number, lambda each: replace(each, void=reason))
        return league.without_team(self.team, reason, self.cancel, self.lose)

    def says(self, state: NamesTeams) -> Message:
        results = (
            message("its results are void")
            if self.results == "void"
            else message("its results stand")
        )
        left = message("{team} left the league", team=state.named(self.team))
        return because(_and_lost(joined((left, results)), self.lose), self.why)


def _and_lost(said: Message, fixtures: tuple[int, ...]) -> Message:
    if not fixtures:
        return said
    lost = message("the games left of {fixtures} are lost", fixtures=Reference("fixture", fixtures))
    return joined((said, lost))


def leave(league: League, team: int, results: Results, why: str) -> TeamLeft:
    """A team drops out; the officer says whether its results stand or are void.

    Fixtures it has not begun are not played. Where results stand it loses the games left of one
    that has begun, so that the opponents have their night; void, such a fixture counts for nobody.
    A playoff that has begun is lost either way: somebody has to go on from it.
    """
    if league.team(team).out == "league":
        raise LeagueError(message("{team} is out of the league already", team=league.named(team)))
    require_text(why, message("a team that leaves needs a reason"))
    if results == "void" and league.plan.play.leaving == "results stand":
        clause = league.plan.clause("league.leaving")
        raise LeagueError(message("the results of a team that leaves stand", clause))
    own = [each for each in league.season if team in each.teams]
    left = [each for each in own if not over(each, league.plan)]
    cancel = tuple(each.number for each in left if not each.begun)
    begun = tuple(each.number for each in own if each.begun and not each.void)
    playoffs = _begun_playoffs(league, team)
    if results == "void":
        return TeamLeft(team, results, why.strip(), cancel, playoffs, begun)
    lose = tuple(each.number for each in left if each.begun)
    return TeamLeft(team, results, why.strip(), cancel, lose + playoffs)


class LeaveLeague(LeagueCommand, frozen=True, tag="leave"):
    """Record that a team drops out; its results stand or are void."""

    asks_first: ClassVar[bool] = True
    team: TeamField
    results: Annotated[Literal["stand", "void"], field("Its results")]
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield leave(state, team_number(state, self.team), self.results, self.why)


class StepDecided(Fact, frozen=True, tag="decided"):
    """The officer answered a step the league offered.

    ``cancel`` are fixtures not played now, ``lose`` those begun whose other games the team loses.
    """

    decision: StepDecision
    cancel: tuple[int, ...] = ()
    lose: tuple[int, ...] = ()

    def apply(self, state: League, at: float) -> League:
        made = self.decision
        league = replace(state, decisions=(*state.decisions, made))
        if not made.removed:
            return league
        league = league.with_team(made.team, out=made.removed, why=made.why)
        reason = f"{league.team(made.team).name} was removed from the {made.removed}"
        return league.without_team(made.team, reason, self.cancel, self.lose)

    def says(self, state: NamesTeams) -> Message:
        made = self.decision
        what = (
            message("removed from the {what}", what=Term(made.removed))
            if made.removed
            else message("nothing done")
        )
        said = message(
            "{team}, {about}: {done}",
            team=state.named(made.team),
            about=made.about,
            done=_and_lost(what, self.lose),
        )
        return because(said, made.why)


def decide(league: League, team: int, about: str, remove: bool, why: str) -> StepDecided:
    """The officer takes or leaves a step that is offered, with a reason."""
    found = {(each.team, each.about): each for each in offers(league)}
    offer = found.get((team, about))
    if offer is None:
        raise LeagueError(
            message(
                "nothing is to be decided about {about} of {team}",
                about=about,
                team=league.named(team),
            )
        )
    require_text(why, message("a decision needs a reason"))
    if not remove:
        return StepDecided(StepDecision(team, about, "", why))
    return removal(league, team, offer.removal, about, why)


class Decide(LeagueCommand, frozen=True, tag="decide"):
    """Decide on a step that is offered, such as a removal."""

    team: TeamField
    about: Annotated[str, field("About", "Such as offence-2.")]
    what: Annotated[Literal["remove", "keep"], field("What")]
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, about = team_number(state, self.team), self.about.replace("-", " ")
        yield decide(state, own, about, self.what == "remove", self.why)

    def asks(self, state: League) -> bool:
        """A removal is the end of a team."""
        return self.what == "remove"


def removal(league: League, team: int, out_of: Removal, about: str, why: str) -> StepDecided:
    """A team is out; its games stay, fixtures it has not begun are not played.

    Of a fixture that has begun it loses the games left, so that the opponents have their night.
    """
    if league.team(team).out == "league":
        raise LeagueError(message("{team} is out of the league already", team=league.named(team)))
    require_text(why, message("a decision needs a reason"))
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


def expel_team(league: League, team: int, why: str) -> StepDecided:
    """Dishonesty may cost a team its place in the league."""
    clause = league.plan.clause("league.dishonesty")
    if league.plan.play.dishonesty == "none":
        raise LeagueError(message("the rules have no expulsion", clause))
    require_text(why, message("a decision needs a reason"))
    count = sum(each.about.startswith("dishonesty") for each in league.decisions) + 1
    return removal(league, team, "league", f"dishonesty {count}", f"{why} ({clause})")


class ExpelTeam(LeagueCommand, frozen=True, tag="expel"):
    """Expel a team for dishonesty."""

    asks_first: ClassVar[bool] = True
    team: TeamField
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield expel_team(state, team_number(state, self.team), self.why)
