"""Deals in the condensed form: a string of bits in Base64URL, each card its place among those left.

Forms 1 to 3 begin with their number in four bits; one without is the oldest. What-if lines stay in the
file as they are.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from typing import Final

from rightbower.record.egn.schema import (
    Annotations,
    BiddingPhase,
    CallText,
    EgnDeal,
    EgnError,
    InitialState,
    TrickPlay,
)
from rightbower.rules.cards import HAND_SIZE

SUITS: Final[tuple[CallText, ...]] = ("s", "h", "c", "d")
DECK: Final = tuple(rank + suit for rank in "9TJQKA" for suit in SUITS)
PLAYERS: Final = 4
END: Final = 0b1010
NEWEST: Final = 3
_BASE64URL: Final = re.compile(r"(?:[\w-]{4})*(?:[\w-]{2,3})?", re.ASCII)


class _Bits:
    """Bits read from the left."""

    def __init__(self, data: bytes) -> None:
        self.left = "".join(f"{byte:08b}" for byte in data)

    def number(self, most: int) -> int:
        """A number from 0 to ``most``."""
        width = most.bit_length()
        if len(self.left) < width:
            raise EgnError("it ends too early")
        found, self.left = int(self.left[:width] or "0", 2), self.left[width:]
        return found

    def flag(self) -> bool:
        """A yes or a no."""
        return self.number(1) == 1

    def one_of(self, cards: list[str] | tuple[str, ...]) -> str:
        """A card by its place among others."""
        place = self.number(len(cards) - 1)
        if place >= len(cards):
            raise EgnError("it names a card that is not there")
        return cards[place]

    def text(self) -> str:
        """Text in UTF-8, after its length."""
        length = self.number(0xFFFF)
        return bytes(self.number(0xFF) for _ in range(length)).decode("utf-8", "replace")

    def over(self) -> bool:
        """Whether only the zeros are left that fill the last byte."""
        return len(self.left) < 8 and "1" not in self.left


def expand(text: str) -> EgnDeal:
    """The deal in a condensed string; what-if lines are not read."""
    packed = text.strip()
    if not _BASE64URL.fullmatch(packed):
        raise EgnError("it is not Base64URL")
    data = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    form = data[0] >> 4 if data else 0
    if not 1 <= form <= NEWEST:
        return _oldest(_Bits(data))
    try:
        return _since(_Bits(data), form)
    except EgnError as fault:
        return _as_oldest(_Bits(data), fault)


def _as_oldest(bits: _Bits, fault: EgnError) -> EgnDeal:
    """The oldest form has no number and may begin as if it had one; only a whole deal is believed."""
    try:
        found = _oldest(bits)
    except EgnError:
        raise fault from None
    play = (found.phases or ())[-1:]
    if not play or not isinstance(play[0], TrickPlay) or len(play[0].tricks) != HAND_SIZE:
        raise fault
    return found


def _since(bits: _Bits, form: int) -> EgnDeal:
    bits.number(0xF)
    dealer = bits.number(3 if form == 1 else 7)
    if form > 1:
        _same_game(bits)
    turn_up = bits.one_of(DECK)
    hands = _hands(bits) if form == NEWEST else None
    left, phases, lone = list(DECK), list[BiddingPhase | TrickPlay](), 0
    for number in range(bits.number(7)):
        if bits.flag():
            phases.append(_play(bits, number, left, PLAYERS - lone))
            continue
        bidding = _bidding(bits, number, turn_up, form)
        lone = bool(bidding.is_alone) + (bidding.alone_defender is not None)
        phases.append(bidding)
    if not bits.flag() and bits.number(0xF) != END:
        raise EgnError("it does not end as such a deal does")
    return _deal(dealer, turn_up, tuple(phases), hands)


def _same_game(bits: _Bits) -> None:
    players, lowest = bits.number(7) + 1, bits.number(3)
    if players != PLAYERS or lowest:
        raise EgnError("it is of another pack or another number of players")


def _deal(
    dealer: int,
    turn_up: str,
    phases: tuple[BiddingPhase | TrickPlay, ...],
    hands: tuple[tuple[str, ...], ...] | None = None,
) -> EgnDeal:
    if dealer >= PLAYERS:
        raise EgnError("its dealer has no seat")
    return EgnDeal(initial_state=InitialState(dealer, turn_up, hands), phases=phases or None)


def _hands(bits: _Bits) -> tuple[tuple[str, ...], ...] | None:
    if not bits.flag():
        return None
    return tuple(tuple(bits.one_of(DECK) for _ in range(bits.number(0xF))) for _ in range(PLAYERS))


def _bidding(bits: _Bits, number: int, turn_up: str, form: int) -> BiddingPhase:
    calls = _calls(bits, turn_up)
    alone = bits.flag()
    against = bits.number(7) if form > 1 and alone and bits.flag() else None
    buried = bits.one_of(DECK) if form == NEWEST and bits.flag() else None
    return BiddingPhase(
        phase_number=number,
        calls=calls,
        is_alone=alone,
        alone_defender=against,
        discard=buried,
        call_annotations=_annotations(bits),
    )


def _calls(bits: _Bits, turn_up: str) -> tuple[CallText, ...]:
    calls: list[CallText] = []
    for _ in range(PLAYERS):
        if bits.flag():
            return (*calls, "Order")
        calls.append("Pass")
    suits = [suit for suit in SUITS if suit != turn_up[1]]
    for _ in range(PLAYERS):
        if named := bits.number(3):
            return (*calls, suits[named - 1])
        calls.append("Pass")
    return tuple(calls)


def _play(bits: _Bits, number: int, left: list[str], hands: int) -> TrickPlay:
    tricks = tuple(tuple(_played(bits, left) for _ in range(hands)) for _ in range(bits.number(7)))
    return TrickPlay(phase_number=number, tricks=tricks, play_annotations=_annotations(bits))


def _played(bits: _Bits, left: list[str]) -> str:
    if not left:
        raise EgnError("it plays more cards than there are")
    card = bits.one_of(left)
    left.remove(card)
    return card


def _annotations(bits: _Bits) -> Annotations | None:
    if not bits.flag():
        return None
    return {
        str(bits.number(0xFF)): tuple(bits.text() for _ in range(bits.number(0xFF)))
        for _ in range(bits.number(0xFF))
    }


def _oldest(bits: _Bits) -> EgnDeal:
    """The first form: bids and cards until the bits end, and nothing else."""
    dealer, turn_up = bits.number(3), bits.one_of(DECK)
    if bits.over():
        return _deal(dealer, turn_up, ())
    bidding = BiddingPhase(
        phase_number=0, calls=_calls(bits, turn_up), is_alone=(alone := bits.flag())
    )
    left, cards = list(DECK), list[str]()
    size = PLAYERS - alone
    while not (bits.over() and len(cards) % size == 0) and left:
        cards.append(_played(bits, left))
    tricks = tuple(tuple(cards[at : at + size]) for at in range(0, len(cards), size))
    play = TrickPlay(phase_number=1, tricks=tricks)
    return _deal(dealer, turn_up, (bidding, play) if tricks else (bidding,))
