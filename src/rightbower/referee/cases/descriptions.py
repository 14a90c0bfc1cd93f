"""Irregularities in plain words: the title of each kind, and a sentence for each fact."""

from __future__ import annotations

from typing import assert_never

from rightbower.deal import say
from rightbower.referee.cases.facts import (
    ExposedCard,
    Fact,
    Kind,
    LooseWords,
    Misdeal,
    NotBuried,
    NotSingly,
    OutOfTurn,
    Revoke,
    Talk,
    TrickTurned,
    WrongCall,
    WrongCount,
    WrongDealer,
)
from rightbower.refusal import listed

TITLES = {
    Kind.EXPOSED_IN_DEAL: "a card is exposed in dealing",
    Kind.FACED_CARD: "a card lies face up in the pack",
    Kind.IMPERFECT_PACK: "the pack is imperfect",
    Kind.WRONG_COUNT: "a hand has too many or too few cards",
    Kind.WRONG_KITTY: "the number of cards left over is wrong",
    Kind.EARLY_TURN_UP: "the turn-up is faced before the start signal",
    Kind.NOT_CUT: "the cut was not offered to the player on the dealer's right",
    Kind.WRONG_DEALER: "the wrong player deals",
    Kind.CALL_OUT_OF_TURN: "a call is made out of turn",
    Kind.TURN_DOWN_OUT_OF_TURN: "the turn-up is turned down out of turn",
    Kind.PASS_OUT_OF_TURN: "a pass is said out of turn",
    Kind.DEAD_SUIT: "the suit turned down is named",
    Kind.LOOSE_WORDS: "the dealer is told to take the card in other words",
    Kind.ORDER_WITHOUT_TRUMP: "the turn-up is ordered without a trump in hand",
    Kind.NO_NATURAL_CARD: "the turn-up is taken without a natural card",
    Kind.FORBIDDEN_CALL: "a call or discard is made that the book does not allow",
    Kind.NOT_BURIED: "the dealer plays before discarding",
    Kind.LEAD_OUT_OF_TURN: "a card is led out of turn",
    Kind.PLAY_OUT_OF_TURN: "a card is played out of turn",
    Kind.EXPOSED_CARD: "a card is dropped, shown or named",
    Kind.NOT_SINGLY: "cards are not played one at a time",
    Kind.TRICK_TURNED_UP: "a quitted trick is turned up again",
    Kind.TRICK_NOT_TURNED: "a won trick is not turned",
    Kind.REVOKE: "a player could follow suit and did not",
    Kind.TABLE_TALK: "somebody talks in a way that helps a partner",
    Kind.SIGNALLING: "somebody signals to a partner",
}


def describe(fact: Fact) -> str:
    """The fact in plain words.

    >>> from rightbower.cards import Seat
    >>> describe(Revoke(Seat.E, 1))
    'East did not follow suit in trick 1'
    """
    who = fact.seat.word
    match fact:
        case Misdeal(kind=kind):
            return f"{who} deals: {TITLES[kind]}"
        case WrongCount(cards=cards):
            return f"{who} was dealt {cards} cards"
        case WrongDealer(right=right):
            return f"{who} deals although it is {right.word}'s turn"
        case WrongCall(kind=Kind.FORBIDDEN_CALL, call=call):
            return f"{say(call)}: the book refuses it"
        case WrongCall(kind=kind, call=call):
            return f"{say(call)}: {TITLES[kind]}"
        case LooseWords(words=words):
            return f"{who} says “{words}”"
        case NotBuried(card=card):
            return f"{who} plays {card} before discarding"
        case OutOfTurn(kind=Kind.LEAD_OUT_OF_TURN, trick=trick, card=card):
            return f"{who} leads {card} out of turn in trick {trick}"
        case OutOfTurn(trick=trick, card=card):
            return f"{who} plays {card} out of turn in trick {trick}"
        case ExposedCard(cards=cards, how=how):
            return f"{who} exposes {listed(cards)} ({how})"
        case NotSingly(card=None):
            return f"{who} does not play cards one at a time"
        case NotSingly(cards=cards):
            return f"{who} lays down {listed(cards)} along with another card"
        case TrickTurned(kind=Kind.TRICK_TURNED_UP, trick=trick):
            return f"{who} turns up trick {trick} again"
        case TrickTurned(trick=trick):
            return f"{who} leaves trick {trick} unturned"
        case Revoke(trick=trick):
            return f"{who} did not follow suit in trick {trick}"
        case Talk(kind=Kind.TABLE_TALK):
            return f"{who} talks in a way that helps a partner"
        case Talk():
            return f"{who} signals to a partner"
        case _:
            assert_never(fact)
