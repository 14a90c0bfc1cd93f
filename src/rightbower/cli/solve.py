"""``rightbower solve``: four open hands with best play by all."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from rightbower.cli.options import json_option
from rightbower.rules.refusal import Refusal, counted

if TYPE_CHECKING:
    from rightbower.rules.cards import Card, Seat, Suit

HANDS = ("north", "east", "south", "west")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    for seat in HANDS:
        five = 'five cards, such as "JH AH KS QS 9C"'
        add(f"--{seat}", required=True, metavar="CARDS", help=five)
    add("--trump", required=True, metavar="SUIT", help="the trump suit, such as hearts")
    add("--leader", required=True, metavar="SEAT", help="who leads: N, E, S or W")
    add("--maker", required=True, metavar="SEAT", help="who made trump: N, E, S or W")
    add("--alone", action="store_true", help="the maker plays alone")
    json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print how many tricks the makers take."""
    from rightbower.rules.cards import HAND_SIZE, Seat, Suit, cards

    hands = [cards(getattr(args, name)) for name in HANDS]
    seen = [card for hand in hands for card in hand]
    for card in seen:
        if seen.count(card) > 1:
            raise Refusal(f"{card} appears twice")
    for seat, hand in zip(Seat, hands, strict=True):
        if len(hand) != HAND_SIZE:
            raise Refusal(f"{seat.word} holds {counted(len(hand), 'card')}, not {HAND_SIZE}")
    trump, leader, maker = Suit.of(args.trump), Seat.of(args.leader), Seat.of(args.maker)
    if args.alone and leader is maker.partner:
        raise Refusal(f"{leader.word}'s hand is put away and cannot lead")
    tricks = _tricks(hands, trump, leader, maker, args.alone)
    if args.json:
        result = {"tricks": tricks, "maker": maker.name, "trump": trump.letter}
        print(json.dumps({**result, "alone": args.alone}))
        return 0
    print(
        f"With best play by all, {maker.word}'s side takes {tricks} of {HAND_SIZE} tricks in {trump}."
    )
    return 0


def _tricks(
    hands: list[tuple[Card, ...]], trump: Suit, leader: Seat, maker: Seat, alone: bool
) -> int:
    import numpy as np

    from rightbower.players.kernel.bits import mask_of
    from rightbower.players.kernel.search import NOBODY, positions, solve_tricks

    masks = np.array([[mask_of(hand) for hand in hands]], dtype=np.int64)
    lone = int(maker) if alone else NOBODY
    return int(solve_tricks(positions(masks, trump, leader, maker.side, lone))[0])
