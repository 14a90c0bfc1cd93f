"""What everybody at the table sees of a deal: the trick that lies there, the one before it, who won."""

from __future__ import annotations

from typing import Any

from web.joined import all_seen
from web.seated import Sitting

TAKEN = "W pass, N pass, E pass, S pick up, S bury QD"
# South trumps the first; North's left bower takes the second.
FIRST = [("W", "9D"), ("N", "AD"), ("E", "KD"), ("S", "9H")]
SECOND = [("S", "KH"), ("W", "QH"), ("N", "JD"), ("E", "AH")]


def sat_down() -> Sitting:
    sitting = Sitting(mode="strict")
    sitting.do(TAKEN)
    return sitting


def play(sitting: Sitting, cards: list[tuple[str, str]]) -> Any:
    """The cards in turn; what is seen after the last."""
    for seat, card in cards:
        sitting.do(f"{seat} {card}")
    return all_seen(sitting.table)


def test_each_card_of_the_first_trick_lies_on_the_table() -> None:
    sitting = sat_down()
    for number, card in enumerate(FIRST[:3], 1):
        assert play(sitting, [card]).trick == FIRST[:number]


def test_the_first_trick_is_seen_whole_until_the_next_lead() -> None:
    sitting = sat_down()
    between = play(sitting, FIRST)
    assert (between.trick, between.before, between.previous) == ([], FIRST, FIRST)
    assert between.winner == "S"
    lead = play(sitting, SECOND[:1])
    assert (lead.trick, lead.before, lead.previous) == (SECOND[:1], [], FIRST)


def test_before_the_first_trick_is_over_none_lies_before_it() -> None:
    seen = play(sat_down(), FIRST[:3])
    assert (seen.before, seen.previous, seen.winner) == ([], [], None)
    assert seen.won == (0, 0)


def test_tricks_are_counted_by_seat_and_side() -> None:
    seen = play(sat_down(), [*FIRST, *SECOND])
    assert seen.won == (2, 0)
    assert seen.tricks_of == (1, 0, 1, 0)
    assert seen.winner == "N"


def test_the_turn_up_is_turned_down_once_all_have_passed() -> None:
    sitting = Sitting(mode="strict")
    assert not play(sitting, []).turned_down
    sitting.do("W pass, N pass, E pass")
    assert not play(sitting, []).turned_down
    sitting.do("S turn down")
    assert play(sitting, []).turned_down
    sitting.do("W name S")
    assert play(sitting, []).turned_down
    assert not play(sat_down(), []).turned_down
