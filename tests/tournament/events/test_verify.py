"""Draws made again from the journal."""

from msgspec.structs import replace

from rightbower.tournament.events.event import EventHistory
from rightbower.tournament.events.seating import Seated
from rightbower.tournament.events.verify import Verdict, verify
from tournament.events.day import individuals


def test_seats_that_were_not_drawn_from_their_seed_are_found() -> None:
    day = individuals("charity-day", 12)
    day.seat("blue")
    day.play_all("9–5")
    day.seat("red")
    assert verify(day.history) == Verdict(2, ())
    last = day.history.entries[-1]
    assert isinstance(last.fact, Seated)
    other = replace(last, fact=replace(last.fact, round=replace(last.fact.round, seed="green")))
    forged = EventHistory.of([*day.history.entries[:-1], other])
    assert verify(forged).different == (len(forged.entries),)
