"""Commands and queries: each act and each question declared once, as a struct with its fields.

The command line, the desk's forms and typed line, the phones and the JSON API are made from these
structs: a new subclass with a tag appears in all of them by itself.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, convert
from msgspec.structs import astuple

from rightbower.rules.message import Message, message
from rightbower.rules.refusal import Refusal
from rightbower.tournament.names import control_character

H = TypeVar("H")
R = TypeVar("R", bound="Request")

LONGEST_TEXT: Final = 400
LONGEST_NAME: Final = 60
_DECLARED: Final[list[type[Request]]] = []


def field(title: str, text: str = "", /, *, limits: Mapping[str, Any] = {}, **extra: Any) -> Meta:
    """What a field is called, what it means and its limits.

    ``option`` makes it an option of the command line although it has no default, ``place`` a plain
    word although it has one; ``split`` are the characters between several values in one text;
    ``each`` are the beginnings of form fields that hold one value for each number; ``any_game`` is what it
    means on a day of another game.
    """
    return Meta(title=title, description=text or None, extra=extra, **limits)


class Sheet(NamedTuple):
    """A table in words; ``narrow`` is shown instead where its columns find no room."""

    title: str
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    narrow: Sheet | None = None


class Answer(Struct, frozen=True):
    """What a question comes to: a value for programs, sheets for people, and files by name.

    ``fault`` says that what was looked for is not as it should be.
    """

    value: Any | UnsetType = UNSET
    sheets: tuple[Sheet, ...] = ()
    files: dict[str, bytes] = {}
    fault: bool = False

    @staticmethod
    def of(value: Any, *lines: Message | str) -> Answer:
        """An answer in plain lines."""
        return Answer(value, (Sheet("\n".join(map(str, lines))),))


class Receipt(Struct, frozen=True):
    """A fact that was written down: where, as which entry, in words, with what to look out for."""

    id: str
    version: int
    says: str
    remarks: tuple[str, ...] = ()


class FactMade(Struct, frozen=True):
    """A fact that a command came to; what it says is worked out by whoever tells it."""

    id: str
    version: int
    said: Callable[[], Message]
    remarks: tuple[Message, ...] = ()

    @property
    def receipt(self) -> Receipt:
        """It in words."""
        return Receipt(self.id, self.version, str(self.said()), tuple(map(str, self.remarks)))


class CommandsDone(Struct, frozen=True):
    """What came of commands here: the facts they came to, and what is shown afterwards."""

    written: tuple[FactMade, ...] = ()
    shown: Answer | None = None

    @property
    def reply(self) -> Reply:
        """It in words, for other programs."""
        return Reply(tuple(each.receipt for each in self.written), self.shown)


class Reply(Struct, frozen=True):
    """What came of commands: the receipts, and what is shown afterwards."""

    written: tuple[Receipt, ...] = ()
    shown: Answer | None = None


class Now(Struct, Generic[H]):
    """What a decision goes by: the newest history, the time in seconds, who writes, and chance.

    While a command yields its facts, ``history`` holds those decided so far.
    """

    history: H
    at: float = 0.0
    by: str = ""
    chance: Callable[[], str] = lambda: secrets.token_hex(8)

    @property
    def when(self) -> str:
        """The time on the wall."""
        return local(self.at)


def local(at: float) -> str:
    """Seconds as the time on the wall, such as 2027-01-12T19:10:00."""
    here = datetime.fromtimestamp(at, UTC).astimezone()
    return here.replace(tzinfo=None).isoformat("T", "seconds")


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that can be asked of an event or a league; its tag is its name everywhere."""

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        _DECLARED.append(cls)

    def __post_init__(self) -> None:
        for text in _texts(astuple(self)):
            if found := control_character(text):
                raise Refusal(message("{text} has a letter that is not shown ({found}); write it again", text=repr(text[:20]), found=found))  # fmt: skip

    @classmethod
    def lines(cls, words: Sequence[str]) -> list[list[str]]:
        """Words as somebody typed them, as the words of one or several requests."""
        return [list(words)]

    @classmethod
    def of(cls: type[R], values: Mapping[str, Any]) -> R:
        """The request with these values."""
        return convert(values, cls, strict=False)


def _texts(value: Any) -> Iterator[str]:
    """Every text of a value, within lists and rows too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _texts(each)


class Command(Request, frozen=True):
    """An act: it yields the facts it comes to, each decided upon the newest state.

    ``asks_first`` says that it changes what people saw: a page shows that and asks once. ``slow`` is
    one that a hall decides beside its loop; after one that ``forgets`` a name is shown otherwise
    everywhere. One that is ``of_euchre`` says nothing of a day of another game.
    """

    asks_first: ClassVar[bool] = False
    slow: ClassVar[bool] = False
    forgets: ClassVar[bool] = False
    of_euchre: ClassVar[bool] = False

    def decide(self, state: Any, now: Now[Any]) -> Iterator[Any]:
        """The facts, one by one; a ``Refusal`` of the contest says why not."""
        raise NotImplementedError

    def asks(self, state: Any) -> bool:
        """Whether a page shows what would change and asks once before it is written."""
        return self.asks_first

    def seen(self, state: Any) -> str:
        """What a person must have looked at; when it has changed since, nothing is written."""
        return ""

    def after(self, state: Any, at: float) -> Answer | None:
        """What is shown once it is written: nothing, unless a command says otherwise."""


class Opening(Request, frozen=True):
    """The act that begins an event or a league."""

    def opened(self, taken: Sequence[str]) -> Any:
        """The first fact; ``taken`` are the ids there are."""
        raise NotImplementedError


class Query(Request, frozen=True):
    """A question; ``public`` ones may be asked by everybody."""

    public: ClassVar[bool] = False

    def answer(self, history: Any, at: float) -> Answer:
        """What is so now."""
        raise NotImplementedError


def name_of(request: type[Request]) -> str:
    """The name of a request: its tag."""
    return str(request.__struct_config__.tag)


def says(request: type[Request]) -> str:
    """What a request does, in one sentence."""
    return (request.__doc__ or "").strip().splitlines()[0]


def declared(base: type[R]) -> Mapping[str, type[R]]:
    """The requests of a kind by name, in the order they were declared."""
    return _declared(base, len(_DECLARED))


@cache
def _declared(base: type[R], _many: int) -> Mapping[str, type[R]]:
    return MappingProxyType(
        {
            name_of(each): each
            for each in _DECLARED
            if issubclass(each, base) and each.__struct_config__.tag is not None
        }
    )


def forget_declaration(request: type[Request]) -> None:
    """Forget a request, as when what declared it is gone."""
    _DECLARED.remove(request)
    _declared.cache_clear()
