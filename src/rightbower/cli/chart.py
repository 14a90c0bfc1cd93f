"""``rightbower chart``: what to call, by seat, turn-up and trumps, by any book."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from rightbower.cli.options import book_option, check_worlds
from rightbower.players.tables import basis
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import card
from rightbower.rules.library import open_book
from rightbower.rules.refusal import Refusal
from rightbower.study.chart_rules import differences, hand_of, special_rules, weakest
from rightbower.study.charts import (
    KEY,
    KINDS,
    ROUND_ONE,
    ROWS,
    SEATS,
    Chart,
    chart_for,
    clearness,
    grid_lines,
    kind_words,
    source,
    view_from_text,
)
from rightbower.study.explain import explain
from rightbower.study.teacher import advise, judge_of, options_in_words

PLACES = {"1": 0, "2": 1, "3": 2, "4": 3, "dealer": 3}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    book_option(parser)
    seats = "1 for the player left of the dealer, and so on to 4, the dealer"
    add("--seat", choices=PLACES, help=seats)
    add("--turn-up", metavar="CARD", help="the card turned up, such as 9H")
    five = 'say what to call with these cards, such as "JH 9H AS KC 9C"'
    add("--hand", metavar="CARDS", help=five)
    rounds = "the round of bidding; for a hand, round 1 if left out"
    add("--round", type=int, choices=tuple(KINDS), help=rounds)
    add("--score", help="for a hand: the score, yours first, such as 3-5")
    worlds = "for a hand: how many possible deals to try (340, as the expert does)"
    add("--worlds", type=int, default=340, help=worlds)
    add("--weakest", action="store_true", help="show the weakest hands that still call")
    add("--compare", metavar="BOOK", help="show what differs in this other book")
    add("--card", type=Path, metavar="PDF", help="write the one-page bidding card")
    sizes = ("Letter", "A4")
    add("--paper", choices=sizes, default="Letter", help="the size of the bidding card")
    add("--plot", type=Path, metavar="FILE", help="write plots (png, svg, pdf)")


def run(args: argparse.Namespace) -> int:
    """Print or write what is asked for."""
    if args.score is not None and not args.hand:
        raise Refusal("charts are for an even score; --score needs --hand too")
    if args.hand:
        lines = _hand(args)
    elif args.compare:
        lines = _compared(args)
    elif args.card or args.plot:
        lines = _written(args)
    else:
        lines = _seats(args)
    print("\n".join(lines))
    return 0


def _hand(args: argparse.Namespace) -> Iterator[str]:
    """Each call of one hand, and how clear the best is."""
    if args.seat is None or args.turn_up is None:
        raise Refusal("--hand needs --seat and --turn-up too")
    check_worlds(args.worlds)
    number, score = args.round or ROUND_ONE, args.score or "0-0"
    book = open_book(args.book)
    seen = view_from_text(book, number, PLACES[args.seat], args.turn_up, args.hand, score)
    found = advise(seen, args.worlds)
    yield from options_in_words(found)
    yield f"This is {clearness(found)}. {explain(seen, found[0].action).text}"
    yield judge_of(seen, args.worlds)


def _seats(args: argparse.Namespace) -> Iterator[str]:
    """The rules of each seat, or of one; or its weakest hands."""
    book = open_book(args.book)
    chart = chart_for(book)
    kind = card(args.turn_up).rank.letter if args.turn_up else None
    for place in range(len(SEATS)) if args.seat is None else [PLACES[args.seat]]:
        for number in _rounds(args):
            shown = [each for each in KINDS[number] if kind in (None, each) or number != ROUND_ONE]
            if args.weakest:
                yield from _weak(chart, number, place, shown)
            else:
                yield from grid_lines(chart, number, place, shown)
    if not args.weakest:
        yield from KEY
        yield from special_rules(book, load("standard"))
        yield from _borrowed(book)
        yield source(chart)


def _borrowed(book: RuleBook) -> Iterator[str]:
    """Whose chart a house sheet goes by."""
    chart = chart_for(book)
    if book.name != chart.book:
        yield f"{book.title} has no chart of its own: this is the one for {chart.book}."
        yield f"For one hand: {basis(book).words}"


def _rounds(args: argparse.Namespace) -> tuple[int, ...]:
    """The round asked for; a turn-up by itself asks who takes it."""
    if args.round is None and args.weakest and args.turn_up:
        return (ROUND_ONE,)
    return tuple(KINDS) if args.round is None else (args.round,)


def _weak(chart: Chart, number: int, place: int, shown: list[str]) -> Iterator[str]:
    for kind in shown:
        found = weakest(chart, number, place, kind)
        if not found:
            where = f"{kind_words(kind)} up" if number == ROUND_ONE else kind
            yield f"{SEATS[place]:<17} {where:<15} most hands like any that calls do not"
        for each in found:
            hand = " ".join(one.symbol for one in hand_of(each))
            up = card(each.turn_up).symbol
            where = f"{up} up" if number == ROUND_ONE else f"{kind} after {up}"
            yield f"{SEATS[place]:<17} {where:<15} {hand}"


def _compared(args: argparse.Namespace) -> Iterator[str]:
    one, other = open_book(args.book), open_book(args.compare)
    found = list(differences(chart_for(one), chart_for(other)))
    for each in found:
        kind = f"{kind_words(each.kind)} up" if each.round == ROUND_ONE else each.kind
        where = f"{SEATS[each.place]}, {kind}, {ROWS[each.row].words}"
        yield f"{where:<50} {one.name}: {each.first}; {other.name}: {each.second}"
    for book in (one, other):
        yield from _borrowed(book)
    yield f"{len(found)} {'rule differs' if len(found) == 1 else 'rules differ'}, each told for no ace, one and two."


def _written(args: argparse.Namespace) -> Iterator[str]:
    book = open_book(args.book)
    chart = chart_for(book)
    if args.card:
        from rightbower.papers.printing.bidding_card import bidding_card

        args.card.write_bytes(bidding_card(book, chart, args.paper))
        yield f"The bidding card is in {args.card}."
    if args.plot:
        from rightbower.study.chart_rules import plot

        plot(chart, args.plot)
        yield f"The plots are in {args.plot}."
