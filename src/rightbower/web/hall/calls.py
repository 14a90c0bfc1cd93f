"""What people say to the referee at a table, and the entries it leads to."""

from __future__ import annotations

from collections.abc import Mapping

from rightbower.cards import Seat, Side, cards
from rightbower.referee import Fact, Ruled, describe, read_fact, write_fact
from rightbower.referee import Table as Referee
from rightbower.referee.doubts import doubts, plain_to_see, proved
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.entries import Slipped, TableEntry
from rightbower.web.hall.table import Table

What = Mapping[str, str | int | bool | None]


def call(table: Table, seat: Seat, what: What, move: str, now: float) -> list[TableEntry]:
    """The entry that a word to the referee adds; raise ``Refused`` where it may not be said."""
    if move in table.moves:
        return []
    referee = table.referee
    if referee is None:
        raise Refused("this table is strict: nothing wrong can happen at it")
    match what:
        case {"do": "drop", "card": str(name)}:
            return [Slipped(_dropped(referee, seat, name), now, move)]
        case {"do": "deal wrong", "to": str(letter)}:
            return [Slipped(_dealt_wrong(table, seat, letter), now, move)]
    return [Slipped({"line": _line(table, referee, seat, what)}, now, move)]


def _line(table: Table, referee: Referee, seat: Seat, what: What) -> str:
    match what:
        case {"do": "claim", "fact": str(text)}:
            return _claim(table, referee, seat, text)
        case {"do": "exposed in the deal"}:
            return _exposed_in_deal(referee, seat)
        case {"do": "choose", "number": int(number), "option": str(option)}:
            return f"choice {number} by {_chooser(table, referee, seat, number)}: {option}"
        case {"do": "suit", "suit": str(suit)}:
            return f"call {seat} {suit or 'nothing'}"
        case {"do": "card", "card": str(name)}:
            return f"call {seat} {name}"
        case {"do": "turn"}:
            return _turn(referee, seat)
        case {"do": "enter"}:
            return "entered the result"
    raise Refused("the referee does not know this word")


def _claim(table: Table, referee: Referee, seat: Seat, text: str) -> str:
    try:
        fact = read_fact(text)
    except ValueError as fault:
        raise Refused(str(fault)) from None
    last = referee.game.deal is None
    if fact not in (*plain_to_see(referee, table.dropped), *doubts(referee)):
        raise Refused("there is nothing of the kind to call now")
    if fact in doubts(referee) and not (proved(referee, fact) or fact.seat is seat):
        raise Refused("the cards do not show it yet; call it when they do, or after the hand")
    return claim_line(fact, seat, last)


def claim_line(fact: Fact, seat: Seat | None, last: bool) -> str:
    """A claim as a record has it."""
    who = "officer" if seat is None else seat.name
    return f"claim {who}{' on the last hand' if last else ''}: {write_fact(fact)}"


def _exposed_in_deal(referee: Referee, seat: Seat) -> str:
    deal = referee.game.deal
    if deal is None or seat is not deal.dealer or deal.tricks:
        raise Refused("only the dealer shows a card in dealing, and before the play")
    return f"claim {seat}: exposed-in-deal {seat}"


def _chooser(table: Table, referee: Referee, seat: Seat, number: int) -> str:
    """On whose behalf a seat chooses; the one who opened the table is its officer."""
    found = referee.log[number] if number in referee.waiting else None
    if not isinstance(found, Ruled):
        raise Refused("no ruling waits for this choice")
    if found.ruling.chooser != "officer":
        return seat.side.name
    if seat not in officers(table):
        raise Refused(f"the {table.book.officer} decides; here that is who opened the table")
    return "officer"


def officers(table: Table) -> tuple[Seat, ...]:
    """Who decides what the book leaves to its officer: who opened the table, or anybody there."""
    host = table.seat_of(table.opened.by)
    return tuple(Seat) if host is None else (host,)


def deciders(table: Table, ruled: Ruled) -> tuple[Seat, ...]:
    """The seats that may choose in a ruling."""
    if ruled.ruling.chooser == "officer":
        return officers(table)
    side: Side = ruled.fact.seat.side.other
    return tuple(seat for seat in Seat if seat.side is side)


def unturned(referee: Referee) -> Seat | None:
    """Who won the trick that waits to be turned down."""
    deal = referee.game.deal
    if deal is None:
        return None
    won = [trick.winner for trick in deal.tricks if trick.winner is not None]
    return won[-1] if len(won) > referee.quitted else None


def _turn(referee: Referee, seat: Seat) -> str:
    winner = unturned(referee)
    if winner is None:
        raise Refused("no trick waits to be turned")
    if winner.side is not seat.side:
        raise Refused(f"{winner.word} won the trick and turns it")
    return "trick turned"


def _dropped(referee: Referee, seat: Seat, name: str) -> dict[str, str]:
    """One card or several at once, with spaces between them."""
    try:
        shown = cards(name)
    except ValueError as fault:
        raise Refused(str(fault)) from None
    deal = referee.game.deal
    if deal is None or not shown or not set(shown) <= set(deal.hands[seat]):
        raise Refused("you do not hold that card")
    return {"drop": f"{seat} {' '.join(each.name for each in dict.fromkeys(shown))}"}


def _dealt_wrong(table: Table, seat: Seat, letter: str) -> dict[str, str | int]:
    referee = table.referee
    assert referee is not None
    if not table.waits_for_deal() or referee.game.dealer is not seat:
        raise Refused("it is not your deal now")
    if letter not in Seat.__members__:
        raise Refused("name a seat: N, E, S or W")
    return {"deal": table.dealt + 1, "extra": letter}


def told_of(referee: Referee, entry: Slipped) -> list[str]:
    """What everyone hears of an entry; ``referee`` is the table after it."""
    match entry.what:
        case {"line": "trick turned"}:
            return []
        case {"line": str(line)} if line.startswith("claim"):
            ruled = next(each for each in reversed(referee.log) if isinstance(each, Ruled))
            return [f"ruling {describe(ruled.fact)}. {ruled.ruling.says}"]
        case {"line": str(line)} if line.startswith("choice"):
            head, _, option = line.partition(": ")
            return [f"ruling {_SIDES.get(head.split()[-1], 'The officer chooses')}: {option}"]
        case {"line": str(line)} if line.startswith("call"):
            _, seat, called = line.split()
            return [f"ruling {Seat.of(seat).word} calls for {called}"]
        case {"drop": str(shown)}:
            seat, _, name = shown.partition(" ")
            return [f"dropped {seat} {name}"]
        case {"deal": number, "extra": _}:
            deal = referee.game.deal
            return [] if deal is None else [f"dealt {number} {deal.dealer}"]
    return ["ruling The result is agreed"]


_SIDES = {"NS": "North–South choose", "EW": "East–West choose"}
