"""Charity days of 5 to 40 players and 1 to 10 rounds, against sums made here from the scores alone."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

import pytest

from rightbower.tournament.events.attendance import withdraw
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.finish import finish, hand_in
from rightbower.tournament.events.results import enter
from tournament.events.day import Day, individuals

SIZES = range(5, 41)
ROUNDS = 10


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The social's book for days of ten rounds, where the text has eight or fewer."""
    path = tmp_path_factory.mktemp("sheet") / "long-day.toml"
    path.write_text(
        'name = "long-day"\nextends = "charity-social"\n[movement.rounds]\nvalue = 10\n'
        'note = "Ten rounds are played."\n'
    )
    return str(path)


class Book:
    """What somebody at the door writes down: who was there in each round, and what everybody made."""

    def __init__(self) -> None:
        self.there: list[set[int]] = []
        self.totals: dict[int, int] = defaultdict(int)
        self.spares = 0

    def lowest(self) -> set[int]:
        """Who has the lowest total of those who were there for every round."""
        whole = set.intersection(*self.there)
        least = min((self.totals[number] for number in whole), default=None)
        return {number for number in whole if self.totals[number] == least}

    def rank(self, number: int, among: Sequence[int]) -> int:
        """The place of a total among others."""
        return 1 + sum(self.totals[each] > self.totals[number] for each in among)


def play_round(day: Day, book: Book, here: set[int], luck: random.Random) -> None:
    """Everybody here draws; each table gets a score that eight deals can end with."""
    day.seat(str(luck.random()))
    book.there.append(set(here))
    playing = 0
    for table in day.event.round.tables:
        points = [0, 0]
        for _ in range(8):
            points[luck.randrange(2)] += luck.choice((1, 1, 1, 2, 2, 4))
        day.do(enter(day.event, table.number, (points[0], points[1])))
        for made, side in zip(points, table.sides, strict=True):
            for number in side:
                book.totals[number] += made
                playing += 1
    assert playing == len(here) // 4 * 4  # as many as can play do
    book.spares += len(here) - playing


def closed(event: Event, cards: Sequence[int]) -> Event:
    """The event as it is closed now with these cards in."""
    if cards:
        event = hand_in(event, tuple(cards)).apply(event, 0.0)
    return finish(event, "closing time").apply(event, 0.0)


def low_winners(event: Event) -> set[int]:
    """Who wins the lowest prize."""
    low = {prize.name for prize in event.plan.prizes if prize.low}
    return {who for each in event.awards if set(each.prizes) & low for who in each.winners}


@pytest.mark.parametrize("players", SIZES)
def test_S02_1_6_lowest_wins_whoever_sat_out_because_numbers_do_not_divide(
    players: int, sheet: str
) -> None:
    """X-100: with everybody there for all rounds, the lowest total wins, whatever the byes."""
    luck = random.Random(f"low {players}")
    day, book = individuals("charity-day", players, book=sheet), Book()
    everybody = set(range(1, players + 1))
    for _ in range(ROUNDS):
        play_round(day, book, everybody, luck)
        assert low_winners(closed(day.event, sorted(everybody))) == book.lowest()
    assert (book.spares > 0) == (players % 4 > 0)


@pytest.mark.parametrize("players", SIZES)
def test_S02_1_6_who_left_or_came_late_is_out_of_the_lowest(players: int, sheet: str) -> None:
    """X-100, with one who leaves and one who comes late at any time."""
    luck = random.Random(f"late {players}")
    leaves, comes = luck.randrange(1, ROUNDS), luck.randrange(1, ROUNDS)
    day, book = individuals("charity-day", players, book=sheet), Book()
    here = set(range(1, players + 1))
    for number in range(1, ROUNDS + 1):
        if number > 1 and number - 1 == leaves:
            gone = luck.choice(sorted(here))
            day.do(withdraw(day.event, [gone], "the last bus"))
            here.discard(gone)
        if number > 1 and number - 1 == comes:
            day.enter("Late")
            here.add(day.number("Late"))
        if len(here) < 4:
            return
        play_round(day, book, here, luck)
        cards = sorted(set().union(*book.there))
        assert low_winners(closed(day.event, cards)) == book.lowest()


@pytest.mark.parametrize("players", SIZES)
def test_S02_10_5_only_those_whose_cards_are_in_are_ranked(players: int, sheet: str) -> None:
    """X-34: none in, one in, some in, all but one in, all in."""
    luck = random.Random(f"cards {players}")
    day, book = individuals("charity-day", players, book=sheet), Book()
    everybody = list(range(1, players + 1))
    for _ in range(ROUNDS):
        play_round(day, book, set(everybody), luck)
        for count in {0, 1, luck.randrange(2, players), players - 1, players}:
            cards = sorted(luck.sample(everybody, count))
            event = closed(day.event, cards)
            ranked = {each.entrant: each.rank for each in event.places if each.rank is not None}
            assert ranked == {number: book.rank(number, cards) for number in cards}
            assert {each.entrant for each in event.places} == set(everybody)
            winners = {who for each in event.awards for who in each.winners}
            assert winners <= set(cards)
            assert bool(winners) == bool(cards)
