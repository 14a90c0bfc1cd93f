"""Setting an event up: presets, new, plan, list, show, demo."""

from __future__ import annotations

import argparse
import re
from datetime import date

from msgspec import Struct

from rightbower.cli.event.desk import Desk
from rightbower.cli.sheets import Sheet
from rightbower.events.checklist import checklist
from rightbower.events.clock import left, shown
from rightbower.events.entrants import EventError
from rightbower.events.event import Event, Prize
from rightbower.events.outlook import outlook
from rightbower.events.presets import PRESETS, change_plan, open_event
from rightbower.events.results import missing
from rightbower.events.seating import refusal


class Glance(Struct, frozen=True):
    """An event at a glance."""

    id: str
    name: str
    date: str
    preset: str
    entrants: int
    rounds: int
    state: str


def arguments(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], own: argparse.ArgumentParser
) -> None:
    """The commands of this part."""
    presets = commands.add_parser("presets", parents=[own], help="the kinds of event there are")
    presets.set_defaults(do=_presets)
    new = commands.add_parser("new", parents=[own], help="begin an event")
    new.add_argument("preset", help=f"one of {', '.join(PRESETS)}")
    new.add_argument("--name", required=True)
    new.add_argument("--id", default="", help="a short name for commands; made from the name")
    new.add_argument("--date", default="", help="2026-05-30; today where it is not given")
    new.add_argument("--book", default="", help="another book, or the path of a house sheet")
    new.add_argument("--placing", choices=("draw", "first free"), default="draw")
    new.add_argument("--stage", choices=("club", "zone playoffs", "games"), default="club")
    _plan_arguments(new)
    new.set_defaults(do=_new)
    plan = commands.add_parser("plan", parents=[own], help="change the plan before play begins")
    _plan_arguments(plan)
    plan.add_argument("--why", default="")
    plan.set_defaults(do=_change)
    listing = commands.add_parser("list", parents=[own], help="all events of the data folder")
    listing.set_defaults(do=_list)
    showing = commands.add_parser("show", parents=[own], help="how the event stands, what is next")
    showing.set_defaults(do=_show)
    checking = commands.add_parser("checklist", parents=[own], help="what to set up beforehand")
    checking.set_defaults(do=_checklist)
    demo = commands.add_parser("demo", parents=[own], help="play a whole event in seconds")
    demo.add_argument("preset", help=f"one of {', '.join(PRESETS)}")
    demo.add_argument("--tables", type=int, default=6)
    demo.add_argument("--rounds", type=int, default=0)
    demo.add_argument("--seed", default="")
    demo.add_argument("--quick", action="store_true", help="make scores up; deal no cards")
    demo.set_defaults(do=_demo)


def _plan_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--target", type=int, help="points a game is played to")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--minutes", type=int, help="time limit of a round")
    parser.add_argument("--decided", type=int, help="how many places have to be parted")
    parser.add_argument(
        "--prize",
        action="append",
        default=[],
        metavar="NAME[=AMOUNT]",
        help="in order of places; a name that begins with low counts from the bottom",
    )


def _prizes(texts: list[str]) -> list[Prize]:
    """Prizes in order of places, those from the bottom apart."""
    prizes: list[Prize] = []
    for text in texts:
        name, _, amount = text.partition("=")
        if amount and not re.fullmatch(r"\d+(\.\d\d)?", amount):
            raise EventError(f"{amount!r} is not an amount; write 50 or 12.50")
        low = name.casefold().startswith("low")
        place = 1 + sum(prize.low == low for prize in prizes)
        prizes.append(Prize(name.strip(), place, round(float(amount or 0) * 100), low))
    return prizes


def _presets(desk: Desk, _: argparse.Namespace) -> None:
    rows = [(each.name, each.book, each.says) for each in PRESETS.values()]
    desk.show(list(PRESETS.values()), [Sheet("Presets", ("Name", "Book", "What it is"), rows)])


def _new(desk: Desk, args: argparse.Namespace) -> None:
    id_ = args.id or "-".join(re.findall(r"[a-z0-9]+", args.name.casefold())) or args.preset
    fact = open_event(
        args.preset,
        id_,
        args.name,
        args.date or date.today().isoformat(),  # noqa: DTZ011  # the day on the wall
        book=args.book,
        target=args.target,
        rounds=args.rounds,
        minutes=args.minutes,
        placing=args.placing,
        stage=args.stage,
        prizes=_prizes(args.prize),
        decided=args.decided,
    )
    with desk.book() as book:
        event = book.open(fact, desk.now, args.by or fact.plan.officer)
    desk.show(_glance(event), [Sheet(f"{event.name} is open; its id is {event.id}.\n", (), [])])


def _change(desk: Desk, args: argparse.Namespace) -> None:
    desk.write(
        lambda event: change_plan(
            event,
            target=args.target,
            rounds=args.rounds,
            minutes=args.minutes,
            prizes=_prizes(args.prize) if args.prize else None,
            decided=args.decided,
            why=args.why,
        )
    )


def _glance(event: Event) -> Glance:
    if event.finished:
        state = "finished"
    else:
        state = f"round {len(event.rounds)}" if event.rounds else "not begun"
    entered = sum(each.state != "paired" for each in event.entrants)
    return Glance(event.id, event.name, event.date, event.preset, entered, len(event.rounds), state)


def _some(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _list(desk: Desk, _: argparse.Namespace) -> None:
    with desk.book() as book:
        found = [_glance(book.event(each)) for each in book.ids()]
    rows = [
        (each.id, each.name, each.date, f"{each.state}, {_some(each.entrants, 'entrant')}")
        for each in found
    ]
    heads = ("Id", "Name", "Date", "State")
    desk.show(found, [Sheet("Events", heads, rows)])


def _show(desk: Desk, _: argparse.Namespace) -> None:
    event = desk.event()
    if desk.args.json:
        desk.show(event, [])
        return
    lines = [
        f"{event.name}, {event.date}: {event.plan.title}",
        *outlook(event),
        *_next(desk, event),
    ]
    print("\n".join(lines))


def _checklist(desk: Desk, _: argparse.Namespace) -> None:
    found = checklist(desk.event())
    desk.show(found, [Sheet("\n".join(f"- {each}" for each in found), (), [])])


def _next(desk: Desk, event: Event) -> list[str]:
    """What the officer has to do next."""
    if event.finished:
        return ["The results are final."]
    said = []
    if event.clock.round == len(event.rounds) and event.rounds:
        seconds = left(event.clock, desk.now)
        if event.clock.running and seconds is not None:
            said.append(f"The clock runs: {shown(seconds)} left.")
    reason = refusal(event)
    if reason is None:
        said.append(f"Round {len(event.rounds) + 1} can be seated.")
    elif event.rounds and not missing(event):
        said.append(f"{reason[0].upper()}{reason[1:]}.")
    else:
        said.append(f"Waiting: {reason}.")
    return said


def _demo(desk: Desk, args: argparse.Namespace) -> None:
    from rightbower.cli.event.demo import demo

    event = demo(desk, args)
    size = f"{_some(len(event.rounds), 'round')} at {args.tables} tables"
    title = f"{event.name}: {size}, now in the journal."
    more = f"See it with 'rightbower event standings -e {event.id}'.\n"
    desk.show(_glance(event), [Sheet(f"{title}\n{more}", (), [])])
