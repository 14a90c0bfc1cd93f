"""Papers and files of a league on the terminal: print, export, import, calendar, rosters."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rightbower.cli import paper
from rightbower.cli.league_desk import team
from rightbower.cli.league_lists import told
from rightbower.events.league.calendar import calendar
from rightbower.events.league.facts import Entry
from rightbower.events.league.league import LeagueError
from rightbower.events.league.rows import HEADINGS, NEEDED, Preview, preview
from rightbower.events.league.story import counted, say
from rightbower.events.paperwork import LEAGUE_PAPERS
from rightbower.store.leagues import LeagueBook, as_json, from_json

TABLES = ("table", "fixtures", "rosters")


class Command(NamedTuple):
    """What a word after ``rightbower league`` does."""

    does: str
    arguments: Callable[[argparse.ArgumentParser], object]
    run: Callable[[LeagueBook, argparse.Namespace], int]


def _printing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="the league's id")
    paper.arguments(parser, LEAGUE_PAPERS)
    parser.add_argument("--week", type=int, help="only the fixtures and sheets of this week")


def _print(book: LeagueBook, args: argparse.Namespace) -> int:
    if not args.what:
        print(f"Papers\n{paper.listed(LEAGUE_PAPERS)}")
        return 0
    league = book.league(args.id)

    from rightbower.printing import league_paper

    files = paper.write(
        args,
        LEAGUE_PAPERS,
        league.id,
        lambda name, size: league_paper(league, name, size, args.week),
    )
    print("\n".join(f"{file} written." for file in files))
    return 0


def _calendar_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id")
    parser.add_argument("output", nargs="?", default="-", help="a file; printed if not said")
    parser.add_argument("--team", help="only the fixtures of this team")


def _ics(book: LeagueBook, args: argparse.Namespace) -> int:
    league = book.league(args.id)
    own = team(league, args.team) if args.team else None
    return _put(calendar(league, time.time(), own), args.output)


def _exporting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id")
    parser.add_argument("form", nargs="?", choices=("json", "csv", "xlsx"), default="json")
    parser.add_argument("file", nargs="?", default="-", help="a file; printed if not said")
    parser.add_argument(
        "--table", choices=TABLES, default=TABLES[0], help="which table a csv file holds"
    )


def _export(book: LeagueBook, args: argparse.Namespace) -> int:
    history = book.history(args.id)
    if args.form == "json":
        return _put(as_json(history), args.file)
    from rightbower.spreadsheets import league_pages, write_csv, write_xlsx

    pages = league_pages(history.league)
    if args.form == "csv":
        return _put(write_csv(pages[TABLES.index(args.table)]), args.file)
    if args.file == "-":
        raise LeagueError("a workbook cannot be printed; name a file")
    return _put(write_xlsx(pages), args.file)


def _put(data: bytes, file: str) -> int:
    """Write to a file, or to the screen where there is none."""
    if file == "-":
        text = data.decode("utf-8-sig")
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
    else:
        Path(file).write_bytes(data)
        print(f"{file} written.")
    return 0


def _importing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path)
    parser.add_argument("--as", dest="id", default="", metavar="ID", help="under another id")


def _import(book: LeagueBook, args: argparse.Namespace) -> int:
    league = book.bring(from_json(args.file.read_bytes(), args.id))
    said = f"{league.name} is in the journal with {league.version} entries; its id is {league.id}."
    print(said)
    return 0


def _from_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="the league's id")
    parser.add_argument("file", type=Path, help="CSV or XLSX with columns team and player")
    parser.add_argument("--preview", action="store_true", help="only show how the rows are read")
    parser.add_argument("--when", metavar="TIME", help="when they were put down; now if not said")
    parser.add_argument("--json", action="store_true", help="as JSON")


def _players_from(book: LeagueBook, args: argparse.Namespace) -> int:
    from rightbower.cli.league import now
    from rightbower.spreadsheets import Column, read

    columns = [Column(name, titles, needed=name in NEEDED) for name, titles in HEADINGS.items()]
    sheet = read(args.file.read_bytes(), columns)
    if not sheet.headed:
        raise LeagueError("the first row heads the columns; two of them are team and player")
    history = book.history(args.id)
    numbers = [row.number for row in sheet.rows]
    rows = [row.values for row in sheet.rows]
    found = preview(history.league, rows, args.when or now(), numbers)
    print("\n".join(told(found.lines, _lines(found), args.json)))
    if args.preview:
        return 0
    if found.faulty:
        raise LeagueError(
            f"{counted(len(found.faulty), 'row')} cannot be taken in; put right what is wrong"
        )
    by = args.by or history.league.plan.officer
    entries = [Entry(time.time(), by, fact) for fact in found.facts]
    book.add_all(args.id, entries, history.league.version)
    if not args.json:
        print("\n".join(say(entry.fact) for entry in entries))
    return 0


def _lines(found: Preview) -> list[str]:
    return [
        f"row {line.row}: {line.player}, {line.team}: {line.fault or line.remark}"
        for line in found.lines
    ]


FILES = {
    "players-from": Command("rosters from a CSV or XLSX file", _from_file, _players_from),
    "print": Command("papers for the night, as PDF", _printing, _print),
    "ics": Command("the fixtures as a calendar file", _calendar_file, _ics),
    "export": Command("everything as JSON, or tables as CSV or XLSX", _exporting, _export),
    "import": Command("take in a whole league from its JSON export", _importing, _import),
}
