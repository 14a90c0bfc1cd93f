"""What the record of a deal shows, and acts put down without asking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from rightbower.referee.irregularities import (
    Fact,
    Kind,
    Misdeal,
    NotBuried,
    OutOfTurn,
    Revoke,
    WrongCall,
    WrongCount,
)
from rightbower.rules import acts
from rightbower.rules.acts import Action, Bury, KeepPartner, Play, TurnDown
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import DECKS, HAND_SIZE, SUITS_IN_PLAY, Card, Seat
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import (
    Deal,
    Phase,
    Trick,
    breaches_trump_to_order,
    new_deal,
    place,
    winner_of,
)
from rightbower.rules.judge import Objection, not_held, objection, objection_to_act
from rightbower.rules.message import Message, message


def as_dealt(book: RuleBook, dealer: Seat, cards: Dealt) -> Deal:
    """The deal as the cards lie, whatever their number."""
    north, east, south, west = cards.hands
    four = (north, east, south, west)
    return new_deal(book, dealer, four, cards.turn_up, cards.stock)


def place_any(deal: Deal, action: Action) -> Deal:
    """The deal after an action that the clean path would not know what to do with."""
    match action:
        case TurnDown() if deal.phase is Phase.ROUND_ONE:
            # Whoever turns the card, it lies face down and the second round begins.
            acts = (*deal.acts, action)
            return replace(deal, acts=acts, phase=Phase.ROUND_TWO, turn=deal.dealer.left)
        case Bury() if deal.tricks:
            return _bury_late(deal, action)
        case Play():
            return past_empty_hands(_in_order(place(open_play(deal), action)))
        case _:
            return place(deal, action)


def holding(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """The cards a seat may play from: a turn-up taken but not buried for is not one of them."""
    hand = deal.hands[seat]
    if seat is deal.taken_by and deal.buried is None and deal.turn_up in hand:
        return tuple(card for card in hand if card is not deal.turn_up)
    return hand


def open_play(deal: Deal) -> Deal:
    """The play begun although a card is still to be buried or the maker to be asked."""
    if deal.phase is Phase.BURY:
        assert deal.taken_by is not None
        begun = place(deal, Bury(deal.taken_by, deal.turn_up))
        begun = replace(begun, acts=deal.acts, hands=deal.hands, buried=None)
        return open_play(begun)
    if deal.phase in (Phase.ALONE, Phase.DEFEND):
        assert deal.turn is not None
        asked = place(deal, KeepPartner(deal.turn))
        return open_play(replace(asked, acts=deal.acts))
    return deal


def _in_order(deal: Deal) -> Deal:
    """After a card out of turn the next to play is still the first who has been passed over."""
    trick = deal.tricks[-1]
    if deal.phase is not Phase.PLAY or not trick.plays:
        return deal
    active, leader, played = deal.active, trick.leader, dict(trick.plays)
    waiting = [seat for seat in active if seat not in played]
    turn = min(waiting, key=lambda seat: (seat - leader) % len(Seat))
    return deal if turn is deal.turn else replace(deal, turn=turn)


def _bury_late(deal: Deal, action: Bury) -> Deal:
    """A card buried after the play began, or the turn-up put out of play."""
    hands = tuple(
        tuple(card for card in hand if seat is not action.seat or card is not action.card)
        for seat, hand in zip(Seat, deal.hands, strict=True)
    )
    return replace(deal, acts=(*deal.acts, action), hands=hands, buried=action.card)


def past_empty_hands(deal: Deal) -> Deal:
    """Where a short hand has no card left, the next hand to the left that holds one goes on."""
    if deal.phase is not Phase.PLAY or deal.turn is None or deal.hands[deal.turn]:
        return deal
    trick = deal.tricks[-1]
    played = {seat for seat, _ in trick.plays}
    waiting = [seat for seat in deal.active if deal.hands[seat] and seat not in played]
    if waiting:
        turn = deal.turn
        while turn not in waiting:
            turn = turn.left
        return replace(deal, turn=turn)
    return _close(deal, trick)


def _close(deal: Deal, trick: Trick) -> Deal:
    """End a trick to which nobody else can play."""
    assert deal.trump is not None
    tricks = deal.tricks[:-1]
    if trick.plays:
        winner = winner_of(trick.plays, deal.trump)
        tricks = (*tricks, replace(trick, winner=winner))
        if len(tricks) < HAND_SIZE and any(deal.hands[seat] for seat in deal.active):
            after = replace(deal, tricks=(*tricks, Trick(winner)), turn=winner)
            return past_empty_hands(after)
    return replace(deal, tricks=tricks, phase=Phase.DONE, turn=None, ending="played")


_BIDDING = (Phase.ROUND_ONE, Phase.ROUND_TWO)


def impossible(deal: Deal, action: acts.Action) -> Message | None:
    """Why an action makes no sense here; None for one that a person could do by mistake."""
    if deal.ending is not None:
        return message("the play is over")
    match action:
        case acts.Play():
            return _no_play(deal, action)
        case acts.Bury():
            return _no_bury(deal, action)
        case acts.GoAlone() | acts.KeepPartner() | acts.ThrowIn() | acts.GoUnder():
            against = objection(deal, action)
            return None if against is None else against.said
        case acts.PickUp() if action.seat is not deal.dealer:
            return message("only the dealer picks the card up; others tell the dealer to")
        case acts.TurnDown() if deal.phase is Phase.ROUND_TWO:
            return message("the card is turned down already")
    return None if deal.phase in _BIDDING else message("trump is made")


def _no_play(deal: Deal, action: acts.Play) -> Message | None:
    seat = action.seat
    if deal.trump is None:
        return message("trump is not made; a card shown now is reported as an exposed card")
    if action.card not in deal.hands[seat]:
        return not_held(seat, action.card)
    if seat not in deal.active:
        return message("{seat's} partner plays alone", seat=seat)
    if deal.tricks and deal.tricks[-1].card_of(seat) is not None:
        return message(
            "{seat} {seat|have|has} played to this trick; a second card is reported as exposed",
            seat=seat,
        )
    return None


def _no_bury(deal: Deal, action: acts.Bury) -> Message | None:
    seat = action.seat
    if deal.taken_by is not seat or deal.buried is not None:
        return message("{seat} {seat|have|has} nothing to discard", seat=seat)
    if action.card not in deal.hands[seat]:
        return not_held(seat, action.card)
    if deal.phase is Phase.PLAY and any(t.card_of(seat) for t in deal.tricks):
        return message("{seat} {seat|have|has} played and can no longer discard", seat=seat)
    return None


Lacking = Literal[Kind.NO_NATURAL_CARD, Kind.ORDER_WITHOUT_TRUMP]
HANDS: Final = len(Seat) * HAND_SIZE


def audit(deal: Deal) -> tuple[Fact, ...]:
    """Every irregularity that the cards and the acts of a deal show, in the order it happened."""
    facts = list(_in_the_deal(deal))
    now = as_dealt(deal.book, deal.dealer, Dealt(deal.dealt, deal.turn_up, deal.stock))
    for action in deal.acts:
        facts += judged(now, action)
        now = place_any(now, action)
    return tuple(facts)


def _in_the_deal(deal: Deal) -> Iterator[Fact]:
    out = [card for hand in deal.dealt for card in hand] + [deal.turn_up, *deal.stock]
    if len(out) != len(set(out)) or {*out} != {*DECKS[deal.book.pack]}:
        yield Misdeal(deal.dealer, Kind.IMPERFECT_PACK)
    for seat, hand in zip(Seat, deal.dealt, strict=True):
        if len(hand) != HAND_SIZE:
            yield WrongCount(seat, len(hand))
    if len(deal.stock) + 1 + HANDS != len(DECKS[deal.book.pack]):
        yield Misdeal(deal.dealer, Kind.WRONG_KITTY)


def broken(deal: Deal, call: acts.Action) -> Objection | None:
    """What the book has against a call of this deal; None if it was not made or was proper."""
    now = as_dealt(deal.book, deal.dealer, Dealt(deal.dealt, deal.turn_up, deal.stock))
    for action in deal.acts:
        against = objection_to_act(burying(now, action), action)
        if action == call and against is not None:
            return against
        now = place_any(now, action)
    return None


def judged(before: Deal, action: acts.Action) -> tuple[Fact, ...]:
    """All that is wrong with one action, if anything is."""
    if isinstance(action, acts.Play):
        return tuple(_played(before, action))
    if objection_to_act(burying(before, action), action) is not None:
        return tuple(_called(before, action))
    if isinstance(action, acts.Order | acts.Name) and breaches_trump_to_order(before, action):
        return (WrongCall(action.seat, Kind.ORDER_WITHOUT_TRUMP, action),)
    return ()


def burying(before: Deal, action: acts.Action) -> Deal:
    """The deal to judge an action by: a card buried late is judged as if it were the time for it."""
    if isinstance(action, acts.Bury) and before.tricks:
        return replace(before, phase=Phase.BURY, turn=before.taken_by)
    return before


def _called(before: Deal, action: acts.Action) -> Iterator[Fact]:
    """What is wrong with a call that the book refuses; one call may break several rules."""
    seat = action.seat
    early = seat is not before.turn or _at_the_wrong_time(before, action)
    match action:
        case acts.TurnDown():
            yield WrongCall(seat, Kind.TURN_DOWN_OUT_OF_TURN, action)
        case acts.Pass() if early:
            yield WrongCall(seat, Kind.PASS_OUT_OF_TURN, action)
        case acts.Order() | acts.PickUp() | acts.Name():
            yield from _made_trump(before, action, early)
        case _:
            yield WrongCall(seat, Kind.FORBIDDEN_CALL, action)


def _made_trump(
    before: Deal, action: acts.Order | acts.PickUp | acts.Name, early: bool
) -> Iterator[Fact]:
    seat = action.seat
    dead = _names_dead_suit(before, action)
    lacks = None if dead else _lacks(before, action)
    if early:
        yield WrongCall(seat, Kind.CALL_OUT_OF_TURN, action)
    if dead:
        yield WrongCall(seat, Kind.DEAD_SUIT, action)
    if lacks is not None:
        yield WrongCall(seat, lacks, action)
    if not (early or dead or lacks):
        yield WrongCall(seat, Kind.FORBIDDEN_CALL, action)


def _lacks(before: Deal, action: acts.Order | acts.PickUp | acts.Name) -> Lacking | None:
    """What a call is made without that its caller would need in turn."""
    against = objection_to_act(replace(before, turn=action.seat), action)
    if against is not None and against.path == "bidding.natural_scope":
        return Kind.NO_NATURAL_CARD
    its_round = Phase.ROUND_TWO if isinstance(action, acts.Name) else Phase.ROUND_ONE
    if before.phase is its_round and action.seat is not before.dealer:
        return Kind.ORDER_WITHOUT_TRUMP if breaches_trump_to_order(before, action) else None
    return None


def _at_the_wrong_time(before: Deal, action: acts.Action) -> bool:
    """A suit named in round one, or a call made once trump is known."""
    if before.phase is Phase.ROUND_ONE:
        return isinstance(action, acts.Name)
    if before.phase is Phase.JOKER:
        return not isinstance(action, acts.Name)
    return before.phase is not Phase.ROUND_TWO


def _names_dead_suit(before: Deal, action: acts.Action) -> bool:
    if before.phase is not Phase.ROUND_TWO:
        return False
    if isinstance(action, acts.Name):
        return action.suit is before.offered
    return isinstance(action, acts.Order | acts.PickUp)


def _played(before: Deal, action: acts.Play) -> Iterator[Fact]:
    seat = action.seat
    now = open_play(before)
    number, plays = len(now.tricks), now.tricks[-1].plays
    led = plays[0][1] if plays else None
    if seat is now.taken_by and now.buried is None and number == 1:
        yield NotBuried(seat, action.card)
    if seat is not now.turn and led is None:
        yield OutOfTurn(seat, Kind.LEAD_OUT_OF_TURN, number, action.card)
    elif seat is not now.turn:
        yield OutOfTurn(seat, Kind.PLAY_OUT_OF_TURN, number, action.card)
    if led is not None and _revokes(now, action, led):
        yield Revoke(seat, number)


def _revokes(now: Deal, action: acts.Play, led: Card) -> bool:
    """Whether a card does not follow although another could; an unburied turn-up binds nobody."""
    suits = SUITS_IN_PLAY[now.trump]
    suit = suits[led.index]
    if suits[action.card.index] is suit:
        return False
    return any(suits[card.index] is suit for card in holding(now, action.seat))
