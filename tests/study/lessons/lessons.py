"""The sixty positions of ``positions.toml``, read."""

from __future__ import annotations

import tomllib
from pathlib import Path

from msgspec import Struct, convert

from rightbower.players.position import described
from rightbower.players.views import View
from rightbower.rules.acts import Action, read_action
from rightbower.rules.book import RuleBook, load, overlay


class Position(Struct, frozen=True):
    """A position with the point a good teacher would make."""

    name: str
    at: str
    best: str
    mistake: str
    point: str
    ideas: tuple[str, ...]
    says: tuple[str, ...]

    @property
    def seen(self) -> View:
        """What the pupil sees."""
        parts = [part.strip() for part in self.at.split("|")]
        book, dealer, turn_up, seat, hand, done, score = (*parts, "", "")[:7]
        return described(book_of(book), dealer, turn_up, seat, hand, done, score or "0-0")

    def action(self, words: str) -> Action:
        """What is done, read for the pupil's seat."""
        return read_action(f"{self.at.split('|')[3].strip()} {words}")


def book_of(words: str) -> RuleBook:
    """A book by name, with house rules where they follow it: ``standard + score.lone_make=2``."""
    name, *rules = (part.strip() for part in words.split("+"))
    if not rules:
        return load(name)
    pairs = (rule.split("=") for rule in rules)
    words_of = {"true": True, "false": False}
    values = {
        path: int(value) if value.isdigit() else words_of.get(value, value) for path, value in pairs
    }
    return overlay(load(name), values, "a house rule")


def positions() -> list[Position]:
    """All of them, in their order."""
    path = Path(__file__).parent / "positions.toml"
    return convert(tomllib.loads(path.read_text("utf-8"))["position"], list[Position])
