"""Practice without a browser: the hint, and the words for what was chosen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.web.app import make_app


def words(page: str) -> str:
    """The explanation on a page."""
    found = re.search(r'<p class="why"[^>]*>(.*?)</p>', page)
    return "" if found is None else found[1]


@pytest.mark.parametrize("book", ["standard", "alberta-55plus", "charity-social"])
def test_a_hint_says_what_to_do_and_a_choice_is_explained(tmp_path: Path, book: str) -> None:
    with TestClient(make_app(tmp_path)) as client:
        start = f"/practice?book={book}&deal=three"
        page = client.get(start).text
        assert not words(page)
        assert "Ask for a hint" in page
        hint = words(client.get(f"{start}&hint=1").text)
        assert hint.endswith(".")
        choice = re.search(r'class="button onpaper" href="([^"]+look=1)"', page)
        assert choice is not None
        told = words(client.get(choice[1].replace("&amp;", "&")).text)
    assert told.startswith(hint.split(":")[0])
