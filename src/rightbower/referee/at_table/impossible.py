"""What cannot happen at a table at all, so that even a slip is refused."""

from __future__ import annotations

from rightbower.deal import Deal, Phase, acts, objection

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
