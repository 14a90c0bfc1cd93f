"""The shape of the code: imports run one way, files stay small, numbers stay in the books."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from networkx import DiGraph, strongly_connected_components

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "rightbower"
MODULES = sorted(PACKAGE.rglob("*.py"))
CODE = [
    path
    for folder in ("src", "tests", "tools", "examples", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*.py"))
]

# From the cards up: a part imports from its own line or from those above it.
ORDER = (
    "rules",
    "rules.refusal",
    "rules.cards",
    "rules.settings",
    "rules.book",
    "rules.library",
    "rules.library",
    "rules.ceremonies",
    "rules.acts",
    "rules.deal",
    "rules.judge",
    "rules.score",
    "rules.score",
    "rules.game",
    "rules.openings",
    "referee",
    "record",
    "record.egn",
    "players.views",
    "players.call_weights",
    "players players.kernel",
    "players.engine players.executors",
    "players.simulate",
    "study.advice study.environments",
    "study",
    "tournament",
    "tournament.events tournament.league tournament.club",
    "store",
    "papers papers.printing papers.spreadsheets",
    "office",
    "terminal",
    "web",
    "cli",
    "__main__",
)
PLACE = {part: place for place, line in enumerate(ORDER) for part in line.split()}

LONGEST_FILE = 600
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
EVERYDAY = {"audit_log", "shared_keys", "spoken"}


@cache
def tree(path: Path) -> ast.Module:
    """A file as Python reads it; read once for all that look at it."""
    return ast.parse(path.read_text("utf-8"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def part_of(path: Path) -> str:
    """The part of the package a file belongs to: its floor, or a room of it that ORDER names."""
    return part_named(".".join(path.relative_to(PACKAGE).with_suffix("").parts))


def part_named(module: str) -> str:
    """The part that a module, counted from the package, belongs to."""
    words = module.split(".")
    room = ".".join(words[:2])
    return room if room in PLACE else words[0]


def imported(path: Path) -> Iterator[str]:
    """Every module a file imports, by its full name."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            assert node.module is not None
            for name in (f"{node.module}.{alias.name}" for alias in node.names):
                file = PACKAGE.parent / name.replace(".", "/")
                known = (
                    node.module == "rightbower"
                    or file.is_dir()
                    or file.with_suffix(".py").is_file()
                )
                yield name if known else node.module


def own_parts(path: Path) -> set[str]:
    """The parts of the package that a file imports."""
    names = (name.partition(".") for name in imported(path))
    parts = {
        part_named(module) for package, _, module in names if package == "rightbower" and module
    }
    return {part for part in parts if not part.startswith("__version")}


def numbers(path: Path) -> set[int]:
    """The whole numbers written in a file."""
    return {
        node.value
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and type(node.value) is int
    }


def test_imports_run_one_way() -> None:
    upward = {
        name_of(path): sorted(above)
        for path in MODULES
        # The package offers names of all its parts; tests/test_package.py holds that none is loaded.
        if (part := part_of(path)) != "__init__"
        and (above := {other for other in own_parts(path) if PLACE[other] > PLACE[part]})
    }
    assert upward == {}


def folder_of(module: str) -> str:
    """The folder of the package that a module lies in; a part of a floor is a folder of its own."""
    part = part_named(module.removeprefix("rightbower."))
    found = PACKAGE
    for word in module.split(".")[1:]:
        if not (found / word).is_dir():
            break
        found /= word
    return max(found.relative_to(PACKAGE).as_posix(), part.replace(".", "/"), key=len)


def test_no_two_folders_import_each_other() -> None:
    graph: DiGraph[str] = DiGraph()
    for path in MODULES:
        here = folder_of(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
        there = {folder_of(name) for name in imported(path) if name.startswith("rightbower.")}
        graph.add_edges_from((here, other) for other in there - {here, "."} if here != ".")
    rings = {frozenset(ring) for ring in strongly_connected_components(graph) if len(ring) > 1}
    assert rings == set()


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


def test_files_are_small_and_their_names_say_something() -> None:
    long = [name_of(p) for p in CODE if len(p.read_text("utf-8").splitlines()) > LONGEST_FILE]
    assert long == []
    parts = {
        name_of(p): {part.removesuffix(".py") for part in p.relative_to(ROOT).parts} for p in CODE
    }
    assert [path for path, names in parts.items() if EMPTY_NAMES & names] == []


def rule_files() -> list[Path]:
    floor = [
        path.relative_to(PACKAGE / "rules") for path in MODULES if part_of(path).startswith("rules")
    ]
    return [PACKAGE / "rules" / path for path in floor if path.parts[0] in RULES]


def test_no_number_of_a_rule_book_is_in_the_code() -> None:
    found = {
        (path.relative_to(PACKAGE).as_posix(), number)
        for path in rule_files()
        for number in numbers(path) - PLAIN_NUMBERS
    }
    assert found == set(OTHER_NUMBERS)


def test_no_judge_gives_points_of_its_own() -> None:
    """What a ruling costs is in the book: a remedy is never made with a number."""
    made = [
        f"{name_of(path)}:{call.lineno}"
        for path in sorted((PACKAGE / "referee" / "judges").glob("*.py"))
        for call in ast.walk(tree(path))
        if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2][0].isupper()
        for given in (*call.args, *(each.value for each in call.keywords))
        if isinstance(given, ast.Constant) and type(given.value) is int
    ]
    assert made == []


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


def test_pages_show_the_text_of_refusals_alone() -> None:
    """A ``ValueError`` may be a fault of ours; its text is not for those who look at a page."""
    showing = [
        f"{name_of(path)}:{node.lineno}"
        for path in MODULES
        if part_of(path) == "web"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ExceptHandler) and node.name and node.type is not None
        if {"ValueError", "Exception"}
        & {each.id for each in ast.walk(node.type) if isinstance(each, ast.Name)}
    ]
    assert showing == []
