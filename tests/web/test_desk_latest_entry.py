"""What the desk says of entries: their names, the latest one, typed lines, what a correction would change."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.message import Message, Reference, as_written, message
from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import declared
from rightbower.tournament.events import registration
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.attendance import CheckedIn, KeptApart, vouch
from rightbower.tournament.events.entrants import EventError, PlayedOff, Player, TieDecided
from rightbower.tournament.events.event import Prize
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.registration import Renamed
from rightbower.tournament.events.results import CorrectResult, VoidGame, correct, enter
from rightbower.tournament.events.round_clock import ClockPaused
from rightbower.tournament.reading import from_form
from rightbower.web.desk.forms import (
    LONGEST_LINE,
    _saved,
    in_short,
    only_command,
    typed_command,
    whole_number,
)
from rightbower.web.desk.steps import GameChange, about, by_name, change_of, last_entry, money_said
from rightbower.web.notes import FeeSet, MoneyNote, Notes, Paid, PaidEach
from tournament.events.day import Day, finished_day, individuals, ring_of_pairs
from web.four_pairs import PAIRS, four_pairs

# Numbers as names


def here(*numbers: int) -> Message:
    """Entrants are here, as the log says it."""
    return message("here: {who}", who=Reference("entrant", numbers))


def floater(number: int) -> Message:
    """An entrant is a floater, as the log says it."""
    return message("{who} is a floater", who=Reference("entrant", (number,)))


def test_entries_name_up_to_four_and_count_more() -> None:
    event = four_pairs(*PAIRS).event
    assert english(by_name(event, here(2))) == "here: Bea & Bob"
    assert english(by_name(event, here(1, 2))) == "here: Ann & Al and Bea & Bob"
    four = "here: Ann & Al, Bea & Bob, Cat & Cy and Dot & Dan"
    assert english(by_name(event, here(1, 2, 3, 4))) == english(four)
    assert english(by_name(event, here(1, 2, 3, 4, 5))) == "here: all 5 pairs"
    more = Day("whist-chart")
    more.enter("Ann", "Bea", "Cat", "Dot", "Eve", "Fay")
    assert english(by_name(more.event, here(1, 2, 3, 4, 5))) == "here: 5 players"
    assert english(by_name(more.event, here(1, 2, 3, 4, 5, 6))) == "here: all 6 players"


def test_a_number_that_nobody_has_stays_a_number() -> None:
    event = four_pairs().event
    assert english(by_name(event, floater(4))) == "Dot & Dan is a floater"
    assert english(by_name(event, floater(5))) == "entrant 5 is a floater"


def test_those_whom_an_entry_is_about_are_named_while_they_are_few() -> None:
    event = four_pairs(*PAIRS).event
    assert about(event, CheckedIn((2, 1))) == "Bea & Bob and Ann & Al"
    assert about(event, CheckedIn((1, 2, 3, 4))).startswith("Ann & Al, ")
    assert about(event, CheckedIn((1, 2, 3, 4, 5))) == ""
    assert about(event, Renamed(3, 0, "Kate")) == "Cat & Cy"
    assert about(event, KeptApart(5, 1)) == "Eve & Ed and Ann & Al"
    assert about(event, CheckedIn((5, 6))) == "Eve & Ed"
    assert about(event, CheckedIn((6,))) == ""
    assert about(event, TieDecided((1, 2), (2, 1), "drawn", False)) == "Bea & Bob and Ann & Al"
    assert about(event, ClockPaused()) == ""


# The latest entry


def test_the_latest_entry_is_named_and_can_be_taken_back() -> None:
    day = Day("alberta-pairs")
    opened = last_entry(day.history, Notes())
    assert opened.undo == 0
    assert str(opened.says).startswith("Our day opened")
    day.enter("Ann & Al")
    last = last_entry(day.history, Notes())
    assert english((last.says, last.who, last.undo, last.money)) == (
        "Here: Ann & Al.",
        "",
        3,
        False,
    )
    assert last.at == day.now
    day.do(vouch(day.event, 1, "a card"))
    assert english(last_entry(day.history, Notes()).says) == "Ann & Al vouched for: a card."
    day.undo()
    taken = last_entry(day.history, Notes())
    assert (taken.remarks, taken.undo) == ((), 3)


def test_an_entry_that_tells_no_names_says_whom_it_is_about() -> None:
    day = ring_of_pairs("alberta-55plus", 2, rounds=1)
    day.play("A1 10–8 B1, A2 10–8 B2")
    day.do(PlayedOff((1, 3), (1, 3), (10, 7), "agreed"))
    last = last_entry(day.history, Notes())
    assert english((last.says, last.who)) == (
        "Play-off: 1 against 3, 10–7: agreed.",
        "A1 & A1x and A2 & A2x",
    )


def test_how_many_phones_belong_to_somebody_is_told_beside_what_is_saved() -> None:
    assert _saved(Notes()) == "Everything saved"
    assert _saved(Notes(phones={"x": 1})) == "Everything saved · 1 phone"
    assert _saved(Notes(phones={"x": 1, "y": 1})) == "Everything saved · 2 phones"


def test_nothing_is_taken_back_once_the_results_are_final() -> None:
    day = finished_day()
    assert last_entry(day.history, Notes()).undo == 0
    paid = MoneyNote(day.now + 1, Paid(1, 500), Paid(1, 0))
    assert last_entry(day.history, Notes(money=paid)).money is False


def test_money_that_was_noted_later_is_the_latest() -> None:
    day = four_pairs()
    later = MoneyNote(day.now + 1, Paid(2, 500), Paid(2, 0))
    last = last_entry(day.history, Notes(money=later))
    assert english((last.says, last.who, last.at, last.undo, last.money)) == english(
        (
            "Paid 5.00.",
            "Bea & Bob",
            day.now + 1,
            0,
            True,
        )
    )
    same = replace(later, at=day.now)
    assert last_entry(day.history, Notes(money=same)).money is False


def test_money_in_words() -> None:
    event = four_pairs().event
    assert english(money_said(event, PaidEach(((1, 500), (2, 750))))) == (
        "2 at once: 12.50 in all.",
        "",
    )
    assert english(money_said(event, FeeSet(500))) == ("The fee is 5.00.", "")
    assert english(money_said(event, Paid(1, 1250))) == ("Paid 12.50.", "Ann & Al")
    assert english(money_said(event, Paid(1, 0))) == ("Not paid.", "Ann & Al")


def test_a_correction_is_remarked_upon_what_was() -> None:
    day = Day("swiss-pairs", rounds=3)
    day.enter(*PAIRS[:4])
    day.seat()
    day.play_all()
    day.seat()
    day.do(correct(day.event, 1, 1, (4, 10), why="sides were swapped"))
    assert str(last_entry(day.history, Notes()).remarks[0]).startswith(
        "Rounds 2 and later were seated by the old result"
    )
    day.do(enter(day.event, 1, (10, 4)))
    assert last_entry(day.history, Notes()).remarks == ()


def test_the_event_in_short() -> None:
    day = Day("alberta-pairs", placing="first free")
    assert in_short(day.event) == f"Sat 30 May 2026 · {day.event.plan.title}"
    day.enter(*PAIRS[:4])
    day.do(registration.add(day.event, [[Player("Eve"), Player("Ed")]]))
    day.seat()
    assert in_short(day.event) == "4 pairs · 2 tables"
    alone = individuals("charity-day", 4, rounds=1)
    alone.seat()
    assert in_short(alone.event) == "4 players · 1 table"


# Lines that are typed


def test_a_typed_line_is_a_result_or_a_command_by_its_name() -> None:
    assert type(typed_command("12 10 7")).__name__ == "EnterResult"
    assert type(typed_command("result 12 10 7")).__name__ == "EnterResult"
    assert type(typed_command("void 3 --why dropped")).__name__ == "VoidGame"
    assert type(typed_command("entrants check-in --all")).__name__ == "CheckIn"
    assert type(typed_command("check-in --all")).__name__ == "CheckIn"
    assert type(typed_command("confirm 3")).__name__ == "ConfirmResult"


def test_a_typed_line_is_not_longer_than_a_line() -> None:
    with pytest.raises(Refusal, match="at most 2000 letters"):
        typed_command("x" * (LONGEST_LINE + 1))
    with pytest.raises(Refusal) as refused:
        typed_command("x" * LONGEST_LINE)
    assert "at most" not in str(refused.value)
    with pytest.raises(Refusal, match="a quotation mark is not closed"):
        typed_command('void 3 --why "dropped')


def test_one_table_a_line() -> None:
    assert only_command([7]) == 7
    for several in ([], [1, 2]):
        with pytest.raises(EventError, match="write one table a line, such as 12 10 7"):
            only_command(several)


def test_a_whole_number_has_to_be_there() -> None:
    assert whole_number({"table": "123456"}, "table", "Table") == 123456
    for text in ("", "1234567", "-1", "1.5", "x"):
        with pytest.raises(Refusal, match="Table: write a whole number"):
            whole_number({"table": text}, "table", "Table")
    with pytest.raises(Refusal, match="Number: write"):
        whole_number({}, "number", "Number")


# What would change


def test_a_correction_shows_the_game_and_everybody_who_moves() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1, A2 10–7 B2")
    change = change_of(day.history, CorrectResult(1, 1, 7, 10, why="swapped"), 50.0)
    assert english(change.games) == english(
        (
            GameChange(
                as_written("Round 1, table 1: A1 & A1x against B1 & B1x"),
                as_written("10–8"),
                as_written("7–10"),
            ),
        )
    )
    assert english(change.says) == ("round 1, table 1: corrected to 7–10: swapped",)
    assert english([each.name for each in change.moved]) == ["B1 & B1x", "A1 & A1x", "B2 & B2x"]
    (up, down, _) = change.moved
    assert str(up.before).endswith("0 won, 1 lost, 8 points")
    assert str(up.after).endswith("1 won, 0 lost, 10 points")
    assert str(down.before).endswith("1 won, 0 lost, 10 points")
    assert change.open == ()
    kept = next(each for each in standings(day.event) if each.entrant == 2)
    assert str(up.before).startswith(f"{kept.rank}{'=' if kept.shared else ''} · ")


def test_a_correction_tells_first_whom_it_concerns_and_what_hangs_on_it() -> None:
    prizes = (Prize("First", 1, 3000), Prize("Second", 2, 1000))
    day = individuals("national-progressive", 12, prizes=prizes)
    day.seat()
    for table, points in ((1, (9, 6)), (2, (10, 4)), (3, (8, 3))):
        day.do(enter(day.event, table, points))
    played = set(day.event.round.table(2).entrants)
    change = change_of(day.history, CorrectResult(1, 2, 4, 10, why="swapped"), 50.0)
    concerned = {each.name for each in change.concerned}
    assert concerned == {day.event.name_of(each) for each in played}
    assert all(each.sums[0] == each.sums[1] for each in change.sliding)
    assert len(change.concerned) + len(change.sliding) + change.keep == 12
    assert {each.up > 0 for each in change.concerned} == {True, False}
    (first,) = english(change.hangs)
    assert re.fullmatch(r"In first place: P\d+ and 5 others, not P\d+ and 5 others\.", first)
    assert change_of(day.history, CorrectResult(1, 2, 10, 4, why="checked"), 50.0).hangs == ()


def test_a_correction_to_a_drawn_game_tells_that_it_is_drawn() -> None:
    day = individuals("national-progressive", 4)
    day.seat()
    day.do(enter(day.event, 1, (6, 4)))
    (north, _), _ = day.event.round.table(1).sides
    level = CorrectResult(1, 1, 6, 6, why="misread", last_dealer=str(north))
    moved = {each.name: each for each in change_of(day.history, level, 50.0).moved}
    first = moved[day.event.name_of(north)]
    assert str(first.before).endswith(" · 2 points: 1 won, 0 lost")
    assert str(first.after).endswith(" · 1 point: 0 won, 1 drawn, 0 lost")


def test_a_game_that_is_spoken_of_is_shown_though_it_stays_as_it_is() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1, A2 10–7 B2")
    change = change_of(day.history, CorrectResult(1, 1, 10, 8, why="checked"), 50.0)
    assert english([(each.before, each.after) for each in change.games]) == [("10–8", "10–8")]
    assert change.moved == ()


def test_a_void_game_and_one_that_ends_the_day() -> None:
    day = ring_of_pairs("alberta-55plus", 2, rounds=1)
    day.play("A1 10–8 B1, A2 10–7 B2")
    change = change_of(day.history, VoidGame(1, why="a lost pack"), 50.0)
    assert len(change.games) == 1
    assert english(change.games[0].before) == "10–8"
    assert english([each.name for each in change.moved][-1]) in ("A1 & A1x", "B1 & B1x")
    level = change_of(day.history, CorrectResult(1, 2, 10, 8, why="checked"), 50.0)
    assert level.open
    assert change.open == ()


def test_what_is_taken_back_is_said_with_its_entry() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1, A2 10–7 B2")
    day.seat()
    number = len(day.history.entries)
    undo = from_form(declared(EventCommand)["undo"], [("entry", str(number)), ("why", "too soon")])
    change = change_of(day.history, undo, 50.0)
    assert str(change.says[0]).startswith("takes back: round 2 seated")
    assert english(change.games) == english(
        (GameChange(as_written("Round 2"), as_written("seated"), as_written("not seated")),)
    )


def test_whoever_takes_over_the_first_place_and_a_prize_is_named() -> None:
    day = ring_of_pairs("alberta-55plus", 2, prizes=(Prize("First", 1, 3000),))
    day.play("A1 10–8 B1, A2 10–7 B2")
    change = change_of(day.history, CorrectResult(1, 1, 7, 10, why="swapped"), 50.0)
    assert english(change.hangs) == (
        "In first place: B1 & B1x and A2 & A2x, not A1 & A1x and A2 & A2x.",
        "First: B1 & B1x and A2 & A2x instead of A1 & A1x and A2 & A2x.",
    )
