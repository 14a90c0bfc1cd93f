"""The event in the hall: its tables, their results, and what other halls write of both."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final

from rightbower.rules.book import load
from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import bell_objection
from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError, Unreadable
from rightbower.tournament.events.clock import OnlineNight, bell_at
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventTable
from rightbower.tournament.events.phone_results import HallResult
from rightbower.tournament.events.seating import SwapSeats
from rightbower.tournament.events.table_view import TableView
from rightbower.web import notes
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.actor import Live
from rightbower.web.hall.acts import rang
from rightbower.web.hall.archive import played_in
from rightbower.web.hall.bots import USUAL
from rightbower.web.hall.dealing import first_dealer
from rightbower.web.hall.entries import Beginning, HallEntry, Mode, Sat, Timed
from rightbower.web.hall.hall import Hall, begins
from rightbower.web.hall.seats import begin, bot_sits
from rightbower.web.hall.table import HallTable
from rightbower.web.hall.talk import STREAM as REPORTS
from rightbower.web.notes import PutOnline
from rightbower.web.snapshots.whereabouts import lives_on
from rightbower.web.state.desk import Desk

CHAIRS = ((Seat.N, Seat.S), (Seat.E, Seat.W))


def chairs_of(event: Event, table: EventTable) -> dict[Seat, tuple[int, str]]:
    """Who sits in which chair of a table: the entrant and the player's name."""
    found: dict[Seat, tuple[int, str]] = {}
    for side, chairs in zip(table.sides, CHAIRS, strict=True):
        people = [
            (number, player.name) for number in side for player in event.entrant(number).players
        ]
        found |= dict(zip(chairs, people, strict=False))
    return found


def timed(table: HallTable, event: Event, now: float) -> list[HallEntry]:
    """What a table in the hall has to be told of the event's clock."""
    clock, game = event.clock, table.game
    this_round = clock.round == len(event.rounds)
    over = table.over or (game is not None and (game.time_up or game.result is not None))
    if this_round and clock.rang_at is not None:
        return [] if game is None or over or bell_objection(game.book) else [rang(now)]
    bell = bell_at(clock) if this_round and not over else None
    return [] if bell == table.bell_at else [Timed(bell, now)]


def waits(event: Event, table: EventTable) -> bool:
    """Whether a table still has its game before it, with people in all four chairs."""
    full = len(chairs_of(event, table)) == len(Seat)
    return table.playing and full and table.result is None and not table.void


def key_of(event: Event, number: int) -> str:
    """What a table in the hall is told of the event it belongs to."""
    return f"{event.id}/{len(event.rounds)}/{number}/{event.round.seed}"


def dealer_of(table: HallTable, event: Event, seated: EventTable) -> Seat:
    """Who deals first: whoever the event's own cut named, else by the book's ceremony."""
    named = TableView(event, event.round, seated).dealer
    chairs = chairs_of(event, seated).items()
    for seat, (_, name) in chairs:
        if name == named:
            return seat
    for seat, (number, _) in chairs:
        if seated.dealer and number == seated.dealer:
            return seat
    return first_dealer(table)


def result_of(event: Event, round_: int, number: int, seed: str, played: HallTable) -> HallResult:
    """A finished game as a result of the event."""
    facts = played.finished
    assert facts is not None
    lost = None
    if facts.reason == "game lost" and facts.winner:
        lost = int(Side[facts.winner].other)
    dealer, _ = chairs_of(event, event.round.table(number))[facts.last_dealer]
    return HallResult(round_, seed, number, *facts.score, lost, dealer)


WRITER = "the hall"


def _taken(here: HallTable, sat: Sat) -> list[HallEntry]:
    """A chair that is still empty is taken."""
    return [sat] if here.seats[sat.seat] is None and here.game is None else []


class Online:
    """Joins the desk and the hall."""

    def __init__(self, hall: Hall, desk: Desk) -> None:
        self.hall, self.desk = hall, desk
        self._tasks: set[asyncio.Task[None]] = set()
        self._entering: set[str] = set()
        self._under_way: set[str] = set()
        self._nights: set[tuple[str, int]] = set()
        hall.finished.append(self._finished)
        hall.beginning = self._beginning
        desk.changed.append(self._keep_time)

    def wake(self) -> None:
        """After a start: games that ended just before it have their results entered now."""
        for id_ in self.desk.events.ids():
            with contextlib.suppress(ValueError, JournalError):
                self._catch_up(id_)

    def _catch_up(self, id_: str) -> None:
        event = self.desk.event(id_)
        if event.finished:
            return
        self._keep_time(event)
        latest = len(event.rounds)
        for (round_, _), name in self.desk.notes(EVENT.prefix + id_).online.items():
            live = self.hall.find(name) if round_ == latest else None
            if live is not None and live.table.over:
                self._finished(live.name, live.table)
        if any(round_ == latest for round_, _ in self.desk.notes(EVENT.prefix + id_).online):
            self._under_way.add(id_)

    async def collect(self, id_: str) -> None:
        """Enter the results of games that ended in other halls; for the hall that owns the event."""
        event = self.desk.event(id_)
        if event.finished or not event.rounds:
            return
        round_ = len(event.rounds)
        online = self.desk.notes(EVENT.prefix + id_).online
        over = set(await self.hall.reads(played_in, self.hall.journal, f"{id_}/{round_}"))
        for table in event.round.tables:
            name = online.get((round_, table.number), "")
            if name in over and table.result is None and not table.void:
                live = await self.hall.look(name)
                if live is not None and live.table.over:
                    self._finished(live.name, live.table)

    async def adopt(self) -> None:
        """After a start: own the events with games under way that no living hall has."""
        for id_ in self._under_way:
            with contextlib.suppress(HandedOver):
                await self.desk.own(EVENT.prefix + id_)

    async def look_after(self, id_: str) -> None:
        """Own the tables of an event that no hall has, so that bots play where nobody comes."""
        event = self.desk.event(id_)
        if event.finished or not event.rounds:
            return
        online = self.desk.notes(EVENT.prefix + id_).online
        for table in event.round.tables:
            name = online.get((len(event.rounds), table.number), "")
            if name and waits(event, table) and f"table/{name}" not in self.hall.tables:
                with contextlib.suppress(HandedOver):
                    await self.hall.come(name)

    @property
    def events(self) -> set[str]:
        """The events whose tables are played in this hall, by their streams."""
        keys = (live.table.opened.event for live in self.hall.tables.values())
        return {EVENT.prefix + key.partition("/")[0] for key in keys if key}

    def _keep_night(self, event: Event) -> None:
        """Of an online night every round is put into the hall, and its chairs are kept for so long."""
        key, owns = (event.id, len(event.rounds)), self.desk.ownership
        if event.night is None or event.finished or not event.rounds or key in self._nights:
            return
        if owns.sole or owns.owns(EVENT.prefix + event.id):
            self._nights.add(key)
            self._soon(self._night(event.id, len(event.rounds), event.night))

    async def _night(self, id_: str, round_: int, night: OnlineNight) -> None:
        """A round of an online night: its tables, and who plays where somebody does not come."""
        with contextlib.suppress(EventError, JournalError, HandedOver):
            await self.put(self.desk.event(id_), night.mode)
        await asyncio.sleep(60 * night.late)
        with contextlib.suppress(EventError, JournalError, HandedOver):
            if len(self.desk.event(id_).rounds) == round_:
                await self.fill(id_)

    async def fill(self, id_: str) -> int:
        """Whoever waits, or a bot, plays for those who have not come; how many do."""
        event, filled = self.desk.event(id_), 0
        for number in [each.number for each in event.round.tables] if event.rounds else []:
            event = self.desk.event(id_)
            table = event.round.table(number)
            found = self._open_for(event, table)
            if found is None or not waits(event, table) or found.table.game is not None:
                continue
            live = await self.hall.come(found.id)
            if live is None:
                continue
            for seat in Seat:
                if live.table.seats[seat] is None:
                    await self._sub(id_, number, live, seat)
                    filled += 1
            await self._begin(live)
        return filled

    async def _sub(self, id_: str, number: int, live: Live, seat: Seat) -> None:
        """Somebody who sits out with a phone takes an empty chair, else a bot keeps it."""
        event = self.desk.event(id_)
        gone, _ = chairs_of(event, event.round.table(number))[seat]
        phones = self.desk.notes(EVENT.prefix + id_).phones
        owner = {lives_on(event, entrant): who for who, entrant in phones.items()}
        waiting = [each for each in event.round.out if each in owner and event.entrant(each).single]
        if waiting and event.entrant(gone).single:
            swap = SwapSeats(gone, waiting[0], "not there when the game began")
            await self.desk.do(id_, swap, by=WRITER)
            who, name = owner[waiting[0]], event.entrant(waiting[0]).name
            await live.decided(lambda here, now: _taken(here, Sat(seat, who, name, now)))
        else:
            await live.decided(lambda here, now: _taken(here, bot_sits(seat, USUAL, now)))

    async def put(self, event: Event, mode: Mode) -> int:
        """Open a table in the hall for each that waits for its game; how many there are."""
        if event.finished or not event.rounds:
            raise EventError("Seat a round first; its tables can then be played in the hall.")
        if (game := event.plan.other) is not None:
            raise EventError(f"The hall deals Euchre; {game.title} is played with real cards.")
        if event.plan.duplicate is not None:
            raise EventError(
                "Boards are made up from the dealing slips and played with real cards."
            )
        await self.desk.own(EVENT.prefix + event.id)
        opened = 0
        for table in event.round.tables:
            if waits(event, table) and not self._open_for(event, table):
                await self._open(event, table, mode)
                opened += 1
        if not opened:
            raise EventError("No table of this round waits for a game to be put into the hall.")
        return opened

    async def _open(self, event: Event, table: EventTable, mode: Mode) -> None:
        plan, now = event.plan, self.hall.clock()
        # The event's clock runs for all its tables; none has one of its own.
        timed = plan.minutes is not None or load(plan.book).clock.minutes is not None
        changes: dict[str, Any] = {"clock.minutes": None} if timed else {}
        live = await self.hall.open(
            plan.book,
            WRITER,
            mode,
            target=plan.target,
            overlay=changes,
            listed=False,
            event=key_of(event, table.number),
            then=self._known(event, table, now),
        )
        await self._begin(live)
        noted = PutOnline(len(event.rounds), table.number, live.id)
        await self.desk.note(EVENT.prefix + event.id, noted)
        if not self.hall.ownership.sole:
            # Whichever hall its players come to has it from then on.
            await live.hand_over()

    def _known(self, event: Event, table: EventTable, now: float) -> list[Sat]:
        """Players whose own phone is known sit down at once; of a pair each says who they are."""
        phones = self.desk.notes(EVENT.prefix + event.id).phones
        owner = {lives_on(event, number): who for who, number in phones.items()}
        return [
            Sat(seat, owner[number], name, now)
            for seat, (number, name) in chairs_of(event, table).items()
            if number in owner and event.entrant(number).single
        ]

    def table_of(self, event: Event, number: int) -> Live | None:
        """The hall's table where a table of the latest round is played."""
        table = event.round.table(number) if event.rounds else None
        return None if table is None else self._open_for(event, table)

    def _open_for(self, event: Event, table: EventTable, awake: bool = False) -> Live | None:
        """Where a table of the round is played; only in this hall where it has to be ``awake``."""
        key = (len(event.rounds), table.number)
        name = self.desk.notes(EVENT.prefix + event.id).online.get(key)
        if name is None or (awake and f"table/{name}" not in self.hall.tables):
            return None
        live = self.hall.find(name)
        # A round that was seated anew has other people at its tables.
        mine = live is not None and live.table.opened.event == key_of(event, table.number)
        return live if mine else None

    async def sit(self, event: Event, number: int, entrant: int, who: str, seat: Seat) -> Live:
        """An entrant's player takes the chair that is held; with the fourth the game begins."""
        found = self.table_of(event, number)
        table = event.round.table(number)
        live = found and await self.hall.come(found.id)
        if live is None:
            raise Refused("This table is not played in the hall.")
        held, name = chairs_of(event, table).get(seat, (0, ""))
        if held != entrant:
            raise Refused("That chair is another player's.")

        def seated(here: HallTable, now: float) -> Sequence[HallEntry]:
            sitter = here.seats[seat]
            if sitter is not None and sitter.who != who and not sitter.bot:
                raise Refused(f"{name} sits there with another phone.")
            return [Sat(seat, who, name, now)] if here.seat_of(who) is None else []

        await live.decided(seated)
        await self._begin(live)
        return live

    async def _begin(self, live: Live) -> None:
        def begun(here: HallTable, now: float) -> Sequence[HallEntry]:
            waits = here.game is None and None not in here.seats and here.beginning is None
            return [Beginning(now)] if waits else []

        await live.decided(begun)

    def _beginning(self, table: HallTable, now: float) -> list[HallEntry]:
        """A game begins: an event's with the dealer its cut named, and by the event's clock."""
        if not table.opened.event:
            return begins(table, now)
        id_, round_, number, _ = table.opened.event.split("/", 3)
        event = self.desk.event(id_)
        if len(event.rounds) != int(round_):
            return begins(table, now)
        dealer = dealer_of(table, event, event.round.table(int(number)))
        return begin(table, dealer, now, timed(table, event, now))

    def _keep_time(self, event: Event) -> None:
        """The tables in the hall go by the event's clock, and its bell rings for them."""
        if event.hall:
            self._keep_night(event)
        if not self.desk.notes(EVENT.prefix + event.id).online or not event.rounds:
            return
        for table in event.round.tables:
            live = self._open_for(event, table, awake=not self.hall.ownership.sole)
            if live is not None and timed(live.table, event, live.now()):
                self._soon(self._set_clock(live, event))

    async def _set_clock(self, live: Live, event: Event) -> None:
        async def set_it() -> None:
            if live.name not in self.hall.tables:
                return  # it sleeps, or goes on elsewhere, and is told the time there
            await live.decided(lambda table, now: timed(table, event, now))

        await self._until_saved(set_it)

    async def _until_saved(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something of the hall's own, again and again until it could be written down."""
        while True:
            try:
                return await work()
            except Unreadable:
                raise
            except (JournalError, HandedOver):  # another hall does it, as long as it lives
                await asyncio.sleep(self.hall.pace.retry)

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _finished(self, name: str, table: HallTable) -> None:
        if table.opened.event and name not in self._entering:
            self._entering.add(name)
            self._soon(self._enter(name, table))

    async def _enter(self, name: str, played: HallTable) -> None:
        """The result of a game in the hall, as the desk would enter it; once, and only if it is due."""
        id_, round_, number, seed = played.opened.event.split("/", 3)

        async def enter_it() -> None:
            event = self.desk.event(id_)
            if len(event.rounds) == int(round_) and event.round.table(int(number)).result is None:
                command = result_of(event, int(round_), int(number), seed, played)
                await self.desk.do(id_, command, by=WRITER)

        # It is refused where the director has entered or voided it, or seated the round anew.
        try:
            with contextlib.suppress(EventError, Unreadable):
                await self._until_saved(enter_it)
        finally:
            self._entering.discard(name)


_log = logging.getLogger(__name__)
EVERY: Final = 0.5
# After so many looks an event's tables that nobody has come to are taken in.
SELDOM: Final = 12


class FollowedStreams:
    """Looks at the journal twice a second; a hall that is alone has nothing to look for."""

    def __init__(self, desk: Desk, online: Online) -> None:
        self.desk, self.online = desk, online
        self._heads: dict[str, tuple[int, int]] = {}
        self._looks = 0

    async def run(self) -> None:
        """Until it is cancelled."""
        work = self.online.adopt
        while not self.desk.ownership.sole:
            try:
                await work()
                work = self.look
            except JournalError as fault:
                _log.warning("what other halls write could not be read: %s", fault)
            except ValueError:
                _log.exception("what other halls write could not be taken up")
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Tell who watches or plays here what is new; enter what was played elsewhere."""
        hall, owns = self.online.hall, self.desk.ownership.owns
        followed = {*self.desk.watchers.streams, *self.online.events}
        others = [stream for stream in followed if not owns(stream)]
        self._looks += 1
        heads = await hall.reads(self._newest, others)
        before, self._heads = self._heads, heads
        if before.get(REPORTS) != heads[REPORTS]:
            await hall.reads(hall.reports.read_on)
        for stream in others:
            if before.get(stream) != heads[stream]:
                await hall.reads(self.desk.read_on, stream)
                self.desk.heard(stream)
        for resource in self.desk.ownership.resources:
            if resource.startswith(EVENT.prefix):
                await self._care_for(resource.removeprefix(EVENT.prefix))

    async def _care_for(self, id_: str) -> None:
        """An event of ours: its results are collected, and its tables looked after now and then."""
        await self.online.collect(id_)
        if self._looks % SELDOM == 0:
            await self.online.look_after(id_)

    def _newest(self, streams: list[str]) -> dict[str, tuple[int, int]]:
        head = self.online.hall.journal.head
        found = {each: (head(each), head(notes.PREFIX + each)) for each in streams}
        return {**found, REPORTS: (head(REPORTS), 0)}
