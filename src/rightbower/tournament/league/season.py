"""A season: opened by a book, its teams, its calendar, new dates, and rules made known."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import MAXYEAR, date, datetime, timedelta
from itertools import pairwise
from typing import Annotated

from msgspec.structs import fields, replace

from rightbower.rules.book import RuleBook, load
from rightbower.rules.event_settings import LeaguePlay
from rightbower.rules.message import Message, Term, because, message
from rightbower.rules.score import worth
from rightbower.tournament.commands import Now, Opening, field
from rightbower.tournament.contest import Fact, Opened
from rightbower.tournament.dates import day_text, when_text
from rightbower.tournament.events.schedules.quality import sitting_out
from rightbower.tournament.events.schedules.schedules import round_robin, rounds_to_meet_all
from rightbower.tournament.league.acts import (
    Email,
    FixtureNo,
    LeagueCommand,
    Names,
    Starts,
    When,
    Why,
    local_time,
)
from rightbower.tournament.league.fixtures import Fixture, FixtureGame, Phase
from rightbower.tournament.league.league import (
    Announcement,
    League,
    LeagueHistory,
    LeaguePlan,
    NamesTeams,
    OfFixture,
    Team,
)
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.names import free_id, hidden_character, looks_like, marked
from rightbower.tournament.ties import TIE_BREAKS, chain

OTHER_PATHS = ("game.target", "conduct.signalling", "conduct.least", "rulings.final")


class LeagueOpened(Opened, frozen=True, tag="opened"):
    """The league was set up; a ``practice`` league counts for nothing."""

    id: str
    name: str
    plan: LeaguePlan
    practice: bool = False

    def begin(self) -> League:
        return League(self.id, self.name, self.plan, practice=self.practice)

    def says(self, state: NamesTeams) -> Message:
        return message("{name} opened ({title})", name=self.name, title=self.plan.title)


def open_league(
    id_: str,
    name: str,
    book: str = "sportcial-league",
    *,
    playoff_teams: int = 0,
    guaranteed: int = 0,
    place: str = "",
    page: str = "",
    email: str = "",
    practice: bool = False,
) -> LeagueOpened:
    """A new league; what is not said is as its book has it."""
    require_text(name, message("a league needs a name"))
    if playoff_teams == 1 or playoff_teams < 0:
        raise LeagueError(message("playoffs have two teams or more; 0 stands for all"))
    if guaranteed < 0:
        raise LeagueError(message("the games promised to each team cannot be below zero"))
    plan = replace(
        plan_by_book(book),
        playoff_teams=playoff_teams,
        guaranteed=guaranteed,
        place=place,
        page=page,
        email=email,
    )
    return LeagueOpened(id_, marked(tidy(name), practice), plan, practice)


def plan_by_book(book: str) -> LeaguePlan:
    """The plan of a season as a book has it."""
    rules = load(book)
    _check_book(rules)
    return LeaguePlan(
        book=book,
        title=rules.title,
        edition=rules.edition,
        officer=rules.officer,
        play=rules.league,
        clauses=_clauses(rules),
        target=rules.game.target,
        deals=rules.game.deals,
        most_in_a_deal=worth(rules)[-1],
        capped=rules.game.overshoot == "capped" or rules.standings.winner_entered == "target",
        least=rules.conduct.least or 0,
        most=rules.conduct.most or 0,
        removal_review=rules.conduct.removal_review,
    )


def _check_book(rules: RuleBook) -> None:
    """Refuse a book, or a house sheet over it, by which no season could be played."""
    if not all(one < other for one, other in pairwise(rules.league.forfeit_minutes)):
        raise LeagueError(
            message(
                "each mark of the forfeit clock comes later than the one before",
                rules.cite("league.forfeit_minutes").clauses[0],
            )
        )
    for step in chain(rules.league.level, LeagueError):
        if TIE_BREAKS[step].by_hand:
            clause = rules.cite("league.level").clauses[0]
            raise LeagueError(
                message("{text} cannot break a tie between teams", clause, text=repr(step))
            )


def _clauses(book: RuleBook) -> dict[str, tuple[str, ...]]:
    paths = [f"league.{field.name}" for field in fields(LeaguePlay)]
    cited = {path: book.cite(path) for path in (*paths, *OTHER_PATHS)}
    return {
        path: tuple(f"{clause}, {each.see}" if each.see else clause for clause in each.clauses)
        for path, each in cited.items()
    }


def tidy(name: str) -> str:
    """A name without stray blanks.

    >>> tidy("  The   Left Bowers ")
    'The Left Bowers'
    """
    return " ".join(name.split())


def checked_name(text: str, missing: Message) -> str:
    """A new name, all of which is shown; ``missing`` is said where there is none."""
    name = tidy(text)
    if not name:
        raise LeagueError(missing)
    if hidden := hidden_character(name):
        raise LeagueError(
            message(
                "{text} has a letter that is not shown ({hidden}); write it again",
                text=repr(name),
                hidden=hidden,
            )
        )
    return name


def moment(text: str) -> datetime:
    """A local time such as 2027-01-12T19:00, with seconds where they matter."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise LeagueError(
            message("{text} is not a time; write 2027-01-12T19:00", text=repr(text))
        ) from None
    if found.tzinfo is not None or len(text) < len("2027-01-12T19:00"):
        raise LeagueError(
            message("{text} is not a local time; write 2027-01-12T19:00", text=repr(text))
        )
    if found.year == MAXYEAR:
        raise LeagueError(message("{text} is too far off", text=repr(text)))
    return found


def day(text: str) -> date:
    """A date such as 2027-01-12."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise LeagueError(
            message("{text} is not a date; write 2027-01-12", text=repr(text))
        ) from None


class OpenLeague(Opening, frozen=True, tag="open"):
    """Open a league."""

    id: Annotated[
        str, field("Id", "Small letters, digits and hyphens; made from the name if left out.")
    ]
    name: Annotated[str, field("Name")]
    book: Annotated[str, field("Book", "The rule book.")] = "sportcial-league"
    playoff_teams: Annotated[int, field("Teams in the playoffs", "0 for all of them.")] = 0
    guaranteed: Annotated[int, field("Games promised", "How many each team is promised.")] = 0
    place: Annotated[str, field("Place", "Where the league plays.", limits={"max_length": 400})] = (
        ""
    )
    page: Annotated[str, field("Page", "The web page where questions go.")] = ""
    email: Email = ""
    practice: Annotated[bool, field("Practice", "Counts for nothing and can be thrown away.")] = (
        False
    )

    def opened(self, taken: Sequence[str]) -> LeagueOpened:
        """The league as its book and these choices have it."""
        return open_league(
            self.id or free_id(self.name, taken, "league"),
            self.name,
            self.book,
            playoff_teams=self.playoff_teams,
            guaranteed=self.guaranteed,
            place=self.place,
            page=self.page,
            email=self.email,
            practice=self.practice,
        )


class TeamEntered(Fact, frozen=True, tag="team-entered"):
    """A team joined."""

    team: Team

    def apply(self, state: League, at: float) -> League:
        return replace(state, teams=(*state.teams, self.team))

    def says(self, state: NamesTeams) -> Message:
        return message("team {number}: {name}", number=self.team.number, name=self.team.name)


def enter_team(league: League, name: str) -> TeamEntered:
    """A team joins before the calendar is made."""
    if league.fixtures:
        raise LeagueError(message("the calendar is made; no team can join any more"))
    name = checked_name(name, message("a team needs a name"))
    if any(looks_like(team.name) == looks_like(name) for team in league.teams):
        raise LeagueError(message("there is a team {name} already", name=name))
    return TeamEntered(Team(len(league.teams) + 1, name))


class EnterTeams(LeagueCommand, frozen=True, tag="teams"):
    """Enter teams."""

    names: Names

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        for name in self.names:
            yield enter_team(now.history.league, name)


class Scheduled(Fact, frozen=True, tag="scheduled"):
    """The calendar of the season was made."""

    fixtures: tuple[Fixture, ...]
    byes: tuple[tuple[int, ...], ...]

    def apply(self, state: League, at: float) -> League:
        return replace(state, fixtures=self.fixtures, byes=self.byes)

    def says(self, state: NamesTeams) -> Message:
        return message("calendar made: {games} {games|fixture|fixtures}", games=len(self.fixtures))


def schedule(
    league: League, first_night: str, weeks: int | None = None, skip: Collection[str] = ()
) -> Scheduled:
    """A calendar in which every team meets every other, one night a week from the first on.

    ``skip`` are dates on which nobody plays; the calendar goes on a week later.
    """
    if league.fixtures:
        raise LeagueError(
            message("the calendar is made already; move single fixtures to another date")
        )
    numbers = [team.number for team in league.teams]
    if len(numbers) < 2:
        raise LeagueError(message("a league needs two teams or more"))
    starts = moment(first_night)
    count = rounds_to_meet_all(len(numbers)) if weeks is None else weeks
    if count < 1:
        raise LeagueError(message("a season has at least one week"))
    if starts.toordinal() + 7 * (count + len(skip)) >= date(MAXYEAR, 1, 1).toordinal():
        raise LeagueError(message("the season would go on too long; give it fewer weeks"))
    fixtures: list[Fixture] = []
    byes: list[tuple[int, ...]] = []
    free = {day(each) for each in skip}
    for week, tables in enumerate(round_robin(numbers, count), 1):
        while starts.date() in free:
            starts += timedelta(weeks=1)
        for (one,), (other,) in tables:
            number = len(fixtures) + 1
            fixtures.append(new_fixture(league, number, week, "season", (one, other), starts))
        byes.append(sitting_out(numbers, tables))
        starts += timedelta(weeks=1)
    return Scheduled(tuple(fixtures), tuple(byes))


def new_fixture(
    league: League, number: int, week: int, phase: Phase, teams: tuple[int, int], starts: datetime
) -> Fixture:
    """A fixture with all its games before it."""
    games = tuple(FixtureGame(game) for game in range(1, league.plan.play.games + 1))
    return Fixture(number, week, phase, teams, starts.isoformat("T", "minutes"), games)


class MakeCalendar(LeagueCommand, frozen=True, tag="calendar"):
    """Make the calendar of the season."""

    first_night: Annotated[str, field("First night", "Such as 2027-01-12T19:00.")]
    weeks: Annotated[
        int | None, field("Weeks", "Until every team has met every other if left out.")
    ] = None
    skip: Annotated[tuple[str, ...], field("Days off", "No play on these dates.", split=", \n", repeated=True)] = ()  # fmt: skip

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield schedule(state, self.first_night, self.weeks, self.skip)


class Rescheduled(OfFixture, frozen=True, tag="rescheduled"):
    """A fixture was given another date."""

    starts: str
    why: str

    def change(self, fixture: Fixture) -> Fixture:
        return fixture.on_a_new_date(self.starts)

    def says(self, state: NamesTeams) -> Message:
        said = message("{fixture} moved to {when}", fixture=self.where, when=when_text(self.starts))
        return because(said, self.why)


def reschedule(
    league: League, number: int, starts: str, why: str, when: str = "", double: bool = False
) -> Rescheduled:
    """Another date for a fixture that has not begun; ``when`` it is given, if that is said.

    By the officer's word a team may play its second fixture of that day, a ``double`` header.
    """
    fixture = league.fixture(number)
    require_text(why, message("a new date needs a reason"))
    if when and moment(starts) < moment(when):
        raise LeagueError(message("{when} is over already", when=when_text(starts)))
    if reason := new_date_objection(league, fixture, starts, double):
        raise LeagueError(reason)
    return Rescheduled(number, moment(starts).isoformat("T", "minutes"), why)


def new_date_objection(
    league: League, fixture: Fixture, starts: str, double: bool = False
) -> Message | None:
    """Why a fixture cannot be played at that time; nothing where it can."""
    if fixture.cancelled:
        return message(
            "fixture {fixture} is not played: {why}", fixture=fixture.number, why=fixture.cancelled
        )
    if fixture.begun:
        return message("fixture {fixture} has begun", fixture=fixture.number)
    return _not_after(league, fixture, starts) if double else clash(league, fixture, starts)


def _not_after(league: League, fixture: Fixture, starts: str) -> Message | None:
    """Why a fixture cannot be the second of a team's two that day."""
    wanted = moment(starts)
    others = [
        other
        for other in league.fixtures
        if other.number != fixture.number
        and not other.cancelled
        and set(other.teams) & set(fixture.teams)
        and wanted.date() in (moment(each).date() for each in other.nights)
    ]
    if not others:
        return message("neither team plays another fixture on {day}", day=day_text(starts[:10]))
    for team in fixture.teams:
        own = [each for each in others if team in each.teams]
        if len(own) > 1:
            return message("{team} plays two fixtures that day already", team=league.named(team))
    last = max(moment(night) for each in others for night in each.nights if moment(night).date() == wanted.date())  # fmt: skip
    if wanted <= last:
        return message(
            "a double header begins after the other fixture, which starts at {when}",
            when=when_text(last.isoformat("T", "minutes")),
        )
    return None


def clash(league: League, fixture: Fixture, starts: str) -> Message | None:
    """Which team of a fixture plays another that day; nothing where neither does."""
    wanted = moment(starts).date()
    for other in league.fixtures:
        if other.number == fixture.number or other.cancelled:
            continue
        both = set(other.teams) & set(fixture.teams)
        if both and any(moment(each).date() == wanted for each in other.nights):
            return message(
                "{team} has another fixture on {day}",
                team=league.named(min(both)),
                day=day_text(str(wanted)),
            )
    return None


def to_be_played(league: League, number: int) -> Fixture:
    """A fixture that is or was played; one that is not is refused."""
    fixture = league.fixture(number)
    if fixture.cancelled:
        raise LeagueError(
            message("fixture {number} is not played: {why}", number=number, why=fixture.cancelled)
        )
    if fixture.void:
        raise LeagueError(
            message("fixture {number} does not count: {why}", number=number, why=fixture.void)
        )
    return fixture


def removed(league: League, fixture: Fixture) -> Message | None:
    """Which team of a fixture is out and plays no more; nothing where both play."""
    for number in fixture.teams:
        team = league.team(number)
        if team.out == "league" or (team.out and fixture.phase == "playoffs"):
            return _out(team)
    return None


def _out(team: Team) -> Message:
    """How a team went out."""
    if team.left:
        return message("{team} left the league", team=team.reference)
    return message("{team} was removed from the {what}", team=team.reference, what=Term(team.out))


def first_night(league: League, team: int) -> date | None:
    """The night by which a team's waivers are due; None while there is no calendar.

    It is the team's own first night, wherever fixtures were moved to; a team with a bye in the week
    in which waivers are due goes by the first night of all.
    """
    due = league.plan.play.waiver_due_week
    fixtures = [each for each in league.season if each.week >= due]
    own = [each for each in fixtures if team in each.teams]
    if any(each.week == due for each in own):
        fixtures = own
    return min((moment(each.starts).date() for each in fixtures), default=None)


class MoveFixture(LeagueCommand, frozen=True, tag="move"):
    """Give a fixture another date."""

    fixture: FixtureNo
    starts: Starts
    why: Why
    double: Annotated[
        bool,
        field(
            "A double header",
            "A team that plays that day plays a second time, and is there already.",
        ),
    ] = False
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        when = local_time(self.when, now)
        yield reschedule(state, self.fixture, self.starts, self.why, when, self.double)


class Announced(Fact, frozen=True, tag="announced"):
    """The league was told of a rule."""

    announcement: Announcement

    def apply(self, state: League, at: float) -> League:
        return replace(state, announcements=(*state.announcements, self.announcement))

    def says(self, state: NamesTeams) -> Message:
        return message(
            "rules, version {version} from {day}: {text}",
            version=self.announcement.version,
            day=day_text(self.announcement.date),
            text=self.announcement.text,
        )


def announce(league: League, text: str, date: str) -> Announced:
    """The organizer changes a rule or makes it clear, and tells the league on a day."""
    clause = league.plan.clause("league.rule_changes")
    if league.plan.play.rule_changes == "none":
        raise LeagueError(message("the rules are not changed in the season", clause))
    require_text(text, message("say what the rule is"))
    day(date)
    return Announced(Announcement(len(league.announcements) + 2, date, text.strip()))


class Announce(LeagueCommand, frozen=True, tag="announce"):
    """Announce a rule to the league."""

    text: Annotated[str, field("Text", limits={"max_length": 400})]
    date: Annotated[str, field("Date", "The day it is announced; today if left out.")] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield announce(state, self.text, self.date or now.when[:10])
