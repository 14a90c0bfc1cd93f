"""Swiss pairs: near in score, never the same opponent twice, one bye at most."""

from collections import Counter
from random import Random

import pytest

from rightbower.tournament.events.schedules.quality import Round, quality, seated, sitting_out
from rightbower.tournament.events.schedules.schedules import floaters, swiss_round


def test_the_upper_half_of_a_score_meets_the_lower_half_in_order() -> None:
    tables = swiss_round("ABCDEF", dict.fromkeys("ABCDEF", 0), ())
    assert tables == ((("A",), ("D",)), (("B",), ("E",)), (("C",), ("F",)))


def test_winners_meet_winners() -> None:
    first = ((("A",), ("C",)), (("B",), ("D",)))
    tables = swiss_round("ABCD", {"A": 1, "B": 1, "C": 0, "D": 0}, (first,))
    assert tables == ((("A",), ("B",)), (("C",), ("D",)))


def test_those_who_have_met_are_parted_even_across_scores() -> None:
    before = ((("A",), ("B",)), (("C",), ("D",)))
    tables = swiss_round("ABCD", {"A": 2, "B": 2, "C": 0, "D": 0}, (before,))
    assert tables == ((("A",), ("C",)), (("B",), ("D",)))
    assert floaters(tables, {"A": 2, "B": 2, "C": 0, "D": 0}) == ("A", "C", "B", "D")


def test_one_floats_where_a_score_is_odd_and_not_the_same_again() -> None:
    scores = {"A": 2, "B": 2, "C": 2, "D": 1, "E": 1, "F": 1}
    (floater, _) = floaters(swiss_round("ABCDEF", scores, ()), scores)
    again = floaters(swiss_round("ABCDEF", scores, (), floated=(floater,)), scores)
    assert len(again) == 2
    assert floater not in again


def test_the_lowest_without_a_bye_sits_out() -> None:
    scores = {"A": 2, "B": 1, "C": 1, "D": 0, "E": 0}
    assert sitting_out("ABCDE", swiss_round("ABCDE", scores, ())) == ("E",)
    assert sitting_out("ABCDE", swiss_round("ABCDE", scores, (), byes="E")) == ("D",)


def test_when_all_have_met_they_meet_again_as_seldom_as_can_be() -> None:
    game = ((("A",), ("B",)),)
    assert swiss_round("AB", {"A": 1, "B": 0}, (game,)) == game


@pytest.mark.parametrize("size", [16, 21, 40])
def test_six_rounds_without_a_repeat_and_with_byes_once(size: int) -> None:
    luck = Random(size)
    scores: Counter[int] = Counter(dict.fromkeys(range(size), 0))
    rounds: list[Round[int]] = []
    byes: list[int] = []
    for _ in range(6):
        order = sorted(range(size), key=lambda who: -scores[who])
        tables = swiss_round(order, scores, rounds, byes=byes)
        out = sitting_out(range(size), tables)
        assert len(out) == size % 2
        assert len(set(seated(tables))) == size - len(out)
        scores.update(luck.choice((one, other)) for (one,), (other,) in tables)
        scores.update(out)
        byes.extend(out)
        rounds.append(tables)
    assert quality(rounds).opponents.most == 1
    assert len(set(byes)) == len(byes)
