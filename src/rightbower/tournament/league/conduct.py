"""Offences, protests and what follows."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from rightbower.tournament.dates import when_text
from rightbower.tournament.league.outcome import over
from rightbower.tournament.league.season import clash, day, moment, to_be_played
from rightbower.tournament.league.state.facts import (
    Announced,
    Deducted,
    EvidenceGiven,
    GamesMoved,
    Protested,
    ProtestRuled,
    Sanctioned,
    StepDecided,
    TeamLeft,
)
from rightbower.tournament.league.state.fixtures import Deduction, Fixture, FixtureGame
from rightbower.tournament.league.state.league import (
    Announcement,
    League,
    Penalty,
    Protest,
    Results,
    Sanction,
    Scope,
    StepDecision,
)
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


Kind = Literal["eligibility", "other"]


_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def protest(
    league: League,
    number: int,
    game: int,
    by: int,
    kind: Kind,
    when: str,
    why: str,
    player: str = "",
) -> Protested:
    """A protest is written down; one that cannot be heard says so, and the game stands."""
    fixture = to_be_played(league, number)
    against = fixture.teams[1 - league.side_of(fixture, by)]
    moment(when)
    require_text(why, "a protest needs a reason")
    if kind == "eligibility" and not player.strip():
        raise LeagueError("name the player who is challenged")
    if league.team(by).member(player) and not league.team(against).member(player):
        raise LeagueError(f"{player} is a player of {league.team(by).name}, who protest")
    informal = _too_late(league, fixture.game(game), when) or _not_now(league, fixture, kind)
    own = len(league.protests) + 1
    return Protested(
        Protest(own, number, game, by, against, kind, when, why, player, informal=informal)
    )


def give_evidence(league: League, number: int, name: str, email: str, when: str) -> EvidenceGiven:
    """The challenged player hands the officer a written name and email before the start."""
    there = _lodged(league, number)
    clause = league.plan.clause("league.protest_evidence")
    if there.informal:
        raise LeagueError(there.informal)
    require_text(name, f"write the challenged player's name ({clause})")
    if not _EMAIL.fullmatch(email.strip()):
        raise LeagueError(
            f"{email.strip()[:60]!r} is not an email address, such as ann@club.org; both a name"
            f" and an email address are needed ({clause})"
        )
    game = league.fixture(there.fixture).game(there.game)
    if late := _too_late(league, game, when):
        raise LeagueError(late)
    return EvidenceGiven(number, name, email, when)


def official(league: League, there: Protest) -> str:
    """Why a protest is not official; nothing where it is."""
    if there.informal:
        return there.informal
    plan = league.plan
    game = league.fixture(there.fixture).game(there.game)
    if _had_begun(league, game, there.when):
        return _not_before(league)
    if there.player and plan.play.protest_evidence == "name and email":
        clause = plan.clause("league.protest_evidence")
        if not there.email:
            return f"the challenged player has not handed in a written name and email ({clause})"
        if there.given and _had_begun(league, game, there.given):
            return f"the written name and email came after the start ({clause})"
    return ""


def rule(league: League, number: int, upheld: bool, why: str) -> ProtestRuled:
    """The officer's ruling, which is final; upheld, it forfeits the game in question."""
    there = _lodged(league, number)
    plan = league.plan
    if reason := official(league, there):
        raise LeagueError(reason)
    if there.upheld is not None:
        raise LeagueError(
            f"the {plan.officer} has ruled, and it is final ({plan.clause('rulings.final')})"
        )
    require_text(why, "a ruling needs a reason")
    fixture = league.fixture(there.fixture)
    lost = bool(fixture.game(there.game).lost)
    forfeit = upheld and plan.play.upheld == "game forfeited"
    already = "; the game is forfeited already" if forfeit and lost else ""
    says = f"{why}{already} ({plan.clause('league.upheld')})"
    return ProtestRuled(number, upheld, says, forfeit and not lost and not fixture.cancelled)


def move_later_games(league: League, number: int, starts: str, why: str) -> GamesMoved:
    """After an upheld protest the games that follow it may be moved to another day."""
    there = _lodged(league, number)
    plan = league.plan
    clause = plan.clause("league.later_games")
    if there.upheld is not True:
        raise LeagueError(f"only an upheld protest lets later games be moved ({clause})")
    if plan.play.later_games == "stand":
        raise LeagueError(f"the later games are not moved ({clause})")
    fixture = league.fixture(there.fixture)
    later = tuple(
        game.number
        for game in fixture.games
        if game.number > there.game and not game.began and not game.lost
    )
    if not later:
        raise LeagueError("no later game is left to move")
    require_text(why, "a new date needs a reason")
    if moment(starts) < moment(fixture.starts):
        raise LeagueError(
            f"later games are moved to a later time than {when_text(fixture.starts)} ({clause})"
        )
    if reason := clash(league, fixture, starts):
        raise LeagueError(reason)
    return GamesMoved(fixture.number, later, moment(starts).isoformat("T", "minutes"), why)


def waiting(league: League) -> tuple[Protest, ...]:
    """Official protests without a ruling."""
    return tuple(
        each for each in league.protests if each.upheld is None and not official(league, each)
    )


def _too_late(league: League, game: FixtureGame, when: str) -> str:
    entered = league.plan.play.protest_before == "the result" and game.points is not None
    closed = bool(game.lost) or entered or _had_begun(league, game, when)
    return _not_before(league) if closed else ""


def _had_begun(league: League, game: FixtureGame, when: str) -> bool:
    """Whether a game was being played by then, where that is too late for a protest."""
    to_start = league.plan.play.protest_before == "the start"
    return to_start and bool(game.began) and moment(when) >= moment(game.began)


def _not_before(league: League) -> str:
    plan = league.plan
    clauses = f"{plan.clause('league.protest_before')}, {plan.clause('league.protest_before', 1)}"
    return f"a protest has to come before {plan.play.protest_before}; the game stands ({clauses})"


def _not_now(league: League, fixture: Fixture, kind: Kind) -> str:
    name = "eligibility_protests" if kind == "eligibility" else "other_protests"
    setting = getattr(league.plan.play, name)
    if setting == "always" or (setting == "playoffs" and fixture.phase == "playoffs"):
        return ""
    what = "a protest about who may play" if kind == "eligibility" else "such a protest"
    when = "in the playoffs only" if setting == "playoffs" else "never"
    return f"{what} is heard {when} ({league.plan.clause(f'league.{name}')})"


def _lodged(league: League, number: int) -> Protest:
    if not 1 <= number <= len(league.protests):
        raise LeagueError(f"there is no protest {number}")
    return league.protests[number - 1]


def sanction(
    league: League,
    team: int,
    player: str,
    penalty: Penalty,
    scope: Scope,
    why: str,
    *,
    fixture: int = 0,
    game: int = 0,
    until: int = 0,
    when: str = "",
) -> Sanctioned:
    """A player is suspended or ejected for conduct, or expelled for dishonesty."""
    plan = league.plan
    member = league.team(team).member(player)
    if member is None:
        raise LeagueError(f"{player} is not on the list of {league.team(team).name}")
    require_text(why, "a sanction needs a reason")
    path = "league.dishonesty" if penalty == "expulsion" else "league.sanctions"
    clause = plan.clause(path)
    if getattr(plan.play, path.partition(".")[2]) == "none":
        raise LeagueError(f"the rules have no such sanction ({clause})")
    if penalty == "expulsion" and scope != "league":
        raise LeagueError(f"a player is expelled only from the league ({clause})")
    found = Sanction(team, member.name, penalty, scope, why, fixture, game, until, clause, when)
    _check_scope(league, found)
    if when:
        moment(when)
    return Sanctioned(found)


def _check_scope(league: League, found: Sanction) -> None:
    """Refuse a sanction that does not say from what, or until when, a player is out."""
    if found.scope != "league":
        if not found.fixture:
            raise LeagueError(f"say from which fixture {found.player} is out")
        if found.scope == "game" and not found.game:
            game = f"game of fixture {found.fixture}"
            raise LeagueError(f"say from which {game} {found.player} is out")
        fixture = league.fixture(found.fixture)
        league.side_of(fixture, found.team)
        if found.scope == "game":
            fixture.game(found.game)
    if found.until < 0:
        raise LeagueError("a suspension lasts until a week of the season")
    if found.until and (found.penalty != "suspension" or found.scope != "league"):
        raise LeagueError("only a suspension from the league lasts until a week")


def deduct(
    league: League, number: int, game: int, team: int, points: int, score: int, why: str, when: str
) -> Deducted:
    """Signalling costs points in the game in progress; ``score`` is what the team has now."""
    plan = league.plan
    clause = plan.clause("conduct.signalling")
    there = league.fixture(number).game(game)
    league.side_of(league.fixture(number), team)
    if there.points is not None or there.lost:
        raise LeagueError(f"a finished game stands ({plan.clause('conduct.least')})")
    if not there.playing:
        raise LeagueError(f"game {game} of fixture {number} is not in progress")
    if not plan.least <= points <= plan.most or plan.most == 0:
        raise LeagueError(f"signalling costs {plan.least} to {plan.most} points ({clause})")
    if score < 0 or (plan.target is not None and score >= plan.target):
        raise LeagueError("say what the team has in the game in progress")
    require_text(why, f"the {plan.officer} gives a reason ({clause})")
    moment(when)
    return Deducted(number, game, Deduction(team, points, score, why, when))


def expel_team(league: League, team: int, why: str) -> StepDecided:
    """Dishonesty may cost a team its place in the league."""
    clause = league.plan.clause("league.dishonesty")
    if league.plan.play.dishonesty == "none":
        raise LeagueError(f"the rules have no expulsion ({clause})")
    require_text(why, "a decision needs a reason")
    count = sum(each.about.startswith("dishonesty") for each in league.decisions) + 1
    return removal(league, team, "league", f"dishonesty {count}", f"{why} ({clause})")


def announce(league: League, text: str, date: str) -> Announced:
    """The organizer changes a rule or makes it clear, and tells the league on a day."""
    clause = league.plan.clause("league.rule_changes")
    if league.plan.play.rule_changes == "none":
        raise LeagueError(f"the rules are not changed in the season ({clause})")
    require_text(text, "say what the rule is")
    day(date)
    return Announced(Announcement(len(league.announcements) + 2, date, text.strip()))
