"""The expert: samples worlds that fit what was seen and said, looks ahead in each, and chooses by
the chance to win the game."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final

import numpy as np
from msgspec import Struct

from rightbower.cards import PACK, Seat, Side
from rightbower.deal import (
    Action,
    Bury,
    GoAlone,
    Name,
    Order,
    Pass,
    Phase,
    PickUp,
    Play,
    TurnDown,
)
from rightbower.kernel.auction import (
    KINDS,
    LEDGER,
    NOBODY,
    WEIGHTS,
    call_values,
    pass_values,
    play_class,
)
from rightbower.kernel.lookahead import BIT, lane_of, try_moves
from rightbower.players.club import club
from rightbower.players.equity import Worth
from rightbower.players.worlds import BARS, likely_worlds, mask
from rightbower.view import View

CLOSE: Final = 0.002


class Valued(Struct, frozen=True):
    """An action with the chance to win after it, the points it brings, and the chance's error."""

    action: Action
    chance: float
    points: float
    error: float


Ends = list[tuple[float, int]]


class Expert:
    """A player of a given number of worlds; deterministic for a seed."""

    def __init__(self, seed: int = 0, worlds: int = 60) -> None:
        self.seed = seed
        self.worlds = worlds

    def __call__(self, view: View) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        values = self.values(view)
        best = max(values, key=lambda each: each.chance)
        near = [each.action for each in values if each.chance >= best.chance - CLOSE]
        habit = club(view)
        return habit if habit in near else best.action

    def values(self, view: View) -> list[Valued]:
        """Each legal action with the chance to win the game after it."""
        match view.phase:
            case Phase.PLAY:
                return self._plays(view)
            case Phase.BURY:
                return self._buries(view)
            case Phase.ALONE:
                return self._alone(view)
            case _:
                return self._bids(view)

    def _chance(self, view: View) -> int:
        """A seed for this decision: from the player's own and from what is seen."""
        seen = f"{self.seed} {view.seat} {view.hand} {view.bids} {view.tricks}"
        return zlib.crc32(seen.encode()) + 1

    def _plays(self, view: View) -> list[Valued]:
        assert view.seat is not None
        assert view.trump is not None
        assert view.maker is not None
        bits = BIT[view.trump]
        worlds = self._layout(view, self._worlds(view), bits)
        trick = view.tricks[-1]
        led = best = who = 0
        for seat, card in trick.plays:
            bit = int(bits[card.index])
            led = led or int(lane_of(bit))
            if bit > best and bit & (led | (0x7F << 24)):
                best, who = bit, int(seat)
        out = 4 if view.lone is None else int(view.lone.partner)
        size = 4 if out == 4 else 3
        makers = view.maker.side
        won = sum(each.winner is not None and each.winner.side is makers for each in view.tricks)
        cards = [action.card for action in view.legal if isinstance(action, Play)]
        moves = np.array([bits[card.index] for card in cards], dtype=np.int64)
        found = np.zeros((len(cards), KINDS), dtype=np.int64)
        try_moves(
            worlds,
            moves,
            int(view.seat),
            led,
            best,
            who,
            size - len(trick.plays),
            won,
            6 - len(view.tricks),
            int(makers),
            out,
            view.book.score.tricks_to_make,
            found,
        )
        lone = view.lone is not None and view.lone.side is makers
        ends = self._ends(view, makers, lone)
        return [
            _valued(action, counts, ends) for action, counts in zip(view.legal, found, strict=True)
        ]

    def _buries(self, view: View) -> list[Valued]:
        assert view.seat is not None
        assert view.trump is not None
        assert view.maker is not None
        worlds = self._worlds(view)
        out = 4 if view.lone is None else int(view.lone.partner)
        leader = self._leader(view, view.lone)
        makers = view.maker.side
        ends = self._ends(view, makers, view.lone is not None)
        mine = mask(view.hand)
        found: list[Valued] = []
        for action in view.legal:
            assert isinstance(action, Bury)
            worlds[:, view.seat] = mine ^ (1 << action.card.index)
            counts = self._played(view, worlds, leader, makers, out)
            found.append(_valued(action, counts, ends))
        return found

    def _played(
        self, view: View, worlds: np.ndarray, leader: Seat, makers: Side, out: int
    ) -> np.ndarray:
        """How many worlds end euchred, made, marched from the first lead."""
        assert view.trump is not None
        enough = view.book.score.tricks_to_make
        counts = np.zeros(KINDS, dtype=np.int64)
        for world in worlds:
            kind = play_class(world[:4], int(view.trump), int(leader), int(makers), out, enough)
            counts[kind] += 1
        return counts

    def _alone(self, view: View) -> list[Valued]:
        assert view.seat is not None
        assert view.maker is not None
        worlds = self._worlds(view)
        worlds[:, view.seat] = mask(view.hand)
        makers = view.maker.side
        found: list[Valued] = []
        for action in view.legal:
            lone = view.seat if isinstance(action, GoAlone) else None
            out = 4 if lone is None else int(lone.partner)
            ends = self._ends(view, makers, lone is not None and lone.side is makers)
            leader = self._leader(view, lone)
            counts = self._played(view, worlds, leader, makers, out)
            found.append(_valued(action, counts, ends))
        return found

    def _bids(self, view: View) -> list[Valued]:
        worlds = self._worlds(view)
        assert view.seat is not None
        worlds[:, view.seat] = mask(view.hand)
        return [self._after(view, action, worlds) for action in view.legal]

    def _after(self, view: View, action: Action, worlds: np.ndarray) -> Valued:
        """What a bid is worth, over the worlds."""
        assert view.turn_up is not None
        ledger = np.zeros(LEDGER, dtype=np.int64)
        book = view.book
        keep = int(book.burying.turn_up == "never")
        left_of_lone = int(book.alone.lead == "left of lone player")
        enough = book.score.tricks_to_make
        common = (int(view.dealer), view.turn_up.index)
        if isinstance(action, Pass | TurnDown):
            pass_values(
                worlds,
                *common,
                int(action.seat),
                int(view.phase is Phase.ROUND_ONE),
                int(book.bidding.all_pass == "stick the dealer"),
                int(book.bidding.partner_order == "must be alone"),
                int(book.bidding.natural_scope != "nobody"),
                keep,
                left_of_lone,
                enough,
                BARS,
                WEIGHTS,
                ledger,
            )
        else:
            assert isinstance(action, Order | PickUp | Name)
            trump = action.suit if isinstance(action, Name) else view.turn_up.suit
            ordered = int(not isinstance(action, Name))
            call_values(
                worlds,
                *common,
                int(action.seat),
                int(trump),
                int(action.alone),
                ordered,
                keep,
                left_of_lone,
                enough,
                ledger,
            )
        return _valued(action, ledger, self._all_ends(view))

    def _all_ends(self, view: View) -> Ends:
        """What each line of the ledger is worth: side × alone × kind, and nobody's call."""
        assert view.seat is not None
        worth = Worth(view, view.seat.side)
        ends = [
            worth.end(side, alone, kind)
            for side in Side
            for alone in (False, True)
            for kind in range(KINDS)
        ]
        assert len(ends) == NOBODY
        return [*ends, (worth.of(0, 0), 0)]

    def _ends(self, view: View, makers: Side, alone: bool) -> Ends:
        assert view.seat is not None
        worth = Worth(view, view.seat.side)
        return [worth.end(makers, alone, kind) for kind in range(KINDS)]

    def _leader(self, view: View, lone: Seat | None) -> Seat:
        first = view.dealer.left
        if lone is not None and view.book.alone.lead == "left of lone player":
            first = lone.left
        return first.left if lone is not None and first is lone.partner else first

    def _worlds(self, view: View) -> np.ndarray:
        return likely_worlds(view, self.worlds, self._chance(view))

    def _layout(self, view: View, worlds: np.ndarray, bits: np.ndarray) -> np.ndarray:
        """The four hands in the layout relative to trump; a hand put away is empty."""
        assert view.seat is not None
        hands = worlds[:, :4]
        spread = (hands[:, :, None] >> np.arange(len(PACK))) & 1
        laid: np.ndarray = spread @ bits
        laid[:, view.seat] = sum(int(bits[card.index]) for card in view.hand)
        if view.lone is not None:
            laid[:, view.lone.partner] = 0
        return laid


def _valued(action: Action, counts: np.ndarray, ends: Ends) -> Valued:
    """An action by how many worlds ended each way, and what each end is worth."""
    shares = counts / counts.sum()
    chances = np.array([chance for chance, _ in ends])
    points = np.array([net for _, net in ends])
    mean = float(shares @ chances)
    spread = max(float(shares @ chances**2) - mean**2, 0.0)
    return Valued(action, mean, float(shares @ points), (spread / float(counts.sum())) ** 0.5)


def expert(seed: int) -> Callable[[View], Action]:
    """The expert at full strength."""
    return Expert(seed)
