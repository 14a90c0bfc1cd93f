"""The director's guide: its pictures are there and small, and the words it quotes are on the pages."""

from __future__ import annotations

import html
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "desk.md").read_text("utf-8")
PAGES = " ".join(
    " ".join(html.unescape(path.read_text("utf-8")).split())
    for path in sorted((ROOT / "src" / "rightbower" / "web" / "templates").glob("*.html"))
)
LARGEST = 150 * 1024


def test_every_picture_is_there_and_small() -> None:
    pictures = re.findall(r"\]\((pictures/[^)]+)\)", GUIDE)
    assert len(pictures) == 9
    for picture in pictures:
        assert 0 < (ROOT / "docs" / picture).stat().st_size <= LARGEST


def test_every_word_that_the_guide_quotes_is_on_a_page() -> None:
    quoted = re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", " ".join(GUIDE.split()))
    quoted += [
        word for words in re.findall(r"\*\*([^*]+)\*\*", GUIDE) for word in words.split(" → ")
    ]
    assert len(quoted) >= 6
    for words in quoted:
        assert words in PAGES or words == "Events", words
