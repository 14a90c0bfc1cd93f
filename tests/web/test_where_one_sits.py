"""Where somebody sits, stays or goes at an event, in a whole sentence."""

from __future__ import annotations

from in_english import english
from rightbower.rules.message import as_written
from rightbower.tournament.events import registration
from rightbower.tournament.events.attendance import partner, withdraw
from rightbower.tournament.events.entrants import Player
from rightbower.web.snapshots.whereabouts import Whereabouts, lives_on, table_of, whereabouts
from tournament.events.day import Day, finished_day, individuals, ring_of_pairs


def test_where_one_sits_is_a_whole_sentence() -> None:
    day = individuals("national-progressive", 4)
    day.seat()
    table = day.event.round.tables[0]
    (north, south), (east, west) = table.sides
    name = {number: day.name(number) for number in table.entrants}
    sides = day.event.plan.side_names
    found = whereabouts(day.event, south)
    assert english(found) == english(
        Whereabouts(
            south,
            name[south],
            as_written(
                f"You sit at table 1, {sides[0]} with {name[north]}, against {name[east]} and {name[west]}."
            ),
            1,
            1,
            0,
            found.chair,
            "",
            name[north],
            f"{name[east]} and {name[west]}",
            "You sit at table",
        )
    )
    assert whereabouts(day.event, west).side == 1
    assert whereabouts(day.event, west).partner == name[east]
    chairs = [whereabouts(day.event, each).chair for each in (north, south, east, west)]
    assert chairs == ["North", "South", "East", "West"]


def test_in_later_rounds_one_stays_or_goes() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    day.play_all()
    day.seat()
    stays = day.event.round.table(1)
    before = {who: table.number for table in day.event.rounds[0].tables for who in table.entrants}
    for who in stays.entrants:
        found = whereabouts(day.event, who)
        same = before[who] == 1
        assert english(found.says).startswith(
            "You stay at table 1," if same else "You go to table 1,"
        )
        assert found.way == ("You stay at table" if same else "Go to table")
        assert " with " not in english(found.says)
        assert (found.round, found.table) == (2, 1)
    assert {before[who] == 1 for who in stays.entrants} == {True, False}


def test_one_who_drew_a_card_is_told_the_card_and_no_chair() -> None:
    day = individuals("charity-day", 4, rounds=1)
    day.seat()
    found = whereabouts(day.event, 1)
    assert found.card[-1] in "♥♠♦♣"
    assert found.chair == ""


def nowhere(day: Day, name: str) -> str:
    found = whereabouts(day.event, day.number(name))
    assert (found.entrant, found.name) == (day.number(name), day.event.name_of(day.number(name)))
    assert (found.table, found.way, found.partner) == (0, "", "")
    assert found.round == (0 if day.event.finished else len(day.event.rounds))
    return english(found.says)


def test_before_the_first_round_one_is_on_the_list_or_checked_in() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann & Al")
    day.do(registration.add(day.event, [[Player("Bea"), Player("Bob")]]))
    here = "You are checked in. Your table is shown here as soon as the round is seated."
    assert nowhere(day, "Ann") == here
    listed = "You are on the list. Tell the director at the desk that you are here."
    assert nowhere(day, "Bea") == listed
    day.do(withdraw(day.event, [1]))
    assert nowhere(day, "Ann") == "You have left the event. Thank you for playing."
    assert table_of(day.event, 1) is None


def test_one_who_sits_out_plays_again_and_a_late_comer_waits_for_a_place() -> None:
    day = Day("swiss-pairs", rounds=3)
    day.enter("Ann & Al", "Bea & Bob", "Cat & Cy")
    day.seat()
    (out,) = day.event.round.byes
    sits_out = "You sit out this round. Stay near: you play again in the next one."
    assert nowhere(day, day.name(out)) == sits_out
    day.enter("Dot & Dan")
    wait = "You have no place yet. The director seats you in the next round."
    assert nowhere(day, "Dot") == wait


def test_who_is_out_of_a_knock_out_is_thanked() -> None:
    day = Day("knock-out")
    day.enter("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Dan")
    day.seat()
    losers = [table.sides[1][0] for table in day.event.round.tables]
    day.play_all()
    day.seat()
    said = "You are out of the knock-out. Thank you for playing."
    assert [nowhere(day, day.name(each)) for each in losers] == [said, said]


def test_when_all_is_over_nobody_is_sent_to_a_table() -> None:
    assert nowhere(finished_day(), "A1") == "The event is over. Thank you for playing."


def test_singles_who_were_given_a_partner_are_a_pair() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann", "Bea", "Cat & Cy")
    assert lives_on(day.event, 1) == 1
    day.do(partner(day.event, 1, 2))
    pair = day.event.entrant(1).pair
    assert pair == len(day.event.entrants)
    assert [lives_on(day.event, each) for each in (1, 2, 3)] == [pair, pair, 3]
    assert whereabouts(day.event, 1).entrant == pair
