"""Requests read from words, forms and JSON: one reader for the terminal, the desk and the API."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, NoReturn, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, MsgspecError, Struct, ValidationError, json
from msgspec.structs import fields

from rightbower.rules.message import Joined, Message, Term, as_written, message
from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import R, Request, name_of, says

YES: Final = ("yes", "true", "on", "1")
AT_FIELD: Final = re.compile(r"at `\$\.(\w+)")
LENGTH: Final = re.compile(r"length <= ([0-9]+)")
NOT_UTF_8: Final = "the body is not UTF-8"
MISSING: Final = re.compile(r"(?:missing required|unknown) field `(\w+)`")


class FieldOf(Struct, frozen=True):
    """A field of a request as the faces see it."""

    name: str
    title: str
    text: str
    plain: Any
    required: bool
    meta: Meta

    def extra(self, key: str) -> Any:
        """Something said about the field beside its title."""
        return (self.meta.extra or {}).get(key)

    @property
    def many(self) -> bool:
        """Whether it takes several values."""
        return get_origin(self.plain) is tuple

    @property
    def choices(self) -> tuple[str, ...]:
        """The few words it may be."""
        return get_args(self.plain) if get_origin(self.plain) is Literal else ()

    @property
    def number(self) -> bool:
        """Whether it is a number."""
        kinds = (self.plain, *get_args(self.plain))
        return (int in kinds or float in kinds) and str not in kinds

    @property
    def words(self) -> tuple[tuple[str, str], ...]:
        """The few words it may be, each as it is sent and as it is shown."""
        return tuple((each, each) for each in self.choices)

    @property
    def longest(self) -> int:
        """How many letters or digits it has at most; 0 where nothing says it."""
        most = self.meta.le if self.number else self.meta.max_length
        return 0 if most is None else len(f"{most:.0f}") if self.number else int(most)

    @property
    def short(self) -> str:
        """What a page says beside the title, where the whole text would be too much."""
        return str(self.extra("short") or "")

    @property
    def lines(self) -> bool:
        """Whether a page gives it several lines."""
        return self.many and not self.extra("one_word")

    @property
    def flag(self) -> bool:
        """Whether it is yes or no."""
        return self.plain is bool

    @property
    def rows(self) -> bool:
        """Whether it holds whole rows, which a form sends as JSON."""
        return self.many and get_origin(get_args(self.plain)[0]) is dict

    @property
    def a_word(self) -> bool:
        """Whether it is a plain word of the command line, not an option."""
        if self.plain is bool or self.extra("option"):
            return False
        return self.required or bool(self.extra("place"))


@cache
def fields_of(request: type[Request]) -> tuple[FieldOf, ...]:
    """The fields of a request in their order."""
    return tuple(_fields(request))


def _fields(request: type[Request]) -> Iterator[FieldOf]:
    hints = get_type_hints(request, include_extras=True)
    for each in fields(request):
        hint = hints[each.name]
        metas = [part for part in getattr(hint, "__metadata__", ()) if isinstance(part, Meta)]
        plain = hint.__origin__ if hasattr(hint, "__metadata__") else hint
        meta = metas[-1] if metas else Meta(title=each.name.replace("_", " ").capitalize())
        required = each.default is NODEFAULT and each.default_factory is NODEFAULT
        yield FieldOf(each.name, meta.title or "", meta.description or "", plain, required, meta)


class _Words(argparse.ArgumentParser):
    """A parser whose complaint is a sentence instead of an exit."""

    def error(self, fault: str) -> NoReturn:
        raise Refusal(
            message("{fault}; {program} --help tells more", fault=fault, program=self.prog)
        )


def parser_of(
    request: type[Request], program: str = "", after: str = ""
) -> argparse.ArgumentParser:
    """What reads the words of a request; ``after`` is what stands before them, for the help."""
    name = f"{program} {name_of(request)} {after}".strip()
    parser = _Words(prog=name, description=says(request), allow_abbrev=False)
    for each in fields_of(request):
        add_field(parser, each)
    return parser


def add_field(parser: argparse.ArgumentParser, each: FieldOf) -> None:
    """One field as a word or an option of the command line."""
    kind: dict[str, Any] = {"help": f"{each.title}. {each.text}".strip().replace("%", "%%")}
    if each.choices:
        kind["choices"] = each.choices
    if each.plain is bool:
        parser.add_argument(_option(each), action="store_true", dest=each.name, **kind)
        return
    kind["metavar"] = (each.extra("metavar") or each.name).upper()
    several = each.many and not each.extra("one_word")
    if not each.a_word:
        more = {"action": "append"} if several else {}
        parser.add_argument(_option(each), dest=each.name, required=each.required, **more, **kind)
    elif several:
        parser.add_argument(each.name, nargs="+" if each.required else "*", **kind)
    else:
        parser.add_argument(each.name, nargs=None if each.required else "?", **kind)


def _option(each: FieldOf) -> str:
    return f"--{(each.extra('option_name') or each.name).replace('_', '-')}"


def from_words(request: type[R], words: Sequence[str], program: str = "") -> list[R]:
    """The requests that words come to; ``3:10-8 4:6-10`` may be two."""
    parser = parser_of(request, program)
    return [given(request, vars(parser.parse_args(line))) for line in request.lines(words)]


def given(request: type[R], values: Mapping[str, Any]) -> R:
    """A request from parsed words; what was not said keeps its default."""
    said = {}
    for each in fields_of(request):
        value = values.get(each.name)
        if value is None or value == []:
            continue
        said[each.name] = _split(each, value) if each.extra("one_word") else value
    return made(request, said)


def _split(each: FieldOf, value: str | Sequence[str]) -> list[str]:
    texts = [value] if isinstance(value, str) else list(value)
    parts = [part for text in texts for part in re.split(f"[{each.extra('split')}]", text)]
    return [" ".join(part.split()) for part in parts if part.strip()]


def from_form(request: type[R], form: Iterable[tuple[str, str]]) -> R:
    """A request from what was filled in; an empty field was not said."""
    pairs = [(key, value.strip()) for key, value in form]
    said = {}
    for each in fields_of(request):
        value = _filled(each, pairs)
        if value is not None:
            said[each.name] = value
        elif each.required and each.plain is str:
            said[each.name] = ""
    return made(request, said)


def _filled(each: FieldOf, form: Sequence[tuple[str, str]]) -> Any:
    """The value of one field, or None where nothing was said."""
    if (prefixes := each.extra("each")) and (found := _one_for_each(prefixes, form)):
        return found
    values = [value for key, value in form if key == each.name and value]
    if not values:
        return None
    if each.plain is bool:
        return values[-1].casefold() in YES
    if each.rows:
        return _rows(values[-1])
    if each.extra("split"):
        return _split(each, values)
    if each.many:
        return [line.strip() for value in values for line in value.splitlines() if line.strip()]
    return values[-1]


def _rows(text: str) -> Any:
    try:
        return json.decode(text.encode())
    except MsgspecError:
        raise Refusal(message("the names did not arrive; look at them again")) from None


def _one_for_each(prefixes: Sequence[str], form: Sequence[tuple[str, str]]) -> list[str]:
    """Values such as ``12=KD`` from fields named ``card12``; a second prefix begins a redraw."""
    found = []
    for place, prefix in enumerate(prefixes):
        named = [
            f"{key.removeprefix(prefix)}={value}"
            for key, value in form
            if value and re.fullmatch(rf"{prefix}[0-9]{{1,6}}", key)
        ]
        if named and place:
            named[0] = f"{prefix}={named[0]}"
        found += named
    return found


def from_json(request: type[R], body: bytes) -> R:
    """A request from the body of a call."""
    try:
        return json.decode(body or b"{}", type=request)
    except ValidationError as fault:
        raise refusal(request, fault) from None
    except UnicodeDecodeError:
        raise Refusal(NOT_UTF_8) from None
    except MsgspecError as fault:
        raise Refusal(message("the body is not JSON: {fault}", fault=str(fault))) from None


def made(request: type[R], values: Mapping[str, Any]) -> R:
    """A request from values that may still be text."""
    try:
        return request.of(values)
    except ValidationError as fault:
        raise refusal(request, fault) from None


def refusal(request: type[Request], fault: ValidationError) -> Refusal:
    """What is wrong with a field, in a sentence that names it as people do."""
    found = AT_FIELD.search(str(fault)) or MISSING.search(str(fault))
    known = {each.name: each for each in fields_of(request)}
    if found is None or found[1] not in known:
        return Refusal(str(fault))
    each = known[found[1]]
    if long := LENGTH.search(str(fault)):
        return Refusal(
            message("{field}: at most {most} letters", field=Term(each.title), most=long[1])
        )
    return Refusal(message("{field}: {wanted}", field=Term(each.title), wanted=_wanted(each)))


def _wanted(each: FieldOf) -> Message:
    """What a field takes."""
    if each.choices:
        choices = Joined(tuple(map(Term, each.choices)), ", ")
        return message("choose one of {choices}", choices=choices)
    if each.number:
        low, high = each.meta.ge, each.meta.le
        if low is None or high is None:
            return message("write a whole number")
        return message("write a whole number from {least} to {most}", least=low, most=high)
    return as_written(each.text) if each.text else message("fill this in")
