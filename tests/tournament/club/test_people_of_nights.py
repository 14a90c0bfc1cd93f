"""The people of a club upon nights written down by hand: everybody, by letters, by spelling, and erased."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.tournament.club.book import ListPeople, MergePeople
from rightbower.tournament.club.club import Erasure
from rightbower.tournament.club.erasing import is_erased, mark_of, without_names
from rightbower.tournament.club.lists import (
    ShowPeople,
)
from rightbower.tournament.club.night import LeagueRoster, league_roster
from rightbower.tournament.club.night import evening as evening_of
from rightbower.tournament.club.people import find, last_time, pairs_of, person
from rightbower.tournament.events.attendance import substitute, withdraw
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.finish import finish
from rightbower.tournament.events.results import enter, void
from tournament.club.by_hand import book, do, evening, left, line
from tournament.club.test_nights_counted import N1, N2
from tournament.events.day import Day
from tournament.league.evenings import Season

LEAGUE = (LeagueRoster("Sundays", {"Ann": 2, "Fay Low": 0}, "sun", 4),)


def test_people_are_everybody_who_ever_was_here() -> None:
    history = do(
        book(
            N1,
            N2,
            evening("n3", "2026-02-01", line("ANN", 2, 1), line("Ann", 5, 1), left("Bob")),
            evening("n4", "2026-03-01", left("Cal"), left("Gil"), finished=False),
            rosters=LEAGUE,
        ),
        ListPeople(("Zoe Yew",)),
        ListPeople(("Dorothy Poe",)),
        MergePeople("Dot", "Dorothy Poe"),
    )
    (sheet,) = ShowPeople().answer(history, 0.0).sheets
    assert sheet.title == "People"
    assert sheet.heads == ("Name", "Nights", "Firsts", "Best", "Winnings", "Last", "Also written")
    assert sheet.rows == [
        ("Ann", "5", "1", "1", "5.01", "2026-02-01", "ANN"),
        ("Bob", "3", "1", "1", "0.99", "2026-02-01", ""),
        ("Cal", "2", "1", "1", "0.00", "2026-03-01", ""),
        ("Dorothy Poe", "2", "0", "", "0.00", "2026-01-08", "Dot"),
        ("Fay Low", "0", "0", "", "0.00", "", ""),
        ("Gil", "0", "0", "", "0.00", "2026-03-01", ""),
        ("Zoe Yew", "0", "0", "", "0.00", "", ""),
    ]
    assert person(history, "dot") == person(history, "DOROTHY poe")
    assert person(history, "Ann").league_nights == 2


def test_people_are_found_by_three_letters_of_a_word_or_a_spelling() -> None:
    history = do(
        book(
            evening("n1", "2026-01-01", line("Ann Leeds", 1, 1), line("Leo Dee", 2, 1)),
            evening("n2", "2026-01-08", line("Cleet Orr", 1, 1), line("Bo Leek", 2, 1)),
            evening("n3", "2026-01-08", line("Bo Leek", 2, 1), line("Cyd Leech", 1, 1)),
        ),
    )
    names = [each.name for each in find(history, "LEE")]
    assert names == ["Bo Leek", "Cyd Leech", "Ann Leeds"]
    assert find(history, "le") == []
    assert [each.name for each in find(history, "leo")] == ["Leo Dee"]
    merged = do(history, MergePeople("Cleet Orr", "Leo Dee"))
    assert [each.name for each in find(merged, "cle")] == ["Leo Dee"]
    (sheet,) = ShowPeople("leo").answer(history, 0.0).sheets
    assert [row[0] for row in sheet.rows] == ["Leo Dee"]


def test_no_more_than_a_dozen_are_found() -> None:
    many = [line(f"Ann{number:02}", 1, 1) for number in range(20)]
    assert len(find(book(evening("n1", "2026-01-01", *many)), "ann")) == 12


def test_names_of_a_list_are_put_down_once_without_those_known() -> None:
    history = do(
        book(N1), MergePeople("Bob", "Ann"), ListPeople(("eve  fox", "BOB", "EVE fox", "cal", ""))
    )
    assert history.club.people == ("EVE fox",)


def test_last_time_is_the_latest_finished_night_of_the_same_kind() -> None:
    nights = [
        evening("a", "2026-01-01"),
        evening("b", "2026-01-08"),
        evening("c", "2026-01-15", unit="pair"),
        evening("d", "2026-01-15", finished=False),
        evening("e", "2026-01-22"),
    ]
    for before, found in (("2026-01-15", "b"), ("2026-01-22", "e"), ("2026-01-07", "a")):
        last = last_time(nights, "player", before)
        assert last is not None
        assert last.id == found
    assert last_time(nights, "player", "2025-12-31") is None
    pair = last_time(nights, "pair", "2026-02-01")
    assert pair is not None
    assert pair.id == "c"


def test_pairs_are_those_who_were_entered_together_and_stayed() -> None:
    night = evening(
        "n1",
        "2026-01-01",
        line("Ann", 1, 1, entrant=4),
        line("Bob", 1, 1, entrant=4),
        left("Cal"),
        line("Dot", 2, 1, entrant=2),
    )
    assert pairs_of(night) == [("Ann", "Bob"), ("Dot",)]


def test_the_last_place_is_the_highest_rank_taken() -> None:
    assert (N1.last, N2.last, evening("x", "2026-01-01").last) == (3, 3, 0)


def test_an_event_becomes_a_night() -> None:
    day = Day("swiss-pairs", placing="first free", rounds=2)
    day.enter("Ann & Al", "Bea & Bo", "Cy & Cat", "Di & Dee")
    day.seat()
    day.play_all("10–4")
    day.do(substitute(day.event, day.number("Ann"), "Al", Player("Sub")))
    day.seat()
    first, second = (there.number for there in day.event.round.tables)
    day.do(enter(day.event, first, (10, 6)))
    day.do(void(day.event, second, why="a fire alarm"))
    assert [each.name for each in evening_of(day.event).lines] == [
        "Ann", "Sub", "Bea", "Bo", "Cy", "Cat", "Di", "Dee",
    ]  # fmt: skip
    day.do(withdraw(day.event, [day.number("Di")]))
    day.do(finish(day.event, why="late"))
    night = evening_of(day.event)
    lines = {each.name: each for each in night.lines}
    assert (night.id, night.name, night.date, night.finished, night.unit) == (
        "day", "Our day", "2026-05-30", True, "pair",
    )  # fmt: skip
    assert night.version == day.event.version
    assert lines["Al"].place is None
    assert lines["Al"].results in ("W", "L")
    assert lines["Al"].partners == ("Ann",)
    assert "Al" in lines["Ann"].partners
    assert {"W": "L", "L": "W"}[lines["Al"].results] in {each.results[0] for each in night.lines}
    assert lines["Ann"].place is not None


def test_a_league_gives_its_roster_and_the_nights_that_were_played() -> None:
    season_ = Season("Aces", "Kings", weeks=2)
    season_.play(season_.of("Aces", 1))
    found = league_roster(season_.league)
    assert (found.name, found.id) == ("Tuesday league", "tuesdays")
    assert found.version == season_.league.version
    assert found.nights == {
        "Aces 1": 1, "Aces 2": 1, "Aces 3": 0, "Kings 1": 1, "Kings 2": 1, "Kings 3": 0,
    }  # fmt: skip


def test_a_spelling_leads_from_name_to_name_and_never_in_a_circle() -> None:
    history = do(book(N1), MergePeople("Ann", "Bob"), MergePeople("Bob", "Cal"))
    assert history.club.name_for("ann") == "Cal"
    assert history.club.name_for("Dora") == "Dora"
    turned = replace(history.club, merged={"a": "b", "b": "a"})
    assert turned.name_for("a") == "a"


def test_an_erasure_covers_what_was_written_until_then() -> None:
    erasure = Erasure(("m",), "s", "Erased player 1", 9.0, {"event/a": 3})
    assert [erasure.covers("event/a", version, 99.0) for version in (3, 4)] == [True, False]
    assert [erasure.covers("event/b", 1, at) for at in (9.0, 9.5)] == [True, False]


def test_names_of_different_lengths_are_found_longest_first() -> None:
    erasure = Erasure(
        (mark_of("s", "Ann"), mark_of("s", "Ann van Lee")), "s", "Erased player 2", 9.0
    )
    text = "Ann, Ann van Lee and Ann’s van; by ann!"
    shown = "Erased player 2, Erased player 2 and Erased player 2’s van; by Erased player 2!"
    assert without_names(text, [erasure]) == shown
    assert without_names({"Ann": ("kept", 1)}, [erasure]) == {"Erased player 2": ("kept", 1)}
    assert is_erased("Erased player 2")
    assert not is_erased("Erased players")
