"""Every movement by its name in the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NoReturn

from rightbower.rules.message import message
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.movements import double, drawn, pairs_up
from rightbower.tournament.events.movements import drawn as hosts_deck
from rightbower.tournament.events.movements import losers as losers_move
from rightbower.tournament.events.movements import ring as charted
from rightbower.tournament.events.movements import winners as winners_part
from rightbower.tournament.events.movements.movement import RoundDraw, RoundMaker


def _league_only(event: Event, _: RoundDraw) -> NoReturn:
    raise EventError(
        message("the movement {text} is not seated here", text=repr(event.plan.movement.kind))
    )


MOVEMENTS: Final[Mapping[str, RoundMaker]] = {
    "A up": pairs_up.MOVEMENT,
    "host's deck": hosts_deck.MOVEMENT,
    "winners part": winners_part.MOVEMENT,
    "losers move": losers_move.MOVEMENT,
    **dict.fromkeys(charted.CHARTS, charted.MOVEMENT),
    "fair draw": drawn.FAIR_DRAW,
    "swiss": drawn.SWISS,
    "knock-out": drawn.KNOCK_OUT,
    "double knock-out": double.MOVEMENT,
    "fixtures": RoundMaker(_league_only),
}
