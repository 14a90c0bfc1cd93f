"""Single elimination: seeds, byes, and the way to the final."""

import pytest

from rightbower.tournament.events.schedules.quality import ScheduleError
from rightbower.tournament.events.schedules.schedules import advance, bracket, matches


def test_eight_seeds_are_placed_so_that_the_best_meet_last() -> None:
    assert bracket(range(1, 9)) == (1, 8, 4, 5, 2, 7, 3, 6)


@pytest.mark.parametrize("size", range(2, 34))
def test_byes_go_to_the_best_seeds_and_only_in_the_first_round(size: int) -> None:
    places = bracket(range(size))
    playing = {who for table in matches(places) for side in table for who in side}
    resting = set(range(size)) - playing
    assert resting == set(range(len(resting)))
    assert len(places) < 2 * size
    after = advance(places, {min(one, other) for (one,), (other,) in matches(places)})
    assert None not in after


@pytest.mark.parametrize("size", range(2, 34))
def test_where_seeds_win_the_first_two_meet_in_the_final(size: int) -> None:
    places = bracket(range(size))
    while len(places) > 2:
        places = advance(places, {min(one, other) for (one,), (other,) in matches(places)})
    assert set(places) == {0, 1}


def test_an_upset_goes_on_in_the_place_it_won() -> None:
    places = bracket(("Ash", "Birch", "Cedar", "Elm"))
    assert matches(places) == ((("Ash",), ("Elm",)), (("Birch",), ("Cedar",)))
    assert advance(places, {"Elm", "Birch"}) == ("Elm", "Birch")


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ({"Ash"}, "Birch against Cedar needs one winner"),
        ({"Ash", "Birch", "Cedar"}, "Birch against Cedar needs one winner"),
        ({"Ash", "Birch", "Yew"}, "Yew is not in this round"),
    ],
)
def test_a_round_goes_on_only_with_one_winner_of_each_game(winners: set[str], words: str) -> None:
    with pytest.raises(ScheduleError, match=words):
        advance(bracket(("Ash", "Birch", "Cedar", "Elm")), winners)
