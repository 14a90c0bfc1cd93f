"""What the table shows of an irregularity: the situation a ruling depends on."""

from __future__ import annotations

from rightbower.referee.audit import KITTY, audit
from rightbower.referee.irregularities import (
    KINDS,
    ExposedCard,
    Fact,
    Kind,
    Misdeal,
    NotBuried,
    NotSingly,
    OutOfTurn,
    Revoke,
    TrickTurned,
    WrongCall,
    WrongCount,
    WrongDealer,
)
from rightbower.referee.situation import BEFORE, Claimed, Lone, Moment, Party, Proof, Situation
from rightbower.referee.table import By, Ruled, Table, TableError
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Deal
from rightbower.rules.game import TurnUp


def deal_meant(table: Table, last: bool) -> Deal:
    """The deal a claim is about: the one under way, or the last that was scored."""
    if not last:
        return table.deal
    if not table.game.finished:
        raise TableError("no hand has been played; nothing can be called in a deal that is void")
    return table.game.finished[-1].deal


def shown(table: Table, deal: Deal, last: bool) -> tuple[Fact, ...]:
    """Every irregularity that the record of a deal shows."""
    facts = list(audit(deal))
    if last:
        return tuple(facts)
    if table.early:
        facts.append(Misdeal(deal.dealer, Kind.EARLY_TURN_UP))
    if _not_offered(table, deal) and deal.book.misdeal.uncut != "stands":
        facts.append(Misdeal(deal.dealer, Kind.NOT_CUT))
    if table.missed is not None:
        facts.append(WrongDealer(deal.dealer, table.missed))
    for number in table.unturned:
        winner = deal.tricks[number - 1].winner
        assert winner is not None
        facts.append(TrickTurned(winner, Kind.TRICK_NOT_TURNED, number))
    return tuple(facts)


def _not_offered(table: Table, deal: Deal) -> bool:
    """Whether it is known that the player on the right of who deals, or should, had no cut."""
    right = {deal.dealer.right, (table.missed or deal.dealer).right}
    return table.game.cut is not None and table.game.cut.by not in right


def situation(
    table: Table,
    fact: Fact,
    by: By = None,
    proof: Proof | None = None,
    points: int | None = None,
    last: bool = False,
) -> Situation:
    """All that a ruling can depend on, read off the table."""
    deal = deal_meant(table, last)
    happened = _closed(table) if last else _happened(table, deal, fact)
    game = table.unsettled if last and table.unsettled is not None else table.game
    side = fact.seat.side
    return Situation(
        happened=happened,
        not_yet=frozenset(BEFORE) - happened,
        lone=_lone(deal, fact.seat),
        makers=None if deal.maker is None else _party(deal.maker.side, side),
        claimed_by=_claimed(by, deal.dealer.side if isinstance(fact, WrongCount) else side),
        second=_second(table, deal.dealer),
        wrong_dealer=table.missed is not None and not last,
        pack_right=Misdeal(deal.dealer, Kind.IMPERFECT_PACK) not in audit(deal),
        paid_before=isinstance(fact, Revoke) and _paid_before(table, fact, last),
        others_may_score=side.other not in table.no_score,
        in_turn=not isinstance(fact, WrongCall) or _early(fact) not in audit(deal),
        kitty_right=len(deal.stock) + 1 == KITTY,
        unburied=isinstance(fact, NotBuried),
        turn_up_played=isinstance(fact, NotBuried) and fact.card is deal.turn_up,
        proof=proof or ("shown" if fact in audit(deal) else "not shown"),
        how=fact.how if isinstance(fact, ExposedCard) else None,
        first_time=_first_time(table, fact),
        help_agreed=table.help_agreed,
        speaker="dealer's partner" if fact.seat is deal.dealer.partner else "opponent",
        points=points,
        offenders_score=game.score[side],
        cards=fact.cards if isinstance(fact, ExposedCard | NotSingly) else (),
    )


def _paid_before(table: Table, fact: Revoke, last: bool) -> bool:
    """Whether another revoke of that side in the same hand was upheld and not put right."""
    ruled = table.ruled_last if last and table.game.deal is not None else table.ruled
    others = [f for f in ruled if isinstance(f, Revoke) and f.seat.side is fact.seat.side]
    upheld = {each.fact: each.ruling.upheld for each in table.log if isinstance(each, Ruled)}
    return any(upheld.get(each, False) for each in others if each != fact)


def _first_time(table: Table, fact: Fact) -> bool | None:
    """Whether this seat has not paid for its first time in this hand; None if nobody keeps count."""
    if KINDS[fact.kind].first is None:
        return None
    return (fact.seat, fact.kind) not in table.first_times


def _early(fact: WrongCall) -> WrongCall:
    """The same call as one out of turn."""
    return WrongCall(fact.seat, Kind.CALL_OUT_OF_TURN, fact.call)


def _closed(table: Table) -> frozenset[Moment]:
    """What has happened since a hand that is scored."""
    over = table.entered or table.unsettled is None
    last: Moment = "next turn-up" if over else "hand scored"
    return BEFORE[last] | {last}


def _happened(table: Table, deal: Deal, fact: Fact) -> frozenset[Moment]:
    """What has happened in the deal under way, and to the trick that a fact is about."""
    done: set[Moment] = set()
    if table.game.turn_up is TurnUp.FACED:
        done.add("turn-up faced")
    if deal.tricks and deal.tricks[0].plays:
        done.add("first lead")
    if table.quitted:
        done.add("first trick quitted")
    if isinstance(fact, OutOfTurn | Revoke) and fact.trick <= len(deal.tricks):
        done |= _in_trick(table, deal, fact.trick, fact.seat)
    return frozenset(done)


def _in_trick(table: Table, deal: Deal, number: int, seat: Seat) -> set[Moment]:
    trick = deal.tricks[number - 1]
    done: set[Moment] = set()
    following = deal.tricks[number].plays if number < len(deal.tricks) else ()
    if following or (trick.plays and trick.plays[-1][0] is not seat):
        done.add("another card")
    if trick.winner is not None:
        done.add("trick complete")
    if table.quitted >= number:
        done.add("trick quitted")
    if following:
        done.add("next lead")
    return done


def _lone(deal: Deal, seat: Seat) -> Lone:
    if deal.lone is None:
        return "nobody"
    return "offender" if deal.lone.side is seat.side else "other side"


def _party(side: Side, offenders: Side) -> Party:
    return "offenders" if side is offenders else "other side"


def _claimed(by: By, offenders: Side) -> Claimed:
    return "officer" if by is None else _party(by.side, offenders)


def _second(table: Table, dealer: Seat) -> bool:
    if table.game.book.misdeal.second_means == "running":
        return table.running > 0 and dealer in table.misdeals[-table.running :]
    return dealer in table.misdeals
