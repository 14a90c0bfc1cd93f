"""Irregularities and remedies in the words of records."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, assert_never, get_args

import msgspec

from rightbower.referee import irregularities as facts
from rightbower.referee import remedies
from rightbower.rules.acts import read_action, write_action
from rightbower.rules.cards import Card, Seat, card, cards
from rightbower.rules.refusal import Refusal

_PLAIN: Final[Mapping[str, remedies.Remedy]] = {
    "stand": remedies.LetStand(remedies.FINAL),
    "warn": remedies.Warn(remedies.FINAL),
    "take back": remedies.TakeBack(remedies.FINAL),
    "void call": remedies.VoidCall(remedies.FINAL),
    "bar for the deal": remedies.Bar(remedies.FINAL, "the deal"),
    "bar for the round": remedies.Bar(remedies.FINAL, "the round"),
    "redeal by same dealer": remedies.Redeal(remedies.FINAL, "same dealer", misdeal=False),
    "redeal by next dealer": remedies.Redeal(remedies.FINAL, "next dealer", misdeal=False),
    "redeal by right dealer": remedies.Redeal(remedies.FINAL, "right dealer", misdeal=False),
    "stop hand": remedies.StopHand(remedies.FINAL),
    "no score": remedies.NoScore(remedies.FINAL),
    "lose game": remedies.LoseGame(remedies.FINAL),
    "expose": remedies.Expose(remedies.FINAL),
    "call suit": remedies.CallSuit(remedies.FINAL),
}
_COUNTED: Final = re.compile(r"(award|deduct) ([1-9]\d{0,2})")


def write_fact(fact: facts.Fact) -> str:
    """The fact as ``read_fact`` reads it.

    >>> write_fact(facts.Revoke(Seat.E, 1))
    'revoke E 1'
    """
    head = f"{fact.kind.value} {fact.seat}"
    match fact:
        case facts.Misdeal() | facts.Talk() | facts.NotSingly(card=None):
            return head
        case facts.WrongCount(cards=cards):
            return f"{head} {cards}"
        case facts.WrongDealer(right=right):
            return f"{head} {right}"
        case facts.WrongCall(call=call):
            return f"{fact.kind.value} {write_action(call)}"
        case facts.LooseWords(words=words):
            return f"{head} {in_quotes(words)}"
        case facts.OutOfTurn(trick=trick, card=played):
            return f"{head} {trick} {played}"
        case facts.ExposedCard(cards=shown, how=how):
            return f"{head} {_spaced(shown)} {how}"
        case facts.NotSingly(cards=shown):
            return f"{head} {_spaced(shown)}"
        case facts.NotBuried(card=played):
            return f"{head} {played}"
        case facts.TrickTurned(trick=trick) | facts.Revoke(trick=trick):
            return f"{head} {trick}"
        case _:
            assert_never(fact)


def _spaced(shown: tuple[Card, ...]) -> str:
    return " ".join(each.name for each in shown)


def in_quotes(text: str) -> str:
    """Free text in quotes, with no sign in it that a line of a record could take for a time."""
    return msgspec.json.encode(text).decode().replace("@", "\\u0040")


def read_fact(text: str) -> facts.Fact:
    """Read one fact: its name, who erred, and what more it takes.

    >>> read_fact("lead-out-of-turn E 1 QC").card
    QC
    """
    name, _, rest = text.strip().partition(" ")
    who, _, more = rest.strip().partition(" ")
    if name not in {kind.value for kind in facts.Kind}:
        raise Refusal(f"{name!r} is not an irregularity we know")
    kind, seat, words = facts.Kind(name), Seat.of(who), more.split()
    try:
        return _fact(kind, seat, rest, more, words)
    except (IndexError, KeyError, msgspec.DecodeError):
        raise Refusal(f"{text.strip()!r} does not say all that {name} needs") from None


def _fact(kind: facts.Kind, seat: Seat, rest: str, more: str, words: list[str]) -> facts.Fact:
    match kind:
        case (
            facts.Kind.EXPOSED_IN_DEAL
            | facts.Kind.FACED_CARD
            | facts.Kind.IMPERFECT_PACK
            | facts.Kind.WRONG_KITTY
            | facts.Kind.EARLY_TURN_UP
            | facts.Kind.NOT_CUT
        ):
            return facts.Misdeal(seat, kind)
        case facts.Kind.WRONG_COUNT:
            return facts.WrongCount(seat, _number(words[0]))
        case facts.Kind.WRONG_DEALER:
            return facts.WrongDealer(seat, Seat.of(words[0]))
        case facts.Kind.LOOSE_WORDS:
            return facts.LooseWords(seat, msgspec.json.decode(more, type=str))
        case facts.Kind.NOT_BURIED:
            return facts.NotBuried(seat, card(words[0]))
        case facts.Kind.LEAD_OUT_OF_TURN | facts.Kind.PLAY_OUT_OF_TURN:
            return facts.OutOfTurn(seat, kind, _number(words[0]), card(words[1]))
        case facts.Kind.EXPOSED_CARD:
            return _exposed(seat, words)
        case facts.Kind.NOT_SINGLY:
            laid = cards(more)
            return facts.NotSingly(seat, laid[0] if laid else None, laid[1:])
        case facts.Kind.TRICK_TURNED_UP | facts.Kind.TRICK_NOT_TURNED:
            return facts.TrickTurned(seat, kind, _number(words[0]))
        case facts.Kind.REVOKE:
            return facts.Revoke(seat, _number(words[0]))
        case facts.Kind.TABLE_TALK | facts.Kind.SIGNALLING:
            return facts.Talk(seat, kind)
        case (
            facts.Kind.CALL_OUT_OF_TURN
            | facts.Kind.TURN_DOWN_OUT_OF_TURN
            | facts.Kind.PASS_OUT_OF_TURN
            | facts.Kind.DEAD_SUIT
            | facts.Kind.ORDER_WITHOUT_TRUMP
            | facts.Kind.NO_NATURAL_CARD
            | facts.Kind.FORBIDDEN_CALL
        ):
            return facts.WrongCall(seat, kind, read_action(rest))
        case _:
            assert_never(kind)


def _exposed(seat: Seat, words: list[str]) -> facts.ExposedCard:
    """One card or several, and how they came into sight."""
    for count in range(1, len(words)):
        how = _HOW.get(" ".join(words[count:]))
        if how is not None:
            shown = cards(" ".join(words[:count]))
            return facts.ExposedCard(seat, shown[0], how, shown[1:])
    raise IndexError


_HOW: Final[Mapping[str, facts.How]] = {how: how for how in get_args(facts.How)}


def _number(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d?", text):
        raise Refusal(f"{text!r} is not a number that fits here")
    return int(text)


def read_remedy(text: str) -> remedies.Remedy:
    """Read what an officer orders, such as ``award 2`` or ``redeal by same dealer``."""
    words = " ".join(text.lower().split())
    if found := _COUNTED.fullmatch(words):
        points = int(found[2])
        return (
            remedies.AwardPoints(remedies.FINAL, points)
            if found[1] == "award"
            else remedies.DeductPoints(remedies.FINAL, points)
        )
    if words in _PLAIN:
        return _PLAIN[words]
    raise Refusal(f"{text!r} is not a remedy; write award N, deduct N, {', '.join(_PLAIN)}")


def write_remedy(remedy: remedies.Remedy) -> str:
    """The remedy as ``read_remedy`` reads it; refuse one that an officer has no words for."""
    if isinstance(remedy, remedies.AwardPoints):
        return f"award {remedy.points}"
    if isinstance(remedy, remedies.DeductPoints) and not remedy.below_zero:
        return f"deduct {remedy.points}"
    for words, plain in _PLAIN.items():
        if plain == remedy:
            return words
    raise Refusal(f"there are no words for {remedy}")
