"""The other ways to read an unclear text: a house chooses one, and the event goes by it."""

from typing import Any

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.book import load, overlay
from rightbower.rules.library import readings
from rightbower.tournament.events.attendance import withdraw
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.finish import finish, hand_in
from rightbower.tournament.events.places import next_step
from rightbower.tournament.events.plan import Planned
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.seating import seat
from rightbower.tournament.events.table_view import seats
from tournament.events.day import Day, individuals, ring_of_pairs


def by_reading(event: Event, number: str, letter: str) -> Planned:
    """The plan with one way of reading a text chosen by the house."""
    chosen = readings()[number].options["abc".index(letter)]
    assert chosen.set, "this way of reading is no setting"
    book = overlay(load(event.plan.book), chosen.set, "We read it so.")
    return Planned(replace(event.plan, movement=book.movement, standings=book.standings))


def charity(reading: str, letter: str, players: int = 8, **options: Any) -> Day:
    """A charity day by a reading, with one round played, everyone tied on five points."""
    day = individuals("charity-day", players, **options)
    day.do(by_reading(day.event, reading, letter))
    day.seat()
    day.play_all("5–5")
    return day


def test_cards_may_be_plain_numbers() -> None:
    """X-31 b."""
    day = charity("X-31", "b")
    cards = [place.card for place in seats(day.event, day.event.round)]
    assert sorted(map(int, cards)) == list(range(1, 9))


def test_hosts_may_put_those_who_are_level_in_order() -> None:
    """X-33 b."""
    day = charity("X-33", "b", rounds=1)
    day.do(hand_in(day.event, tuple(range(1, 9))))
    step = next_step(day.event)
    assert step is not None
    assert (step.kind, len(step.group)) == ("decision", 8)
    place = day.place(day.name(1))
    assert place.shared
    assert "still open: the host places all 8, or lets them share. (S02-1.6, X-33)" in place.why


def test_a_house_may_insist_on_every_card() -> None:
    """X-34 b."""
    day = charity("X-34", "b", rounds=1)
    day.do(hand_in(day.event, (1, 2, 3, 4, 5, 6, 7)))
    with pytest.raises(
        EventError, match=r"the card of P8 has still to be handed in \(S02-10\.5, X-34\)"
    ):
        finish(day.event)
    day.do(hand_in(day.event, (8,)))
    assert day.do(finish(day.event)).finished


def test_a_house_may_let_the_director_part_two_who_are_level() -> None:
    """X-43 b."""
    day = Day("alberta-pairs", rounds=1, placing="first free")
    day.do(by_reading(day.event, "X-43", "b"))
    day.enter(*(f"P{at} & Q{at}" for at in range(4)))
    day.seat()
    day.play_all("10–4")
    step = next_step(day.event)
    assert step is not None
    assert step.kind == "decision"


def test_two_who_sit_out_apart_are_told_when_they_meet() -> None:
    day = ring_of_pairs("alberta-55plus", 6)
    day.play_all()
    for name in ("A1", "B4"):
        day.do(withdraw(day.event, [day.number(name)], "the last bus"))
    for round_ in range(2, 7):
        fact = seat(day.event, "seed")
        told = english(remarks(day.event, fact))
        said = [each for each in told if "are not put together" in each]
        day.do(fact)
        lone = [table.entrants[0] for table in day.event.round.tables if len(table.entrants) == 1]
        assert len(said) == len(lone) // 2, round_
        for each in said:
            assert "the B teams stay (A01-T6.2), so that nobody meets twice" in each
            a, b = (tuple(table.sides[letter]) for letter, table in _lone(day.event))
            when = int(each.rstrip(".").rpartition(" ")[2])
            assert met(day, a, b) == (when if when <= round_ else None)
        day.play_all()
    assert len(played(day)) == len(set(played(day)))


def _lone(event: Event) -> list[tuple[int, Any]]:
    """The table of the A team and that of the B team without opponents."""
    alone = [table for table in event.round.tables if len(table.entrants) == 1]
    return sorted(((0 if table.sides[0] else 1), table) for table in alone)


def played(day: Day) -> list[frozenset[int]]:
    """Who has met whom, a game each."""
    return [frozenset(table.entrants) for _, table in day.event.games()]


def met(day: Day, a: tuple[int, ...], b: tuple[int, ...]) -> int | None:
    """The round in which two have met."""
    for round_, table in day.event.games():
        if set(table.sides) == {a, b}:
            return round_
    return None
