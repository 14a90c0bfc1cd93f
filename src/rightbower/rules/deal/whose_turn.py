"""Whose turn it is, and for what: an act at the wrong time, of the wrong seat or of the wrong kind."""

from __future__ import annotations

from rightbower.rules import acts
from rightbower.rules.cards import Seat
from rightbower.rules.deal.place import may_go_alone
from rightbower.rules.deal.state import Deal, Phase

Found = tuple[str, str] | None
_FITTING: dict[Phase, tuple[type, ...]] = {
    Phase.ROUND_ONE: (acts.Pass, acts.Order, acts.PickUp, acts.TurnDown),
    Phase.ROUND_TWO: (acts.Pass, acts.Name),
    Phase.BURY: (acts.Bury,),
    Phase.ALONE: (acts.GoAlone, acts.KeepPartner),
    Phase.PLAY: (acts.Play,),
}
_NOW = {
    Phase.ROUND_ONE: ("laws.round_one", "it is time to take the turn-up or pass"),
    Phase.ROUND_TWO: ("laws.round_two", "it is time to name a suit or pass"),
    Phase.BURY: ("laws.pick_up", "it is time to discard a card"),
    Phase.ALONE: ("alone.who", "it is time for the maker to say alone or with partner"),
    Phase.PLAY: ("laws.play_in_turn", "it is time to play a card"),
}


def _law_now(deal: Deal) -> tuple[str, str]:
    """The law that says whose turn it is for what."""
    path, now = _NOW[deal.phase]
    if deal.phase is Phase.BURY and deal.maker is not deal.dealer:
        path = "laws.order_up"
    if deal.phase is Phase.PLAY and not deal.tricks[-1].plays:
        path = _law_of_lead(deal)
    return path, now


def _law_of_lead(deal: Deal) -> str:
    if len(deal.tricks) > 1:
        return "laws.winner_leads"
    if deal.lone is not None and deal.book.alone.lead == "left of lone player":
        return "alone.lead"
    return "laws.first_lead" if deal.turn is deal.dealer.left else "laws.lead_past_folded"


def out_of_place(deal: Deal, action: acts.Action) -> Found:
    """Wrong time, wrong seat or wrong kind of action."""
    if deal.turn is None:
        return "laws.play_in_turn", "the deal is over"
    path, now = _law_now(deal)
    if action.seat not in deal.active:
        return "laws.partner_sits_out", f"{action.seat.word}'s partner plays alone"
    if isinstance(action, acts.GoAlone) and deal.phase is not Phase.ALONE:
        return _against_alone_now(deal, action.seat)
    if action.seat is not deal.turn:
        return path, f"it is {deal.turn.word}'s turn"
    if not isinstance(action, _FITTING[deal.phase]):
        return path, now
    return None


def _against_alone_now(deal: Deal, seat: Seat) -> Found:
    """Alone may be said as soon as trump is made, even before the discard."""
    when = deal.book.alone.when
    if deal.trump is None and when == "before the first card":
        return "alone.when", "alone is said once trump is made"
    if deal.phase is not Phase.BURY or when == "with the call":
        return "alone.when", f"alone is said {when}"
    if deal.lone is not None:
        return "alone.who", f"{deal.lone.word} is already playing alone"
    if seat not in may_go_alone(deal):
        return "alone.who", f"{seat.word} may not go alone"
    return None
