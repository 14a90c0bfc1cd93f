"""Deals in turn until the book says stop: the value, what happens to it, and when it is over."""

from rightbower.rules.game.play import (
    act,
    award,
    call_off,
    lay_out,
    lose_game,
    place,
    settle,
    settle_again,
    show_turn_up,
    start_bell,
    start_game,
    void,
    witness,
)

__all__ = [
    "act",
    "award",
    "call_off",
    "lay_out",
    "lose_game",
    "place",
    "settle",
    "settle_again",
    "show_turn_up",
    "start_bell",
    "start_game",
    "void",
    "witness",
]
