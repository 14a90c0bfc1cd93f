"""The master: calls by table, and judges cards by worlds and by a network that learnt from play.

Worlds are weighed by how likely they make what was said and played, as by the expert, and by
what the table would have called. A world is solved with all hands open and played on by league
players; beside that stands what the network says of each card from the seat's own view. With more time it
also plays worlds on with the network in every seat, in worlds that it finds likely itself.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rightbower.players.equity import Worth
from rightbower.players.expert import Expert
from rightbower.players.kernel.worlds.network import judge_cards
from rightbower.players.kernel.worlds.network_play import network_options
from rightbower.players.kernel.worlds.network_weights import weigh_again
from rightbower.players.kernel.worlds.options import KINDS, card_options
from rightbower.players.league import league
from rightbower.players.option_values import (
    Valued,
    cards_to_play,
    counts_of,
    ends_of,
    goes_alone,
    valued,
)
from rightbower.players.tables import call_by_table, calls_for, network
from rightbower.players.views import View
from rightbower.players.worlds import NO_CALLS, Worlds, likely_worlds
from rightbower.rules.acts import Action
from rightbower.rules.deal import Phase

# How far the others are trusted to call by the table.
TRUST: Final = 0.6
# How sharply the network is thought to choose between cards, by what making it is worth.
SHARPNESS: Final = 18.0
LEAST_WORTH: Final = 1e-9
TRICKS_LEARNT: Final = 3  # the network knows deals that are made with so many tricks


class Effort(Struct, frozen=True):
    """How a player judges cards: worlds drawn for each one kept, and deals the network plays on.

    ``shares`` say how much the solved worlds, the worlds played on by league players, the network's
    word and its playing on count for.
    """

    drawn: int
    playouts: int
    shares: tuple[float, float, float, float]


BRIEF: Final = Effort(6, 0, (0.39, 0.16, 0.45, 0.0))
LONG: Final = Effort(6, 700, (0.24, 0.10, 0.32, 0.34))
WORLDS: Final = 340
MANY: Final = 400


class Master(Expert):
    """A player of a given effort; deterministic for a seed."""

    def __init__(self, seed: int = 0, worlds: int = WORLDS, effort: Effort = BRIEF) -> None:
        super().__init__(seed, worlds)
        self.effort = effort

    def __call__(self, view: View) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        if view.phase is Phase.PLAY:
            return self._best_card(view)
        called = None if view.phase is Phase.BURY else call_by_table(view)
        return super().__call__(view) if called is None else called

    def _best_card(self, view: View) -> Action:
        """The best card; of equals the one that a league player would play."""
        values = self._cards(view)
        best = max(each.chance for each in values)
        near = [each.action for each in values if each.chance >= best]
        if len(near) == 1:
            return near[0]
        habit = league(view)
        return habit if habit in near else near[0]

    def values(self, view: View) -> list[Valued]:
        """Each legal action with the chance to win the game after it.

        Worlds played on judge calls less well than the table, so its call counts for no less than
        the best of the others.
        """
        found = super().values(view)
        if view.phase in (Phase.PLAY, Phase.BURY):
            return found
        called = call_by_table(view)
        most = max(found, key=lambda each: each.chance)
        return [
            replace(each, chance=most.chance) if each.action == called else each for each in found
        ]

    def _worlds(self, view: View, drawn: int, kept: int) -> Worlds:
        calls = calls_for(view)
        seed = self._seed(view)
        lines, trust = (NO_CALLS, 0.0) if calls is None else (calls.lines, TRUST)
        return likely_worlds(view, drawn * self.worlds, kept * self.worlds, seed, lines, trust)

    def _cards(self, view: View) -> list[Valued]:
        plays, cards = cards_to_play(view)
        seen = self._worlds(view, self.effort.drawn, 1)
        ends = ends_of(view, goes_alone(view))
        return valued(plays, self.worlds * self._shares(view, seen, cards), ends)

    def _shares(self, view: View, seen: Worlds, cards: np.ndarray) -> np.ndarray:
        """How often each card ends in each kind: several judges, mixed."""
        by_open, by_league, by_network, by_playing = self.effort.shares
        known = _network_knows(view)
        worths = _makers_worths(view)
        if known and by_playing:
            seen = self._weighed_again(seen, worths)
        solved, played = counts_of(len(cards))
        card_options(seen.rules, *seen.situation, cards, solved, played)
        total = solved[0].sum()
        found: np.ndarray = (by_open * solved + by_league * played) / total
        if not known:
            return found / (by_open + by_league)
        told = np.zeros((len(cards), KINDS))
        judge_cards(seen.moment, seen.plays, cards, *network(), told)
        found += by_network * told
        if by_playing:
            found += by_playing * self._played_on(seen, cards, worths)
        return found

    def _weighed_again(self, seen: Worlds, worths: np.ndarray) -> Worlds:
        """The worlds drawn anew, by how likely the network would have played the others' cards."""
        times = np.zeros_like(seen.times)
        sharpness = SHARPNESS / max(worths[1] - worths[0], LEAST_WORTH)
        weigh_again(*seen.situation, worths, *network(), sharpness, self.worlds, times)
        return seen._replace(times=times)

    def _played_on(self, seen: Worlds, cards: np.ndarray, worths: np.ndarray) -> np.ndarray:
        """How often each card ends in each kind when the network plays on."""
        played, _ = counts_of(len(cards))
        most = self.effort.playouts // len(cards)
        network_options(seen.rules, *seen.situation, cards, worths, *network(), most, played)
        shares: np.ndarray = played / played[0].sum()
        return shares


def _network_knows(view: View) -> bool:
    """Whether the network has learnt such deals: only makers are alone, and three tricks make it."""
    usual = view.lone is None or view.lone is view.maker
    return usual and view.book.score.tricks_to_make == TRICKS_LEARNT


def _makers_worths(view: View) -> np.ndarray:
    """What it is worth to the makers to be euchred, to make it, and to march."""
    assert view.maker is not None
    worth = Worth(view, view.maker.side)
    alone = goes_alone(view)
    return np.array([worth.end(view.maker.side, alone, kind)[0] for kind in range(KINDS)])
