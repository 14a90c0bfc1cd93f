"""The browser's scripts: their types, what needs no page, and what must not be in them."""

import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from rightbower.web.common.files import without_comments

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "src" / "rightbower" / "web" / "static" / "js"
TYPESCRIPT = ROOT / ".tools" / "node" / "node_modules" / ".bin" / "tsc"
NODE = shutil.which("node")
# A sentence taken apart by a program: words cut out of text that a person reads.
TAKEN_APART = re.compile(
    r"(?:\.(?:reason|says|text|line|words|what|night)|\"aria-label\"\)|\.textContent)"
    r"[^;\n]{0,20}\.(?:replace|split|slice|match)\("
)
# Where one still is; this list only gets shorter.
STILL_TAKEN_APART = {"league_wall.js": [".night.replace("]}


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_what_needs_no_page(tmp_path: Path) -> None:
    """The scripts as they are sent, without comments."""
    sent = tmp_path / SCRIPTS.relative_to(ROOT)
    shutil.copytree(SCRIPTS, sent)
    for path in sent.glob("*.js"):
        path.write_text(without_comments(path.read_text("utf-8")), "utf-8")
    pages = SCRIPTS.parents[1] / "templates"
    shutil.copytree(pages, tmp_path / pages.relative_to(ROOT))
    beside = ROOT / "tests" / "web" / "scripts"
    tests = shutil.copytree(beside, tmp_path / beside.relative_to(ROOT))
    ran = subprocess.run(
        [str(NODE), "--test", *map(str, sorted(tests.glob("*.test.mjs")))],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.skipif(not TYPESCRIPT.exists(), reason="TypeScript is not installed: make scripts")
def test_the_scripts_have_no_fault_of_types() -> None:
    ran = subprocess.run(
        [str(TYPESCRIPT), "-p", str(SCRIPTS / "jsconfig.json")],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stdout


def test_the_types_of_what_is_sent_are_those_of_its_structs() -> None:
    """Otherwise: python tools/wire_types.py."""
    tool = runpy.run_path(str(ROOT / "tools" / "wire_types.py"))
    for path, text in tool["types"]().items():
        assert path.read_text("utf-8") == text, path.name


def test_no_rule_of_the_table_looks_for_what_is_inside() -> None:
    """Each of them is asked again for every card that moves; ``open_panels.js`` sets classes instead."""
    styles = [
        SCRIPTS.parent / f"{name}.css" for name in ("table", "table_more", "advice", "endings")
    ]
    assert [path.name for path in styles if ":has(" in path.read_text("utf-8")] == []


def test_no_sentence_is_taken_apart() -> None:
    found = {
        path.name: TAKEN_APART.findall(path.read_text("utf-8"))
        for path in SCRIPTS.glob("*.js")
        if TAKEN_APART.search(path.read_text("utf-8"))
    }
    assert found == STILL_TAKEN_APART


def test_no_script_knows_a_rule_of_the_game() -> None:
    """Bowers, following suit and the order of a hand come from the hall."""
    for path in SCRIPTS.glob("*.js"):
        if path.name == "deck.js":
            continue
        text = path.read_text("utf-8")
        assert not re.search(r"same.?colou?r|MATE\b|isTrump|leftBower|right.?bower\(", text), (
            path.name
        )


# Scripts whose sentences still stand in them in English alone; this list only gets shorter.
STILL_ENGLISH = {
    *("desk.js", "league_wall.js", "wall.js"),
}
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
CALL = re.compile(r'\b(?:said|word)\(\s*"(?:[^"\\]|\\.)*"')
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
# What is read of an element, and what only sentences hold.
READ = re.compile(
    r"(?:\btext|\btitle|\breason|\bplaceholder|\"aria-label\"|textContent)\s*[:=]\s*[\"`][A-Za-z]"
)
ENGLISH = re.compile(
    r"(?<!\S)(?:the|you|your|is|are|it|of|to|and|or|not|this|was|will|here|with|they|we|a|at)(?=[ .,;])",
    re.IGNORECASE,
)


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.js")), ids=lambda path: str(path.stem))
def test_no_script_holds_a_sentence_that_is_in_no_catalogue(path: Path) -> None:
    """What people read is given to ``said`` or ``word``; two small words make a text a sentence."""
    code = CALL.sub("", COMMENT.sub("", path.read_text("utf-8")))
    plain = [re.sub(r"\$\{[^}]*\}", "", text) for text in TEXT.findall(code)]
    found = [text for text in plain if len(ENGLISH.findall(text)) > 1]
    found += READ.findall(code)
    assert bool(found) == (path.name in STILL_ENGLISH), found
