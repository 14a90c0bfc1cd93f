"""Moves at a table: the exact entries each leads to, the time, and when none is taken."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rightbower.record.entries import (
    ActionEntry,
    BellEntry,
    CutEntry,
    DealtEntry,
    ReminderEntry,
    SlipEntry,
    TurnUpEntry,
)
from rightbower.rules.acts import read_action
from rightbower.rules.cards import Seat
from rightbower.rules.ceremonies import Cut
from rightbower.rules.game import TurnUp
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.acts import move, next_deal, reminder, reminder_at, time_up
from rightbower.web.hall.entries import BotStoodIn, HallEntry, Played
from rightbower.web.hall.table import HallTable, finished, fold
from web.seated import Sitting
from web.table_asked import TAKEN, asked, no, over, playing, refused, table_of

MADE = (
    "W AS, N 9S, E TS, S 9H",
    "S KH, W QH, N TH, E AH",
    "E QC, S AC, W TC, N KC",
    "S JH, W 9D, N JD, E KD",
    "S QD, W KS, N AD, E QS",
)


def act(table: HallTable, words: str, **more: Any) -> list[HallEntry]:
    """What a move leads to."""
    return move(table, read_action(words), "m", 5.0, **more)


def test_a_move_is_written_down_once() -> None:
    table = playing()
    west = read_action("W pass")
    assert act(table, "W pass") == [Played(ActionEntry(west, 5.0), "m")]
    assert act(table, "W pass", by_bot=True) == [Played(ActionEntry(west, 5.0), "m", by_bot=True)]
    again = replace(table, moves=("m",))
    assert act(again, "W pass") == []
    assert move(again, west, "", 5.0) == [Played(ActionEntry(west, 5.0))]
    unnamed = replace(table, moves=("",))
    assert move(unnamed, west, "", 5.0) == [Played(ActionEntry(west, 5.0))]


def test_when_no_move_is_taken() -> None:
    before = refused(lambda: act(table_of(*Seat), "W pass"))
    assert before == ("the game has not begun", "")
    ended = over(playing())
    assert refused(lambda: act(ended, "W pass")) == ("the game is over", "standard:game.target")
    facts = replace(ended, game=None, finished=finished(ended))
    assert refused(lambda: act(facts, "W pass")) == ("the game is over", "standard:game.target")
    table = playing()
    assert table.game is not None
    between = replace(table, game=replace(table.game, deal=None))
    assert refused(lambda: act(between, "W pass"))[0] == "the next cards are not out yet"
    down = replace(table, game=replace(table.game, turn_up=TurnUp.PUT_DOWN))
    assert refused(lambda: act(down, "W pass"))[0] == "the next cards are not out yet"
    reason, clause = refused(lambda: act(table, "N pass"))
    assert (reason, bool(clause)) == ("it is West's turn", True)


def test_the_bell_is_rung_before_a_move_that_comes_after_it() -> None:
    table = playing(overlay={"clock.minutes": 1})
    rung = Played(BellEntry("end", 60.0))
    assert time_up(table, 59.9) == []
    assert time_up(table, 60.0) == [rung]
    assert time_up(table, 99.0) == [rung]
    assert time_up(replace(table, touched=70.0), 80.0) == [Played(BellEntry("end", 70.0))]
    assert time_up(playing(), 1e9) == []
    assert time_up(table_of(*Seat), 1e9) == []
    assert time_up(over(table), 1e9) == []
    assert time_up(fold(table, rung), 99.0) == []
    late = move(table, read_action("W pass"), "m", 61.0)
    assert late == [rung, Played(ActionEntry(read_action("W pass"), 61.0), "m")]


def test_who_comes_back_takes_the_seat_from_the_bot_with_a_move() -> None:
    table = fold(playing(), BotStoodIn(Seat.W, "club", 3.0))
    passed = ActionEntry(read_action("W pass"), 5.0)
    assert act(table, "W pass") == [BotStoodIn(Seat.W, "", 5.0), Played(passed, "m")]
    assert act(table, "W pass", by_bot=True) == [Played(passed, "m", by_bot=True)]


def test_as_at_the_table_what_is_improper_happens_as_a_slip() -> None:
    sitting = Sitting()
    passed, early = read_action("W pass"), read_action("N pass")
    assert act(sitting.table, "W pass") == [Played(ActionEntry(passed, 5.0), "m")]
    assert act(sitting.table, "N pass") == [Played(SlipEntry(early, 5.0), "m")]
    reason, _ = refused(lambda: act(sitting.table, "W AS"))
    assert reason


def test_a_call_that_loses_the_game_has_to_be_meant() -> None:
    sitting = Sitting("national-2025", "D2", "strict")
    sitting.do("W pass")
    with pytest.raises(Refused) as found:
        act(sitting.table, "N order")
    says = "This call loses the game at once: North holds no trump. Do you mean it?"
    assert (found.value.reason, found.value.clause, found.value.ask) == (says, "N04-2.8a", True)
    ordered = ActionEntry(read_action("N order"), 5.0)
    assert act(sitting.table, "N order", meant=True) == [Played(ordered, "m")]
    assert act(sitting.table, "N order", by_bot=True) == [Played(ordered, "m", by_bot=True)]
    everywhere = Sitting("national-2025", "D2")
    everywhere.do("W pass")
    with pytest.raises(Refused, match="loses the game at once"):
        act(everywhere.table, "N order")


def test_a_call_in_words() -> None:
    sitting = Sitting("sportcial-league")
    said = wire.Call("c", wire.InWords("pass"))
    (played,) = asked(sitting.table, "W", said)
    assert played == Played(ActionEntry(read_action("W pass"), 5.0), "c")
    assert asked(replace(sitting.table, moves=("c",)), "W", said) == []
    assert sitting.table.game is not None
    between = replace(sitting.table, game=replace(sitting.table.game, deal=None))
    assert no(between, "W", said) == "there is nothing to call now"
    sent_again = replace(between, moves=("c",))
    assert asked(sent_again, "W", said) == [], "it was taken, although the hand is over by now"
    assert no(table_of(*Seat), "W", said) == "there is nothing to call now"
    assert no(sitting.table, "x", said) == "take a seat first"


def test_the_next_cards_are_dealt_when_they_are_due() -> None:
    table = playing(f"{TAKEN}, {', '.join(MADE)}")
    (dealt,) = asked(table, "N", wire.Next("n"))
    assert isinstance(dealt, Played)
    assert isinstance(dealt.entry, DealtEntry)
    assert (dealt.entry.dealer, dealt.entry.at, dealt.number) == (Seat.W, 5.0, 2)
    assert next_deal(playing(), 5.0) == []
    assert next_deal(over(table), 5.0) == []
    assert next_deal(table_of(*Seat), 5.0) == []
    (later,) = next_deal(replace(table, touched=8.0), 5.0)
    assert isinstance(later, Played)
    assert later.at == 8.0
    begun = playing()
    assert begun.game is not None
    down = replace(begun, game=replace(begun.game, turn_up=TurnUp.PUT_DOWN))
    assert next_deal(down, 5.0) == [Played(TurnUpEntry(TurnUp.FACED, 5.0))]
    later_down = replace(down, touched=9.0)
    assert next_deal(later_down, 5.0) == [Played(TurnUpEntry(TurnUp.FACED, 9.0))]
    clocked = playing(f"{TAKEN}, {', '.join(MADE)}", overlay={"clock.minutes": 1})
    rung = next_deal(clocked, 61.0)
    assert rung[0] == Played(BellEntry("end", 60.0))


def test_who_is_offered_the_cut_decides_whether_to_wait() -> None:
    overlay = {"misdeal.uncut": "same dealer"}
    sitting = Sitting("alberta-55plus", dealing=False, overlay=overlay)
    reason, clause = refused(lambda: asked(sitting.table, "S", wire.Next("n")))
    assert reason == "East is offered the cut first"
    assert clause == sitting.table.book.clause("dealing.cut")
    declined, dealt = asked(sitting.table, "E", wire.Next("n"))
    assert declined == Played(CutEntry(Cut(Seat.E), 5.0))
    assert isinstance(dealt, Played)
    assert isinstance(dealt.entry, DealtEntry)


def test_a_table_is_reminded_of_the_time_once() -> None:
    overlay = {"clock.advice_minutes": 2, "clock.tournament_advice_minutes": 3}
    table = playing(overlay=overlay)
    assert reminder_at(table) == 120.0
    assert reminder(table, 119.9) == []
    noted = Played(ReminderEntry("clock.advice_minutes", 120.0))
    assert reminder(table, 120.0) == [noted]
    later = replace(table, touched=130.0)
    assert reminder(later, 140.0) == [Played(ReminderEntry("clock.advice_minutes", 130.0))]
    reminded = fold(table, noted)
    assert (reminder_at(reminded), reminder(reminded, 999.0)) == (None, [])
    assert reminder_at(over(table)) is None
    assert reminder_at(table_of(*Seat)) is None
    event = playing(overlay=overlay, event="day/1/1")
    assert reminder_at(event) == 180.0
    assert reminder(event, 999.0) == [
        Played(ReminderEntry("clock.tournament_advice_minutes", 180.0))
    ]


def test_what_the_table_does_not_take() -> None:
    assert no(playing(), "S", wire.Hint("h")) == "the table does not take this now"
    assert "not a card" in no(playing(), "S", wire.Move("m", "fold"))
