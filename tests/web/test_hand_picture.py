"""The picture of a hand: every card, word and sign in its place, as a drawing and dot by dot."""

from __future__ import annotations

import io
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PIL import Image

from rightbower.record.entries import DealtEntry
from rightbower.record.record import DealStory
from rightbower.rules.cards import Seat
from rightbower.rules.deal import Deal
from rightbower.web.hall.entries import Played
from rightbower.web.share.hand_picture import (
    BLACK,
    BRASS,
    INK,
    PAPER,
    RED,
    _box,
    _disc,
    _suit,
    _text,
    as_png,
    hand_picture,
    outcome,
)
from web.seated import Sitting

NAMES = ("Nan <3", "Eve & Co", "Sam", "A name that is a good deal too long")
SHORT = "A name that is a good…"
TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
TRICKS = (
    "W AS, N 9S, E TS, S 9H",
    "S KH, W QH, N TH, E AH",
    "E QC, S AC, W TC, N KC",
    "S JH, W 9D, N JD, E KD",
    "S QD, W KS, N AD, E QS",
)
SVG = "{http://www.w3.org/2000/svg}"


def hand(*acts: str) -> Deal:
    """A hand after these acts."""
    sitting = Sitting(mode="strict")
    for each in acts:
        sitting.do(each)
    game = sitting.table.game
    assert game is not None
    return game.deal or game.finished[-1].deal


def drawn(deal: Deal, score: tuple[int, int] = (1, 0)) -> ElementTree.Element:
    """The drawing of a hand."""
    sitting = Sitting(mode="strict")
    dealt = next(
        each.entry
        for each in sitting.entries
        if isinstance(each, Played) and isinstance(each.entry, DealtEntry)
    )
    return ElementTree.fromstring(hand_picture(DealStory(deal, dealt, True, (), score), NAMES))


def texts(drawing: ElementTree.Element) -> list[tuple[str | None, ...]]:
    """Each text with its place, size and colour."""
    names = ("x", "y", "font-size", "fill")
    found = drawing.iter(f"{SVG}text")
    return [
        ((each.text or "").replace("\N{VARIATION SELECTOR-15}", ""), *map(each.get, names))
        for each in found
    ]


def boxes(drawing: ElementTree.Element) -> list[tuple[str | None, ...]]:
    """The cards with their places and edges."""
    found = [each for each in drawing.iter(f"{SVG}rect") if each.get("width") == "78"]
    return [tuple(map(each.get, ("x", "y", "height", "fill", "stroke"))) for each in found]


def test_each_row_has_its_name_and_the_cards_as_they_were_played() -> None:
    drawing = drawn(hand(TAKEN, *TRICKS))
    rows = {
        Seat.N: (385.0, 66.0, "Nan <3", "9S TH KC JD AD", [4]),
        Seat.E: (726, 262.0, "Eve & Co", "TS AH QC KD QS", [1]),
        Seat.S: (385.0, 458.0, "Sam · dealer", "9H KH AC JH QD", [0, 2, 3]),
        Seat.W: (44.0, 262.0, SHORT, "AS QH TC 9D KS", []),
    }
    signs = {"S": ("♠", BLACK), "H": ("♥", RED), "D": ("♦", RED), "C": ("♣", BLACK)}
    words: list[tuple[str | None, ...]] = []
    cards: list[tuple[str | None, ...]] = []
    for left, top, name, played, won in rows.values():
        words.append((name, str(left + 215.0), str(top - 14), "24", INK))
        for at, card in enumerate(played.split()):
            x = left + 88 * at
            sign, colour = signs[card[1]]
            rank = "10" if card[0] == "T" else card[0]
            middle = str(x + 39.0)
            words.append((rank, middle, str(top + 46), "42", colour))
            words.append((sign, middle, str(top + 96), "46", colour))
            cards.append((str(x), str(top), "109", PAPER, BRASS if at in won else "#d8cfbd"))
    assert boxes(drawing) == cards
    told = texts(drawing)
    assert told[: len(words)] == words
    assert told[len(words) :] == [
        ("♥", "600.0", "300", "66", RED),
        ("Sam called hearts", "600.0", "356", "20", INK),
        ("and took 4.", "600.0", "382", "20", INK),
        (f"Nan <3 and Sam 1 – 0 Eve & Co and {SHORT}", "600.0", "604", "22", INK),
    ]
    title = drawing.find(f"{SVG}title")
    assert title is not None
    assert title.text == "Sam called hearts and took 4."


def test_the_cards_that_were_not_played_lie_behind_those_that_were() -> None:
    drawing = drawn(hand(TAKEN, "W AS, N 9S"))
    assert len(boxes(drawing)) == 20
    ranks = [each[0] for each in texts(drawing) if each[3] == "42"]
    assert ranks[:5] == ["9", "J", "A", "K", "10"]
    assert BRASS not in {each[4] for each in boxes(drawing)}


def test_without_trump_there_is_no_sign() -> None:
    drawing = drawn(hand())
    assert list(drawing.iter(f"{SVG}circle")) == []
    assert [each[0] for each in texts(drawing)][-3:-1] == ["The hand was not", "played."]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "Sam called hearts and took 4."),
        ({"maker": None}, "The hand was not played."),
        ({"trump": None}, "The hand was not played."),
        ({"ending": "thrown in"}, "The hand was not played."),
        ({"lone": Seat.S}, "Sam called hearts alone and took 4."),
        ({"lone": Seat.E}, "Sam called hearts and took 4."),
        ({"maker": Seat.W}, f"{SHORT} called hearts and was euchred."),
    ],
)
def test_what_a_hand_came_to(more: dict[str, Any], words: str) -> None:
    assert outcome(replace(hand(TAKEN, *TRICKS), **more), NAMES) == words


def test_three_tricks_are_enough_and_five_are_all() -> None:
    three = hand(
        TAKEN,
        "W AS, N 9S, E TS, S 9H",
        "S KH, W QH, N TH, E AH",
        "E QC, S AC, W TC, N KC",
        "S QD, W 9D, N AD, E KD",
        "N JD, E QS, S JH, W KS",
    )
    tricks = tuple(
        replace(trick, winner=Seat.W if at < 2 else Seat.S) for at, trick in enumerate(three.tricks)
    )
    assert outcome(replace(three, tricks=tricks), NAMES) == "Sam called hearts and took 3."
    lost = tuple(
        replace(trick, winner=Seat.W if at < 3 else Seat.S) for at, trick in enumerate(three.tricks)
    )
    assert outcome(replace(three, tricks=lost), NAMES) == "Sam called hearts and was euchred."
    every = tuple(replace(trick, winner=Seat.N) for trick in three.tricks)
    assert outcome(replace(three, tricks=every), NAMES) == "Sam called hearts and took all five."


class Pencil:
    """Keeps what is drawn with it."""

    def __init__(self) -> None:
        self.did: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **more: self.did.append((name, *args, *more.values()))


def element(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_boxes_and_discs_are_drawn_twice_as_large() -> None:
    pencil: Any = Pencil()
    _box(pencil, element('<rect x="1" y="2" width="10" height="20" rx="3" fill="a"/>'))
    edged = '<rect width="9" height="8" rx="3" fill="a" stroke="b" stroke-width="1.5"/>'
    _box(pencil, element(edged))
    _disc(pencil, element('<circle cx="10" cy="20" r="5" fill="c"/>'))
    assert pencil.did == [
        ("rounded_rectangle", (2, 4, 22, 44), 6, "a", None, 0),
        ("rounded_rectangle", (0, 0, 18, 16), 6, "a", "b", 3),
        ("ellipse", (10, 30, 30, 50), "c"),
    ]


def test_a_suit_sign_stands_on_its_line() -> None:
    pencil: Any = Pencil()
    _suit(pencil, "♦", (100.0, 200.0), 100, "red")
    assert pencil.did == [
        ("polygon", [(100, 124), (127, 162), (100, 200), (73, 162)], "red"),
    ]
    pencil = Pencil()
    _suit(pencil, "♣", (100.0, 200.0), 100, "black")
    assert [each[0] for each in pencil.did] == ["ellipse"] * 3 + ["polygon"]
    assert pencil.did[0][1] == pytest.approx((83.5, 126.5, 116.5, 159.5))
    assert pencil.did[1][1] == pytest.approx((66.5, 154.5, 99.5, 187.5))
    assert pencil.did[3][1:] == ([(100, 165), (114, 200), (86, 200)], "black")


def test_a_line_of_text_stands_around_its_middle() -> None:
    pencil: Any = Pencil()
    for weight in ("", 'font-weight="700"'):
        _text(pencil, element(f'<text x="300" y="40" font-size="20" fill="i" {weight}>Sam</text>'))
    (plain, bold) = pencil.did
    for name, (left, foot), word, fill, font, anchor in pencil.did:
        assert (name, foot, word, fill, anchor) == ("text", 80, "Sam", "i", "ls")
        assert left == pytest.approx(600 - font.getlength("Sam") / 2)
        assert font.size == 40
    assert plain[4].path != bold[4].path
    pencil = Pencil()
    _text(
        pencil,
        element('<text x="100" y="40" font-size="20" fill="r">♥\N{VARIATION SELECTOR-15}</text>'),
    )
    assert {each[0] for each in pencil.did} == {"ellipse", "polygon"}
    assert {each[-1] for each in pencil.did} == {"r"}


def test_words_of_several_fonts_follow_one_another() -> None:
    pencil: Any = Pencil()
    _text(pencil, element('<text x="300" y="40" font-size="20" fill="i">Sam שלום</text>'))
    left = None
    for _, (at, _foot), word, _fill, font, _anchor in pencil.did:
        if left is not None:
            assert at == pytest.approx(left)
        left = at + font.getlength(word)


def test_the_dots_are_those_of_the_drawing() -> None:
    rect = '<rect x="100" y="100" width="50" height="50" fill="#ff0000"/>'
    disc = '<circle cx="300" cy="300" r="20" fill="#00ff00"/>'
    made = Image.open(io.BytesIO(as_png(f"<svg>{rect}{disc}</svg>")))
    assert (made.format, made.size) == ("PNG", (1200, 630))
    assert made.getpixel((125, 125)) == (255, 0, 0)
    assert made.getpixel((300, 300)) == (0, 255, 0)
    assert made.getpixel((200, 200)) == made.getpixel((90, 125)) == (0, 0, 0)
