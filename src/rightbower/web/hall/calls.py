"""What goes wrong at a table of the hall: what is called, what is open, and what each may see of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import astuple, replace

from rightbower.record import entries
from rightbower.record.entries import CutEntry, OverruleEntry, RecordEntry
from rightbower.referee.doing import doubts, plain_to_see, proved
from rightbower.referee.irregularities import Fact, Kind, Misdeal, read_fact, write_fact
from rightbower.referee.remedies import read_remedy
from rightbower.referee.rulings import citations
from rightbower.referee.table import (
    CardUp,
    Chosen,
    Overruled,
    Ruled,
    SameCard,
    allowed_cards,
    barred,
    choosers,
    leader_called_on,
    may_call,
    unturned,
)
from rightbower.referee.table import Table as Referee
from rightbower.referee.table import ways as open_ways
from rightbower.rules.book import LENT
from rightbower.rules.cards import Seat, Side, Suit, card, cards
from rightbower.rules.ceremonies import Cut
from rightbower.rules.deal import Phase
from rightbower.rules.game import Game, GameError, cut, cutter_due
from rightbower.rules.message import Message, Term, Voice, capital, message, word
from rightbower.rules.refusal import Refusal
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.card_text import Capital
from rightbower.web.hall.dealing import dealt, not_faced, one_too_many
from rightbower.web.hall.entries import HallEntry, Played
from rightbower.web.hall.says import voice
from rightbower.web.hall.table import HallTable
from rightbower.web.hall.wire import Judged, RulingView, WayView

Read = TypeVar("Read")
LONGEST_REASON = 200
# What an officer may order in place of a ruling, and how it is said; points are added to the first two.
INSTEAD = {
    "award": word("The other side scores points"),
    "deduct": word("Points come off the side that erred"),
    "stand": word("What was done stands"),
    "take back": word("The card is taken back"),
    "void call": word("The call is void"),
    "redeal by same dealer": word("The same dealer deals again"),
    "redeal by right dealer": word("The right dealer deals again"),
    "no score": word("The side that erred scores nothing for the hand"),
    "lose game": word("The side that erred loses the game"),
}


def call(
    table: HallTable, seat: Seat, what: wire.ToReferee, move: str, now: float
) -> list[HallEntry]:
    """The entry that a word to the referee adds; raise ``Refused`` where it may not be said."""
    if move in table.moves:
        return []
    referee = table.referee
    if referee is None:
        raise Refused(message("this table is strict: nothing wrong can happen at it"))
    match what:
        case wire.DealUncut():
            return _dealt_uncut(table, seat, move, now)
        case wire.ExposedInDeal():
            return _exposed_in_deal(table, seat, move, now)
        case wire.DealtWrong(to=letter):
            return [_dealt_wrong(table, seat, Seat[letter], move, now)]
    return [Played(_said(table, referee, seat, what, now), move)]


def _said(
    table: HallTable, referee: Referee, seat: Seat, what: wire.ToReferee, now: float
) -> RecordEntry:
    match what:
        case wire.CallAttention(fact=text):
            return _claim(referee, seat, text, now)
        case wire.Drop(card=name):
            return _dropped(referee, seat, name, now)
        case wire.CutDeck(lifted=lifted):
            return _cut(table, seat, lifted, now)
        case wire.Choose(number=number, option=option):
            return entries.ChoiceEntry(number, _chooser(table, referee, seat, number), option, now)
        case wire.Overrule(number=number, instead=instead, why=why):
            return set_aside(table, number, _officer(table, seat), instead, why, now)
        case wire.NameSuit(suit=suit):
            return entries.CalledEntry(seat, _read(Suit.of, suit) if suit else None, now)
        case wire.NameCard(card=name):
            return entries.CalledEntry(seat, _read(card, name), now)
        case wire.Turn():
            return _turn(referee, seat, now)
    assert isinstance(what, wire.Enter), what
    return entries.EnteredEntry(now)


def _read(reader: Callable[[str], Read], text: str) -> Read:
    try:
        return reader(text)
    except Refusal as fault:
        raise Refused(fault.said) from None


def _claim(referee: Referee, seat: Seat, text: str, now: float) -> entries.ClaimEntry:
    fact = _read(read_fact, text)
    doubted = fact in doubts(referee)
    if not doubted and fact not in plain_to_see(referee):
        raise Refused(message("there is nothing of the kind to call now"))
    if doubted and not (proved(referee, fact) or fact.seat is seat):
        raise Refused(
            message("the cards do not show it yet; call it when they do, or after the hand")
        )
    return entries.ClaimEntry(seat, fact, last_hand=referee.game.deal is None, at=now)


def _exposed_in_deal(table: HallTable, seat: Seat, move: str, now: float) -> list[HallEntry]:
    """The dealer shows a card while dealing: who has seen the hand first could deal it away."""
    _to_deal(table, seat)
    shown = entries.ClaimEntry(seat, Misdeal(seat, Kind.EXPOSED_IN_DEAL), at=now)
    return [dealt(table, now), Played(shown, move)]


def _chooser(table: HallTable, referee: Referee, seat: Seat, number: int) -> Side | None:
    """On whose behalf a seat chooses, None for the officer: here that is whoever opened the table."""
    found = referee.log[number] if number in referee.waiting else None
    if not isinstance(found, Ruled):
        raise Refused(message("no ruling waits for this choice"))
    if found.ruling.chooser != "officer":
        return seat.side
    if seat not in officers(table):
        raise Refused(
            message(
                "the {officer} decides; here that is whoever opened the table",
                officer=Term(table.book.officer),
            )
        )
    return None


def _officer(table: HallTable, seat: Seat) -> str:
    """The name of the one who has the last word; at a table of an event that is nobody who plays."""
    if seat not in last_word(table):
        officer = Term(table.book.officer)
        if table.opened.event:
            raise Refused(message("the {officer} has the last word; at the desk", officer=officer))
        raise Refused(
            message(
                "the {officer} has the last word; here that is whoever opened the table",
                officer=officer,
            )
        )
    sitter = table.seats[seat]
    return seat.word if sitter is None else sitter.name


def last_word(table: HallTable) -> tuple[Seat, ...]:
    """The seats that may set a ruling aside: who opened the table, nobody at a table of an event."""
    return () if table.opened.event else officers(table)


def officers(table: HallTable) -> tuple[Seat, ...]:
    """Who decides what the book leaves to its officer: who opened the table, or anybody there."""
    host = table.seat_of(table.opened.by)
    return tuple(Seat) if host is None else (host,)


def _turn(referee: Referee, seat: Seat, now: float) -> entries.TurnedEntry:
    winner = unturned(referee)
    if winner is None:
        raise Refused(message("no trick waits to be turned"))
    if winner.side is not seat.side:
        raise Refused(message("{seat} won the trick and {seat|turn|turns} it", seat=winner))
    return entries.TurnedEntry(now)


def _dropped(referee: Referee, seat: Seat, name: str, now: float) -> entries.DroppedEntry:
    """One card or several at once, with spaces between them."""
    shown = _read(cards, name)
    deal = referee.game.deal
    if deal is None or not shown or not set(shown) <= set(deal.hands[seat]):
        raise Refused(message("you do not hold that card"))
    return entries.DroppedEntry(seat, tuple(dict.fromkeys(shown)), now)


def _cut(table: HallTable, seat: Seat, lifted: int | None, now: float) -> CutEntry:
    if not table.waits_for_deal() or table.game is None:
        raise Refused(message("the deck is cut before the cards are dealt"))
    made = Cut(seat, lifted)
    try:
        cut(table.game, made)
    except GameError as fault:
        raise Refused(fault.said) from None
    return CutEntry(made, now)


def _to_deal(table: HallTable, seat: Seat) -> Game:
    """The game in which it is this seat's to deal now."""
    if not table.waits_for_deal() or table.game is None or table.game.dealer is not seat:
        raise Refused(message("it is not your deal now"))
    return table.game


def _dealt_uncut(table: HallTable, seat: Seat, move: str, now: float) -> list[HallEntry]:
    """The dealer does not offer the cut: everybody can see it before the card is turned up."""
    if cutter_due(_to_deal(table, seat)) is None:
        raise Refused(message("the cut may be left out here"), table.book.clause("misdeal.uncut"))
    return [Played(CutEntry(Cut(None), now)), not_faced(dealt(table, now, move))]


def _dealt_wrong(table: HallTable, seat: Seat, to: Seat, move: str, now: float) -> Played:
    _to_deal(table, seat)
    return one_too_many(dealt(table, now, move), to)


def set_aside(
    table: HallTable, number: int, officer: str, instead: str, reason: str, now: float
) -> OverruleEntry:
    """The entry that sets a ruling aside; raise ``Refused`` where something is missing."""
    referee = table.referee
    if referee is None or number not in open_rulings(referee):
        raise Refused(message("there is no such ruling to set aside"))
    if not reason.strip():
        raise Refused(message("give the reason for setting the ruling aside"))
    try:
        remedies = tuple(read_remedy(each) for each in instead.split(","))
    except Refusal as fault:
        raise Refused(fault.said) from None
    return OverruleEntry(number, officer, reason.strip()[:LONGEST_REASON], remedies, now)


def open_rulings(referee: Referee) -> list[int]:
    """The rulings that can be set aside still, by their numbers."""
    aside = {each.number for each in referee.log if isinstance(each, Overruled)}
    ruled = [at for at, each in enumerate(referee.log) if isinstance(each, Ruled)]
    return [] if referee.entered else [at for at in ruled if at not in aside]


SHOWN = 4


class Findings(NamedTuple):
    """What went wrong before everybody's eyes, what one may suspect, and how both are told to all."""

    calls: tuple[Fact, ...]
    doubts: tuple[Fact, ...]
    told: Judged


def judged_by_seat(table: HallTable, found: Findings, language: str, you: Seat) -> Judged:
    """The referee's side of the table to one seat: what is about that seat says "you"."""
    assert table.referee is not None
    tell = voice(table, you, language)
    told = found.told
    return replace(
        told,
        calls=_said_anew(found.calls, told.calls, tell, you),
        doubts=_said_anew(found.doubts, told.doubts, tell, you),
        rulings=_rulings(table, table.referee, tell) if told.rulings else [],
        orders=[tell(each) for each in _orders(table.referee)] if told.orders else [],
    )


def _said_anew(
    facts: Sequence[Fact], told: Sequence[wire.Callable], tell: Voice, you: Seat
) -> list[wire.Callable]:
    return [
        _callable(tell, fact) if any(each is you for each in astuple(fact)) else as_is
        for fact, as_is in zip(facts, told, strict=True)
    ]


def judged(table: HallTable, language: str = "en") -> Judged | None:
    """The referee's side of the table as it is told to everybody; None at a strict one."""
    found = found_by_referee(table, language)
    return None if found is None else found.told


def found_by_referee(table: HallTable, language: str) -> Findings | None:
    """What the referee found, and how everybody is told; None at a strict table."""
    referee = table.referee
    if referee is None:
        return None
    winner, tell = unturned(referee), voice(table, None, language)
    calls, suspected = plain_to_see(referee), doubts(referee)
    told = Judged(
        calls=[_callable(tell, fact) for fact in calls],
        doubts=[_callable(tell, fact) for fact in suspected],
        rulings=_rulings(table, referee, tell),
        orders=[tell(each) for each in _orders(referee)],
        up=_up(referee),
        turns=None if winner is None else winner.name,
        may_call=_callers(referee),
        may_name=_nameable(referee),
        cut=_cutter(referee),
        cut_due=cutter_due(referee.game) is not None,
        instead=_instead(tell) if open_rulings(referee) and last_word(table) else [],
        agree=referee.game.result is not None and not referee.entered and not referee.waiting,
    )
    return Findings(calls, suspected, told)


def _cutter(referee: Referee) -> str | None:
    """Who may cut the pack now, whether or not it has to be offered."""
    game = referee.game
    open_ = game.deal is None and game.result is None and game.cut is None and not referee.waiting
    return game.dealer.right.name if open_ and game.book.dealing.cut != "none" else None


def _instead(tell: Voice) -> list[tuple[str, str]]:
    return [(order, tell.translate(says)) for order, says in INSTEAD.items()]


def _callable(tell: Voice, fact: Fact) -> wire.Callable:
    return wire.Callable(write_fact(fact), tell.capital(fact.sentence()))


def _rulings(table: HallTable, referee: Referee, tell: Voice) -> list[RulingView]:
    """The last rulings of the game, newest first, and whichever waits for a choice."""
    chosen = {each.number: each.option for each in referee.log if isinstance(each, Chosen)}
    aside = {each.number: each.reason for each in referee.log if isinstance(each, Overruled)}
    numbers = [at for at, each in enumerate(referee.log) if isinstance(each, Ruled)]
    last = [number for number in numbers[:-SHOWN] if number in referee.waiting] + numbers[-SHOWN:]
    shown = []
    for number in reversed(last):
        ruled = referee.log[number]
        assert isinstance(ruled, Ruled)
        says = ruled.ruling.says
        if number in aside:
            says = message("{says} Set aside: {reason}", says=says, reason=aside[number])
        seen = _ruling(table, referee, number, ruled, tell)
        shown.append(replace(seen, says=tell.capital(says), chosen=chosen.get(number, "")))
    return shown


def _ruling(
    table: HallTable, referee: Referee, number: int, ruled: Ruled, tell: Voice
) -> RulingView:
    ruling = ruled.ruling
    waits = number in referee.waiting and ruling.chooser is not None
    ready = ruling.when == "now" or referee.unsettled is not None
    cited: dict[str, str] = {}
    for each in citations(ruling, table.book):
        note = Term(each.note)
        if each.basis in LENT:
            why = message("{basis}: {note}", basis=Capital(Term(each.basis)), note=note)
        else:
            why = Message("{note}", (("note", note),))
        cited[each.clause] = f"{cited.get(each.clause, '')} {tell(why)}".strip()
    return RulingView(
        number=number,
        what=tell.capital(ruled.fact.sentence()),
        by=None if ruled.by is None else ruled.by.name,
        says="",
        upheld=ruling.upheld,
        clauses=list(cited.items()),
        ways=[
            WayView(
                option.name,
                capital(tell.translate(option.name)),
                [tell.capital(each.instruction(table.book)) for each in option.remedies],
            )
            for option in open_ways(referee, number)
        ],
        chosen="",
        suggestion=ruling.suggestion,
        waits_for=[seat.name for seat in choosers(ruled, officers(table))] if waits else [],
        later=waits and not ready,
        aside_by=_may_set_aside(table, referee, number),
    )


def _may_set_aside(table: HallTable, referee: Referee, number: int) -> list[str]:
    return [seat.name for seat in last_word(table)] if number in open_rulings(referee) else []


def _orders(referee: Referee) -> list[Message]:
    """The orders in force, in words."""
    said = [order.sentence() for order in referee.orders]
    if referee.game.deal is not None and referee.deal.phase in (Phase.ROUND_ONE, Phase.ROUND_TWO):
        bars = (referee.bar_on(side) for side in Side)
        said += [barred(bar) for bar in bars if bar is not None]
    return said


def _up(referee: Referee) -> list[tuple[str, str]]:
    """Cards of hands that lie face up."""
    deal = referee.game.deal
    if deal is None:
        return []
    shown = [(seat, card) for seat, cards in referee.dropped for card in cards]
    shown += [(o.seat, o.card) for o in referee.orders if isinstance(o, CardUp | SameCard)]
    return [(s.name, c.name) for s, c in dict.fromkeys(shown) if c in deal.hands[s]]


def _callers(referee: Referee) -> list[str]:
    """Who may name the suit of the lead now to be made."""
    deal = referee.game.deal
    if deal is None:
        return []
    call = leader_called_on(deal, referee.orders)
    if call is None or call.suit is not None:
        return []
    return [seat.name for seat in may_call(deal, referee.orders)]


def _nameable(referee: Referee) -> list[str]:
    """Exposed cards among which the opponents choose."""
    deal = referee.game.deal
    if deal is None or deal.turn is None or deal.book.exposed.several != "opponents choose":
        return []
    up = {o.card for o in referee.orders if isinstance(o, CardUp) and o.seat is deal.turn}
    if deal.phase is not Phase.PLAY or len(up) < 2:
        return []
    both = [card.name for card in allowed_cards(deal, deal.turn, referee.orders) if card in up]
    return both if len(both) > 1 else []
