"""What truly happens at a table, in any order people manage, and what cannot happen at all."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.rules import acts
from rightbower.rules.acts import Action, Bury, KeepPartner, Play, TurnDown
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import HAND_SIZE, Card, Seat
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Deal, Phase, Trick, place, winner_of
from rightbower.rules.judge import objection


def as_dealt(book: RuleBook, dealer: Seat, cards: Dealt) -> Deal:
    """The deal as the cards lie, whatever their number."""
    north, east, south, west = cards.hands
    four = (north, east, south, west)
    return Deal(book, dealer, four, four, cards.turn_up, cards.stock, dealer.left)


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
    if deal.phase is Phase.ALONE:
        assert deal.turn is not None
        asked = place(deal, KeepPartner(deal.turn))
        return open_play(replace(asked, acts=deal.acts))
    return deal


def _in_order(deal: Deal) -> Deal:
    """After a card out of turn the next to play is still the first who has been passed over."""
    trick = deal.tricks[-1]
    if deal.phase is not Phase.PLAY or not trick.plays:
        return deal
    turn = trick.leader
    while turn not in deal.active or trick.card_of(turn) is not None:
        turn = turn.left
    return replace(deal, turn=turn)


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


def impossible(deal: Deal, action: acts.Action) -> str | None:
    """Why an action makes no sense here; None for one that a person could do by mistake."""
    if deal.ending is not None:
        return "the play is over"
    match action:
        case acts.Play():
            return _no_play(deal, action)
        case acts.Bury():
            return _no_bury(deal, action)
        case acts.GoAlone() | acts.KeepPartner():
            against = objection(deal, action)
            return None if against is None else str(against)
        case acts.PickUp() if action.seat is not deal.dealer:
            return "only the dealer picks the card up; others tell the dealer to"
        case acts.TurnDown() if deal.phase is Phase.ROUND_TWO:
            return "the card is turned down already"
    return None if deal.phase in _BIDDING else "trump is made"


def _no_play(deal: Deal, action: acts.Play) -> str | None:
    seat = action.seat
    if deal.trump is None:
        return "trump is not made; a card shown now is reported as an exposed card"
    if action.card not in deal.hands[seat]:
        return f"{seat.word} does not hold {action.card}"
    if seat not in deal.active:
        return f"{seat.word}'s partner plays alone"
    if deal.tricks and deal.tricks[-1].card_of(seat) is not None:
        return f"{seat.word} has played to this trick; a second card is reported as exposed"
    return None


def _no_bury(deal: Deal, action: acts.Bury) -> str | None:
    if deal.taken_by is not action.seat or deal.buried is not None:
        return f"{action.seat.word} has nothing to discard"
    if action.card not in deal.hands[action.seat]:
        return f"{action.seat.word} does not hold {action.card}"
    if deal.phase is Phase.PLAY and any(t.card_of(action.seat) for t in deal.tricks):
        return f"{action.seat.word} has played and can no longer discard"
    return None
