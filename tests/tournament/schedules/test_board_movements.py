"""Movements of pairs and boards, looked at by a checker that knows nothing of how they are made."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import pytest

from rightbower.tournament.events.schedules.boards import (
    BoardRound,
    at_once,
    howell,
    mitchell,
    places,
    with_lines_turned,
)
from rightbower.tournament.events.schedules.quality import ScheduleError

PAIRS = range(4, 41)
Rounds = Sequence[BoardRound]


def faults(rounds: Rounds, pairs: int) -> list[str]:
    """What is wrong: somebody twice in a round, a board seen again, opponents met again."""
    found: list[str] = []
    seen: Counter[tuple[int, int]] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    for number, tables in enumerate(rounds):
        sitting = Counter(who for each in tables for who in (each.north_south, each.east_west))
        if max(sitting.values()) > 1 or len(sitting) != places(pairs):
            found.append(f"round {number}: {sitting}")
        for each in tables:
            seen[each.north_south, each.boards] += 1
            seen[each.east_west, each.boards] += 1
            one, other = sorted((each.north_south, each.east_west))
            met[one, other] += 1
    found += [f"pair {who} has set {boards} again" for (who, boards), n in seen.items() if n > 1]
    found += [f"{one} meets {other} again" for (one, other), n in met.items() if n > 1]
    return found


def byes(rounds: Rounds, pairs: int) -> Counter[int]:
    """How often each pair meets the one that is not there."""
    out = Counter(dict.fromkeys(range(pairs), 0))
    for each in (table for tables in rounds for table in tables):
        both = {each.north_south, each.east_west}
        if pairs in both and pairs % 2:
            out.update(both - {pairs})
    return out


def compared(rounds: Rounds, pairs: int) -> Counter[tuple[int, int]]:
    """On how many boards every two sat the same way, so that their scores are compared."""
    there: dict[tuple[int, str], set[int]] = {}
    for each in (table for tables in rounds for table in tables):
        if pairs % 2 and pairs in (each.north_south, each.east_west):
            continue
        there.setdefault((each.boards, "NS"), set()).add(each.north_south)
        there.setdefault((each.boards, "EW"), set()).add(each.east_west)
    count = Counter(dict.fromkeys(combinations(range(pairs), 2), 0))
    for same in there.values():
        count.update(combinations(sorted(same), 2))
    return count


@pytest.mark.parametrize("made", [mitchell, howell])
def test_every_pair_has_each_board_and_each_opponent_at_most_once(
    made: Callable[[int], Rounds],
) -> None:
    assert {pairs: faults(made(pairs), pairs) for pairs in PAIRS} == {key: [] for key in PAIRS}


def test_the_checker_sees_a_board_and_an_opponent_again() -> None:
    again = (*howell(8), howell(8)[0])
    assert len(faults(again, 8)) == 8 + 4
    assert len(faults(at_once(mitchell(8)[:1] * 2), 8)) == 4


def test_in_a_howell_everybody_meets_everybody_and_has_every_board() -> None:
    for pairs in PAIRS:
        rounds = howell(pairs)
        assert len(rounds) == places(pairs) - 1
        met = {
            frozenset((each.north_south, each.east_west)) for tables in rounds for each in tables
        }
        assert len(met) == places(pairs) * (places(pairs) - 1) // 2
        assert set(byes(rounds, pairs).values()) <= {pairs % 2}


def test_in_a_mitchell_both_lines_stay_apart_and_every_board_is_played_equally_often() -> None:
    for pairs in PAIRS:
        rounds, tables = mitchell(pairs), places(pairs) // 2
        assert {each.north_south for round_ in rounds for each in round_} == set(range(tables))
        played = Counter(each.boards for round_ in rounds for each in round_)
        assert len(set(played.values())) == 1
        if tables > 2:
            assert all(len({each.boards for each in round_}) == tables for round_ in rounds)
        assert max(byes(rounds, pairs).values()) <= 1


def test_no_two_tables_need_a_set_at_once_from_eight_pairs_on() -> None:
    for pairs in range(7, 41):
        for round_ in howell(pairs):
            assert len({each.boards for each in round_}) == len(round_)


def test_in_a_howell_every_two_are_compared_about_equally_often() -> None:
    for pairs in range(8, 41, 2):
        counts = compared(howell(pairs), pairs).values()
        assert min(counts) > 0
        assert max(counts) - min(counts) <= 7


def test_turning_the_lines_lets_the_two_lines_of_a_mitchell_be_compared() -> None:
    for pairs in PAIRS:
        rounds = with_lines_turned(mitchell(pairs), len(mitchell(pairs)))
        assert faults(rounds, pairs) == []
        line = places(pairs) // 2
        if pairs > 7:
            across = [n for (a, b), n in compared(rounds, pairs).items() if a < line <= b < pairs]
            assert sum(n > 0 for n in across) > 0.6 * len(across)
    assert all(n == 0 for (a, b), n in compared(mitchell(12), 12).items() if (a < 6) != (b < 6))


def test_boards_at_once_are_those_of_the_round_at_every_table() -> None:
    for pairs in PAIRS:
        rounds = at_once(howell(pairs))
        assert faults(rounds, pairs) == []
        assert all({each.boards for each in tables} == {n} for n, tables in enumerate(rounds))


@pytest.mark.parametrize("pairs", [0, 3, 41])
def test_fewer_or_more_pairs_are_refused(pairs: int) -> None:
    with pytest.raises(ScheduleError, match="boards can be played by 4 to 40 pairs"):
        howell(pairs)
