"""``rightbower fair``: check that a finished game's shuffles were fixed beforehand."""

from __future__ import annotations

import argparse

from rightbower.rules.refusal import Refusal


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("seed", help="the seed shown after the game")
    parser.add_argument("fingerprint", help="the fingerprint shown before it")
    parser.add_argument(
        "--salt", action="append", default=[], help="a player's salt, in seat order N E S W"
    )
    parser.add_argument(
        "--version", type=int, default=2, choices=(1, 2, 3), help="the shuffle's version (2)"
    )
    parser.add_argument("--deal", type=int, help="print the shuffled deck of this deal")


def run(args: argparse.Namespace) -> int:
    """Compare the fingerprint, and work a deal's pack out."""
    from rightbower.rules import shuffles

    if not shuffles.matches(args.seed, args.fingerprint):
        raise Refusal("this seed does not have that fingerprint: the shuffle was not fair")
    print("The seed has the fingerprint: the cards were fixed before the game.")
    if args.deal is not None:
        salts = (*args.salt, "", "", "", "")[:4]
        pack = shuffles.pack(args.seed, salts, f"deal {args.deal}", args.version)
        print(f"Deal {args.deal}, from the top:", " ".join(card.name for card in pack))
    return 0
