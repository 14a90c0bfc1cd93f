"""``rightbower play``: a game of Euchre in the terminal."""

from __future__ import annotations

import argparse
import sys
import time
from datetime import datetime
from pathlib import Path
from random import SystemRandom
from typing import Final

from rightbower.cli.options import book_option
from rightbower.rules.cards import Seat
from rightbower.rules.extras import needs
from rightbower.rules.game import target_objection
from rightbower.rules.library import open_book
from rightbower.rules.refusal import Refusal

INTERRUPTED: Final = 130  # what a shell expects after Ctrl-C
PACES: Final = {"slow": 1.2, "normal": 0.7, "fast": 0.3, "none": 0.0}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow ``rightbower play``."""
    add = parser.add_argument
    book_option(parser)
    add("--seat", default="S", help="where you sit: N, E, S or W")
    add("--name", default="", help="your name in the record")
    add("--target", type=int, help="play to another number of points, where the book lets you")
    add("--seed", help="shuffle by this seed, to play the same cards again")
    players = "who plays with you: beginner, club, league, expert and others"
    add("--players", default="club", help=players)
    add("--record", type=Path, metavar="FILE", help="save the record in this file")
    add("--clock", choices=("on", "off"), default="on", help="off to play without a time limit")
    add("--pace", choices=tuple(PACES), default="normal", help="how fast the cards are played")
    table = "play as at a real table: slips happen, are called, and are ruled on"
    add("--as-at-the-table", action="store_true", help=table)
    often = ("never", "seldom", "often")
    add("--slips", choices=often, default="seldom", help="how often bots slip")
    add("--plain", action="store_true", help="plain lines without color or drawing")


def run(args: argparse.Namespace) -> int:
    """Play one game."""
    from rightbower.players import player

    needs("the table in a terminal", "rich")
    from rightbower.terminal.answers import new_file, usual_place
    from rightbower.terminal.picture import Screen, typed
    from rightbower.terminal.session import Setup, Sitting

    book = open_book(args.book)
    if reason := target_objection(book, args.target):
        raise Refusal(reason)
    you = Seat.of(args.seat)
    seed = args.seed or str(SystemRandom().randrange(10**6))
    now = datetime.now().astimezone()
    north, east, south, west = (
        args.name if seat is you and args.name else seat.word for seat in Seat
    )
    setup = Setup(
        book=book,
        you=you,
        players=(north, east, south, west),
        others=player(args.players),
        seed=seed,
        file=new_file(args.record or usual_place(book, now)),
        target=args.target,
        date=now.date().isoformat(),
        tick=time.monotonic if args.clock == "on" else None,
        slips=args.slips if args.as_at_the_table else None,
    )
    plain = args.plain or not (sys.stdin.isatty() and sys.stdout.isatty())
    screen = Screen(typed(), sys.stdout, plain, PACES[args.pace], echoes=sys.stdin.isatty())
    try:
        Sitting(setup, screen).play()
    except KeyboardInterrupt:  # the sitting has said goodbye and kept the game
        return INTERRUPTED
    return 0
