"""``rightbower league``: run a season from the terminal, from the first name to the champion."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from msgspec import to_builtins

from rightbower.cli.contest import ContestWords, Terminal, Word, importing, listing, opening
from rightbower.office.contests import CONTESTS
from rightbower.office.league_files import CopyLeague, ImportPlayers, PreviewPlayers
from rightbower.rules.refusal import counted
from rightbower.tournament.commands import Answer
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.questions import ShowBracket
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.simulated import season
from rightbower.tournament.league.table import standings
from rightbower.tournament.names import free_id


def _from_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="the league's id")
    parser.add_argument("file", type=Path, help="CSV or XLSX with columns team and player")
    parser.add_argument(
        "--preview", action="store_true", help="only show how the rows would be read"
    )
    parser.add_argument("--when", default="", help="when they were entered; now if left out")


def _players_from(terminal: Terminal, args: argparse.Namespace) -> None:
    from rightbower.office.rosters import read_roster, roster_text

    terminal.options.id = args.id
    sheet = read_roster(args.file.read_bytes())
    if not sheet.headed and ":" not in args.file.read_text("utf-8", "replace"):
        raise LeagueError(
            "the first row names the columns, and two of them must be team and player"
        )
    rows = roster_text(sheet)
    found = terminal.ask(PreviewPlayers(rows, args.when))
    terminal.answer(found)
    if args.preview:
        return
    if found.fault:
        faulty = sum(bool(line["fault"]) for line in to_builtins(found.value))
        raise LeagueError(f"{counted(faulty, 'row')} cannot be imported; fix what is wrong first")
    terminal.do([ImportPlayers(rows, args.when)], quiet=True)


def _copied(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="the league's id")
    parser.add_argument("name", help="the name of the new season")
    parser.add_argument("--rosters", action="store_true", help="copy the players of each team too")


def _copy(terminal: Terminal, args: argparse.Namespace) -> int:
    """Open another season with the same plan and teams."""
    terminal.options.id = args.id
    with terminal.office() as office:
        taken = [each.id for each in office.summaries()]
        query = CopyLeague(args.name, args.rosters, free_id(args.name, taken, "league"))
        (data,) = office.ask(args.id, query).files.values()
        found = office.import_(data, "")
    return terminal.answer(Answer.of(found, f"{found.name} is open; its id is {found.id}."))


def _demonstration(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--id", default="demo", help="the league's id (demo)")
    parser.add_argument("--seed", type=int, default=7, help="the same seed plays the same season")
    parser.add_argument("--teams", type=int, default=6, help="how many teams (6)")
    parser.add_argument("--weeks", type=int, help="how many weeks; until all have met if left out")


def _demo(terminal: Terminal, args: argparse.Namespace) -> int:
    """Play a whole season with results by chance and show how it ended."""
    history = season(args.seed, args.teams, args.weeks, id_=args.id)
    with terminal.office(begins=True) as office:
        found = office.import_(LEAGUE.as_json(history), "")
    places = [
        f"{place.rank or '-':>2}  {place.name:<16} {place.why}"
        for place in standings(history.league)
    ]
    bracket = ShowBracket().answer(history, 0.0).sheets[0].title
    told = f"{len(history.entries)} entries are in the journal; rightbower league story {args.id}"
    return terminal.answer(Answer.of(found, *places, bracket, told))


WORDS: Final = {
    "open": opening("open a league"),
    "list": listing("list the leagues in the data folder", ("Id", "Name", "Teams", "Phase")),
    "players-from": Word("add rosters from a CSV or XLSX file", _from_file, _players_from),
    "copy": Word("open another season with the same plan and teams", _copied, _copy),
    "import": importing("import a whole league from its JSON export"),
    "demo": Word("play a whole season with made-up results", _demonstration, _demo),
}
typed = ContestWords(CONTESTS["league"], WORDS, named=True)
