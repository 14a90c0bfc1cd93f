"""A table's own cut with real cards: only those whose cut it is, and what it settles."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.refusal import Refusal
from rightbower.tournament.events.attendance import set_sitter
from rightbower.tournament.events.cuts import cutters, show_cut
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.results import correct
from rightbower.tournament.events.seating import seat
from tournament.events.day import Day, cut_at, individuals, refused, ring_of_pairs


@pytest.fixture
def hall() -> Day:
    """Two tables where the winners part: N1, E1, S1 and W1 at the first, and so on."""
    day = Day("national-progressive", placing="first free")
    day.enter(*(f"{seat}{table}" for table in (1, 2) for seat in "NESW"))
    day.seat()
    return day


def test_only_the_losers_cut_for_the_next_deal(hall: Day) -> None:
    hall.play("N1 11–6 E1")
    wanted = r"E1 and W1 cut for the next deal at table 1 \(N04-4\.5a\)"
    for text in ("N1 KD, S1 9S", "E1 KD", "E1 KD, N1 9S", "E1 KD, E1 9S"):
        with refused(wanted):
            cut_at(hall, 1, text, "losers")
    with pytest.raises(Refusal, match="'5D' is not a card"):
        cut_at(hall, 1, "N1 5D, S1 9S", "losers")
    cut_at(hall, 1, "W1 KD, E1 9S", "losers")


def test_nobody_cuts_after_a_game_before_its_result(hall: Day) -> None:
    for purpose in ("losers", "moves"):
        with refused("table 1 has no result in round 1 yet"):
            cut_at(hall, 1, "E1 KD, W1 9S", purpose)


def test_after_a_draw_the_last_dealer_cuts_against_the_right(hall: Day) -> None:
    hall.play("N1 6–6 E1", last_dealer=hall.number("E1"))
    for text in ("E1 KD, S1 9S", "S1 KD, W1 9S", "E1 KD, W1 9S"):
        with refused(r"E1 and N1 cut for who moves at table 1 \(N04-4\.3a\)"):
            cut_at(hall, 1, text, "moves")
    cut_at(hall, 1, "N1 9S, E1 KD", "moves")


def test_after_a_draw_the_losers_are_known_once_the_movers_are(hall: Day) -> None:
    hall.play("N1 6–6 E1", last_dealer=hall.number("E1"))
    with refused(r"table 1 cuts first for who moves \(N04-4\.3a\)"):
        cut_at(hall, 1, "N1 KD, S1 9S", "losers")
    cut_at(hall, 1, "N1 9S, E1 KD", "moves")
    cut_at(hall, 1, "N1 KD, S1 9S", "losers")


def test_a_game_with_winners_is_not_cut_for(hall: Day) -> None:
    hall.play("N1 11–6 E1")
    with refused(r"table 1 has winners, who move; only a draw is cut for \(N04-4\.3a\)"):
        cut_at(hall, 1, "E1 KD, N1 9S", "moves")


def test_at_a_sitters_table_nobody_cuts_for_who_moves() -> None:
    day = Day("national-progressive", placing="first free")
    day.enter("N1", "E1", "S1", "W1")
    day.do(set_sitter(day.event, 1, 1))
    day.seat()
    day.play("N1 11–6 E1")
    for purpose in ("losers", "moves"):
        with refused("at a sitting player's table"):
            cut_at(day, 1, "E1 KD, W1 9S", purpose)


@pytest.mark.parametrize(("rule", "dealer"), [("higher cut", "E1"), ("lower cut", "N1")])
def test_at_a_sitters_table_the_sitter_and_the_right_seat_cut_for_the_deal(
    rule: str, dealer: str
) -> None:
    day = Day("national-progressive", placing="first free")
    day.enter("N1", "E1", "S1", "W1")
    day.do(set_sitter(day.event, 1, 1))
    day.seat()
    day.play("N1 11–6 E1")
    day.seat()
    (sitter,), (right,) = cutters(day.event, day.event.round.table(1), "deal").groups
    assert (day.name(sitter), day.name(right)) == ("N1", "E1")
    with refused(r"N1 and E1 cut for the deal at table 1 \(N04-2\.9d, X-30\)"):
        cut_at(day, 1, "N1 KD, S1 9S")
    plan = day.event.plan
    house = replace(day.event, plan=replace(plan, movement=replace(plan.movement, sitters_deal=rule)))  # fmt: skip
    shown = show_cut(house, 1, "deal", (((sitter, "9S"), (right, "KD")),))
    assert day.name(shown.dealer) == dealer


def test_at_the_first_game_north_and_east_cut_for_the_deal(hall: Day) -> None:
    for text in ("N1 9D, S1 KD", "N1 KD", "S1 9S, W1 KD"):
        with refused(r"N1 and E1 cut for the deal at table 1 \(N04-2\.9d, G-03\)"):
            cut_at(hall, 1, text)
    cut_at(hall, 1, "N1 9D, E1 KD")


def test_the_second_dealer_of_an_own_cut_sits_left_of_the_first(hall: Day) -> None:
    for text, dealer, second in (("N1 9D, E1 KD", "E1", "S1"), ("N1 AD, E1 KD", "N1", "E1")):
        cut_at(hall, 1, text)
        table = hall.event.round.table(1)
        assert (hall.name(table.dealer), hall.name(table.second)) == (dealer, second)


def test_newcomers_do_not_cut_the_losers_out_of_their_deal(hall: Day) -> None:
    hall.play_all("11–4")
    hall.seat()
    table = hall.event.round.table(1)
    others = [number for number in table.entrants if number not in (table.dealer, table.second)]
    with refused(r"the losers' cut has settled who deals at table 1 \(N04-4\.5a\)"):
        show_cut(hall.event, 1, "deal", (((others[0], "AD"), (others[1], "9S")),))


def test_a_shown_cut_that_a_correction_leaves_behind_is_spoken_of(hall: Day) -> None:
    hall.play_all("11–4")
    cut_at(hall, 1, "E1 KD, W1 9S", "losers")
    assert english(remarks(hall.event, seat(hall.event, "x"))) == ()
    hall.do(correct(hall.event, 1, 1, (4, 11), why="reversed"))
    (said,) = remarks(hall.event, seat(hall.event, "x"))
    assert str(said).startswith("The cut that table 1 showed is not used")


def test_one_pair_alone_does_not_cut_for_the_deal() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    for text in ("B1 9S", "B1 9S, B1 KD"):
        with refused(
            r"one of A1 & A1x and one of B1 & B1x cut for the deal at table 1 \(A01-T4\.b\.ii"
        ):
            cut_at(day, 1, text)
    assert day.seats(1) == "A1 v B1"
    for purpose in ("losers", "moves"):
        with refused("after a game here"):
            cut_at(day, 1, "A1 9S, B1 KD", purpose)


def test_partners_do_not_cut_for_the_deal_where_players_enter_alone() -> None:
    day = individuals("whist-chart", 4, placing="first free")
    day.seat()
    (one, partner), (other, _) = day.event.round.table(1).sides
    with refused("one of P. and P. and one of P. and P. cut for the deal at table 1"):
        show_cut(day.event, 1, "deal", (((one, "9S"), (partner, "KD")),))
    assert show_cut(day.event, 1, "deal", (((other, "KD"), (one, "9S")),)).dealer == other


def test_a_bye_has_no_cut() -> None:
    day = Day("alberta-pairs", placing="first free")
    day.enter("A & B", "C & D", "E & F")
    day.seat()
    with refused("nobody plays at table 2: it is a bye"):
        cut_at(day, 2, "E 9S")


def test_of_four_who_cut_for_partners_the_lowest_deals_and_is_named() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann", "Bob", "Cy", "Di")
    day.seat("5")
    table = day.event.round.table(1)
    lowest = min(table.cuts[0].draws[0], key=lambda each: "9TJQKA".index(each[1][0]))[0]
    assert day.view(1).dealer == day.event.name_of(lowest)
    with refused(r"the cut for partners has settled who deals at table 1 \(A01-T4\.a\.v"):
        show_cut(day.event, 1, "deal", (((table.sides[0][0], "KD"), (table.sides[1][0], "9S")),))


def test_of_two_pairs_the_pair_that_deals_is_named() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    assert day.view(2).dealer == "A2 & A2x"
    day.play_all()
    day.seat()
    assert day.view(2).dealer == ""


def test_a_cut_that_is_made_again_takes_the_place_of_the_first(hall: Day) -> None:
    hall.play("N1 11–6 E1")
    cut_at(hall, 1, "W1 KD, E1 9S", "losers")
    cut_at(hall, 1, "W1 9S, E1 KD", "losers")
    (cut,) = hall.event.round.table(1).after
    assert dict(cut.draws[0]) == {hall.number("W1"): "9S", hall.number("E1"): "KD"}
