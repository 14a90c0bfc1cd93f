"""The shape of the code: floors, one way through them, modules as chapters, numbers in the books."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from networkx import DiGraph, strongly_connected_components

from rightbower.referee.judges import JUDGES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "rightbower"
MODULES = sorted(PACKAGE.rglob("*.py"))
CODE = [
    path
    for folder in ("src", "tests", "tools", "examples", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*.py"))
]

# `ls src/rightbower` is the drawing of the house; a floor imports only from those above it.
FLOORS = (
    "rules",
    "referee",
    "record",
    "players",
    "study",
    "tournament",
    "store",
    "papers",
    "office",
    "terminal",
    "web",
    "cli",
)
CORE = ("rules", "referee", "record", "players", "study", "terminal")
# How many files the core may have.
MOST_FILES = 92
NOT_FLOORS = {"__init__.py", "__main__.py", "py.typed", "locale"}

LONGEST_FILE = 600
# Longer ones, each one noun, and why it is not two.
LONGER: dict[str, str] = {}
# Sentences are messages, told by a voice: their text is not looked through or changed. What is looked
# through: what people type, what other programs write, names in code, and addresses.
READS_OTHERS = {
    "rightbower.cli.hall": "a name as it is typed",
    "rightbower.cli.output": "the head of a table, to break its line at a hyphen",
    "rightbower.cli.replay": "names of a file in a refusal, put on one line",
    "rightbower.cli.ruling": "what is typed, and names in code",
    "rightbower.cli.simulate": "names in code",
    "rightbower.office.journals": "an address",
    "rightbower.papers.printing.sheets": "any text, to break its lines",
    "rightbower.papers.spreadsheets.cells": "a file, and what a spreadsheet would take for a formula",
    "rightbower.papers.spreadsheets.tables": "a time of the calendar",
    "rightbower.players.kernel.library": "names in code",
    "rightbower.players.kernel.machine_code": "the name of a processor",
    "rightbower.players.position": "cards and a score as they are typed",
    "rightbower.players.simulate": "a score as it is typed",
    "rightbower.record.egn": "a file, and what msgspec says of it",
    "rightbower.record.egn_deals": "a deal of a file",
    "rightbower.record.entries": "a record",
    "rightbower.record.heading": "a record",
    "rightbower.record.lines": "a record",
    "rightbower.referee.remedies": "what an officer types",
    "rightbower.referee.rulings": "an answer",
    "rightbower.referee.spoken": "what people say",
    "rightbower.rules.cards": "a card as it is typed",
    "rightbower.rules.deal": "the name of a phase, in a repr",
    "rightbower.rules.forms": "a line of a record",
    "rightbower.rules.library": "the words that are searched for",
    "rightbower.store.restore": "the name of a file",
    "rightbower.store.sqlite": "what SQLite says",
    "rightbower.store.streams": "a name as it is typed",
    "rightbower.study.charts": "a score as it is typed",
    "rightbower.tournament.events.board_results": "scores as they are typed",
    "rightbower.study.lessons": "calls, in the writing of records",
    "rightbower.terminal.words": "an answer",
    "rightbower.tournament.club.book": "names as they are typed",
    "rightbower.tournament.club.erasing": "names, wherever they stand",
    "rightbower.tournament.dates": "dates as they are written",
    "rightbower.tournament.events.entrants": "names as they are typed",
    "rightbower.tournament.events.labels": "a place, a score and a clause as they are typed",
    "rightbower.tournament.events.movements.drawn": "a lot and a card as they are typed",
    "rightbower.tournament.events.name_lists": "a list that is typed",
    "rightbower.tournament.events.phone_results": "a reason as it is typed",
    "rightbower.tournament.events.prize_lines": "a prize as it is typed",
    "rightbower.tournament.events.registration": "what tells two of one name apart, as it is typed",
    "rightbower.tournament.events.results": "a line that is typed",
    "rightbower.tournament.league.acts": "a score and a time as they are typed",
    "rightbower.tournament.league.conduct": "a step as it is typed",
    "rightbower.tournament.league.protests": "an email address",
    "rightbower.tournament.league.questions": "a time of the calendar",
    "rightbower.tournament.names": "names as they are typed",
    "rightbower.tournament.reading": "what is typed, and what msgspec and argparse say of it",
    "rightbower.web.api.calls": "the name of a file",
    "rightbower.web.common.language": "the scripts",
    "rightbower.web.common.rendering": "data for a page",
    "rightbower.web.common.files": "comments, in scripts",
    "rightbower.web.desk.forms": "a line that is typed",
    "rightbower.web.desk.money": "an amount that is typed",
    "rightbower.web.desk.setup": "the number of a document, and an address",
    "rightbower.web.hall.front_pages": "an address, and data for a page",
    "rightbower.web.hall.same_deals": "an address",
    "rightbower.web.league.access": "clauses, in what people wrote",
    "rightbower.web.league.contents": "a list that is typed",
    "rightbower.web.league.desk": "an address",
    "rightbower.web.league.entrance": "a list that is typed",
    "rightbower.web.running.logs": "an address",
    "rightbower.web.share.hand_picture": "a picture",
    "rightbower.web.share.same_deals_pages": "a number",
    "rightbower.web.snapshots.whereabouts": "a card that was drawn",
    "rightbower.web.state.pins": "a PIN",
    "rightbower.web.study.offline": "a page, for what it is drawn with",
    "rightbower.web.study.replay": "data for a page",
}
TAKES_APART = {
    *("partition", "rpartition", "split", "rsplit", "splitlines", "index", "find"),
    *("startswith", "endswith", "removeprefix", "removesuffix", "strip", "lstrip", "rstrip"),
}
# Text made of what is said.
OF_OURS = (
    "str(fault)",
    "str(found.",
    "str(words)",
    "str(said",
    "result_text(",
    "ENGLISH(",
    "as_sentence(",
)
# Where sentences of ours are still taken apart; this list only gets shorter.
STILL_TAKEN_APART = {
    "rightbower.web.common.proxies": "links in our own pages, put under the base path",
    "rightbower.tournament.events.places": "the beginning that reasons of a tie share",
    "rightbower.web.desk.table": "the full stop of what a ruling says, in the day's log",
}
# A shorter module that only one other imports is a part of that one, but for these.
SHORTEST_OF_ONE = 110
BY_ITSELF = {"src/rightbower/office/worker.py": "with it a process of its own begins"}
# One module a command.
EMPTY_NAMES = {"utils", "util", "helpers", "managers", "services", "models", "misc"}

# Where the rules are played; only the books hold a rule's numbers.
RULES = ("deal.py", "judge.py", "score.py", "game.py", "ceremonies.py")
PLAIN_NUMBERS = {0, 1, 2}
OTHER_NUMBERS = {
    ("rules/score.py", 5): "the pips of a five",
    ("rules/score.py", 25): "degrees of turn that uncover one pip",
    ("rules/game.py", 60): "seconds in a minute",
    ("rules/ceremonies.py", 3): "the third of four players, and the larger of the ordinary packets",
}


# Words of a dialect of our own, alone or as a part of a name; docs/glossary.md says what such a thing is called.
ODD_WORDS = frozenset(
    {
        "aside",
        "beside",
        "bring",
        "browser",
        "crowd",
        "door",
        "doors",
        "due",
        "elsewhere",
        "frame",
        "glance",
        "going",
        "happen",
        "kept",
        "level",
        "log",
        "news",
        "parted",
        "routine",
        "said",
        "seen",
        "sentence",
        "sentences",
        "settled",
        "shared",
        "shelf",
        "short",
        "showing",
        "spoken",
        "standing",
        "story",
        "only_some_qualify",
        "taken",
        "tale",
        "through",
        "told",
        "unasked",
        "whole",
        "words",
    }
)
# Names in which such a word has its everyday meaning.
EVERYDAY = {"spoken", "words"}


@cache
def tree(path: Path) -> ast.Module:
    """A file as Python reads it; read once for all that look at it."""
    return ast.parse(path.read_text("utf-8"))


NAMES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in MODULES
}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def module_of(path: Path) -> str:
    """A module's full name; a package goes by its folder."""
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return name.removesuffix(".__init__")


def floor_of(module: str) -> str:
    """The floor a module belongs to; the public names and the way in belong to none."""
    return module.split(".")[1] if module.count(".") else ""


def imported(path: Path) -> Iterator[str]:
    """Every module a file imports, by its full name."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            assert node.module is not None
            for name in (f"{node.module}.{alias.name}" for alias in node.names):
                yield name if name in NAMES or node.module == "rightbower" else node.module


def own(path: Path) -> set[str]:
    """The modules of the package that a file imports."""
    return {name for name in imported(path) if name in NAMES} - {module_of(path), "rightbower"}


def numbers(path: Path) -> set[int]:
    """The whole numbers written in a file."""
    return {
        node.value
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and type(node.value) is int
    }


def test_the_folder_is_the_drawing_of_the_house() -> None:
    there = {path.name for path in PACKAGE.iterdir()} - {"__pycache__"}
    made = {name for name in there if name.startswith("_version")}
    assert there - made == {*FLOORS, *NOT_FLOORS}
    drawn = (ROOT / "docs" / "design.md").read_text("utf-8").split("```")[1]
    assert tuple(line.split()[0] for line in drawn.strip().splitlines()) == FLOORS


def test_a_floor_imports_from_those_above_it() -> None:
    upward = {
        name_of(path): sorted(below)
        for path in MODULES
        # The package offers names of all its floors; tests/test_package.py holds that none is loaded.
        if (floor := floor_of(module_of(path))) in FLOORS
        and (
            below := {
                other
                for other in own(path)
                if floor_of(other) not in FLOORS
                or FLOORS.index(floor_of(other)) > FLOORS.index(floor)
            }
        )
    }
    assert upward == {}


def rings(graph: "DiGraph[str]") -> set[frozenset[str]]:
    return {frozenset(ring) for ring in strongly_connected_components(graph) if len(ring) > 1}


def test_no_module_imports_itself() -> None:
    itself = [name_of(path) for path in MODULES if module_of(path) in imported(path)]
    # A process that runs it as its main module must give away functions that others can import.
    assert itself == ["src/rightbower/office/worker.py"]


def test_no_modules_import_each_other() -> None:
    graph: DiGraph[str] = DiGraph()
    for path in MODULES:
        graph.add_edges_from((module_of(path), other) for other in own(path))
    # An open hall and what it holds know each other by type.
    live = "rightbower.web.hall."
    found = {ring for ring in rings(graph) if not all(name.startswith(live) for name in ring)}
    assert found == set()


def room(path: Path) -> str:
    """The folder of a floor that a module lies in; one that lies in no room is a room by itself."""
    inside = path.relative_to(PACKAGE).parts[1:-1]
    return module_of(path.parent / "__init__.py") if inside else module_of(path)


def test_no_two_folders_import_each_other() -> None:
    graph: DiGraph[str] = DiGraph()
    for path in MODULES:
        here = room(path)
        there = {room(NAMES[name]) for name in own(path)} - {here}
        # What lies within a room, as movements do in events, is a part of it.
        graph.add_edges_from(
            (here, other)
            for other in there
            if not (other.startswith(f"{here}.") or here.startswith(f"{other}."))
        )
    assert rings(graph) == set()


@cache
def defined(path: Path) -> frozenset[str]:
    """Every name that a module gives itself, other than by importing it."""
    return frozenset(
        node.id if isinstance(node, ast.Name) else node.name
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    )


def test_a_name_is_imported_from_where_it_is_defined() -> None:
    elsewhere = {
        f"{name_of(path)}: {node.module}.{alias.name}"
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and node.module in NAMES
        for alias in node.names
        if node.module != "rightbower"
        and f"{node.module}.{alias.name}" not in NAMES
        and alias.name not in defined(NAMES[node.module])
    }
    assert elsewhere == set()


def test_a_module_goes_by_one_name_in_another() -> None:
    names: dict[tuple[str, str], set[str]] = {}
    for path in MODULES:
        if floor_of(module_of(path)) not in CORE:
            continue  # elsewhere merged modules still go by the names of their parts
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ImportFrom):
                for each in node.names:
                    if (whole := f"{node.module}.{each.name}") in NAMES:
                        known = names.setdefault((name_of(path), whole), set())
                        known.add(each.asname or each.name)
    assert {where: known for where, known in names.items() if len(known) > 1} == {}


def test_no_small_module_serves_one_other_alone() -> None:
    users: dict[str, set[str]] = {module_of(path): set() for path in MODULES}
    for path in MODULES:
        for other in own(path):
            users[other].add(module_of(path))
    small = [
        name_of(path)
        for path in MODULES
        if path.name not in NOT_FLOORS
        and floor_of(module_of(path)) != "cli"
        and len(path.read_text("utf-8").splitlines()) < SHORTEST_OF_ONE
        and len(users[module_of(path)]) <= 1
    ]
    assert small == [*BY_ITSELF]


def test_a_class_name_stands_for_one_thing() -> None:
    places: dict[str, set[Path]] = {}
    for path in MODULES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, set()).add(path)
    twice = {name for name, files in places.items() if len(files) > 1}
    assert twice == set()


def test_no_class_name_is_shown_to_people() -> None:
    """What stands over a field of a form, a list or its columns is English."""
    nodes = [node for path in MODULES for node in ast.walk(tree(path))]
    named = {each.name for each in nodes if isinstance(each, ast.ClassDef)}
    odd = {name for name in named if sum(map(str.isupper, name)) > 1}
    shown = [
        each.value
        for node in nodes
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("field", "Sheet")
        for part in node.args
        for each in ast.walk(part)
        if isinstance(each, ast.Constant)
    ]
    assert "Prizes" in shown
    assert odd.isdisjoint(shown), odd & set(shown)


def test_file_names_are_usual_words() -> None:
    pages = [*(PACKAGE / "web" / "templates").iterdir(), *(PACKAGE / "web" / "static").rglob("*.*")]
    assert {path.stem for path in pages} & ODD_WORDS == set()
    names = {path.stem for path in MODULES} | {path.parent.name for path in MODULES}
    assert {name for name in names - EVERYDAY if ODD_WORDS & set(name.split("_"))} == set()
    assert names >= EVERYDAY


def test_the_package_needs_neither_tests_nor_tools() -> None:
    beside = {"tests", "tools", "examples", "benchmarks", "pytest", "hypothesis"}
    beside |= {helper.stem for helper in (ROOT / "tests").glob("*.py")}
    leaning = [
        name_of(path)
        for path in MODULES
        if beside & {name.split(".")[0] for name in imported(path)}
    ]
    assert leaning == []


def test_files_are_chapters_and_their_names_say_something() -> None:
    long = [name_of(p) for p in CODE if len(p.read_text("utf-8").splitlines()) > LONGEST_FILE]
    assert sorted(long) == sorted(LONGER)
    parts = {
        name_of(p): {part.removesuffix(".py") for part in p.relative_to(ROOT).parts} for p in CODE
    }
    assert [path for path, names in parts.items() if EMPTY_NAMES & names] == []


def test_the_core_has_few_files() -> None:
    found = [path for path in MODULES if floor_of(module_of(path)) in CORE]
    assert 50 < len(found) <= MOST_FILES


def rule_files() -> list[Path]:
    rules = PACKAGE / "rules"
    return [
        path
        for path in MODULES
        if path.is_relative_to(rules) and path.relative_to(rules).parts[0] in RULES
    ]


def test_no_number_of_a_rule_book_is_in_the_code() -> None:
    found = {
        (path.relative_to(PACKAGE).as_posix(), number)
        for path in rule_files()
        for number in numbers(path) - PLAIN_NUMBERS
    }
    assert found == set(OTHER_NUMBERS)


def made_with_a_number(module: ast.Module) -> list[int]:
    """The lines of a module that make something of a class with a number of its own."""
    return [
        call.lineno
        for call in ast.walk(module)
        if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2][0].isupper()
        for given in (*call.args, *(each.value for each in call.keywords))
        if isinstance(given, ast.Constant) and type(given.value) is int
    ]


def test_no_judge_gives_points_of_its_own() -> None:
    """What a ruling costs is in the book: a remedy is never made with a number."""
    judges = sorted({Path(str(each.__code__.co_filename)) for each in JUDGES.values()})
    assert len(judges) > 1
    for path in judges:
        assert made_with_a_number(tree(path)) == [], name_of(path)


def test_a_judge_that_gave_points_of_its_own_would_be_found() -> None:
    judge = ast.parse(
        "def strict(case, book, kind):\n"
        "    return upheld(book, kind, SAYS, AwardPoints('revoke.penalty', 2))\n"
        "def stricter(case, book, kind):\n"
        "    return upheld(book, kind, SAYS, remedies.DeductPoints('revoke.penalty', points=1))\n"
    )
    assert made_with_a_number(judge) == [2, 4]


def test_every_public_thing_says_what_it_is() -> None:
    named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    silent = []
    for path in MODULES:
        module = tree(path)
        things = [each for each in module.body if isinstance(each, named)]
        public = [each for each in things if not each.name.startswith("_")]
        silent += [
            f"{name_of(path)}: {each.name}" for each in public if not ast.get_docstring(each)
        ]
        silent += [name_of(path)] if not ast.get_docstring(module) else []
    assert silent == []


def looked_through(path: Path) -> bool:
    """Whether a file looks for patterns in text, or puts one text for another."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            whose = node.func.value
            if isinstance(whose, ast.Name) and whose.id == "re":
                return True
            if node.func.attr == "replace" and len(node.args) > 1:
                return True
            if isinstance(whose, ast.Attribute | ast.Call) and node.func.attr in TAKES_APART:
                text = whose.attr if isinstance(whose, ast.Attribute) else ast.unparse(whose)
                if text in ("why", "says") or text.startswith(OF_OURS):
                    return True
        # Whether a word stands in what is said.
        if (
            isinstance(node, ast.Compare)
            and isinstance(node.ops[0], ast.In | ast.NotIn)
            and ast.unparse(node.comparators[0]).startswith(OF_OURS)
        ):
            return True
    return False


def test_no_sentence_of_ours_is_taken_apart() -> None:
    found = {module_of(path) for path in MODULES if looked_through(path)}
    assert found == READS_OTHERS.keys() | STILL_TAKEN_APART.keys()
    assert not READS_OTHERS.keys() & STILL_TAKEN_APART.keys()


def test_pages_show_the_text_of_refusals_alone() -> None:
    """A ``ValueError`` may be a fault of ours; its text is not for those who look at a page."""
    showing = [
        f"{name_of(path)}:{node.lineno}"
        for path in MODULES
        if floor_of(module_of(path)) == "web"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ExceptHandler) and node.name and node.type is not None
        if {"ValueError", "Exception"}
        & {each.id for each in ast.walk(node.type) if isinstance(each, ast.Name)}
    ]
    assert showing == []


STATIC = PACKAGE / "web" / "static"
# The longest line of a style and of a script, so that a change to either can be read as a diff.
LONGEST_LINE = {".css": 100, ".html": 120, ".js": 110, ".ts": 110}
TEMPLATES = PACKAGE / "web" / "templates"
# Values that a page needs one after the other are worked out in Python.
SET = r"{%-?\s*set\b(?:(?!%}).)*%}\s*"
# Pages that are being made anew; they are laid out when they are done.
STILL_LONG = {"phone_table.html", "table.html"}


def templates() -> list[Path]:
    """The templates of pages."""
    return sorted(path for path in TEMPLATES.iterdir() if path.name not in STILL_LONG)


def test_styles_scripts_and_templates_have_lines_that_can_be_read() -> None:
    found = [
        f"{name_of(path)}:{number}"
        for path in (*sorted(STATIC.rglob("*")), *templates())
        if path.suffix in LONGEST_LINE
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE[path.suffix]
    ]
    assert found == []


def test_no_template_works_values_out_one_after_the_other() -> None:
    chains = [
        path.name
        for path in templates()
        if re.search(SET + SET, path.read_text("utf-8"), re.DOTALL)
    ]
    assert chains == []
