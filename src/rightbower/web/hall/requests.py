"""What somebody asks of a table: answered once it is durable, or refused with the reason."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TypeAlias

from rightbower.office.workers import Asker, Busy, NotDone, pool
from rightbower.players.views import View
from rightbower.referee.table import TableError
from rightbower.rules.game import GameError
from rightbower.rules.judge import IllegalAction
from rightbower.rules.message import message, word
from rightbower.store.claims import HandedOver, NotOwner
from rightbower.store.contract import JournalError
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.actor import SPEAKS_AGAINST, Letter, Live, Why
from rightbower.web.hall.acts import answer
from rightbower.web.hall.card_text import reader
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.entries import Followed, HallEntry, Hinted
from rightbower.web.hall.hints import advised, in_words, may_ask, worlds_now
from rightbower.web.hall.says import no
from rightbower.web.hall.table import HallTable
from rightbower.web.hall.talk import Reported, reported
from rightbower.web.hall.views import for_player

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
    protocol.Hint,
)
# What is said against a request, by the hall or by the table itself.
REFUSALS = (Refused, TableError, GameError, IllegalAction)
Answer: TypeAlias = protocol.Done | protocol.No | protocol.Advised


class Asked(Letter):
    """A request of a browser; it is answered where it came from, unless it is asked again elsewhere."""

    __slots__ = ("_advise", "_later", "_reply", "connection", "request")

    def __init__(
        self,
        connection: Connection,
        request: protocol.TableRequest,
        reply: Callable[[Answer], None] | None = None,
    ) -> None:
        self.connection, self.request = connection, request
        self._reply = reply or connection.answer
        # What goes on beside the loop before there is an answer.
        self._later = False
        self._advise: tuple[HallTable, View] | None = None

    def decide(self, live: Live) -> Sequence[HallEntry]:
        request, connection, table = self.request, self.connection, live.table
        if isinstance(request, UNBOUNDED):
            _check_rate(live, connection)
        match request:
            case protocol.Say():
                live.talk.say(table, live.connections, connection, request, live.services)
            case protocol.Chat():
                live.talk.write(table, live.connections, connection, request, live.services)
            case protocol.ReportLine():
                lines = live.talk.report(table, connection, request, live.services)
                self._later = True
                found = reported(live.id, connection, lines, live.now())
                live.beside(self._report(live, found))
            case protocol.Hint():
                seat = may_ask(table, connection.who)
                self._advise = table, for_player(table, seat)
                return [Hinted(seat, live.now())]
            case protocol.OwnPace():
                if table.seat_of(connection.who) is not None:
                    live.speed = request.speed
            case protocol.Again():
                self._again(live)
            case _:
                return answer(table, connection.who, connection.name, request, live.now())
        return ()

    def done(self, live: Live) -> None:
        if self._advise is not None:
            live.beside(self._advised(live, *self._advise))
        elif not self._later:
            self._reply(protocol.Done(self.request.id, live.table.version))
            if isinstance(self.request, protocol.Sit):
                live.notice()

    def refused(self, live: Live, why: Why) -> None:
        asked, connection = self.request.id, self.connection
        if isinstance(why, HandedOver):
            # What has no answer is sent again where the table goes on; those who are here still are told soon.
            if not connection.moved and connection not in live.connections:
                connection.send_away(why.hall)
        elif isinstance(why, REFUSALS):
            seat = live.table.seat_of(connection.who)
            self._reply(no(live.table, seat, asked, why, connection.language))
        elif isinstance(why, NotOwner):
            pass  # whoever is at the table has been sent on
        elif isinstance(why, JournalError):
            self._reply(protocol.No(asked, reader(connection.language).translate(NOT_SAVED)))
        else:
            _log.error("a request at %s failed", live.name, exc_info=why)
            self._our_fault()

    def failed(self, live: Live) -> None:
        _log.exception("a request at %s failed", live.name)
        self._our_fault()

    def _our_fault(self) -> None:
        said = reader(self.connection.language).translate(OUR_FAULT)
        self._reply(protocol.No(self.request.id, said))

    def answered(self, live: Live) -> None:
        """What went on beside the loop is done."""
        self._reply(protocol.Done(self.request.id, live.table.version))

    async def _report(self, live: Live, found: Reported) -> None:
        try:
            await live.services.reports.add(found)
            self.answered(live)
        except SPEAKS_AGAINST as why:
            self.refused(live, why)
        except Exception:
            self.failed(live)

    async def _advised(self, live: Live, table: HallTable, seen: View) -> None:
        connection = self.connection
        try:
            found = await pool("study").run(
                advised, seen, None, None, worlds_now(), asker=Asker(connection.who)
            )
            self._reply(in_words(table, found, self.request.id, connection.language))
        except (Busy, NotDone) as busy:
            self.refused(live, Refused(str(busy)))
        except Exception:
            self.failed(live)

    def _again(self, live: Live) -> None:
        """Somebody who sat here wants another game: it is opened once, for all of them."""
        table, connection = live.table, self.connection
        if table.seat_of(connection.who) is None or not table.over:
            raise Refused(message("a new game begins when this one is over"))
        if table.followed:
            return
        services = live.services
        if not live.rematch and not (
            services.games.take(connection.who) and services.games_of_place.take(connection.place)
        ):
            raise Refused(message("you have begun many games: wait a minute"))
        self._later = True
        live.rematch.append(self)
        if len(live.rematch) == 1:
            live.beside(_another_game(live))


async def _another_game(live: Live) -> None:
    """Open another game with the same people, and answer all who asked for it meanwhile."""
    try:
        id_ = await live.services.open_again(live.table)
        await live.decided(lambda table, now: () if table.followed else (Followed(id_, now),))
        for each in _waiting(live):
            each.answered(live)
    except SPEAKS_AGAINST as why:
        for each in _waiting(live):
            each.refused(live, why)
    except Exception:
        for each in _waiting(live):
            each.failed(live)


def _waiting(live: Live) -> list[Asked]:
    """Those who wait for another game, who from now on do not."""
    waiting, live.rematch = live.rematch, []
    return [each for each in waiting if isinstance(each, Asked)]


def _check_rate(live: Live, connection: Connection) -> None:
    """Refuse requests that come too often to a table from one address."""
    if not live.services.seat_changes.take(f"{live.name} {connection.place}"):
        raise Refused(message("that was a lot at once from where you are: wait a moment"))
