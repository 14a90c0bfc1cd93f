"""What a table does by itself: deal, let a bot act, stand in for the absent, ring the bell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from msgspec import Struct

from rightbower.players.views import View
from rightbower.record.entries import (
    ChoiceEntry,
    ClaimEntry,
    CutEntry,
    DroppedEntry,
    EnteredEntry,
    TurnedEntry,
)
from rightbower.referee.table import NextStep, TableError, next_step
from rightbower.rules.cards import Seat
from rightbower.rules.ceremonies import Cut
from rightbower.web.hall.acts import move, next_deal, reminder, reminder_at, time_up
from rightbower.web.hall.bots import Thinking, thought
from rightbower.web.hall.calls import officers
from rightbower.web.hall.entries import BotStoodIn, HallEntry, Played, SaltsClosed
from rightbower.web.hall.seats import with_bots
from rightbower.web.hall.table import SEATS, HallTable, Pace, fold
from rightbower.web.hall.views import for_player


def bot_slips(table: HallTable, now: float) -> list[HallEntry]:
    """What a bot does wrong now; nothing where the chance is not for it."""
    from rightbower.players.slips import OFTEN, slip

    chance = _chance(table, "slips")
    if table.referee is None or chance.random() >= OFTEN[table.opened.manners.slips]:
        return []
    match slip(table.referee, _people(table), chance):
        case None:
            return []
        case (seat, fallen):
            return [Played(DroppedEntry(seat, (fallen,), now), by_bot=True)]
        case action:
            return move(table, action, "", now, by_bot=True)


def bot_calls(table: HallTable, now: float) -> list[HallEntry]:
    """What a bot calls now of what people did; what bots do is for people to call."""
    from rightbower.players.slips import noticed

    if table.referee is None or table.opened.manners.slips == "never":
        return []
    people = _people(table)
    found = noticed(table.referee, people, _chance(table, "eyes"), of=people)
    if found is None:
        return []
    by, fact = found
    called = Played(
        ClaimEntry(by, fact, last_hand=table.referee.game.deal is None, at=now), by_bot=True
    )
    try:
        fold(table, called)
    except TableError:
        return []
    return [called]


def _people(table: HallTable) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if not table.player_at(seat))


def _chance(table: HallTable, what: str) -> Random:
    """The same at each look until something happens at the table."""
    return Random(f"{table.opened.seed} {what} {table.version}")


# How many times longer than at a strict table people have between the hands: to look, and to call.
UNHURRIED = 5
STAND_IN = "club"
# What comes between two hands: there a table rests at which nobody is left.
BETWEEN_HANDS = ("cut", "deal")


class Here(Struct, frozen=True, gc=False):
    """Who is at a table: whose seats are away, whether one who sits there is there; and its pace."""

    away: frozenset[Seat]
    people: bool
    pace: Pace


class ToThink(Struct, frozen=True, gc=False):
    """A bot that has to think about what it sees."""

    bot: str
    seen: View


class Minds(Protocol):
    """What a table that goes on by itself needs of its hall."""

    pace: Pace
    thinking: Thinking
    beginning: Callable[[HallTable, float], list[HallEntry]]


class Autoplay:
    """Knows the next thing that nobody has to ask for, and when it is due."""

    __slots__ = ("_hall", "_left_at", "_slipped")

    def __init__(self, hall: Minds) -> None:
        self._hall = hall
        self._left_at: dict[Seat, float] = {}
        # The table's version after a bot slipped: then people have time to see it.
        self._slipped = 0

    def came(self, seat: Seat) -> None:
        """Somebody is back, or here for the first time."""
        self._left_at.pop(seat, None)

    def went(self, seat: Seat, now: float) -> None:
        """Somebody has no connection left; the time of grace begins."""
        self._left_at[seat] = now

    def delay(self, table: HallTable, here: Here, now: float) -> float | None:
        """How long until the next thing; None where nothing comes by itself."""
        game = table.game
        if game is None:
            if table.beginning is None:
                return self._filling_delay(table, here, now)
            return self._beginning_delay(table, now)
        if table.over:
            return None
        ends = None if game.time_up else game.ends_at
        due = (each for each in (ends, reminder_at(table)) if each is not None)
        delays = [each - now for each in due]
        # Only where slips can happen does a ruling wait for an officer.
        judges = officers(table) if table.referee is not None else ()
        step = next_step(table.played, judges)
        if step is not None and (here.people or self._goes_on(table, step)):
            delays += self._step_delays(table, step, here, now)
        return min(delays, default=None)

    def _goes_on(self, table: HallTable, due: NextStep) -> bool:
        """Whether a table goes on at which nobody is: one of an event or of bots, and another to the end of the hand.

        At one to which nobody came yet nothing is played.
        """
        if table.opened.event or not table.people:
            return True
        return due.what not in BETWEEN_HANDS and bool(self._left_at or any(table.stand_ins))

    def _filling_delay(self, table: HallTable, here: Here, now: float) -> float | None:
        """How long a table where somebody waits is kept open before bots take the empty chairs."""
        after = table.opened.manners.bots_after
        if after is None or table.over or not here.people:
            return None
        if None not in table.seats:
            return 0.0
        return max(0.0, table.opened.at + after - now)

    def _beginning_delay(self, table: HallTable, now: float) -> float:
        """How long a game that is to begin waits for what the players add to the shuffle."""
        since = table.beginning if table.closed is None else table.closed
        assert since is not None, "no game is to begin"
        if not table.unsalted():
            return 0.0
        return max(0.0, since + self._hall.pace.salts - now)

    def _step_delays(self, table: HallTable, due: NextStep, here: Here, now: float) -> list[float]:
        """How long the next step waits, for people to follow or to do it themselves."""
        if table.referee is not None:
            return self._refereed_delays(table, due, here, now)
        if due.what != "turn":
            return [here.pace.deal if table.dealt else 0.0]
        (seat,) = due.seats
        if not table.player_at(seat):
            return self._patience(table, seat, here, now)
        deal, pace = table.deal, here.pace
        fresh_trick = deal is not None and len(deal.tricks) > 1 and not deal.tricks[-1].plays
        return [pace.trick if fresh_trick else pace.bot]

    def _refereed_delays(
        self, table: HallTable, due: NextStep, here: Here, now: float
    ) -> list[float]:
        """The same as at the table: people have time to look and to call."""
        pace = here.pace
        if bot_calls(table, table.touched):
            return [pace.trick]
        people = [seat for seat in due.seats if not table.player_at(seat)]
        if due.what == "deal" and not table.dealt:
            return [pace.bot]
        nobodys = due.what in ("deal", "result", "turn-up")
        if nobodys or (people and due.what in ("cut", "trick")):
            return [pace.deal * UNHURRIED]
        if not people and table.version == self._slipped:
            return [pace.deal]
        if not people:
            return [pace.trick if due.what == "trick" else pace.bot]
        return [wait for seat in people for wait in self._patience(table, seat, here, now)]

    def _patience(self, table: HallTable, seat: Seat, here: Here, now: float) -> list[float]:
        """How long to wait for a person: the turn clock, and the grace time of the absent."""
        waits = []
        if table.opened.turn_seconds is not None:
            waits.append(table.touched + table.opened.turn_seconds - now)
        if seat in self._left_at or seat in here.away:
            left = self._left_at.setdefault(seat, now)
            waits.append(left + self._hall.pace.grace - now)
        return waits

    def step(self, table: HallTable, here: Here, now: float) -> list[HallEntry] | ToThink:
        """What happens by itself now; nothing where its time has not come."""
        if entries := time_up(table, now) or reminder(table, now):
            return entries
        game = table.game
        if game is None and table.beginning is not None:
            return self._next_beginning_step(table, now)
        if game is None and self._filling_delay(table, here, now) == 0.0:
            return with_bots(table, now)
        if game is None or table.over:
            return []
        return self._table_step(table, here, now)

    def _next_beginning_step(self, table: HallTable, now: float) -> list[HallEntry]:
        """Close the commitments, then begin; where the time is over, without those who did not come."""
        if self._beginning_delay(table, now) > 0:
            return []
        if table.closed is None and any(table.committed):
            return [SaltsClosed(now)]
        return self._hall.beginning(table, now)

    def _table_step(self, table: HallTable, here: Here, now: float) -> list[HallEntry] | ToThink:
        due = next_step(table.played, officers(table))
        if due is None:
            return []
        if called := bot_calls(table, now):
            return called
        if due.what in ("deal", "turn-up"):
            return next_deal(table, now)
        if due.what == "cut":  # a bot does not cut, and a person had time to
            return [Played(CutEntry(Cut(due.seats[0]), now))]
        people = [seat for seat in due.seats if not table.player_at(seat)]
        if people and due.what != "trick":
            return self._stand_in(table, people, here, now)
        if due.choice is not None:
            choice = due.choice
            return [Played(ChoiceEntry(choice.number, choice.by, choice.option, now))]
        if due.what != "turn":
            return [Played(TurnedEntry(now) if due.what == "trick" else EnteredEntry(now))]
        (seat,) = due.seats
        if slipped := bot_slips(table, now):
            self._slipped = table.version + len(slipped)
            return slipped
        bot, seen = table.player_at(seat), for_player(table, seat)
        if self._hall.thinking.has_to_think(bot, seen):
            return ToThink(bot, seen)
        return move(table, thought(bot, seen), "", now, by_bot=True)

    def _stand_in(
        self, table: HallTable, people: Sequence[Seat], here: Here, now: float
    ) -> list[HallEntry]:
        """A bot for the first of these who has been waited for long enough."""
        for seat in people:
            if any(wait <= 0 for wait in self._patience(table, seat, here, now)):
                return [BotStoodIn(seat, STAND_IN, now)]
        return []
