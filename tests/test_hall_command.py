"""``rightbower hall``: where it keeps what is played."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from rightbower.cli import hall


def data(*words: str) -> Path:
    """The folder that these words choose."""
    parser = argparse.ArgumentParser()
    hall.arguments(parser)
    found: Path = parser.parse_args(words).data
    return found


def test_data_is_in_this_folder_unless_it_is_said_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RIGHTBOWER_DATA", raising=False)
    assert data() == Path("rightbower-data")
    monkeypatch.setenv("RIGHTBOWER_DATA", "/srv/club")
    assert data() == Path("/srv/club")
    assert data("--data", "elsewhere") == Path("elsewhere")
