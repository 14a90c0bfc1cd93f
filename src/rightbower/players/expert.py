"""The expert: draws worlds that fit what was said and
played, looks at each in two ways, and chooses by the chance to win the game.

A world is solved with all hands open, and played on by league players who see only their own. The
first is what the cards allow, the second what people make of them; the truth lies between.
"""

from __future__ import annotations

import zlib
from typing import Final

import numpy as np

from rightbower.players.kernel.numbers.acts import number_of
from rightbower.players.kernel.numbers.bits import mask_of
from rightbower.players.kernel.worlds.options import (
    LEDGER,
    call_options,
    card_options,
    lead_options,
)
from rightbower.players.league import league
from rightbower.players.option_values import (
    Valued,
    breaks,
    cards_to_play,
    counts_of,
    ends_of,
    goes_alone,
    ledger,
    lost,
    point,
    value,
    valued,
)
from rightbower.players.views import View
from rightbower.players.worlds import Worlds, likely_worlds
from rightbower.rules.acts import Action, Bury, GoAlone, Name, Order, PickUp
from rightbower.rules.deal import Phase

WORLDS: Final = 200
QUICK: Final = 25
DRAWN: Final = 6  # worlds drawn for each one kept, to judge a card
CALLED: Final = 4  # worlds kept to judge a call, for each one to judge a card

# How much the open solution of a world counts beside the play of people.
OPEN: Final = 0.5
# A habit is kept where nothing is better by this share of a point's worth.
CLOSE: Final = 0.03


class Expert:
    """A player of a given number of worlds; deterministic for a seed."""

    def __init__(self, seed: int = 0, worlds: int = WORLDS) -> None:
        self.seed = seed
        self.worlds = worlds

    def __call__(self, view: View) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        values = self.values(view)
        best = max(values, key=lambda each: each.chance)
        close = best.chance - (CLOSE * point(view) if view.phase is not Phase.PLAY else 0)
        near = [each.action for each in values if each.chance >= close]
        habit = league(view)
        return habit if habit in near else best.action

    def values(self, view: View) -> list[Valued]:
        """Each legal action with the chance to win the game after it."""
        match view.phase:
            case Phase.PLAY:
                return self._cards(view)
            case Phase.BURY | Phase.ALONE:
                return self._leads(view)
            case _:
                return self._calls(view)

    def _worlds(self, view: View, drawn: int, kept: int) -> Worlds:
        return likely_worlds(view, drawn * self.worlds, kept * self.worlds, self._seed(view))

    def _seed(self, view: View) -> int:
        """The seed of this decision: from the player's own and from what is seen."""
        seen = f"{self.seed} {view.seat} {view.hand} {view.bids} {view.tricks}"
        return zlib.crc32(seen.encode())

    def _cards(self, view: View) -> list[Valued]:
        plays, cards = cards_to_play(view)
        seen = self._worlds(view, DRAWN, 1)
        solved, played = counts_of(len(plays))
        card_options(seen.rules, *seen.situation, cards, solved, played)
        return valued(plays, _mixed(solved, played), ends_of(view, goes_alone(view)))

    def _leads(self, view: View) -> list[Valued]:
        """What to bury, or whether to play alone: judged from the first lead."""
        options = view.legal
        hand = mask_of(view.hand)
        nobody = -1 if view.lone is None else int(view.lone)
        own, buried, lone = [], [], []
        for action in options:
            own.append(hand ^ (1 << action.card.index) if isinstance(action, Bury) else hand)
            buried.append(action.card.index if isinstance(action, Bury) else -1)
            lone.append(int(action.seat) if isinstance(action, GoAlone) else nobody)
        columns = [np.array(each, dtype=np.int64) for each in (own, buried, lone)]
        seen = self._worlds(view, 1, 1)
        solved, played = counts_of(len(options))
        lead_options(seen.rules, seen.moment, seen.hands, seen.times, *columns, solved, played)
        counts = _mixed(solved, played)
        ends = [ends_of(view, goes_alone(view, action)) for action in options]
        return [value(*each) for each in zip(options, counts, ends, strict=True)]

    def _calls(self, view: View) -> list[Valued]:
        """Each call; where alone is said later, a call is worth the better of the two."""
        calls = [number_of(action) for action in view.legal]
        later = view.book.alone.when != "with the call"
        found = self._called(view, calls)
        if later:
            trumps = [isinstance(action, Order | PickUp | Name) for action in view.legal]
            lone = self._called(
                view, [call + made for call, made in zip(calls, trumps, strict=True)]
            )
            found = [
                max(pair, key=lambda each: each.chance) for pair in zip(found, lone, strict=True)
            ]
        return [lost(view, each) if breaks(view, each.action) else each for each in found]

    def _called(self, view: View, calls: list[int]) -> list[Valued]:
        seen = self._worlds(view, CALLED, CALLED)
        played = np.zeros((len(calls), LEDGER), dtype=np.int64)
        numbers = np.array(calls, dtype=np.int64)
        call_options(seen.rules, seen.bends, seen.moment, seen.hands, seen.times, numbers, played)
        return valued(view.legal, played, ledger(view))


def _mixed(solved: np.ndarray, played: np.ndarray) -> np.ndarray:
    """Worlds counted both ways, solved and played on."""
    found: np.ndarray = OPEN * solved + (1 - OPEN) * played
    return found
