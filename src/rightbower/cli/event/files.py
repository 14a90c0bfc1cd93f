"""Papers and files of an event on the terminal: print, export, import."""

from __future__ import annotations

import argparse
from pathlib import Path

from rightbower.cli import paper
from rightbower.cli.event.desk import Desk
from rightbower.cli.sheets import Sheet
from rightbower.events.paperwork import EVENT_PAPERS
from rightbower.store.events import as_json, from_json

TABLES = ("standings", "games", "entrants")


def arguments(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], own: argparse.ArgumentParser
) -> None:
    """The commands of this part."""
    printing = commands.add_parser("print", parents=[own], help="papers for the hall, as PDF")
    paper.arguments(printing, EVENT_PAPERS)
    printing.set_defaults(do=_print)
    export = commands.add_parser("export", parents=[own], help="write the event to a file")
    export.add_argument("form", choices=("json", "csv", "xlsx"))
    export.add_argument("file", type=Path)
    export.add_argument(
        "--table", choices=TABLES, default=TABLES[0], help="which table a csv file holds"
    )
    export.set_defaults(do=_export)
    bring = commands.add_parser(
        "import", parents=[own], help="take in a whole event from its JSON export"
    )
    bring.add_argument("file", type=Path)
    bring.add_argument("--as", dest="id", default="", metavar="ID", help="under another id")
    bring.set_defaults(do=_import)


def _print(desk: Desk, args: argparse.Namespace) -> None:
    if not args.what:
        found = {name: each.does for name, each in EVENT_PAPERS.items()}
        desk.show(found, [Sheet(f"Papers\n{paper.listed(EVENT_PAPERS)}\n", (), [])])
        return
    event = desk.event()

    from rightbower.printing import event_paper

    files = paper.write(
        args, EVENT_PAPERS, event.id, lambda name, size: event_paper(event, name, size)
    )
    said = "\n".join(f"{file} written." for file in files)
    desk.show([str(file) for file in files], [Sheet(said, (), [])])


def _export(desk: Desk, args: argparse.Namespace) -> None:
    history = desk.history()
    if args.form == "json":
        data = as_json(history)
    else:
        from rightbower.spreadsheets import event_pages, write_csv, write_xlsx

        pages = event_pages(history.event)
        data = write_xlsx(pages)
        if args.form == "csv":
            data = write_csv(pages[TABLES.index(args.table)])
    args.file.write_bytes(data)
    said = f"{history.event.name} written to {args.file}."
    desk.show(str(args.file), [Sheet(said, (), [])])


def _import(desk: Desk, args: argparse.Namespace) -> None:
    history = from_json(args.file.read_bytes(), args.id)
    with desk.book() as book:
        event = book.bring(history)
    said = f"{event.name} is in the journal with {event.version} entries; its id is {event.id}."
    desk.show({"event": event.id, "version": event.version}, [Sheet(said, (), [])])
