"""Entrants: names, late and lost, substitutes, partners, floaters, lists of rows."""

from in_english import english
from rightbower.tournament.events import attendance, registration
from rightbower.tournament.events.attendance import (
    NoShow,
    check_in,
    check_in_all,
    keep_apart,
    partner,
    set_floater,
    substitute,
    withdraw,
)
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.participants import clashes
from rightbower.tournament.events.registration import add_rows, preview
from rightbower.tournament.events.remarks import remarks
from tournament.events.acts import act
from tournament.events.day import Day, individuals, refused, ring_of_pairs


def test_nobody_is_entered_twice_or_with_herself() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann Lee & Bob Ray")
    with refused("ann lee is on the list already, as entrant 1"):
        day.enter("ann  lee & Cy Orr")
    with refused("Dot Poe is named twice in one pair"):
        day.enter("Dot Poe & dot poe")
    with refused("a name is missing"):
        registration.add(day.event, [[Player(" ")]])
    with refused("a pair is two players"):
        day.enter("Ann & Bea & Cy")


def test_in_an_event_of_individuals_each_enters_alone() -> None:
    day = Day("charity-day")
    with refused("each player enters alone"):
        day.enter("Ann & Bob")
    day.enter("Ann", "Bob")
    with refused("here each player enters alone"):
        partner(day.event, 1, 2)


def test_a_book_that_cuts_for_no_partners_wants_pairs() -> None:
    with refused("Ann needs a partner"):
        Day("round-robin").enter("Ann")


def test_check_in_no_show_and_a_late_arrival() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    people = [[Player("Late"), Player("Later")], [Player("Never"), Player("Nowhere")]]
    day.do(registration.add(day.event, people))
    day.do(attendance.did_not_come(day.event, [5, 6]))
    assert [day.event.entrant(number).state for number in (5, 6)] == ["no-show", "no-show"]
    day.play_all()
    day.do(check_in(day.event, [5]))
    day.seat()
    assert day.event.entrant(5).since == 1
    assert day.at("Late").number in (1, 3)
    with refused("Late & Later is here already"):
        check_in(day.event, [5])
    with refused("is not expected: here"):
        attendance.did_not_come(day.event, [5])
    assert all(place.name != "Never & Nowhere" for place in map(day.place, ("A1", "B1", "Late")))


def test_checking_everyone_in_leaves_out_who_did_not_come() -> None:
    day = Day("charity-day")
    day.do(registration.add(day.event, [[Player("Ann")], [Player("Bob")]]))
    day.do(attendance.did_not_come(day.event, [2]))
    day.do(check_in_all(day.event))
    assert [each.state for each in day.event.entrants] == ["here", "no-show"]
    with refused("nobody on the list is still expected"):
        check_in_all(day.event)
    day.do(registration.add(day.event, [[Player("Cy")], [Player("Di")]]))
    act(day, NoShow(all=True))
    assert [each.state for each in day.event.entrants] == ["here", *["no-show"] * 3]


def test_a_late_pair_takes_the_free_place_and_a_second_opens_a_table() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    day.play_all()
    day.enter("L1 & M1")
    round_ = day.seat()
    assert len(round_.tables) == 4
    assert day.at("L1").playing
    assert len(round_.byes) == 1
    day.play_all()
    day.enter("L2 & M2")
    round_ = day.seat()
    assert len(round_.tables) == 4
    assert (round_.byes, day.at("L2").playing) == ((), True)


def test_who_leaves_stays_in_the_standings() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    day.play("A1 10–4 B1, A2 10–3 B2, A3 10–2 B3")
    day.do(withdraw(day.event, [day.number("A1")], why="the last bus"))
    round_ = day.seat()
    assert round_.byes == (day.number("B2"),)  # the place of A1, now at table 2, is free
    assert (day.place("A1").won, day.place("A1").note) == (1, "withdrew after round 1")
    with refused("has left already"):
        withdraw(day.event, [day.number("A1")])
    day.play_all()
    day.do(check_in(day.event, [day.number("A1")]))
    day.seat()
    assert day.seats(3) == "A1 v B3"  # back in the free place, and still an A team


def test_the_officer_is_told_of_a_game_that_loses_a_player() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    fact = withdraw(day.event, [day.number("A1")])
    (said,) = remarks(day.event, fact)
    assert str(said).startswith("A1 & A1x sit at table 1 in the current round")


def test_a_substitute_keeps_the_number_and_the_history() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–4 B1, A2 10–4 B2")
    number = day.number("A1")
    with refused("nobody called|Zed does not play in"):
        substitute(day.event, number, "Zed", Player("Sub"))
    with refused("A2 is on the list already"):
        substitute(day.event, number, "A1", Player("A2"))
    day.do(substitute(day.event, number, "A1x", Player("Sub"), why="ill"))
    entrant = day.event.entrant(number)
    assert entrant.name == "A1 & Sub"
    assert [(each.player.name, each.until) for each in entrant.former] == [("A1x", 1)]
    assert day.place("A1").won == 1


def test_two_who_come_alone_can_be_made_partners() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.enter("S1", "S2", "S3")
    with refused("name two different players"):
        partner(day.event, 5, 5)
    with refused("A1 & A1x is not here without a partner"):
        partner(day.event, 1, 5)
    day.do(partner(day.event, 5, 6))
    assert day.event.entrant(8).name == "S1 & S2"
    assert (day.event.entrant(5).state, day.event.entrant(5).pair) == ("paired", 8)
    with refused("S1 plays in pair 8; withdraw the pair"):
        withdraw(day.event, [5])
    day.play_all()
    round_ = day.seat()
    assert 7 in round_.byes  # S3 still waits


def test_a_floater_plays_and_is_not_ranked() -> None:
    day = Day("alberta-pairs", placing="first free")
    day.enter("Ann & Al", "Bea & Bob", "Cleo & Cy")
    day.enter("House & Hearth", floater=True)
    round_ = day.seat()
    assert round_.byes == ()
    day.play_all()
    place = day.place("House")
    assert (place.rank, place.why, place.played) == (None, "a floater, not ranked", 1)
    day.enter("Dot & Dan")
    round_ = day.seat()
    seated = [number for table in round_.tables for number in table.entrants]
    assert day.number("Dot") in seated
    assert day.number("House") not in seated


def test_a_pair_that_comes_back_takes_the_place_with_the_fewest_meetings_again() -> None:
    day = ring_of_pairs("alberta-55plus", 5)
    for leaver in ("A1", "A3"):
        if leaver == "A3":
            day.seat()
        day.play_all()
        day.do(withdraw(day.event, [day.number(leaver)]))
    day.do(check_in(day.event, [day.number("A1")]))
    day.seat()
    # Tables 3 and 5 are free; from the fifth the way up would lead to B1 again.
    assert day.seats(3) == "A1 v B3"
    assert day.seats(5) == " v B5"


def test_a_floater_comes_in_once_for_a_pair_that_left_the_ring() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    day.enter("House & Hearth", floater=True)
    for _ in (2, 3):
        day.play_all()
        if len(day.event.rounds) == 1:
            assert day.number("House") not in day.event.round.everyone
            day.do(withdraw(day.event, [day.number("A1"), day.number("B3")]))
        round_ = day.seat()
        seated = [number for table in round_.tables for number in table.entrants]
        assert seated.count(day.number("House")) == 1
        assert len(seated) == len(set(seated)) == 5


def test_floaters_make_up_a_table_of_individuals() -> None:
    day = individuals("charity-day", 7)
    day.enter("F1", "F2", floater=True)
    round_ = day.seat()
    assert (len(round_.tables), round_.byes) == (2, ())
    seated = {number for table in round_.tables for number in table.entrants}
    assert day.number("F2") not in seated
    day.do(set_floater(day.event, day.number("F1"), False))
    with refused("not a floater already"):
        set_floater(day.event, day.number("F1"), False)


def test_those_to_be_kept_apart_do_not_share_a_table() -> None:
    met = 0
    for seed in range(40):
        day = individuals("charity-day", 12)
        day.do(keep_apart(day.event, 1, 2))
        round_ = day.seat(str(seed))
        met += bool(clashes(day.event, round_.tables))
    assert met == 0
    with refused("two different"):
        keep_apart(day.event, 1, 1)


def test_where_they_cannot_be_kept_apart_it_is_said() -> None:
    day = individuals("charity-day", 4)
    day.do(keep_apart(day.event, 1, 2))
    before = day.event
    day.seat()
    seated = day.history.entries[-1].fact
    assert english(remarks(before, seated)) == ("P1 and P2 could not be kept apart.",)


def test_singles_kept_apart_are_kept_apart_as_pairs() -> None:
    for seed in range(20):
        day = Day("alberta-pairs")
        day.enter(*(f"S{number}" for number in range(1, 9)))
        day.do(keep_apart(day.event, 1, 2))
        day.seat(str(seed))
        one, other = (day.event.entrant(number).pair for number in (1, 2))
        tables = [table for table in day.event.round.tables if {one, other} & set(table.entrants)]
        assert len(tables) == 2


def test_rows_are_read_by_their_headings_and_judged_one_by_one() -> None:
    day = Day("alberta-pairs", stage="zone playoffs")
    rows = [
        {
            "name": "Ann Lee",
            "Partner": "Bob Ray",
            "Born": "1950-01-02",
            "Member": "yes",
            "Partner member": "x",
        },
        {"name": "", "Partner": ""},
        {"name": "Ann Lee", "Partner": "Cy Orr", "Member": "yes", "Partner member": "yes"},
        {"name": "Dot Poe", "Partner": "Eli Fox", "Born": "2/1/50", "Member": "yes"},
        {"name": "Gus Hall & Ida Jay", "Member": "yes", "Partner member": "no"},
        {"name": "Kit Low / Meg Nye", "Member": "perhaps"},
        {"name": "Kit Low / Meg Nye", "Member": "Y", "Partner member": "true"},
    ]
    found = preview(day.event, rows)
    assert english([(line.row, line.fault) for line in found.lines]) == [
        (1, ""),
        (3, "Ann Lee is on the list already, as entrant 1"),
        (4, "'2/1/50' is not a date; write it as 1950-06-30"),
        (5, "Ida Jay is not shown to be an active member (A01-E.2)"),
        (6, "'perhaps' is neither yes nor no"),
        (7, ""),
    ]
    assert english(found.good[0].remark) == "birth date missing: Bob Ray"
    assert len(found.faulty) == 4
    day.do(add_rows(day.event, rows))
    assert english([each.name for each in day.event.entrants]) == [
        "Ann Lee & Bob Ray",
        "Kit Low & Meg Nye",
    ]
    with refused("no row can be added"):
        add_rows(day.event, rows)


def test_two_rows_of_one_name_are_one_too_many() -> None:
    day = Day("charity-day")
    found = preview(
        day.event, [{"name": "Ann"}, {"name": "ANN"}, {"name": "Bob", "floater": "yes"}]
    )
    assert english([line.fault for line in found.lines]) == [
        "",
        "ANN is on the list already, as entrant 1",
        "",
    ]
    assert found.lines[2].entrant.floater
