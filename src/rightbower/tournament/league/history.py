"""The history of a league in words: every entry as one line with its time, writer and reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from rightbower.rules.refusal import counted
from rightbower.tournament.dates import day_text, when_text
from rightbower.tournament.history import HistoryLine, Undone, effective, lines
from rightbower.tournament.league.lists import numbered
from rightbower.tournament.league.state import facts
from rightbower.tournament.league.state import facts as night_facts
from rightbower.tournament.league.state.facts import Fact
from rightbower.tournament.league.state.fold import LeagueHistory
from rightbower.tournament.league.state.league import League, Member
from rightbower.tournament.league.state.refusal import LeagueError, require_text


class TeamNames(dict[int, str]):
    """The names of teams by number; one that is not known stays a number."""

    def __missing__(self, number: int) -> str:
        return f"team {number}"

    @classmethod
    def of(cls, league: League) -> TeamNames:
        """The names of a league's teams."""
        return cls({team.number: team.name for team in league.teams})

    def all_of(self, numbers: Iterable[int]) -> str:
        """Several names in a row."""
        return ", ".join(self[number] for number in numbers)


def history_lines(history: LeagueHistory) -> tuple[HistoryLine, ...]:
    """All entries in words, those undone included, with the teams' names of that time."""
    names = TeamNames()

    def said(fact: Fact) -> str:
        if isinstance(fact, facts.TeamEntered):
            names[fact.team.number] = fact.team.name
        return say(fact, names)

    return lines(history.entries, said)


def undo(history: LeagueHistory, why: str, entry: int | None = None) -> Undone:
    """Take back the latest entry that counts; it stays in the journal with the reason."""
    latest = effective(history.entries)[-1][0]
    if entry is not None and entry != latest:
        raise LeagueError(f"only the latest entry can be undone, and that is entry {latest}")
    if latest == 1:
        raise LeagueError("the opening of the league cannot be undone")
    require_text(why, "taking an entry back needs a reason")
    return Undone(latest, why)


def say(fact: Fact, names: TeamNames) -> str:
    """A fact in words."""
    if named := _OF_TEAMS.get(type(fact)):
        return named(fact, names)
    return _SAYINGS[type(fact)](fact)


def _where(fact: Any) -> str:
    return f"fixture {fact.fixture}, game {fact.game}"


def _points(points: tuple[int, int]) -> str:
    return f"{points[0]}–{points[1]}"


def _named(fact: facts.Named, names: TeamNames) -> str:
    return f"{names[fact.team]}: {'; '.join(_member(each, fact.did) for each in fact.members)}"


def _member(member: Member, did: str) -> str:
    """What was done; older entries do not say, and it is read from the line."""
    if not did:
        read = {"refused": member.refused, "added": member.added, "signed": member.signed}
        did = next((word for word, done in read.items() if done), "named")
    if did == "refused":
        return f"{member.name} will not sign"
    if did == "added":
        return f"{member.name} added to the roster: {member.added}"
    if did == "signed":
        witness = f", with {member.witness}" if member.witness else ""
        return f"{member.name} signed {when_text(member.signed)}{witness}"
    return f"{member.name} named ({member.kind})"


def _ruled(fact: facts.ProtestRuled) -> str:
    return f"protest {fact.protest} {'upheld' if fact.upheld else 'rejected'}: {fact.why}"


def _decided(fact: facts.StepDecided, names: TeamNames) -> str:
    made = fact.decision
    what = f"removed from the {made.removed}" if made.removed else "nothing done"
    return f"{names[made.team]}, {made.about}: {what}{_lost(fact.lose)}: {made.why}"


def _left(fact: facts.TeamLeft, names: TeamNames) -> str:
    results = "its results are void" if fact.results == "void" else "its results stand"
    return f"{names[fact.team]} left the league; {results}{_lost(fact.lose)}: {fact.why}"


def _lost(fixtures: Sequence[int]) -> str:
    return f"; the games left of {numbered(fixtures, 'fixture')} are lost" if fixtures else ""


def _protest(fact: facts.Protested, names: TeamNames) -> str:
    made = fact.protest
    about = f" about {made.player}" if made.player else ""
    heard = f"; not heard: {made.informal}" if made.informal else ""
    return f"protest {made.number} by {names[made.by]}, {_where(made)}{about}: {made.why}{heard}"


_SAYINGS: Final[Mapping[type, Callable[[Any], str]]] = {
    facts.LeagueOpened: lambda fact: f"{fact.name} opened ({fact.plan.title})",
    facts.LeagueRenamed: lambda fact: f"the league is called {fact.name}",
    facts.LeagueArchived: lambda fact: (
        "put into the archive" if fact.archived else "taken out of the archive"
    ),
    facts.LeagueThrownAway: lambda _: "practice thrown away",
    facts.TeamEntered: lambda fact: f"team {fact.team.number}: {fact.team.name}",
    facts.Scheduled: lambda fact: f"calendar made: {counted(len(fact.fixtures), 'fixture')}",
    night_facts.Rescheduled: lambda fact: (
        f"fixture {fact.fixture} moved to {when_text(fact.starts)}: {fact.why}"
    ),
    night_facts.GamesMoved: lambda fact: (
        f"fixture {fact.fixture}, {numbered(fact.games)} moved to {when_text(fact.starts)}: {fact.why}"
    ),
    night_facts.Arrived: lambda fact: (
        f"fixture {fact.fixture}: "
        + ", ".join(f"{each.player} at {when_text(each.when)}" for each in fact.arrivals)
    ),
    night_facts.ArrivalCorrected: lambda fact: (
        f"fixture {fact.fixture}: {fact.arrival.player} "
        + (f"came at {when_text(fact.arrival.when)}" if fact.arrival.when else "was not there")
        + (f"; {numbered(fact.lifted)} not lost" if fact.lifted else "")
        + f": {fact.why}"
    ),
    night_facts.Began: lambda fact: (
        f"{_where(fact)} begins: " + " against ".join(" and ".join(names) for names in fact.lineups)
    ),
    night_facts.PlayerStoodIn: lambda fact: f"{_where(fact)}: another player plays on: {fact.why}",
    night_facts.FixtureResultEntered: lambda fact: f"{_where(fact)}: {_points(fact.points)}",
    night_facts.FixtureResultConfirmed: lambda fact: f"{_where(fact)}: confirmed",
    night_facts.FixtureResultTakenBack: lambda fact: (
        f"{_where(fact)}: points taken back by the team that entered them"
    ),
    night_facts.FixtureResultDisputed: lambda fact: f"{_where(fact)}: points disputed: {fact.why}",
    night_facts.FixtureResultCorrected: lambda fact: (
        f"{_where(fact)}: corrected to {_points(fact.points)}: {fact.why}"
    ),
    facts.EvidenceGiven: lambda fact: f"protest {fact.protest}: {fact.name}, {fact.email}",
    facts.ProtestRuled: _ruled,
    facts.Sanctioned: lambda fact: (
        f"{fact.sanction.player}: {fact.sanction.penalty} ({fact.sanction.scope}):"
        f" {fact.sanction.why}"
    ),
    facts.Announced: lambda fact: (
        f"rules, version {fact.announcement.version} from {day_text(fact.announcement.date)}:"
        f" {fact.announcement.text}"
    ),
    facts.PlayoffsDrawn: lambda fact: f"playoffs drawn: {counted(len(fact.fixtures), 'fixture')}",
    facts.PlayoffsRedrawn: lambda fact: (
        f"playoffs drawn again: {counted(len(fact.fixtures), 'fixture')}: {fact.why}"
    ),
    facts.RankingChosen: lambda fact: (
        f"teams with different numbers of games ranked {fact.unequal}: {fact.why}"
    ),
    Undone: lambda fact: f"entry {fact.entry} undone: {fact.why}",
}
_OF_TEAMS: Final[Mapping[type, Callable[[Any, TeamNames], str]]] = {
    facts.Named: _named,
    night_facts.Noticed: lambda fact, names: (
        f"fixture {fact.fixture}: {names[fact.notice.team]} expects to forfeit"
        f" (said {fact.notice.channel}, {when_text(fact.notice.when)})"
    ),
    night_facts.NoticeAnswered: lambda fact, names: (
        f"fixture {fact.fixture}, {names[fact.team]}: {fact.resolution}: {fact.why}"
    ),
    night_facts.Forfeited: lambda fact, names: (
        f"fixture {fact.fixture}, {numbered(fact.games)} forfeited"
        f" by {names.all_of(fact.teams)}: {fact.why}"
    ),
    night_facts.ForfeitLifted: lambda fact, names: (
        f"fixture {fact.fixture}: "
        + (f"{names.all_of(fact.excused)} excused for coming late; " if fact.excused else "")
        + (f"{numbered(fact.games)} to be played after all" if fact.games else "no game lost")
        + f": {fact.why}"
    ),
    night_facts.LineUpNamed: lambda fact, names: (
        f"{_where(fact)}: {' and '.join(fact.names)} play for {names[fact.team]}"
    ),
    night_facts.Deducted: lambda fact, names: (
        f"{_where(fact)}: {counted(fact.deduction.points, 'point')} taken from"
        f" {names[fact.deduction.team]}, {fact.deduction.score} to {fact.deduction.left}:"
        f" {fact.deduction.why}"
    ),
    facts.Protested: _protest,
    facts.StepDecided: _decided,
    facts.PlacedTied: lambda fact, names: (
        f"{names.all_of(fact.placed.order)} in this order: {fact.placed.why}"
    ),
    facts.TeamLeft: _left,
    night_facts.SentThrough: lambda fact, names: (
        f"fixture {fact.fixture}: {names[fact.team]} goes on: {fact.why}"
    ),
}
