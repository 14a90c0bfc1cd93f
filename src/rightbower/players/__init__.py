"""Players: a player is a function from what a seat may know to what it does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from msgspec import Struct

from rightbower.players.league import league
from rightbower.players.thumb import beginner, club, club_of
from rightbower.players.views import View
from rightbower.rules.acts import Action
from rightbower.rules.book import RuleBook, load
from rightbower.rules.extras import needs
from rightbower.rules.refusal import Refusal, wrong_kind

Player = Callable[[View], Action]


def _random(seed: int) -> Player:
    """Does anything that is allowed; the same seed does the same things."""
    chance = Random(seed)
    return lambda view: chance.choice(view.legal)


def _first_expert(seed: int) -> Player:
    needs("a player who thinks", "numpy")
    from rightbower.players.expert import Expert

    return Expert(seed)


def _expert(seed: int) -> Player:
    needs("a player who thinks", "numpy")
    from rightbower.players.expert import Master

    return Master(seed)


def _quick(seed: int) -> Player:
    needs("a player who thinks", "numpy")
    from rightbower.players.expert import QUICK, Expert

    return Expert(seed, QUICK)


def _master(seed: int) -> Player:
    needs("a player who thinks", "numpy")
    from rightbower.players.expert import LONG, MANY, Master

    return Master(seed, MANY, LONG)


def _by_table(_seed: int) -> Player:
    needs("a player who thinks", "numpy")
    from rightbower.players.tables import league_by_table

    return league_by_table


class Bot(Struct, frozen=True):
    """A player that comes with Rightbower: what it is called, what it is, and how one is made."""

    name: str
    title: str
    doc: str
    make: Callable[[int], Player]

    def __call__(self, seed: int = 0) -> Player:
        return self.make(seed)

    def __str__(self) -> str:
        return f"{self.name}: {self.doc}"

    def plays(self, book: RuleBook | str) -> bool:
        """Whether it can play by a book: each of ours plays by any book that opens.

        Where a book is not studied (``players.thumb``), a plain searching player stands in for an expert.
        """
        load(book)
        return True


# One that is slow to load is imported inside its own function.
_BOTS: Final = (
    Bot("random", "Random player", "Does anything that is allowed.", _random),
    Bot(
        "beginner",
        "Beginner",
        "Calls with three trumps; plays high to win and low to lose.",
        lambda _seed: beginner,
    ),
    Bot(
        "club",
        "Club player",
        "Keeps to the sayings of the table, and forgets which cards are gone.",
        lambda _seed: club,
    ),
    Bot(
        "club-bold",
        "Bold club player",
        "A club player who calls on half a trick less.",
        lambda _seed: club_of("bold"),
    ),
    Bot(
        "club-careful",
        "Careful club player",
        "A club player who calls on half a trick more.",
        lambda _seed: club_of("careful"),
    ),
    Bot(
        "league",
        "League player",
        "Remembers cards and voids, and bids by seat and score.",
        lambda _seed: league,
    ),
    Bot(
        "league-table",
        "League player by the table",
        "Calls by the bidding table and plays like the league player.",
        _by_table,
    ),
    Bot("expert-quick", "Quick expert", "Tries 25 ways the hidden cards could lie.", _quick),
    Bot(
        "expert",
        "Expert",
        "Calls by the table; tries 340 ways for a card, with a network's judgment.",
        _expert,
    ),
    # by which others are measured: it stays as it is
    Bot("expert-1", "First expert", "Tries 200 ways for a card and 800 for a call.", _first_expert),
    Bot("master", "Master", "The strongest; takes up to 50 ms for a decision.", _master),
)
PLAYERS: Final[dict[str, Bot]] = {bot.name: bot for bot in _BOTS}


def player(name: str | Bot, seed: int = 0) -> Player:
    """A player by name; the seed matters only to players that leave something to chance."""
    if isinstance(name, Bot):
        return name.make(seed)
    if not isinstance(name, str):
        raise wrong_kind("name", "a player's name", name)
    if name not in PLAYERS:
        raise Refusal(f"there is no player called {name!r}; the players are {', '.join(PLAYERS)}")
    return PLAYERS[name].make(seed)
