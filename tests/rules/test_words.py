"""Actions as text, and what is not an action."""

import pytest

from rightbower.rules.acts import (
    Action,
    Bury,
    GoAlone,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    TurnDown,
    read_action,
    say,
    write_action,
)
from rightbower.rules.cards import Seat, Suit, card

ACTIONS: list[tuple[str, Action, str]] = [
    ("W pass", Pass(Seat.W), "West passes"),
    ("W order", Order(Seat.W), "West orders it up"),
    ("N order alone", Order(Seat.N, alone=True), "North orders it up, alone"),
    ("S pick up", PickUp(Seat.S), "South picks it up"),
    ("S pick up alone", PickUp(Seat.S, alone=True), "South picks it up, alone"),
    ("S turn down", TurnDown(Seat.S), "South turns it down"),
    ("E name clubs", Name(Seat.E, Suit.CLUBS), "East names clubs"),
    ("E name clubs alone", Name(Seat.E, Suit.CLUBS, alone=True), "East names clubs, alone"),
    ("S bury JC", Bury(Seat.S, card("JC")), "South discards JC"),
    ("S alone", GoAlone(Seat.S), "South goes alone"),
    ("S with partner", KeepPartner(Seat.S), "South plays with partner"),
    ("W TS", Play(Seat.W, card("TS")), "West plays TS"),
]


@pytest.mark.parametrize(("text", "action", "words"), ACTIONS)
def test_an_action_in_text_and_in_words(text: str, action: Action, words: str) -> None:
    assert read_action(text) == action
    assert write_action(action) == text
    assert str(say(action)) == words


@pytest.mark.parametrize("text", ["W pass alone", "S turn down alone", "W AS alone", "W"])
def test_what_is_no_action_is_told_the_grammar(text: str) -> None:
    with pytest.raises(ValueError, match="is not an action: write a seat and then pass"):
        read_action(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Q pass", "'Q' is not a seat"),
        ("W 3S", "'3s' is not a card"),
        ("W name stars", "'stars' is not a suit"),
    ],
)
def test_a_wrong_seat_card_or_suit_is_named(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        read_action(text)
