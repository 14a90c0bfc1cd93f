"""The theme of a puzzle, from its position and best choice."""

from __future__ import annotations

from typing import Final

from rightbower.players.views import View
from rightbower.rules import acts
from rightbower.rules.cards import suit_in_play
from rightbower.rules.deal import winner_of

ENDGAME: Final = 2  # cards in hand from which it is an endgame


def theme_of(seen: View, best: acts.Action) -> str:
    """The theme of a position."""
    match best:
        case acts.Bury():
            return "discards"
        case acts.GoAlone() | acts.KeepPartner():
            return "alone or not"
        case acts.Pass() | acts.TurnDown():
            return "passing"
        case acts.Order(alone=alone) | acts.PickUp(alone=alone) | acts.Name(alone=alone):
            if alone or _alone_was_there(seen, best):
                return "alone or not"
            return "naming a suit" if isinstance(best, acts.Name) else "taking the turn-up"
    return _card_theme(seen, best)


def _alone_was_there(seen: View, best: acts.Action) -> bool:
    """Whether the choice is about alone only: nothing else may be done."""
    others = [each for each in seen.legal if each != best]
    return all(getattr(each, "alone", False) for each in others)


def _card_theme(seen: View, best: acts.Play) -> str:
    assert seen.maker is not None
    assert seen.seat is not None
    if seen.lone is not None and seen.lone.side is not seen.seat.side:
        return "against a lone hand"
    if len(seen.hand) <= ENDGAME:
        return "endgames"
    plays = seen.tricks[-1].plays
    if not plays:
        trump = suit_in_play(best.card, seen.trump) is seen.trump
        return "leading trumps" if trump else "leading a side card"
    return _following_theme(seen, best)


def _following_theme(seen: View, best: acts.Play) -> str:
    assert seen.trump is not None
    plays = seen.tricks[-1].plays
    if winner_of(plays, seen.trump) is best.seat.partner:
        return "the partner is winning"
    if winner_of((*plays, (best.seat, best.card)), seen.trump) is not best.seat:
        return "throwing off"
    led = suit_in_play(plays[0][1], seen.trump)
    trumped = suit_in_play(best.card, seen.trump) is not led
    return "trumping in" if trumped else "taking the trick"
