"""Bring the catalogues of ``src/rightbower/locale`` to the sentences of the code; say what is missing.

    python tools/catalogue.py            what ``make catalogue`` runs

Sentences are the literals given to ``message`` and ``word``, in templates to ``_``, in scripts to ``said``
and ``word``, and what people read of a rule book: its title and the note of each setting. A new one stands
in each catalogue with nothing under it until somebody translates it; one that is gone goes.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import nodes

from rightbower.rules.message import LANGUAGES
from rightbower.web.common.language import SCRIPTS, sentences_in
from rightbower.web.common.rendering import TEMPLATES, environment

HEADER = """msgid ""
msgstr ""
"Language: {}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
SOURCES = Path(__file__).resolve().parent.parent / "src"
LOCALE = SOURCES / "rightbower" / "locale"
BOOKS = SOURCES / "rightbower" / "rules" / "books"
SHEETS = SOURCES / "rightbower" / "rules" / "sheets"
WIDTH = 100
# Settings whose values are words that players say.
SPOKEN = ("pass_word", "order_word")


def in_code() -> Iterator[tuple[str, Path]]:
    """The sentences of the code, and the files that say them."""
    for path in sorted((SOURCES / "rightbower").rglob("*.py")):
        for text, _ in in_module(path.read_text("utf-8")):
            yield text, path


def in_module(code: str) -> list[tuple[str, set[str] | None]]:
    """The sentences of one module in its order, and what each is given; None for a word."""
    found: list[tuple[int, int, str, set[str] | None]] = []
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(
                ast.Name("message" | "word" as kind), [ast.Constant(str(text)), *_], given
            ):
                names = {str(each.arg) for each in given} if kind == "message" else None
                found.append((node.lineno, node.col_offset, text, names))
    return [(text, names) for _line, _at, text, names in sorted(found, key=lambda each: each[:2])]


def in_template(text: str) -> Iterator[tuple[str, set[str]]]:
    """The sentences of one template, and what each is given."""
    for call in environment().parse(text).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "_":
            said = call.args[0]
            assert isinstance(said, nodes.Const), "a template says what is no literal"
            yield str(said.value), {each.key for each in call.kwargs}


def in_templates() -> Iterator[tuple[str, Path]]:
    """The sentences of the templates."""
    for path in sorted(TEMPLATES.glob("*.html")):
        for text, _ in in_template(path.read_text("utf-8")):
            yield text, path


def in_scripts() -> Iterator[tuple[str, Path]]:
    """The sentences of the scripts."""
    for path in sorted(SCRIPTS.glob("*.js")):
        for text in sentences_in(path.name):
            yield text, path


def in_books() -> Iterator[tuple[str, Path]]:
    """What is read of the rule books: titles, and the note of each setting."""
    for path in sorted(BOOKS.glob("*.toml")):
        for text in told_of(tomllib.loads(path.read_text("utf-8"))):
            yield text, path


def in_sheets() -> Iterator[tuple[str, Path]]:
    """What is read of the sheets that come along: titles, and what nobody could confirm."""
    for path in sorted(SHEETS.glob("*.toml")):
        sheet = tomllib.loads(path.read_text("utf-8"))
        yield sheet["title"], path
        yield sheet["unconfirmed"], path


def told_of(book: dict[str, Any]) -> Iterator[str]:
    """The title of a book, its edition, its notice, who decides, and what it says of each setting."""
    yield from (
        str(book[each]) for each in ("title", "edition", "officer", "notice") if each in book
    )
    for topic in book.values():
        if isinstance(topic, dict):
            yield from (str(each["note"]) for each in topic.values())
            yield from (str(topic[each]["value"]) for each in SPOKEN if each in topic)


def extracted() -> Catalog:
    """Every sentence that people read, in the order of the files that say it."""
    catalog = Catalog(charset="utf-8")
    for found in (in_code(), in_templates(), in_scripts(), in_books(), in_sheets()):
        for text, path in found:
            catalog.add(text, locations=[(str(path.relative_to(SOURCES.parent)), 0)])
    return catalog


def write(catalog: Catalog, path: Path, header: str = "") -> None:
    """Write a catalogue, without the places of its sentences, which changes of the code would change."""
    for each in catalog:
        each.flags.discard("python-brace-format")  # our templates are of another kind
    with path.open("wb") as file:
        file.write(header.encode())
        write_po(
            file,
            catalog,
            width=WIDTH,
            omit_header=True,
            sort_by_file=True,
            ignore_obsolete=True,
            no_location=True,
        )


def main() -> None:
    """Bring each language's catalogue to the sentences; one that is new begins empty."""
    template = extracted()
    for language in sorted(LANGUAGES.keys() - {"en"}):
        path = LOCALE / f"{language}.po"
        with path.open("rb") if path.exists() else BytesIO() as file:
            catalog = read_po(file, locale=language)
        catalog.update(template, no_fuzzy_matching=True)
        write(catalog, path, HEADER.format(language))
        missing = [each.id for each in catalog if each.id and not each.string]
        print(f"{language}: {len(catalog) - len(missing)} of {len(catalog)} sentences")
        for text in missing:
            print(f"  missing: {text}")


if __name__ == "__main__":
    main()
