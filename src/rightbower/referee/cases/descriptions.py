"""Irregularities in plain words: a sentence for each fact."""

from __future__ import annotations

from typing import assert_never

from rightbower.deal import say
from rightbower.referee.cases import facts
from rightbower.referee.cases.kinds import TITLES
from rightbower.refusal import counted, listed


def describe(fact: facts.Fact) -> str:
    """The fact in plain words.

    >>> from rightbower.cards import Seat
    >>> describe(facts.Revoke(Seat.E, 1))
    'East did not follow suit in trick 1'
    """
    who = fact.seat.word
    match fact:
        case facts.Misdeal(kind=kind):
            return f"{who} deals: {TITLES[kind]}"
        case facts.WrongCount(cards=cards):
            return f"{who} was dealt {counted(cards, 'card')}"
        case facts.WrongDealer(right=right):
            return f"{who} deals although it is {right.word}'s turn"
        case facts.WrongCall(kind=facts.Kind.FORBIDDEN_CALL, call=call):
            return f"{say(call)}: the book refuses it"
        case facts.WrongCall(kind=kind, call=call):
            return f"{say(call)}: {TITLES[kind]}"
        case facts.LooseWords(words=words):
            return f"{who} says “{words}”"
        case facts.NotBuried(card=card):
            return f"{who} plays {card} before discarding"
        case facts.OutOfTurn(kind=kind, trick=trick, card=card):
            return f"{who} {_early(kind)} {card} out of turn in trick {trick}"
        case facts.ExposedCard(cards=cards, how=how):
            return f"{who} exposes {listed(cards)} ({how})"
        case facts.NotSingly(card=None):
            return f"{who} does not play cards one at a time"
        case facts.NotSingly(cards=cards):
            return f"{who} lays down {listed(cards)} along with another card"
        case facts.TrickTurned(kind=kind, trick=trick):
            return f"{who} {_turning(kind, trick)}"
        case facts.Revoke(trick=trick):
            return f"{who} did not follow suit in trick {trick}"
        case facts.Talk(kind=kind):
            return f"{who} {_helping(kind)}"
        case _:
            assert_never(fact)


def _early(kind: facts.WrongTurn) -> str:
    match kind:
        case facts.Kind.LEAD_OUT_OF_TURN:
            return "leads"
        case facts.Kind.PLAY_OUT_OF_TURN:
            return "plays"
        case _:
            assert_never(kind)


def _turning(kind: facts.WrongTurning, trick: int) -> str:
    match kind:
        case facts.Kind.TRICK_TURNED_UP:
            return f"looks at trick {trick} again"
        case facts.Kind.TRICK_NOT_TURNED:
            return f"leaves trick {trick} unturned"
        case _:
            assert_never(kind)


def _helping(kind: facts.Helping) -> str:
    match kind:
        case facts.Kind.TABLE_TALK:
            return "talks in a way that helps a partner"
        case facts.Kind.SIGNALLING:
            return "signals to a partner"
        case _:
            assert_never(kind)
