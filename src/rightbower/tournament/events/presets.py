"""Ready-made events: one for each document, and those that clubs like to run beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from rightbower.rules.message import message
from rightbower.tournament.events.boards import BoardPlan
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Prize
from rightbower.tournament.events.games import OtherGame
from rightbower.tournament.names import marked


class Preset(Struct, frozen=True):
    """A kind of event; ``changes`` are settings it takes otherwise than its book.

    Where ``game`` is another than Euchre, ``target``, ``deals`` and ``minutes`` are that game's;
    ``boards`` are those of duplicate Euchre.
    """

    name: str
    title: str
    book: str
    says: str
    changes: Mapping[str, Any] = {}
    game: OtherGame | None = None
    target: int | None = None
    deals: int | None = None
    minutes: int | None = None
    prizes: tuple[Prize, ...] = ()
    boards: BoardPlan | None = None


_CLUB_TIES: Final = {
    "standings.two_level": "head to head, difference, points, shared",
    "standings.three_level": "head to head, difference, points, shared",
    "standings.more_level": "head to head, difference, points, shared",
}
_POINTS_TIES: Final = {
    "standings.two_level": "games won, difference, shared",
    "standings.three_level": "games won, difference, shared",
    "standings.more_level": "games won, difference, shared",
}
_INDIVIDUALS: Final = {
    "entering.unit": "individual",
    "movement.letter": "none",
    "movement.b_down": False,
    "standings.ranking": "points made",
    **_POINTS_TIES,
}
_PAIRS: Final = {
    "entering.unit": "pair",
    "movement.letter": "none",
    "movement.b_down": False,
    **_CLUB_TIES,
}

_BOARDS: Final = {
    "entering.unit": "pair",
    "movement.letter": "none",
    "movement.b_down": False,
    "standings.ranking": "event points",
    "standings.win": 0,
    "standings.draw": 0,
    "standings.loss": 0,
    "standings.sat_out": "average",
    "standings.two_level": "shared",
    "standings.three_level": "shared",
    "standings.more_level": "shared",
}

PRESETS: Final = {
    preset.name: preset
    for preset in (
        Preset(
            "alberta-pairs",
            "Open Pairs, Alberta 55 plus",
            "alberta-55plus",
            "Pairs; the A team goes up a table after each game; most wins.",
        ),
        Preset(
            "provincial-pairs",
            "Open, provincial 55 plus",
            "provincial-55plus",
            "Pairs; the A team goes up a table after each game; most wins.",
        ),
        Preset(
            "charity-day",
            "Charity day",
            "charity-social",
            "Everyone draws a table each round; eight rounds of eight deals; high and low win.",
        ),
        Preset(
            "national-progressive",
            "National progressive",
            "national-2025",
            "Seven minutes by the bell; winners part, losers stay and cut; two for a win.",
        ),
        Preset(
            "round-robin",
            "Full round robin",
            "standard",
            "Pairs; each meets every other once; most wins.",
            {"movement.kind": "full round robin", **_PAIRS},
        ),
        Preset(
            "whist-chart",
            "Individual chart",
            "standard",
            "Each partners every other once and meets everyone twice; most points.",
            {"movement.kind": "whist chart", **_INDIVIDUALS},
        ),
        Preset(
            "fair-draw",
            "Fair draw",
            "standard",
            "New partners each round, without repeats as long as there are others; most points.",
            {"movement.kind": "fair draw", **_INDIVIDUALS},
        ),
        Preset(
            "swiss-pairs",
            "Swiss pairs",
            "standard",
            "Pairs meet others with the same number of wins and nobody twice; most wins.",
            {"movement.kind": "swiss", **_PAIRS},
        ),
        Preset(
            "knock-out",
            "Knock-out",
            "standard",
            "Pairs; whoever loses is out.",
            {
                "movement.kind": "knock-out",
                **_PAIRS,
                "standings.ranking": "rounds survived",
                "standings.two_level": "shared",
                "standings.three_level": "shared",
                "standings.more_level": "shared",
            },
        ),
        Preset(
            "double-knock-out",
            "Double knock-out",
            "standard",
            "Pairs; whoever loses twice is out; the final is played again if its first loser wins it.",
            {
                "movement.kind": "double knock-out",
                **_PAIRS,
                "standings.ranking": "rounds survived",
                "standings.two_level": "shared",
                "standings.three_level": "shared",
                "standings.more_level": "shared",
            },
        ),
        Preset(
            "duplicate",
            "Duplicate",
            "standard",
            "Pairs; all play the same boards and each meets every other once (Howell); matchpoints.",
            {"movement.kind": "howell", **_BOARDS},
            boards=BoardPlan(2),
        ),
        Preset(
            "duplicate-mitchell",
            "Duplicate in two lines",
            "standard",
            "Pairs; one line stays and the other goes round (Mitchell); a winner in each line; matchpoints.",
            {"movement.kind": "mitchell", **_BOARDS},
            boards=BoardPlan(3, winners=2),
            prizes=(
                Prize("first, first line", line=1),
                Prize("first, second line", line=2),
            ),
        ),
        Preset(
            "bid-euchre-games",
            "Bid Euchre, Ontario 55 plus games",
            "standard",
            "Pairs; twelve games of eight deals, one team goes up a table after each; most points.",
            {
                "movement.rounds": 12,
                "standings.ranking": "points made",
                **_POINTS_TIES,
            },
            game=OtherGame("Bid Euchre", "plus and minus", warning=5),
            deals=8,
            minutes=20,
        ),
        Preset(
            "bid-euchre-club",
            "Bid Euchre at a club",
            "standard",
            "Everyone alone, new partners each game; six games; scores into the hundreds; most points.",
            {
                "movement.kind": "fair draw",
                "movement.rounds": 6,
                **_INDIVIDUALS,
            },
            game=OtherGame("Bid Euchre", "plus and minus"),
        ),
        Preset(
            "five-hundred",
            "500",
            "standard",
            "Pairs; each meets every other once, to 500 or until the bell; most wins.",
            {
                "movement.kind": "full round robin",
                **_PAIRS,
            },
            game=OtherGame("500", "plus and minus", step=10, warning=5),
            target=500,
            minutes=45,
        ),
        Preset(
            "whist-drive",
            "Whist drive",
            "standard",
            "Everyone alone; 25 deals, tricks counted, losers move; prizes for each line, at half-time"
            " and for the lowest.",
            {
                "movement.kind": "losers move",
                "movement.rounds": 25,
                **_INDIVIDUALS,
                "standings.two_level": "shared",
                "standings.three_level": "shared",
                "standings.more_level": "shared",
            },
            game=OtherGame("Whist", "tricks", together=13),
            deals=1,
            prizes=(
                Prize("highest, first line", line=1),
                Prize("highest, second line", line=2),
                Prize("half-time, first line", line=1, half=True),
                Prize("half-time, second line", line=2, half=True),
                Prize("lowest", low=True),
            ),
        ),
    )
}


def preset(name: str) -> Preset:
    """A preset by its name."""
    if name not in PRESETS:
        raise EventError(
            message(
                "there is no preset {text}; the presets are {known}",
                text=repr(name),
                known=", ".join(PRESETS),
            )
        )
    return PRESETS[name]


def title(name: str, practice: bool = False) -> str:
    """The name of an event; that of a practice event says so wherever it stands.

    >>> title("  Our  night "), title("Our night", True)
    ('Our night', 'Practice: Our night')
    """
    if not (named := marked(name, practice)):
        raise EventError(message("an event needs a name"))
    return named
