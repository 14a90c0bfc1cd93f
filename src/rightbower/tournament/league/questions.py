"""What can be asked about a league: fixtures, table, rosters, steps, protests, bracket, history."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, ClassVar

from msgspec import Struct

from rightbower.rules.message import Term, message, written
from rightbower.rules.refusal import counted
from rightbower.tournament.commands import Answer, field
from rightbower.tournament.dates import day_text, when_text
from rightbower.tournament.league.acts import LeagueQuery
from rightbower.tournament.league.conduct import guaranteed, offences, offers
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import League, LeagueHistory
from rightbower.tournament.league.lists import result_text, score_sheets, whom_to_ask
from rightbower.tournament.league.outcome import not_counting
from rightbower.tournament.league.playoffs import champion, drawn_otherwise, rounds
from rightbower.tournament.league.protests import official
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.remarks import to_decide
from rightbower.tournament.league.roster import unsigned
from rightbower.tournament.league.table import standings, unequal_text

Week = Annotated[int | None, field("Week", "Only this one.")]


class ShowLeague(LeagueQuery, frozen=True, tag="show"):
    """A league at a glance: who to ask, its rules, and where it stands."""

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        league = history.league
        rules = [
            f"Rules, version {each.version} ({day_text(each.date)}): {each.text}"
            for each in league.announcements
        ]
        teams = counted(len(league.teams), "team")
        stands = f"{teams}, {counted(len(league.fixtures), 'fixture')}, {league.phase}"
        title = f"{league.name}, by {league.plan.title}"
        return Answer.of(league, title, *whom_to_ask(league), *rules, stands, *_won(league))


def _won(league: League) -> list[str]:
    """The champion, once there is one."""
    winner = champion(league)
    return [f"Champion: {league.team(winner).name}"] if winner else []


def _chosen(league: League, week: int | None) -> list[Fixture]:
    """The fixtures of a week, or all."""
    chosen = [each for each in league.fixtures if week in (None, each.week)]
    if league.fixtures and not chosen:
        raise LeagueError(message("there is no week {week}", week=str(week)))
    return chosen


class ShowFixtures(LeagueQuery, frozen=True, tag="fixtures"):
    """The fixtures and their results."""

    public: ClassVar[bool] = True
    week: Week = None

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        league = history.league
        chosen = _chosen(league, self.week)
        lines = [_fixture(league, each) for each in chosen]
        for week, byes in enumerate(league.byes, 1):
            if byes and self.week in (None, week):
                names = ", ".join(league.team(number).name for number in byes)
                lines.append(f"week {week}: {names} has a bye")
        return Answer.of(chosen, *(lines or ["There is no calendar yet."]))


def _fixture(league: League, fixture: Fixture) -> str:
    # As it is typed: columns that line up and sort.
    when = fixture.starts.replace("T", " ")
    said = f"{fixture.number:>3}  week {fixture.week}  {when}  {league.called(fixture)}"
    result = result_text(league, fixture)
    return f"{said}  {result}" if result else said


class ShowTable(LeagueQuery, frozen=True, tag="table"):
    """The standings, each place with its reason."""

    public: ClassVar[bool] = True

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        places = standings(history.league)
        lines = ["     team              won lost  points    why"]
        for each in places:
            rank = "-" if each.rank is None else str(each.rank)
            points = f"{each.points}–{each.against}"
            clauses = f" ({'; '.join(each.clauses)})" if each.clauses else ""
            figures = f"{each.name:<17} {each.won:>3} {each.lost:>4}  {points:<9}"
            lines.append(f"{rank:>3}  {figures} {each.why}{clauses}")
        told = (
            *not_counting(history.league),
            unequal_text(history.league),
            drawn_otherwise(history.league),
        )
        return Answer.of(written(places), *lines, *filter(None, told))


class ShowRosters(LeagueQuery, frozen=True, tag="rosters"):
    """Teams, players and waivers."""

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        league, lines = history.league, list[str]()
        for team in league.teams:
            lines.append(f"{team.number}. {team.name}")
            for each in team.members:
                signed = f"signed {when_text(each.signed)}" if each.signed else "has not signed"
                lines.append(f"     {each.name} ({each.kind}), {signed}")
            if waiting := unsigned(league, team.number):
                clause = league.plan.clause("league.waiver")
                lines.append(f"     {len(waiting)} still to sign ({clause})")
        return Answer.of(league.teams, *(lines or ["There are no teams yet."]))


class ShowSteps(LeagueQuery, frozen=True, tag="steps"):
    """Offences, and what is to be decided."""

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        league = history.league
        done = [each for team in league.teams for each in offences(league, team.number)]
        open_ = offers(league)
        lines = [each.says.by(each.clause) for each in done]
        lines += [
            message(
                "{team}: the {count} guaranteed games are no longer guaranteed",
                league.plan.clause("league.guarantee_until"),
                team=team.reference,
                count=league.plan.guaranteed,
            )
            for team in league.teams
            if league.plan.guaranteed and not guaranteed(league, team.number)
        ]
        lines += [
            message(
                "To decide: {team}, {about}: removal from the {what}",
                each.clause,
                team=league.named(each.team),
                about=each.about,
                what=Term(each.removal),
            )
            for each in open_
        ]
        lines += to_decide(league)
        found = {"offences": done, "offers": open_}
        return Answer.of(written(found), *(lines or [message("There is nothing to decide.")]))


class ShowProtests(LeagueQuery, frozen=True, tag="protests"):
    """Protests and rulings."""

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        league, lines = history.league, list[str]()
        for each in league.protests:
            state = str(official(league, each) or "waits for the ruling")
            if each.upheld is not None:
                state = f"{'upheld' if each.upheld else 'rejected'}: {each.ruling}"
            where = f"fixture {each.fixture}, game {each.game}"
            by = league.team(each.by).name
            lines.append(f"{each.number}. {by}, {where}: {each.why}; {state}")
        return Answer.of(league.protests, *(lines or ["There are no protests."]))


class ShowBracket(LeagueQuery, frozen=True, tag="bracket"):
    """The playoffs."""

    public: ClassVar[bool] = True

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        league = history.league
        drawn = rounds(league)
        lines = [f"Round {place}: {match}" for place, each in enumerate(drawn, 1) for match in each]
        lines += _won(league)
        if otherwise := drawn_otherwise(league):
            lines.append(str(otherwise))
        found = {"rounds": written(drawn), "champion": champion(league)}
        return Answer.of(found, *(lines or ["No playoffs are drawn yet."]))


class ShowScoreSheets(LeagueQuery, frozen=True, tag="sheets"):
    """A score sheet for each game."""

    week: Week = None

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        league = history.league
        sheets = [
            sheet
            for fixture in _chosen(league, self.week)
            if not fixture.cancelled
            for sheet in score_sheets(league, fixture.number)
        ]
        lines = [
            f"fixture {each.fixture}, game {each.game}, {when_text(each.starts)}:"
            f" {each.teams[0]} ____  {each.teams[1]} ____  {each.note}"
            for each in sheets
        ]
        return Answer.of(written(sheets), *(lines or ["There is no calendar yet."]))


class ShowStory(LeagueQuery, frozen=True, tag="story"):
    """Every entry: who, when, what and why."""

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        found, lines = history.lines(), list[str]()
        for each in found:
            when = datetime.fromtimestamp(each.at, UTC).strftime("%Y-%m-%d %H:%M")
            undone = " (undone)" if each.undone else ""
            lines.append(f"{each.number:>4}  {when}  {each.by}: {each.says}{undone}")
        return Answer.of(written(found), *lines)


class LeagueSummary(Struct, frozen=True):
    """A league in the list of all leagues."""

    id: str
    name: str
    teams: int
    phase: str
    state: str = ""

    @property
    def line(self) -> tuple[str, ...]:
        """It as a row of the list."""
        return self.id, self.name, counted(self.teams, "team"), self.phase


def summary(league: League) -> LeagueSummary:
    """A league in a line."""
    state = "archived" if league.archived else ""
    return LeagueSummary(league.id, league.name, len(league.teams), league.phase, state)
