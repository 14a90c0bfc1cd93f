"""What everyone at a table sees of the referee: what may be called, rulings, choices, orders."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.referee.doing import doubts, plain_to_see
from rightbower.referee.irregularities import Fact, write_fact
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
from rightbower.rules.cards import Side
from rightbower.rules.deal import Phase
from rightbower.rules.game import cutter_due
from rightbower.rules.message import Message, Term, Voice, capital, message
from rightbower.web.hall.calls import INSTEAD, last_word, officers, open_rulings
from rightbower.web.hall.card_text import Capital
from rightbower.web.hall.says import voice
from rightbower.web.hall.table import HallTable
from rightbower.web.hall.wire import Callable, Judged, RulingView, WayView

SHOWN = 4


def judged(table: HallTable, language: str = "en") -> Judged | None:
    """The referee's side of the table to readers of a language; None at a strict one."""
    referee = table.referee
    if referee is None:
        return None
    winner, tell = unturned(referee), voice(table, None, language)
    return Judged(
        calls=[_callable(tell, fact) for fact in plain_to_see(referee)],
        doubts=[_callable(tell, fact) for fact in doubts(referee)],
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


def _cutter(referee: Referee) -> str | None:
    """Who may cut the pack now, whether or not it has to be offered."""
    game = referee.game
    open_ = game.deal is None and game.result is None and game.cut is None and not referee.waiting
    return game.dealer.right.name if open_ and game.book.dealing.cut != "none" else None


def _instead(tell: Voice) -> list[tuple[str, str]]:
    return [(order, tell.translate(says)) for order, says in INSTEAD.items()]


def _callable(tell: Voice, fact: Fact) -> Callable:
    return Callable(write_fact(fact), tell.capital(fact.sentence()))


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
