"""Hold each clause against its law: collect the tests by name, and write the pages of docs/laws.

Run by ``make laws``. With ``--check`` nothing is written; what is out of date is named.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from rightbower.rules.book import TOPICS, RuleBook, load, names
from rightbower.rules.library import (
    DOCUMENTS,
    KINDS,
    Clause,
    Reading,
    SettingLine,
    carriers,
    choices,
    clause_named,
    clauses,
    every_clause,
    gaps,
    lines,
    readings,
    readings_of,
    say,
)
from rightbower.rules.settings import NOTES, common

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "rightbower"
LAW_TEST = re.compile(rf"test_({'|'.join(DOCUMENTS)})_")

MADE = "Written by `make laws` from the rule book and the clauses; change those, not this page."
HEAD = """\
# The clauses of one document in our words. What carries them is found from the rule books; where a
# text is `shown` and which part comes `later` are written here, and `make laws` writes the tests.

"""

# Where each part that is named in a clause's ``later`` will live.
PARTS = {
    "referee": "referee",
    "events": "tournament/events",
    "league": "tournament/league",
    "hall": "web/hall",
    "desk": "web/desk",
}


class LawTest(NamedTuple):
    """A test function; one that asks for ``seniors`` runs under both their books."""

    name: str
    seniors: bool
    file: str

    @property
    def of_a_law(self) -> bool:
        """Whether it is named for a document."""
        return bool(LAW_TEST.match(self.name))


def collect(folder: Path) -> list[LawTest]:
    """The test functions under a folder."""
    found = []
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                asked = {argument.arg for argument in node.args.args}
                found.append(LawTest(node.name, "seniors" in asked, path.name))
    return sorted(found)


def by_clause(tests: Iterable[LawTest]) -> dict[str, tuple[str, ...]]:
    """The tests of each clause; a seniors' test of A01 counts for A00's same number too."""
    known = every_clause()
    found: dict[str, set[str]] = {}
    for test in tests:
        clause = clause_named(test.name, known) if test.of_a_law else None
        if clause is None:
            continue
        found.setdefault(clause, set()).add(test.name)
        twin = clause.replace("A01-", "A00-")
        if test.seniors and twin in known:
            found.setdefault(twin, set()).add(test.name)
    return {clause: tuple(sorted(these)) for clause, these in found.items()}


def nameless(tests: Iterable[LawTest]) -> list[str]:
    """Tests named for a document but for no clause of it."""
    known = every_clause()
    return [
        f"{test.file}: {test.name}"
        for test in tests
        if test.of_a_law and clause_named(test.name, known) is None
    ]


def traced(clause: Clause, tests: Mapping[str, tuple[str, ...]]) -> Clause:
    """A clause with its tests; ``later`` goes once the part is there and a test names the clause."""
    mine = tests.get(clause.id, ())
    home = PACKAGE / PARTS.get(clause.later, "nowhere")
    carried = mine and (home.is_dir() or home.with_suffix(".py").is_file())
    return replace(clause, tests=mine, later="" if carried else clause.later)


def clause_file(found: Iterable[Clause]) -> str:
    """The file of a document's clauses, always in the same order and form."""
    return HEAD + "\n".join(_entry(each) for each in found)


def _entry(clause: Clause) -> str:
    out = [f"[{_quoted(clause.id)}]", f"type = {_quoted(clause.kind)}"]
    out.append(f"rule = {_quoted(clause.rule)}")
    out += [f"shown = {_quoted(clause.shown)}"] if clause.shown else []
    out += [f"later = {_quoted(clause.later)}"] if clause.later else []
    if clause.tests:
        out += ["tests = [", *(f"    {_quoted(test)}," for test in clause.tests), "]"]
    return "\n".join([*out, ""])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def page(book: RuleBook, found: Mapping[str, Clause]) -> str:
    """The page of a book: its settings, laws and clauses, what is unclear and what is missing."""
    parts = [
        f"# {book.title}",
        f"Book `{book.name}`, text {book.document} ({book.edition}). {MADE}",
        *([book.notice] if book.notice else []),
        *_settings(book),
        *_clauses(book, found),
        *_readings(book),
        *_gaps(book),
    ]
    return "\n\n".join(parts) + "\n"


def _settings(book: RuleBook) -> list[str]:
    out = ["## Settings"]
    for topic in TOPICS:
        rows = [
            (f"`{each.path}`", say(each.value), _source(each), each.note)
            for each in lines(book, topic)
        ]
        if not rows:
            continue
        out += [f"### {_heading(topic)}", _table(("Setting", "Value", "Clause", "Note"), rows)]
    rows_of_laws = [(f"`{each.path}`", _source(each), each.note) for each in lines(book, "laws")]
    return [*out, "## Laws", _table(("Law", "Clause", "Note"), rows_of_laws)]


def _heading(topic: str) -> str:
    return topic.replace("_", " ").capitalize()


def _source(line: SettingLine) -> str:
    return line.source if line.basis != "stated" else f"{line.clause}, stated"


def _clauses(book: RuleBook, found: Mapping[str, Clause]) -> list[str]:
    if not found:
        return []
    cited = carriers(book)
    out = ["## Clauses"]
    for clause in found.values():
        said = [f"**{clause.id}** ({KINDS[clause.kind]}) {clause.rule}"]
        if clause.id in cited:
            said.append(f"- Settings and laws: {_code(cited[clause.id])}")
        if clause.tests:
            said.append(f"- Tests: {_code(clause.tests)}")
        if clause.shown:
            said.append(f"- Shown: {clause.shown}")
        if clause.later:
            said.append(f"- To come with: {clause.later}")
        if numbers := readings_of(book, clause.id):
            said.append(f"- See {', '.join(numbers)}")
        out.append("\n".join([said[0], "", *said[1:]]).rstrip())
    return out


def _readings(book: RuleBook) -> list[str]:
    mine = [each for each in readings().values() if _about(each, book.document)]
    out = ["## What is unclear, and how it is read"] if mine else []
    for each in mine:
        chosen = each.option(book.document)
        rows = [f"**{each.number}** {each.question} ({', '.join(each.clauses)})", ""]
        for option in each.options:
            switch = "; ".join(f"`{path} = {say(value)}`" for path, value in option.set.items())
            mark = "**Chosen:** " if option is chosen else ""
            rows.append(f"- {mark}{option.text}{f' ({switch})' if switch else ''}")
        out.append("\n".join([*rows, "", each.why]))
    return out


def _about(reading: Reading, document: str) -> bool:
    return any(clause.startswith(document) for clause in reading.clauses)


def _gaps(book: RuleBook) -> list[str]:
    mine = [each for each in gaps().values() if book.document in each.silent]
    if not mine:
        return []
    rows = [(each.number, each.topic, each.borrow) for each in mine]
    return [
        "## What is missing, and what is borrowed",
        _table(("Gap", "Silent on", "Borrowed"), rows),
    ]


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    every = (heads, tuple("---" for _ in heads), *rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in every)


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def settings_page() -> str:
    """The page of all settings: what each is about, and what a house sheet may write for it."""
    out = [
        "# Every setting a house sheet may change",
        "See [house rules](../house-rules.md) for how to write a sheet. Written by `make laws`.",
    ]
    heads = ("Setting", "May be", "In the common game", "Note of the common game")
    for topic in TOPICS:
        rows = [
            (f"`{each.path}`", choices(each.path), say(each.value), each.note)
            for each in lines(load("standard"), topic)
        ]
        out += [f"## {_heading(topic)}", _table(heads, rows)]
    rows = [(f"`{path}`", choices(path), say(common(path)), note) for path, note in NOTES.items()]
    beyond = "What a book need not state: a book that says nothing plays as the common game."
    return "\n\n".join([*out, "## Variants", beyond, _table(heads, rows)]) + "\n"


def wanted() -> dict[Path, str]:
    """Every file this tool writes, as it should be now."""
    tests = by_clause(collect(ROOT / "tests"))
    files = {}
    documents = {}
    for document in DOCUMENTS:
        found = {name: traced(each, tests) for name, each in clauses(document).items()}
        documents[document] = found
        files[PACKAGE / "rules" / "clauses" / f"{document}.toml"] = clause_file(found.values())
    for name in names():
        book = load(name)
        files[ROOT / "docs" / "laws" / f"{name}.md"] = page(book, documents.get(book.document, {}))
    files[ROOT / "docs" / "laws" / "settings.md"] = settings_page()
    return files


def stale(files: Mapping[Path, str]) -> list[Path]:
    """The files that are not as they should be."""
    return [
        path
        for path, text in files.items()
        if not path.is_file() or path.read_text("utf-8") != text
    ]


def main() -> int:
    """Write what is out of date, or with ``--check`` only name it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if out of date")
    args = parser.parse_args()
    files = wanted()
    late = stale(files)
    for path in late:
        print(f"{path.relative_to(ROOT)} {'is out of date' if args.check else 'written'}")
        if not args.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], "utf-8")
    lost = nameless(collect(ROOT / "tests"))
    for each in lost:
        print(f"{each} names no clause", file=sys.stderr)
    return 1 if lost or (args.check and late) else 0


if __name__ == "__main__":
    sys.exit(main())
