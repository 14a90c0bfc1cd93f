"""The hall: all live tables over one journal."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rightbower.cards import Seat
from rightbower.deal import Action
from rightbower.store.contract import StreamJournal
from rightbower.store.landing import Landings
from rightbower.view import View
from rightbower.web.hall import shuffles
from rightbower.web.hall.connections import Outbox
from rightbower.web.hall.entries import Followed, HallEntry, Mode, Opened, Sat, decode, encode
from rightbower.web.hall.live import Live
from rightbower.web.hall.pace import Pace
from rightbower.web.hall.play_by_play import told
from rightbower.web.hall.protocol import News
from rightbower.web.hall.renewing import after
from rightbower.web.hall.table import Table, book_of, fold

if TYPE_CHECKING:
    from rightbower.players import Player

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
SLOW_PLAYERS = frozenset({"expert-quick", "expert"})
FORGET_AFTER = 2 * 24 * 3600.0


class Past(Struct, frozen=True):
    """A finished game, in short: who played it, by which book, and how it ended."""

    table: str
    title: str
    people: tuple[str, ...]
    names: tuple[str, ...]
    score: tuple[int, int]
    at: float


class Hall:
    """Opens, finds and follows tables; the journal is the truth."""

    def __init__(
        self,
        journal: StreamJournal,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.time,
        stand_in: str = "club",
    ) -> None:
        self.journal = journal
        self.landings = Landings(journal)
        self.pace = pace or Pace()
        self.clock = clock
        self.stand_in = stand_in
        self.outbox = Outbox()
        self.tables: dict[str, Live] = {}
        self.finished: list[Callable[[str, Table], None]] = []
        self._past: dict[str, Past] = {}

    def wake(self) -> None:
        """After a start: take up every table whose game was going on."""
        for stream in self.journal.streams("table/"):
            table, tale = self._fold(stream)
            self.remember(stream, table)
            if table.game is not None and not table.over:
                live = Live(self, stream, table, tale)
                self.tables[stream] = live
                live.routine.plan()
            elif not table.over and self.clock() - table.touched < FORGET_AFTER:
                self.tables[stream] = Live(self, stream, table, tale)

    def find(self, table_id: str) -> Live | None:
        """The table of this id, woken from the journal when it sleeps."""
        stream = f"table/{table_id}"
        live = self.tables.get(stream)
        if live is None and self.journal.head(stream):
            live = self.tables[stream] = Live(self, stream, *self._fold(stream))
        return live

    def remember(self, stream: str, table: Table) -> None:
        """Keep a finished game among those that people find again."""
        if table.game is None or not table.over:
            return
        sitters = [sitter for sitter in table.seats if sitter is not None]
        self._past[stream] = Past(
            stream.removeprefix("table/"),
            table.book.title,
            tuple(sitter.who for sitter in sitters),
            tuple(sitter.name for sitter in sitters),
            table.game.score,
            table.touched,
        )

    def past_games(self, who: str, most: int) -> list[Past]:
        """The games a person has finished, the newest first, whether or not they are awake."""
        own = [game for game in self._past.values() if who in game.people]
        return sorted(own, key=lambda game: -game.at)[:most]

    def listed(self) -> list[Live]:
        """Open tables that anybody may join, newest first."""
        found = [
            live
            for live in self.tables.values()
            if live.table.opened.listed and not live.table.over and not live.table.opened.event
        ]
        return sorted(found, key=lambda live: -live.table.opened.at)

    async def open(
        self,
        book: str,
        by: str,
        mode: Mode = "strict",
        target: int | None = None,
        overlay: dict[str, Any] | None = None,
        turn_seconds: int | None = None,
        listed: bool = True,
        event: str = "",
        then: Sequence[HallEntry] = (),
    ) -> Live:
        """Open a table, with further first entries such as who sits where."""
        table_id = "".join(secrets.choice(ALPHABET) for _ in range(10))
        opened = Opened(
            book,
            mode,
            shuffles.new_seed(),
            by,
            self.clock(),
            target,
            overlay or {},
            turn_seconds,
            listed,
            event,
        )
        book_of(opened)
        entries = [opened, *then]
        stream = f"table/{table_id}"
        table: Table | None = None
        tale: list[tuple[int, News]] = []
        for entry in entries:
            table = fold(table, entry)
            tale += [(table.version, line) for line in told(table, entry)]
        assert table is not None
        await self.landings.write(stream, 0, [encode(entry) for entry in entries])
        live = self.tables[stream] = Live(self, stream, table, tale)
        return live

    async def follow_up(self, table: Table) -> Followed:
        """A new table with the same people, for another game."""
        now = self.clock()
        sitters = [
            Sat(seat, sitter.who, sitter.name, now, sitter.bot)
            for seat in Seat
            if (sitter := table.seats[seat]) is not None
        ]
        old = table.opened
        live = await self.open(
            old.book,
            old.by,
            old.mode,
            old.target,
            old.overlay,
            old.turn_seconds,
            old.listed,
            then=sitters,
        )
        return Followed(live.name.removeprefix("table/"), max(now, table.touched))

    async def think(self, bot: str, seen: View) -> Action:
        """What a bot does."""
        player = _player(bot)
        if bot in SLOW_PLAYERS:
            return await asyncio.to_thread(player, seen)
        return player(seen)

    def close(self) -> None:
        """Stop every table's plans."""
        for live in self.tables.values():
            live.routine.stop()

    def _fold(self, stream: str) -> tuple[Table, list[tuple[int, News]]]:
        table: Table | None = None
        tale: list[tuple[int, News]] = []
        for entry in self.journal.read(stream):
            table, happened = after(table, decode(entry.body))
            tale += [(table.version, line) for line in told(table, happened)]
        assert table is not None
        return table, tale


@lru_cache(maxsize=16)
def _player(name: str) -> Player:
    from rightbower.players import player

    return player(name, seed=1)
