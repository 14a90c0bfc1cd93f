"""The command line: ``rightbower COMMAND``; each command is a module of this folder."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Final

from rightbower import __version__
from rightbower.rules.extras import EXTRAS, missing

# What each command does; its module has arguments(parser) and run(args) -> exit status, or typed(words).
COMMANDS: Final = {
    "hall": "open the hall: play in the browser, alone or with friends",
    "play": "play a game in the terminal",
    "event": "run an event: entrants, seats, results, standings, prizes",
    "league": "run a league: teams, nights, forfeits, table, playoffs",
    "club": "run a club's seasons, and keep its list of people",
    "rules": "the rule library: books, settings, clauses, side by side",
    "ruling": "ask for a ruling: what the book says when something goes wrong",
    "fair": "check that a game's cards were set before play began",
    "advise": "what each option is worth in a hand described in one line",
    "review": "go through a finished game: what each decision cost",
    "chart": "when to call, by seat, turn-up and trumps; prints the bidding card",
    "puzzle": "a puzzle from an expert game: find the best choice, and learn why",
    "solve": "how many tricks four known hands take when everybody plays best",
    "simulate": "play many games between bots and count what happens",
    "match": "play two bots, or other programs, against each other with the same cards",
    "bench": "measure this computer: deals, solutions and decisions per second",
    "data": "open data: the solved bidding, and games that all who played let researchers have",
    "engine": "let another program ask one of our bots what it would do",
    "journal": "back up, restore, check, rescue and list the journal that keeps everything",
    "doctor": "check how a hall is set up, and say what to fix",
    "replay": "replay a record or an EGN file and print what it says",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; a fault of the caller is one sentence and exit status 1."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = _parser()
    command = words[0] if words else ""
    if command not in COMMANDS:
        parser.parse_args(words)
        parser.print_help()
        return 0
    try:
        status = _run(import_module(f"rightbower.cli.{command}"), command, words[1:])
        sys.stdout.flush()
        return status
    except BrokenPipeError as fault:
        return _cut_off(command, fault)
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    except ModuleNotFoundError as fault:
        if fault.name not in EXTRAS:
            raise
        print(f"rightbower {command}: {missing('this', fault.name)}", file=sys.stderr)
        return 1
    except (ValueError, OSError) as fault:
        print(f"rightbower {command}: {_plainly(fault)}", file=sys.stderr)
        return 1


def _cut_off(command: str, fault: BrokenPipeError) -> int:
    """Whoever reads the output went away, as ``head`` does; a line to anything else that broke is a fault."""
    try:
        print(flush=True)
    except BrokenPipeError:
        # What is still to be written at the end goes nowhere, without a complaint of Python's.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        return 0
    print(f"rightbower {command}: {_plainly(fault)}", file=sys.stderr)
    return 1


def _run(module: ModuleType, command: str, words: list[str]) -> int:
    """A module reads its own words (``typed``), or has arguments for a parser."""
    if hasattr(module, "typed"):
        return int(module.typed(words))
    own = argparse.ArgumentParser(prog=f"rightbower {command}", description=COMMANDS[command])
    module.arguments(own)
    return int(module.run(_parsed(own, words)))


def _parsed(parser: argparse.ArgumentParser, words: list[str]) -> argparse.Namespace:
    """Options stand before, between or after the words, unless there are commands within."""
    try:
        return parser.parse_intermixed_args(words)
    except TypeError:
        return parser.parse_args(words)


def _plainly(fault: ValueError | OSError) -> str:
    """A fault as a sentence, without the system's number of it."""
    if isinstance(fault, OSError) and fault.filename and fault.strerror:
        return f"{fault.filename}: {fault.strerror}"
    return (isinstance(fault, OSError) and fault.strerror) or str(fault)


def _parser() -> argparse.ArgumentParser:
    width = max(len(command) for command in COMMANDS)
    listed = "\n".join(f"  {command:<{width}}  {does}" for command, does in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="rightbower",
        description="Play Euchre by the book, and run Euchre events by the book.",
        epilog=f"commands:\n{listed}\n\nTo learn more about a command: rightbower COMMAND --help",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rightbower {__version__}")
    parser.add_argument("command", nargs="?", choices=tuple(COMMANDS), metavar="COMMAND")
    return parser
