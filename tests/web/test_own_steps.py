"""What a table does by itself: after how long, what then, and for whom it waits."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from rightbower.record.entries import (
    ChoiceEntry,
    CutEntry,
    DealtEntry,
    EnteredEntry,
    TurnedEntry,
    TurnUpEntry,
)
from rightbower.rules.cards import Seat
from rightbower.rules.ceremonies import Cut
from rightbower.rules.game import TurnUp
from rightbower.web.hall.autoplay import Autoplay, Here, ToThink
from rightbower.web.hall.bots import Thinking
from rightbower.web.hall.entries import (
    Beginning,
    BotStoodIn,
    CalledOff,
    Manners,
    Played,
    SaltCommitted,
    SaltsClosed,
    Sat,
    TableOpened,
)
from rightbower.web.hall.table import HallTable, fold, folded
from rightbower.web.hall.views import for_player
from web.own_table import PACE, Thinks, begins, bots, strict
from web.seated import Sitting

TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
MADE = (
    "W AS, N 9S, E TS, S 9H",
    "S KH, W QH, N TH, E AH",
    "E QC, S AC, W TC, N KC",
    "S JH, W 9D, N JD, E KD",
    "S QD, W KS, N AD, E QS",
)


class At:
    """What a table does by itself at a time."""

    def __init__(
        self,
        table: HallTable,
        clock: float = 10.0,
        gone: Sequence[Seat] = (),
        people_here: bool = True,
    ) -> None:
        hall: Any = SimpleNamespace(pace=PACE, thinking=Thinks(), beginning=begins)
        self.asked = hall.thinking.asked
        self.own, self.table, self.clock = Autoplay(hall), table, clock
        self.here = Here(frozenset(gone), people_here, PACE)

    def delay(self) -> float | None:
        """After how long something happens by itself."""
        return self.own.delay(self.table, self.here, self.clock)

    def step(self) -> Any:
        """What happens by itself."""
        return self.own.step(self.table, self.here, max(self.clock, self.table.touched))


def delay(table: HallTable, clock: float = 10.0, **more: Any) -> float | None:
    return At(table, clock, **more).delay()


def step(table: HallTable, clock: float = 10.0, **more: Any) -> Any:
    return At(table, clock, **more).step()


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
    at = At(table, gone=(Seat.W,))
    at.own.went(Seat.W, 10.0)
    at.clock = 25.0
    assert at.delay() == 25.0
    at.own.came(Seat.W)
    at.here = Here(frozenset(), people=True, pace=PACE)
    assert at.delay() is None


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
    at = At(table)
    at.own._slipped = table.version
    assert at.delay() == 3.0
    at.own._slipped = table.version - 1
    assert at.delay() == 1.0


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
    at = At(west)
    assert at.step() == ToThink("club", for_player(west, Seat.W))
    assert at.asked == [("club", Seat.W)]
    at.own._hall.thinking = Thinking()
    (quick,) = at.step()
    assert (quick.by_bot, quick.entry.action.seat, quick.entry.at) == (True, Seat.W, 10.0)
    assert step(table) == []
    at = At(table, gone=(Seat.W,))
    for left, found in ((-31.0, "club"), (-30.0, "club"), (-29.0, "")):
        at.own.went(Seat.W, left)
        assert at.step() == ([BotStoodIn(Seat.W, found, 10.0)] if found else [])
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
    west = bots(refereed().table, Seat.W)
    assert step(west) == ToThink("club", for_player(west, Seat.W))
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
