"""``rightbower league``: run a season from the terminal, from the first name to the champion."""

from __future__ import annotations

import argparse
import time
from datetime import UTC, datetime

from rightbower.cli.league_desk import DEEDS
from rightbower.cli.league_files import FILES, Command
from rightbower.cli.league_lists import LISTS, told
from rightbower.events.league.facts import Entry, Opened
from rightbower.events.league.fold import extend
from rightbower.events.league.season import open_league
from rightbower.events.league.simulated import season
from rightbower.events.league.story import counted, say, undo
from rightbower.events.league.table import standings
from rightbower.store.events import open_journal
from rightbower.store.leagues import LeagueBook


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow ``rightbower league``."""
    _everywhere(parser, None)
    words = parser.add_subparsers(dest="word", metavar="WORD")

    def add(word: str, does: str) -> argparse.ArgumentParser:
        own = words.add_parser(word, help=does, description=does)
        _everywhere(own, argparse.SUPPRESS)
        return own

    for word, command in COMMANDS.items():
        command.arguments(add(word, command.does))
    for word, deed in DEEDS.items():
        own = add(word, deed.does)
        own.add_argument("id", help="the league's id")
        for each in deed.takes:
            own.add_argument(*each.names, **each.options)
        own.add_argument(
            "--when",
            metavar="TIME",
            help="local time, such as 2027-01-12T19:10:00; now if not said",
        )
    for word, listing in LISTS.items():
        own = add(word, listing.does)
        own.add_argument("id", help="the league's id")
        own.add_argument("--json", action="store_true", help="as JSON")
        own.add_argument("--week", type=int, help="only this week")


def _everywhere(parser: argparse.ArgumentParser, unsaid: str | None) -> None:
    """What may stand before the word or after it."""
    folder = "the data folder (./rightbower-data)"
    who = "who writes this down; the officer if not said"
    parser.add_argument("--data", metavar="FOLDER", default=unsaid, help=folder)
    parser.add_argument("--by", metavar="NAME", default=unsaid, help=who)


def run(args: argparse.Namespace) -> int:
    """Do one thing in one league, or show one list of it."""
    if not args.word:
        print("rightbower league WORD; rightbower league --help lists the words.")
        return 0
    with open_journal(args.data) as journal:
        book = LeagueBook(journal)
        if args.word in COMMANDS:
            return COMMANDS[args.word].run(book, args)
        if args.word in LISTS:
            return _list(book, args)
        return _do(book, args)


def _list(book: LeagueBook, args: argparse.Namespace) -> int:
    value, lines = LISTS[args.word].make(book.history(args.id), args)
    print("\n".join(told(value, lines, args.json)))
    return 0


def _do(book: LeagueBook, args: argparse.Namespace) -> int:
    """Each fact of a deed is decided upon the league as the one before left it."""
    history = book.history(args.id)
    version = history.league.version
    args.when = args.when or now()
    stands = [history]
    for fact in DEEDS[args.word].make(lambda: stands[-1].league, args):
        entry = Entry(time.time(), args.by or history.league.plan.officer, fact)
        stands.append(extend(stands[-1], entry))
    entries = list(stands[-1].entries[version:])
    if not entries:
        print("Nothing is due.")
        return 0
    book.add_all(args.id, entries, version)
    for entry in entries:
        print(say(entry.fact))
    return 0


def now() -> str:
    """The time on the wall."""
    return datetime.now(UTC).astimezone().replace(tzinfo=None).isoformat("T", "seconds")


def _open(book: LeagueBook, args: argparse.Namespace) -> int:
    fact = open_league(
        args.id,
        args.name,
        args.book,
        playoff_teams=args.playoff_teams,
        guaranteed=args.guaranteed,
        place=args.place,
        page=args.page,
        email=args.email,
    )
    book.open(fact, time.time(), args.by or fact.plan.officer)
    print(say(fact))
    return 0


def _opening(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", help="small letters, digits and hyphens")
    parser.add_argument("name")
    parser.add_argument("--book", default="sportcial-league", help="the rule book")
    parser.add_argument("--playoff-teams", type=int, default=0, help="0 stands for all")
    parser.add_argument("--guaranteed", type=int, default=0, help="games promised to each team")
    parser.add_argument("--place", default="", help="where it is played")
    parser.add_argument("--page", default="", help="where questions go")
    parser.add_argument("--email", default="", help="an address for questions")


def _all(book: LeagueBook, args: argparse.Namespace) -> int:
    leagues = [book.league(id_) for id_ in book.ids()]
    value = [
        {"id": each.id, "name": each.name, "teams": len(each.teams), "phase": each.phase}
        for each in leagues
    ]
    lines = [f"{each.id:<20} {each.name}, {counted(len(each.teams), 'team')}" for each in leagues]
    print("\n".join(told(value, lines or ["There is no league yet."], args.json)))
    return 0


def _undo(book: LeagueBook, args: argparse.Namespace) -> int:
    history = book.history(args.id)
    fact = undo(history, args.why, args.entry)
    book.add(args.id, fact, time.time(), args.by or history.league.plan.officer)
    print(say(fact))
    return 0


def _undoing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id")
    parser.add_argument("--entry", type=int, help="its number; the latest if not said")
    parser.add_argument("--why", required=True)


def _demo(book: LeagueBook, args: argparse.Namespace) -> int:
    """Play a whole season with results by chance and show how it ended."""
    history = season(args.seed, args.teams, args.weeks, id_=args.id)
    first, *rest = history.entries
    assert isinstance(first.fact, Opened)
    book.open(first.fact, first.at, first.by)
    book.add_all(args.id, rest)
    kept = book.history(args.id)
    for place in standings(kept.league):
        print(f"{place.rank or '-':>2}  {place.name:<16} {place.why}")
    print("\n".join(LISTS["bracket"].make(kept, args)[1]))
    print(f"{len(kept.entries)} entries are in the journal; rightbower league story {args.id}")
    return 0


def _demonstration(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--id", default="demo", help="the league's id (demo)")
    parser.add_argument("--seed", type=int, default=7, help="the same seed plays the same season")
    parser.add_argument("--teams", type=int, default=6)
    parser.add_argument("--weeks", type=int)


COMMANDS = {
    "list": Command(
        "the leagues there are",
        lambda parser: parser.add_argument("--json", action="store_true"),
        _all,
    ),
    "open": Command("open a league", _opening, _open),
    "undo": Command("take the latest entry back", _undoing, _undo),
    **FILES,
    "demo": Command("play a whole season with results by chance", _demonstration, _demo),
}
