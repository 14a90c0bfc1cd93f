"""An event on paper, in files and from lists: print, export, and how a list of names is read."""

from __future__ import annotations

from typing import Annotated, Literal

from rightbower.events.commands.base import EventQuery
from rightbower.events.paperwork import EVENT_PAPERS
from rightbower.events.people.rows import preview
from rightbower.events.state.fold import EventHistory
from rightbower.office.papers import Output, Paper, What, papers
from rightbower.store.events import as_json
from rightbower.tournament.commands import Answer, Sheet, field

TABLES = ("standings", "games", "entrants")


class Print(EventQuery, frozen=True, tag="print"):
    """Papers for the hall, as PDF; all of them are listed where none is named."""

    what: What = ""
    paper: Paper = "a4"
    output: Output = ""

    def answer(self, history: EventHistory, at: float) -> Answer:
        from rightbower.printing import event_paper

        event = history.event
        return papers(
            EVENT_PAPERS,
            event.id,
            (self.what, self.output),
            lambda name: event_paper(event, name, "Letter" if self.paper == "letter" else "A4"),
        )


class Export(EventQuery, frozen=True, tag="export"):
    """Write the event to a file: everything as JSON, or tables as CSV or XLSX."""

    form: Annotated[Literal["json", "csv", "xlsx"], field("Form", place=True)]
    file: Annotated[str, field("File", place=True)] = ""
    table: Annotated[
        Literal["standings", "games", "entrants"], field("Table", "Which one a CSV file holds.")
    ] = "standings"

    def answer(self, history: EventHistory, at: float) -> Answer:
        return Answer(files={self.file or f"{history.event.id}.{self.form}": self._data(history)})

    def _data(self, history: EventHistory) -> bytes:
        from rightbower.spreadsheets import event_pages, write_csv, write_xlsx

        if self.form == "json":
            return as_json(history)
        pages = event_pages(history.event)
        return write_xlsx(pages) if self.form == "xlsx" else write_csv(pages[TABLES.index(self.table)])  # fmt: skip


class PreviewRows(EventQuery, frozen=True, tag="entrants-preview"):
    """How the rows of a list would be read; nothing is changed."""

    rows: Annotated[tuple[dict[str, str], ...], field("Rows", option=True)]
    numbers: Annotated[tuple[int, ...], field("Their places in the file")] = ()
    faults: Annotated[tuple[str, ...], field("What is known to be wrong with them")] = ()
    open: Annotated[bool, field("Open", "The list can be read in more than one way.")] = False

    def answer(self, history: EventHistory, at: float) -> Answer:
        found = preview(history.event, self.rows, self.numbers, self.faults)
        good = "not sure" if self.open else "good"
        rows = [
            (str(line.row), line.entrant.name, line.fault or line.remark or good)
            for line in found.lines
        ]
        sheet = Sheet("Rows", ("Row", "Names", "How it was read"), rows)
        return Answer(found, (sheet,), fault=bool(found.faulty))
