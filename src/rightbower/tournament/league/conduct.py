"""Offences, protests and what follows."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from rightbower.rules.message import Message, Term, as_written, message
from rightbower.tournament.dates import when_text
from rightbower.tournament.league.facts import (
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
from rightbower.tournament.league.fixtures import Deduction, Fixture, FixtureGame
from rightbower.tournament.league.league import (
    Announcement,
    League,
    Penalty,
    Protest,
    Results,
    Sanction,
    Scope,
    StepDecision,
)
from rightbower.tournament.league.outcome import over
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.season import clash, day, moment, to_be_played

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
    require_text(why, message("a protest needs a reason"))
    if kind == "eligibility" and not player.strip():
        raise LeagueError(message("name the player who is challenged"))
    if league.team(by).member(player) and not league.team(against).member(player):
        raise LeagueError(
            message(
                "{player} is a player of {team}, who protest", player=player, team=league.named(by)
            )
        )
    informal = _too_late(league, fixture.game(game), when) or _not_now(league, fixture, kind)
    own = len(league.protests) + 1
    return Protested(
        Protest(
            own, number, game, by, against, kind, when, why, player, informal=str(informal or "")
        )
    )


def give_evidence(league: League, number: int, name: str, email: str, when: str) -> EvidenceGiven:
    """The challenged player hands the officer a written name and email before the start."""
    there = _lodged(league, number)
    clause = league.plan.clause("league.protest_evidence")
    if there.informal:
        raise LeagueError(there.informal)
    require_text(name, message("write the challenged player's name", clause))
    if not _EMAIL.fullmatch(email.strip()):
        raise LeagueError(
            message(
                "{text} is not an email address, such as ann@club.org; both a name and an email address are needed",
                clause,
                text=repr(email.strip()[:60]),
            )
        )
    game = league.fixture(there.fixture).game(there.game)
    if late := _too_late(league, game, when):
        raise LeagueError(late)
    return EvidenceGiven(number, name, email, when)


def official(league: League, there: Protest) -> Message | None:
    """Why a protest is not official; nothing where it is."""
    if there.informal:
        return as_written(there.informal)
    plan = league.plan
    game = league.fixture(there.fixture).game(there.game)
    if _had_begun(league, game, there.when):
        return _not_before(league)
    if there.player and plan.play.protest_evidence == "name and email":
        clause = plan.clause("league.protest_evidence")
        if not there.email:
            return message(
                "the challenged player has not handed in a written name and email", clause
            )
        if there.given and _had_begun(league, game, there.given):
            return message("the written name and email came after the start", clause)
    return None


def rule(league: League, number: int, upheld: bool, why: str) -> ProtestRuled:
    """The officer's ruling, which is final; upheld, it forfeits the game in question."""
    there = _lodged(league, number)
    plan = league.plan
    if reason := official(league, there):
        raise LeagueError(reason)
    if there.upheld is not None:
        raise LeagueError(
            message(
                "the {officer} has ruled, and it is final",
                plan.clause("rulings.final"),
                officer=Term(plan.officer),
            )
        )
    require_text(why, message("a ruling needs a reason"))
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
        raise LeagueError(message("only an upheld protest lets later games be moved", clause))
    if plan.play.later_games == "stand":
        raise LeagueError(message("the later games are not moved", clause))
    fixture = league.fixture(there.fixture)
    later = tuple(
        game.number
        for game in fixture.games
        if game.number > there.game and not game.began and not game.lost
    )
    if not later:
        raise LeagueError(message("no later game is left to move"))
    require_text(why, message("a new date needs a reason"))
    if moment(starts) < moment(fixture.starts):
        raise LeagueError(
            message(
                "later games are moved to a later time than {when}",
                clause,
                when=when_text(fixture.starts),
            )
        )
    if reason := clash(league, fixture, starts):
        raise LeagueError(reason)
    return GamesMoved(fixture.number, later, moment(starts).isoformat("T", "minutes"), why)


def waiting(league: League) -> tuple[Protest, ...]:
    """Official protests without a ruling."""
    return tuple(
        each for each in league.protests if each.upheld is None and not official(league, each)
    )


def _too_late(league: League, game: FixtureGame, when: str) -> Message | None:
    entered = league.plan.play.protest_before == "the result" and game.points is not None
    closed = bool(game.lost) or entered or _had_begun(league, game, when)
    return _not_before(league) if closed else None


def _had_begun(league: League, game: FixtureGame, when: str) -> bool:
    """Whether a game was being played by then, where that is too late for a protest."""
    to_start = league.plan.play.protest_before == "the start"
    return to_start and bool(game.began) and moment(when) >= moment(game.began)


def _not_before(league: League) -> Message:
    plan = league.plan
    return message(
        "a protest has to come before {before}; the game stands",
        plan.clause("league.protest_before"),
        plan.clause("league.protest_before", 1),
        before=Term(plan.play.protest_before),
    )


def _not_now(league: League, fixture: Fixture, kind: Kind) -> Message | None:
    name = "eligibility_protests" if kind == "eligibility" else "other_protests"
    setting = getattr(league.plan.play, name)
    if setting == "always" or (setting == "playoffs" and fixture.phase == "playoffs"):
        return None
    clause = league.plan.clause(f"league.{name}")
    if kind == "eligibility":
        return (
            message("a protest about who may play is heard in the playoffs only", clause)
            if setting == "playoffs"
            else message("a protest about who may play is heard never", clause)
        )
    return (
        message("such a protest is heard in the playoffs only", clause)
        if setting == "playoffs"
        else message("such a protest is heard never", clause)
    )


def _lodged(league: League, number: int) -> Protest:
    if not 1 <= number <= len(league.protests):
        raise LeagueError(message("there is no protest {number}", number=number))
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
        raise LeagueError(
            message("{player} is not on the list of {team}", player=player, team=league.named(team))
        )
    require_text(why, message("a sanction needs a reason"))
    path = "league.dishonesty" if penalty == "expulsion" else "league.sanctions"
    clause = plan.clause(path)
    if getattr(plan.play, path.partition(".")[2]) == "none":
        raise LeagueError(message("the rules have no such sanction", clause))
    if penalty == "expulsion" and scope != "league":
        raise LeagueError(message("a player is expelled only from the league", clause))
    found = Sanction(team, member.name, penalty, scope, why, fixture, game, until, clause, when)
    _check_scope(league, found)
    if when:
        moment(when)
    return Sanctioned(found)


def _check_scope(league: League, found: Sanction) -> None:
    """Refuse a sanction that does not say from what, or until when, a player is out."""
    if found.scope != "league":
        if not found.fixture:
            raise LeagueError(
                message("say from which fixture {player} is out", player=found.player)
            )
        if found.scope == "game" and not found.game:
            raise LeagueError(
                message(
                    "say from which game of fixture {fixture} {player} is out",
                    fixture=found.fixture,
                    player=found.player,
                )
            )
        fixture = league.fixture(found.fixture)
        league.side_of(fixture, found.team)
        if found.scope == "game":
            fixture.game(found.game)
    if found.until < 0:
        raise LeagueError(message("a suspension lasts until a week of the season"))
    if found.until and (found.penalty != "suspension" or found.scope != "league"):
        raise LeagueError(message("only a suspension from the league lasts until a week"))


def deduct(
    league: League, number: int, game: int, team: int, points: int, score: int, why: str, when: str
) -> Deducted:
    """Signalling costs points in the game in progress; ``score`` is what the team has now."""
    plan = league.plan
    clause = plan.clause("conduct.signalling")
    there = league.fixture(number).game(game)
    league.side_of(league.fixture(number), team)
    if there.points is not None or there.lost:
        raise LeagueError(message("a finished game stands", plan.clause("conduct.least")))
    if not there.playing:
        raise LeagueError(
            message("game {game} of fixture {number} is not in progress", game=game, number=number)
        )
    if not plan.least <= points <= plan.most or plan.most == 0:
        raise LeagueError(
            message(
                "signalling costs {least} to {most} points",
                clause,
                least=plan.least,
                most=plan.most,
            )
        )
    if score < 0 or (plan.target is not None and score >= plan.target):
        raise LeagueError(message("say what the team has in the game in progress"))
    require_text(why, message("the {officer} gives a reason", clause, officer=Term(plan.officer)))
    moment(when)
    return Deducted(number, game, Deduction(team, points, score, why, when))


def expel_team(league: League, team: int, why: str) -> StepDecided:
    """Dishonesty may cost a team its place in the league."""
    clause = league.plan.clause("league.dishonesty")
    if league.plan.play.dishonesty == "none":
        raise LeagueError(message("the rules have no expulsion", clause))
    require_text(why, message("a decision needs a reason"))
    count = sum(each.about.startswith("dishonesty") for each in league.decisions) + 1
    return removal(league, team, "league", f"dishonesty {count}", f"{why} ({clause})")


def announce(league: League, text: str, date: str) -> Announced:
    """The organizer changes a rule or makes it clear, and tells the league on a day."""
    clause = league.plan.clause("league.rule_changes")
    if league.plan.play.rule_changes == "none":
        raise LeagueError(message("the rules are not changed in the season", clause))
    require_text(text, message("say what the rule is"))
    day(date)
    return Announced(Announcement(len(league.announcements) + 2, date, text.strip()))
