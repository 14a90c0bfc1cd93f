"""The guides: links lead somewhere, and the files they name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GUIDES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
FOLDERS = ["src", "tests", "tools", "benchmarks", "deploy", "examples", "docs"]
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
NAMED_FILE = re.compile(r"`([\w./@-]+\.(?:py|mjs|js|html|toml))`")
NAMED_FOLDER = re.compile(r"`((?:[\w-]+/)+)`")
# Files and folders of the reader's own.
READERS_OWN = {"books/alberta-55plus-2027.toml", "backups/"}
# The rooms whose modules are all named on the page of rooms.
ROOMS = ("rules", "referee", "record", "players", "players/kernel", "study", "terminal")
MOST_LINES = 100
PLAIN_NAME = re.compile(r"`(\w+)`")


def anchors(guide: Path) -> set[str]:
    """The headings of a guide, as links name them."""
    headings = re.findall(r"^#+ (.+)$", guide.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def files() -> list[str]:
    """The files that a guide may name, each with a slash before it."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    return [
        *(f"/{folder}" for folder in FOLDERS),
        *(f"/{path.relative_to(ROOT)}" for path in found),
    ]


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_links_lead_somewhere(guide: Path) -> None:
    for address, anchor in LINK.findall(guide.read_text("utf-8")):
        if "://" in address:
            continue
        target = guide.parent / address if address else guide
        assert target.exists(), address
        assert not anchor or anchor in anchors(target), f"{address}#{anchor}"


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_files_and_folders_that_a_guide_names_exist(guide: Path) -> None:
    text, known = guide.read_text("utf-8"), [*files(), "/pyproject.toml"]
    for named in {*NAMED_FILE.findall(text), *NAMED_FOLDER.findall(text)} - READERS_OWN:
        end = f"/{named.rstrip('/')}"
        assert any(each.endswith(end) for each in known), named


@pytest.mark.parametrize("room", ROOMS)
def test_the_page_of_rooms_names_every_module(room: str) -> None:
    text = (ROOT / "docs" / "decisions.md").read_text("utf-8")
    row = text.partition(f"| `{room}/` | ")[2].partition("\n")[0]
    inside = ROOT / "src" / "rightbower" / room
    modules = {path.stem for path in inside.glob("*.py")} - {"__init__"}
    assert modules - set(PLAIN_NAME.findall(row)) == set()
    below = {path.stem for path in inside.rglob("*.py")}
    assert set(PLAIN_NAME.findall(row)) <= below


def test_the_drawing_of_the_house_is_one_page() -> None:
    assert len((ROOT / "docs" / "design.md").read_text("utf-8").splitlines()) <= MOST_LINES
