"""Days in a line, from the phone of any table, copied for another date, and made up from a seed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rightbower.rules.book import load
from rightbower.tournament.events import archive, registration, results
from rightbower.tournament.events import attendance as entrants
from rightbower.tournament.events.archive import copied
from rightbower.tournament.events.event import Prize
from rightbower.tournament.events.finish import Finish, HandIn, Undo
from rightbower.tournament.events.lists import summary
from rightbower.tournament.events.phone_results import PhoneResult, PhoneTakeBack
from rightbower.tournament.events.plan import read_sat_out
from rightbower.tournament.events.prize_lines import read_prizes
from rightbower.tournament.events.registration import AddEntrants
from rightbower.tournament.events.seating import SeatRound, SwapSeats
from rightbower.tournament.events.sharing import calendar, headline, honours, newsletter, size_text
from rightbower.tournament.events.simulated import people, rehearse, rounds_wanted
from rightbower.tournament.names import free_id
from tournament.events.acts import act
from tournament.events.day import Day, finished_day, individuals, refused, ring_of_pairs


def test_an_event_in_a_line() -> None:
    day = Day("alberta-pairs")
    assert summary(day.event).line == ("day", "Our day", "2026-05-30", "not begun, 0 entrants")
    day.enter("Ann", "Bo")
    act(day, entrants.Partner(1, 2))
    assert summary(day.event).line[3] == "not begun, 1 entrant"
    assert summary(ring_of_pairs("alberta-55plus", 2).event).line[3] == "round 1, 4 entrants"
    over = finished_day()
    assert summary(over.event).line[3] == "finished, 4 entrants"
    act(over, archive.Archive())
    found = summary(over.event)
    assert (found.line[3], found.preset, found.rounds) == (
        "archived, 4 entrants",
        "alberta-pairs",
        2,
    )


def test_a_phone_is_of_the_table_where_its_owner_sits() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    act(day, PhoneResult(day.number("B2"), 1, 2, 10, 4))
    second = day.event.round.table(2).result
    assert second is not None
    assert (second.points, second.side, second.state) == ((4, 10), 1, "entered")
    assert day.event.round.table(1).result is None
    with refused("only your own entry can be taken back"):
        act(day, PhoneTakeBack(day.number("A2"), 1, 2))
    act(day, PhoneTakeBack(day.number("B2"), 1, 2))
    assert day.event.round.table(2).result is None
    with refused("You have no table now"):
        act(individuals("charity-day", 9), PhoneTakeBack(1, 1, 1))


def test_a_sitting_player_may_be_named_again() -> None:
    day = individuals("national-progressive", 8)
    act(day, entrants.SetSitter(1, 2), entrants.SetSitter(1, 2), entrants.SetSitter(1))
    assert day.event.entrant(1).sitter == 1
    act(day, entrants.SetSitter(2))
    assert day.event.entrant(2).sitter == 2
    with refused("table 1 has a sitter already"):
        act(day, entrants.SetSitter(3, 1))


def test_cards_are_handed_in_all_but_some() -> None:
    day = individuals("charity-day", 8)
    with refused("no round has been played"):
        act(day, HandIn(all=True))
    day.seat()
    act(day, HandIn(all=True, but=(1, "P2")))
    assert [each.number for each in day.event.entrants if not each.card_in] == [1, 2]
    with refused("P3 has handed in the card already"):
        act(day, HandIn((3,)))
    act(day, HandIn((1, 2)))
    with refused("all cards are in"):
        act(day, HandIn(all=True))
    pairs = ring_of_pairs("alberta-55plus", 2)
    with refused("there are no cards to hand in"):
        act(pairs, HandIn((1,)))


def test_finishing_may_hand_the_cards_in() -> None:
    day = individuals("charity-day", 8, rounds=1)
    day.seat()
    day.play_all("12–9")
    with refused("no card has been handed in yet"):
        act(day, Finish())
    act(day, Finish(cards=True))
    assert day.event.finished
    assert all(each.card_in for each in day.event.entrants)


def test_what_was_seen_is_the_whole_event_or_one_table() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    version = str(day.event.version)
    for command in (Finish(), SeatRound(), Undo(), archive.ThrowAway()):
        assert command.seen(day.event) == version
    swap, rule = SwapSeats(1, 2), results.Rule(1, "A", "+1")
    seen = (swap.seen(day.event), rule.seen(day.event))
    assert swap.seen(Day("charity-day").event) == ""
    day.play("A2 10–8 B2")
    assert rule.seen(day.event) == seen[1] == "no result yet 0"
    assert swap.seen(day.event) != seen[0]
    assert Undo().asks(day.event)
    assert not Undo().asks(Day("charity-day").event)


def test_a_copy_has_the_names_and_nothing_that_was_played() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    act(day, AddEntrants(("Cy", "Dee", "Eve & Ed"), here=True), entrants.Partner(5, 6))
    day.do(registration.remove(day.event, 7))
    again = copied(day.event, "next", " Next  day ", "2027-05-30", True, at=5.0, by="Kay")
    assert (again.event.id, again.event.name, again.event.date) == (
        "next",
        "Next day",
        "2027-05-30",
    )
    assert [each.name for each in again.event.entrants] == [
        "A1 & A1x", "B1 & B1x", "A2 & A2x", "B2 & B2x", "Cy & Dee",
    ]  # fmt: skip
    assert {each.state for each in again.event.entrants} == {"entered"}
    assert [(each.at, each.by) for each in again.entries] == [(5.0, "Kay")] * 2
    bare = copied(day.event, "next", "Next", "2027-05-30", False, at=5.0, by="Kay")
    assert (len(bare.entries), bare.event.plan) == (1, day.event.plan)
    empty = copied(Day("charity-day").event, "n", "N", "2027-05-30", True, at=5.0, by="Kay")
    assert len(empty.entries) == 1


def test_ids_are_made_of_names() -> None:
    assert free_id("new", []) == "new-event"
    assert free_id("!!", ["event", "event-2"]) == "event-3"
    assert free_id("x" * 60, []) == "x" * 40
    assert free_id("Spring – day", [], "league") == "spring-day"


def test_prizes_are_read_in_order_of_places() -> None:
    lines = [
        "First = 50",
        "Low",
        "Second=12.50",
        "Low again = 3",
        "Most lone hands = 1",
        "Lone two",
    ]
    assert read_prizes(lines) == [
        Prize("First", 1, 5000),
        Prize("Low", 1, 0, True),
        Prize("Second", 2, 1250),
        Prize("Low again", 2, 300, True),
        Prize("Most lone hands", 1, 100, False, True),
        Prize("Lone two", 2, 0, False, True),
    ]
    assert read_prizes(["Low lone hands"]) == [Prize("Low lone hands", 1, 0, True, False)]
    assert read_prizes(["x" * 50])[0].name == "x" * 40
    assert [read_sat_out(text) for text in (" ", "Average", "NOTHING", "0", "999")] == [
        None, "average", 0, 0, 999,
    ]  # fmt: skip


def test_who_is_honoured() -> None:
    day = ring_of_pairs(
        "alberta-55plus", 2, prizes=(Prize("cup", 1, 500), Prize("low", 1, 250, True))
    )
    assert honours(Day("charity-day").event) == []
    day.play("A1 10–8 B1, A2 9–10 B2")
    day.seat()
    day.play("A1 10–4 B2, A2 8–10 B1")
    assert [(each.name, each.honour, each.tally) for each in honours(day.event)] == [
        ("A1 & A1x", "1st place", "2 won, 0 lost, 20 points made"),
        ("B1 & B1x", "2nd place", "1 won, 1 lost, 18 points made"),
        ("B2 & B2x", "3rd place", "1 won, 1 lost, 14 points made"),
        ("A2 & A2x", "Low, 2.50", ""),
    ]


def test_who_left_has_no_certificate_for_a_low_prize() -> None:
    day = ring_of_pairs("alberta-55plus", 2, prizes=(Prize("low", 1, 250, True),))
    day.play("A1 10–8 B1, A2 9–10 B2")
    last = honours(day.event)[-1]
    assert last.honour == "Low, 2.50"
    (number,) = (each.number for each in day.event.entrants if each.name == last.name)
    everyone = day.event.entrants
    gone = tuple(
        replace(each, state="withdrawn") if each.number == number else each for each in everyone
    )
    event = replace(day.event, entrants=gone)
    assert last.name not in [each.name for each in honours(event)]


def test_shared_places_are_honoured_as_such() -> None:
    day = individuals("charity-day", 4)
    day.seat()
    day.play_all("10–4")
    assert [each.honour for each in honours(day.event)] == [
        "Shared 1st place", "Shared 1st place", "Shared 3rd place", "Shared 3rd place",
    ]  # fmt: skip


def test_what_the_results_are() -> None:
    fresh = Day("charity-day").event
    assert (headline(fresh), size_text(fresh)) == ("Nothing has been played yet", "")
    assert newsletter(fresh) == "Our day, Sat 30 May 2026\nNothing has been played yet.\n"
    over = finished_day().event
    assert (headline(over), size_text(over)) == ("Final results", "4 pairs, 2 rounds")
    one = individuals("charity-day", 4)
    one.seat()
    assert size_text(one.event) == "4 players, 1 round"


def test_a_calendar_has_the_day_and_the_name_of_each_event() -> None:
    file = calendar(
        [Day("charity-day").event], "Our club", 0.0, ["https://club.example/e"]
    ).decode()
    for line in (
        "UID:event-day@rightbower",
        "DTSTART;VALUE=DATE:20260530",
        "SUMMARY:Our day",
        "DESCRIPTION:" + load("charity-social").title,
        "URL:https://club.example/e",
        "X-WR-CALNAME:Our club",
    ):
        assert f"{line}\r\n" in file


@pytest.mark.parametrize(
    ("preset", "tables", "rounds", "last"),
    [
        ("alberta-pairs", 3, 2, "1/1:20 2/6:20 3/4:16 4/5:18 5/2:12 6/3:9"),
        (
            "alberta-pairs",
            5,
            1,
            "1/10:10 2/5:10 3/9:10 4/1:10 5/2:10 6/4:7 6/7:7 8/3:6 8/6:6 10/8:2",
        ),
        ("charity-day", 2, 3, "1/4:22 1/8:22 3/2:19 4/5:17 5/3:16 6/1:15 7/7:14 8/6:13"),
        ("national-progressive", 2, 3, "1/5:19 2/3:21 3/4:16 4/6:16 5/2:18 6/1:11 6/8:10 8/7:11"),
        ("knock-out", 2, 0, "1/4:20 2/3:13 3/1:6 3/2:1"),
    ],
)
def test_a_made_up_day_is_the_same_for_the_same_seed(
    preset: str, tables: int, rounds: int, last: str
) -> None:
    day = Day(preset)
    seen = [len(each.rounds) for each in rehearse(day.event, day.do, tables, "s", rounds=rounds)]
    wanted = rounds_wanted(day.event, rounds)
    assert seen == [*range(1, wanted + 1), wanted]
    assert day.event.finished
    points = [f"{each.rank}/{each.entrant}:{each.points}" for each in day.event.places]
    assert " ".join(points) == last


def test_made_up_names_are_different_and_in_order() -> None:
    assert people(3) == ["Ann Lee", "Ben Ray", "Cora Orr"]
    assert people(26)[23:] == ["Abe King", "Ann Ray", "Ben Orr"]
    assert people(578)[574:] == ["Zoe Grant", "Abe Hunt", "Ann Lee 2", "Ben Ray 2"]
    event = replace(Day("charity-day").event)
    assert rounds_wanted(event, 0) == event.plan.rounds
    assert rounds_wanted(Day("swiss-pairs").event, 0) == 6
