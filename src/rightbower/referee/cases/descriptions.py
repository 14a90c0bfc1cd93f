"""Irregularities in plain words: a sentence for each fact."""

from __future__ import annotations

from typing import assert_never

from rightbower.deal import say
from rightbower.referee.cases.facts import (
    ExposedCard,
    Fact,
    Helping,
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
    WrongTurn,
    WrongTurning,
)
from rightbower.referee.cases.kinds import TITLES
from rightbower.refusal import counted, listed


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
            return f"{who} was dealt {counted(cards, 'card')}"
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
        case OutOfTurn(kind=kind, trick=trick, card=card):
            return f"{who} {_early(kind)} {card} out of turn in trick {trick}"
        case ExposedCard(cards=cards, how=how):
            return f"{who} exposes {listed(cards)} ({how})"
        case NotSingly(card=None):
            return f"{who} does not play cards one at a time"
        case NotSingly(cards=cards):
            return f"{who} lays down {listed(cards)} along with another card"
        case TrickTurned(kind=kind, trick=trick):
            return f"{who} {_turning(kind, trick)}"
        case Revoke(trick=trick):
            return f"{who} did not follow suit in trick {trick}"
        case Talk(kind=kind):
            return f"{who} {_helping(kind)}"
        case _:
            assert_never(fact)


def _early(kind: WrongTurn) -> str:
    match kind:
        case Kind.LEAD_OUT_OF_TURN:
            return "leads"
        case Kind.PLAY_OUT_OF_TURN:
            return "plays"
        case _:
            assert_never(kind)


def _turning(kind: WrongTurning, trick: int) -> str:
    match kind:
        case Kind.TRICK_TURNED_UP:
            return f"looks at trick {trick} again"
        case Kind.TRICK_NOT_TURNED:
            return f"leaves trick {trick} unturned"
        case _:
            assert_never(kind)


def _helping(kind: Helping) -> str:
    match kind:
        case Kind.TABLE_TALK:
            return "talks in a way that helps a partner"
        case Kind.SIGNALLING:
            return "signals to a partner"
        case _:
            assert_never(kind)
