"""What is said, as a value: an English sentence with places for what it is about, told to a reader.

The English sentence is also the key under which ``locale`` has it in other languages. In it

- ``{seat}`` is what it is about, as the reader calls that,
- ``{seat|hold|holds}`` goes by whom or how many: the first form is for the reader, for one thing or
  for a card other than a queen, the second for anybody else, for several or for a queen,
- ``{seat's}`` is whose something is.

A form may hold places itself: ``{seat|votre partenaire|le partenaire {seat's}}``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import fields

PartKind: TypeAlias = Literal[
    "text", "person", "side", "card", "suit", "clause", "entrant", "team", "fixture"
]


class Told:
    """Something that a sentence is about and that knows what a reader calls it."""

    __slots__ = ()

    @property
    def part_kind(self) -> PartKind:
        """What a page may make of it."""
        return "text"

    def told(self, voice: Voice) -> str:
        """What the reader calls it."""
        raise NotImplementedError

    def form(self, voice: Voice) -> int:
        """Which form of a template goes with it: 0 is the first."""
        raise TypeError(f"{self.told(voice)!r} has no forms")


def word(text: str) -> str:
    """The text itself, marked for the catalogues: a word that sentences are filled with."""
    return text


# One, several; what a reader is told who knows no names.
_BY_NUMBER: Mapping[str, tuple[str, str]] = {
    "entrant": (word("entrant {number}"), word("entrants {number}")),
    "team": (word("team {number}"), word("teams {number}")),
    "fixture": (word("fixture {number}"), word("fixtures {number}")),
}


class Reference(Told, Struct, frozen=True, gc=False):
    """Entrants, a team, a fixture or a clause, by what identifies them; each face has its names.

    ``called`` is what whoever says it calls them; a face that does not know better says that.
    """

    kind: Literal["entrant", "team", "fixture", "clause"]
    of: int | str | tuple[int, ...]
    called: str = ""
    both: bool = False

    @property
    def part_kind(self) -> PartKind:
        return self.kind

    def told(self, voice: Voice) -> str:
        if self.kind == "clause":
            return str(self.of)
        return (
            (voice.name(self) if voice.name is not None else "")
            or self.called
            or self._plain(voice)
        )

    def _plain(self, voice: Voice) -> str:
        """It by its number, two of which may have ``and`` between them."""
        numbers = self.of if isinstance(self.of, tuple) else (self.of,)
        template = _BY_NUMBER[self.kind][len(numbers) != 1]
        return voice(
            Message(template, (("number", numbers if self.both else Joined(numbers, ", ")),))
        )


def cited(clause: str) -> Reference:
    """A clause in the middle of a sentence."""
    return Reference("clause", clause)


class Term(Told, Struct, frozen=True, gc=False):
    """A word of a book, said in the reader's language where that has one for it."""

    text: str

    def told(self, voice: Voice) -> str:
        return voice.translate(self.text)


class Quoted(Told, Struct, frozen=True, gc=False):
    """What somebody wrote, shown as it stands."""

    text: str

    def told(self, _: Voice) -> str:
        return self.text


class OneOf(Struct, frozen=True, gc=False):
    """Things of which one is meant; a tuple is all of them."""

    values: tuple[Arg, ...]


class Joined(Struct, frozen=True, gc=False):
    """Several things told one after another, with the same text between them."""

    values: tuple[Arg, ...]
    between: str = "; "


class Sentence(Told, Struct, frozen=True, gc=False):
    """Something said as a whole sentence, with a capital and a full stop."""

    said: Message

    def told(self, voice: Voice) -> str:
        return whole(voice(self.said))


class Message(Struct, frozen=True, gc=False):
    """One thing said: the English template, what fills it, and the clauses it follows from."""

    text: str
    args: tuple[tuple[str, Arg], ...] = ()
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ENGLISH(self)

    def __bool__(self) -> bool:
        return self.text != ""

    def by(self, *clauses: str) -> Message:
        """The same, with clauses behind it."""
        return Message(self.text, self.args, (*self.clauses, *clauses))

    @property
    def as_written(self) -> bool:
        """Whether this is a text that stands as somebody wrote it, in no catalogue."""
        return self.text == _AS_WRITTEN


Arg: TypeAlias = Told | Message | OneOf | Joined | str | int | float | tuple["Arg", ...]
_AS_WRITTEN, _ALL = "{text}", "{all}"


UNSAID = Message("")


def message(text: str, /, *clauses: str, **args: Arg) -> Message:
    """A sentence of ours; catalogues are made from the templates that stand here as literals.

    >>> str(message("{points} {points|point|points} for it", "A01-8.1", points=2))
    '2 points for it (A01-8.1)'
    """
    return Message(text, tuple(args.items()), clauses)


def as_written(text: str) -> Message:
    """A text that is shown as it stands, in whatever language."""
    return Message(_AS_WRITTEN, (("text", Quoted(text)),))


def joined(values: Iterable[Arg], between: str = "; ") -> Message:
    """Several sayings as one, each in its own words.

    >>> str(joined([message("tied", "A01-1"), "never met"]))
    'tied (A01-1); never met'
    """
    return Message(_ALL, (("all", Joined(tuple(values), between)),))


def listing(values: Iterable[Arg]) -> Message:
    """Several things as a sentence lists them.

    >>> str(listing(["Ann", "Bo", "Cy"]))
    'Ann, Bo and Cy'
    """
    return Message(_ALL, (("all", tuple(values)),))


def as_sentence(said: Message) -> Message:
    """The same as a whole sentence.

    >>> str(as_sentence(message("nobody has won", "A01-1")))
    'Nobody has won (A01-1).'
    """
    return Message(_ALL, (("all", Sentence(said)),))


def called(said: Message, name: Callable[[Reference], Arg]) -> Message:
    """The same with other words for what it refers to, as whoever shows it knows them.

    >>> said = message("{who} left", who=Reference("entrant", 3))
    >>> str(said), str(called(said, lambda each: f"number {each.of}"))
    ('entrant 3 left', 'number 3 left')
    """
    return Message(
        said.text, tuple((key, _called(arg, name)) for key, arg in said.args), said.clauses
    )


def _called(arg: Arg, name: Callable[[Reference], Arg]) -> Arg:
    match arg:
        case Reference():
            return name(arg)
        case Message():
            return called(arg, name)
        case Sentence(said):
            return Sentence(called(said, name))
        case Joined(values, between):
            return Joined(tuple(_called(each, name) for each in values), between)
        case OneOf(values):
            return OneOf(tuple(_called(each, name) for each in values))
        case tuple():
            return tuple(_called(each, name) for each in arg)
        case _:
            return arg


def because(said: Message, why: str) -> Message:
    """What is said with the reason that somebody wrote for it, where there is one."""
    return message("{said}: {why}", said=said, why=Quoted(why)) if why else said


def written(value: Any) -> Any:
    """A value as it is exported: its sentences as their English text, all else as it is."""
    if isinstance(value, Message):
        return str(value)
    if isinstance(value, tuple | list):
        return [written(each) for each in value]
    if isinstance(value, dict):
        return {key: written(each) for key, each in value.items()}
    if not isinstance(value, Struct):
        return value
    config = value.__struct_config__
    head = {config.tag_field: config.tag} if config.tag_field else {}
    return head | {
        each.encode_name: written(getattr(value, each.name))
        for each in fields(value)
        if not (config.omit_defaults and getattr(value, each.name) == each.default)
    }


YOU, _YOUR, _AND, _OR = word("you"), word("your"), word("and"), word("or")


class _Place(Struct, frozen=True, gc=False):
    """A place in a template; its forms are templates themselves."""

    name: str
    whose: bool = False
    forms: tuple[_Pieces, ...] = ()


# A text that is told, and what it is about.
_Said: TypeAlias = tuple[str, Told | None]
_Pieces: TypeAlias = tuple["_Said | _Place", ...]


@lru_cache(maxsize=8192)
def pieces(template: str) -> _Pieces:
    """A template as its texts and places; ``ValueError`` where its brackets are not in pairs."""
    found: list[_Said | _Place] = []
    rest = template
    while rest:
        text, bracket, rest = rest.partition("{")
        if "}" in text:
            raise ValueError(f"a bracket closes nothing: {template}")
        if text:
            found.append((text, None))
        if bracket:
            inside, rest = _closed(rest, template)
            found.append(_place(inside))
    return tuple(found)


def _closed(text: str, template: str) -> tuple[str, str]:
    """What stands before the bracket that closes, and what after it."""
    depth = 1
    for at, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if not depth:
            return text[:at], text[at + 1 :]
    raise ValueError(f"a bracket is not closed: {template}")


def _place(inside: str) -> _Place:
    name, *forms = _split(inside)
    if forms:
        return _Place(name, forms=tuple(map(pieces, forms)))
    return _Place(name.removesuffix("'s"), name.endswith("'s"))


def _split(inside: str) -> list[str]:
    """What stands between the bars of a place; bars in an inner place are its own."""
    parts, depth = [""], 0
    for letter in inside:
        depth += (letter == "{") - (letter == "}")
        if letter == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def places(template: str) -> Iterator[tuple[str, int]]:
    """Each place of a template: its name and how many forms it has, inner places too."""
    for piece in pieces(template):
        if isinstance(piece, _Place):
            yield from _places_of(piece)


def _places_of(place: _Place) -> Iterator[tuple[str, int]]:
    yield place.name, len(place.forms)
    for form in place.forms:
        for piece in form:
            if isinstance(piece, _Place):
                yield from _places_of(piece)


class ToldPart(Struct, frozen=True):
    """A part of what is told, and what it is about, so that a page can link or draw it."""

    text: str
    kind: PartKind = "text"
    about: Told | None = None


def _as_it_is(text: str) -> str:
    return text


def _english_whose(name: str) -> str:
    return f"{name}'s"


def _not_one(number: float) -> bool:
    return abs(number) != 1


class Voice(Struct, frozen=True):
    """How one reader is told things: who that is, what people are called, in which language.

    Without ``seats`` the compass is said, without ``card`` a card is said in words.
    """

    you: int | None = None
    seats: tuple[str, str, str, str] | None = None
    card: Callable[[object], str] | None = None
    name: Callable[[Reference], str] | None = None
    translate: Callable[[str], str] = _as_it_is
    plural: Callable[[float], bool] = _not_one
    whose: Callable[[str], str] = _english_whose
    ordinal: Callable[[int], str] | None = None

    def __call__(self, said: Message, clauses: bool = True) -> str:
        """What the reader reads, with the clauses in brackets or without them."""
        told: list[_Said] = []
        self._tell(said, clauses, told)
        return "".join([text for text, _ in told])

    def capital(self, said: Message) -> str:
        """What the reader reads, from a capital on."""
        return capital(self(said))

    def sentence(self, said: Message) -> str:
        """A whole sentence: a capital and a full stop, and no clauses."""
        return whole(self(said, clauses=False))

    def parts(self, said: Message) -> tuple[ToldPart, ...]:
        """What the reader reads, clauses and all, in parts that know what they are about."""
        told: list[_Said] = []
        self._tell(said, True, told)
        parts: list[ToldPart] = []
        for text, about in told:
            if about is None and parts and parts[-1].about is None:
                parts[-1] = ToldPart(parts[-1].text + text)
            else:
                parts.append(ToldPart(text, "text" if about is None else about.part_kind, about))
        return tuple(parts)

    def _tell(self, said: Message, clauses: bool, told: list[_Said]) -> None:
        args, begun = dict(said.args), len(told)
        text = self.translate(said.text)
        try:
            self._fill(pieces(text), args, clauses, told)
        except (LookupError, TypeError, ValueError):
            if text == said.text:
                raise
            del told[begun:]  # a translation that does not fit is no reason to say half of it
            self._fill(pieces(said.text), args, clauses, told)
        if clauses and said.clauses:
            for at, clause in enumerate(said.clauses):
                told.append((", " if at else " (", None))
                told.append((clause, Reference("clause", clause)))
            told.append((")", None))

    def _fill(
        self,
        template: _Pieces,
        args: Mapping[str, Arg],
        clauses: bool,
        told: list[_Said],
    ) -> None:
        for piece in template:
            if isinstance(piece, tuple):
                told.append(piece)
                continue
            value = args[piece.name]
            if piece.forms:
                form = value.form(self) if isinstance(value, Told) else self._form(value)
                self._fill(piece.forms[form], args, clauses, told)
            elif isinstance(value, Told) and not piece.whose:
                told.append((value.told(self), value))
            elif piece.whose:
                told.append(self._whose(value, clauses))
            else:
                self._value(value, clauses, told)

    def _value(self, value: Arg, clauses: bool, told: list[_Said]) -> None:
        if isinstance(value, Told):
            told.append((value.told(self), value))
        elif isinstance(value, Message):
            self._tell(value, clauses, told)
        elif isinstance(value, tuple):
            self._list(value, _AND, clauses, told)
        elif isinstance(value, OneOf):
            self._list(value.values, _OR, clauses, told)
        elif isinstance(value, Joined):
            for at, each in enumerate(value.values):
                if at:
                    told.append((value.between, None))
                self._value(each, clauses, told)
        else:
            told.append((str(value), None))

    def _list(
        self,
        values: tuple[Arg, ...],
        last: str,
        clauses: bool,
        told: list[_Said],
    ) -> None:
        for at, value in enumerate(values):
            if at:
                ends = at == len(values) - 1
                told.append((f" {self.translate(last)} " if ends else ", ", None))
            self._value(value, clauses, told)

    def _whose(self, value: Arg, clauses: bool) -> _Said:
        if isinstance(value, Told):
            own = value.part_kind in ("person", "side") and not value.form(self)
            return self.translate(_YOUR) if own else self.whose(value.told(self)), value
        told: list[_Said] = []
        self._value(value, clauses, told)
        return self.whose("".join(text for text, _ in told)), None

    def _form(self, value: Arg) -> int:
        if isinstance(value, tuple):
            return int(len(value) != 1)
        if isinstance(value, OneOf):
            return int(len(value.values) != 1)
        if isinstance(value, int | float):
            return int(self.plural(value))
        raise TypeError(f"{value!r} has no forms")


ENGLISH = Voice(seats=("North", "East", "South", "West"), card=str)


def capital(text: str) -> str:
    """A sentence's beginning.

    >>> capital("the left bower"), capital("McKay deals"), capital("")
    ('The left bower', 'McKay deals', '')
    """
    return text[:1].upper() + text[1:]


def whole(text: str) -> str:
    """A text as a whole sentence: a capital and a full stop.

    >>> whole("there is no table 9"), whole("is it meant?"), whole("")
    ('There is no table 9.', 'Is it meant?', '.')
    """
    text = text.strip()
    text = capital(text)
    return text if text.endswith((".", "?", "!")) else f"{text}."


class Language(Struct, frozen=True):
    """What a catalogue does not say of its language: its plural, and how its words say whose."""

    title: str
    plural: Callable[[float], bool]
    whose: Callable[[str], str]
    ordinal: Callable[[int], str] | None = None


def _french_ordinal(number: int) -> str:
    """
    >>> _french_ordinal(1), _french_ordinal(2)
    ('1er', '2e')
    """
    return f"{number}{'er' if number == 1 else 'e'}"


def _french_plural(number: float) -> bool:
    return abs(number) >= 2


def _french_whose(name: str) -> str:
    """
    >>> _french_whose("Nord"), _french_whose("Élise"), _french_whose("Hector")
    ('de Nord', "d'Élise", "d'Hector")
    """
    return f"d'{name}" if name[:1].casefold() in "aâàeéèêëhiîïoôuùûy" else f"de {name}"


LANGUAGES: Mapping[str, Language] = {
    "en": Language("English", _not_one, _english_whose),
    "fr": Language("Français", _french_plural, _french_whose, _french_ordinal),
}


def voice(
    language: str = "en",
    you: int | None = None,
    seats: tuple[str, str, str, str] | None = None,
    card: Callable[[object], str] | None = None,
    name: Callable[[Reference], str] | None = None,
) -> Voice:
    """A reader's voice in a language; what its catalogue has not is said in English.

    >>> voice("fr").translate("hearts")
    'cœur'
    """
    kind = LANGUAGES[language]
    known = catalogue(language)

    def translate(text: str) -> str:
        return known.get(text, text)

    how = _as_it_is if language == "en" else translate
    return Voice(you, seats, card, name, how, kind.plural, kind.whose, kind.ordinal)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """What a language has for each English text; nothing for English itself."""
    file = resources.files("rightbower").joinpath("locale", f"{language}.po")
    return read_catalogue(file.read_text("utf-8")) if file.is_file() else {}


def read_catalogue(text: str) -> dict[str, str]:
    """The entries of a gettext catalogue that are translated and no guess.

    >>> read_catalogue('msgid "hearts"\\nmsgstr "cœur"\\n')
    {'hearts': 'cœur'}
    """
    found: dict[str, str] = {}
    for entry in text.split("\n\n"):
        lines = [line for line in entry.splitlines() if not line.startswith("#~")]
        if any(line.startswith("#,") and "fuzzy" in line for line in lines):
            continue
        said, into = {"msgid": "", "msgstr": ""}, ""
        for line in lines:
            key, quote, rest = line.partition('"')
            if not line.startswith("#") and quote:
                into = key.strip() or into
                said[into] += ast.literal_eval(f'"{rest}')
        if said["msgid"] and said["msgstr"]:
            found[said["msgid"]] = said["msgstr"]
    return found
