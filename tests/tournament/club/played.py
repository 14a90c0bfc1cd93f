"""Nights played out for the club's tests: chosen people, results by chance, everything written down."""

from __future__ import annotations

from random import Random

from books import Book
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import Event, Prize
from rightbower.tournament.events.money import count_loners
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.seating import seat
from rightbower.tournament.events.simulated import ended, quick_score

AT = 1_790_000_000.0
PRIZES = (Prize("First", 1, 3001), Prize("Second", 2, 2000), Prize("Third", 3, 500))


def night(
    book: Book,
    id_: str,
    date: str,
    who: list[str],
    preset: str = "fair-draw",
    rounds: int = 3,
    loners: int = 0,
) -> Event:
    """A finished event with these people, the first of whom made ``loners`` lone hands."""
    opened = open_event(preset, id_, f"Night {id_}", date, rounds=rounds, prizes=PRIZES)
    event = book.open(opened, AT, "the test")

    def write(fact: Fact) -> Event:
        after: Event = book.add(id_, fact, AT, "the test")
        return after

    pairs = event.plan.entering.unit == "pair"
    entered = [who[start : start + 1 + pairs] for start in range(0, len(who), 1 + pairs)]
    event = write(add(event, [[Player(name) for name in names] for names in entered]))
    event = write(check_in_all(event))
    luck = Random(id_)
    for _ in range(rounds):
        event = write(seat(event, f"{id_} {len(event.rounds)}"))
        for table in event.round.tables:
            points = luck.choice([(10, luck.randrange(10)), (luck.randrange(10), 10)])
            event = write(enter(event, table.number, points))
    if loners:
        event = write(count_loners(event, [(1, loners)]))
    return ended(event, write, id_, quick_score)
