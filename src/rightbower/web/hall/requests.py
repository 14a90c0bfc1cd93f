"""What somebody asks of a table, another game included: answered once it is durable, or refused with the reason."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rightbower.referee.table import TableError
from rightbower.rules.cards import Seat
from rightbower.rules.game import GameError
from rightbower.rules.judge import IllegalAction
from rightbower.rules.message import message, word
from rightbower.store.claims import HandedOver, NotOwner
from rightbower.store.contract import JournalError
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.acts import answer
from rightbower.web.hall.card_text import reader
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.dealing import first_dealer
from rightbower.web.hall.entries import Followed, Sat
from rightbower.web.hall.hints import hint
from rightbower.web.hall.says import no
from rightbower.web.hall.seats import begin
from rightbower.web.hall.table import HallTable, Speed

if TYPE_CHECKING:
    from rightbower.web.hall.actor import Live
    from rightbower.web.hall.hall import Hall

_log = logging.getLogger(__name__)
NOT_SAVED = word("This could not be saved, and nothing of it counts. Try again in a moment.")
OUR_FAULT = word("Something went wrong here, and nothing of it counts. Try again.")
# What could be asked for ever without the game going on; each is an entry in the journal.
UNBOUNDED = (
    protocol.Sit,
    protocol.Stand,
    protocol.AddBot,
    protocol.Commit,
    protocol.Propose,
)
# What is said against a request, by the hall or by the table itself.
REFUSALS = (Refused, TableError, GameError, IllegalAction)


async def answered(
    live: Live, connection: Connection, request: protocol.Request
) -> protocol.Done | protocol.No | protocol.Advised:
    """What becomes of a request, in the reply to it."""
    assert not isinstance(request, protocol.Hello)
    try:
        advised = await _take(live, connection, request)
    except REFUSALS as refusal:
        seat = live.table.seat_of(connection.who)
        return no(live.table, seat, request.id, refusal, connection.language)
    except HandedOver:
        raise
    except NotOwner:
        raise HandedOver from None
    except JournalError:
        return protocol.No(request.id, reader(connection.language).translate(NOT_SAVED))
    except Exception:
        _log.exception("a request at %s failed", live.name)
        return protocol.No(request.id, reader(connection.language).translate(OUR_FAULT))
    return advised or protocol.Done(request.id, live.table.version)


async def _take(
    live: Live, connection: Connection, request: protocol.Request
) -> protocol.Advised | None:
    match request:
        case protocol.Say():
            live.talk.say(connection, request)
        case protocol.Chat():
            live.talk.write(connection, request)
        case protocol.ReportLine():
            await live.talk.report(connection, request)
        case protocol.Hint():
            _check_rate(live, connection)
            return await hint(live, connection.who, request.id, connection.language)
        case protocol.OwnPace():
            _set_speed(live, connection, request.speed)
        case protocol.Again():
            await another_game(live, connection.who, connection.place)
        case _:
            await _play(live, connection, request)
    return None


async def _play(live: Live, connection: Connection, request: protocol.Request) -> None:
    """Write the entries of a request about the game or its chairs."""
    if isinstance(request, UNBOUNDED):
        _check_rate(live, connection)
    async with live.turn():
        now = live.hall.clock()
        await live.write(answer(live.table, connection.who, connection.name, request, now))
    if isinstance(request, protocol.Sit):
        await live.notice()


def _check_rate(live: Live, connection: Connection) -> None:
    """Refuse requests that come too often to a table from one address."""
    if not live.hall.seat_changes.take(f"{live.name} {connection.place}"):
        raise Refused(message("that was a lot at once from where you are: wait a moment"))


def _set_speed(live: Live, connection: Connection, speed: Speed) -> None:
    if live.table.seat_of(connection.who) is not None and speed != live.speed:
        live.speed = speed
        live.autoplay.plan()


async def another_game(live: Live, who: str, place: str = "") -> None:
    """Somebody who sat here wants another game: it is opened once, for all of them."""
    if live.table.seat_of(who) is None or not live.table.over:
        raise Refused(message("a new game begins when this one is over"))
    async with live.turn():
        if not live.table.followed:
            if not (live.hall.games.take(who) and live.hall.games_of_place.take(place)):
                raise Refused(message("you have begun many games: wait a minute"))
            await live.write([await _follow_up(live.hall, live.table)])


async def _follow_up(hall: Hall, table: HallTable) -> Followed:
    """A new table with the same people, for another game."""
    now = hall.clock()
    sitters = [
        Sat(seat, sitter.who, sitter.name, now, sitter.bot)
        for seat in Seat
        if (sitter := table.seats[seat]) is not None
    ]
    old = table.opened
    live = await hall.open(
        old.book,
        old.by,
        old.mode,
        old.target,
        old.overlay,
        old.turn_seconds,
        old.listed,
        friendly=old.friendly,
        then=sitters,
        manners=replace(old.manners, bots_after=None),
    )
    if None not in live.table.seats:
        await live.commit(begin(live.table, first_dealer(live.table), now))
    return Followed(live.id, max(now, table.touched))
