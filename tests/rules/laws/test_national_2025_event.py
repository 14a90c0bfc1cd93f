"""The national progressive: event points, who moves where, cuts and sitting players."""

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.book import load, overlay
from rightbower.tournament.events import registration
from rightbower.tournament.events.attendance import set_sitter
from rightbower.tournament.events.clock import left
from rightbower.tournament.events.entrants import EventError, Player
from rightbower.tournament.events.event import Stage
from rightbower.tournament.events.finish import not_over
from rightbower.tournament.events.outlook import outlook
from rightbower.tournament.events.places import next_step, standings
from rightbower.tournament.events.plan import Planned
from rightbower.tournament.events.results import confirm, correct, enter
from rightbower.tournament.events.round_clock import ClockStarted
from rightbower.tournament.events.seating import not_yet
from rightbower.tournament.events.tie_steps import cut_for_place, show_cut_for_place
from tournament.events.day import Day, cut_at, individuals

BOOK = load("national-2025")


def hall(tables: int) -> Day:
    """Players N1, E1, S1, W1 at table 1 and so on, seated in that order."""
    day = Day("national-progressive", placing="first free")
    day.enter(*(f"{seat}{table}" for table in range(1, tables + 1) for seat in "NESW"))
    day.seat()
    assert [day.seats(table) for table in range(1, tables + 1)] == [
        f"N{table} S{table} v E{table} W{table}" for table in range(1, tables + 1)
    ]
    return day


def everyone_but(day: Day, table: int) -> None:
    """North–South win at all other tables."""
    for there in day.event.round.tables:
        if there.number != table:
            day.do(enter(day.event, there.number, (11, 4)))


def dealer(day: Day, table: int) -> str:
    """Who deals first at a table."""
    return day.name(day.event.round.table(table).dealer)


def test_N04_4_1_two_for_a_win_one_for_a_draw_none_for_a_loss() -> None:
    """SC-150: won, drawn, lost and won make five."""
    day = hall(1)
    me = "N1"
    for number, score in enumerate([(11, 4), (6, 6), (2, 11), (11, 0)]):
        if number:
            day.seat(str(number))
        table = day.at(me)
        points = score if table.side_of(1) == 0 else score[::-1]
        day.do(enter(day.event, 1, points, last_dealer=table.dealer))
        assert day.place(me).event_points == (2, 3, 3, 5)[number]
    assert sum(each.event_points or 0 for each in map(day.place, ("N1", "E1", "S1", "W1"))) == 16


def test_N04_4_1_most_points_then_games_won_then_a_cut() -> None:
    """G-19: two draws and a win and a loss are tied; the one who won is first."""
    day = hall(2)
    day.play("N1 6–6 E1", last_dealer=day.number("W1"))
    day.play("N2 11–3 E2")
    assert day.places() == ["N2=S2", "N1=E1=S1=W1", "E2=W2"]
    step = next_step(day.event)
    assert step is not None
    assert (step.kind, step.clause) == ("cut", "N04-4.1, G-19")
    n2, s2 = day.number("N2"), day.number("S2")
    with pytest.raises(EventError, match="N2 and S2 cut again"):
        show_cut_for_place(day.event, (((n2, "KD"), (s2, "KS")),))
    day.do(show_cut_for_place(day.event, (((n2, "KD"), (s2, "KS")), ((n2, "9D"), (s2, "TS")))))
    assert day.places()[:2] == ["S2", "N2"]
    assert "cut TS (N04-4.1, G-19)" in day.place("S2").why


def test_N04_4_1_games_won_part_those_level_on_points() -> None:
    """G-19: a win and a loss come before two draws."""
    day = hall(2)
    day.play("N1 6–6 E1", last_dealer=day.number("W1"))
    day.play("N2 11–3 E2")
    cut_at(day, 1, "W1 9S, S1 AS", "moves")
    day.seat()
    day.do(enter(day.event, 1, (5, 5), last_dealer=day.event.round.table(1).dealer))
    table = day.event.round.table(2)
    losing = table.side_of(day.number("N1"))
    day.do(enter(day.event, 2, (2, 11) if losing == 0 else (11, 2)))
    two = [each for each in standings(day.event) if each.event_points == 2]
    assert {each.won for each in two} == {0, 1}
    assert [each.won for each in two] == sorted((each.won for each in two), reverse=True)
    assert "1 game won to" in two[0].why


def test_N04_4_1_a_cut_from_a_seed_comes_out_the_same() -> None:
    day = hall(2)
    day.play("N1 11–3 E1, N2 11–3 E2")
    assert cut_for_place(day.event, "seed") == cut_for_place(day.event, "seed")
    orders = set()
    for seed in range(30):
        other = hall(2)
        other.play("N1 11–3 E1, N2 11–3 E2")
        other.do(cut_for_place(other.event, str(seed)))
        orders.add(other.places()[0])
    assert orders == {"N1", "N2", "S1", "S2"}


def test_N04_4_2_scores_are_marked_before_anyone_moves() -> None:
    day = hall(2)
    day.play("N1 11–3 E1")
    assert english(not_yet(day.event)) == "round 1 is not over: no result yet from table 2"
    day.do(enter(day.event, 2, (4, 11), side=0))
    with pytest.raises(EventError, match=r"both sides mark the score .* table 2 \(N04-4\.2\)"):
        day.seat()
    with pytest.raises(
        EventError, match="North–South entered the result; the other side confirms it"
    ):
        confirm(day.event, 2, side=0)
    day.do(confirm(day.event, 2, side=1))
    assert day.seat().number == 2


def test_N04_4_2_every_player_has_a_score_card() -> None:
    said = outlook(hall(2).event)
    assert "Results are kept on each player's score card (N04-4.2)." in english(said)


def test_N04_2_2_seven_minutes_or_eleven_points() -> None:
    day = hall(1)
    event = ClockStarted(1, day.event.plan.minutes).apply(day.event, 100.0)
    assert (left(event.clock, 100.0), left(event.clock, 519.0), left(event.clock, 600.0)) == (
        420,
        1,
        0,
    )
    day.play("N1 12–9 E1")  # the real score is kept
    assert day.place("N1").points == 12
    with pytest.raises(EventError, match="a game to 11 cannot end with 15"):
        correct(day.event, 1, 1, (15, 9), why="misread")


def test_N04_2_8a_a_game_lost_outright_goes_to_the_others() -> None:
    """SC-127: ten up, and the game is lost for an order without trump."""
    day = hall(1)
    day.play("N1 10–0 E1", lost=0)
    assert (day.place("N1").event_points, day.place("E1").event_points) == (0, 2)


def test_N04_4_3a_after_a_draw_the_pair_of_the_higher_cut_moves() -> None:
    day = hall(3)
    everyone_but(day, 2)
    day.play("N2 6–6 E2", last_dealer=day.number("S2"))
    cut_at(day, 2, "S2 9D, E2 AS", "moves")  # East sits on South's right
    cut_at(day, 2, "N2 KD, S2 9S", "losers")
    day.seat()
    assert (day.at("E2").number, day.at("W2").number) == (3, 1)
    assert {day.at("N2").number, day.at("S2").number} == {2}


def test_N04_4_3a_level_cuts_are_made_again_and_the_last_dealer_is_asked_for() -> None:
    day = hall(3)
    with pytest.raises(EventError, match=r"name the last dealer of a drawn game.*\(N04-4\.3a"):
        day.play("N2 6–6 E2")
    day.play("N2 6–6 E2", last_dealer=day.number("S2"))
    with pytest.raises(EventError, match="S2 and E2 cut again"):
        cut_at(day, 2, "S2 AD, E2 AS", "moves")


def test_N04_4_3b_the_cut_leaves_the_game_a_draw() -> None:
    day = hall(3)
    everyone_but(day, 2)
    day.play("N2 6–6 E2", last_dealer=day.number("S2"))
    cut_at(day, 2, "S2 9D, E2 AS", "moves")
    day.seat()
    assert [day.place(f"{seat}2").event_points for seat in "NESW"] == [1, 1, 1, 1]


def test_N04_4_4_the_winners_go_opposite_ways() -> None:
    """SC-147 and X-28: North to the next higher table, South to the next lower."""
    day = hall(5)
    everyone_but(day, 3)
    day.play("N3 11–5 E3")
    day.seat()
    assert (day.at("N3").number, day.at("S3").number) == (4, 2)
    assert {day.at("E3").number, day.at("W3").number} == {3}


def test_N04_4_4_east_goes_up_and_west_down_round_the_ring() -> None:
    day = hall(3)
    for table in (1, 2, 3):
        day.do(enter(day.event, table, (5, 11)))
    day.seat()
    assert [day.at(f"E{table}").number for table in (1, 2, 3)] == [2, 3, 1]
    assert [day.at(f"W{table}").number for table in (1, 2, 3)] == [3, 1, 2]


def test_N04_4_5a_the_higher_loser_deals_first() -> None:
    """SC-147 and X-29: East keeps the seat, West moves to East's left; newcomers sit opposite."""
    day = hall(5)
    everyone_but(day, 3)
    day.play("N3 11–5 E3")
    cut_at(day, 3, "E3 KD, W3 9S", "losers")
    day.seat()
    assert dealer(day, 3) == "E3"
    assert day.seats(3) == "S4 W3 v E3 N2"  # from table 2 opposite East, from table 4 opposite West


def test_N04_4_5b_the_lower_loser_deals_second() -> None:
    day = hall(5)
    everyone_but(day, 3)
    day.play("N3 11–5 E3")
    cut_at(day, 3, "E3 TD, W3 AS", "losers")
    day.seat()
    table = day.event.round.table(3)
    assert (day.name(table.dealer), day.name(table.second)) == ("W3", "E3")
    assert day.seats(3) == "E3 S4 v N2 W3"  # West keeps the seat; North is on West's left


def test_N04_4_5b_read_otherwise_the_deal_is_cut_for_again() -> None:
    """A house that cuts anew for the deal still splits the losers."""
    day = hall(5)
    house = overlay(BOOK, {"movement.deal": "cut again"}, "We cut again.")
    day.do(Planned(replace(day.event.plan, movement=house.movement)))
    everyone_but(day, 3)
    day.play("N3 11–5 E3")
    cut_at(day, 3, "E3 KD, W3 9S", "losers")
    day.seat()
    assert day.seats(3) == "S4 W3 v E3 N2"
    assert [cut.purpose for cut in day.event.round.table(3).cuts] == ["losers", "deal"]


def test_N04_4_1_the_director_may_stop_before_the_last_game() -> None:
    day = Day("national-progressive", placing="first free", rounds=3)
    day.enter("N1", "E1", "S1", "W1")
    day.seat()
    day.play("N1 11–5 E1")
    assert english(not_over(day.event)) == "1 of 3 rounds are played; give a reason to stop here"
    assert "N1 and S1 cut" in str(not_over(day.event, why="the bar closes"))


@pytest.mark.parametrize("stage", ["games", "zone playoffs"])
def test_N04_4_1_no_age_zone_or_membership_is_asked_for(stage: Stage) -> None:
    day = Day("national-progressive", stage=stage)
    young = [[Player(f"P{number}", "2025-01-01")] for number in range(6)]
    assert len(registration.add(day.event, young).entrants) == 6


def test_N04_2_9a_sitting_players_are_named_at_the_start() -> None:
    day = individuals("national-progressive", 12, placing="first free")
    day.do(set_sitter(day.event, day.number("P7"), 2))
    with pytest.raises(EventError, match="table 2 has a sitter already"):
        set_sitter(day.event, day.number("P3"), 2)
    for number in range(4):
        day.seat(str(number))
        assert day.event.round.table(2).sides[0][0] == day.number("P7")
        day.play_all("11–4" if number % 2 else "11–9")
    with pytest.raises(EventError, match=r"named at the start \(N04-2\.9a\)"):
        set_sitter(day.event, day.number("P3"))


def sitters_table() -> Day:
    """P sits North at table 2 of 3; everybody else as they come."""
    day = Day("national-progressive", placing="first free")
    names = [f"{seat}{table}" for table in (1, 2, 3) for seat in "NESW"]
    day.enter(*names)
    day.do(set_sitter(day.event, day.number("N2"), 2))
    day.seat()
    assert day.seats(2) == "N2 S2 v E2 W2"
    return day


@pytest.mark.parametrize("score", [(11, 3), (3, 11), (7, 7)])
def test_N04_2_9b_a_sitters_partner_leaves_whatever_the_result(score: tuple[int, int]) -> None:
    day = sitters_table()
    everyone_but(day, 2)
    day.do(enter(day.event, 2, score))
    day.seat()
    assert day.at("N2").number == 2
    assert day.at("S2").number == 3  # the partner goes up
    assert day.name(day.event.round.table(2).sides[0][1]) == "N1"  # who came up sits opposite


@pytest.mark.parametrize("score", [(11, 3), (3, 11)])
def test_N04_2_9c_one_game_left_one_game_right_and_away(score: tuple[int, int]) -> None:
    day = sitters_table()
    for number in range(2):
        everyone_but(day, 2)
        day.do(enter(day.event, 2, score))
        day.seat(str(number))
        if not number:
            newcomer = day.name(day.event.round.table(2).sides[1][0])
            assert day.at("E2").sides[1][1] == day.number("E2")  # shifted from left to right
            assert day.at("W2").number == 1  # the right seat goes down
    assert day.at("E2").number == 1
    assert day.at(newcomer).sides[1][1] == day.number(newcomer)


def test_N04_2_9d_the_sitter_cuts_against_the_right_seat_and_the_higher_deals() -> None:
    for seed in range(12):
        day = sitters_table()
        assert sorted(day.name(who) for who, _ in day.event.round.table(2).cuts[0].draws[0]) == [
            "E2",
            "N2",
        ]
        everyone_but(day, 2)
        day.do(enter(day.event, 2, (11, 3)))
        day.seat(str(seed))
        table = day.event.round.table(2)
        (cut,) = table.cuts
        shown = {day.name(who): "9TJQKA".index(card[0]) for who, card in cut.draws[-1]}
        assert set(shown) == {"N2", "E2"}  # East has shifted into the right seat
        assert day.name(table.dealer) == max(shown, key=lambda name: shown[name])


def test_N04_4_4_spares_sit_out_by_lot_and_not_twice() -> None:
    """G-18: no points for a round sat out; nobody sits out again before the rest have."""
    day = individuals("national-progressive", 14)
    for number in range(7):
        round_ = day.seat(str(number))
        assert len(round_.byes) == 2
        day.play_all("11–4")
    sat = [day.place(f"P{number}").byes for number in range(1, 15)]
    assert sat == [1] * 14
    assert sum(day.place(f"P{number}").event_points for number in range(1, 15)) == 7 * 3 * 4
