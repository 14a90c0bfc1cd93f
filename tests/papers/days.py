"""Small days, evenings and a club, of which papers, pictures and tables are made."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from books import event_book
from rightbower.office.contests import CONTESTS, JournalOffice
from rightbower.papers.printing.papers import ScoreCard
from rightbower.store.journal import Journal
from rightbower.tournament.club.book import AddNights, MakeSeason, OpenClub
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.events.attendance import withdraw
from rightbower.tournament.events.entrants import PrizeDrawn
from rightbower.tournament.events.event import Event, Prize, ResultRuling
from rightbower.tournament.events.money import count_loners
from rightbower.tournament.events.results import enter, rule, void
from rightbower.tournament.events.seating import seat
from rightbower.tournament.events.simulated import people, rehearse
from tournament.club.played import night
from tournament.events.day import Day

LONG: Final = "Donaudampfschifffahrtsgesellschaftskapitaen"


@cache
def fair_draw() -> Event:
    """Nine people, one of whom sits out each round; two rounds played, a third seated."""
    day = Day("fair-draw", rounds=4, prizes=(Prize("First", 1, 3001), Prize("Lone hands", loners=True)))  # fmt: skip
    day.enter(*people(9))
    for number in (1, 2):
        day.do(seat(day.event, f"fair {number}"))
        for table in day.event.round.tables:
            day.do(enter(day.event, table.number, (10, 4 + number + table.number)))
    day.do(count_loners(day.event, [(2, 3)]))
    day.do(seat(day.event, "fair 3"))
    return day.event


@cache
def progressive() -> Event:
    """Ten people by the national book: a drawn game, two who sit out, a round under way."""
    day = Day("national-progressive", rounds=3)
    day.enter(*people(10))
    day.do(seat(day.event, "national 1"))
    for table, points in zip(day.event.round.tables, ((9, 9), (10, 3)), strict=True):
        dealer = table.entrants[0]
        day.do(enter(day.event, table.number, points, last_dealer=dealer))
    day.do(seat(day.event, "national 2"))
    day.do(enter(day.event, 1, (4, 10)))
    return day.event


@cache
def pairs() -> Event:
    """Pairs of the seniors' book: a game ruled lost, one that is void, a round under way."""
    names = people(16)
    day = Day("alberta-pairs", rounds=3)
    day.enter(*(f"{one} & {other}" for one, other in zip(names[::2], names[1::2], strict=True)))
    day.do(seat(day.event, "pairs 1"))
    for table in day.event.round.tables:
        day.do(enter(day.event, table.number, (10, 3 + table.number)))
    lost = ResultRuling(0, lost=True, why="a revoke", clause="A01-11.R5")
    day.do(rule(day.event, 1, lost))
    day.do(void(day.event, 2, why="spilt tea"))
    day.do(seat(day.event, "pairs 2"))
    day.do(enter(day.event, 3, (2, 10)))
    return day.event


@cache
def finished() -> Event:
    """A charity day, closed, with prizes of which one is drawn."""
    prizes = (Prize("First", 1, 3001), Prize("Second", 2, 2000), Prize("Last", 1, 500, low=True))
    day = Day("charity-day", rounds=2, prizes=prizes)
    *_, event = rehearse(day.event, day.do, 2, "closed")
    return replace(event, drawn=(PrizeDrawn("Door prize", "Ann Lee", "seed", 8, 1),))


@cache
def before() -> Event:
    """A social evening on which nobody has sat down yet, and one has left already."""
    day = Day("charity-day")
    day.enter(*people(4))
    day.enter("Flo Floater", floater=True)
    return day.do(withdraw(day.event, [2]))


@cache
def club() -> ClubHistory:
    """A club with a season of two nights by points and one of a single night by places."""
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal") as journal:
        for number, names in enumerate((people(8), people(12)[4:]), 1):
            night(event_book(journal), f"n{number}", f"2027-01-0{number}", names, loners=number)
        office = JournalOffice(journal, CONTESTS["club"])
        office.open(OpenClub("Elm Street Euchre"), "")
        office.do("club", [MakeSeason("Winter", "points made", 1, 3)], "")
        office.do("club", [MakeSeason("Places", "places", 0, 0, (3, 2, 1))], "")
        winter, places = (each.id for each in office.store.history("club").club.seasons)
        office.do("club", [AddNights(winter, ("n1", "n2")), AddNights(places, ("n2",))], "")
        found = office.store.history("club")
        assert isinstance(found, ClubHistory)
        return found


def crowd() -> Event:
    """Twenty people after one round, the first with a name longer than any picture is wide."""
    day = Day("national-progressive", rounds=3)
    day.enter(f"{LONG} of the Danube", *people(19))
    day.do(seat(day.event, "crowd"))
    day.play_all("10-4")
    return day.event


def social_card(name: str, number: str, rounds: int, foot: Sequence[str] = ()) -> ScoreCard:
    """A personal card where points are added up from round to round."""
    return ScoreCard(name, number, rounds, ("Round", "Table", "Points", "Total"), tuple(foot))


def progressive_card(name: str, number: str, games: int, foot: Sequence[str] = ()) -> ScoreCard:
    """A player's card of a progressive event: won, drawn or lost."""
    columns = ("Game", "Table", "W/D/L", "Points", "Total")
    return ScoreCard(name, number, games, columns, tuple(foot))
