"""Where a movement leaves a choice, those to be kept apart are; a round robin changes sides."""

import pytest

from in_english import english
from rightbower.tournament.events.attendance import keep_apart
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.schedules.schedules import swiss_round
from rightbower.tournament.events.seating import seat
from rightbower.tournament.events.verify import replays
from tournament.events.day import Day


def pairs(preset: str, count: int, *apart: tuple[int, int], **options: object) -> Day:
    """So many pairs who are here, some of them to be kept apart."""
    day = Day(preset, **options)
    day.enter(*(f"P{number} & Q{number}" for number in range(1, count + 1)))
    for first, second in apart:
        day.do(keep_apart(day.event, first, second))
    return day


def meetings(day: Day) -> set[tuple[int, ...]]:
    """Who meets whom in the latest round."""
    return {tuple(sorted(table.entrants)) for table in day.event.round.tables}


def test_swiss_pairs_to_be_kept_apart_do_not_meet_while_others_are_free() -> None:
    day = pairs("swiss-pairs", 4, (1, 3), placing="first free")
    fact = seat(day.event, "seed")
    assert remarks(day.event, fact) == ()
    day.do(fact)
    assert (1, 3) not in meetings(day)
    day.play_all()
    day.seat()
    assert (1, 3) not in meetings(day)


def test_swiss_pairs_would_sooner_float_or_meet_again_than_sit_with_one_kept_apart() -> None:
    scores = dict(zip("ABCD", (1, 1, 0, 0), strict=True))
    assert swiss_round("ABCD", scores, (), apart=["AB"]) == ((("A",), ("C",)), (("B",), ("D",)))
    before = (((("A",), ("C",)), (("B",), ("D",))), ((("A",), ("D",)), (("B",), ("C",))))
    assert swiss_round("ABCD", scores, before, apart=["AB"])[0] != (("A",), ("B",))


def test_swiss_pairs_who_cannot_be_kept_apart_are_told_of() -> None:
    day = pairs("swiss-pairs", 2, (1, 2))
    said = "P1 & Q1 and P2 & Q2 could not be kept apart."
    assert english(remarks(day.event, seat(day.event, "seed"))) == english((said,))


@pytest.mark.parametrize("seed", [str(number) for number in range(12)])
def test_a_knock_out_is_drawn_so_that_those_to_be_kept_apart_do_not_meet_at_once(seed: str) -> None:
    day = pairs("knock-out", 8, (1, 2), (3, 4))
    before = day.event
    fact = seat(before, seed)
    assert remarks(before, fact) == ()
    assert replays(before, fact)
    day.do(fact)
    assert not meetings(day) & {(1, 2), (3, 4)}


def test_a_round_robin_begins_again_with_sides_changed() -> None:
    day = pairs("round-robin", 4, rounds=6)
    for number in range(6):
        day.seat(str(number))
        day.play_all()
    sides = [[table.sides for table in round_.tables] for round_ in day.event.rounds]
    assert sides[3:] == [[(second, first) for first, second in tables] for tables in sides[:3]]
