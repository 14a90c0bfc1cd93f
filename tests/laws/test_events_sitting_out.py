"""Low prizes and rounds sat out: who can win low, and what a round without a game scores."""

import pytest

from events.day import Day, individuals
from rightbower.rules.book import load, names
from rightbower.tournament.events.finish import hand_in, not_over
from rightbower.tournament.events.people import registration
from rightbower.tournament.events.planning import change_plan, outlook
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.scorecards import personal_card
from rightbower.tournament.events.standings import results
from rightbower.tournament.events.standings.places import standings
from rightbower.tournament.events.standings.prizes import awards, low_prize_text, open_low_prize
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Prize

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
    day.do(registration.withdraw(day.event, [left, *day.event.round.tables[0].sides[0]]))
    day.do(registration.withdraw(day.event, [day.event.round.tables[0].sides[1][1]]))
    day.seat("2")
    day.play_all("9–9")
    gone = [day.name(each) for each in day.event.round_at(1).tables[0].entrants]
    assert not set(low_winners(day)) & set(gone)
    lowest = min(place.points for place in standings(day.event) if place.played == 2)
    assert {day.place(name).points for name in low_winners(day)} == {lowest}
    said = low_prize_text(day.event)
    assert said[0] == "The low prize is for those who played all rounds (S02-1.6, X-100)."
    assert f"{gone[0]} (1 round missed)" in said[1]


def test_S02_1_6_who_sat_out_is_out_unless_the_host_says_so() -> None:
    day = charity(5)
    day.seat("1")
    day.play_all("9–8")
    (out,) = day.event.round.byes
    name = day.name(out)
    assert name not in low_winners(day)
    with pytest.raises(EventError, match="letting somebody in needs a reason"):
        open_low_prize(day.event, (out,), " ")
    day.do(open_low_prize(day.event, (out,), "sat out by lot"))
    assert low_winners(day) == [name]
    let_in = [each for each in low_prize_text(day.event) if "was let in" in each]
    assert let_in == [f"{name} was let in: sat out by lot."]
    with pytest.raises(EventError, match="can win the low prize already"):
        open_low_prize(day.event, (out,), "again")


def test_S02_1_6_a_game_that_does_not_count_is_a_round_missed() -> None:
    day = charity(8)
    day.seat("1")
    day.play_all("9–8")
    day.do(results.void(day.event, 1, why="two packs were mixed"))
    there = [day.name(each) for each in day.event.round.table(1).entrants]
    assert not set(low_winners(day)) & set(there)


def test_S02_1_6_where_nobody_played_all_rounds_it_is_said() -> None:
    day = charity(5)
    for seed in range(5):
        day.seat(str(seed))
        day.play_all("9–8")
    assert {place.byes for place in standings(day.event)} == {1}
    assert low_winners(day) == []
    assert "Nobody has; the host may let others in." in low_prize_text(day.event)


def test_S02_1_6_a_low_prize_that_nobody_can_win_is_not_closed_over_in_silence() -> None:
    day = charity(5, rounds=5)
    for seed in range(5):
        day.seat(str(seed))
        day.play_all("9–8")
    day.do(hand_in(day.event, (1, 2, 3, 4, 5)))
    assert str(not_over(day.event)).startswith("nobody played all rounds, so nobody wins the low")
    assert not_over(day.event, why="no low prize today") is None
    day.do(open_low_prize(day.event, (1, 2, 3, 4, 5), "everyone sat out once"))
    assert not_over(day.event) is None


def test_S02_1_6_a_host_may_open_the_low_prize_to_everyone() -> None:
    day = charity(5, low_prize="everyone")
    day.seat("1")
    day.play_all("9–8")
    (out,) = day.event.round.byes
    assert low_winners(day) == [day.name(out)]
    assert low_prize_text(day.event) == (
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
    day.do(registration.withdraw(day.event, gone))
    day.seat()
    day.play_all("10–9")
    assert low_winners(day)
    assert not {day.number(each) for each in low_winners(day)} & set(gone)


def test_S02_1_6_a_round_sat_out_scores_nothing() -> None:
    """X-101; G-18 leaves extras to the hosts."""
    day = charity(5)
    assert "A round sat out scores nothing (S02-1.6, X-101)." in outlook(day.event)
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
    assert "A round sat out scores 6 (the host's choice)." in outlook(day.event)


def test_S02_1_6_or_the_average_of_ones_own_games() -> None:
    """Halves go up: 9 and 8 in two games are 8.5 a game, and a round sat out is worth 9."""
    day = charity(5, sat_out="average")
    for seed, score in enumerate(("9–8", "9–8", "9–8", "9–8", "9–8")):
        day.seat(str(seed))
        day.play_all(score)
    for place in standings(day.event):
        made = place.points - place.given
        assert place.given == (2 * made + 4) // 8
    assert "the average of one's own games" in " ".join(outlook(day.event))


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
    day.do(results.enter(day.event, 1, (9, 4)))
    (number,) = day.event.round.byes
    (row,) = personal_card(day.event, number)
    assert (row.sat_out, row.says) == (6, "sits out, 6 points for it")
