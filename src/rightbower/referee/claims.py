"""What is called at a table, and what the parties choose."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.referee import irregularities as facts
from rightbower.referee.audit import HANDS, audit, broken
from rightbower.referee.carry_out import carry_out
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
from rightbower.referee.judges import rule
from rightbower.referee.remedies import FINAL, Remedy, TakeBack
from rightbower.referee.rulings import (
    BEFORE,
    Claimed,
    Lone,
    Moment,
    Needed,
    Party,
    Proof,
    Ruling,
    RulingOption,
    Situation,
    dismissed,
    question,
)
from rightbower.referee.table import (
    By,
    CardUp,
    Chosen,
    Overruled,
    Ruled,
    SameCard,
    SuitCall,
    Table,
    TableError,
    allowed_cards,
    dealer_is_stuck,
    leader_called_on,
    may_call,
    resumed,
    ways,
)
from rightbower.rules.acts import Action, Order
from rightbower.rules.cards import DECKS, Card, Seat, Side, Suit
from rightbower.rules.deal import Deal
from rightbower.rules.game import TurnUp
from rightbower.rules.message import Message, Term, message


def deal_meant(table: Table, last: bool) -> Deal:
    """The deal a claim is about: the one under way, or the last that was scored."""
    if not last:
        return table.deal
    if not table.game.finished:
        raise TableError(
            message("no hand has been played; nothing can be called in a deal that is void")
        )
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
    side, facts = fact.seat.side, audit(deal)
    return Situation(
        happened=happened,
        not_yet=frozenset(BEFORE) - happened,
        lone=_lone(deal, fact.seat),
        makers=None if deal.maker is None else _party(deal.maker.side, side),
        claimed_by=_claimed(by, deal.dealer.side if isinstance(fact, WrongCount) else side),
        second=_second(table, deal.dealer),
        wrong_dealer=table.missed is not None and not last,
        pack_right=Misdeal(deal.dealer, Kind.IMPERFECT_PACK) not in facts,
        paid_before=isinstance(fact, Revoke) and _paid_before(table, fact, last),
        others_may_score=side.other not in table.no_score,
        in_turn=not isinstance(fact, WrongCall) or _early(fact) not in facts,
        kitty_right=len(deal.stock) + 1 + HANDS == len(DECKS[deal.book.pack]),
        unburied=isinstance(fact, NotBuried),
        turn_up_played=isinstance(fact, NotBuried) and fact.card is deal.turn_up,
        proof=proof or ("shown" if fact in facts else "not shown"),
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
    lone, defender = deal.lone, deal.lone_defender
    if lone is None and defender is None:
        return "nobody"
    ours = seat in (lone, defender) or seat.partner in (lone, defender)
    return "offender" if ours else "other side"


def _party(side: Side, offenders: Side) -> Party:
    return "offenders" if side is offenders else "other side"


def _claimed(by: By, offenders: Side) -> Claimed:
    return "officer" if by is None else _party(by.side, offenders)


def _second(table: Table, dealer: Seat) -> bool:
    if table.game.book.misdeal.second_means == "running":
        return table.running > 0 and dealer in table.misdeals[-table.running :]
    return dealer in table.misdeals


_ALREADY = message("It has been ruled on already.")


def claim(
    table: Table,
    fact: facts.Fact,
    by: By,
    proof: Proof | None = None,
    points: int | None = None,
    last_hand: bool = False,
) -> Table:
    """Somebody calls attention to a fact, or the officer does where ``by`` is None.

    ``proof`` overrides what the record shows of a revoke; ``points`` are those the officer takes
    for conduct; ``last_hand`` says that the hand before is meant. Between two deals, also after a
    void one, it always is: the log says which hand that was.
    """
    fact = _at_issue(table, fact, last_hand)
    ruling = ruling_on(table, fact, by, proof, points, last_hand)
    number = len(table.log)
    known = replace(_remembered(resumed(table), fact, last_hand), undo=None)
    after = replace(known, log=(*table.log, Ruled(fact, by, ruling, _hand(table, last_hand))))
    if ruling.chooser is not None or ruling.when == "after the hand":
        after = replace(after, waiting=(*after.waiting, number))
    else:
        after = noted(carry_out(after, fact, ruling.remedies), fact, ruling)
    if isinstance(fact, facts.LooseWords) and _just_lost(after):
        after = logged_loss(after, Order(fact.seat))
    return replace(after, undo=known)


def _hand(table: Table, last_hand: bool = False) -> int:
    """The hand that a claim is about, counted from one."""
    done = len(table.game.finished)
    return done if last_hand or table.game.deal is None else done + 1


def _just_lost(table: Table) -> bool:
    """Whether words that count as an order lost the game by themselves."""
    return table.game.result is not None and table.game.result.path == "bidding.breach"


def _remembered(table: Table, fact: facts.Fact, last_hand: bool) -> Table:
    """The table with one more fact ruled on, in the deal under way or in the last hand."""
    if last_hand and table.game.deal is not None:
        return replace(table, ruled_last=(*table.ruled_last, fact))
    return replace(table, ruled=(*table.ruled, fact))


def _at_issue(table: Table, fact: facts.Fact, last_hand: bool) -> facts.Fact:
    """What a claim is ruled as: a card out of turn that goes back was not played, and cannot revoke."""
    if not isinstance(fact, facts.Revoke) or last_hand or table.game.deal is None:
        return fact
    for each in shown(table, table.deal, False):
        if isinstance(each, facts.OutOfTurn) and (each.seat, each.trick) == (fact.seat, fact.trick):
            ruling = rule(each.kind, situation(table, each), table.game.book)
            back = any(isinstance(remedy, TakeBack) for remedy in ruling.options[0].remedies)
            return each if back and each not in table.ruled else fact
    return fact


def ruling_on(
    table: Table,
    fact: facts.Fact,
    by: By,
    proof: Proof | None = None,
    points: int | None = None,
    last_hand: bool = False,
) -> Ruling:
    """The ruling on a fact as things stand, without carrying it out."""
    fact = _at_issue(table, fact, last_hand)
    last = last_hand or table.game.deal is None
    deal = deal_meant(table, last)
    if reason := fact.cannot_be(table, deal):
        raise TableError(reason)
    if (settled := _settled(table, fact, last_hand)) is not None:
        return dismissed(fact.kind, _ALREADY, *settled)
    if isinstance(fact, facts.WrongCall) and last and _just_lost(table):
        says = message("The game was lost by a call already, and nothing else follows.")
        return dismissed(fact.kind, says, "bidding.breach")
    if (
        fact.kind is facts.Kind.PASS_OUT_OF_TURN
        and fact.seat is deal.dealer
        and dealer_is_stuck(table)
    ):
        says = message(
            "This pass does not bind: if everybody else passes, the dealer has to name a suit."
        )
        return dismissed(fact.kind, says, "bidding.all_pass")
    known = situation(table, fact, by, proof, points, last)
    try:
        ruling = rule(fact.kind, known, table.game.book)
    except Needed as missing:
        raise TableError(question(missing.name).words) from None
    law = KINDS[fact.kind].law
    if ruling.upheld and law is not None and fact not in shown(table, deal, last):
        return dismissed(fact.kind, message("The record shows nothing of the kind."), law)
    return _with_what_it_broke(ruling, deal, fact)


def _with_what_it_broke(ruling: Ruling, deal: Deal, fact: facts.Fact) -> Ruling:
    """A ruling on something that the book just refuses, with the rule it broke."""
    if not isinstance(fact, facts.WrongCall) or fact.kind is not facts.Kind.FORBIDDEN_CALL:
        return ruling
    against = broken(deal, fact.call)
    if against is None:
        return ruling
    says = message("{says} The rule: {rule}.", says=ruling.says, rule=against.reason)
    return replace(ruling, says=says, paths=(*ruling.paths, against.path))


def _settled(table: Table, fact: facts.Fact, last_hand: bool) -> tuple[str, ...] | None:
    """The settings behind a ruling that upheld this very fact before; None if there is none."""
    if isinstance(fact, facts.ExposedCard):
        up = {order.card: order.path for order in table.orders if isinstance(order, CardUp)}
        if all(card in up for card in fact.cards):
            return (up[fact.card],)
    ruled = table.ruled_last if last_hand and table.game.deal is not None else table.ruled
    if KINDS[fact.kind].again or fact not in ruled:
        return None
    earlier = [each.ruling for each in table.log if isinstance(each, Ruled) and each.fact == fact]
    rulings = [each for each in earlier if each.says != _ALREADY]
    if not rulings:
        raise TableError(message("another ruling brought it about, and it can no longer be undone"))
    return rulings[-1].paths if rulings[-1].upheld else None


def noted(table: Table, fact: facts.Fact, ruling: Ruling) -> Table:
    """Remember whose first time of its kind in this hand it was."""
    if KINDS[fact.kind].first in ruling.paths:
        return replace(table, first_times=(*table.first_times, (fact.seat, fact.kind)))
    return table


def logged_loss(table: Table, action: Action) -> Table:
    """Log the ruling on an order that lost the game by itself."""
    fact = facts.WrongCall(action.seat, facts.Kind.ORDER_WITHOUT_TRUMP, action)
    ruling = rule(facts.Kind.ORDER_WITHOUT_TRUMP, Situation(), table.game.book)
    return replace(table, log=(*table.log, Ruled(fact, None, ruling, _hand(table))))


def choose(table: Table, option: str, by: Side | None, number: int | None = None) -> Table:
    """A side, or the officer where ``by`` is None, takes one option of a ruling that waits."""
    if not table.waiting:
        raise TableError(message("no ruling waits for a choice"))
    number = table.waiting[0] if number is None else number
    if number not in table.waiting:
        raise TableError(message("ruling {number} does not wait for a choice", number=number))
    ruled = table.log[number]
    assert isinstance(ruled, Ruled)
    fact, ruling = ruled.fact, ruled.ruling
    if reason := _not_yours(table, ruled, by):
        raise TableError(reason)
    taken = _taken(table, number, ruled, option)
    after = replace(
        table,
        log=(*table.log, Chosen(number, option, by)),
        waiting=tuple(each for each in table.waiting if each != number),
    )
    after = noted(carry_out(after, fact, taken.remedies), fact, ruling)
    return replace(after, undo=replace(table, undo=None))


def _taken(table: Table, number: int, ruled: Ruled, name: str) -> RulingOption:
    """The option of that name; refuse one that the ruling never had, or has no more."""
    once = ruled.ruling.option(name)
    for option in ways(table, number):
        if option.name == once.name:
            return option
    clause = table.game.book.named("count.late_penalty")
    side = ruled.fact.seat.side.other
    raise TableError(
        message("{side} may not score for this deal, so nothing is added", clause, side=side)
    )


def _not_yours(table: Table, ruled: Ruled, by: Side | None) -> Message | None:
    if ruled.ruling.when == "after the hand" and table.unsettled is None:
        return message("the choice is made when the hand is played out")
    if ruled.ruling.chooser == "officer" and by is not None:
        return message("the {officer} decides", officer=Term(table.game.book.officer))
    if ruled.ruling.chooser == "other side" and by is ruled.fact.seat.side:
        return message("the other side chooses")
    return None


def call_suit(table: Table, by: Seat, suit: Suit | None) -> Table:
    """The hand entitled to it names the suit to be led, or waives the call with None."""
    deal = table.deal
    call = leader_called_on(deal, table.orders)
    if call is None:
        raise TableError(message("no suit can be called for this lead"))
    if by not in may_call(deal, table.orders):
        path = "won_tricks.caller" if call.path == "won_tricks.turned_up" else "turns.caller"
        clause = deal.book.named(path)
        raise TableError(message("{seat} may not call the suit", clause, seat=by))
    if call.suit is not None:
        clause = deal.book.named(call.path)
        raise TableError(message("{suit} has been called for this lead", clause, suit=call.suit))
    # however many calls are open on a side, they are all for this one lead
    kept = tuple(
        order
        for order in table.orders
        if not isinstance(order, SuitCall) or order.side is not call.side
    )
    if suit is None:
        return replace(table, orders=kept, undo=None)
    return replace(table, orders=(*kept, SuitCall(call.side, call.path, suit, by)), undo=None)


def call_card(table: Table, by: Seat, card: Card) -> Table:
    """Where opponents choose among several exposed cards, one of them names the card."""
    deal = table.deal
    if deal.book.exposed.several != "opponents choose":
        raise TableError(message("the owner chooses", deal.book.named("exposed.several")))
    if deal.turn is None or by.side is deal.turn.side:
        raise TableError(message("the opponents choose among exposed cards"))
    if card not in allowed_cards(deal, deal.turn, table.orders):
        raise TableError(message("{card} cannot be called for now", card=card))
    order = SameCard(deal.turn, card, len(deal.tricks), "exposed.several")
    return replace(table, orders=(*table.orders, order), undo=None)


def overrule(
    table: Table, officer: str, reason: str, remedies: tuple[Remedy, ...], number: int | None = None
) -> Table:
    """The officer sets a ruling aside, by name and with a reason; the log keeps both.

    What the latest ruling did is undone first if nothing has happened since.
    """
    if not officer.strip() or not reason.strip():
        raise TableError(message("an overruling needs the officer's name and a reason"))
    rulings = [at for at, each in enumerate(table.log) if isinstance(each, Ruled)]
    if not rulings:
        raise TableError(message("there is no ruling to set aside"))
    number = rulings[-1] if number is None else number
    if number not in rulings:
        raise TableError(message("entry {number} of the log is not a ruling", number=number))
    ruled = table.log[number]
    assert isinstance(ruled, Ruled)
    undone = table.undo if table.undo is not None and number == rulings[-1] else table
    remedies = tuple(replace(each, path=FINAL) for each in remedies)
    base = replace(
        undone,
        log=(*table.log, Overruled(number, officer, reason, remedies)),
        waiting=tuple(each for each in undone.waiting if each != number),
        undo=None,
    )
    return carry_out(base, ruled.fact, remedies)
