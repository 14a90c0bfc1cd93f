"""``rightbower journal``: back the journal up, copy it, rescue a damaged one, list what is in it."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from rightbower.cli.output import print_json, show
from rightbower.office.journals import file_of, is_address, open_at, place_of
from rightbower.rules.refusal import counted
from rightbower.store.backup import Copied, backup, listed_streams, verified
from rightbower.store.contract import JournalError
from rightbower.store.opening import OpenJournal, copy_journal, data_folder
from rightbower.store.rescue import rescue
from rightbower.store.restore import back_up, restore
from rightbower.store.sqlite import look
from rightbower.tournament.commands import Sheet

SECRET = "secret"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow ``rightbower journal``."""
    commands = parser.add_subparsers(required=True, metavar="WHAT")
    _for_its_folder(commands.add_parser)
    moving = commands.add_parser(
        "copy", help="copy a journal from one engine to another, and read every stream again"
    )
    moving.add_argument("source", metavar="FROM", help="a journal's file, or postgresql://…")
    moving.add_argument("to", metavar="TO", help="a new file, or postgresql://…")
    moving.set_defaults(do=_copy)
    saving = commands.add_parser("rescue", help="save what can be read of a damaged journal")
    saving.add_argument("journal", type=Path, help="the damaged file")
    saving.add_argument("to", type=Path, help="a new file for what can be read")
    saving.set_defaults(do=_rescue)


def _for_its_folder(add: Callable[..., argparse.ArgumentParser]) -> None:
    """What is done with the journal of a data folder."""
    copying = add(
        "backup", help="copy the whole journal to a file or a folder, also while the hall is open"
    )
    copying.add_argument("to", type=Path, help="a new file, or a folder for dated backups")
    copying.add_argument(
        "--keep", type=int, default=0, help="how many dated backups to keep in the folder (all)"
    )
    copying.set_defaults(do=_backup)
    listing = add("list", help="list the streams and how many entries each has")
    listing.add_argument("--json", action="store_true", help="print JSON")
    listing.add_argument("--plain", action="store_true", help="lines without boxes or color")
    listing.set_defaults(do=_list)
    putting = add("restore", help="put a backup in the journal's place; the old one is set aside")
    putting.add_argument("backup", type=Path, help="the file of the backup")
    putting.set_defaults(do=_restore)
    checking = add("check", help="read every entry of a journal or a backup again")
    checking.add_argument("file", type=Path, nargs="?", help="a file other than the hall's journal")
    checking.set_defaults(do=_check)
    for each in (copying, listing, putting, checking):
        folder = "the folder that keeps everything"
        each.add_argument("--data", type=Path, default=data_folder(), help=folder)
    for each in (listing, checking):
        address = "a journal in PostgreSQL: postgresql://…"
        each.add_argument("--journal", default="", metavar="ADDRESS", help=address)


def run(args: argparse.Namespace) -> int:
    """Do what was asked."""
    args.do(args)
    return 0


def _backup(args: argparse.Namespace) -> None:
    if args.keep < 0:
        raise ValueError("--keep is how many backups to keep, 0 for all of them")
    if args.to.is_dir() or args.keep:
        file_of(args.data)
        to, found = back_up(args.data, args.to, args.keep, time.time())
        print(f"The journal is copied to {to} and was restored for a trial: {_held(found)}.")
        return
    found = backup(file_of(args.data), args.to)
    print(f"The journal is copied to {args.to} and was read again: {_held(found)}.")


def _held(found: Copied) -> str:
    streams = counted(found.streams, "stream")
    return f"{streams}, {_entries(found.entries)}, all as they were written"


def _entries(number: int) -> str:
    return "1 entry" if number == 1 else f"{number} entries"


def _restore(args: argparse.Namespace) -> None:
    if is_address(place_of(args.data)):
        raise JournalError(
            f"the hall of {args.data} keeps its journal in PostgreSQL, so a file there is not looked at;"
            f" copy it: rightbower journal copy {args.backup} postgresql://…"
        )
    found = restore(args.backup, args.data)
    print(f"{args.backup} is now the journal of {args.data}: {_held(found)}.")
    if not (args.data / SECRET).exists():
        print(
            f"There is no {args.data / SECRET}: put the old one there, or phones have to come in"
            " again and games that were going on stay closed."
        )


def _check(args: argparse.Namespace) -> None:
    place = args.file or place_of(args.data, args.journal)
    if not is_address(place):
        if not Path(place).is_file():
            raise JournalError(f"there is no file {place}")
        look(Path(place), through=True)
        held = verified(Path(place))
        print(f"{place}: {_held(held)}.")
        return
    with open_at(place) as journal:
        names = journal.streams()
        found = Copied(len(names), sum(len(journal.read(stream)) for stream in names))
        print(f"{journal.name}: {_held(found)}.")


def _list(args: argparse.Namespace) -> None:
    place = place_of(args.data, args.journal)
    if is_address(place):
        with open_at(place) as journal:
            found = {stream: journal.head(stream) for stream in journal.streams()}
            name = journal.name
    else:
        found, name = listed_streams(Path(place)), str(place)
    if args.json:
        print_json(found)
        return
    rows = [(stream, str(count)) for stream, count in found.items()]
    show([Sheet(name, ("Stream", "Entries"), rows)], plain=args.plain)


def _existing(place: Path | str) -> Path | str:
    """A journal that is there already; an address says so itself."""
    if not is_address(place) and not Path(place).is_file():
        raise JournalError(f"there is no journal {place}")
    return place


def _copy(args: argparse.Namespace) -> None:
    if args.source == args.to:
        raise JournalError("a journal cannot be copied to itself")
    with open_at(_existing(args.source)) as source, open_at(args.to) as target:
        _refuse_open(source)
        _refuse_open(target)
        found = copy_journal(source, target)
        print(f"{source.name} is copied to {target.name}, and each stream was read again:")
        print(f"{_held(found)}.")


def _refuse_open(journal: OpenJournal) -> None:
    """What halls write meanwhile would be missing; a file is held by its hall anyway."""
    living = [each.hall for each in journal.claims.halls() if journal.remote and each.alive]
    if living:
        raise JournalError(f"hall {living[0]} has {journal.name} open; close it first")


def _rescue(args: argparse.Namespace) -> None:
    if not args.journal.is_file():
        raise JournalError(f"there is no file {args.journal}")
    found = rescue(args.journal, args.to)
    rest = "" if found.to_the_end else " What came after them cannot be read."
    print(f"{_entries(found.kept)} saved to {args.to}, {found.lost} lost.{rest}")
