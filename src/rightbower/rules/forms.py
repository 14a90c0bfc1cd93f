"""Lines that are read and written by one form.

In a form ``{field}`` is a field of a value, by its type, ``{"field"}`` a text in quotes, ``{field:3}`` a
number of at most three digits; ``[ for {field} points]`` is left out where the field is as usual, and
``[ on the last hand|field]`` says that a field is true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import NoneType
from typing import Any, Final, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import fields

from rightbower.rules.acts import Action, read_action, write_action
from rightbower.rules.cards import Card, Seat, Side, Suit, card, cards
from rightbower.rules.message import Message, message
from rightbower.rules.refusal import Refusal

Value = TypeVar("Value")
OFFICER: Final = "officer"


class Misfit(Refusal):
    """A line that is not written as its form."""


class Spelling(Struct, frozen=True):
    """How a value of a type stands in a line: what it may look like, its reader and its writer."""

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def in_quotes(text: str) -> str:
    """Free text in quotes, with no sign in it that a line of a record could take for a time."""
    return msgspec.json.encode(text).decode().replace("@", "\\u0040")


def _number(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d?", text):
        raise Refusal(message("{text} is not a number that fits here", text=repr(text)))
    return int(text)


def _spaced(shown: tuple[Card, ...]) -> str:
    return " ".join(each.name for each in shown)


def _suit_or_card(text: str) -> Suit | Card | None:
    if text == "nothing":
        return None
    named = [suit for suit in Suit if suit.name.lower() == text]
    return named[0] if named else card(text)


def _unquoted(text: str) -> str:
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.DecodeError as fault:
        raise Misfit(str(fault)) from None


_QUOTED: Final = Spelling(r'"(?:[^"\\]|\\.)*"', _unquoted, in_quotes)
# One word, whatever it is: its reader says what is wrong with it.
_OPEN: Final = r"\S+"
_REST: Final = r".+"
ANY_SEAT: Final = Spelling(_OPEN, Seat.of)
SPELLINGS: Final[Mapping[Any, Spelling]] = {
    str: Spelling(_REST, str),
    int: Spelling(_OPEN, _number),
    Seat: Spelling("[NESW]", Seat.of),
    Seat | None: Spelling(
        f"[NESW]|{OFFICER}",
        lambda text: None if text == OFFICER else Seat.of(text),
        lambda seat: OFFICER if seat is None else str(seat),
    ),
    Side | None: Spelling(
        f"NS|EW|{OFFICER}",
        lambda text: None if text == OFFICER else Side[text],
        lambda side: OFFICER if side is None else str(side.name),
    ),
    Card: Spelling(_OPEN, card),
    tuple[Card, ...]: Spelling(r"\w+(?: \w+)*", cards, _spaced),
    Suit | Card | None: Spelling(
        r"\w+", _suit_or_card, lambda called: "nothing" if called is None else str(called)
    ),
    Action: Spelling(_REST, read_action, write_action),
}


def _spelling(hint: Any, known: Mapping[Any, Spelling]) -> Spelling:
    """How a type is written: one that is known, one of a few words, or either where it may be left out."""
    if hint in known:
        return known[hint]
    if get_origin(hint) is Literal:
        return Spelling("|".join(map(re.escape, get_args(hint))), str)
    (usual,) = (each for each in get_args(hint) if each is not NoneType)
    return _spelling(usual, known)


class _Part(Struct, frozen=True):
    """A piece of a line: words around a field, which may be left out with them."""

    words: str
    field: str = ""
    spelling: Spelling | None = None
    usual: Any = UNSET
    after: str = ""

    @property
    def pattern(self) -> str:
        if self.spelling is None:
            inner = re.escape(self.words)
            return f"(?P<{self.field}>{inner})?" if self.field else inner
        inner = f"{re.escape(self.words)}(?P<{self.field}>{self.spelling.pattern}){re.escape(self.after)}"
        return inner if self.usual is UNSET else f"(?:{inner})?"

    def write(self, value: object) -> str:
        if not self.field:
            return self.words
        given = getattr(value, self.field)
        if self.spelling is None:
            return self.words if given else ""
        if given == self.usual:
            return ""
        return f"{self.words}{self.spelling.write(given)}{self.after}"


_MISFIT: Final = message("this line is not written as others of its kind")
_PIECES: Final = re.compile(r"\[(?P<left_out>[^]]*)]|(?P<place>{[^}]*})|(?P<words>[^[{]+)")
_PLACE: Final = re.compile(r'{(?P<quote>"?)(?P<name>\w+)"?(?::(?P<digits>\d+))?}')


class Form(Generic[Value]):
    """One spelling to read and to write the values of a class.

    ``refusal`` is what is said of a line that does not fit; ``spellings`` are those of types that are not
    known here, or stand otherwise in these lines.
    """

    __slots__ = ("_fitting", "_kind", "_parts", "_refusal", "_spellings")

    def __init__(
        self,
        kind: type[Value],
        line: str,
        refusal: Message = _MISFIT,
        spellings: Mapping[Any, Spelling] | None = None,
    ) -> None:
        hints = get_type_hints(kind)
        usual = {each.name: each.default for each in fields(kind)}  # type: ignore[arg-type]
        known = {**SPELLINGS, **(spellings or {})}
        self._parts = tuple(_part(found, hints, usual, known) for found in _PIECES.finditer(line))
        self._spellings = {each.field: each.spelling for each in self._parts if each.field}
        self._fitting = re.compile("".join(each.pattern for each in self._parts))
        self._refusal = refusal
        self._kind = kind

    def write(self, value: Value) -> str:
        """The value as ``read`` reads it."""
        return "".join([each.write(value) for each in self._parts])

    def read(self, text: str, **more: object) -> Value:
        """The value in a text; ``more`` are fields that are not in the line."""
        found = self._fitting.fullmatch(text)
        if found is None:
            raise Misfit(self._refusal)
        for name, words in found.groupdict().items():
            if words is not None:
                spelling = self._spellings[name]
                more[name] = True if spelling is None else spelling.read(words)
        return self._kind(**more)


def _part(
    found: re.Match[str],
    hints: Mapping[str, Any],
    usual: Mapping[str, Any],
    known: Mapping[Any, Spelling],
) -> _Part:
    if found["words"] is not None:
        return _Part(found["words"])
    if found["left_out"] is None:
        words, after, place, left_out = "", "", _PLACE.fullmatch(found["place"]), False
    else:
        words, flag, field = found["left_out"].partition("|")
        if flag:
            return _Part(words, field)
        place, left_out = _PLACE.search(found["left_out"]), True
    assert place is not None, f"no place in {found[0]}"
    if left_out:
        words, after = found["left_out"][: place.start()], found["left_out"][place.end() :]
    name = place["name"]
    if place["digits"]:
        spelling = Spelling(rf"\d{{1,{place['digits']}}}", int)
    else:
        spelling = _QUOTED if place["quote"] else _spelling(hints[name], known)
    return _Part(words, name, spelling, usual[name] if left_out else UNSET, after)
