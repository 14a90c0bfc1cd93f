"""``rightbower replay FILE``: replay a record or a file of Euchre Game Notation."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import json

from rightbower.record.files import game_in, text_of, write_egn, write_record
from rightbower.record.summary import DealSummary, GameSummary, MarkSummary, RulingSummary, summary
from rightbower.rules.book import load
from rightbower.rules.cards import Suit, card
from rightbower.rules.extras import needs
from rightbower.rules.refusal import Refusal

if TYPE_CHECKING:
    from rich.console import Console

SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
SIDES = {"NS": "North–South", "EW": "East–West"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, help="a record of ours, or Euchre Game Notation (EGN)")
    parser.add_argument(
        "--book",
        help="for EGN, the book its ruleset is laid over; for a record, the book it has to be by",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--export-egn", type=Path, metavar="OUT", help="write the game as EGN")
    parser.add_argument("--export-record", type=Path, metavar="OUT", help="write it as our record")


def run(args: argparse.Namespace) -> int:
    """Replay the file and tell what it says."""
    try:
        told = _replayed(args)
    except ValueError as fault:
        # A name in the file may hold anything; the refusal stays on one line.
        raise Refusal(" ".join(str(fault).split())) from None
    except OSError as fault:
        raise Refusal(f"{fault.filename}: {fault.strerror}") from None
    if args.json:
        print(json.encode(told).decode())
    else:
        _tell(told)
    return 0


def _replayed(args: argparse.Namespace) -> GameSummary:
    """The game of the file, exported where that is asked for."""
    book = load(args.book) if args.book else None
    text = text_of(args.file)
    try:
        game = game_in(text, book)
        if args.export_egn:
            args.export_egn.write_text(write_egn(game), "utf-8")
        if args.export_record:
            args.export_record.write_text(write_record(game), "utf-8")
        told = summary(game.record)
        if game.remark:
            print(f"{args.file}: {game.remark}", file=sys.stderr)
        return told
    except ValueError as fault:
        raise Refusal(f"{args.file}: {fault}") from None


def _tell(told: GameSummary) -> None:
    """The game deal by deal, for people."""
    needs("a picture in the terminal", "rich")
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    if told.title:
        console.print(Text(told.title, style="bold"))
    console.print(Text(f"{told.book}, edition {told.edition}"))
    for path, value in told.house.items():
        console.print(Text(f"  house rule: {path} = {value}"))
    north, east, south, west = told.players
    console.print(Text(f"North–South {north} and {south}, East–West {east} and {west}"))
    for deal in told.deals:
        _tell_deal(console, deal)
    console.print()
    for ruling in told.rulings:
        console.print(Text(f"Ruling {ruling.number}, hand {ruling.hand}: {_ruling(ruling)}"))
    for ruling in told.rulings:
        if ruling.waits_for:
            who = SIDES.get(ruling.waits_for, f"the {ruling.waits_for}")
            ways = ", ".join(ruling.options)
            console.print(Text(f"Ruling {ruling.number} waits for {who} to choose: {ways}."))
    if told.result is None:
        console.print(Text(f"The game stands at {_score(told.final_score)}.", style="bold"))
        return
    end = f"{SIDES[told.result.winner]} win" if told.result.winner else "The game is drawn"
    why = f"({told.result.reason}, {told.result.clause})"
    console.print(Text(f"{end}, {_score(told.final_score)} {why}.", style="bold green"))


def _tell_deal(console: Console, deal: DealSummary) -> None:
    from rich.text import Text

    console.print()
    up = card(deal.turn_up)
    heading = Text(f"Deal {deal.number}. {SEATS[deal.dealer]} deals, ", style="bold")
    console.print(heading.append(up.symbol, style=_colour(up.suit)).append(" is turned up."))
    if deal.calls:
        console.print(Text("  " + ", ".join(deal.calls)))
    if deal.assumed:
        assumed = " ".join(card(name).symbol for name in deal.assumed)
        console.print(Text(f"  not known, filled in: {assumed}", style="dim"))
    for number, trick in enumerate(deal.tricks_played, 1):
        line = Text(f"  {number}. ")
        for play in trick:
            seat, _, name = play.partition(" ")
            line.append(f"{seat} ").append(
                f"{card(name).symbol:<4}", style=_colour(card(name).suit)
            )
        console.print(line)
    for mark in deal.marks:
        console.print(Text(f"  {_mark(mark)}", style="green"))
    ending = deal.ending or "not finished"
    console.print(Text(f"  {ending}; tricks {_score(deal.tricks)}, score {_score(deal.score)}"))


def _mark(mark: MarkSummary) -> str:
    return f"{SIDES[mark.side]} {mark.points:+d} ({mark.setting}, {mark.clause})"


def _ruling(ruling: RulingSummary) -> str:
    chosen = f" Chosen: {ruling.chosen}." if ruling.chosen else ""
    aside = f" Set aside by {ruling.overruled_by}: {ruling.reason}." if ruling.overruled_by else ""
    return f"{ruling.fact}. {ruling.says}{chosen}{aside} ({', '.join(ruling.clauses)})"


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]}–{score[1]}"


def _colour(suit: Suit) -> str:
    return "red" if suit.red else "default"
