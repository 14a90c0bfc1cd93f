"""What a person may ask of a table, and the entries it leads to; no clock, no chance, no sockets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from rightbower.cards import Seat
from rightbower.ceremonies import Cut
from rightbower.cuts import cutter_due
from rightbower.deal import Action, loses_the_game, objection
from rightbower.game import TurnUp
from rightbower.record import (
    ActionEntry,
    BellEntry,
    CutEntry,
    ReminderEntry,
    SlipEntry,
    TurnUpEntry,
)
from rightbower.referee import NotACall, improper, read_call, refusal
from rightbower.refusal import Refusal
from rightbower.reminders import advised_at
from rightbower.tournament.names import looks_like
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.commands.agreements import answer_proposal, propose
from rightbower.web.hall.commands.calls import call
from rightbower.web.hall.commands.claims import claim
from rightbower.web.hall.table import shuffles
from rightbower.web.hall.table.acts import read_action
from rightbower.web.hall.table.dealing import dealt, first_dealer
from rightbower.web.hall.table.entries import (
    Beginning,
    Begun,
    BotStoodIn,
    CalledOff,
    HallEntry,
    Played,
    SaltCommitted,
    Salted,
    Sat,
    Stood,
)
from rightbower.web.hall.table.finishing import clause_of
from rightbower.web.hall.table.strengths import USUAL
from rightbower.web.hall.table.table import HallTable, fold
from rightbower.web.hall.wire import protocol as wire

BOT_NAMES = {Seat.N: "Nora", Seat.E: "Edgar", Seat.S: "Stella", Seat.W: "Walter"}


def answer(
    table: HallTable, who: str, name: str, request: wire.Request, now: float
) -> list[HallEntry]:
    """The entries that a request adds to the table; raise ``Refused`` where it may not be."""
    now = max(now, table.touched)
    seat = table.seat_of(who)
    match request:
        case wire.Sit() | wire.Stand() | wire.AddBot() | wire.Begin() if table.opened.event:
            raise Refused("this table is an event's: its seats are held, and it begins by itself")
        case wire.Sit() | wire.Stand() | wire.AddBot() if table.opened.same:
            raise Refused("others play these deals too: everybody plays them alone, to the end")
        case wire.Sit():
            return _sit(table, who, name, Seat[request.seat], now)
        case wire.Stand():
            _not_beginning(table)
            return _stand(table, _seated(seat), now)
        case wire.Propose():
            return propose(table, _seated(seat), request.what, now)
        case wire.Agree():
            return answer_proposal(table, _seated(seat), request.yes, now)
        case wire.AddBot() | wire.Begin() if seat is not None and _hosted(table, who):
            raise Refused(f"{_hosted(table, who)} opened this table and begins the game")
        case wire.AddBot():
            return _bot(table, seat, request, now)
        case wire.Commit() | wire.Salt():
            _before_the_game(table)
            return _salted(table, _seated(seat), request, now)
        case wire.Begin():
            _seated(seat)
            return with_bots(table, now)
        case wire.Next():
            return _go_on(table, _seated(seat), now)
        case wire.TakeRest():
            return claim(table, _seated(seat), request.id, now)
        case wire.Move():
            action = _read(_seated(seat), request.action)
            return move(table, action, request.id, now, meant=request.meant)
        case wire.Call(what={"do": "words", "words": str(words), **more}):
            return _spoken(table, _seated(seat), words, request.id, now, bool(more.get("meant")))
        case wire.Call():
            return call(table, _seated(seat), request.what, request.id, now)
        case _:
            raise Refused("the table does not take this now")


def move(
    table: HallTable,
    action: Action,
    move_id: str,
    now: float,
    by_bot: bool = False,
    meant: bool = False,
) -> list[HallEntry]:
    """A player's action; one that was taken before is not taken twice."""
    if move_id and move_id in table.moves:
        return []
    seat = action.seat
    entries = time_up(table, now)
    table = _folded(table, entries)
    game = table.game
    if table.finished is not None:
        raise Refused("the game is over", table.finished.clause)
    if game is None:
        raise Refused("the game has not begun")
    if game.result is not None:
        raise Refused("the game is over", clause_of(game.book, game.result))
    if game.deal is None or game.turn_up is not TurnUp.FACED:
        raise Refused("the next cards are not out yet")
    if table.referee is not None:
        if reason := refusal(table.referee, action):
            raise Refused(_sentence(reason))
    elif against := objection(game.deal, action):
        raise Refused(_sentence(against.reason), against.clause)
    if not (meant or by_bot) and _asked_first(table) and loses_the_game(game.deal, action):
        says = f"This call loses the game at once: {seat.word} holds no trump. Is it meant?"
        raise Refused(says, game.book.clause("bidding.breach"), ask=True)
    back = [BotStoodIn(seat, "", now)] if table.stand_ins[seat] and not by_bot else []
    return [*entries, *back, Played(_act(table, action, now), move_id, by_bot)]


def _act(table: HallTable, action: Action, now: float) -> ActionEntry | SlipEntry:
    """What a record has of it: as at the table what is improper happens too, as a slip."""
    if table.referee is not None and improper(table.referee, action) is not None:
        return SlipEntry(action, now)
    return ActionEntry(action, now)


def _spoken(
    table: HallTable, seat: Seat, words: str, move_id: str, now: float, meant: bool
) -> list[HallEntry]:
    """A call made in words, as the book has them."""
    if move_id in table.moves:
        return []
    deal = table.game.deal if table.game is not None else None
    if deal is None:
        raise Refused("there is nothing to call now")
    try:
        action = read_call(deal, seat, words)
    except NotACall as fault:
        raise Refused(_sentence(str(fault))) from None
    return move(table, action, move_id, now, meant=meant)


def _asked_first(table: HallTable) -> bool:
    """Whether a call that loses the game is taken only once it is said to be meant."""
    return table.referee is None or table.book.bidding.breach_asked == "everywhere"


def _go_on(table: HallTable, seat: Seat, now: float) -> list[HallEntry]:
    """Somebody does not want to wait: the card is turned up, or the cut left out and dealt."""
    cutter = None if table.game is None or table.referee is None else cutter_due(table.game)
    if cutter is None or table.game is None:
        return next_deal(table, now)
    if cutter is not seat:
        clause = table.book.clause("dealing.cut")
        raise Refused(f"{cutter.word} is offered the cut first", clause)
    declined: list[HallEntry] = [Played(CutEntry(Cut(cutter), now))]
    return [*declined, *next_deal(_folded(table, declined), now)]


def next_deal(table: HallTable, now: float) -> list[HallEntry]:
    """Deal, where a deal is due."""
    entries = time_up(table, now)
    table = _folded(table, entries)
    game = table.game
    if game is not None and game.deal is not None and game.turn_up is not TurnUp.FACED:
        return [*entries, Played(TurnUpEntry(TurnUp.FACED, max(now, table.touched)))]
    if not table.waits_for_deal():
        return entries
    return [*entries, dealt(table, max(now, table.touched))]


def time_up(table: HallTable, now: float) -> list[HallEntry]:
    """The bell, where the limit has passed and it has not been rung."""
    game = table.game
    if game is None or game.result is not None or game.time_up or game.ends_at is None:
        return []
    return [rang(max(game.ends_at, table.touched))] if now >= game.ends_at else []


def reminder(table: HallTable, now: float) -> list[HallEntry]:
    """The reminder of the time advised, where it is over and nobody was reminded."""
    due = reminder_at(table)
    if due is None or now < due:
        return []
    return [Played(ReminderEntry(table.advice, max(due, table.touched)))]


def reminder_at(table: HallTable) -> float | None:
    """When the table is to be reminded of the time advised."""
    game = table.game
    if game is None or game.result is not None or game.reminded is not None:
        return None
    return advised_at(game, table.advice)


def rang(at: float) -> Played:
    """The end signal."""
    return Played(BellEntry("end", at))


def begin(
    table: HallTable, dealer: Seat, now: float, between: Sequence[HallEntry] = ()
) -> list[HallEntry]:
    """The game begins, and the first cards go out unless the cut comes first."""
    begun: list[HallEntry] = [Begun(dealer, now), *between]
    table = _folded(table, begun)
    if table.referee is not None and cutter_due(table.referee.game) is not None:
        return begun
    return [*begun, dealt(table, now)]


def _stand(table: HallTable, seat: Seat, now: float) -> list[HallEntry]:
    """Leave one's chair; in a game a bot takes it, and the last one to go leaves the game."""
    if not table.playing:
        return [Stood(seat, now)]
    if table.over:
        return []
    if table.people == 1:
        return [CalledOff("abandoned", "", now, seat)]
    return [bot_sits(seat, USUAL, now)]


def _sit(table: HallTable, who: str, name: str, seat: Seat, now: float) -> list[HallEntry]:
    _not_beginning(table)
    sitter, old = table.seats[seat], table.seat_of(who)
    if old is seat and not table.playing:
        return [Sat(seat, who, _own_name(table, who, name), now)]
    if sitter is not None and not sitter.bot:
        raise Refused(f"{sitter.name} sits there")
    if table.over or (table.playing and old is not None):
        raise Refused("the game has begun")
    leaving: list[HallEntry] = [] if old is None else [Stood(old, now)]
    return [
        *leaving,
        Sat(seat, who, _own_name(table, who, _name_here(table, who, name, seat)), now),
    ]


def _name_here(table: HallTable, who: str, name: str, seat: Seat) -> str:
    """The name of one who sits down; who knows a hand comes back to it alone, with no new word."""
    known = next((each for each in table.left if each.who == who), None)
    if known is None or not table.cards_are_out:
        return name
    if known.seat is not seat:
        raise Refused("you have seen another hand of this deal: sit down when it is over")
    return known.name


def _own_name(table: HallTable, who: str, name: str) -> str:
    """A name that nobody else at the table has, nor one that looks like it."""
    others = {looks_like(each.name) for each in table.seats if each is not None and each.who != who}
    if looks_like(name) not in others:
        return name
    return next(
        f"{name} {number}" for number in count(2) if looks_like(f"{name} {number}") not in others
    )


def _hosted(table: HallTable, who: str) -> str:
    """The one who opened the table, who sits at it and is somebody else; four people begin alike."""
    people = [each for each in table.seats if each is not None and not each.bot]
    host = next((each for each in people if each.who == table.opened.by), None)
    if host is None or host.who == who or len(people) == len(Seat):
        return ""
    return host.name


def _bot(table: HallTable, seat: Seat | None, request: wire.AddBot, now: float) -> list[HallEntry]:
    _seated(seat)
    _not_beginning(table)
    chair = Seat[request.seat]
    sitter = table.seats[chair]
    if sitter is not None and not sitter.bot:
        raise Refused(f"{sitter.name} sits there")
    if not request.player or table.over:
        _before_the_game(table)
        return [] if sitter is None else [Stood(chair, now)]
    if table.cards_are_out and table.people > 1:
        raise Refused("while cards are out the bots stay as they are: change them after the hand")
    return [bot_sits(chair, request.player, now)]


def bot_sits(seat: Seat, player: str, now: float) -> Sat:
    """A bot of the given strength in a seat."""
    from rightbower.players import PLAYERS

    if player not in PLAYERS:
        raise Refused(f"there is no bot called {player!r}; choose from {', '.join(PLAYERS)}")
    return Sat(seat, f"bot:{seat}", BOT_NAMES[seat], now, player)


def with_bots(table: HallTable, now: float) -> list[HallEntry]:
    """The game is to begin, with bots in the empty chairs."""
    _before_the_game(table)
    if table.beginning is not None:
        return []
    bots: list[HallEntry] = [
        bot_sits(each, USUAL, now) for each in Seat if table.seats[each] is None
    ]
    full = _folded(table, bots)
    return [*bots, *begin_salted(full, now)]


def begin_salted(table: HallTable, now: float) -> list[HallEntry]:
    """The game is to begin when its shuffle is salted; at tables of the first shuffle, at once."""
    if table.opened.shuffle == shuffles.FIRST:
        return begin(table, first_dealer(table), now)
    return [Beginning(now)]


def _salted(
    table: HallTable, seat: Seat, request: wire.Commit | wire.Salt, now: float
) -> list[HallEntry]:
    """A commitment while those are open, and its salt once they are closed."""
    if isinstance(request, wire.Commit):
        if table.closed is not None:
            raise Refused("the shuffle is closed: the game is about to begin")
        return [SaltCommitted(seat, request.sum, now)]
    if table.opened.shuffle == shuffles.FIRST:
        return [Salted(seat, request.text, now)]
    if table.closed is None or not table.committed[seat]:
        raise Refused("a salt is told once everybody has committed to one")
    if not shuffles.matches(request.text, table.committed[seat]):
        raise Refused("this is not the salt that was committed to")
    return [] if table.salts[seat] else [Salted(seat, request.text, now)]


def _not_beginning(table: HallTable) -> None:
    if table.beginning is not None and not table.playing:
        raise Refused("the game is about to begin")


def _before_the_game(table: HallTable) -> None:
    if table.playing:
        raise Refused("the game has begun")


def _seated(seat: Seat | None) -> Seat:
    if seat is None:
        raise Refused("take a seat first")
    return seat


def _read(seat: Seat, text: str) -> Action:
    try:
        return read_action(f"{seat} {text}")
    except Refusal as fault:
        raise Refused(str(fault)) from None


def _folded(table: HallTable, entries: list[HallEntry]) -> HallTable:
    for entry in entries:
        table = fold(table, entry)
    return table


def _sentence(reason: str) -> str:
    return reason[0].upper() + reason[1:]
