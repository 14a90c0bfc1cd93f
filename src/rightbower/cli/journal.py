"""``rightbower journal``: back the journal up, rescue a damaged one, list what is in it."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from msgspec import json

from rightbower.cli.sheets import Sheet, show
from rightbower.store.backup import backup
from rightbower.store.contract import JournalError
from rightbower.store.events import DATA, JOURNAL
from rightbower.store.journal import Journal
from rightbower.store.rescue import rescue


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow ``rightbower journal``."""
    commands = parser.add_subparsers(required=True, metavar="WHAT")
    home = Path(os.environ.get("RIGHTBOWER_DATA") or DATA)
    copying = commands.add_parser(
        "backup", help="copy the whole journal to a file, also while the hall is open"
    )
    copying.add_argument("to", type=Path)
    copying.set_defaults(do=_backup)
    listing = commands.add_parser("list", help="the streams and how many entries each has")
    listing.add_argument("--json", action="store_true", help="print JSON")
    listing.add_argument("--plain", action="store_true", help="lines without boxes or colour")
    listing.set_defaults(do=_list)
    for each in (copying, listing):
        each.add_argument(
            "--data", type=Path, default=home, help="the folder that keeps everything"
        )
    saving = commands.add_parser("rescue", help="save what can be read of a damaged journal")
    saving.add_argument("journal", type=Path)
    saving.add_argument("to", type=Path)
    saving.set_defaults(do=_rescue)


def run(args: argparse.Namespace) -> int:
    """Do what was asked."""
    args.do(args)
    return 0


def _file(folder: Path) -> Path:
    """The journal of a data folder, which has to be there."""
    file = folder / JOURNAL
    if not file.is_file():
        raise JournalError(f"there is no journal in {folder}")
    return file


def _backup(args: argparse.Namespace) -> None:
    found = backup(_file(args.data), args.to)
    print(
        f"The journal is copied to {args.to} and was read again:"
        f" {found.streams} streams, {found.entries} entries, all as they were written."
    )


def _list(args: argparse.Namespace) -> None:
    with Journal(_file(args.data)) as journal:
        found = {stream: journal.head(stream) for stream in journal.streams()}
    if args.json:
        print(json.format(json.encode(found), indent=2).decode())
        return
    rows = [(stream, str(count)) for stream, count in found.items()]
    show([Sheet(str(args.data / JOURNAL), ("Stream", "Entries"), rows)], plain=args.plain)


def _rescue(args: argparse.Namespace) -> None:
    if not args.journal.is_file():
        raise JournalError(f"there is no file {args.journal}")
    found = rescue(args.journal, args.to)
    rest = "" if found.to_the_end else " What came after them cannot be read."
    print(f"{found.kept} entries saved to {args.to}, {found.lost} lost.{rest}")
