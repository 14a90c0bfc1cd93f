"""What a table does by itself: after how long, what then, and for whom it waits."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from rightbower.record.entries import (
    ActionEntry,
    ChoiceEntry,
    CutEntry,
    DealtEntry,
    EnteredEntry,
    TurnedEntry,
    TurnUpEntry,
)
from rightbower.rules.acts import read_action
from rightbower.rules.cards import Seat
from rightbower.rules.ceremonies import Cut
from rightbower.rules.game import TurnUp
from rightbower.web.hall.autoplay import Autoplay
from rightbower.web.hall.entries import (
    Beginning,
    BotStoodIn,
    CalledOff,
    HallEntry,
    Manners,
    Played,
    SaltCommitted,
    SaltsClosed,
    Sat,
    TableOpened,
)
from rightbower.web.hall.table import HallTable, fold, folded
from web.own_table import PACE, AtTable, Thinks, begins, bots, strict
from web.seated import Sitting

TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
MADE = (
    "W AS, N 9S, E TS, S 9H",
    "S KH, W QH, N TH, E AH",
    "E QC, S AC, W TC, N KC",
    "S JH, W 9D, N JD, E KD",
    "S QD, W KS, N AD, E QS",
)


def at(table: HallTable, clock: float = 10.0, **more: Any) -> tuple[Autoplay, Any]:
    """What a table does by itself at a time, and the table."""
    hall = SimpleNamespace(pace=PACE, clock=lambda: clock, thinking=Thinks(), beginning=begins)
    known = {"pace": PACE, "unsaved": False, "gone": (), "name": "table/t", **more}
    audience = SimpleNamespace(people_here=known.pop("people_here", True))
    live: Any = AtTable(table=table, hall=hall, audience=audience, **known)
    return Autoplay(live), live


def delay(table: HallTable, clock: float = 10.0, **more: Any) -> float | None:
    """After how long something happens by itself."""
    own, _live = at(table, clock, **more)
    return own._next_delay()


def step(table: HallTable, clock: float = 10.0, **more: Any) -> list[HallEntry]:
    """What happens by itself."""
    own, _live = at(table, clock, **more)
    found: list[HallEntry] = asyncio.run(own._own_step())
    return found


def refereed(*acts: str, book: str = "alberta-55plus", **more: Any) -> Sitting:
    """A table where slips are ruled on, after these acts."""
    sitting = Sitting(book, **more)
    for each in acts:
        sitting.do(each)
    return sitting


def waiting(*seats: Seat, bots_after: int | None = 15) -> HallTable:
    """A table before its game, opened at 4."""
    manners = Manners(bots_after=bots_after)
    opened = TableOpened("standard", "strict", "s", "S", 4.0, manners=manners, shuffle=2)
    return folded(fold(None, opened), [Sat(seat, seat.name, seat.word, 5.0) for seat in seats])


# How long


def test_a_table_that_looks_for_players_is_filled_in_time() -> None:
    assert delay(waiting(Seat.S)) == 9.0
    assert delay(waiting(Seat.S), 30.0) == 0.0
    assert delay(waiting(*Seat)) == 0.0
    assert delay(waiting(Seat.S, bots_after=None)) is None
    assert delay(waiting(Seat.S), people_here=False) is None


def test_a_game_that_is_to_begin_waits_for_salts() -> None:
    table = replace(waiting(Seat.S, Seat.N), beginning=8.0)
    assert delay(table) == 2.0
    assert delay(table, 30.0) == 0.0
    assert delay(replace(table, closed=9.0)) == 0.0
    committed = fold(table, SaltCommitted(Seat.S, "sum", 8.0))
    assert delay(committed) == 2.0
    assert delay(replace(committed, closed=9.0)) == 3.0
    both = fold(committed, SaltCommitted(Seat.N, "sum", 8.0))
    assert delay(both) == 0.0


def test_a_strict_table_goes_on_at_its_pace() -> None:
    table = strict()
    assert delay(table) is None
    assert delay(bots(table, Seat.W)) == 1.0
    assert delay(bots(strict(TAKEN), Seat.W)) == 1.0
    assert delay(bots(strict(f"{TAKEN}, {MADE[0]}"), Seat.S)) == 2.0
    assert delay(bots(strict(f"{TAKEN}, {MADE[0]}, S KH"), Seat.W)) == 1.0
    hand = strict(f"{TAKEN}, {', '.join(MADE)}")
    assert delay(hand) == 3.0
    assert delay(replace(hand, dealt=0)) == 0.0
    over = fold(table, CalledOff("resigned", "NS", 3.0))
    assert delay(over) is None
    assert table.game is not None
    assert table.game.deal is not None
    lying = replace(table, game=replace(table.game, deal=replace(table.game.deal, turn=None)))
    assert delay(lying) is None


def test_people_are_waited_for_by_the_clock_of_a_turn_and_while_they_are_away() -> None:
    table = strict()
    timed = replace(table, opened=replace(table.opened, turn_seconds=30), touched=8.0)
    assert delay(timed) == 28.0
    assert delay(table, gone=(Seat.W,)) == 40.0
    assert delay(table, gone=(Seat.N,)) is None
    assert delay(timed, gone=(Seat.W,)) == 28.0
    own, live = at(table, gone=(Seat.W,))
    own.went(Seat.W)
    live.hall.clock = lambda: 25.0
    assert own._next_delay() == 25.0
    own.came(Seat.W)
    live.gone = ()
    assert own._next_delay() is None


def test_the_bell_and_the_reminder_come_in_time() -> None:
    table = strict(overlay={"clock.minutes": 1})
    assert delay(table) == 50.0
    assert table.game is not None
    rung = replace(table, game=replace(table.game, time_up=True))
    assert delay(rung) is None
    assert delay(strict(overlay={"clock.advice_minutes": 2})) == 110.0
    assert delay(bots(table, Seat.W)) == 1.0


def test_as_at_the_table_people_have_time() -> None:
    begun = refereed()
    assert delay(begun.table) == 1490.0, "only the reminder of the time is to come"
    assert delay(bots(begun.table, Seat.W)) == 1.0
    assert delay(begun.table, gone=(Seat.W,)) == 40.0
    uncut = refereed(dealing=False, overlay={"misdeal.uncut": "same dealer"}).table
    assert delay(uncut) == 15.0
    assert delay(bots(uncut, Seat.E)) == 1.0
    first = refereed(dealing=False, overlay={"misdeal.uncut": "same dealer"})
    first.call("E", do="cut", lifted=None)
    assert delay(first.table) == 1.0
    trick = refereed(TAKEN, MADE[0])
    assert delay(trick.table) == 15.0
    both = bots(trick.table, Seat.S, Seat.N)
    assert delay(both) == 2.0
    done = refereed(TAKEN)
    done.trick(*MADE)
    assert delay(done.table) == 15.0


def test_after_a_bot_slipped_there_is_time_to_see_it() -> None:
    table = bots(refereed().table, *Seat)
    own, _live = at(table)
    own._slipped = table.version
    assert own._next_delay() == 3.0
    own._slipped = table.version - 1
    assert own._next_delay() == 1.0


# What then


def test_the_next_step_of_a_table_that_waits() -> None:
    filled = step(waiting(Seat.S), 30.0)
    assert [type(each) for each in filled] == [Sat, Sat, Sat, Beginning]
    assert step(waiting(Seat.S)) == []
    assert step(waiting(Seat.S, bots_after=None)) == []
    salting = replace(waiting(Seat.S), beginning=8.0)
    assert step(salting) == []
    assert step(salting, 12.0) == [Beginning(12.0)]
    committed = fold(salting, SaltCommitted(Seat.S, "sum", 8.0))
    assert step(committed) == [SaltsClosed(10.0)]
    assert step(replace(committed, closed=9.0)) == []
    assert step(replace(committed, closed=6.0)) == [Beginning(10.0)]


def test_the_next_step_of_a_strict_table() -> None:
    table = strict()
    west = bots(table, Seat.W)
    own, live = at(west)
    assert asyncio.run(own._own_step()) == [
        Played(ActionEntry(read_action("W pass"), 10.0), by_bot=True)
    ]
    assert live.hall.thinking.asked == [("club", Seat.W)]
    assert step(table) == []
    own, live = at(table, gone=(Seat.W,))
    own._left_at[Seat.W] = -31.0
    assert asyncio.run(own._own_step()) == [BotStoodIn(Seat.W, "club", 10.0)]
    own._left_at[Seat.W] = -30.0
    assert asyncio.run(own._own_step()) == [BotStoodIn(Seat.W, "club", 10.0)]
    own._left_at[Seat.W] = -29.0
    assert asyncio.run(own._own_step()) == []
    (dealt,) = step(strict(f"{TAKEN}, {', '.join(MADE)}"))
    assert isinstance(dealt, Played)
    assert isinstance(dealt.entry, DealtEntry)
    assert step(fold(table, CalledOff("resigned", "NS", 3.0))) == []


def test_the_next_step_where_slips_are_ruled_on() -> None:
    uncut = refereed(dealing=False, overlay={"misdeal.uncut": "same dealer"})
    assert step(uncut.table) == [Played(CutEntry(Cut(Seat.E), 10.0))]
    uncut.call("E", do="cut", lifted=None)
    (dealt,) = step(uncut.table)
    assert isinstance(dealt, Played)
    assert isinstance(dealt.entry, DealtEntry)
    down = refereed(dealing=False, overlay={"misdeal.uncut": "same dealer"})
    down.call("S", do="deal without the cut")
    assert step(down.table) == [Played(TurnUpEntry(TurnUp.FACED, 10.0))]
    trick = refereed(TAKEN, MADE[0]).table
    assert step(trick) == [Played(TurnedEntry(10.0))]
    assert step(refereed().table) == []
    west = step(bots(refereed().table, Seat.W))
    assert west == [Played(ActionEntry(read_action("W pass"), 10.0), by_bot=True)]
    last = refereed(TAKEN, overlay={"game.target": 1})
    last.trick(*MADE)
    assert step(last.table) == [Played(EnteredEntry(10.0))]
    assert delay(last.table) == 15.0
    last.call("N", do="enter")
    assert (step(last.table), delay(last.table)) == ([], None)


def test_a_bot_chooses_what_a_ruling_leaves_to_it() -> None:
    sitting = refereed(TAKEN)
    sitting.trick("W AS, N 9S, E AH, S 9H", "E QC, S AC, W TC, N KC", "S JH, W QH, N TH, E QS")
    sitting.trick("S KH, W 9D, N JD, E TS", "N AD, E KD, S QD, W KS")
    sitting.call("S", do="claim", fact="revoke E 1")
    assert step(sitting.table) == []
    (chosen,) = step(bots(sitting.table, Seat.N, Seat.S))
    assert isinstance(chosen, Played)
    assert isinstance(chosen.entry, ChoiceEntry)
    assert (chosen.entry.number, chosen.entry.by, chosen.entry.at) == (0, Seat.N.side, 10.0)
    assert chosen.entry.option in ("as played", "add", "subtract")
