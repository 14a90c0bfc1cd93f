"""Irregularities in plain words: a sentence for each fact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from rightbower.referee.cases import facts
from rightbower.referee.cases.kinds import TITLES
from rightbower.rules.acts import say
from rightbower.rules.refusal import counted, listed

# What the player does, where a fact may be of several kinds; {} is the trick.
_DOES: Final[Mapping[facts.WrongTurn | facts.WrongTurning | facts.Helping, str]] = {
    facts.Kind.LEAD_OUT_OF_TURN: "leads",
    facts.Kind.PLAY_OUT_OF_TURN: "plays",
    facts.Kind.TRICK_TURNED_UP: "looks at trick {} again",
    facts.Kind.TRICK_NOT_TURNED: "leaves trick {} unturned",
    facts.Kind.TABLE_TALK: "talks in a way that helps a partner",
    facts.Kind.SIGNALLING: "signals to a partner",
}


def describe(fact: facts.Fact) -> str:
    """The fact in plain words.

    >>> from rightbower.rules.cards import Seat
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
            return f"{who} {_DOES[kind]} {card} out of turn in trick {trick}"
        case facts.ExposedCard(cards=cards, how=how):
            return f"{who} exposes {listed(cards)} ({how})"
        case facts.NotSingly(card=None):
            return f"{who} does not play cards one at a time"
        case facts.NotSingly(cards=cards):
            return f"{who} lays down {listed(cards)} along with another card"
        case facts.TrickTurned(kind=kind, trick=trick):
            return f"{who} {_DOES[kind].format(trick)}"
        case facts.Revoke(trick=trick):
            return f"{who} did not follow suit in trick {trick}"
        case facts.Talk(kind=kind):
            return f"{who} {_DOES[kind]}"
        case _:
            assert_never(fact)
