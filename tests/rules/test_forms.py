"""Lines that are read and written by one form."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec import Struct

from rightbower.rules.cards import Card, Seat, Side, Suit, card, cards
from rightbower.rules.forms import Form, Misfit
from rightbower.rules.message import message
from rightbower.rules.refusal import Refusal


class Note(Struct, frozen=True):
    """Something of every kind that a line may hold."""

    by: Seat | None
    trick: int = 1
    points: int | None = None
    how: Literal["seen", "seen + heard"] | None = None
    last: bool = False
    words: str = ""
    shown: tuple[Card, ...] = ()


LINE = (
    "note {by}[ on the last hand|last][ for {points:2} points][ ({how})] in {trick}"
    '[ showing {shown}]: {"words"}'
)
FORM = Form(Note, LINE, message("a note is written as note N in 1"))


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (Note(Seat.N), 'note N in 1: ""'),
        (Note(None, 3, last=True), 'note officer on the last hand in 3: ""'),
        (Note(Seat.E, 2, 10, "seen + heard"), 'note E for 10 points (seen + heard) in 2: ""'),
        (Note(Seat.W, words='a "b" @5'), 'note W in 1: "a \\"b\\" \\u00405"'),
        (Note(Seat.S, shown=cards("9H KS")), 'note S in 1 showing 9H KS: ""'),
    ],
)
def test_a_line_is_read_as_it_is_written(value: Note, line: str) -> None:
    assert FORM.write(value) == line
    assert FORM.read(line) == value


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("note", "a note is written as note N in 1"),
        ('note X in 1: ""', "a note is written as"),
        ('note N for 100 points in 1: ""', "a note is written as"),
        ('note N (seen) in 1: "" and more', "a note is written as"),
        ('note N (seenn) in 1: ""', "a note is written as"),
        ('note N in 1: "\\q"', "invalid escape"),
    ],
)
def test_a_line_of_another_form_is_refused(line: str, says: str) -> None:
    with pytest.raises(Misfit, match=says):
        FORM.read(line)


def test_what_fits_and_means_nothing_is_refused_by_its_reader() -> None:
    for line, says in (
        ('note N in 0: ""', "'0' is not a number that fits here"),
        ('note N in 1 showing 6H: ""', "is not a card"),
    ):
        with pytest.raises(Refusal, match=says) as refused:
            FORM.read(line)
        assert not isinstance(refused.value, Misfit)


class Asked(Struct, frozen=True):
    """A side and what it calls for."""

    side: Side | None
    called: Suit | Card | None
    more: str = "kept"


def test_fields_outside_the_line_are_given_beside_it() -> None:
    form = Form(Asked, "{side} calls {called}")
    for called, words in ((Suit.CLUBS, "clubs"), (card("9C"), "9C"), (None, "nothing")):
        for side, name in ((Side.EW, "EW"), (None, "officer")):
            assert form.write(Asked(side, called)) == f"{name} calls {words}"
            assert form.read(f"{name} calls {words}", more="x") == Asked(side, called, "x")
