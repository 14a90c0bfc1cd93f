"""Duplicate days at random, added up by arithmetic that shares nothing with the program's."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec import UNSET

from rightbower.rules import shuffles
from rightbower.rules.cards import PACK
from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.events.attendance import check_in_all, withdraw
from rightbower.tournament.events.board_dealing import (
    BoardsDealt,
    board_of,
    deal,
    fingerprint,
    open_to_all,
)
from rightbower.tournament.events.board_results import read_boards, summed
from rightbower.tournament.events.board_tables import boards_at, line_of
from rightbower.tournament.events.boards import BoardPlan
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import EventError, Player
from rightbower.tournament.events.event import Event, EventHistory, ResultRuling
from rightbower.tournament.events.places import table as standings_table
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.results import correct, enter, rule
from rightbower.tournament.events.seating import SeatRound, not_yet, seat, swap_seats
from rightbower.tournament.events.simulated import quick_boards, rehearse

SOME, DAYS = 40, 200


class Day:
    """An event that is written down fact by fact."""

    def __init__(self, preset: str = "duplicate", **plan: Any) -> None:
        fact = open_event(preset, "day", "A day", "2026-11-18", **plan)
        self.history = EventHistory.of([Entry(0.0, "test", fact)])

    @property
    def event(self) -> Event:
        return self.history.event

    def write(self, fact: Fact) -> Event:
        self.history = self.history.extend(Entry(0.0, "test", fact))
        return self.event

    def came(self, pairs: int) -> None:
        people = [[Player(f"P{each}a"), Player(f"P{each}b")] for each in range(pairs)]
        self.write(add(self.event, people))
        self.write(check_in_all(self.event))
        self.write(deal(self.event, "a seed"))

    def played(self, luck: Random) -> None:
        plan = self.event.plan.duplicate
        assert plan is not None
        for table in self.event.round.tables:
            if table.playing:
                boards = quick_boards(plan, luck)
                self.write(enter(self.event, table.number, summed(boards), boards=boards))


def random_day(number: int) -> Day:
    """A day of any kind, with somebody leaving now and then and a score put right."""
    luck = Random(number)
    preset = luck.choice(["duplicate", "duplicate-mitchell"])
    winners = luck.choice([1, 2]) if preset == "duplicate-mitchell" else 1
    scoring: Any = luck.choice(["matchpoints", "total points", "difference to the field"])
    plan = BoardPlan(luck.randint(1, 4), scoring, 2 if winners == 2 else 1, luck.random() < 0.3)
    day = Day(preset, boards=plan, rounds=luck.choice([None, luck.randint(2, 9)]))
    pairs = luck.randint(4, 13)
    day.came(pairs)
    while not_yet(day.event) is None:
        day.write(seat(day.event, f"{number} {len(day.event.rounds)}"))
        day.played(luck)
        if luck.random() < 0.05:
            here = [each.number for each in day.event.entrants if each.state == "here"]
            day.write(withdraw(day.event, [luck.choice(here)]))
        if luck.random() < 0.1:
            there = luck.choice([each for each in day.event.round.tables if each.playing])
            boards = quick_boards(plan, luck)
            fact = correct(day.event, len(day.event.rounds), there.number, summed(boards),
                           why="typed wrongly", boards=boards)  # fmt: skip
            day.write(fact)
    return day


def added_up(event: Event) -> dict[int, Fraction]:
    """What everybody's boards come to, board by board and pair against pair."""
    plan = event.plan.duplicate
    assert plan is not None
    results: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    games: dict[int, int] = defaultdict(int)
    byes: dict[int, int] = defaultdict(int)
    for round_ in event.rounds:
        for each in round_.byes:
            byes[each] += 1
        for table in round_.tables:
            if table.result is None or table.void:
                continue
            one, other = table.sides[0][0], table.sides[1][0]
            games[one] += 1
            games[other] += 1
            for place, board in enumerate(boards_at(event, round_.number, table.number)):
                results[board].append((one, other, table.result.boards[place]))
    most = max(map(len, results.values())) - 1
    sums: dict[int, Fraction] = defaultdict(Fraction)
    for lines in results.values():
        for at, (one, other, points) in enumerate(lines):
            for who, sign in ((one, 1), (other, -1)):
                rest = [sign * line[2] for place, line in enumerate(lines) if place != at]
                if plan.scoring == "total points":
                    sums[who] += sign * points
                elif plan.scoring == "matchpoints":
                    share = Fraction(1, 2)
                    if rest:
                        better = sum(sign * points > theirs for theirs in rest)
                        level = sum(sign * points == theirs for theirs in rest)
                        share = (better + Fraction(level, 2)) / len(rest)
                    sums[who] += 2 * most * share
                elif rest:
                    sums[who] += most * (sign * points - Fraction(sum(rest), len(rest)))
    return {
        who: sums[who] + (sums[who] / games[who] * byes[who] if games[who] else 0)
        for who in {*games, *byes}
    }


def ranks(sums: dict[int, Fraction]) -> dict[int, int]:
    return {who: 1 + sum(other > mine for other in sums.values()) for who, mine in sums.items()}


def difference(day: Day) -> list[str]:
    """Where the program's places are others than those of the arithmetic here."""
    event = day.event
    sums = added_up(event)
    plan = event.plan.duplicate
    assert plan is not None
    lines = [sums]
    if plan.winners == 2:
        lines = [{who: n for who, n in sums.items() if line_of(event, who) % 2 == at} for at in (1, 0)]  # fmt: skip
    expected = {who: rank for line in lines for who, rank in ranks(line).items()}
    found = {each.entrant: each for each in standings_table(event).places}
    wrong = [f"{who}: {found[who].rank} for {rank}" for who, rank in expected.items()
             if found[who].rank != rank]  # fmt: skip
    wrong += [f"{who}: {found[who].event_points} points for {worth}" for who, worth in sums.items()
              if abs(found[who].event_points - worth) > Fraction(1, 2)]  # fmt: skip
    return wrong


def seen_twice(event: Event) -> list[tuple[int, int]]:
    """Pairs and boards that came together again."""
    seen = [
        (who, board)
        for round_ in event.rounds
        for table in round_.tables
        if table.playing
        for who in table.entrants
        for board in boards_at(event, round_.number, table.number)
    ]
    return [each for each in set(seen) if seen.count(each) > 1]


@pytest.mark.parametrize(
    "days", [range(SOME), pytest.param(range(SOME, DAYS), marks=pytest.mark.soak)]
)
def test_random_days_add_up_and_nobody_plays_a_board_twice(days: Sequence[int]) -> None:
    for number in days:
        day = random_day(number)
        assert difference(day) == [], number
        assert seen_twice(day.event) == [], number


def test_the_arithmetic_notices_another_score() -> None:
    day = random_day(1)
    table = next(each for each in day.event.rounds[0].tables if each.playing)
    assert table.result is not None
    other = tuple(-each or 4 for each in table.result.boards)
    kept = day.history
    day.write(correct(day.event, 1, table.number, summed(other), why="so", boards=other))
    changed = added_up(day.event)
    day.history = kept
    assert changed != added_up(day.event)


def test_an_export_brings_back_the_same_day() -> None:
    day = random_day(3)
    again = EVENT.from_json(EVENT.as_json(day.history), "copy")
    assert again.event.rounds == day.event.rounds
    assert board_of(again.event, 1) == board_of(day.event, 1)


def test_a_day_without_boards_is_written_down_as_before() -> None:
    fact = open_event("swiss-pairs", "day", "A day", "2026-11-18")
    history = EventHistory.of([Entry(0.0, "test", fact)])
    assert b'"dealt"' not in EVENT.as_json(history)
    assert b'"boards"' not in EVENT.as_json(history)


def test_boards_are_whole_decks_dealt_from_a_seed_that_is_fixed_beforehand() -> None:
    day = Day()
    day.came(6)
    shown = fingerprint(day.event)
    assert shuffles.matches("a seed", shown)
    assert str(day.history.lines()[-1].says).endswith(shown)
    for number in range(1, 11):
        board = board_of(day.event, number)
        cards = [*(card for hand in board.hands for card in hand), board.cards.turn_up]
        assert sorted((*cards, *board.cards.stock)) == sorted(PACK)
    dealers = {board_of(day.event, number).dealer for number in range(1, 11)}
    assert len(dealers) > 1
    assert len({board_of(day.event, number).hands for number in range(1, 11)}) == 10


def test_boards_are_dealt_by_themselves_and_stay_as_they_are_once_somebody_sits() -> None:
    day = Day()
    day.write(add(day.event, [[Player(f"P{n}a"), Player(f"P{n}b")] for n in range(4)]))
    day.write(check_in_all(day.event))
    assert day.event.dealt is UNSET
    facts = [*SeatRound().decide(day.event, _now(day))]
    assert isinstance(facts[0], BoardsDealt)
    assert len(facts[0].seed) == 64
    for fact in facts:
        day.write(fact)
    with pytest.raises(EventError, match="stay as they are once a round is seated"):
        deal(day.event)


def _now(day: Day) -> Any:
    from rightbower.tournament.commands import Now

    return Now(day.history)


def test_cards_are_open_once_the_last_round_is_over() -> None:
    day = Day()
    day.came(4)
    for turn in range(3):
        day.write(seat(day.event, str(turn)))
        assert not open_to_all(day.event)
        day.played(Random(turn))
    assert open_to_all(day.event)
    assert str(not_yet(day.event)) == "all 3 rounds have been played"


def test_more_rounds_than_the_movement_has_are_not_played() -> None:
    day = Day(rounds=9)
    day.came(4)
    for turn in range(3):
        day.write(seat(day.event, str(turn)))
        day.played(Random(turn))
    assert str(not_yet(day.event)) == "all 3 rounds have been played"


def test_what_cannot_be_is_refused() -> None:
    day = Day()
    day.came(4)
    day.write(seat(day.event, "1"))
    with pytest.raises(EventError, match="write a score for each of the 2 boards"):
        enter(day.event, 1, (1, 0), boards=(1,))
    with pytest.raises(EventError, match="no board is worth 3; one is worth 1, 2, 4"):
        enter(day.event, 1, (3, 0), boards=(3, 0))
    enter(day.event, 1, (3, 0), boards=(3, 0), why="ruled so")
    with pytest.raises(EventError, match="seats stay as they are"):
        swap_seats(day.event, 1, 2, "they asked")
    day.write(enter(day.event, 1, (3, 0), boards=(1, 2)))
    with pytest.raises(EventError, match="enter the board as it was ruled"):
        rule(day.event, 1, ResultRuling(0, 2, why="a revoke"))
    with pytest.raises(EventError, match="is not a score of a board"):
        read_boards(["one"])
    with pytest.raises(EventError, match="only a Mitchell has two lines"):
        open_event("duplicate", "d", "D", "2026-11-18", boards=BoardPlan(2, winners=2))
    with pytest.raises(EventError, match="they are for duplicate Euchre"):
        open_event("swiss-pairs", "d", "D", "2026-11-18", boards=BoardPlan(2))
    with pytest.raises(EventError, match="from 1 to 12 boards"):
        open_event("duplicate", "d", "D", "2026-11-18", boards=BoardPlan(13))


def test_a_day_is_rehearsed_and_told_from_its_entries() -> None:
    day = Day("duplicate-mitchell")
    for _ in rehearse(day.event, day.write, 4, "demo"):
        pass
    assert day.event.finished
    assert [each.rank for each in day.event.places[:1]] == [1]
    assert len(day.event.awards) == 2
    assert EVENT.from_json(EVENT.as_json(day.history)).event == day.event


def test_the_desk_is_told_which_boards_lie_at_which_table() -> None:
    day = Day()
    day.came(4)
    told = [str(each) for each in remarks(day.event, seat(day.event, "a seed"))]
    assert "Boards: table 1 has 1 and 2; table 2 has 1 and 2." in told
