"""House rules when a table is opened: the settings people argue about, over any book, and as a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from rightbower.rules.book import TOPICS, BookError, RuleBook, overlay
from rightbower.rules.library import line, say
from rightbower.rules.refusal import Refusal, sentence

PREFIX: Final = "rule."
MOST_DIGITS: Final = 3
NOTE: Final = "A rule of this table."
# What people argue about, as they would put it.
ARGUED: Final = {
    "bidding.all_pass": "When everybody passes twice",
    "game.target": "Points that win the game",
    "game.deals": "Deals in a game",
    "bidding.partner_order": "The dealer's partner orders it up",
    "bidding.trump_to_order": "Who needs a trump to order",
    "bidding.natural_scope": "Who needs a card of the turn-up's suit",
    "burying.turn_up": "Discarding the turn-up again",
    "alone.when": "Alone is said",
    "alone.needs_trump": "A lone player needs a trump",
    "alone.lead": "Who leads against a loner",
    "score.march": "Points for all five tricks",
    "score.lone_march": "Points for all five alone",
    "score.euchre": "Points for a euchre",
    "score.lone_euchre": "Points for euchring a loner",
    "clock.minutes": "Minutes a game may take",
}


class HouseRule(Struct, frozen=True):
    """A setting that may be changed: the value chosen, what may be, and what the book says."""

    path: str
    title: str
    value: str
    options: tuple[str, ...]
    by_the_book: str
    note: str
    clause: str

    @property
    def changed(self) -> bool:
        """Whether it is otherwise than in the book."""
        return self.value != self.by_the_book


def house_rules(book: RuleBook, typed: Mapping[str, str]) -> list[HouseRule]:
    """The settings that may be changed, with what was chosen so far."""
    found = []
    for path in argued(book):
        cited = line(book, path)
        usual = say(cited.value)
        chosen = typed.get(PREFIX + path, usual)
        options = _options(path)
        found.append(
            HouseRule(path, ARGUED[path], chosen, options, usual, cited.note, cited.clause)
        )
    return found


def argued(book: RuleBook) -> list[str]:
    """The settings that may be changed in a book: a game of deals has no target."""
    shut_out = "game.target" if book.game.target is None else "game.deals"
    return [path for path in ARGUED if path != shut_out]


def chosen_rules(book: RuleBook, typed: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """The settings that differ from the book, and a sentence for each that cannot be."""
    values: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for rule in house_rules(book, typed):
        if not rule.changed:
            continue
        try:
            values[rule.path] = _read(rule.path, rule.value)
        except Refusal as fault:
            wrong[PREFIX + rule.path] = str(fault)
    if not wrong:
        try:
            overlay(book, values, NOTE)
        except BookError as fault:
            wrong["rules"] = sentence(fault)
    return values, wrong


def _kind(path: str) -> Any:
    topic, _, name = path.partition(".")
    return get_type_hints(TOPICS[topic])[name]


@cache
def _options(path: str) -> tuple[str, ...]:
    kind = _kind(path)
    if get_origin(kind) is Literal:
        return tuple(str(value) for value in get_args(kind))
    return ("yes", "no") if kind is bool else ()


def _read(path: str, text: str) -> Any:
    """A value from what was typed."""
    text, options = text.strip(), _options(path)
    if options:
        if text not in options:
            raise Refusal("Choose one of the list.")
        return text == "yes" if options == ("yes", "no") else text
    if text in ("", "none") and _kind(path) is not int:
        return None
    if not (text.isascii() and text.isdecimal() and 0 < len(text) <= MOST_DIGITS and int(text)):
        raise Refusal("Write a whole number from 1 to 999.")
    return int(text)


def sheet(book: RuleBook, values: Mapping[str, Any]) -> str:
    """The rules as a sheet that every part of Rightbower reads."""
    head = [
        "# House rules; docs/house-rules.md says how such a sheet is used.",
        'name = "house"',
        f'title = "{book.title}, house rules"',
        f'extends = "{book.name}"',
    ]
    rules = [
        f'[{path}]\nvalue = {_toml(value)}\nnote = "{ARGUED[path]}: {say(value)}."'
        for path, value in values.items()
    ]
    return "\n\n".join(["\n".join(head), *rules]) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{say(value)}"'
