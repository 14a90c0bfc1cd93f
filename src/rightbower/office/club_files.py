"""The club on paper, in files and from lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from rightbower.office.papers import SIZES, Output, Paper, What, papers
from rightbower.tournament.club.book import ClubCommand, Season, put_down
from rightbower.tournament.club.club import Club, ClubError
from rightbower.tournament.club.contest import CLUB
from rightbower.tournament.club.lists import ClubQuery
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.commands import LONGEST_NAME, Answer, Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.labels import CLUB_PAPERS

MOST_TEXT = 200_000
NAME_HEADS = ("name", "player")


class ImportPeople(ClubCommand, frozen=True, tag="people-import"):
    """Put the people of a list into the book; those who are in it stay as they are."""

    list: Annotated[
        str,
        field("List", "A CSV file with a Name column, or one name per line.", option=True, limits={"max_length": MOST_TEXT}),
    ]  # fmt: skip

    def decide(self, state: Club, now: Now[ClubHistory]) -> Iterator[Fact]:
        yield put_down(now.history, names_of(self.list))


def names_of(text: str) -> list[str]:
    """The names of a list."""
    import csv

    rows = [row for row in csv.reader(text.removeprefix("\ufeff").splitlines()) if any(row)]
    if not rows:
        raise ClubError("the list is empty")
    heads = [cell.strip().casefold() for cell in rows[0]]
    column = next((heads.index(head) for head in NAME_HEADS if head in heads), None)
    found = [row[column or 0] for row in rows[column is not None :] if len(row) > (column or 0)]
    if long := next((name for name in found if len(name) > LONGEST_NAME), ""):
        raise ClubError(f"{long[:20]}…: a name has at most {LONGEST_NAME} letters")
    return [name for name in found if name.strip()]


class PrintClub(ClubQuery, frozen=True, tag="print"):
    """Print the club's papers as PDF; without a name, list them."""

    public: ClassVar[bool] = True
    what: What = ""
    season: Season = ""
    paper: Paper = "letter"
    output: Output = ""

    def answer(self, history: ClubHistory, at: float) -> Answer:
        from rightbower.papers.printing.seasons import season_paper

        return papers(
            CLUB_PAPERS,
            "club",
            (self.what, self.output),
            lambda _: season_paper(history, self.season, SIZES[self.paper]),
        )


class ExportClub(ClubQuery, frozen=True, tag="export"):
    """Write the club to a file: everything as JSON, a season or the people as CSV or XLSX."""

    form: Annotated[Literal["json", "csv", "xlsx"], field("Format", place=True)] = "json"
    file: Annotated[str, field("File", "Shown on the screen if left out.", place=True)] = "-"
    table: Annotated[Literal["season", "people"], field("Table")] = "season"
    season: Season = ""

    def answer(self, history: ClubHistory, at: float) -> Answer:
        if self.form == "xlsx" and self.file == "-":
            raise ClubError("a workbook cannot be printed; name a file")
        return Answer(files={self.file: self._data(history)})

    def _data(self, history: ClubHistory) -> bytes:
        from rightbower.papers.spreadsheets.cells import write_csv, write_xlsx
        from rightbower.papers.spreadsheets.tables import people_page, season_page

        if self.form == "json":
            return CLUB.as_json(history)
        people = self.table == "people"
        page = people_page(history) if people else season_page(history, history.club.season(self.season))  # fmt: skip
        return write_csv(page) if self.form == "csv" else write_xlsx([page])
