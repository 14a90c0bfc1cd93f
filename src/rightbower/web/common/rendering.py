"""Pages from templates, which are kept compiled, in the reader's language; what a person typed is shown as text."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    Template,
)
from jinja2.bccache import Bucket
from jinja2.runtime import Context
from jinja2.utils import concat
from markupsafe import Markup, escape
from msgspec import Struct, json
from starlette.requests import Request
from starlette.responses import HTMLResponse

from rightbower.rules.book import load, names
from rightbower.rules.library import every_clause
from rightbower.rules.message import (
    LANGUAGES,
    Arg,
    Joined,
    Message,
    OneOf,
    PartKind,
    Told,
    Voice,
    capital,
    message,
    voice,
    whole,
)
from rightbower.tournament.dates import DAYS, MONTHS, TIMES
from rightbower.web.common.language import DEPENDS_ON, USUAL, language_of, sentences_of

TEMPLATES = Path(__file__).parent.parent / "templates"
# How a line is laid out; behind a tag of Jinja, which takes the end of its line away, a space stays.
INDENTED: Final = re.compile(r"([%#]})?\n[ \t]+")
# The places of the hall, as its frame has them, by how an address begins.
PLACES: Final = {
    "study": "study practice drills puzzles charts evening day same learn",
    "events": "events leagues club halls planner e",
    "rules": "rules ruling",
    "you": "you account set-aside reports",
}
# How a template says a sentence of ours; one that says none is in English, whoever reads it.
SAYS: Final = "_("


class PageLoader(FileSystemLoader):
    """Reads templates without the space that only lays them out: a page is sent without it."""

    def get_source(self, environment: Environment, template: str) -> Any:
        """The text of a template, its lines from their first letter on."""
        text, file, is_new = super().get_source(environment, template)
        return (
            INDENTED.sub(lambda found: f"{found[1]}\n " if found[1] else "\n", text),
            file,
            is_new,
        )


class PageTemplate(Template):
    """A template whose blocks are each told as one text: frames around it do not pass on its pieces."""

    @classmethod
    def from_code(cls, *made: Any) -> Template:
        """The template of compiled code."""
        found = super().from_code(*made)
        found.blocks = {name: _InOne(block) for name, block in found.blocks.items()}
        return found


class _InOne(Struct, frozen=True, eq=False):
    """A block that gives all of its pieces as one."""

    block: Callable[[Context], Iterator[str]]

    def __call__(self, context: Context) -> Iterator[str]:
        return iter((concat(self.block(context)),))

    def __eq__(self, other: object) -> bool:
        # A template that asks for the block it stands over names it by its own function.
        return other is self.block or other is self

    def __hash__(self) -> int:
        return hash(self.block)


def environment(language: str = USUAL) -> Environment:
    """The templates as they are read in a language, with escaping always on."""
    return _environment(language)


@cache
def _environment(language: str) -> Environment:
    reader = voice(language)
    found = Environment(
        loader=PageLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=kept_templates(Path(__file__)),
        finalize=lambda shown: reader(shown) if isinstance(shown, Message) else shown,
    )
    found.template_class = PageTemplate
    found.filters["day"] = partial(day, reader)
    found.filters["time"] = TIMES[language]
    found.filters["told"] = partial(told, reader)
    found.filters["sentence"] = partial(sentence, reader)
    found.globals["_"] = partial(say, reader)
    found.globals["money"] = partial(money, reader)
    found.globals["language"] = language
    found.globals["place_of"] = place_of
    found.globals["languages"] = {name: each.title for name, each in LANGUAGES.items()}
    found.globals["script_sentences"] = partial(_script_sentences, language)
    found.filters["capital"] = lambda said: capital(told(reader, said))
    return found


def warm() -> None:
    """Read every book, clause and template once, so that no visitor waits for it."""
    for name in names():
        load(name)
    every_clause()
    for name in environment().list_templates():
        for language in LANGUAGES:
            environment(spoken_by(name, language)).get_template(name)


@cache
def _places() -> dict[str, str]:
    return {start: place for place, starts in PLACES.items() for start in starts.split()}


def place_of(request: Request) -> str:
    """Where in the hall a page is: what the frame marks as the place one is at."""
    start = str(request.scope["path"]).strip("/").partition("/")[0]
    return _places().get(start, "play")


@cache
def speaks(template: str) -> bool:
    """Whether the sentences of a template are in the catalogues."""
    loader = environment().loader
    return loader is not None and SAYS in loader.get_source(environment(), template)[0]


def spoken_by(template: str, language: str) -> str:
    """The language that a page is in for a reader: theirs, or English throughout."""
    return language if speaks(template) else USUAL


def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page as the browser gets it, in the reader's language."""
    reader = language_of(request)
    language = spoken_by(template, reader)
    html = (
        environment(language)
        .get_template(template)
        .render(
            request=request,
            reader=reader,
            status=status,
            room=request.app.state.room,
            cannot_write=request.app.state.hall.async_journal.failing,
            journal_gone=bool(request.app.state.hall.journal.trouble),
            **values,
        )
    )
    return HTMLResponse(html, status, {"content-language": language, "vary": DEPENDS_ON})


class _Escaped(Told, Struct, frozen=True):
    """Something that a sentence of a page is about; what people call it may hold signs of HTML."""

    of: Told

    @property
    def part_kind(self) -> PartKind:
        return self.of.part_kind

    def told(self, voice: Voice) -> str:
        return str(escape(self.of.told(voice)))

    def form(self, voice: Voice) -> int:
        return self.of.form(voice)


def _escaped(arg: Arg) -> Arg:
    match arg:
        case Message(text, args, clauses):
            return Message(text, tuple((name, _escaped(each)) for name, each in args), clauses)
        case OneOf(values):
            return OneOf(tuple(map(_escaped, values)))
        case Joined(values, between):
            return Joined(tuple(map(_escaped, values)), between)
        case Told():
            return _Escaped(arg)
        case tuple():
            return tuple(map(_escaped, arg))
        case str():
            return str(escape(arg))
        case _:
            return arg


def say(reader: Voice, text: str, /, **args: Arg) -> Markup:
    """A sentence that stands in a template, where it may hold tags; what fills it is escaped.

    >>> say(voice("en"), "<b>{name}</b> has {points} {points|point|points}", name="A&B", points=2)
    Markup('<b>A&amp;B</b> has 2 points')
    """
    if not args:
        return Markup(reader.translate(text))  # the text is ours
    filled = tuple((name, _escaped(arg)) for name, arg in args.items())
    return Markup(reader(Message(text, filled)))  # the text is ours, and the rest escaped


def told(reader: Voice, shown: Message | str) -> str:
    """What comes from elsewhere, in the reader's words where the catalogue has it."""
    return reader(shown) if isinstance(shown, Message) else reader.translate(shown)


def sentence(reader: Voice, shown: Message | str) -> str:
    """The same as a whole sentence, without clauses."""
    return reader.sentence(shown) if isinstance(shown, Message) else whole(reader.translate(shown))


def day(reader: Voice, text: str) -> str:
    """A date such as 2026-05-30 in words; what is not a date stays as it is.

    >>> day(voice("en"), "2026-05-30"), day(voice("fr"), "2026-05-30"), day(voice("fr"), "soon")
    ('Sat 30 May 2026', 'sam. 30 mai 2026', 'soon')
    """
    try:
        at = date.fromisoformat(text)
    except ValueError:
        return text
    weekday, month = map(reader.translate, (DAYS[at.weekday()], MONTHS[at.month - 1]))
    return f"{weekday} {at.day} {month} {at.year}"


def money(reader: Voice, cents: int) -> str:
    """An amount as it is written, without its currency.

    >>> money(voice("en"), 1205), money(voice("fr"), 50)
    ('12.05', '0,50')
    """
    units, rest = divmod(cents, 100)
    return reader(message("{units}.{cents}", units=units, cents=f"{rest:02}"))


def _script_sentences(language: str, *scripts: str) -> Markup:
    """What the scripts of a page say in the reader's language; nothing where that is English."""
    if language == USUAL:
        return Markup()
    known = json.encode(sentences_of(language, scripts)).decode().replace("<", "\\u003c")
    return Markup('<script type="application/json" id="sentences">{}</script>').format(
        Markup(known)  # no sign in it ends a script
    )


class KeptTemplates(FileSystemBytecodeCache):
    """Compiled templates in a folder; Jinja compiles one anew when its text is another."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep one, where the disk takes it."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def kept_templates(settings: Path) -> BytecodeCache | None:
    """Those made under the settings in a file; nothing where no place can be written."""
    if sys.dont_write_bytecode:
        return None
    made_under = sha256(settings.read_bytes()).hexdigest()[:12]
    for folder in _folders(settings.parent):
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return KeptTemplates(str(folder), f"template-{made_under}-%s.cache")
    return None


def _folders(here: Path) -> Iterator[Path]:
    """Where the user says for all that is compiled, where Python keeps its own, or with the user's files."""
    if said := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(said)
    yield here / "__pycache__"
    with contextlib.suppress(RuntimeError):  # somebody without a home
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rightbower"
