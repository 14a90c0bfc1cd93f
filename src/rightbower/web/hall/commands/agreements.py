"""What players may agree on: to resign, to a draw where the book has one, to take a play back."""

from __future__ import annotations

from rightbower.rules.cards import Seat
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.table import entries
from rightbower.web.hall.table.folding import fold
from rightbower.web.hall.table.table import HallTable, Proposal


def may_propose(table: HallTable, seat: Seat) -> list[entries.Wanted]:
    """What a seat may ask the others now; what was not granted is not asked twice in a hand."""
    return [each for each in _open_to(table, seat) if (seat, each) not in table.asked]


def _open_to(table: HallTable, seat: Seat) -> list[entries.Wanted]:
    game = table.game
    held = table.opened.event or table.opened.same
    if game is None or table.over or held or table.referee is not None:
        return []
    found: list[entries.Wanted] = ["resign"]
    if table.book.clock.level == "draw":
        found.append("draw")
    if table.friendly and _acts_since(table, seat):
        found.append("undo")
    return found


def propose(
    table: HallTable, seat: Seat, what: entries.Wanted, now: float
) -> list[entries.HallEntry]:
    """Ask the others; where nobody has to be asked it is done at once."""
    if what not in _open_to(table, seat):
        raise Refused(_REFUSALS[what])
    if table.proposal is not None:
        raise Refused("something else is being asked already")
    if (seat, what) in table.asked:
        raise Refused("you asked that in this hand: ask again in the next one")
    asked: list[entries.HallEntry] = [entries.Proposed(seat, what, now)]
    return [*asked, *_carried(fold(table, asked[0]), now)]


def answer_proposal(table: HallTable, seat: Seat, yes: bool, now: float) -> list[entries.HallEntry]:
    """Agree to what was asked, or not."""
    if table.proposal is None or seat not in asked_of(table, table.proposal):
        raise Refused("nobody is asking you")
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


_REFUSALS: dict[entries.Wanted, str] = {
    "resign": "there is no game here to resign",
    "draw": "by this book a game is not drawn by agreement",
    "undo": "there is nothing of yours in this hand to take back",
}
