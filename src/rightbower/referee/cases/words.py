"""Facts and an officer's remedies as short text: the words of records and commands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, assert_never, get_args

import msgspec

from rightbower.cards import Card, Seat, card, cards
from rightbower.deal import read_action, write_action
from rightbower.referee.cases.facts import (
    ExposedCard,
    Fact,
    How,
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
from rightbower.referee.cases.remedies import (
    FINAL,
    AwardPoints,
    Bar,
    CallSuit,
    DeductPoints,
    Expose,
    LetStand,
    LoseGame,
    NoScore,
    Redeal,
    Remedy,
    StopHand,
    TakeBack,
    VoidCall,
    Warn,
)
from rightbower.refusal import Refusal

_PLAIN: Final[Mapping[str, Remedy]] = {
    "stand": LetStand(FINAL),
    "warn": Warn(FINAL),
    "take back": TakeBack(FINAL),
    "void call": VoidCall(FINAL),
    "bar for the deal": Bar(FINAL, "the deal"),
    "bar for the round": Bar(FINAL, "the round"),
    "redeal by same dealer": Redeal(FINAL, "same dealer", misdeal=False),
    "redeal by next dealer": Redeal(FINAL, "next dealer", misdeal=False),
    "redeal by right dealer": Redeal(FINAL, "right dealer", misdeal=False),
    "stop hand": StopHand(FINAL),
    "no score": NoScore(FINAL),
    "lose game": LoseGame(FINAL),
    "expose": Expose(FINAL),
    "call suit": CallSuit(FINAL),
}
_COUNTED: Final = re.compile(r"(award|deduct) ([1-9]\d{0,2})")


def write_fact(fact: Fact) -> str:
    """The fact as ``read_fact`` reads it.

    >>> write_fact(Revoke(Seat.E, 1))
    'revoke E 1'
    """
    head = f"{fact.kind.value} {fact.seat}"
    match fact:
        case Misdeal() | Talk() | NotSingly(card=None):
            return head
        case WrongCount(cards=cards):
            return f"{head} {cards}"
        case WrongDealer(right=right):
            return f"{head} {right}"
        case WrongCall(call=call):
            return f"{fact.kind.value} {write_action(call)}"
        case LooseWords(words=words):
            return f"{head} {in_quotes(words)}"
        case OutOfTurn(trick=trick, card=played):
            return f"{head} {trick} {played}"
        case ExposedCard(cards=shown, how=how):
            return f"{head} {_spaced(shown)} {how}"
        case NotSingly(cards=shown):
            return f"{head} {_spaced(shown)}"
        case NotBuried(card=played):
            return f"{head} {played}"
        case TrickTurned(trick=trick) | Revoke(trick=trick):
            return f"{head} {trick}"
        case _:
            assert_never(fact)


def _spaced(shown: tuple[Card, ...]) -> str:
    return " ".join(each.name for each in shown)


def in_quotes(text: str) -> str:
    """Free text in quotes, with no sign in it that a line of a record could take for a time."""
    return msgspec.json.encode(text).decode().replace("@", "\\u0040")


def read_fact(text: str) -> Fact:
    """Read one fact: its name, who erred, and what more it takes.

    >>> read_fact("lead-out-of-turn E 1 QC").card
    QC
    """
    name, _, rest = text.strip().partition(" ")
    who, _, more = rest.strip().partition(" ")
    if name not in {kind.value for kind in Kind}:
        raise Refusal(f"{name!r} is not an irregularity we know")
    kind, seat, words = Kind(name), Seat.of(who), more.split()
    try:
        return _fact(kind, seat, rest, more, words)
    except (IndexError, KeyError, msgspec.DecodeError):
        raise Refusal(f"{text.strip()!r} does not say all that {name} needs") from None


def _fact(kind: Kind, seat: Seat, rest: str, more: str, words: list[str]) -> Fact:
    match kind:
        case (
            Kind.EXPOSED_IN_DEAL
            | Kind.FACED_CARD
            | Kind.IMPERFECT_PACK
            | Kind.WRONG_KITTY
            | Kind.EARLY_TURN_UP
            | Kind.NOT_CUT
        ):
            return Misdeal(seat, kind)
        case Kind.WRONG_COUNT:
            return WrongCount(seat, _number(words[0]))
        case Kind.WRONG_DEALER:
            return WrongDealer(seat, Seat.of(words[0]))
        case Kind.LOOSE_WORDS:
            return LooseWords(seat, msgspec.json.decode(more, type=str))
        case Kind.NOT_BURIED:
            return NotBuried(seat, card(words[0]))
        case Kind.LEAD_OUT_OF_TURN | Kind.PLAY_OUT_OF_TURN:
            return OutOfTurn(seat, kind, _number(words[0]), card(words[1]))
        case Kind.EXPOSED_CARD:
            return _exposed(seat, words)
        case Kind.NOT_SINGLY:
            laid = cards(more)
            return NotSingly(seat, laid[0] if laid else None, laid[1:])
        case Kind.TRICK_TURNED_UP | Kind.TRICK_NOT_TURNED:
            return TrickTurned(seat, kind, _number(words[0]))
        case Kind.REVOKE:
            return Revoke(seat, _number(words[0]))
        case Kind.TABLE_TALK | Kind.SIGNALLING:
            return Talk(seat, kind)
        case (
            Kind.CALL_OUT_OF_TURN
            | Kind.TURN_DOWN_OUT_OF_TURN
            | Kind.PASS_OUT_OF_TURN
            | Kind.DEAD_SUIT
            | Kind.ORDER_WITHOUT_TRUMP
            | Kind.NO_NATURAL_CARD
            | Kind.FORBIDDEN_CALL
        ):
            return WrongCall(seat, kind, read_action(rest))
        case _:
            assert_never(kind)


def _exposed(seat: Seat, words: list[str]) -> ExposedCard:
    """One card or several, and how they came into sight."""
    for count in range(1, len(words)):
        how = _HOW.get(" ".join(words[count:]))
        if how is not None:
            shown = cards(" ".join(words[:count]))
            return ExposedCard(seat, shown[0], how, shown[1:])
    raise IndexError


_HOW: Final[Mapping[str, How]] = {how: how for how in get_args(How)}


def _number(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d?", text):
        raise Refusal(f"{text!r} is not a number that fits here")
    return int(text)


def read_remedy(text: str) -> Remedy:
    """Read what an officer orders, such as ``award 2`` or ``redeal by same dealer``."""
    words = " ".join(text.lower().split())
    if found := _COUNTED.fullmatch(words):
        points = int(found[2])
        return AwardPoints(FINAL, points) if found[1] == "award" else DeductPoints(FINAL, points)
    if words in _PLAIN:
        return _PLAIN[words]
    raise Refusal(f"{text!r} is not a remedy; write award N, deduct N, {', '.join(_PLAIN)}")


def write_remedy(remedy: Remedy) -> str:
    """The remedy as ``read_remedy`` reads it; refuse one that an officer has no words for."""
    if isinstance(remedy, AwardPoints):
        return f"award {remedy.points}"
    if isinstance(remedy, DeductPoints) and not remedy.below_zero:
        return f"deduct {remedy.points}"
    for words, plain in _PLAIN.items():
        if plain == remedy:
            return words
    raise Refusal(f"there are no words for {remedy}")
