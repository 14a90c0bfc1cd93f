"""The players of a team: named, signed, and whether they may play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated, Literal

from msgspec.structs import replace

from rightbower.rules.message import Message, Term, because, joined, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.dates import when_text
from rightbower.tournament.league.acts import (
    Email,
    LeagueCommand,
    Names,
    Player,
    TeamField,
    When,
    Why,
    local_time,
    team_number,
)
from rightbower.tournament.league.fixtures import Arrival, Fixture
from rightbower.tournament.league.league import (
    League,
    LeagueHistory,
    Member,
    NamesTeams,
    Sanction,
    Team,
)
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.season import checked_name, first_night, moment, tidy

Witness = Annotated[str, field("Witness", "Who took the signature, if it came late.")]


class Named(Fact, frozen=True, tag="named"):
    """Players were put down for a team, or a line of theirs changed; ``did`` says how."""

    team: int
    members: tuple[Member, ...]
    did: Literal["", "named", "signed", "refused", "added"] = ""

    def apply(self, state: League, at: float) -> League:
        """New names come last; a name that is there already has its line changed."""
        both = (*state.team(self.team).members, *self.members)
        members = {each.name.casefold(): each for each in both}
        return state.with_team(self.team, members=tuple(members.values()))

    def says(self, state: NamesTeams) -> Message:
        members = joined(_member_text(each, self.did) for each in self.members)
        return message("{team}: {members}", team=state.named(self.team), members=members)


def _member_text(member: Member, did: str) -> Message:
    """What was done; older entries do not say, and it is read from the line."""
    if not did:
        read = {"refused": member.refused, "added": member.added, "signed": member.signed}
        did = next((word for word, done in read.items() if done), "named")
    if did == "refused":
        return message("{name} will not sign", name=member.name)
    if did == "added":
        return because(message("{name} added to the roster", name=member.name), member.added)
    if did == "signed":
        when = when_text(member.signed)
        if member.witness:
            return message(
                "{name} signed {when}, with {witness}",
                name=member.name,
                when=when,
                witness=member.witness,
            )
        return message("{name} signed {when}", name=member.name, when=when)
    return message("{name} named ({kind})", name=member.name, kind=Term(member.kind))


def name_players(
    league: League, team: int, names: Sequence[str], when: str, *, sub: bool = False
) -> Named:
    """Names put down for a team: the roster until the first night, subs after it."""
    side = league.team(team)
    moment(when)
    frozen = _frozen(league)
    later = sub or _is_late(league, team, when)
    if frozen and not sub:
        raise LeagueError(frozen)
    if frozen and league.plan.play.subs != "always":
        raise LeagueError(
            message("no subs play in the playoffs", league.plan.clause("league.subs"))
        )
    if later and league.plan.play.later_names == "roster":
        later = sub
    members: list[Member] = []
    for name in (checked_name(each, message("a player needs a name")) for each in names):
        if side.member(name) or any(each.name.casefold() == name.casefold() for each in members):
            raise LeagueError(
                message("{name} is already on the list of {team}", name=name, team=side.reference)
            )
        members.append(Member(name, "sub" if later else "roster", named=when))
    return Named(team, tuple(members), "named")


class NamePlayers(LeagueCommand, frozen=True, tag="players"):
    """Add players to a team."""

    team: TeamField
    names: Names
    sub: Annotated[bool, field("Sub", "Add them as subs.")] = False
    signed: Annotated[bool, field("Signed", "They have signed the waiver.")] = False
    witness: Witness = ""
    email: Email = ""
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, when = team_number(state, self.team), local_time(self.when, now)
        yield name_players(state, own, self.names, when, sub=self.sub)
        for name in self.names if self.signed else ():
            league = now.history.league
            yield sign(league, own, name, when, witness=self.witness, email=self.email)


def sign(
    league: League, team: int, name: str, when: str, *, witness: str = "", email: str = ""
) -> Named:
    """A signature on the team's waiver; once they are due it is given to the officer."""
    member = _member(league, team, name)
    if member.signed:
        raise LeagueError(message("{name} has signed already", name=member.name))
    moment(when)
    play = league.plan.play
    if _is_late(league, team, when) or member.kind == "sub":
        clause = league.plan.clause("league.late_signing")
        if play.late_signing == "refused" and member.kind == "roster":
            raise LeagueError(message("the waivers were due", clause))
        require_text(
            witness,
            message(
                "{name} signs with the {officer} now",
                clause,
                name=member.name,
                officer=Term(league.plan.officer),
            ),
        )
    signed = replace(
        member,
        signed=when,
        witness=witness,
        email=email or member.email,
        refused=False,
        since=when if member.refused else "",
    )
    return Named(team, (signed,), "signed")


def unsigned(league: League, team: int) -> tuple[Member, ...]:
    """Those of a team who have still to sign."""
    if league.plan.play.waiver == "nobody":
        return ()
    return tuple(each for each in league.team(team).members if not each.signed)


class Sign(LeagueCommand, frozen=True, tag="sign"):
    """Record that a player signed the waiver."""

    team: TeamField
    player: Player
    witness: Witness = ""
    email: Email = ""
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, when = team_number(state, self.team), local_time(self.when, now)
        yield sign(state, own, self.player, when, witness=self.witness, email=self.email)


class SignAll(LeagueCommand, frozen=True, tag="sign-all"):
    """Sign the waiver for everybody on a team who has not refused."""

    team: TeamField
    witness: Witness = ""
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, when = team_number(state, self.team), local_time(self.when, now)
        for member in unsigned(state, own):
            if not member.refused:
                league = now.history.league
                yield sign(league, own, member.name, when, witness=self.witness)


def refuse_to_sign(league: League, team: int, name: str) -> Named:
    """A player will not sign, and so counts as absent until it is done after all."""
    member = _member(league, team, name)
    if member.signed:
        raise LeagueError(message("{name} has signed already", name=member.name))
    return Named(team, (replace(member, refused=True),), "refused")


class Refuse(LeagueCommand, frozen=True, tag="refuse"):
    """Record that a player will not sign."""

    team: TeamField
    player: Player

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield refuse_to_sign(state, team_number(state, self.team), self.player)


def add_to_roster(league: League, team: int, name: str, why: str) -> Named:
    """The officer puts a sub on the roster, in the season only."""
    member = _member(league, team, name)
    if member.kind == "roster":
        raise LeagueError(message("{name} is on the roster already", name=member.name))
    if frozen := _frozen(league):
        raise LeagueError(frozen)
    require_text(why, message("adding to a roster needs a reason"))
    return Named(team, (replace(member, kind="roster", added=why),), "added")


class AddToRoster(LeagueCommand, frozen=True, tag="add"):
    """Put a sub on the roster."""

    team: TeamField
    player: Player
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield add_to_roster(state, team_number(state, self.team), self.player, self.why)


def lineup_objection(
    league: League,
    fixture: Fixture,
    game: int,
    team: int,
    names: Sequence[str],
    when: str = "",
) -> Message | None:
    """Why these may not play for a team in a game that begins then; nothing where they may."""
    plan = league.plan
    wanted = plan.play.players
    if len(names) != wanted or len({name.casefold() for name in names}) != wanted:
        return message(
            "a team plays with {players} players", plan.clause("league.players"), players=wanted
        )
    side = league.team(team)
    here = {
        each.player.casefold(): each.when
        for each in league.came(fixture, team, fixture.starts_of(game))
    }
    for name in names:
        if reason := player_objection(league, fixture, side, name):
            return reason
        if sanction := barred(league, fixture, game, team, name):
            return _out_by(sanction, name)
        came = here.get(name.casefold())
        if came is None:
            return message("{name} has not arrived", name=name)
        if when and moment(came) > moment(when):
            return message(
                "{name} came at {came}, and the game cannot have begun before", name=name, came=came
            )
    return None


def player_objection(league: League, fixture: Fixture, team: Team, name: str) -> Message | None:
    """Why a player may not play for a team at all: no name, no signature, or a sub now."""
    plan = league.plan
    member = team.member(name)
    anyone = plan.play.roster == "anyone"
    if member is None and anyone and plan.play.waiver == "nobody":
        return None
    if member is None:
        clause = plan.clause("league.roster")
        return message(
            "{name} is not on the roster of {team}, nor a sub of theirs",
            clause,
            name=name,
            team=team.reference,
        )
    sub = member.kind == "sub" and not anyone
    if sub and plan.play.subs == "never":
        return message("{name} is a sub, and no subs play", plan.clause("league.subs"), name=name)
    if sub and fixture.phase == "playoffs" and plan.play.subs == "season only":
        clause = plan.clause("league.subs")
        return message("{name} is a sub, and the playoffs are for the roster", clause, name=name)
    if not member.signed and plan.play.waiver == "everyone":
        return message(
            "{name} signs the waiver with the {officer} before playing",
            plan.clause("league.waiver"),
            plan.clause("league.late_signing"),
            name=name,
            officer=Term(plan.officer),
        )
    return None


def present_from(league: League, fixture: Fixture, arrival: Arrival) -> datetime | None:
    """When somebody who came makes the team complete; None for those who do not.

    Refusers do not before they sign, nor do subs where no subs play, nor whoever was barred before
    coming. Whoever has not signed does where the book says so, since a signature takes a moment.
    """
    play = league.plan.play
    came = moment(arrival.when)
    member = league.team(arrival.team).member(arrival.player)
    no_subs = play.subs == "never" or (fixture.phase == "playoffs" and play.subs == "season only")
    on_roster = member is not None and member.kind == "roster"
    if no_subs and play.roster != "anyone" and not on_roster:
        return None
    if any(
        moment(each.when) <= came if each.when else each.scope == "league"
        for each in _barring(league, fixture, 0, arrival.team, arrival.player)
    ):
        return None
    if member is None or not member.signed:
        refused = member is not None and member.refused
        counts = play.unsigned == "present" or play.waiver == "nobody"
        return came if counts and not refused else None
    return max(came, moment(member.since)) if member.since else came


def barred(league: League, fixture: Fixture, game: int, team: int, name: str) -> Sanction | None:
    """The sanction that keeps a player out of a game."""
    return next(_barring(league, fixture, game, team, name), None)


def _barring(
    league: League, fixture: Fixture, game: int, team: int, name: str
) -> Iterator[Sanction]:
    """The sanctions that keep a player of a team out; game 0 stands for the whole fixture."""
    for each in league.sanctions:
        if each.team != team or not _same(each.player, name):
            continue
        if each.scope == "league" and (each.until == 0 or fixture.week <= each.until):
            yield each
        if each.fixture == fixture.number and (each.scope == "fixture" or each.game == game):
            yield each


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _out_by(sanction: Sanction, name: str) -> Message:
    match sanction.penalty:
        case "suspension":
            return message("{name} has a suspension", sanction.clause, name=name)
        case "ejection":
            return message("{name} has an ejection", sanction.clause, name=name)
        case "expulsion":
            return message("{name} has an expulsion", sanction.clause, name=name)


def _is_late(league: League, team: int, when: str) -> bool:
    due = first_night(league, team)
    return due is not None and moment(when).date() > due


def _frozen(league: League) -> Message | None:
    if league.phase == "season" or league.plan.play.roster_frozen == "never":
        return None
    return message(
        "the playoffs have begun and the rosters are closed",
        league.plan.clause("league.roster_frozen"),
    )


def _member(league: League, team: int, name: str) -> Member:
    side = league.team(team)
    member = side.member(tidy(name))
    if member is None:
        raise LeagueError(
            message(
                "{name} is not on the list of {team}; add the name first",
                name=name,
                team=side.reference,
            )
        )
    return member
