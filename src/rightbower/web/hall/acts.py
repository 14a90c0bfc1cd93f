"""What a player asks of a table."""

from __future__ import annotations

from rightbower.players.views import view
from rightbower.record.entries import (
    ActionEntry,
    BellEntry,
    CutEntry,
    ReminderEntry,
    SlipEntry,
    TurnUpEntry,
)
from rightbower.referee.doing import improper, refusal
from rightbower.referee.spoken import NotACall, read_call
from rightbower.rules import game as games
from rightbower.rules.acts import Action, Play
from rightbower.rules.cards import Card, Seat
from rightbower.rules.ceremonies import Cut
from rightbower.rules.deal import Deal, loses_the_game
from rightbower.rules.game import TurnUp, advised_at, cutter_due
from rightbower.rules.judge import legal, objection
from rightbower.rules.message import Message, message
from rightbower.rules.refusal import Refusal
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import entries, wire
from rightbower.web.hall.calls import call
from rightbower.web.hall.dealing import dealt
from rightbower.web.hall.entries import BotStoodIn, Claimed, HallEntry, Played, read_action
from rightbower.web.hall.seats import (
    before_the_game,
    hosted,
    not_beginning,
    other_bot,
    salted,
    sit,
    stand,
    with_bots,
)
from rightbower.web.hall.table import SEATS, HallTable, Proposal, clause_of, fold, folded, seated


def answer(
    table: HallTable, who: str, name: str, request: wire.TableRequest, now: float
) -> list[HallEntry]:
    """The entries that a request adds to the table; raise ``Refused`` where it may not be."""
    now = max(now, table.touched)
    seat = table.seat_of(who)
    match request:
        case wire.Sit() | wire.Stand() | wire.AddBot() | wire.Begin() if table.opened.event:
            raise Refused(
                message("this table is an event's: its seats are held, and it begins by itself")
            )
        case wire.Sit() | wire.Stand() | wire.AddBot() if table.opened.same:
            raise Refused(
                message("others play these deals too: everybody plays them alone, to the end")
            )
        case wire.Sit():
            return sit(table, who, name, Seat[request.seat], now)
        case wire.Stand():
            not_beginning(table)
            return stand(table, seated(seat), now)
        case wire.Propose():
            return propose(table, seated(seat), request.what, now)
        case wire.Agree():
            return answer_proposal(table, seated(seat), request.yes, now)
        case wire.AddBot() | wire.Begin() if seat is not None and hosted(table, who):
            raise Refused(
                message("{name} opened this table and begins the game", name=hosted(table, who))
            )
        case wire.AddBot():
            return other_bot(table, seat, request, now)
        case wire.Commit() | wire.Salt():
            before_the_game(table)
            return salted(table, seated(seat), request, now)
        case wire.Begin():
            seated(seat)
            return with_bots(table, now)
        case wire.Next():
            return go_on(table, seated(seat), now)
        case wire.TakeRest():
            return claim(table, seated(seat), request.id, now)
        case wire.Move():
            action = _read(seated(seat), request.action)
            return move(table, action, request.id, now, meant=request.meant)
        case wire.Call(what=wire.InWords(words=words, meant=meant)):
            return spoken_call(table, seated(seat), words, request.id, now, meant)
        case wire.Call():
            return call(table, seated(seat), request.what, request.id, now)
        case _:
            raise Refused(message("the table does not take this now"))


def _read(seat: Seat, text: str) -> Action:
    try:
        return read_action(f"{seat} {text}")
    except Refusal as fault:
        raise Refused(fault.said) from None


def may_propose(table: HallTable, seat: Seat) -> list[entries.Wanted]:
    """What a seat may ask the others now; what was not granted is not asked twice in a hand."""
    return [each for each in _open_to(table, seat) if (seat, each) not in table.asked]


def each_may_propose(table: HallTable) -> list[tuple[entries.Wanted, ...]]:
    """The same for all four at once, in the order of the seats."""
    always = tuple(_open_to_all(table))
    acted = [game.deal.turn for game in table.past if game.deal is not None]
    back: tuple[entries.Wanted, ...] = (*always, "undo") if always and table.friendly else always
    found = [back if seat in acted else always for seat in SEATS]
    if not table.asked:
        return found
    return [
        tuple(each for each in may if (seat, each) not in table.asked)
        for seat, may in zip(SEATS, found, strict=True)
    ]


def _open_to(table: HallTable, seat: Seat) -> list[entries.Wanted]:
    found = _open_to_all(table)
    if found and table.friendly and _acts_since(table, seat):
        found.append("undo")
    return found


def _open_to_all(table: HallTable) -> list[entries.Wanted]:
    game = table.game
    held = table.opened.event or table.opened.same
    if game is None or table.over or held or table.referee is not None:
        return []
    found: list[entries.Wanted] = ["resign"]
    if game.book.clock.level == "draw":
        found.append("draw")
    return found


def propose(
    table: HallTable, seat: Seat, what: entries.Wanted, now: float
) -> list[entries.HallEntry]:
    """Ask the others; where nobody has to be asked it is done at once."""
    if what not in _open_to(table, seat):
        raise Refused(_REFUSALS[what])
    if table.proposal is not None:
        raise Refused(message("something else is being asked already"))
    if (seat, what) in table.asked:
        raise Refused(message("you asked that in this hand: ask again in the next one"))
    asked: list[entries.HallEntry] = [entries.Proposed(seat, what, now)]
    return [*asked, *_carried(fold(table, asked[0]), now)]


def answer_proposal(table: HallTable, seat: Seat, yes: bool, now: float) -> list[entries.HallEntry]:
    """Agree to what was asked, or not."""
    if table.proposal is None or seat not in asked_of(table, table.proposal):
        raise Refused(message("nobody is asking you"))
    said: list[entries.HallEntry] = [entries.Answered(seat, yes, now)]
    return [*said, *_carried(fold(table, said[0]), now)]


def asked_of(table: HallTable, proposal: Proposal) -> list[Seat]:
    """The people who have to agree and have not yet; bots agree to what does not cost them."""
    by = proposal.by
    needed = [by.partner] if proposal.what == "resign" else [by.left, by.partner, by.right]
    people = [seat for seat in needed if not table.player_at(seat)]
    return [seat for seat in people if seat not in proposal.agreed]


def _carried(table: HallTable, now: float) -> list[entries.HallEntry]:
    """What follows once everybody has agreed."""
    asked, game = table.proposal, table.game
    if asked is None or asked_of(table, asked) or game is None:
        return []
    match asked.what:
        case "resign":
            return [entries.CalledOff("resigned", asked.by.side.other.name, now)]
        case "draw":
            if game.score[0] != game.score[1] and _bots_against(table, asked.by):
                return [entries.Answered(asked.by.left, yes=False, at=now)]
            return [entries.CalledOff("agreed", "", now)]
        case "undo":
            return [entries.TakenBack(asked.by, _acts_since(table, asked.by), now)]


def _bots_against(table: HallTable, seat: Seat) -> bool:
    return any(table.player_at(each) for each in (seat.left, seat.right))


def _acts_since(table: HallTable, seat: Seat) -> int:
    """How many acts lie between now and before the seat's last one in this deal; 0 for none."""
    for back, game in enumerate(reversed(table.past), 1):
        if game.deal is not None and game.deal.turn is seat:
            return back
    return 0


_REFUSALS: dict[entries.Wanted, Message] = {
    "resign": message("there is no game here to resign"),
    "draw": message("by this book a game is not drawn by agreement"),
    "undo": message("there is nothing of yours in this hand to take back"),
}


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
    table = folded(table, entries)
    game = table.game
    if table.finished is not None:
        raise Refused(message("the game is over"), table.finished.clause)
    if game is None:
        raise Refused(message("the game has not begun"))
    if game.result is not None:
        raise Refused(message("the game is over"), clause_of(game.book, game.result))
    if game.deal is None or game.turn_up is not TurnUp.FACED:
        raise Refused(message("the next cards are not out yet"))
    if table.referee is not None:
        if reason := refusal(table.referee, action):
            raise Refused(reason)
    elif against := objection(game.deal, action):
        raise Refused(against.reason, against.clause)
    if not (meant or by_bot) and _asked_first(table) and loses_the_game(game.deal, action):
        says = message(
            "This call loses the game at once: {seat} {seat|hold|holds} no trump. Do you mean it?",
            seat=seat,
        )
        raise Refused(says, game.book.clause("bidding.breach"), ask=True)
    back = [BotStoodIn(seat, "", now)] if table.stand_ins[seat] and not by_bot else []
    return [*entries, *back, Played(_act(table, action, now), move_id, by_bot)]


def _act(table: HallTable, action: Action, now: float) -> ActionEntry | SlipEntry:
    """What a record has of it: as at the table what is improper happens too, as a slip."""
    if table.referee is not None and improper(table.referee, action) is not None:
        return SlipEntry(action, now)
    return ActionEntry(action, now)


def spoken_call(
    table: HallTable, seat: Seat, words: str, move_id: str, now: float, meant: bool
) -> list[HallEntry]:
    """A call made in words, as the book has them."""
    if move_id in table.moves:
        return []
    if table.deal is None:
        raise Refused(message("there is nothing to call now"))
    try:
        action = read_call(table.deal, seat, words)
    except NotACall as fault:
        raise Refused(fault.said) from None
    return move(table, action, move_id, now, meant=meant)


def _asked_first(table: HallTable) -> bool:
    """Whether a call that loses the game is taken only once it is said to be meant."""
    return table.referee is None or table.book.bidding.breach_asked == "everywhere"


def go_on(table: HallTable, seat: Seat, now: float) -> list[HallEntry]:
    """Somebody does not want to wait: the card is turned up, or the cut left out and dealt."""
    cutter = None if table.game is None or table.referee is None else cutter_due(table.game)
    if cutter is None or table.game is None:
        return next_deal(table, now)
    if cutter is not seat:
        clause = table.book.clause("dealing.cut")
        raise Refused(message("{seat} {seat|are|is} offered the cut first", seat=cutter), clause)
    declined: list[HallEntry] = [Played(CutEntry(Cut(cutter), now))]
    return [*declined, *next_deal(folded(table, declined), now)]


def next_deal(table: HallTable, now: float) -> list[HallEntry]:
    """Deal, where a deal is due."""
    entries = time_up(table, now)
    table = folded(table, entries)
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


def claim(table: HallTable, seat: Seat, move_id: str, now: float) -> list[HallEntry]:
    """All tricks left, played out at once, where the claim is certain and the solver agrees."""
    from rightbower.study.plays import sure_order, takes_the_rest

    if move_id in table.moves:
        return []
    deal = table.deal
    if table.referee is not None:
        raise Refused(message("as at the table every card is played"))
    if deal is None or table.game is None or deal.turn is not seat:
        raise Refused(message("claim the rest when it is your turn to lead"))
    order = sure_order(view(table.game, seat))
    if not order or not takes_the_rest(deal, seat):
        raise Refused(
            message("that is not certain yet: play on, and claim when nothing can go wrong")
        )
    played = [Played(ActionEntry(act, now), by_bot=True) for act in _played_out(table, seat, order)]
    return [Claimed(seat, now, move_id), *played]


def _played_out(table: HallTable, seat: Seat, order: tuple[Card, ...]) -> list[Action]:
    game, acts, left = table.game, [], list(order)
    assert game is not None
    while game.deal is not None and game.deal.turn is not None:
        acts.append(_next(game.deal, seat, left))
        game = games.place(game, acts[-1])
    return acts


def _next(deal: Deal, seat: Seat, left: list[Card]) -> Action:
    """The claimant's next winner; the others give whatever they may."""
    return Play(seat, left.pop(0)) if deal.turn is seat else legal(deal)[0]
