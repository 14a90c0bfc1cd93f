"""The rest are mine at a live table, and bots at a person's own speed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rightbower.referee.table import next_step
from rightbower.rules.cards import Seat
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.acts import answer
from rightbower.web.hall.autoplay import Autoplay, Here
from rightbower.web.hall.entries import Sat
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.seats import bot_sits
from rightbower.web.hall.table import Pace, Sitter
from web.asked import asked
from web.clockwork import idle
from web.heard import Heard
from web.seated import Sitting
from web.test_live import in_a_hall

TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
FIRST = "W AS, N 9S, E TS, S 9H, S JH, W QH, N TH, E AH"


def test_a_certain_claim_ends_the_hand_with_all_its_tricks() -> None:
    sitting = Sitting(mode="strict")
    sitting.do(f"{TAKEN}, W 9D, N AD, E KD, S QD, N JD, E AH, S KH, W QH, N TH, E QS, S JH, W AS")
    sitting.ask("S", wire.TakeRest("c1"))
    assert sitting.table.game is not None
    (last,) = sitting.table.game.finished
    assert [trick.winner for trick in last.deal.tricks][-2:] == [Seat.S, Seat.S]
    assert "South claims the rest" in sitting.told
    assert sitting.score == (2, 0)
    before = sitting.table
    sitting.ask("S", wire.TakeRest("c1"))
    assert sitting.table is before


def _refusal(sitting: Sitting, who: str) -> str:
    with pytest.raises(Refused) as found:
        sitting.ask(who, wire.TakeRest("c"))
    return found.value.reason


def test_a_claim_that_is_not_certain_changes_nothing() -> None:
    sitting = Sitting(mode="strict")
    sitting.do(f"{TAKEN}, {FIRST}")
    assert "not certain" in _refusal(sitting, "S")
    assert "your turn to lead" in _refusal(sitting, "W")
    sitting.do("S KH")
    assert "your turn to lead" in _refusal(sitting, "W") or "not certain" in _refusal(sitting, "W")


def test_as_at_the_table_every_card_is_played() -> None:
    sitting = Sitting()
    sitting.do(TAKEN)
    assert "every card is played" in _refusal(sitting, "W")


@pytest.mark.parametrize(("people", "bot"), [(1, 0.1125), (2, 0.9)])
def test_bots_go_at_the_speed_of_the_one_person_at_a_table(
    tmp_path: Path, people: int, bot: float
) -> None:
    async def story(hall: Hall) -> None:
        sitters = [Sat(seat, seat.name, seat.word, 1.0) for seat in tuple(Seat)[:people]]
        bots = [bot_sits(seat, "club", 1.0) for seat in tuple(Seat)[people:]]
        live = await hall.open("standard", "N", then=[*sitters, *bots])
        north, onlooker = Heard("N"), Heard("somebody")
        for each in (north, onlooker):
            live.join(each, None)
        await asked(live, onlooker, wire.OwnPace("p0", "slow"))
        assert live.pace.bot == pytest.approx(0.9)
        await asked(live, north, wire.OwnPace("p1", "fast"))
        await idle()
        assert live.pace.bot == pytest.approx(bot)
        assert live.pace.grace == Pace().grace

    in_a_hall(tmp_path, story, Pace())


def test_a_bot_rests_before_it_leads_to_a_trick_unless_it_is_the_first() -> None:
    sitting = Sitting(mode="strict")
    waits = []
    for words in (TAKEN, "W AS", "N 9S, E TS, S 9H"):
        sitting.do(words)
        table = replace(sitting.table, seats=(Sitter("bot", "Bot", "club"),) * 4)
        nobody: Any = None
        here = Here(frozenset(), people=False, pace=Pace(bot=1, trick=7))
        step = next_step(table.played)
        assert step is not None
        waits.append(Autoplay(nobody)._step_delays(table, step, here, 0.0))
    assert waits == [[1], [1], [7]]


def test_what_is_asked_by_a_clock_that_is_behind_counts_from_the_last_act() -> None:
    """Another hall, whose clock was ahead, had the table before."""
    sitting = Sitting(mode="strict")
    sitting.do("W pass")
    before = sitting.table.touched
    sitting.add(*answer(sitting.table, "N", "N", wire.Move("m", "pass"), before - 5))
    assert sitting.table.touched == before
