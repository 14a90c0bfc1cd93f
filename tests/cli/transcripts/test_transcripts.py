"""Days, seasons and a club typed from beginning to end: every answer is the one written down."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.transcripts.speaking import HERE, answered

FILES = sorted(HERE.glob("*.txt"))


@pytest.fixture(autouse=True)
def _in_greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize("file", FILES, ids=[each.stem for each in FILES])
def test_every_answer_is_the_one_written_down(file: Path) -> None:
    text = file.read_text("utf-8")
    assert answered(text) == text
