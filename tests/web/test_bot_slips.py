"""Bots that slip now and then where slips are ruled on, so that people learn to call, and that call people."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from msgspec.structs import replace

from rightbower.players import slips
from rightbower.record.entries import ClaimEntry, DroppedEntry, SlipEntry
from rightbower.referee.irregularities import write_fact
from rightbower.rules.cards import Seat
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.autoplay import bot_calls, bot_slips
from rightbower.web.hall.calls import judged
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.entries import (
    HallEntry,
    Manners,
    OlderEntry,
    Played,
    Sat,
    Slips,
    decode,
)
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.play_by_play import news_of
from rightbower.web.hall.seats import bot_sits
from rightbower.web.hall.table import HallTable, Pace, fold
from web.asked import asked
from web.clockwork import run
from web.faults import FaultyJournal
from web.seated import Sitting

# D1: South deals, 9H is turned up; South takes it and buries JC.
TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
# East trumps the first spade while holding two; the queen of spades comes out in the third trick.
REVOKED = ("W AS, N 9S, E AH, S 9H", "E QC, S AC, W TC, N KC", "S JH, W QH, N TH, E QS")
REST = ("S KH, W 9D, N JD, E TS", "N AD, E KD, S QD, W KS")
LOOKS = 600


def against_bots(sitting: Sitting, often: Slips, person: Seat = Seat.S) -> HallTable:
    """The table with one person, and bots that slip so often."""
    table = sitting.table
    for seat in Seat:
        if seat is not person:
            table = fold(table, bot_sits(seat, "club", 2.0))
    return replace(table, opened=replace(table.opened, manners=Manners(slips=often)))


def at_each_look(table: HallTable) -> list[HallTable]:
    """The same table at many numbers of its stream: each is another throw of the dice."""
    return [replace(table, version=number) for number in range(LOOKS)]


def slipped(table: HallTable) -> list[HallEntry]:
    return [entry for each in at_each_look(table) for entry in bot_slips(each, 2.0)]


def test_bots_slip_as_often_as_the_table_says() -> None:
    sitting = Sitting()
    sitting.do(TAKEN)
    counts = {
        each: len(slipped(against_bots(sitting, each))) for each in ("never", "seldom", "often")
    }
    assert counts["never"] == 0
    assert 0 < counts["seldom"] < 0.05 * LOOKS
    assert counts["seldom"] < counts["often"] < 0.16 * LOOKS


@pytest.mark.parametrize("before", ["W pass", TAKEN, f"{TAKEN}, W AS, N 9S"])
def test_what_they_do_is_wrong_is_theirs_and_can_be_called(before: str) -> None:
    sitting = Sitting()
    sitting.do(before)
    table = against_bots(sitting, "often")
    found = slipped(table)
    assert found
    for entry in found:
        assert isinstance(entry, Played)
        assert entry.by_bot
        happened = entry.entry
        assert isinstance(happened, SlipEntry | DroppedEntry)
        seat = happened.action.seat if isinstance(happened, SlipEntry) else happened.seat
        assert seat is not Seat.S
        said = judged(fold(table, entry))
        assert said is not None
        assert said.calls or said.doubts


def test_bots_call_what_people_do_and_leave_bots_to_people() -> None:
    sitting = Sitting()
    sitting.do(TAKEN)
    sitting.call("S", do="drop", card="AC")
    mine = against_bots(sitting, "seldom")
    calls = [bot_calls(each, 2.0) for each in at_each_look(mine)]
    assert 0.5 * LOOKS < sum(map(bool, calls)) < LOOKS, "they do not see everything"
    for (called,) in filter(None, calls):
        assert isinstance(called, Played)
        assert isinstance(called.entry, ClaimEntry)
        assert called.entry.by in (Seat.E, Seat.W)
        assert called.entry.fact.seat is Seat.S
    assert not any(bot_calls(each, 2.0) for each in at_each_look(against_bots(sitting, "never")))
    theirs = Sitting()
    theirs.do(TAKEN)
    theirs.call("W", do="drop", card="AS")
    table = against_bots(theirs, "often")
    assert not any(bot_calls(each, 2.0) for each in at_each_look(table))


def test_a_revoke_of_a_person_is_called_when_the_hand_is_over_and_an_honest_trump_is_not() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.trick(*REVOKED)
    for person in (Seat.E, Seat.S):
        looks = at_each_look(against_bots(sitting, "often", person))
        assert not any(bot_calls(each, 2.0) for each in looks), "the tricks are not looked at yet"
    sitting.trick(*REST)
    looks = at_each_look(against_bots(sitting, "often", Seat.E))
    called = next(filter(None, (bot_calls(each, 2.0) for each in looks)))
    assert isinstance(called[0], Played)
    assert isinstance(called[0].entry, ClaimEntry)
    assert called[0].entry.last_hand
    assert write_fact(called[0].entry.fact) == "revoke E 1"
    honest = at_each_look(against_bots(sitting, "often", Seat.S))
    assert not any(bot_calls(each, 2.0) for each in honest)


def test_the_table_says_that_bots_slip() -> None:
    sitting = Sitting()
    begun = next(each for each in sitting.entries if type(each).__name__ == "Begun")
    plain, slipping = (against_bots(sitting, each) for each in ("never", "seldom"))
    assert len(news_of(plain, begun)) == 1
    assert news_of(slipping, begun)[0].text.startswith("Bots slip here, as people do")


def test_after_a_slip_people_have_time_to_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(slips.OFTEN, "often", 0.5)

    async def story() -> list[HallEntry | OlderEntry]:
        pace = Pace(bot=1, trick=1, deal=6, grace=9999, linger=9999, salts=0)
        hall = Hall(FaultyJournal(prompt=True), pace, asyncio.get_running_loop().time)
        sat: list[HallEntry] = [Sat(Seat.S, "S", "South", 0.0)]
        sat += [bot_sits(seat, "beginner", 0.0) for seat in Seat if seat is not Seat.S]
        manners = Manners(slips="often")
        live = await hall.open(
            "standard", "S", "as-at-the-table", turn_seconds=1, then=sat, manners=manners
        )
        live.join(Connection("S", "S", _unheard), None)
        await asked(live, live.connections[0], protocol.Begin("b"))
        await asyncio.sleep(300)
        hall.close()
        return [decode(each.body) for each in hall.stored(live.name)]

    waits = [
        (isinstance(one.entry, SlipEntry | DroppedEntry), other.at - one.at)
        for one, other in pairwise(run(story))
        if isinstance(one, Played) and isinstance(other, Played) and one.by_bot and other.by_bot
    ]
    assert any(slipped for slipped, _ in waits)
    assert all(wait >= 6 for slipped, wait in waits if slipped), waits


def _unheard(_: bytes) -> bool:
    """Nobody looks at this browser."""
    return True
