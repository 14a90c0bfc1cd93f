"""Players: a player is a function from what a seat may know to what it does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from rightbower.players.league import league
from rightbower.players.thumb import beginner, club, club_of
from rightbower.players.views import View
from rightbower.rules.acts import Action
from rightbower.rules.refusal import Refusal

Player = Callable[[View], Action]


def _random(seed: int) -> Player:
    """Does anything that is allowed; the same seed does the same things."""
    chance = Random(seed)
    return lambda view: chance.choice(view.legal)


def _first_expert(seed: int) -> Player:
    from rightbower.players.expert import Expert

    return Expert(seed)


def _expert(seed: int) -> Player:
    from rightbower.players.expert import Master

    return Master(seed)


def _quick(seed: int) -> Player:
    from rightbower.players.expert import QUICK, Expert

    return Expert(seed, QUICK)


def _master(seed: int) -> Player:
    from rightbower.players.expert import LONG, MANY, Master

    return Master(seed, MANY, LONG)


def _by_table(_seed: int) -> Player:
    from rightbower.players.tables import league_by_table

    return league_by_table


# Each makes a player from a seed; one that is slow to load is imported inside its own function.
PLAYERS: Final[dict[str, Callable[[int], Player]]] = {
    "random": _random,
    "beginner": lambda _seed: beginner,
    "club": lambda _seed: club,
    "club-bold": lambda _seed: club_of("bold"),
    "club-careful": lambda _seed: club_of("careful"),
    "league": lambda _seed: league,
    "league-table": _by_table,
    "expert-quick": _quick,
    "expert": _expert,
    # the first expert, by which others are measured: it stays as it is
    "expert-1": _first_expert,
    "master": _master,
}


def player(name: str, seed: int = 0) -> Player:
    """A player by name; the seed matters only to players that leave something to chance."""
    if name not in PLAYERS:
        raise Refusal(f"there is no player called {name!r}; the players are {', '.join(PLAYERS)}")
    return PLAYERS[name](seed)
