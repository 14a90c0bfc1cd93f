"""The charity day: the host's deck, eight rounds, personal cards, high and low."""

from collections import Counter

import pytest

from in_english import english
from rightbower.tournament.events import registration
from rightbower.tournament.events.entrants import EventError, Player
from rightbower.tournament.events.event import Stage
from rightbower.tournament.events.finish import finish, hand_in
from rightbower.tournament.events.movements.drawn import card_for
from rightbower.tournament.events.outlook import checklist, outlook
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.plan import change_plan
from rightbower.tournament.events.prizes import awards
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.scorecards import personal_card
from rightbower.tournament.events.seating import not_yet
from rightbower.tournament.events.table_view import seats
from tournament.events.day import Day, cut_at, individuals


def evening(players: int, rounds: int, score: str = "9–5") -> Day:
    """A day on which the reds of every table win by the same score."""
    day = individuals("charity-day", players)
    for number in range(rounds):
        day.seat(str(number))
        day.play_all(score)
    return day


def test_S02_1_3_each_player_has_the_score_on_a_card() -> None:
    day = individuals("charity-day", 8)
    day.seat()
    day.play("P1 9–5 " + opponent(day, "P1"))
    (row,) = personal_card(day.event, day.number("P1"))
    assert (row.points, row.given) == (9, 5)
    (row,) = personal_card(day.event, day.number(row.partner))
    assert (row.partner, row.points) == ("P1", 9)
    assert day.place("P1").points == 9  # past ten or not, the score as it is


def opponent(day: Day, name: str) -> str:
    """Somebody who plays against a player."""
    table = day.at(name)
    return day.name(table.sides[1 - table.side_of(day.number(name))][0])


def test_S02_1_4_the_card_drawn_is_the_table_and_the_seat() -> None:
    """X-31: the rank is the table; hearts sit opposite diamonds, spades opposite clubs."""
    day = individuals("charity-day", 16)
    round_ = day.seat()
    drawn = {seat.card: seat for seat in seats(day.event, round_)}
    assert sorted(drawn) == sorted(rank + suit for rank in "A234" for suit in "HDSC")
    assert {drawn[f"3{suit}"].table for suit in "HDSC"} == {3}
    sides = round_.table(3).sides
    assert sides[0] == (drawn["3H"].entrant, drawn["3D"].entrant)
    assert sides[1] == (drawn["3S"].entrant, drawn["3C"].entrant)


def test_S02_1_4_every_round_is_a_new_draw_and_every_seat_is_as_likely() -> None:
    counted: Counter[str] = Counter()
    for seed in range(400):
        day = individuals("charity-day", 8)
        day.seat(str(seed))
        counted[
            next(seat.card for seat in seats(day.event, day.event.round) if seat.name == "P1")
        ] += 1
    assert len(counted) == 8
    assert min(counted.values()) > 25  # 50 are to be expected of each


def test_S02_1_4_a_draw_comes_out_the_same_from_its_seed() -> None:
    one, other = individuals("charity-day", 12), individuals("charity-day", 12)
    assert one.seat("blue").tables == other.seat("blue").tables
    one.play_all("9–5")
    other.play_all("4–9")
    assert one.seat("red").tables == other.seat("red").tables


def test_S02_1_4_above_thirteen_tables_the_deck_is_numbers() -> None:
    day = individuals("charity-day", 56)
    round_ = day.seat()
    numbers = sorted(int(seat.card) for seat in seats(day.event, round_))
    assert numbers == list(range(1, 57))
    assert card_for(day.event, 13, 13, 0) == "KH"


def test_S02_1_4_extras_sit_out_by_turns() -> None:
    """G-18: the hosts' lot falls on those who have sat out least."""
    day = evening(10, 5)
    assert [day.place(f"P{number}").byes for number in range(1, 11)] == [1] * 10


def test_S02_1_4_the_first_places_are_drawn_too() -> None:
    with pytest.raises(EventError, match=r"the first places are drawn \(S02-1\.4, G-18\)"):
        Day("charity-day", placing="first free")


def test_S02_1_4_the_hosts_deck_has_a_card_for_every_seat() -> None:
    said = checklist(individuals("charity-day", 14).event)
    assert english(said[-1]) == "Make the host's deck: A, 2 and 3 of each suit."
    many = checklist(individuals("charity-day", 56).event)
    assert english(many[-1]) == "Make the host's deck: the numbers 1 to 56."


@pytest.mark.parametrize("stage", ["games", "zone playoffs"])
def test_S02_1_4_no_age_zone_or_membership_is_asked_for(stage: Stage) -> None:
    day = Day("charity-day", stage=stage)
    young = [[Player(f"P{number}", "2025-01-01")] for number in range(6)]
    assert len(registration.add(day.event, young).entrants) == 6


def test_S02_1_5_after_eight_rounds_no_other_is_seated() -> None:
    day = evening(8, 8)
    assert english(not_yet(day.event)) == "all 8 rounds have been played"


def test_S02_1_5_a_ninth_round_is_not_planned() -> None:
    with pytest.raises(EventError, match=r"8 rounds are played, or fewer \(S02-1\.5\)"):
        Day("charity-day", rounds=9)


def test_S02_1_6_highest_and_lowest_win() -> None:
    day = individuals("charity-day", 8)
    day.seat()
    first, second = day.event.round.tables
    day.do(enter(day.event, first.number, (12, 3)))
    day.do(enter(day.event, second.number, (8, 4)))
    high, low = awards(day.event)
    assert (high.prizes, set(high.winners)) == (("highest total",), set(first.sides[0]))
    assert (low.prizes, set(low.winners)) == (("lowest total",), set(first.sides[1]))
    assert high.why == "highest total, shared by 2 (S02-1.6)"


def test_S02_1_6_those_level_share_their_place() -> None:
    """X-33: and nobody is asked to cut or to play again."""
    day = evening(8, 1)
    assert day.places() == ["=".join(winners(day)), "=".join(losers(day))]
    assert "they share the place (S02-1.6, X-33)" in day.place(winners(day)[0]).why


def winners(day: Day) -> list[str]:
    """The reds of the round, in order of their numbers."""
    return [
        day.name(each) for each in sorted(n for t in day.event.round.tables for n in t.sides[0])
    ]


def losers(day: Day) -> list[str]:
    """The blacks of the round."""
    return [
        day.name(each) for each in sorted(n for t in day.event.round.tables for n in t.sides[1])
    ]


def test_S02_6_2_the_host_may_stop_after_six_rounds() -> None:
    """SC-145: the totals of all are those of six rounds."""
    day = evening(8, 6)
    day.do(hand_in(day.event, tuple(range(1, 9))))
    with pytest.raises(EventError, match="6 of 8 rounds are played; give a reason"):
        finish(day.event)
    day.do(finish(day.event, why="the tea is ready"))
    assert sum(place.points for place in day.event.places) == 6 * 2 * 2 * (9 + 5)


def test_S02_6_2_fewer_rounds_may_be_planned() -> None:
    day = evening(8, 5)
    day.do(change_plan(day.event, rounds=5, why="a slow start"))
    assert english(not_yet(day.event)) == "all 5 rounds have been played"
    with pytest.raises(EventError, match="5 rounds have been seated already"):
        change_plan(day.event, rounds=4)


def test_S02_10_5_a_card_not_handed_in_is_out_of_the_ranking() -> None:
    """X-34: handing it in is free."""
    day = evening(8, 8)
    with pytest.raises(EventError, match="no card has been handed in yet"):
        finish(day.event)
    best = max(range(1, 9), key=lambda number: day.place(f"P{number}").points)
    handed = tuple(number for number in range(1, 9) if number != best)
    day.do(hand_in(day.event, handed))
    with pytest.raises(EventError, match="has handed in the card already"):
        hand_in(day.event, handed[:1])
    day.do(finish(day.event))
    left_out = next(place for place in day.event.places if place.entrant == best)
    assert (left_out.rank, left_out.why) == (None, "card not handed in (S02-10.5, X-34)")
    assert all(best not in award.winners for award in day.event.awards)


def test_S02_10_5_once_a_card_is_in_only_those_in_are_ranked() -> None:
    """X-34, before the close: everybody until the first card is in, then whose cards are."""
    day = evening(8, 8)
    assert all(place.rank is not None for place in standings(day.event))
    day.do(hand_in(day.event, (3,)))
    ranked = {place.entrant: place.rank for place in standings(day.event) if place.rank}
    assert ranked == {3: 1}
    day.do(hand_in(day.event, (5,)))
    assert {place.entrant for place in standings(day.event) if place.rank} == {3, 5}


def test_S02_2_2_a_table_deals_for_the_first_jack_and_cuts_no_cards() -> None:
    day = individuals("charity-day", 4)
    day.seat()
    with pytest.raises(EventError, match=r"the table deals for the first jack \(S02-2\.2\)"):
        cut_at(day, 1, "P1 9S, P2 KD")


def test_S02_1_3_the_cards_are_the_players_own() -> None:
    said = outlook(individuals("charity-day", 6).event)
    assert "Results are kept on each player's own card (S02-1.3)." in english(said)
    assert english(said[0]) == "6 players are here: 1 table, and 2 left without a table."


def test_S02_1_3_one_sides_word_is_enough_to_draw_again() -> None:
    day = individuals("charity-day", 4)
    day.seat()
    day.do(enter(day.event, 1, (9, 4), side=0))
    assert not_yet(day.event) is None
    assert {place.event_points for place in standings(day.event)} == {0}


def test_S02_2_7_eight_deals_bring_at_most_thirty_two_points() -> None:
    day = individuals("charity-day", 4)
    day.seat()
    with pytest.raises(EventError, match="8 deals cannot end 31 to 1"):
        day.do(enter(day.event, 1, (31, 1)))
    with pytest.raises(EventError, match="8 deals score at most 32 points, not 33"):
        day.do(enter(day.event, 1, (20, 13)))
    day.do(enter(day.event, 1, (32, 0)))


def test_S02_2_7_a_level_round_is_nobodys_loss() -> None:
    day = individuals("charity-day", 4)
    day.seat()
    day.do(enter(day.event, 1, (7, 7)))
    assert day.places() == ["P1=P2=P3=P4"]
