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


def anchors(guide: Path) -> set[str]:
    """The headings of a guide, as links name them."""
    headings = re.findall(r"^#+ (.+)$", guide.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def files() -> list[str]:
    """The files that a guide may name, each with a slash before it."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    return [f"/{path.relative_to(ROOT)}" for path in found]


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_links_lead_somewhere(guide: Path) -> None:
    for address, anchor in LINK.findall(guide.read_text("utf-8")):
        if "://" in address:
            continue
        target = guide.parent / address if address else guide
        assert target.exists(), address
        assert not anchor or anchor in anchors(target), f"{address}#{anchor}"


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "SECURITY.md", "docs/design.md"])
def test_files_that_a_guide_names_exist(name: str) -> None:
    known = [*files(), "/pyproject.toml"]
    for named in NAMED_FILE.findall((ROOT / name).read_text("utf-8")):
        assert any(each.endswith(f"/{named}") for each in known), named
