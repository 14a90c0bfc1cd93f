"""Somebody who types commands at a terminal."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json

from rightbower.cli import main


class Terminal:
    """Commands typed one after another, all of which begin with the same words."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *first: str) -> None:
        self.capsys, self.first = capsys, first

    def __call__(self, *words: str) -> str:
        """What a command that works prints."""
        status = main([*self.first, *words])
        out, err = self.capsys.readouterr()
        assert (status, err) == (0, ""), words
        return out

    def json(self, *words: str) -> Any:
        """What a command that prints JSON says."""
        return json.decode(self(*words, "--json"))

    def refused(self, *words: str) -> str:
        """The sentence of a command that is refused."""
        assert main([*self.first, *words]) == 1
        return self.capsys.readouterr().err
