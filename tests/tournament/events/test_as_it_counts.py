"""What a result, a ruling or a withdrawal comes to where two rules meet."""

from __future__ import annotations

import pytest

from in_english import english
from rightbower.tournament.events import outcome as results
from rightbower.tournament.events.attendance import check_in_all, partner, substitute, withdraw
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import Prize, ResultRuling
from rightbower.tournament.events.finish import EventFinished, finish
from rightbower.tournament.events.outcome import outcome, result_text
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.prizes import awards
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.results import confirm, correct, dispute, enter, rule, void
from rightbower.tournament.events.scorecards import master_card
from rightbower.tournament.events.seating import not_yet
from tournament.events.day import Day, individuals, refused, ring_of_pairs


def test_a_ruling_that_makes_a_draw_asks_for_the_last_dealer() -> None:
    day = individuals("national-progressive", 4)
    day.seat()
    day.do(enter(day.event, 1, (6, 4)))
    even = ResultRuling(1, 2, why="a revoke")
    with refused("with the ruling the game is drawn; name the last dealer"):
        rule(day.event, 1, even)
    north = day.event.round.table(1).sides[0][0]
    day.do(correct(day.event, 1, 1, (6, 4), why="who dealt", last_dealer=north))
    day.do(rule(day.event, 1, even))
    came = outcome(day.event.plan, day.event.round.table(1))
    assert came is not None
    assert came.winner is None


def test_a_level_score_that_a_ruling_parts_needs_no_last_dealer() -> None:
    day = individuals("national-progressive", 4)
    day.seat()
    day.do(rule(day.event, 1, ResultRuling(0, 2, why="a revoke")))
    day.do(enter(day.event, 1, (6, 6)))
    with refused("name the last dealer of a drawn game"):
        correct(day.event, 1, 1, (4, 6), why="misread")


def test_who_loses_by_a_ruling_is_entered_with_the_target_at_most() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 11–6 B1")
    day.do(rule(day.event, 1, ResultRuling(0, lost=True, why="left the table")))
    came = outcome(day.event.plan, day.event.round.table(1))
    assert came is not None
    assert came.points == (10, 10)
    assert came.winner == 1


def test_a_dispute_about_an_earlier_round_holds_everybody_up() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play_all("10–4")
    day.seat()
    day.do(dispute(day.event, 1, why="we had nine", round_=1))
    day.play_all("10–4")
    wanted = "the director has to decide the dispute at table 1 of round 1"
    assert english(not_yet(day.event)) == english(wanted)
    with refused(wanted):
        finish(day.event, "early")
    assert str(result_text(day.event.rounds[0].table(1), day.event.plan)).endswith("; disputed")
    day.do(confirm(day.event, 1, round_=1))
    assert english(not_yet(day.event)) != wanted


def knock_out(*names: str) -> Day:
    day = Day("knock-out", placing="first free")
    day.do(add(day.event, [[Player(f"{name}1"), Player(f"{name}2")] for name in names]))
    day.do(check_in_all(day.event))
    day.seat()
    return day


def ranks(day: Day) -> dict[str, int | None]:
    return {place.name[0]: place.rank for place in standings(day.event)}


def test_nobody_has_come_through_a_round_before_it_is_played() -> None:
    day = knock_out(*"ABCD")
    assert {place.why.partition(" survived")[0] for place in standings(day.event)} == {
        "1st=: tied on 0 rounds"
    }


def test_the_one_who_is_left_in_a_knock_out_is_first() -> None:
    day = knock_out(*"ABCD")
    day.play_all("10–4")
    survivors = [table.sides[0][0] for table in day.event.round.tables]
    day.do(withdraw(day.event, survivors[1:]))
    first, second = (day.event.entrant(number).name[0] for number in survivors)
    found = ranks(day)
    assert (found[first], found[second]) == (1, 2)
    assert "1 round survived, then left" in standings(day.event)[1].why


def test_a_correction_of_the_semi_final_leaves_the_winner_of_the_final_first() -> None:
    day = knock_out(*"ABCD")
    day.play_all("10–4")
    day.seat()
    day.play_all("10–8")
    champion = day.event.round.table(1).sides[0][0]
    number = next(t.number for t in day.event.rounds[0].tables if champion in t.entrants)
    day.do(correct(day.event, 1, number, (4, 10), why="written the wrong way round"))
    assert [place.entrant for place in standings(day.event) if place.rank == 1] == [champion]


def test_the_lowest_place_wins_the_low_prize_where_points_do_not_rank() -> None:
    prizes = (Prize("first", amount=5000), Prize("low", amount=500, low=True))
    day = individuals("national-progressive", 8, prizes=prizes)
    day.seat()
    day.do(enter(day.event, 1, (11, 9)))
    day.do(enter(day.event, 2, (5, 3)))
    first, low = awards(day.event)
    assert "N04-4.1" in first.why
    bottom = {place.entrant for place in standings(day.event) if place.rank == 5}
    assert set(low.winners) == bottom, "both losing pairs have no event point"


def test_later_rounds_are_not_seated_without_a_game() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play_all("10–4")
    a_teams = [table.sides[0][0] for table in day.event.round.tables]
    day.do(withdraw(day.event, a_teams))
    with refused("nobody would play"):
        day.seat()


def games(*zones: str) -> Day:
    """Pairs at the games, two players from each of these zones."""
    day = Day("alberta-pairs", stage="games")
    for number, zone in enumerate(zones):
        people = [Player(f"{side}{number}", zone=zone, born="1950-01-01") for side in "AB"]
        day.do(add(day.event, [people]))
    return day


def test_a_zone_is_the_same_in_capitals_and_small_letters() -> None:
    day = games("Z1", "z1")
    third = [Player("Cy", zone="Z1", born="1950-01-01"), Player("Di", zone="Z1", born="1950-01-01")]
    with refused("Z1 has sent its 2 pairs already"):
        add(day.event, [third])


def test_a_substitute_comes_for_the_zone_of_the_pair() -> None:
    day = games("Z1", "Z1")
    day.do(substitute(day.event, 1, "A0", Player("New One", born="1950-01-01")))
    assert day.event.entrant(1).zone == "Z1"
    third = [Player("Cy", zone="Z1", born="1950-01-01"), Player("Di", zone="Z1", born="1950-01-01")]
    with refused("Z1 has sent its 2 pairs already"):
        add(day.event, [third])


def test_players_of_mixed_pairs_count_for_their_zones() -> None:
    day = Day("alberta-pairs", stage="games")
    for name, zone in zip("ABCDEFGH", ("Z1", "Z2") * 4, strict=True):
        day.do(add(day.event, [[Player(name, zone=zone, born="1950-01-01")]]))
    day.do(check_in_all(day.event))
    for first in (1, 3, 5, 7):
        day.do(partner(day.event, first, first + 1))
    with refused("Z1 sends 4 people"):
        add(day.event, [[Player("X", zone="Z1", born="1950-01-01")]])


def test_a_bye_of_a_single_player_goes_to_the_pair_made_later() -> None:
    day = Day("alberta-pairs")
    for name in ("A & B", "C & D"):
        day.do(add(day.event, [[Player(part) for part in name.split(" & ")]]))
    day.do(add(day.event, [[Player("Solo")]]))
    day.do(check_in_all(day.event))
    day.seat()
    day.play_all("10–4")
    day.do(add(day.event, [[Player("Late")]]))
    day.do(check_in_all(day.event))
    day.do(partner(day.event, 3, 4))
    names = {place.name: place.byes for place in standings(day.event)}
    assert "Solo" not in names
    assert names["Solo & Late"] == 1


@pytest.mark.parametrize("numbers", [(2, 2), (2,)])
def test_who_leaves_is_written_down_once(numbers: tuple[int, ...]) -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    assert withdraw(day.event, numbers).numbers == (2,)


def test_rounds_before_a_substitute_keep_the_player_who_played_them() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play_all("10–4")
    day.do(substitute(day.event, 1, "A1", Player("New One")))
    day.seat()
    day.do(substitute(day.event, 2, "B1x", Player("Mid Way")))
    rows = [row.first + " v " + row.second for row in master_card(day.event)]
    first, later = rows[0], next(row for row in rows[2:] if "A1x" in row)
    assert "A1 & A1x" in first
    assert "B1 & B1x" in first
    assert "New One & A1x" in later
    assert day.event.entrant(2).name_in(1) == "B1 & B1x"
    assert day.event.entrant(2).name_in(2) == "B1 & Mid Way", "she plays the open game out"


def test_the_opponent_of_a_pair_that_left_a_knock_out_goes_on_when_no_game_counts() -> None:
    day = knock_out(*"ABCD")
    leaver, stayer = day.event.round.table(1).entrants
    day.do(withdraw(day.event, [leaver]))
    day.do(void(day.event, 1, why="they left"))
    day.play("B1 10–4 C1")
    assert "1 round survived" in day.place(day.name(stayer)).why
    assert "0 rounds survived, then left" in day.place(day.name(leaver)).why
    final = day.seat()
    assert set(final.table(1).entrants) == {stayer, day.number("B1")}
    assert "1 round survived" in day.place(day.name(stayer)).why
    assert "0 rounds survived, then left" in day.place(day.name(leaver)).why
    day.do(withdraw(day.event, [stayer]))
    assert "1 round survived, then left" in day.place(day.name(stayer)).why
    day.do(void(day.event, 1, why="they left too"))
    assert ranks(day)["B"] == 1
    assert "2 rounds survived" in day.place("B1").why


def test_of_a_finished_event_no_result_waits() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.do(enter(day.event, 1, (10, 4), side=0))
    assert str(results.not_counting(day.event)[0]).startswith("Round 1, table 1: only one side")
    day.do(EventFinished((), ()))  # as an older Rightbower may have written it
    assert results.not_counting(day.event) == ()


def test_nobody_comes_through_a_game_of_a_knock_out_that_does_not_count_while_both_are_here() -> (
    None
):
    day = knock_out(*"AB")
    day.do(void(day.event, 1, why="two kings"))
    for place in standings(day.event):
        assert "tied on 0 rounds survived with" in place.why


def test_a_place_that_both_pairs_of_a_knock_out_left_stays_empty() -> None:
    day = knock_out(*"ABCDEFGH")
    gone = day.event.round.table(1).entrants
    day.do(withdraw(day.event, gone))
    day.do(void(day.event, 1, why="both left"))
    day.play_all("10–4")
    semi = day.seat()
    assert len([table for table in semi.tables if table.playing]) == 1
    assert len(semi.byes) == 1


def test_a_substitute_from_a_zone_that_has_its_four_people_is_refused() -> None:
    """A01-0.3: the zone total is four people."""
    day = games("Z1", "Z1", "2")
    with refused(r"Zed cannot come in: Z1 sends 4 people \(A01-0.3"):
        substitute(day.event, 3, day.event.entrant(3).players[0].name, Player("Zed", zone="Z1"))
    own = substitute(day.event, 1, day.event.entrant(1).players[0].name, Player("Yan", zone="Z1"))
    assert own.player.zone == "Z1"


def test_a_zone_called_by_a_number_is_named_as_a_zone() -> None:
    day = games("1", "1")
    with refused("zone 1 has sent its 2 pairs already"):
        add(day.event, [[Player("Yan", zone="1"), Player("Zed", zone="1")]])
