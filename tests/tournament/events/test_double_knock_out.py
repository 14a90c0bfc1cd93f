"""Double knock-outs of every size against a checker that knows two lives and nothing of the engine."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rightbower.tournament.events.attendance import withdraw
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.results import enter, void
from rightbower.tournament.events.seating import not_yet, planned_rounds, seat
from tournament.events.day import Day


class Lives:
    """Who has lost how often, by the results alone; each round that is seated is looked at."""

    def __init__(self, entrants: int) -> None:
        self.lost: Counter[int] = Counter()
        self.here = set(range(1, entrants + 1))

    @property
    def alive(self) -> set[int]:
        """All who may still play."""
        return {who for who in self.here if self.lost[who] < 2}

    def look(self, tables: list[tuple[int, int]], byes: tuple[int, ...]) -> None:
        """Everyone with a life is in the round once, against somebody with as many lives."""
        there = [who for table in tables for who in table] + list(byes)
        assert sorted(there) == sorted(self.alive)
        assert tables
        for one, other in tables:
            if self.lost[one] != self.lost[other]:
                # The final: the last unbeaten against the last with one loss.
                assert len(self.alive) == 2
        for losses in (0, 1):
            waiting = [who for who in byes if self.lost[who] == losses]
            playing = [one for one, _ in tables if self.lost[one] == losses]
            # Of those who lost once at most one waits; of the unbeaten all do only if one is left.
            if losses:
                assert len(waiting) <= 1
            else:
                assert playing or len(waiting) <= 1


def played(size: int, seed: int, leaving: float) -> tuple[Day, Lives]:
    """A whole double knock-out in which people leave in any round, before a game or in it."""
    luck = Random(f"{size} {seed}")
    day, lives = Day("double-knock-out", placing=luck.choice(("draw", "first free"))), Lives(size)
    day.enter(*(f"P{number} & Q{number}" for number in range(1, size + 1)))
    while not_yet(day.event) is None and len(lives.alive) > 1:
        day.do(seat(day.event, str(luck.random())))
        round_ = day.event.round
        games = [(table.sides[0][0], table.sides[1][0]) for table in round_.tables]
        lives.look(games, round_.byes)
        for table in round_.tables:
            first, _second = table.entrants
            if luck.random() < leaving and len(lives.alive) > 2:
                day.do(withdraw(day.event, (first,)))
                day.do(void(day.event, table.number, why="they left"))
                lives.here.discard(first)
                continue
            won = luck.randrange(2)
            day.do(enter(day.event, table.number, (10, 4) if won == 0 else (4, 10)))
            lives.lost[table.entrants[1 - won]] += 1
        if luck.random() < 3 * leaving and len(lives.alive) > 2:
            gone = luck.choice(sorted(lives.alive))
            day.do(withdraw(day.event, (gone,)))
            lives.here.discard(gone)
    return day, lives


@pytest.mark.parametrize("size", range(3, 65))
def test_whoever_loses_twice_is_out_and_one_is_left(size: int) -> None:
    day, lives = played(size, 1, leaving=0.0)
    (best,) = lives.alive
    assert all(lives.lost[who] == 2 for who in lives.here - {best})
    assert sum(lives.lost.values()) in (2 * size - 2, 2 * size - 1)
    assert not_yet(day.event) is not None
    assert planned_rounds(day.event) == len(day.event.rounds)
    assert day.places()[0] == f"P{best}"
    final = day.event.round.tables[0].entrants
    assert {day.number(each) for each in day.places()[:2]} == set(final)


@pytest.mark.parametrize("size", [*range(3, 20), 31, 32, 33, 48, 63, 64])
def test_people_leave_in_every_round(size: int) -> None:
    for seed in range(3):
        day, lives = played(size, seed, leaving=0.15)
        assert len(lives.alive) == 1
        with pytest.raises(EventError, match=r"rounds have been played|alone in the draw"):
            seat(day.event, "more")


@pytest.mark.soak
def test_people_leave_in_every_round_of_every_size() -> None:
    for size in range(3, 65):
        for seed in range(10):
            assert len(played(size, seed, leaving=0.15)[1].alive) == 1


def four() -> Day:
    """Four pairs, of whom the second of the first table loses to nobody until the final."""
    day = Day("double-knock-out", placing="first free")
    day.enter("A & Aa", "B & Bb", "C & Cc", "D & Dd")
    return day


def test_the_final_is_played_again_where_the_unbeaten_lose_it() -> None:
    day = four()
    for games in ("A 10–4 D, B 10–4 C", "A 10–4 B, D 4–10 C", "B 10–3 C"):
        day.seat()
        day.play(games)
    day.seat()
    assert planned_rounds(day.event) == 4
    day.play("A 6–10 B")
    assert planned_rounds(day.event) == 5
    day.seat()
    assert [table.entrants for table in day.event.round.tables] in ([(1, 2)], [(2, 1)])
    day.play("A 10–9 B")
    assert not_yet(day.event) is not None
    assert day.places() == ["A", "B", "C", "D"]


def test_the_unbeaten_who_win_the_final_have_won() -> None:
    day = four()
    for games in ("A 10–4 D, B 10–4 C", "A 10–4 B, D 4–10 C", "B 10–3 C", "A 10–9 B"):
        assert not_yet(day.event) is None
        day.seat()
        day.play(games)
    assert not_yet(day.event) is not None
    assert day.places() == ["A", "B", "C", "D"]


def test_a_game_without_a_winner_holds_the_next_round_up() -> None:
    day = four()
    day.seat()
    day.play("A 10–4 D")
    day.do(void(day.event, 2, why="a pack with two kings"))
    with pytest.raises(EventError, match="table 2 needs a winner who goes on"):
        day.seat()
