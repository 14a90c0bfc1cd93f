"""What seldom happens in an event: refusals at the table, swaps of those who wait, draws that run out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rightbower.tournament.club.night import evening
from rightbower.tournament.events import attendance as entrants
from rightbower.tournament.events import registration, results
from rightbower.tournament.events.event import EventPlan
from rightbower.tournament.events.finish import finish
from rightbower.tournament.events.money import CountLoners
from rightbower.tournament.events.movements.winners import sitter_at
from rightbower.tournament.events.name_lists import read_list
from rightbower.tournament.events.phone_results import PhoneDispute, PhoneResult, PhoneTakeBack
from rightbower.tournament.events.places import next_step
from rightbower.tournament.events.plan import ChangePlan
from rightbower.tournament.events.registration import AddEntrants
from rightbower.tournament.events.seating import SwapSeats, rounds_ahead
from rightbower.tournament.events.simulated import ended
from tournament.events.acts import act
from tournament.events.day import Day, individuals, played, record, refused, ring_of_pairs
from tournament.events.test_edges import with_settings


def five_pairs() -> Day:
    """Swiss pairs in their first round, one of them waiting."""
    day = Day("swiss-pairs", placing="first free", rounds=3)
    day.enter("Aa & Ab", "Ba & Bb", "Ca & Cb", "Da & Db", "Ea & Eb")
    day.seat()
    return day


def test_two_who_wait_do_not_change_places() -> None:
    day = individuals("charity-day", 6)
    day.seat()
    one, other = day.event.round.byes
    with refused(f"^{day.event.name_of(one, other)} both sit out$"):
        act(day, SwapSeats(one, other, "so"))
    day.enter("Late")
    with refused(r"^Late has no place in round 1$"):
        act(day, SwapSeats("Late", one, "so"))
    seat = day.event.round.table(1).sides[0][0]
    act(day, SwapSeats(one, seat, "so"))
    assert day.event.round.table(1).sides[0][0] == one
    assert set(day.event.round.byes) == {seat, other}


def test_nobody_changes_places_at_a_table_that_does_not_count() -> None:
    day = five_pairs()
    act(day, results.VoidGame(1, why="alarm"))
    first = day.event.round.table(1).sides[0][0]
    with refused(r"^table 1 has its result; seats there stay as they are$"):
        act(day, SwapSeats(first, day.event.round.byes[0], "so"))


def test_a_disputed_result_is_not_taken_back() -> None:
    day = ring_of_pairs("alberta-55plus", 1)
    act(day, PhoneResult(1, 1, 1, 10, 4), PhoneDispute(2, 1, 1, "so"))
    with refused(r"^the result is disputed; the director decides$"):
        act(day, PhoneTakeBack(1, 1, 1))


def test_lone_hands_are_of_those_who_play() -> None:
    day = ring_of_pairs("alberta-55plus", 1)
    act(day, AddEntrants(("Ca & Cb",)))
    with refused(r"^Ca & Cb does not play here$"):
        act(day, CountLoners(("3=1",)))


def test_a_name_put_right_is_a_name() -> None:
    day = ring_of_pairs("alberta-55plus", 1)
    with refused("a name has at most 60 letters"):
        registration.rename(day.event, 1, "A1", "x" * 61)


def test_a_book_may_insist_on_its_rounds() -> None:
    day = individuals("charity-day", 4)
    own = day.event.plan.movement.rounds
    assert own is not None
    strict = with_settings(day.event, "movement", fewer_rounds=False)
    day.history = replace(day.history, state=strict)
    with refused(rf"^{own} rounds are played \("):
        act(day, ChangePlan(rounds=own - 1))
    with refused(rf"^{own} rounds are played, or fewer \("):
        act(day, ChangePlan(rounds=own + 1))
    with refused(r"^an event has at least one round$"):
        act(day, ChangePlan(rounds=0))
    with refused(r"^a time limit is at least one minute$"):
        act(day, ChangePlan(minutes=0))


def test_a_table_where_nobody_plays_has_no_sitter() -> None:
    day = ring_of_pairs("alberta-55plus", 1)
    day.enter("Ca & Cb")
    day.play_all()
    empty = replace(day.event.round.table(1), sides=((1,), ()))
    assert sitter_at(day.event, empty) is None


def test_two_sitting_players_have_two_tables() -> None:
    day = individuals("national-progressive", 8)
    sitting = tuple(
        replace(each, sitter=1) if each.number < 3 else each for each in day.event.entrants
    )
    day.history = replace(day.history, state=replace(day.event, entrants=sitting))
    with refused(r"^table 1 has a sitter already: P1$"):
        day.seat()


def test_rounds_ahead_end_where_nobody_would_play() -> None:
    day = ring_of_pairs("alberta-55plus", 2, rounds=2)
    day.play_all()
    a_teams = [each.sides[0][0] for each in day.event.round.tables]
    act(day, entrants.Withdraw(tuple(a_teams)))
    assert len(rounds_ahead(day.event)) == 1


def test_a_list_without_names_cut_by_commas_stays_as_it_is() -> None:
    found = read_list([(1, ["Ann Lee & Bob Ray", "Cal Orr & Dot Poe", "x 1"])])
    assert len(found.questions) == 3
    numbered = read_list([(1, ["Lamb", "Ida & Mann", "12"])])
    assert dict(numbered.readings[0].values)["name"] != "Ida Lamb"


def test_a_play_off_that_was_made_up_has_a_winner() -> None:
    event = played("standard", [*record("X", 2, [5]), *record("Y", 2, [5])])
    event = with_settings(event, "standings", two_level="extra game")
    step = next_step(event)
    assert step is not None
    scores = iter([(5, 5), (10, 9)])
    written: list[object] = []

    def score(_: EventPlan, __: object) -> tuple[int, int]:
        return next(scores)

    def write(fact: object) -> object:
        written.append(fact)
        raise StopIteration

    with pytest.raises(StopIteration):
        ended(event, write, "s", score)  # type: ignore[arg-type]  # stops at the first entry
    assert written[0].points == (10, 9)  # type: ignore[attr-defined]  # the game


def test_a_game_without_a_result_is_no_game_of_the_night() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1")
    act(day, results.VoidGame(2, why="alarm"))
    day.do(finish(day.event, why="late"))
    told = {each.name: each.results for each in evening(day.event).lines}
    assert (told["A1"], told["B1"], told["A2"]) == ("W", "L", "")


def test_a_check_in_taken_back_leaves_those_who_left_since_where_they_are() -> None:
    day = individuals("charity-day", 4)
    act(day, entrants.Withdraw((2,)), entrants.NotHere(1))
    assert [each.state for each in day.event.entrants] == ["entered", "withdrawn", "here", "here"]
