"""A state as a browser has it once its parts are joined, and the game that everybody sees."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from msgspec import to_builtins
from msgspec.structs import asdict

from rightbower.web.hall.table import HallTable
from rightbower.web.hall.views import game_view, trick_part


def joined(message: dict[str, Any]) -> dict[str, Any]:
    """As ``joined`` of connection.js: one table from the parts of a state; other messages are as they are."""
    if message["type"] != "state":
        return message
    table, play = dict(message["table"]), dict(message["trick"])
    whole = {key: each for key, each in message.items() if key not in ("table", "trick", "own")}
    whole |= {"news": play.pop("news")}
    if "referee" in play:
        whole["referee"] = play.pop("referee")
    if game := table.pop("game", None):
        whole["game"] = game | play | message.get("own", {})
    return whole | table


def seen_game(table: HallTable, language: str = "en") -> dict[str, Any] | None:
    """The game as everybody sees it, in one."""
    game = game_view(table, language)
    if game is None:
        return None
    play: dict[str, Any] = to_builtins(trick_part(table, [], language))
    play.pop("news")
    play.pop("referee", None)
    found: dict[str, Any] = to_builtins(game)
    return found | play


def all_seen(table: HallTable) -> Any:
    """The same with its names; what is empty is there too."""
    game, play = game_view(table), trick_part(table, [])
    assert game is not None
    return SimpleNamespace(**asdict(game), **asdict(play))
