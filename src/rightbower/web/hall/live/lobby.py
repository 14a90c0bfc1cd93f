"""The lobby: tables with empty chairs and games to watch, as they are now; no private table is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct, json
from starlette.websockets import WebSocket

from rightbower.rules.cards import Seat
from rightbower.web.common.watching import Watchers, welcome
from rightbower.web.hall.archive import lists

if TYPE_CHECKING:
    from rightbower.web.hall.live.hall import Hall

STREAM: Final = "lobby"
MOST: Final = 30
# The lobby is told of changes once in so many seconds at most.
QUIET: Final = 1.0
NUMBERS: Final = ("no", "one", "two", "three", "four")


class LobbyTable(Struct, frozen=True):
    """A table in the lobby: its link, its book, who is there, and its score or free chairs."""

    href: str
    title: str
    names: str
    text: str = ""


class LobbyView(Struct, frozen=True):
    """What the lobby shows: tables that wait for players, and games to watch."""

    waiting: list[LobbyTable]
    games: list[LobbyTable]


class Lobby:
    """Who watches the lobby, and what it shows."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.watchers = Watchers(QUIET)

    def changed(self) -> None:
        """Something at a table has changed that the lobby may show."""
        self.watchers.changed(STREAM)

    def view(self) -> LobbyView:
        """The lobby as it is now; tables where people are come first."""
        journal, since = self.hall.journal, self.hall.clock() - lists.FORGET_AFTER
        waiting = lists.open_tables(journal, lists.JOIN, since, MOST)
        waiting.sort(key=self._deserted)
        games = lists.open_tables(journal, lists.WATCH, since, MOST)
        return LobbyView(
            [self._waits(each) for each in waiting],
            [_goes_on(each, self._later(each)) for each in games if not self._deserted(each)],
        )

    def _later(self, table: lists.OpenTable) -> bool:
        """Whether spectators see the game with a delay, so that its score is not shown here."""
        live = self.hall.tables.get(lists.PREFIX + table.table)
        return live is not None and live.table.opened.manners.watched_after > 0

    def _deserted(self, table: lists.OpenTable) -> bool:
        """Whether none of those who sit there is there now."""
        live = self.hall.tables.get(lists.PREFIX + table.table)
        return live is None or not live.audience.people_here

    def _waits(self, table: lists.OpenTable) -> LobbyTable:
        names = [name for name in table.names if name]
        free = len(table.names) - len(names)
        text = f"{NUMBERS[free]} chair{'' if free == 1 else 's'} free"
        if self._deserted(table):
            text += ", nobody there just now"
        return LobbyTable(_way(table), table.title, ", ".join(names), text)

    async def text(self) -> str:
        """The lobby as it goes over the line."""
        return json.encode(await self.hall.reads(self.view)).decode()


def _goes_on(table: lists.OpenTable, later: bool = False) -> LobbyTable:
    """A game: each side by its names, with its points unless those who watch see it later."""
    north, east, south, west = (
        name or seat.word for seat, name in zip(Seat, table.names, strict=True)
    )
    ours, theirs = ("", "") if later else (f" {points}" for points in table.score)
    both = f"{north} and {south}{ours}, {east} and {west}{theirs}"
    return LobbyTable(_way(table), table.title, both)


def _way(table: lists.OpenTable) -> str:
    return f"/t/{table.table}"


async def lobby_socket(socket: WebSocket) -> None:
    """Send the lobby to a browser, now and whenever it changes."""
    lobby: Lobby = socket.app.state.hall.lobby
    await welcome(socket, lobby.watchers, STREAM, lobby.text)
