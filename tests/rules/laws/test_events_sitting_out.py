"""Low prizes and rounds sat out: who can win low, and what a round without a game scores."""

import pytest

from in_english import english
from rightbower.rules.book import load, names
from rightbower.tournament.events.attendance import check_in, withdraw
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Prize
from rightbower.tournament.events.finish import hand_in, not_over
from rightbower.tournament.events.money import open_low_prize
from rightbower.tournament.events.outlook import outlook
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.plan import change_plan
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.prizes import awards, low_prize_text
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.results import enter, void
from rightbower.tournament.events.scorecards import personal_card
from rightbower.tournament.events.seating import seat, swap_seats
from tournament.events.day import Day, individuals

LOW = (Prize("first"), Prize("lowest", low=True))


def low_winners(day: Day) -> list[str]:
    """Who wins the low prize as things stand."""
    return [
        day.name(number)
        for award in awards(day.event)
        if any(name.startswith("low") for name in award.prizes)
        for number in award.winners
    ]


def charity(players: int, **options: object) -> Day:
    return individuals("charity-day", players, **options)


def test_S02_1_6_who_leaves_is_out_of_the_low_prize() -> None:
    """X-100: the total of somebody who leaves after one round would be the lowest of all."""
    day = charity(8)
    day.seat("1")
    day.play_all("2–9")
    left = day.event.round.tables[0].sides[1][0]  # on the winning side, with nine
    day.do(withdraw(day.event, [left, *day.event.round.tables[0].sides[0]]))
    day.do(withdraw(day.event, [day.event.round.tables[0].sides[1][1]]))
    day.seat("2")
    day.play_all("9–9")
    gone = [day.name(each) for each in day.event.round_at(1).tables[0].entrants]
    assert not set(low_winners(day)) & set(gone)
    lowest = min(place.points for place in standings(day.event) if place.played == 2)
    assert {day.place(name).points for name in low_winners(day)} == {lowest}
    said = low_prize_text(day.event)
    assert english(said[0]) == "The low prize is for those who played all rounds (S02-1.6, X-100)."
    assert f"{gone[0]} (1 round missed)" in english(said[1])


def test_S02_1_6_who_sat_out_because_the_numbers_do_not_divide_can_win_low() -> None:
    """X-100: a bye that the numbers force counts as a round played."""
    day = charity(5)
    day.seat("1")
    day.play_all("9–8")
    (out,) = day.event.round.byes
    assert low_winners(day) == [day.name(out)]
    said = low_prize_text(day.event)
    assert english(said[1]) == "A round sat out because the numbers do not divide counts as played."
    with pytest.raises(EventError, match="can win the low prize already"):
        open_low_prize(day.event, (out,), "again")


def test_S02_1_6_who_sits_out_by_choice_is_out_unless_the_host_says_so() -> None:
    day = charity(5)
    day.seat("1")
    (drawn,) = day.event.round.byes
    tired = day.event.round.tables[0].entrants[0]
    swap = swap_seats(day.event, tired, drawn, "a sore foot")
    said = " ".join(english(remarks(day.event, swap)))
    assert "sits out by choice, and cannot win the low prize unless the host says so" in said
    day.do(swap)
    day.play_all("9–8")
    name = day.name(tired)
    assert name not in low_winners(day)
    assert f"Not in the running for it: {name} (1 round missed)." in english(
        low_prize_text(day.event)
    )
    with pytest.raises(EventError, match="letting somebody in needs a reason"):
        open_low_prize(day.event, (tired,), " ")
    day.do(open_low_prize(day.event, (tired,), "sat out for a friend"))
    assert low_winners(day) == [name]
    let_in = [each for each in low_prize_text(day.event) if "was let in" in english(each)]
    assert english(let_in) == [f"{name} was let in: sat out for a friend."]


def test_S02_1_6_who_takes_the_place_back_has_given_up_nothing() -> None:
    day = charity(5)
    day.seat("1")
    (drawn,) = day.event.round.byes
    tired = day.event.round.tables[0].entrants[0]
    day.do(swap_seats(day.event, tired, drawn, "a sore foot"))
    day.do(swap_seats(day.event, tired, drawn, "better again"))
    day.play_all("9–8")
    assert low_winners(day) == [day.name(drawn)]
    assert not [each for each in day.event.entrants if each.aside]


def test_S02_1_6_more_who_sit_out_than_have_to_do_so_by_choice() -> None:
    day = charity(9)
    cards = dict(enumerate(("AH", "AD", "AS", "AC"), 1))
    shown = {**cards, **dict.fromkeys(range(5, 10), "out")}
    day.do(seat(day.event, "1", shown=shown))
    day.play_all("9–8")
    assert {day.number(each) for each in low_winners(day)} < {1, 2, 3, 4}


def test_S02_1_6_who_leaves_in_the_middle_of_a_round_has_not_played_it() -> None:
    day = charity(8)
    day.seat("1")
    gone = day.event.round.tables[0].entrants[0]
    day.do(withdraw(day.event, [gone], "the last bus"))
    day.do(void(day.event, 1, why="three are left"))
    day.play_all("9–8")
    rest = {day.name(each) for each in day.event.round.table(1).entrants if each != gone}
    assert set(low_winners(day)) == rest
    day.do(check_in(day.event, [gone]))
    assert set(low_winners(day)) == rest


def test_S02_1_6_a_game_that_the_host_voids_keeps_nobody_out() -> None:
    """X-100: only who left, came late or sat out by choice is out."""
    day = charity(8)
    day.seat("1")
    day.play_all("9–8")
    day.do(void(day.event, 1, why="two packs were mixed"))
    there = [day.name(each) for each in day.event.round.table(1).entrants]
    assert sorted(low_winners(day)) == sorted(there)


def test_S02_1_6_where_nobody_was_there_for_all_rounds_it_is_said() -> None:
    day = charity(4, rounds=2)
    day.seat("1")
    day.play_all("9–8")
    day.do(withdraw(day.event, [1, 2, 3, 4], "the last bus"))
    day.enter("L1", "L2", "L3", "L4")
    day.seat("2")
    day.play_all("9–8")
    assert low_winners(day) == []
    assert "Nobody has; the host may let others in." in english(low_prize_text(day.event))
    day.do(hand_in(day.event, tuple(range(1, 9))))
    assert str(not_over(day.event)).startswith("nobody played all rounds, so nobody wins the low")
    assert not_over(day.event, why="no low prize today") is None
    day.do(open_low_prize(day.event, (5, 6, 7, 8), "they stayed"))
    assert not_over(day.event) is None


def test_S02_1_6_the_low_prize_may_be_for_everyone_still_here() -> None:
    """X-100: who came late or sat out by choice is in then, and who left is not."""
    day = charity(8, low_prize="everyone still here")
    day.seat("1")
    day.play_all("9–8")
    day.do(withdraw(day.event, [1], "the last bus"))
    day.enter("Late")
    day.seat("2")
    day.play_all("9–8")
    late = day.number("Late")
    assert low_winners(day) == ["Late"]
    assert day.place("P1").points <= day.place("Late").points or late
    assert english(low_prize_text(day.event)) == (
        "The low prize is for everyone still here (the host's choice).",
        "Not in the running for it: P1 (1 round missed).",
    )


def test_A01_T10_1_the_beaten_in_a_knock_out_have_missed_nothing() -> None:
    day = Day("knock-out", prizes=LOW)
    day.enter(*(f"{each} & {each}x" for each in "ABCD"))
    day.seat()
    day.play_all("10–4")
    beaten = {day.name(table.sides[1][0]) for table in day.event.round.tables}
    day.seat()
    day.play_all("10–4")
    assert set(low_winners(day)) == beaten


def test_S02_1_6_a_host_may_open_the_low_prize_to_everyone() -> None:
    day = charity(5, low_prize="everyone")
    day.seat("1")
    day.play_all("9–8")
    (out,) = day.event.round.byes
    assert low_winners(day) == [day.name(out)]
    assert english(low_prize_text(day.event)) == (
        "Everyone who is ranked can win the low prize (the host's choice).",
    )


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_S02_1_6_a_low_prize_of_any_event_is_for_all_rounds(name: str) -> None:
    unit = Day(name).event.plan.entering.unit
    day = Day(name, prizes=LOW)
    day.enter(*(f"{each} & {each}x" if unit == "pair" else each for each in "ABCDEFGHIJKL"))
    assert day.event.plan.standings.low_prize == "all rounds"
    day.seat()
    gone = day.event.round.tables[0].entrants[:1]
    day.play_all("10–4")
    day.do(withdraw(day.event, gone))
    day.seat()
    day.play_all("10–9")
    assert low_winners(day)
    assert not {day.number(each) for each in low_winners(day)} & set(gone)


def test_S02_1_6_a_round_sat_out_scores_nothing() -> None:
    """X-101; G-18 leaves extras to the hosts."""
    day = charity(5)
    assert "A round sat out scores nothing (S02-1.6, X-101)." in english(outlook(day.event))
    day.seat("1")
    day.play_all("9–8")
    (out,) = day.event.round.byes
    assert day.place(day.name(out)).points == 0


def test_S02_1_6_or_a_fixed_number() -> None:
    day = charity(5, sat_out=6)
    day.seat("1")
    day.play_all("9–8")
    (out,) = day.event.round.byes
    place = day.place(day.name(out))
    assert (place.points, place.given, place.rank) == (6, 6, 5)
    assert place.note == "6 points of these for 1 round sat out (the host's choice)"
    assert {each.note for each in standings(day.event) if not each.byes} == {""}
    assert "A round sat out scores 6 (the host's choice)." in english(outlook(day.event))


def test_S02_1_6_or_the_average_of_ones_own_games() -> None:
    """Halves go up: 9 and 8 in two games are 8.5 a game, and a round sat out is worth 9."""
    day = charity(5, sat_out="average")
    for seed, score in enumerate(("9–8", "9–8", "9–8", "9–8", "9–8")):
        day.seat(str(seed))
        day.play_all(score)
    for place in standings(day.event):
        made = place.points - place.given
        assert place.given == (2 * made + 4) // 8
    assert "the average of one's own games" in english(" ".join(english(outlook(day.event))))


def test_S02_1_6_an_average_of_no_games_is_nothing() -> None:
    day = charity(5, sat_out="average")
    day.seat("1")
    day.play_all("9–8")
    (out,) = day.event.round.byes
    assert day.place(day.name(out)).points == 0


def test_S02_1_6_what_sitting_out_scores_is_settled_later_only_with_a_reason() -> None:
    day = charity(8)
    day.seat()
    with pytest.raises(EventError, match="play has begun; give the reason"):
        change_plan(day.event, sat_out=5)
    day.do(change_plan(day.event, sat_out=5, why="one has left"))
    assert day.event.plan.standings.sat_out == 5
    with pytest.raises(EventError, match="cannot score less than 0"):
        change_plan(day.event, sat_out=-1, why="no")


def test_N04_4_1_a_spare_who_sits_out_has_no_event_points() -> None:
    day = individuals("national-progressive", 5)
    day.seat()
    (out,) = day.event.round.byes
    assert day.place(day.name(out)).event_points == 0


def test_N04_4_1_a_club_may_give_a_spare_one() -> None:
    day = individuals("national-progressive", 5, sat_out=1)
    day.seat()
    (out,) = day.event.round.byes
    place = day.place(day.name(out))
    assert (place.event_points, place.points) == (1, 0)


@pytest.mark.parametrize("name", ["alberta-pairs", "provincial-pairs", "round-robin"])
def test_A01_T10_1_a_bye_is_no_game_and_no_points(name: str) -> None:
    day = Day(name)
    day.enter(*(f"{each} & {each}x" for each in "ABC"))
    day.seat()
    day.play_all("10–4")
    (out,) = day.event.round.byes
    assert (day.place(day.name(out)).points, day.place(day.name(out)).won) == (0, 0)


def test_A01_T10_3_points_for_a_bye_count_among_those_level() -> None:
    day = Day("alberta-pairs", sat_out=5)
    day.enter(*(f"{each} & {each}x" for each in "ABC"))
    day.seat()
    day.play_all("10–4")
    (out,) = day.event.round.byes
    assert day.place(day.name(out)).rank == 2  # tied on no win, five points to four
    assert "5 points in all to 4" in day.place(day.name(out)).why


def test_standard_standings_sat_out_is_nothing_and_low_is_for_all_rounds() -> None:
    for name in names():
        rules = load(name).standings
        assert (rules.sat_out, rules.low_prize) == (0, "all rounds"), name


def test_S02_1_3_a_card_adds_up_to_what_the_standings_say() -> None:
    """X-101: what rounds sat out score is on the card too."""
    day = charity(5, sat_out=6)
    day.seat()
    day.do(enter(day.event, 1, (9, 4)))
    (number,) = day.event.round.byes
    (row,) = personal_card(day.event, number)
    assert english((row.sat_out, row.says)) == (6, "sits out, 6 points for it")
