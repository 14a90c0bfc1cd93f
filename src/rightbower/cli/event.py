"""``rightbower event``: run a day's event from the terminal, from the list of names to the prizes."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Final

from msgspec import convert, to_builtins
from msgspec.structs import replace

from rightbower.cli.contest import ContestWords, Terminal, Word, importing, listing, opening
from rightbower.office.contests import CONTESTS
from rightbower.office.event_files import CopyEvent, PreviewRows
from rightbower.rules.message import as_sentence
from rightbower.rules.refusal import counted
from rightbower.tournament.commands import Answer, Sheet
from rightbower.tournament.events.clock import Clock, left, shown
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.lists import ShowEvent
from rightbower.tournament.events.name_lists import COMMAS, SHARED, NameList, read_list
from rightbower.tournament.events.planner import BREAK, EveningWish, advice, fits
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.registration import AddRows
from rightbower.tournament.events.round_clock import RingBell
from rightbower.tournament.names import free_id
from rightbower.tournament.reading import add_field, fields_of, given


def _presets(terminal: Terminal, _: argparse.Namespace) -> int:
    rows = [(each.name, each.book, each.says) for each in PRESETS.values()]
    sheet = Sheet("Presets", ("Name", "Book", "What it is"), rows)
    return terminal.answer(Answer(list(PRESETS.values()), (sheet,)))


def _names(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a CSV or XLSX file")
    parser.add_argument(
        "--preview", action="store_true", help="only show how the rows would be read"
    )
    parser.add_argument("--columns", default="", help="what each column is, separated by commas")
    parser.add_argument("--commas", choices=COMMAS, help="what the comma in a name separates")
    parser.add_argument(
        "--last-names",
        choices=SHARED,
        help="whether the two in 'Ed and Fay Ives' share a last name",
    )


def _import_names(terminal: Terminal, args: argparse.Namespace) -> None:
    from rightbower.papers.spreadsheets.cells import cells_of

    read = read_list(cells_of(args.file.read_bytes()), _answers(args))
    rows = tuple(dict(each.values) for each in read.readings)
    numbers = tuple(each.row for each in read.readings)
    faults = tuple(str(each.fault) for each in read.readings)
    found = terminal.ask(PreviewRows(rows, numbers, faults, open=bool(read.questions)))
    terminal.answer(replace(found, sheets=(*found.sheets, *map(Sheet, _said(read)))))
    if args.preview:
        return
    if read.questions:
        raise EventError(f"{read.questions[0].text} Say so with {_option(read)}")
    if found.fault:
        faulty = sum(bool(each.get("fault")) for each in to_builtins(found.value)["lines"])
        raise EventError(
            f"{counted(faulty, 'row')} cannot be added; fix what is wrong, or take them out"
        )
    terminal.do([AddRows(rows)], quiet=True)


def _said(read: NameList) -> list[str]:
    """The questions and the remarks, each a sentence."""
    remarks = [str(as_sentence(each)) for each in read.remarks]
    return [*(each.text for each in read.questions), *remarks]


def _answers(args: argparse.Namespace) -> dict[str, str]:
    """What was said of the list, under the keys of the questions."""
    given = {"commas": args.commas, "shared": args.last_names}
    given |= {f"column {n}": each.strip() for n, each in enumerate(args.columns.split(","), 1)}
    return {key: value for key, value in given.items() if value}


def _option(read: NameList) -> str:
    """The option that answers the first question."""
    asked = read.questions[0]
    if asked.key.startswith("column"):
        guess = ",".join(each.guess for each in read.questions if each.key.startswith("column"))
        return f'--columns "{guess}", each one of: {", ".join(asked.choices)}'
    option = "--commas" if asked.key == "commas" else "--last-names"
    return " or ".join(f'{option} "{choice}"' for choice in asked.choices)


def _copied(parser: argparse.ArgumentParser) -> None:
    for each in fields_of(CopyEvent):
        add_field(parser, each)


def _copy(terminal: Terminal, args: argparse.Namespace) -> int:
    """Open a copy of the event that is meant."""
    query = given(CopyEvent, vars(args))
    with terminal.office() as office:
        taken = [each.id for each in office.summaries()]
        id_ = query.id or free_id(query.name, taken)
        (data,) = office.ask(terminal.chosen(office), replace(query, id=id_)).files.values()
        found = office.import_(data, "")
    return terminal.answer(Answer.of(found, f"{found.name} is open; its id is {found.id}.", ""))


def _watch(terminal: Terminal, _: argparse.Namespace) -> None:
    """Count down on the terminal and ring the bell; the journal is free meanwhile."""
    event = to_builtins(terminal.ask(ShowEvent()).value)
    clock = convert(event["clock"], Clock)
    if not clock.running or clock.limit is None:
        raise EventError("no clock with a time limit is running")
    while (seconds := left(clock, time.time())) and seconds > 0:
        print(f"\r{shown(seconds)} ", end="", flush=True)
        time.sleep(min(1.0, seconds))
    print("\r\a", end="")
    terminal.do([RingBell()])


def _demonstration(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("preset", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument("--tables", type=int, default=6, help="how many tables (6)")
    parser.add_argument(
        "--rounds", type=int, default=0, help="how many rounds; the preset's if left out"
    )
    parser.add_argument("--seed", default="", help="the same seed plays the same event")
    parser.add_argument(
        "--quick", action="store_true", help="make up the scores instead of playing the cards"
    )


def _demo(terminal: Terminal, args: argparse.Namespace) -> int:
    from rightbower.cli.event_demo import demo

    with terminal.office(begins=True) as office:
        taken = [each.id for each in office.summaries()]
        history = demo(args.preset, taken, args.tables, args.rounds, args.seed, args.quick)
        found = office.import_(EVENT.as_json(history), "")
    rounds = counted(found.rounds, "round")
    played = f"{found.name}: {rounds} at {args.tables} tables, now in the journal."
    see = f"See it with 'rightbower event standings -e {found.id}'."
    return terminal.answer(Answer.of(found, played, see, ""))


def _evening(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("people", type=int, help="how many come")
    parser.add_argument("tables", type=int, help="how many tables there are")
    parser.add_argument(
        "hours", type=float, help="from the first card to the last, such as 3 or 2.5"
    )
    parser.add_argument("--breaks", type=int, default=0, help=f"breaks of {BREAK} minutes (none)")


def _plan_evening(terminal: Terminal, args: argparse.Namespace) -> int:
    """The formats that fit, with their figures."""
    wish = EveningWish(args.people, args.tables, round(60 * args.hours), args.breaks)
    found = fits(wish)
    rows = [
        (
            each.preset,
            f"{each.rounds} of {each.minutes:g} min",
            f"{each.idle}, each {each.waits.most} at most" if each.idle else "nobody",
            f"{each.partners_again:.0f}" if each.unit != "pair" else "your own",
            f"{each.opponents_again:.0f}",
            f"{each.never_meet:.0f} %",
            f"{each.best_wins:.0f} %",
            f"{each.ends // 60}:{each.ends % 60:02}",
        )
        for each in found
    ]
    heads = ("Preset", "Rounds", "Sits out", "Partners again", "Opponents again", "Never meet", "Best wins", "Ends")  # fmt: skip
    return terminal.answer(Answer(found, (Sheet(advice(wish), heads, rows),)))


WORDS: Final = {
    "new": opening("begin an event"),
    "list": listing("list all events in the data folder", ("Id", "Name", "Date", "State")),
    "presets": Word("list the kinds of events", lambda _: None, _presets),
    "evening": Word("which formats fit people, tables and hours", _evening, _plan_evening),
    "entrants-import": Word("add names from a CSV or XLSX file", _names, _import_names),
    "clock-watch": Word("count down and ring the bell", lambda _: None, _watch),
    "copy": Word("begin another event with the same plan", _copied, _copy),
    "import": importing("import a whole event from its JSON export"),
    "demo": Word("play a whole event in seconds", _demonstration, _demo),
}
typed = ContestWords(CONTESTS["event"], WORDS)
