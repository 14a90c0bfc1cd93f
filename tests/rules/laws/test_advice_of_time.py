"""The time in which a game ought to end: a reminder at the table, the desk, the phones and the wall."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from rightbower.record import record
from rightbower.record.entries import DealtEntry, Record, ReminderEntry
from rightbower.record.lines import RecordError
from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Seat
from rightbower.rules.game import (
    Advice,
    Game,
    GameError,
    act,
    advised_at,
    deal_out,
    remind,
    reminder,
    start_game,
)
from rightbower.tournament.events.round_clock import ring_bell, start_clock
from rightbower.web.hall import acts as moves
from rightbower.web.hall.actor import Due
from rightbower.web.hall.entries import Mode, Played
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.views import game_view
from table import cards_out
from web.at_desk import Director, hall
from web.day import prepared_event, room, seated
from web.seated import Sitting
from web.test_live import four, in_a_hall

MINUTE = 60
PROVINCIAL = load("provincial-55plus")
ALBERTA = load("alberta-55plus")
CASUAL: Advice = "clock.advice_minutes"
TOURNAMENT: Advice = "clock.tournament_advice_minutes"


def under_way(book: RuleBook, score: tuple[int, int] = (4, 3)) -> Game:
    """A game that began at nought, its first deal out."""
    return deal_out(start_game(book, Seat.S, score=score, at=0), cards_out("9H"), at=10)


def stopped_at(seconds: float) -> Callable[[], float]:
    """A clock that shows this time and no other."""
    return lambda: seconds


def test_A00_9_3_after_25_minutes_a_table_is_reminded_once_and_nothing_stops() -> None:
    game = under_way(PROVINCIAL)
    assert advised_at(game, CASUAL) == 25 * MINUTE
    with pytest.raises(GameError, match=r"is not over \(A00-9\.3\)"):
        remind(game, CASUAL, 25 * MINUTE - 1)
    after = remind(game, CASUAL, 25 * MINUTE)
    assert after == replace(game, reminded=CASUAL, now=25 * MINUTE)
    with pytest.raises(GameError, match="no time to be reminded of"):
        remind(after, CASUAL, 26 * MINUTE)
    assert act(after, read_action("W pass"), 90 * MINUTE).result is None
    assert str(reminder(PROVINCIAL, CASUAL)).startswith("25 minutes have passed")
    assert str(reminder(PROVINCIAL, CASUAL)).endswith("play goes on (A00-9.3)")


def test_A01_T5_2_at_a_tournament_a_table_is_reminded_after_30_minutes(seniors: RuleBook) -> None:
    """X-11: both are advice, 25 or 30 at a table of its own and 30 at a tournament."""
    untimed = replace(seniors, clock=replace(seniors.clock, minutes=None))
    game = under_way(untimed)
    with pytest.raises(GameError, match="is not over"):
        remind(game, TOURNAMENT, 30 * MINUTE - 1)
    assert remind(game, TOURNAMENT, 30 * MINUTE).reminded == TOURNAMENT
    assert str(reminder(seniors, TOURNAMENT)).endswith(f"({seniors.document}-T5.2)")


def test_A01_9_3_a_level_game_that_deals_on_is_reminded_after_30_minutes() -> None:
    level = deal_out(start_game(ALBERTA, Seat.S, score=(3, 3), at=0), cards_out("9H"), 26 * MINUTE)
    assert (level.time_up, level.result) == (True, None)
    assert remind(level, CASUAL, 30 * MINUTE).reminded == CASUAL
    assert str(reminder(ALBERTA, CASUAL)).endswith("(A01-9.3)")


def test_A01_C_1_a_game_that_time_has_ended_is_not_reminded() -> None:
    game = start_game(ALBERTA, Seat.S, score=(4, 3), at=0)
    over = remind(game, CASUAL, 30 * MINUTE)
    assert over.reminded is None
    assert over.result is not None
    assert over.result.path == "clock.minutes"


@pytest.mark.parametrize(
    "name", ["charity-social", "sportcial-league", "national-2025", "standard"]
)
@pytest.mark.parametrize("advice", [CASUAL, TOURNAMENT])
def test_S02_6_2_where_no_length_is_advised_nobody_is_reminded(name: str, advice: Advice) -> None:
    game = start_game(load(name), Seat.S, at=0)
    assert advised_at(game, advice) is None
    with pytest.raises(GameError, match="no time to be reminded of"):
        remind(game, advice)


@pytest.mark.parametrize("at_table", [False, True])
def test_A00_9_3_the_record_keeps_the_reminder(at_table: bool) -> None:
    told = Record(PROVINCIAL, Seat.S, at=0.0, at_table=at_table).then(
        DealtEntry(Seat.S, cards_out("9H"), at=1.0),
        ReminderEntry(CASUAL, 25.0 * MINUTE),
    )
    text = record.write(told)
    assert text.splitlines()[-1] == "reminder clock.advice_minutes @1500"
    assert record.read(text) == told
    assert record.replay(told).reminded == CASUAL
    for wrong, says in (("soon", "is written as reminder"), (f"{CASUAL} @1499", "is not over")):
        with pytest.raises(RecordError, match=says):
            record.read(text.replace(f"reminder {CASUAL} @1500", f"reminder {wrong}"))


@pytest.mark.parametrize("mode", ["strict", "as-at-the-table"])
def test_A00_9_3_a_table_of_the_hall_is_reminded_and_plays_on(mode: Mode) -> None:
    sitting = Sitting("provincial-55plus", mode=mode)
    assert moves.reminder(sitting.table, 25 * MINUTE - 0.1) == []
    due = moves.reminder(sitting.table, 25.0 * MINUTE)
    assert due == [Played(ReminderEntry(CASUAL, 25.0 * MINUTE))]
    sitting.add(*due)
    assert moves.reminder(sitting.table, 26.0 * MINUTE) == []
    assert sitting.told[-1] == str(reminder(PROVINCIAL, CASUAL))
    seen = game_view(sitting.table)
    assert seen is not None
    assert (seen.reminder, seen.phase) == (str(reminder(PROVINCIAL, CASUAL)), "round one")
    sitting.do("W pass")


def test_A01_T5_2_a_table_of_an_event_is_reminded_by_the_tournaments_time() -> None:
    sitting = Sitting("provincial-55plus", mode="strict", event="day/1/1")
    assert moves.reminder(sitting.table, 30 * MINUTE - 0.1) == []
    sitting.add(*moves.reminder(sitting.table, 30.0 * MINUTE))
    assert sitting.table.game is not None
    assert sitting.table.game.reminded == TOURNAMENT


def test_A00_9_3_the_hall_reminds_by_itself_and_the_record_has_it(tmp_path: Path) -> None:
    async def story(here: Hall) -> None:
        begun = here.clock()
        live, people = await four(here, "provincial-55plus")
        here.clock = lambda: begun + 25 * MINUTE + 1
        live.tell(Due())
        while live.table.game is None or live.table.game.reminded is None:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        assert people["N"].state["game"]["reminder"].startswith("25 minutes have passed")

    in_a_hall(tmp_path, story)


def test_A01_T5_2_the_desk_reminds_after_30_minutes(tmp_path: Path) -> None:
    with hall(tmp_path) as client:
        director = Director(client, "provincial-pairs")
        director.names("Ada & Bob", "Cy & Di", "Ed & Fay", "Gus & Hal")
        director.seat()
        desk = client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state
        start = desk.clock()
        desk.clock = lambda: start
        director.do("round", "clock-start")
        for seconds, hidden in ((30 * MINUTE - 1, True), (30 * MINUTE, False)):
            desk.clock = stopped_at(start + seconds)
            director.look("round")
            shown = director.text.partition('data-reminder="1800"')[2].partition(">")
            assert ("hidden" in shown[0]) is hidden
            assert shown[2].startswith("30 minutes have passed")
            assert "(A00-T5.2)" in shown[2]
        director.do("round", "clock-bell")
        assert "data-reminder" not in director.text


def test_A01_T5_2_phones_and_wall_are_told_when_to_remind(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="alberta-pairs", deeds=[seated])
    with room(tmp_path) as here:
        here.desk.clock = lambda: 1000.0
        here.write(partial(start_clock, at=1000.0, minutes=45))
        seen = here.desk.views.seen("day")
        assert seen.clock is not None
        assert seen.clock.advice == 30 * MINUTE
        assert seen.reminder == f"{reminder(ALBERTA, TOURNAMENT)}."
        for seconds, hidden in ((30 * MINUTE - 1, True), (30 * MINUTE, False)):
            here.desk.clock = stopped_at(1000.0 + seconds)
            page = here.client.get("/events/day").text
            clock = page.partition('data-live="clock"')[2].partition("</section>")[0]
            assert 'data-advice="1800"' in clock
            assert (" hidden>" in clock) is hidden
        here.write(partial(ring_bell, at=1000.0 + 40 * MINUTE))
        page = here.client.get("/events/day").text
        assert "30 minutes have passed" not in page.partition('data-live="clock"')[2]
