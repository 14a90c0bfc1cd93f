"""The history of a league in words: every entry as one line with its time, writer and reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from rightbower.rules.message import (
    Joined,
    Message,
    Reference,
    Term,
    as_written,
    because,
    joined,
    message,
)
from rightbower.tournament.contest import HistoryLine, Undone, effective, lines
from rightbower.tournament.dates import day_text, when_text
from rightbower.tournament.league import facts
from rightbower.tournament.league import facts as night_facts
from rightbower.tournament.league.facts import Fact
from rightbower.tournament.league.fold import LeagueHistory
from rightbower.tournament.league.league import League, Member
from rightbower.tournament.league.lists import numbered
from rightbower.tournament.league.refusal import LeagueError, require_text


class TeamNames(dict[int, str]):
    """The names of teams by number; one that is not known stays a number."""

    @classmethod
    def of(cls, league: League) -> TeamNames:
        """The names of a league's teams."""
        return cls({team.number: team.name for team in league.teams})

    def team(self, number: int) -> Reference:
        """A team in a sentence."""
        return Reference("team", number, self.get(number, ""))

    def all_of(self, numbers: Iterable[int]) -> Joined:
        """Several teams in a row."""
        return Joined(tuple(map(self.team, numbers)), ", ")


def history_lines(history: LeagueHistory) -> tuple[HistoryLine, ...]:
    """All entries in words, those undone included, with the teams' names of that time."""
    names = TeamNames()

    def said(fact: Fact) -> Message:
        if isinstance(fact, facts.TeamEntered):
            names[fact.team.number] = fact.team.name
        return say(fact, names)

    return lines(history.entries, said)


def undo(history: LeagueHistory, why: str, entry: int | None = None) -> Undone:
    """Take back the latest entry that counts; it stays in the journal with the reason."""
    latest = effective(history.entries)[-1][0]
    if entry is not None and entry != latest:
        raise LeagueError(
            message(
                "only the latest entry can be undone, and that is entry {latest}", latest=latest
            )
        )
    if latest == 1:
        raise LeagueError(message("the opening of the league cannot be undone"))
    require_text(why, message("taking an entry back needs a reason"))
    return Undone(latest, why)


def say(fact: Fact, names: TeamNames) -> Message:
    """A fact in words."""
    if named := _OF_TEAMS.get(type(fact)):
        return named(fact, names)
    return _SAYINGS[type(fact)](fact)


def _fixture(number: int) -> Reference:
    """A fixture by its number; a face says who plays in it."""
    return Reference("fixture", number)


def _game(fact: Any) -> Message:
    return message("{fixture}, game {game}", fixture=_fixture(fact.fixture), game=fact.game)


def _in_game(fact: Any, said: Message) -> Message:
    """What happened in a game of a fixture."""
    return message("{where}: {said}", where=_game(fact), said=said)


def _in_fixture(fact: Any, said: Message) -> Message:
    """What happened to a fixture."""
    return message("{where}: {said}", where=_fixture(fact.fixture), said=said)


def _points(points: tuple[int, int]) -> str:
    return f"{points[0]}–{points[1]}"


def _named(fact: facts.Named, names: TeamNames) -> Message:
    members = joined(_member(each, fact.did) for each in fact.members)
    return message("{team}: {members}", team=names.team(fact.team), members=members)


def _member(member: Member, did: str) -> Message:
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


def _ruled(fact: facts.ProtestRuled) -> Message:
    said = (
        message("protest {protest} upheld", protest=fact.protest)
        if fact.upheld
        else message("protest {protest} rejected", protest=fact.protest)
    )
    return because(said, fact.why)


def _decided(fact: facts.StepDecided, names: TeamNames) -> Message:
    made = fact.decision
    what = (
        message("removed from the {what}", what=Term(made.removed))
        if made.removed
        else message("nothing done")
    )
    said = message(
        "{team}, {about}: {done}",
        team=names.team(made.team),
        about=made.about,
        done=_and_lost(what, fact.lose),
    )
    return because(said, made.why)


def _left(fact: facts.TeamLeft, names: TeamNames) -> Message:
    results = (
        message("its results are void") if fact.results == "void" else message("its results stand")
    )
    left = message("{team} left the league", team=names.team(fact.team))
    return because(_and_lost(joined((left, results)), fact.lose), fact.why)


def _and_lost(said: Message, fixtures: tuple[int, ...]) -> Message:
    if not fixtures:
        return said
    lost = message("the games left of {fixtures} are lost", fixtures=Reference("fixture", fixtures))
    return joined((said, lost))


def _protest(fact: facts.Protested, names: TeamNames) -> Message:
    made = fact.protest
    said = message(
        "protest {number} by {team}, {where}",
        number=made.number,
        team=names.team(made.by),
        where=_game(made),
    )
    if made.player:
        said = message("{said} about {player}", said=said, player=made.player)
    said = because(said, made.why)
    if not made.informal:
        return said
    return message("{said}; not heard: {why}", said=said, why=made.informal)


def _arrival(fact: night_facts.ArrivalCorrected) -> Message:
    came = fact.arrival
    said = (
        message("{player} came at {when}", player=came.player, when=when_text(came.when))
        if came.when
        else message("{player} was not there", player=came.player)
    )
    if fact.lifted:
        said = joined((said, message("{games} not lost", games=numbered(fact.lifted))))
    return because(_in_fixture(fact, said), fact.why)


def _lifted(fact: night_facts.ForfeitLifted, names: TeamNames) -> Message:
    said = (
        message("{games} to be played after all", games=numbered(fact.games))
        if fact.games
        else message("no game lost")
    )
    if fact.excused:
        excused = message("{teams} excused for coming late", teams=names.all_of(fact.excused))
        said = joined((excused, said))
    return because(_in_fixture(fact, said), fact.why)


def _taken(fact: night_facts.Deducted, names: TeamNames) -> Message:
    taken = fact.deduction
    said = message(
        "{points} {points|point|points} taken from {team}, {score} to {left}",
        points=taken.points,
        team=names.team(taken.team),
        score=taken.score,
        left=taken.left,
    )
    return because(_in_game(fact, said), taken.why)


_SAYINGS: Final[Mapping[type, Callable[[Any], Message]]] = {
    facts.LeagueOpened: lambda fact: message(
        "{name} opened ({title})", name=fact.name, title=fact.plan.title
    ),
    facts.LeagueRenamed: lambda fact: message("the league is called {name}", name=fact.name),
    facts.LeagueArchived: lambda fact: (
        message("put into the archive") if fact.archived else message("taken out of the archive")
    ),
    facts.LeagueThrownAway: lambda _: message("practice thrown away"),
    facts.TeamEntered: lambda fact: message(
        "team {number}: {name}", number=fact.team.number, name=fact.team.name
    ),
    facts.Scheduled: lambda fact: message(
        "calendar made: {games} {games|fixture|fixtures}", games=len(fact.fixtures)
    ),
    night_facts.Rescheduled: lambda fact: because(
        message(
            "{fixture} moved to {when}", fixture=_fixture(fact.fixture), when=when_text(fact.starts)
        ),
        fact.why,
    ),
    night_facts.GamesMoved: lambda fact: because(
        message(
            "{fixture}, {games} moved to {when}",
            fixture=_fixture(fact.fixture),
            games=numbered(fact.games),
            when=when_text(fact.starts),
        ),
        fact.why,
    ),
    night_facts.Arrived: lambda fact: _in_fixture(
        fact,
        joined(
            (
                message("{player} at {when}", player=each.player, when=when_text(each.when))
                for each in fact.arrivals
            ),
            ", ",
        ),
    ),
    night_facts.ArrivalCorrected: _arrival,
    night_facts.Began: lambda fact: message(
        "{where} begins: {players} against {others}",
        where=_game(fact),
        players=Joined(fact.lineups[0], " and "),
        others=Joined(fact.lineups[1], " and "),
    ),
    night_facts.PlayerStoodIn: lambda fact: because(
        _in_game(fact, message("another player plays on")), fact.why
    ),
    night_facts.FixtureResultEntered: lambda fact: _in_game(fact, as_written(_points(fact.points))),
    night_facts.FixtureResultConfirmed: lambda fact: _in_game(fact, message("confirmed")),
    night_facts.FixtureResultTakenBack: lambda fact: _in_game(
        fact, message("points taken back by the team that entered them")
    ),
    night_facts.FixtureResultDisputed: lambda fact: because(
        _in_game(fact, message("points disputed")), fact.why
    ),
    night_facts.FixtureResultCorrected: lambda fact: because(
        _in_game(fact, message("corrected to {points}", points=_points(fact.points))), fact.why
    ),
    facts.EvidenceGiven: lambda fact: message(
        "protest {protest}: {name}, {email}",
        protest=fact.protest,
        name=fact.name,
        email=fact.email,
    ),
    facts.ProtestRuled: _ruled,
    facts.Sanctioned: lambda fact: because(
        message(
            "{player}: {penalty} ({scope})",
            player=fact.sanction.player,
            penalty=Term(fact.sanction.penalty),
            scope=Term(fact.sanction.scope),
        ),
        fact.sanction.why,
    ),
    facts.Announced: lambda fact: message(
        "rules, version {version} from {day}: {text}",
        version=fact.announcement.version,
        day=day_text(fact.announcement.date),
        text=fact.announcement.text,
    ),
    facts.PlayoffsDrawn: lambda fact: message(
        "playoffs drawn: {games} {games|fixture|fixtures}", games=len(fact.fixtures)
    ),
    facts.PlayoffsRedrawn: lambda fact: because(
        message("playoffs drawn again: {games} {games|fixture|fixtures}", games=len(fact.fixtures)),
        fact.why,
    ),
    facts.RankingChosen: lambda fact: because(
        message("teams with different numbers of games ranked {how}", how=Term(fact.unequal)),
        fact.why,
    ),
    Undone: lambda fact: because(message("entry {entry} undone", entry=fact.entry), fact.why),
}
_OF_TEAMS: Final[Mapping[type, Callable[[Any, TeamNames], Message]]] = {
    facts.Named: _named,
    night_facts.Noticed: lambda fact, names: _in_fixture(
        fact,
        message(
            "{team} expects to forfeit (said {how}, {when})",
            team=names.team(fact.notice.team),
            how=Term(fact.notice.channel),
            when=when_text(fact.notice.when),
        ),
    ),
    night_facts.NoticeAnswered: lambda fact, names: because(
        message(
            "{fixture}, {team}: {answer}",
            fixture=_fixture(fact.fixture),
            team=names.team(fact.team),
            answer=Term(fact.resolution),
        ),
        fact.why,
    ),
    night_facts.Forfeited: lambda fact, names: because(
        message(
            "{fixture}, {games} forfeited by {teams}",
            fixture=_fixture(fact.fixture),
            games=numbered(fact.games),
            teams=names.all_of(fact.teams),
        ),
        fact.why,
    ),
    night_facts.ForfeitLifted: _lifted,
    night_facts.LineUpNamed: lambda fact, names: _in_game(
        fact,
        message(
            "{players} play for {team}",
            players=Joined(fact.names, " and "),
            team=names.team(fact.team),
        ),
    ),
    night_facts.Deducted: _taken,
    facts.Protested: _protest,
    facts.StepDecided: _decided,
    facts.PlacedTied: lambda fact, names: because(
        message("{teams} in this order", teams=names.all_of(fact.placed.order)), fact.placed.why
    ),
    facts.TeamLeft: _left,
    night_facts.SentThrough: lambda fact, names: because(
        _in_fixture(fact, message("{team} goes on", team=names.team(fact.team))), fact.why
    ),
}
