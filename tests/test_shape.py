"""The shape of the code: imports run one way, files stay small, numbers stay in the books."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

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
    "cards",
    "book",
    "trace",
    "library",
    "ceremonies",
    "deal",
    "score",
    "markers",
    "game",
    "reminders cuts openings",
    "referee",
    "record",
    "egn",
    "view",
    "players kernel",
    "engine",
    "simulate",
    "advice environments",
    "study",
    "tournament",
    "events",
    "store",
    "printing spreadsheets",
    "office",
    "terminal",
    "web",
    "cli",
    "__main__",
)
PLACE = {part: place for place, line in enumerate(ORDER) for part in line.split()}

LONGEST_FILE = 400
EMPTY_NAMES = {"utils", "util", "helpers", "managers", "services", "models", "misc"}

# Where the rules are played; only the books hold a rule's numbers.
RULES = ("deal", "score.py", "game.py", "reminders.py", "cuts.py", "markers.py", "ceremonies.py")
PLAIN_NUMBERS = {0, 1, 2}
OTHER_NUMBERS = {
    ("markers.py", 5): "the pips of a five",
    ("markers.py", 25): "degrees of turn that uncover one pip",
    ("game.py", 60): "seconds in a minute",
    ("reminders.py", 60): "seconds in a minute",
    ("ceremonies.py", 3): "the third of four players, and the larger of the ordinary packets",
}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def part_of(path: Path) -> str:
    """The part of the package a file belongs to: its folder, or its own name."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """Every module a file imports, by its full name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            assert node.module is not None
            if node.module == "rightbower":
                yield from (f"rightbower.{alias.name}" for alias in node.names)
            else:
                yield node.module


def own_parts(path: Path) -> set[str]:
    """The parts of the package that a file imports."""
    names = (name.split(".") for name in imported(path))
    parts = {name[1] for name in names if name[0] == "rightbower" and len(name) > 1}
    return {part for part in parts if not part.startswith("__version")}


def numbers(path: Path) -> set[int]:
    """The whole numbers written in a file."""
    return {
        node.value
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and type(node.value) is int
    }


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_run_one_way(path: Path) -> None:
    part = part_of(path)
    if part == "__init__":
        # The package offers names of all its parts; tests/test_package.py holds that none is loaded.
        return
    assert part in PLACE, f"{part} has no place in the order of imports"
    upward = {other for other in own_parts(path) if PLACE[other] > PLACE[part]}
    assert not upward, f"{part} imports {', '.join(sorted(upward))}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_the_package_needs_neither_tests_nor_tools(path: Path) -> None:
    beside = {"tests", "tools", "examples", "benchmarks", "pytest", "hypothesis"}
    beside |= {helper.stem for helper in (ROOT / "tests").glob("*.py")}
    assert not beside & {name.split(".")[0] for name in imported(path)}


@pytest.mark.parametrize("path", CODE, ids=name_of)
def test_files_are_small_and_their_names_say_something(path: Path) -> None:
    length = len(path.read_text("utf-8").splitlines())
    assert length <= LONGEST_FILE
    assert not EMPTY_NAMES & {part.removesuffix(".py") for part in path.relative_to(ROOT).parts}


def rule_files() -> list[Path]:
    return [path for path in MODULES if path.relative_to(PACKAGE).parts[0] in RULES]


@pytest.mark.parametrize("path", rule_files(), ids=name_of)
def test_no_number_of_a_rule_book_is_in_the_code(path: Path) -> None:
    file = path.relative_to(PACKAGE).as_posix()
    allowed = {number for known, number in OTHER_NUMBERS if known == file}
    assert numbers(path) - PLAIN_NUMBERS <= allowed


def test_each_number_let_through_is_still_there() -> None:
    written = {
        (path.relative_to(PACKAGE).as_posix(), number)
        for path in rule_files()
        for number in numbers(path)
    }
    assert set(OTHER_NUMBERS) <= written


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_public_thing_says_what_it_is(path: Path) -> None:
    module = ast.parse(path.read_text("utf-8"))
    named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    public = [
        node for node in module.body if isinstance(node, named) and not node.name.startswith("_")
    ]
    silent = [node.name for node in public if not ast.get_docstring(node)]
    assert ast.get_docstring(module), "the module has no docstring"
    assert not silent
