"""Deals in the condensed form of the notation, condensed here bit by bit as the form is described."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from record.egn_files import DEAL, acts, file
from recorded import plain_game
from rightbower.record.egn import Notation, read, write
from rightbower.record.egn_deals import expand
from rightbower.record.egn_schema import BiddingPhase, EgnDeal, EgnError, InitialState, TrickPlay
from rightbower.record.entries import Record
from rightbower.record.record import write as write_record
from rightbower.rules.book import load
from rightbower.rules.cards import Seat

DECK = [rank + suit for rank in "9TJQKA" for suit in "shcd"]


def number(value: int, most: int) -> str:
    return f"{value:0{most.bit_length()}b}"


def comments(found: dict[str, list[str]]) -> str:
    bits = number(len(found), 255)
    for key, texts in found.items():
        bits += number(int(key), 255) + number(len(texts), 255)
        for text in texts:
            data = text.encode()
            bits += number(len(data), 65535) + "".join(f"{byte:08b}" for byte in data)
    return f"1{bits}" if found else "0"


def bids(phase: dict[str, Any], turn_up: str, form: int) -> str:
    suits = [suit for suit in "shcd" if suit != turn_up[1]]
    bits = ""
    for place, call in enumerate(phase["calls"]):
        named = 0 if call == "Pass" else 1 if place < 4 else suits.index(call) + 1
        bits += number(named, 1 if place < 4 else 3)
    alone = bool(phase.get("isAlone"))
    bits += number(alone, 1) + ("0" if alone and form > 1 else "")
    if form == 3:
        discard = phase.get("discard")
        bits += "0" if discard is None else "1" + number(DECK.index(discard), 23)
    return bits


def plays(phase: dict[str, Any]) -> str:
    left, bits = list(DECK), ""
    for card in (card for trick in phase["tricks"] for card in trick):
        bits += number(left.index(card), len(left) - 1)
        left.remove(card)
    return bits


def condensed(deal: dict[str, Any], form: int) -> str:
    """A deal in one of the forms 0 to 3."""
    state, (bidding, *play) = deal["initialState"], deal["phases"]
    turn_up = state["upCard"]
    bits = number(form, 15) if form else ""
    bits += number(state["dealer"], 3 if form < 2 else 7)
    bits += number(3, 7) + "00" if form > 1 else ""
    bits += number(DECK.index(turn_up), 23)
    if form == 0:
        return packed(bits + bids(bidding, turn_up, 0) + "".join(map(plays, play)))
    if form == 3:
        hands = state.get("playerCards")
        bits += "0" if hands is None else "1"
        for hand in hands or ():
            bits += number(len(hand), 15) + "".join(number(DECK.index(card), 23) for card in hand)
    bits += number(1 + len(play), 7)
    bits += f"0{bids(bidding, turn_up, form)}{comments(bidding.get('callAnnotations', {}))}"
    for phase in play:
        bits += f"1{number(len(phase['tricks']), 7)}{plays(phase)}{comments(phase.get('playAnnotations', {}))}"
    return packed(f"{bits}01010")


def packed(bits: str) -> str:
    bits += "0" * (-len(bits) % 8)
    data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
    return urlsafe_b64encode(data).decode().rstrip("=")


def told(notation: Notation, form: int) -> list[str]:
    """The acts that a form tells: only the last has the card buried."""
    found = acts(notation.record)
    return found if form == 3 else [act for act in found if " bury " not in act]


@pytest.mark.parametrize("form", [0, 1, 2, 3])
def test_a_condensed_deal_is_the_deal_it_was(form: int) -> None:
    data = file()
    plain = read(json.dumps(data))
    data["deals"] = [condensed(DEAL, form)]
    short = read(json.dumps(data))
    assert told(short, form) == told(plain, form)
    assert json.loads(write(short.record, short.notes)) == data, "the string stays as it was"


@pytest.mark.parametrize("form", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_read_from_the_condensed_form(form: int, seed: int) -> None:
    game = json.loads(write(plain_game(Record(load("standard"), Seat.S), seed, 400)))
    whole = read(json.dumps(game))
    game["deals"] = [condensed(deal, form) for deal in game["deals"]]
    short = read(json.dumps(game))
    assert told(short, form) == told(whole, form)
    if form == 3:
        assert write_record(short.record) == write_record(whole.record), "hands and burials too"


def test_comments_in_a_condensed_deal_do_not_stand_in_the_way() -> None:
    deal = json.loads(json.dumps(DEAL))
    deal["phases"][0]["callAnnotations"] = {"0": ["thin, but it works", "é"]}
    deal["phases"][1]["playAnnotations"] = {"3": ["the ten"]}
    short = read(json.dumps(file(deals=[condensed(deal, 1)])))
    assert told(short, 1) == told(read(json.dumps(file())), 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("%%", "it is not Base64URL"),
        ("", "it ends too early"),
        (condensed(DEAL, 1)[:8], "it ends too early"),
        (
            packed("0010" + "011" + "100" + "00" + "00000" + "000" + "01010"),
            "another number of players",
        ),
        (
            packed("0010" + "011" + "011" + "01" + "00000" + "000" + "01010"),
            "another pack",
        ),
        (
            packed("0010" + "100" + "011" + "00" + "00000" + "000" + "01010"),
            "its dealer has no seat",
        ),
        (
            packed("0010" + "011" + "011" + "00" + "00000" + "000" + "00101"),
            "it does not end as such a deal does",
        ),
        # the oldest form: bids that fill two bytes, and a byte of zeros after them
        (packed("00" + "00001" + "0000" + "0001" + "0" + "0" * 8), "it ends too early"),
    ],
)
def test_what_is_not_such_a_deal_is_refused_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(
        EgnError, match=r"^deal 1 is in the condensed form and cannot be read: "
    ) as refused:
        read(json.dumps(file(deals=[text])))
    assert reason in str(refused.value)


PASSED = {"calls": ["Pass"] * 8, "isAlone": False}


@pytest.mark.parametrize("form", [0, 1, 2, 3])
def test_a_deal_that_everybody_passed_is_read(form: int) -> None:
    deal = {"initialState": {"dealer": 3, "upCard": "9s"}, "phases": [PASSED]}
    bidding = BiddingPhase(phase_number=0, calls=("Pass",) * 8, is_alone=False)
    assert expand(condensed(deal, form)) == EgnDeal(
        initial_state=InitialState(3, "9s"), phases=(bidding,)
    )


def test_a_deal_before_its_first_call_is_read() -> None:
    assert expand(packed(number(3, 3) + number(DECK.index("Th"), 23))) == EgnDeal(
        initial_state=InitialState(3, "Th")
    )


@pytest.mark.parametrize("tricks", [4, 5])
def test_the_oldest_form_that_seems_to_have_a_number_is_believed_of_a_whole_deal(
    tricks: int,
) -> None:
    bidding, play = DEAL["phases"]
    part = {**play, "tricks": play["tricks"][:tricks]}
    deal = {"initialState": {"dealer": 0, "upCard": "Qs"}, "phases": [bidding, part]}
    text = condensed(deal, 0)
    if tricks == 4:
        with pytest.raises(EgnError, match=r"^it "):
            expand(text)
        return
    assert expand(text) == EgnDeal(
        initial_state=InitialState(0, "Qs"),
        phases=(
            BiddingPhase(phase_number=0, calls=("Order",), is_alone=True),
            TrickPlay(phase_number=1, tricks=tuple(map(tuple, part["tricks"]))),
        ),
    )


def test_no_more_cards_are_played_than_there_are() -> None:
    seven_tricks = number(1, 15) + number(3, 3) + number(0, 23) + number(1, 7) + "1" + number(7, 7)
    with pytest.raises(EgnError, match=r"^it plays more cards than there are$"):
        expand(packed(seven_tricks + "0" * 200))
