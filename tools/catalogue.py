"""Bring the catalogues of ``src/rightbower/locale`` to the sentences of the code; say what is missing.

    python tools/catalogue.py            what ``make catalogue`` runs

Sentences are the literals given to ``message`` and ``word``. A new one stands in each catalogue with
nothing under it until somebody translates it; one that is gone from the code goes.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from rightbower.rules.message import LANGUAGES

HEADER = """msgid ""
msgstr ""
"Language: {}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
SOURCES = Path(__file__).resolve().parent.parent / "src"
LOCALE = SOURCES / "rightbower" / "locale"
WIDTH = 100


def extracted() -> Catalog:
    """Every sentence of the code, with the files that say it."""
    catalog = Catalog(charset="utf-8")
    found = extract_from_dir(
        SOURCES, [("**.py", "python")], {}, keywords=dict.fromkeys(("message", "word"))
    )
    for file, line, text, _comments, _context in found:
        catalog.add(text, locations=[(f"src/{file}", line)])
    return catalog


def write(catalog: Catalog, path: Path, header: str = "") -> None:
    """Write a catalogue; no line numbers, which every change of the code would change."""
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
            include_lineno=False,
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
