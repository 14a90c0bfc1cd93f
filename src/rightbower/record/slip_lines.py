"""The lines of a game as at the table, read and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, assert_never, get_args

from msgspec import DecodeError

from rightbower.record import entries
from rightbower.record.text import RecordLine, stamp, unplain
from rightbower.referee.situation import Proof
from rightbower.referee.text import (
    in_quotes,
    read_fact,
    read_remedy,
    write_fact,
    write_remedy,
)
from rightbower.rules.acts import read_action, write_action
from rightbower.rules.cards import Card, Seat, Side, Suit, card, cards
from rightbower.rules.refusal import Refusal

MODE: Final = "as at the table"
OFFICER: Final = "officer"
_PROOFS: Final[Mapping[str, Proof]] = {proof: proof for proof in get_args(Proof)}
_TEXT: Final = r'"(?:[^"\\]|\\.)*"'
_CLAIM: Final = re.compile(
    rf"([NESW]|{OFFICER})( on the last hand)?(?: for (\d{{1,3}}) points)?"
    rf"(?: proof ({'|'.join(get_args(Proof))}))?: (.+)"
)
_CHOICE: Final = re.compile(rf"(\d{{1,5}}) by (NS|EW|{OFFICER}): (.+)")
_DROP: Final = re.compile(r"([NESW]) (\w+(?: \w+)*)")
_CALL: Final = re.compile(r"([NESW]) (\w+)")
_OVERRULE: Final = re.compile(rf"(\d{{1,5}}) by ({_TEXT}) because ({_TEXT}): (.+)")


def read_table_line(line: RecordLine, at: float | None) -> entries.TableEntry | None:
    """The entry of a line of this kind; None for a kind not known here."""
    reader = _READERS.get(line.kind)
    if reader is None:
        return None
    try:
        return reader(line, at)
    except (ValueError, DecodeError) as fault:
        raise line.refuse(str(fault)) from None


def _slip(line: RecordLine, at: float | None) -> entries.TableEntry:
    return entries.SlipEntry(read_action(line.rest), at)


def _drop(line: RecordLine, at: float | None) -> entries.TableEntry:
    found = _fitting(_DROP, line, "a card that everyone sees is written as drop E AS")
    return entries.DroppedEntry(Seat.of(found[1]), cards(found[2]), at)


def _trick(line: RecordLine, at: float | None) -> entries.TableEntry:
    if line.rest != "turned":
        raise Refusal("a trick that is turned down is written as trick turned")
    return entries.TurnedEntry(at)


def _claim(line: RecordLine, at: float | None) -> entries.TableEntry:
    found = _fitting(_CLAIM, line, "a claim is written as claim N: revoke E 1")
    points = None if found[3] is None else int(found[3])
    proof = None if found[4] is None else _PROOFS[found[4]]
    by = None if found[1] == OFFICER else Seat.of(found[1])
    return entries.ClaimEntry(by, read_fact(found[5]), proof, points, found[2] is not None, at)


def _choice(line: RecordLine, at: float | None) -> entries.TableEntry:
    found = _fitting(_CHOICE, line, "a choice is written as choice 0 by NS: add")
    by = None if found[2] == OFFICER else Side[found[2]]
    return entries.ChoiceEntry(int(found[1]), by, found[3], at)


def _call(line: RecordLine, at: float | None) -> entries.TableEntry:
    found = _fitting(_CALL, line, "a call is written as call S spades, call S nothing or call S KC")
    called: Suit | Card | None = None
    if found[2] != "nothing":
        suits = [suit for suit in Suit if suit.name.lower() == found[2]]
        called = suits[0] if suits else card(found[2])
    return entries.CalledEntry(Seat.of(found[1]), called, at)


def _overrule(line: RecordLine, at: float | None) -> entries.TableEntry:
    found = _fitting(
        _OVERRULE, line, 'an overruling is written as overrule 0 by "Name" because "reason": stand'
    )
    remedies = tuple(read_remedy(each) for each in found[4].split(","))
    return entries.OverruleEntry(int(found[1]), unplain(found[2]), unplain(found[3]), remedies, at)


def _entered(line: RecordLine, at: float | None) -> entries.TableEntry:
    if line.rest != "the result":
        raise Refusal("that the result was entered is written as entered the result")
    return entries.EnteredEntry(at)


def _fitting(form: re.Pattern[str], line: RecordLine, say: str) -> re.Match[str]:
    found = form.fullmatch(line.rest)
    if found is None:
        raise Refusal(say)
    return found


_READERS: Final[Mapping[str, Callable[[RecordLine, float | None], entries.TableEntry]]] = {
    "!": _slip,
    "drop": _drop,
    "trick": _trick,
    "claim": _claim,
    "choice": _choice,
    "call": _call,
    "overrule": _overrule,
    "entered": _entered,
}


def write_table_line(entry: entries.TableEntry) -> str:
    """The entry as one line."""
    return f"{_words(entry)}{stamp(entry.at)}"


def _words(entry: entries.TableEntry) -> str:
    match entry:
        case entries.SlipEntry(action=action):
            return f"! {write_action(action)}"
        case entries.DroppedEntry(seat=seat, cards=shown):
            return f"drop {seat} {' '.join(each.name for each in shown)}"
        case entries.TurnedEntry():
            return "trick turned"
        case entries.ClaimEntry():
            return _claim_words(entry)
        case entries.ChoiceEntry(number=number, by=by, option=option):
            return f"choice {number} by {OFFICER if by is None else by.name}: {option}"
        case entries.CalledEntry(by=by, called=called):
            return f"call {by} {'nothing' if called is None else called}"
        case entries.OverruleEntry():
            what = ", ".join(write_remedy(each) for each in entry.remedies)
            who, why = in_quotes(entry.officer), in_quotes(entry.reason)
            return f"overrule {entry.number} by {who} because {why}: {what}"
        case entries.EnteredEntry():
            return "entered the result"
        case _:
            assert_never(entry)


def _claim_words(entry: entries.ClaimEntry) -> str:
    words = f"claim {OFFICER if entry.by is None else entry.by.name}"
    words += " on the last hand" if entry.last_hand else ""
    words += "" if entry.points is None else f" for {entry.points} points"
    words += "" if entry.proof is None else f" proof {entry.proof}"
    return f"{words}: {write_fact(entry.fact)}"
