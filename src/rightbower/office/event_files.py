"""An event on paper, in files and from lists: print, export, and how a list of names is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from rightbower.office.papers import SIZES, Output, Paper, What, papers
from rightbower.rules.message import UNSAID, as_written, written
from rightbower.tournament.commands import Answer, Sheet, field, local
from rightbower.tournament.events.acts import EventQuery
from rightbower.tournament.events.archive import copied
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.labels import event_papers
from rightbower.tournament.events.presets import title
from rightbower.tournament.events.registration import preview
from rightbower.tournament.events.sharing import calendar, newsletter
from rightbower.tournament.names import free_id

TABLES = ("standings", "games", "entrants")
SHARED = {"html": "html", "picture": "png", "text": "txt", "calendar": "ics"}


class Print(EventQuery, frozen=True, tag="print"):
    """Print papers as PDF; without a name, list them."""

    what: What = ""
    paper: Paper = "a4"
    output: Output = ""
    only: Annotated[int, field("Only", "The card of this table, or of this entrant.")] = 0
    links: Annotated[
        tuple[str, ...],
        field("Links", "TABLE=ADDRESS for the codes that phones scan.", option_name="link"),
    ] = ()

    def answer(self, history: EventHistory, at: float) -> Answer:
        from rightbower.papers.printing.events import event_paper

        event = history.event
        return papers(
            event_papers(event),
            event.id,
            (self.what, self.output),
            lambda name: event_paper(event, name, SIZES[self.paper], self.only, self._links()),
        )

    def _links(self) -> dict[int, str]:
        found = {}
        for word in self.links:
            table, _, address = word.partition("=")
            if not table.isdecimal() or len(table) > 4 or not address:
                raise EventError(f"{word[:40]!r} is not a link; write TABLE=ADDRESS")
            found[int(table)] = address
        return found


class Export(EventQuery, frozen=True, tag="export"):
    """Write the event to a file: everything as JSON, or tables as CSV or XLSX."""

    form: Annotated[Literal["json", "csv", "xlsx"], field("Format", place=True)]
    file: Annotated[str, field("File", place=True)] = ""
    table: Annotated[
        Literal["standings", "games", "entrants"],
        field("Table", "Which table to write as a CSV file."),
    ] = "standings"

    def answer(self, history: EventHistory, at: float) -> Answer:
        return Answer(files={self.file or f"{history.event.id}.{self.form}": self._data(history)})

    def _data(self, history: EventHistory) -> bytes:
        from rightbower.papers.spreadsheets.cells import write_csv, write_xlsx
        from rightbower.papers.spreadsheets.tables import event_pages

        if self.form == "json":
            return EVENT.as_json(history)
        pages = event_pages(history.event)
        return write_xlsx(pages) if self.form == "xlsx" else write_csv(pages[TABLES.index(self.table)])  # fmt: skip


class ShareResults(EventQuery, frozen=True, tag="share"):
    """The results to pass on: a page in one file, a picture, a text, or the day for a calendar."""

    public: ClassVar[bool] = True
    form: Annotated[Literal["html", "picture", "text", "calendar"], field("Format", place=True)]
    file: Annotated[str, field("File", place=True)] = ""
    link: Annotated[str, field("Link", "Where the event's own page is.")] = ""

    def answer(self, history: EventHistory, at: float) -> Answer:
        name = self.file or f"{history.event.id}.{SHARED[self.form]}"
        return Answer(files={name: self._data(history.event, at)})

    def _data(self, event: Event, at: float) -> bytes:
        from rightbower.papers.printing.results import results_page, results_picture

        match self.form:
            case "html":
                return results_page(event, self.link)
            case "picture":
                return results_picture(event)
            case "text":
                return newsletter(event, self.link).encode()
            case "calendar":
                return calendar([event], event.name, at, [self.link])


class CopyEvent(EventQuery, frozen=True, tag="copy"):
    """Make another event with the same plan, as a file to import, with the list of names if you like."""

    name: Annotated[str, field("Name", "The name of the copy.", place=True)]
    date: Annotated[str, field("Date", "Such as 2026-05-30; today if left out.")] = ""
    people: Annotated[bool, field("People", "Copy the list of names too.")] = False
    id: Annotated[
        str, field("Id", "A short name to use in commands; made from the name if left out.")
    ] = ""

    def answer(self, history: EventHistory, at: float) -> Answer:
        made = self.copied(history, at, [history.event.id])
        return Answer(files={f"{made.event.id}.json": EVENT.as_json(made)})

    def copied(self, history: EventHistory, at: float, taken: Sequence[str]) -> EventHistory:
        """The copy under an id that is free."""
        id_ = self.id or free_id(title(self.name), taken)
        day, by = self.date or local(at)[:10], history.event.plan.officer
        return copied(history.event, id_, self.name, day, self.people, at=at, by=by)


class PreviewRows(EventQuery, frozen=True, tag="entrants-preview"):
    """How the rows of a list would be read; nothing is changed."""

    rows: Annotated[tuple[dict[str, str], ...], field("Rows", option=True)]
    numbers: Annotated[tuple[int, ...], field("Their places in the file")] = ()
    faults: Annotated[tuple[str, ...], field("What is known to be wrong with them")] = ()
    open: Annotated[bool, field("Open", "The list can be read in more than one way.")] = False

    def answer(self, history: EventHistory, at: float) -> Answer:
        faults = [as_written(fault) if fault else UNSAID for fault in self.faults]
        found = preview(history.event, self.rows, self.numbers, faults)
        good = "not sure" if self.open else "good"
        rows = [
            (str(line.row), line.entrant.name, str(line.fault or line.remark or good))
            for line in found.lines
        ]
        sheet = Sheet("Rows", ("Row", "Names", "How it was read"), rows)
        return Answer(written(found), (sheet,), fault=bool(found.faulty))
