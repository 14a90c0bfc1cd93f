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
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Literal, TypeAlias

from msgspec import Struct

PartKind: TypeAlias = Literal[
    "text", "person", "side", "card", "suit", "clause", "entrant", "team", "fixture"
]


class Told:
    """Something that a sentence is about and that knows what a reader calls it."""

    __slots__ = ()

    @property
    def part_kind(self) -> PartKind:
        """What a page may make of it."""
        raise NotImplementedError

    def told(self, voice: Voice) -> str:
        """What the reader calls it."""
        raise NotImplementedError

    def form(self, voice: Voice) -> int:
        """Which form of a template goes with it: 0 is the first."""
        raise TypeError(f"{self.told(voice)!r} has no forms")


class Reference(Told, Struct, frozen=True, gc=False):
    """An entrant, a team, a fixture or a clause, by what identifies it; each face has its names."""

    kind: Literal["entrant", "team", "fixture", "clause"]
    of: int | str

    @property
    def part_kind(self) -> PartKind:
        return self.kind

    def told(self, voice: Voice) -> str:
        return str(self.of) if self.kind == "clause" else voice.name(self)


class Term(Told, Struct, frozen=True, gc=False):
    """A word of a book, said in the reader's language where that has one for it."""

    text: str

    @property
    def part_kind(self) -> PartKind:
        return "text"

    def told(self, voice: Voice) -> str:
        return voice.translate(self.text)


class OneOf(Struct, frozen=True, gc=False):
    """Things of which one is meant; a tuple is all of them."""

    values: tuple[Arg, ...]


class Message(Struct, frozen=True, gc=False):
    """One thing said: the English template, what fills it, and the clauses it follows from."""

    text: str
    args: tuple[tuple[str, Arg], ...] = ()
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ENGLISH(self)

    def by(self, *clauses: str) -> Message:
        """The same, with clauses behind it."""
        return Message(self.text, self.args, (*self.clauses, *clauses))

    @property
    def as_written(self) -> bool:
        """Whether this is a text that stands as somebody wrote it, in no catalogue."""
        return self.text == _AS_WRITTEN


Arg: TypeAlias = Told | Message | OneOf | str | int | float | tuple["Arg", ...]
_AS_WRITTEN = "{text}"


def message(text: str, /, *clauses: str, **args: Arg) -> Message:
    """A sentence of ours; catalogues are made from the templates that stand here as literals.

    >>> str(message("{points} {points|point|points} for it", "A01-8.1", points=2))
    '2 points for it (A01-8.1)'
    """
    return Message(text, tuple(args.items()), clauses)


def as_written(text: str) -> Message:
    """A text that is shown as it stands, in whatever language."""
    return Message(_AS_WRITTEN, (("text", text),))


def word(text: str) -> str:
    """The text itself, marked for the catalogues: a word that sentences are filled with."""
    return text


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


def _english_name(reference: Reference) -> str:
    return f"{reference.kind} {reference.of}"


def _as_it_is(text: str) -> str:
    return text


def _english_whose(name: str) -> str:
    return f"{name}'s"


def _not_one(number: float) -> bool:
    return number != 1


class Voice(Struct, frozen=True):
    """How one reader is told things: who that is, what people are called, in which language.

    Without ``seats`` the compass is said, without ``card`` a card is said in words.
    """

    you: int | None = None
    seats: tuple[str, str, str, str] | None = None
    card: Callable[[object], str] | None = None
    name: Callable[[Reference], str] = _english_name
    translate: Callable[[str], str] = _as_it_is
    plural: Callable[[float], bool] = _not_one
    whose: Callable[[str], str] = _english_whose

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
    "fr": Language("Français", _french_plural, _french_whose),
}


def voice(
    language: str = "en",
    you: int | None = None,
    seats: tuple[str, str, str, str] | None = None,
    card: Callable[[object], str] | None = None,
    name: Callable[[Reference], str] = _english_name,
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
    return Voice(you, seats, card, name, how, kind.plural, kind.whose)


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
