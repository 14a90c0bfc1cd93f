"""The lobby: tables with empty chairs and games to watch, as they are now; no private table is in it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct, json
from starlette.websockets import WebSocket

from rightbower.rules.cards import Seat
from rightbower.rules.message import LANGUAGES, Term, Voice, message, word
from rightbower.web.common.language import language_of
from rightbower.web.common.watching import Watchers, welcome
from rightbower.web.hall import archive as lists
from rightbower.web.hall.card_text import reader

if TYPE_CHECKING:
    from rightbower.web.hall.hall import Hall

STREAM: Final = "lobby"
MOST: Final = 30
# The lobby is told of changes once in so many seconds at most.
QUIET: Final = 1.0
NUMBERS: Final = (word("no"), word("one"), word("two"), word("three"), word("four"))


class LobbyTable(Struct, frozen=True):
    """A table in the lobby: its link, its book, who is there, and its score or free chairs.

    ``chairs`` are the letters of those who sit North, East, South and West; a free one has none.
    """

    href: str
    title: str
    names: str
    text: str = ""
    chairs: tuple[str, ...] = ()


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
        for language in LANGUAGES:
            self.watchers.changed(stream_in(language))

    def view(self, language: str = "en") -> LobbyView:
        """The lobby as it is now, for those who read a language; tables where people are come first."""
        tell = reader(language)
        journal, since = self.hall.journal, self.hall.clock() - lists.FORGET_AFTER
        waiting = lists.open_tables(journal, lists.JOIN, since, MOST)
        waiting.sort(key=self._deserted)
        games = lists.open_tables(journal, lists.WATCH, since, MOST)
        return LobbyView(
            [self._waits(each, tell) for each in waiting],
            [_goes_on(each, tell, self._later(each)) for each in games if not self._deserted(each)],
        )

    def _later(self, table: lists.OpenTable) -> bool:
        """Whether spectators see the game with a delay, so that its score is not shown here."""
        live = self.hall.tables.get(lists.PREFIX + table.table)
        return live is not None and live.table.opened.manners.watched_after > 0

    def _deserted(self, table: lists.OpenTable) -> bool:
        """Whether none of those who sit there is there now."""
        live = self.hall.tables.get(lists.PREFIX + table.table)
        return live is None or not live.people_here

    def _waits(self, table: lists.OpenTable, tell: Voice) -> LobbyTable:
        names = [name for name in table.names if name]
        free = len(table.names) - len(names)
        text = message(
            "{number} {chairs|chair|chairs} free", number=Term(NUMBERS[free]), chairs=free
        )
        if self._deserted(table):
            text = message("{chairs}, nobody there just now", chairs=text)
        title = tell.translate(table.title)
        return LobbyTable(
            _way(table), title, ", ".join(names), tell(text), _letters(table, tell, game=False)
        )

    async def text(self, language: str = "en") -> str:
        """The lobby as it goes over the line."""
        return json.encode(await self.hall.reads(self.view, language)).decode()


def stream_in(language: str) -> str:
    """What those who read a language watch."""
    return STREAM if language == "en" else f"{STREAM} {language}"


def _goes_on(table: lists.OpenTable, tell: Voice, later: bool = False) -> LobbyTable:
    """A game: each side by its names, with its points unless those who watch see it later."""
    north, east, south, west = (
        name or tell.translate(seat.word) for seat, name in zip(Seat, table.names, strict=True)
    )
    ours, theirs = ("", "") if later else (f" {points}" for points in table.score)
    both = message(
        "{north} and {south}{ours}, {east} and {west}{theirs}",
        north=north,
        south=south,
        ours=ours,
        east=east,
        west=west,
        theirs=theirs,
    )
    return LobbyTable(
        _way(table),
        tell.translate(table.title),
        tell(both),
        chairs=_letters(table, tell, game=True),
    )


def _letters(table: lists.OpenTable, tell: Voice, game: bool) -> tuple[str, ...]:
    """What is drawn in each chair: the first letter of who sits there; in a game all are taken."""
    chairs = zip(Seat, table.names, strict=True)
    named = (name or (tell.translate(seat.word) if game else "") for seat, name in chairs)
    return tuple(name[:1].upper() for name in named)


def _way(table: lists.OpenTable) -> str:
    return f"/t/{table.table}"


async def lobby_socket(socket: WebSocket) -> None:
    """Send the lobby to a browser, now and whenever it changes."""
    lobby: Lobby = socket.app.state.hall.lobby
    language = language_of(socket)
    await welcome(socket, lobby.watchers, stream_in(language), partial(lobby.text, language))
