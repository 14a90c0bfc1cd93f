"""``rightbower hall``: the hall in the browser, on this machine or for everyone in the room."""

from __future__ import annotations

import argparse
import os
import re
import socket
import sys
from pathlib import Path

from rightbower.cli.options import check_port
from rightbower.rules.refusal import Refusal
from rightbower.store.opening import DATA, data_folder

NAME = "[a-z0-9][a-z0-9-]{0,30}"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    _who_comes_in(parser)
    _what_is_kept(parser)
    parser.add_argument(
        "--log",
        choices=("plain", "json"),
        default="plain",
        help="how the log is written to standard error: warnings for people, or everything as JSON lines",
    )


def _who_comes_in(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--port", type=int, default=8000, help="the port to listen on (8000)")
    everyone = "let other devices in the room connect, not only this machine"
    add("--everyone", action="store_true", help=everyone)
    public = "run on the internet: only approved organizers make events; name it with --host"
    add("--public", action="store_true", help=public)
    proxy = "a proxy in front of the hall, that is trusted to say who is asking"
    add("--proxy", action="append", default=[], metavar="ADDRESS", help=proxy)
    host = "a name the hall goes by, such as euchre.example.org"
    add("--host", action="append", default=[], metavar="NAME", help=host)
    add("--base", default="", help="the path the hall is under, such as /euchre")


def _what_is_kept(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    data = f"the folder that keeps games and events (./{DATA}, or $RIGHTBOWER_DATA)"
    add("--data", type=Path, default=data_folder(), help=data)
    add(
        "--journal",
        default="",
        metavar="ADDRESS",
        help="keep the journal in PostgreSQL: postgresql://USER@HOST/DATABASE (a file in the folder)",
    )
    name = "what this hall is called among several on one journal, such as a"
    add("--name", default="", help=name)
    add("--backups", type=Path, help="the folder for backups (backups, in the data folder)")
    hours = "hours between backups (24); 0 for none"
    add("--backup-hours", type=float, default=24.0, metavar="HOURS", help=hours)
    add("--backup-keep", type=int, default=7, metavar="N", help="how many backups to keep (7)")


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    from rightbower.office.journals import ADDRESS
    from rightbower.office.remote import open_door
    from rightbower.web.app import make_app, serve, stopped_in_order
    from rightbower.web.common.proxies import Front
    from rightbower.web.running.backups import BackupPlan
    from rightbower.web.running.logs import set_up

    set_up(args.log)
    _check(args)
    front = Front.of(args.proxy, args.host, args.base)
    host = "0.0.0.0" if args.everyone else "127.0.0.1"
    _free(host, args.port)
    _warn_root()
    _warn_readable(args.data / ADDRESS)
    args.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    _announce(args)
    folder = args.backups or args.data / "backups"
    plan = BackupPlan(folder, args.backup_hours * 3600, args.backup_keep)
    app = make_app(
        args.data,
        room=args.everyone,
        front=front,
        public=args.public,
        backups=plan,
        journal=args.journal,
        name=args.name,
    )
    # The key of a hall with a name is the key of all that share its secret: any of them may answer.
    site = (args.name and front.site) or f"http://127.0.0.1:{args.port}"
    link = f"{site}{front.base}/owner/{app.state.owner}"
    print(f"For you who run it, not for others: {link}")
    print("Ctrl-C closes it; nothing is lost.", flush=True)
    with stopped_in_order(), open_door(args.data, args.port, front.site) as door:
        app.state.door = door.token
        serve(app, host, args.port)
    return 0


def _announce(args: argparse.Namespace) -> None:
    """Say where the hall is open and what it keeps where; a journal that cannot be opened is told."""
    from rightbower.office.journals import journal_of
    from rightbower.web.app import agree_on_keys
    from rightbower.web.common.address import own_address
    from rightbower.web.common.identity import Keys

    keys = Keys.of(args.data)
    with journal_of(args.data, args.journal) as journal:
        agree_on_keys(journal, keys)
        kept = (
            args.data.resolve() if journal.folder else f"{args.data.resolve()} and {journal.name}"
        )
    print(f"Rightbower is open at http://127.0.0.1:{args.port} (data in {kept})")
    if args.everyone:
        print(f"In the room: http://{own_address()}:{args.port}")


def _check(args: argparse.Namespace) -> None:
    """Refuse options that make no hall, before anything is opened."""
    if args.backup_hours < 0 or args.backup_keep < 1:
        raise Refusal("--backup-hours is 0 (never) or more, and --backup-keep at least 1")
    if args.name and not re.fullmatch(NAME, args.name):
        raise Refusal(f"a hall's name is small letters, digits and hyphens, not {args.name!r}")
    from rightbower.office.journals import is_address

    if args.journal and not is_address(args.journal):
        raise Refusal("--journal is an address, postgresql://…; a journal in a file is in --data")
    if args.public and not args.host:
        raise Refusal("a public hall needs the name it goes by: --host euchre.example.org")


def _warn_readable(address: Path) -> None:
    """Others on this machine may know the password of a journal."""
    if address.is_file() and address.stat().st_mode & 0o077:
        print(f"Others can read {address}, which may hold a password: chmod 600", file=sys.stderr)


def _warn_root() -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        print(
            "You are running as root. The hall does not need root: run it as its own user"
            " (docs/operations.md says how).",
            file=sys.stderr,
        )


def _free(host: str, port: int) -> None:
    check_port(port)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            raise Refusal(
                f"port {port} is taken; is the hall open already? Choose another with --port"
            ) from None
