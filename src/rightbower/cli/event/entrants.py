"""The list of entrants on the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path

from rightbower.cli.event.desk import Desk, entrant, entrants
from rightbower.cli.sheets import Sheet
from rightbower.events import registration
from rightbower.events.entrants import EventError, Player, read_date, read_names
from rightbower.events.event import Event
from rightbower.events.facts import SitterSet
from rightbower.events.rows import HEADINGS, Preview, add_rows, preview


def arguments(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], own: argparse.ArgumentParser
) -> None:
    """The commands of this part."""
    parser = commands.add_parser("entrants", help="the list: add, check-in, withdraw, and so on")
    inner = parser.add_subparsers(required=True, metavar="WHAT")
    add = inner.add_parser("add", parents=[own], help="'Ann Lee & Bob Ray', or one name alone")
    add.add_argument("names", nargs="+")
    _papers(add)
    add.add_argument("--floater", action="store_true", help="plays to make the numbers even")
    add.add_argument("--here", action="store_true", help="check them in at once")
    add.set_defaults(do=_add)
    bring = inner.add_parser("import", parents=[own], help="names from a CSV or XLSX file")
    bring.add_argument("file", type=Path)
    bring.add_argument("--preview", action="store_true", help="only show how the rows are read")
    bring.set_defaults(do=_import)
    listing = inner.add_parser("list", parents=[own], help="everyone on the list")
    listing.add_argument("--by-name", action="store_true")
    listing.set_defaults(do=_list)
    _people(inner, own)
    _special(inner, own)


def _papers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--zone", default="")
    parser.add_argument(
        "--born", action="append", default=[], metavar="DATE", help="once per player"
    )
    parser.add_argument("--member", action="store_true", help="shown to be an active member")


def _people(
    inner: argparse._SubParsersAction[argparse.ArgumentParser], own: argparse.ArgumentParser
) -> None:
    here = inner.add_parser("check-in", parents=[own], help="they are here")
    here.add_argument("who", nargs="*", help="numbers or names")
    here.add_argument("--all", action="store_true", help="everyone still expected")
    here.set_defaults(do=_check_in)
    for name, does, help_ in (
        ("no-show", registration.missing, "they did not come"),
        ("withdraw", registration.withdraw, "they leave"),
    ):
        each = inner.add_parser(name, parents=[own], help=help_)
        each.add_argument("who", nargs="+", help="numbers or names")
        if name == "withdraw":
            each.add_argument("--why", default="")
        each.set_defaults(do=_leave, does=does)
    swap = inner.add_parser("substitute", parents=[own], help="a new player for one who stops")
    swap.add_argument("who", help="the entrant")
    swap.add_argument("out", help="the player who stops")
    swap.add_argument("new", help="the player who takes over")
    _papers(swap)
    swap.add_argument("--why", default="")
    swap.set_defaults(do=_substitute)


def _special(
    inner: argparse._SubParsersAction[argparse.ArgumentParser], own: argparse.ArgumentParser
) -> None:
    pair = inner.add_parser("pair", parents=[own], help="make two single players partners")
    pair.add_argument("who", nargs=2)
    pair.set_defaults(do=_pair)
    apart = inner.add_parser("apart", parents=[own], help="keep two entrants apart")
    apart.add_argument("who", nargs=2)
    apart.set_defaults(do=_apart)
    vouch = inner.add_parser("vouch", parents=[own], help="vouch for papers that are missing")
    vouch.add_argument("who")
    vouch.add_argument("--why", required=True)
    vouch.set_defaults(do=_vouch)
    floater = inner.add_parser("floater", parents=[own], help="plays only to make numbers even")
    floater.add_argument("who")
    floater.add_argument("--no", action="store_true", help="is ranked again")
    floater.set_defaults(do=_floater)
    sitter = inner.add_parser("sitter", parents=[own], help="sits at one table all day")
    sitter.add_argument("who")
    sitter.add_argument("--table", type=int)
    sitter.add_argument("--no", action="store_true", help="moves like the others after all")
    sitter.set_defaults(do=_sitter)


def _add(desk: Desk, args: argparse.Namespace) -> None:
    people = [_players(text, args) for text in args.names]
    after = desk.write(lambda event: registration.add(event, people, floater=args.floater))
    if args.here:
        added = range(len(after.entrants) - len(people) + 1, len(after.entrants) + 1)
        desk.write(lambda event: registration.check_in(event, added))


def _players(text: str, args: argparse.Namespace) -> list[Player]:
    """The players named, with the papers that were given."""
    born = [read_date(each).isoformat() for each in args.born]
    return [
        Player(name, born[place] if place < len(born) else "", args.member or None, args.zone)
        for place, name in enumerate(read_names(text))
    ]


def _import(desk: Desk, args: argparse.Namespace) -> int:
    from rightbower.spreadsheets import Column, read

    columns = [
        Column(name, titles, needed=name == "name", kind="date" if "born" in name else "text")
        for name, titles in HEADINGS.items()
    ]
    sheet = read(args.file.read_bytes(), columns)
    rows = [row.values for row in sheet.rows]
    numbers = [row.number for row in sheet.rows]
    found = preview(desk.event(), rows, numbers)
    _tell(desk, found)
    if args.preview:
        return 0
    if found.faulty:
        raise EventError(
            f"{len(found.faulty)} rows cannot be added; put them right or take them out"
        )
    desk.write(lambda event: add_rows(event, rows))
    return 0


def _tell(desk: Desk, found: Preview) -> None:
    rows = [
        (str(line.row), line.entrant.name, line.fault or line.remark or "good")
        for line in found.lines
    ]
    desk.show(found, [Sheet("Rows", ("Row", "Names", "How it was read"), rows)])


def _list(desk: Desk, args: argparse.Namespace) -> None:
    event = desk.event()
    found = list(event.entrants)
    if args.by_name:
        found.sort(key=lambda each: each.name.casefold())
    rows = [(str(each.number), each.name, each.zone, _state(event, each.number)) for each in found]
    desk.show(found, [Sheet("Entrants", ("No", "Names", "Zone", "State"), rows)])


def _state(event: Event, number: int) -> str:
    entrant_ = event.entrant(number)
    said: list[str] = [entrant_.state]
    if entrant_.state == "paired":
        said = [f"in pair {entrant_.pair}"]
    if entrant_.floater:
        said.append("floater")
    if entrant_.sitter:
        said.append(f"sits at table {entrant_.sitter}")
    if missing := registration.unchecked(event, entrant_):
        said.append(f"no birth date for {' and '.join(missing)}")
    said += [f"for {each.player.name} since round {each.until + 1}" for each in entrant_.former]
    return ", ".join(said)


def _check_in(desk: Desk, args: argparse.Namespace) -> None:
    if args.all:
        desk.write(registration.check_in_all)
    else:
        desk.write(lambda event: registration.check_in(event, entrants(event, args.who)))


def _leave(desk: Desk, args: argparse.Namespace) -> None:
    if args.does is registration.withdraw:
        desk.write(lambda event: registration.withdraw(event, entrants(event, args.who), args.why))
    else:
        desk.write(lambda event: registration.missing(event, entrants(event, args.who)))


def _substitute(desk: Desk, args: argparse.Namespace) -> None:
    players = _players(args.new, args)
    if len(players) != 1:
        raise EventError("one player takes over from one")
    desk.write(
        lambda event: registration.substitute(
            event, entrant(event, args.who), args.out, players[0], args.why
        )
    )


def _pair(desk: Desk, args: argparse.Namespace) -> None:
    desk.write(lambda event: registration.partner(event, *_two(event, args.who)))


def _apart(desk: Desk, args: argparse.Namespace) -> None:
    desk.write(lambda event: registration.keep_apart(event, *_two(event, args.who)))


def _two(event: Event, who: list[str]) -> tuple[int, int]:
    first, second = entrants(event, who)
    return first, second


def _vouch(desk: Desk, args: argparse.Namespace) -> None:
    desk.write(lambda event: registration.vouch(event, entrant(event, args.who), args.why))


def _floater(desk: Desk, args: argparse.Namespace) -> None:
    desk.write(lambda event: registration.set_floater(event, entrant(event, args.who), not args.no))


def _sitter(desk: Desk, args: argparse.Namespace) -> None:
    def decide(event: Event) -> SitterSet:
        number = entrant(event, args.who)
        if args.no:
            return registration.take_back_sitter(event, number)
        return registration.set_sitter(event, number, args.table)

    desk.write(decide)
