"""The table in plain lines, for a screen reader, a pipe or a simple terminal."""

from __future__ import annotations

from rightbower.deal import Bury, Phase, Play, Trick
from rightbower.terminal.draw import in_order, short, trump
from rightbower.terminal.messages import mark_of, who
from rightbower.view import View


def table(view: View, trick: Trick | None) -> list[str]:
    """The dealer and the turn-up, or trump and the cards of the trick."""
    you = view.seat
    assert you is not None
    if view.trump is not None:
        lines = [trump(view) + "."]
    else:
        assert view.turn_up is not None
        state = "turned down" if view.phase is Phase.ROUND_TWO else "turned up"
        verb = "deal" if view.dealer is you else "deals"
        lines = [f"{who(view.dealer, you)} {verb}. The {short(view.turn_up)} is {state}."]
    if trick is not None and trick.plays:
        played = ", ".join(f"{who(seat, you)} {short(card)}" for seat, card in trick.plays)
        lines.append(f"On the table: {played}.")
    return lines


def hand(view: View) -> list[str]:
    """Your cards in one line, each with its number; those not allowed now have a dash."""
    choosing = [action.card for action in view.legal if isinstance(action, Play | Bury)]
    shown = []
    for number, card in enumerate(in_order(view), 1):
        key = "" if not choosing else f"{number} = " if card in choosing else "– "
        mark = mark_of(card, view.trump)
        shown.append(key + short(card) + (f" ({mark})" if mark else ""))
    return ["Your cards: " + ", ".join(shown)]
