"""Chairs before and in a game: who sits, stands up or is a bot, and how a game begins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from rightbower.rules import shuffles
from rightbower.rules.cards import Seat
from rightbower.rules.game import cutter_due
from rightbower.rules.message import message
from rightbower.tournament.names import looks_like
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import entries, wire
from rightbower.web.hall.bots import USUAL
from rightbower.web.hall.dealing import dealt, first_dealer
from rightbower.web.hall.table import HallTable, folded, seated

BOT_NAMES = {Seat.N: "Nora", Seat.E: "Edgar", Seat.S: "Stella", Seat.W: "Walter"}


def begin(
    table: HallTable, dealer: Seat, now: float, between: Sequence[entries.HallEntry] = ()
) -> list[entries.HallEntry]:
    """The game begins, and the first cards go out unless the cut comes first."""
    begun: list[entries.HallEntry] = [entries.Begun(dealer, now), *between]
    table = folded(table, begun)
    if table.referee is not None and cutter_due(table.referee.game) is not None:
        return begun
    return [*begun, dealt(table, now)]


def stand(table: HallTable, seat: Seat, now: float) -> list[entries.HallEntry]:
    """Leave one's chair; in a game a bot takes it, and the last one to go leaves the game."""
    if not table.playing:
        return [entries.Stood(seat, now)]
    if table.over:
        return []
    if table.people == 1:
        return [entries.CalledOff("abandoned", "", now, seat)]
    return [bot_sits(seat, USUAL, now)]


def sit(table: HallTable, who: str, name: str, seat: Seat, now: float) -> list[entries.HallEntry]:
    """Take a chair: an empty one, or a bot's, also in a game."""
    not_beginning(table)
    sitter, old = table.seats[seat], table.seat_of(who)
    if old is seat and not table.playing:
        return [entries.Sat(seat, who, _own_name(table, who, name), now)]
    if sitter is not None and not sitter.bot:
        raise Refused(message("{name} sits there", name=sitter.name))
    if table.over or (table.playing and old is not None):
        raise Refused(message("the game has begun"))
    leaving: list[entries.HallEntry] = [] if old is None else [entries.Stood(old, now)]
    return [
        *leaving,
        entries.Sat(seat, who, _own_name(table, who, _name_here(table, who, name, seat)), now),
    ]


def _name_here(table: HallTable, who: str, name: str, seat: Seat) -> str:
    """The name of one who sits down; who knows a hand comes back to it alone, with no new word."""
    known = next((each for each in table.left if each.who == who), None)
    if known is None or not table.cards_are_out:
        return name
    if known.seat is not seat:
        raise Refused(message("you have seen another hand of this deal: sit down when it is over"))
    return known.name


def _own_name(table: HallTable, who: str, name: str) -> str:
    """A name that nobody else at the table has, nor one that looks like it."""
    others = {looks_like(each.name) for each in table.seats if each is not None and each.who != who}
    if looks_like(name) not in others:
        return name
    return next(
        f"{name} {number}" for number in count(2) if looks_like(f"{name} {number}") not in others
    )


def hosted(table: HallTable, who: str) -> str:
    """The one who opened the table, who sits at it and is somebody else; four people begin alike."""
    people = [each for each in table.seats if each is not None and not each.bot]
    host = next((each for each in people if each.who == table.opened.by), None)
    if host is None or host.who == who or len(people) == len(Seat):
        return ""
    return host.name


def other_bot(
    table: HallTable, seat: Seat | None, request: wire.AddBot, now: float
) -> list[entries.HallEntry]:
    """Another bot in a chair, or none; whoever asks sits at the table."""
    seated(seat)
    not_beginning(table)
    chair = Seat[request.seat]
    sitter = table.seats[chair]
    if sitter is not None and not sitter.bot:
        raise Refused(message("{name} sits there", name=sitter.name))
    if not request.player or table.over:
        before_the_game(table)
        return [] if sitter is None else [entries.Stood(chair, now)]
    if table.cards_are_out and table.people > 1:
        raise Refused(
            message("while cards are out the bots stay as they are: change them after the hand")
        )
    return [bot_sits(chair, request.player, now)]


def bot_sits(seat: Seat, player: str, now: float) -> entries.Sat:
    """A bot of the given strength in a seat."""
    from rightbower.players import PLAYERS

    if player not in PLAYERS:
        raise Refused(
            message(
                "there is no bot called {bot}; choose from {bots}",
                bot=repr(player),
                bots=", ".join(PLAYERS),
            )
        )
    return entries.Sat(seat, f"bot:{seat}", BOT_NAMES[seat], now, player)


def with_bots(table: HallTable, now: float) -> list[entries.HallEntry]:
    """The game is to begin, with bots in the empty chairs."""
    before_the_game(table)
    if table.beginning is not None:
        return []
    bots: list[entries.HallEntry] = [
        bot_sits(each, USUAL, now) for each in Seat if table.seats[each] is None
    ]
    full = folded(table, bots)
    return [*bots, *begin_salted(full, now)]


def begin_salted(table: HallTable, now: float) -> list[entries.HallEntry]:
    """The game is to begin when its shuffle is salted; at tables of the first shuffle, at once."""
    if table.opened.shuffle == shuffles.FIRST:
        return begin(table, first_dealer(table), now)
    return [entries.Beginning(now)]


def salted(
    table: HallTable, seat: Seat, request: wire.Commit | wire.Salt, now: float
) -> list[entries.HallEntry]:
    """A commitment while those are open, and its salt once they are closed."""
    if isinstance(request, wire.Commit):
        if table.closed is not None:
            raise Refused(message("the shuffle is closed: the game is about to begin"))
        return [entries.SaltCommitted(seat, request.sum, now)]
    if table.opened.shuffle == shuffles.FIRST:
        return [entries.Salted(seat, request.text, now)]
    if table.closed is None or not table.committed[seat]:
        raise Refused(message("a salt is shown once everybody has committed to one"))
    if not shuffles.matches(request.text, table.committed[seat]):
        raise Refused(message("this is not the salt that was committed to"))
    return [] if table.salts[seat] else [entries.Salted(seat, request.text, now)]


def not_beginning(table: HallTable) -> None:
    """Refuse what is too late once the shuffle is being salted."""
    if table.beginning is not None and not table.playing:
        raise Refused(message("the game is about to begin"))


def before_the_game(table: HallTable) -> None:
    """Refuse what is too late once the game has begun."""
    if table.playing:
        raise Refused(message("the game has begun"))
