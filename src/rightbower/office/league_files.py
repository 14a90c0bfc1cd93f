"""A league on paper, in files and from lists: print, export, calendar, rosters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from rightbower.office.papers import SIZES, Output, Paper, What, papers
from rightbower.rules.message import written
from rightbower.tournament.commands import Answer, Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.labels import LEAGUE_PAPERS
from rightbower.tournament.league.acts import (
    LeagueCommand,
    LeagueQuery,
    When,
    local_time,
    team_number,
)
from rightbower.tournament.league.archive import copied
from rightbower.tournament.league.calendar import calendar
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.league import League, LeagueHistory
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.names import free_id

TABLES = ("table", "fixtures", "rosters")
MOST_TEXT = 200_000
Rows = Annotated[
    str,
    field(
        "List", "A CSV file with team and player in each row, or lines like 'Team: Ann, Al'.",
        option=True, limits={"max_length": MOST_TEXT},
    ),
]  # fmt: skip
File = Annotated[str, field("File", "Shown on the screen if left out.", place=True)]


class ImportPlayers(LeagueCommand, frozen=True, tag="players-import"):
    """Add the players of a list; a team that is not there yet joins."""

    list: Rows
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        from rightbower.office.rosters import preview_roster, read_roster

        yield from preview_roster(
            state, read_roster(self.list.encode()), local_time(self.when, now)
        ).facts


class CopyLeague(LeagueQuery, frozen=True, tag="copy"):
    """Make another season with the same plan and teams, as a file to import, with the players if you like."""

    name: Annotated[str, field("Name", "The name of the copy.", place=True)]
    rosters: Annotated[bool, field("Rosters", "Copy the players of each team too.")] = False
    id: Annotated[
        str, field("Id", "Small letters, digits and hyphens; made from the name if left out.")
    ] = ""

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        made = self.copied(history, at, [history.league.id])
        return Answer(files={f"{made.league.id}.json": LEAGUE.as_json(made)})

    def copied(self, history: LeagueHistory, at: float, taken: Sequence[str]) -> LeagueHistory:
        """The copy under an id that is free."""
        id_ = self.id or free_id(self.name, taken, "league")
        by = history.league.plan.officer
        return copied(history.league, id_, self.name, self.rosters, at=at, by=by)


class PreviewPlayers(LeagueQuery, frozen=True, tag="players-preview"):
    """How the rows of a list of players would be read; nothing is changed."""

    list: Rows
    when: When = ""

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        from rightbower.office.rosters import preview_roster, read_roster

        when = local_time(self.when, Now(history, at))
        lines = preview_roster(history.league, read_roster(self.list.encode()), when).lines
        said = [
            f"row {each.row}: {each.player}, {each.team}: {each.fault or each.remark}"
            for each in lines
        ]
        answer = Answer.of(None, *said)
        return Answer(written(lines), answer.sheets, fault=any(each.fault for each in lines))


class PrintLeague(LeagueQuery, frozen=True, tag="print"):
    """Print papers as PDF; without a name, list them."""

    what: What = ""
    paper: Paper = "a4"
    output: Output = ""
    week: Annotated[int | None, field("Week", "Only its fixtures and sheets.")] = None

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        from rightbower.papers.printing.seasons import league_paper

        league = history.league
        return papers(
            LEAGUE_PAPERS,
            league.id,
            (self.what, self.output),
            lambda name: league_paper(league, name, SIZES[self.paper], self.week),
        )


class ExportLeague(LeagueQuery, frozen=True, tag="export"):
    """Write the league to a file: everything as JSON, or tables as CSV or XLSX."""

    form: Annotated[Literal["json", "csv", "xlsx"], field("Format", place=True)] = "json"
    file: File = "-"
    table: Annotated[
        Literal["table", "fixtures", "rosters"],
        field("Table", "Which table to write as a CSV file."),
    ] = "table"

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        if self.form == "xlsx" and self.file == "-":
            raise LeagueError("a workbook cannot be printed; name a file")
        return Answer(files={self.file: self._data(history)})

    def _data(self, history: LeagueHistory) -> bytes:
        from rightbower.papers.spreadsheets.cells import write_csv, write_xlsx
        from rightbower.papers.spreadsheets.tables import league_pages

        if self.form == "json":
            return LEAGUE.as_json(history)
        pages = league_pages(history.league)
        if self.form == "xlsx":
            return write_xlsx(pages)
        return write_csv(pages[TABLES.index(self.table)])


class CalendarFile(LeagueQuery, frozen=True, tag="ics"):
    """The fixtures as a calendar file."""

    public: ClassVar[bool] = True
    file: File = "-"
    team: Annotated[str, field("Team", "Only the fixtures of this one.")] = ""

    def answer(self, history: LeagueHistory, at: float) -> Answer:
        league = history.league
        own = team_number(league, self.team) if self.team else None
        return Answer(files={self.file: calendar(league, at, own)})
