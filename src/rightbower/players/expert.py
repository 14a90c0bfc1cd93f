"""The expert and the master."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from msgspec import Struct

from rightbower.players.kernel.bits import BIT, mask_of, number_of
from rightbower.players.kernel.network import (
    judge_cards,
    network_options,
    play_contracts,
    weigh_again,
)
from rightbower.players.kernel.options import (
    KINDS,
    LEDGER,
    NOBODY,
    SIDE_LINES,
    call_options,
    card_options,
    lead_options,
)
from rightbower.players.kernel.worlds import NO_CALLS, Worlds, likely_worlds
from rightbower.players.league import league
from rightbower.players.tables import basis, call_by_table, calls_for, contracts, network
from rightbower.players.thumb import FEW_WAYS, WAYS, Searcher, unstudied
from rightbower.players.views import View
from rightbower.rules.acts import Action, Bury, GoAlone, Name, Order, PickUp, Play
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Phase, holds_trump

# What a deal brings the dealer's side, net, and how often: counted over 100,000 deals between four
# league players by `standard` (tools/count_outcomes.py counts them again).
OUTCOMES: Final = {1: 0.4998, 2: 0.1263, 4: 0.0535, -1: 0.1669, -2: 0.1413, -4: 0.0122}
LONGEST = 40
Turning = tuple[Seat, tuple[int, int]]  # who dealt, and the score after it


@lru_cache(maxsize=65536)
def chance(ours: int, theirs: int, we_deal: bool, target: int) -> float:
    """Our chance to win a game to ``target`` from here, with one side or the other about to deal.

    >>> round(chance(0, 0, True, 10) + chance(0, 0, False, 10), 6)
    1.0
    """
    if ours >= target:
        return 1.0
    if theirs >= target:
        return 0.0
    total = 0.0
    for net, share in OUTCOMES.items():
        gain = net if we_deal else -net
        mine, other = max(gain, 0), max(-gain, 0)
        total += share * chance(ours + mine, theirs + other, not we_deal, target)
    return total / sum(OUTCOMES.values())


@lru_cache(maxsize=65536)
def chance_in_deals(lead: int, deals: int, we_deal: bool) -> float:
    """Our chance to be ahead after so many more deals; half a win for a level end."""
    if deals == 0:
        return 0.5 if lead == 0 else float(lead > 0)
    total = 0.0
    for net, share in OUTCOMES.items():
        gain = net if we_deal else -net
        total += share * chance_in_deals(lead + gain, deals - 1, not we_deal)
    return total / sum(OUTCOMES.values())


class Worth:
    """What an end of this deal is worth to a side: its chance to win the game."""

    def __init__(self, view: View, side: Side) -> None:
        self.book: RuleBook = view.book
        self.side = side
        self.score = (view.score[side], view.score[side.other])
        self.next_deals_ours = view.dealer.left.side is side
        self.target = view.target
        self.left = None if view.book.game.deals is None else view.book.game.deals - view.played - 1

    def of(self, ours: int, theirs: int) -> float:
        """The chance once each side has these points more."""
        mine, other = self.score[0] + ours, self.score[1] + theirs
        if self.target is None:
            left = min(max(self.left or 0, 0), LONGEST)
            return chance_in_deals(mine - other, left, self.next_deals_ours)
        return chance(mine, other, self.next_deals_ours, self.target)

    def end(self, makers: Side, alone: bool, kind: int) -> tuple[float, int]:
        """The chance, and our net points, after makers were euchred (0), made it (1), marched (2)."""
        rules = self.book.score
        if kind == 0:
            winners, points = makers.other, rules.lone_euchre if alone else rules.euchre
        elif kind == 1:
            winners, points = makers, rules.lone_make if alone else rules.make
        else:
            winners, points = makers, rules.lone_march if alone else rules.march
        if winners is self.side:
            return self.of(points, 0), points
        return self.of(0, points), -points


def win_chances(
    book: RuleBook, target: int | None, deals: Sequence[Turning], winner: Side | None, side: Side
) -> list[float]:
    """A side's chance to win before the first deal and after each one; the last is the result."""
    if not deals:
        return []
    found = [_chance_at(book, target, (0, 0), deals[0][0], 0, side)]
    for number, (dealer, score) in enumerate(deals, 1):
        found.append(_chance_at(book, target, score, dealer.left, number, side))
    found[-1] = 0.5 if winner is None else float(winner is side)
    return found


def _chance_at(
    book: RuleBook,
    target: int | None,
    score: tuple[int, int],
    dealer: Seat,
    played: int,
    side: Side,
) -> float:
    ours, theirs, we_deal = score[side], score[side.other], dealer.side is side
    if target is not None:
        return chance(max(ours, 0), max(theirs, 0), we_deal, target)
    left = max((book.game.deals or played) - played, 0)
    return chance_in_deals(ours - theirs, left, we_deal)


Ends = Sequence[tuple[float, int]]


class Valued(Struct, frozen=True):
    """An action with the chance to win after it, the points it brings, and the chance's error."""

    action: Action
    chance: float
    points: float
    error: float

    def __str__(self) -> str:
        chance = f"wins {100 * self.chance:.1f}% ± {100 * self.error:.1f}"
        return f"{self.action!s:<16} {self.points:+.2f} points, {chance}"


def point(view: View) -> float:
    """What one point is worth now, as chance to win."""
    assert view.seat is not None
    worth = Worth(view, view.seat.side)
    return worth.of(1, 0) - worth.of(0, 0)


def cards_to_play(view: View) -> tuple[list[Play], np.ndarray]:
    """The cards that may be played, from the lowest, and each as a bit relative to trump."""
    assert view.trump is not None
    bits = BIT[view.trump]
    plays = [action for action in view.legal if isinstance(action, Play)]
    plays.sort(key=lambda action: int(bits[action.card.index]))
    return plays, np.array([bits[action.card.index] for action in plays], dtype=np.int64)


def counts_of(options: int) -> tuple[np.ndarray, np.ndarray]:
    """Room to count worlds in, twice: solved and played on."""
    shape = (options, KINDS)
    return np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)


def goes_alone(view: View, action: Action | None = None) -> bool:
    """Whether the makers play alone, after this action where there is one."""
    assert view.maker is not None
    seat = action.seat if isinstance(action, GoAlone) else view.lone
    return seat is not None and seat.side is view.maker.side


def ends_of(view: View, alone: bool) -> Ends:
    """What it is worth that the makers are euchred, make it, or march."""
    assert view.seat is not None
    assert view.maker is not None
    worth = Worth(view, view.seat.side)
    return [worth.end(view.maker.side, alone, kind) for kind in range(KINDS)]


def ledger(view: View) -> Ends:
    """What each line of a call's ledger is worth: side × alone × kind, and nobody's call."""
    assert view.seat is not None
    worth = Worth(view, view.seat.side)
    ends = [
        worth.end(side, alone, kind)
        for side in Side
        for alone in (False, True)
        for kind in range(KINDS)
    ]
    return [*ends, (worth.of(0, 0), 0)]


def breaks(view: View, action: Action) -> bool:
    """Whether a call lacks the trump that the book asks for, and loses the game by it."""
    rules = view.book.bidding
    if rules.breach != "loses the game" or rules.trump_to_order == "nobody":
        return False
    if not isinstance(action, Order | Name) or action.seat is view.dealer:
        return False
    assert view.turn_up is not None
    suit = action.suit if isinstance(action, Name) else view.turn_up.suit
    return not holds_trump(view.hand, suit, rules.left_counts)


def lost(view: View, each: Valued) -> Valued:
    """An action that loses the game at once."""
    return Valued(each.action, 0.0, -float(view.target or 0), 0.0)


def valued(actions: Sequence[Action], counts: np.ndarray, ends: Ends) -> list[Valued]:
    """Actions by their rows of counts."""
    return [value(action, row, ends) for action, row in zip(actions, counts, strict=True)]


def value(action: Action, counts: np.ndarray, ends: Ends) -> Valued:
    """An action by how many worlds ended each way, and what each end is worth."""
    total = float(counts.sum())
    shares = counts / total
    chances = np.array([chance for chance, _ in ends])
    points = np.array([net for _, net in ends])
    mean = float(shares @ chances)
    spread = max(float(shares @ chances**2) - mean**2, 0.0)
    return Valued(action, mean, float(shares @ points), (spread / total) ** 0.5)


WORLDS: Final = 200
QUICK: Final = 25
DRAWN: Final = 6  # worlds drawn for each one kept, to judge a card
CALLED: Final = 4  # worlds kept to judge a call, for each one to judge a card

# How much the open solution of a world counts beside the play of people.
OPEN: Final = 0.5


def _spelled(action: Action) -> str:
    """An act by its fields: seeds come from this text, and the same seed plays the same game."""
    fields = ", ".join(f"{name}={getattr(action, name)!r}" for name in action.__struct_fields__)
    return f"{type(action).__name__}({fields})"


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
        if unstudied(view.book) is not None:
            return self._searcher()(view)
        return self.choice(view, self.values(view))

    def choice(self, view: View, values: Sequence[Valued]) -> Action:
        """What it does by these values of its own; of equals what a league player would do.

        Calls and discards count as equal where little lies between them.
        """
        best = max(values, key=lambda each: each.chance)
        close = best.chance - (CLOSE * point(view) if view.phase is not Phase.PLAY else 0)
        near = [each.action for each in values if each.chance >= close]
        if len(near) == 1:
            return near[0]
        habit = league(view)
        return habit if habit in near else best.action

    def values(self, view: View) -> list[Valued]:
        """Each legal action with the chance to win the game after it."""
        if unstudied(view.book) is not None:
            return self._searched(view)
        match view.phase:
            case Phase.PLAY:
                return self._cards(view)
            case Phase.BURY | Phase.ALONE:
                return self._leads(view)
            case _:
                return self._calls(view)

    def _searcher(self) -> Searcher:
        """Who stands in where the kernel does not know the book; a quick player tries fewer ways."""
        return Searcher(self.seed, FEW_WAYS if self.worlds <= QUICK else WAYS)

    def _searched(self, view: View) -> list[Valued]:
        """By plain search, where the kernel does not know the book."""
        assert view.seat is not None
        worth = Worth(view, view.seat.side)
        now = worth.of(0, 0)
        share = worth.of(1, 0) - now
        points = self._searcher().points(view)
        rows = zip(view.legal, points, strict=True)
        return [Valued(act, now + share * net, net, share) for act, net in rows]

    def _worlds(self, view: View, drawn: int, kept: int) -> Worlds:
        return likely_worlds(view, drawn * self.worlds, kept * self.worlds, self._seed(view))

    def _seed(self, view: View) -> int:
        """The seed of this decision: from the player's own and from what is seen."""
        bids = f"({', '.join(map(_spelled, view.bids))}{',' * (len(view.bids) == 1)})"
        seen = f"{self.seed} {view.seat} {view.hand} {bids} {view.tricks}"
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
MASTER_WORLDS: Final = 340
MANY: Final = 400


class Master(Expert):
    """A player of a given effort; deterministic for a seed."""

    def __init__(self, seed: int = 0, worlds: int = MASTER_WORLDS, effort: Effort = BRIEF) -> None:
        super().__init__(seed, worlds)
        self.effort = effort

    def __call__(self, view: View) -> Action:
        if len(view.legal) > 1 and (called := _call_of_table(view)) is not None:
            return called
        return super().__call__(view)

    def choice(self, view: View, values: Sequence[Valued]) -> Action:
        """What it does: calls by the table, where there is one, and the rest by its values."""
        called = _call_of_table(view)
        return super().choice(view, values) if called is None else called

    def worlds_of(self, view: View) -> Worlds:
        """As many worlds as this player keeps, drawn by how likely they are."""
        return self._worlds(view, self.effort.drawn, 1)

    def _called(self, view: View, calls: list[int]) -> list[Valued]:
        found = self.auctions(view, calls)
        return super()._called(view, calls) if found is None else found.valued(view.legal)

    def auctions(self, view: View, calls: list[int]) -> Auctions | None:
        """Each call in worlds where the others call on by the table and the network plays the cards.

        None where no table is made for this auction, or the network has not learnt such deals.
        """
        table = calls_for(view)
        if table is None or not basis(view.book).exact or not _network_learnt(view.book):
            return None
        seen = self._worlds(view, CALLED, CALLED)
        there = seen.times > 0
        hands = seen.hands[there, : len(Seat)].copy()
        hands[:, view.seat] = mask_of(view.hand)
        rows = [contracts(view, table, hands, call) for call in calls]
        return self._played_out(view, seen, hands, seen.times[there], rows)

    def buries(self, view: View) -> Auctions | None:
        """Each discard in worlds where the network plays the cards; None where it has not learnt such."""
        assert view.seat is not None
        assert view.turn_up is not None
        if not _network_knows(view):
            return None
        seen = self._worlds(view, CALLED, CALLED)
        there = seen.times > 0
        hands = seen.hands[there, : len(Seat)].copy()
        hands[:, view.seat] = mask_of(view.hand) & ~(1 << view.turn_up.index)
        alone = view.lone is not None
        rows = []
        for action in view.legal:
            assert isinstance(action, Bury)
            row = (view.maker, view.turn_up.suit, alone, 1, action.card.index)
            rows.append(np.tile(np.array(row, dtype=np.int64), (len(hands), 1)))
        return self._played_out(view, seen, hands, seen.times[there], rows)

    def _played_out(
        self, view: View, seen: Worlds, hands: np.ndarray, times: np.ndarray, each: list[np.ndarray]
    ) -> Auctions:
        """What comes of contracts in the same worlds, a list of them for each choice."""
        rows = np.concatenate(each)
        made = rows[:, 0] >= 0
        kinds = np.zeros(len(rows), dtype=np.int64)
        played = np.zeros(made.sum(), dtype=np.int64)
        dealt = np.ascontiguousarray(np.tile(hands, (len(each), 1))[made])
        contracts = np.ascontiguousarray(rows[made])
        play_contracts(seen.rules, seen.moment, dealt, contracts, _ends(view), *network(), played)
        kinds[made] = played
        lines = SIDE_LINES * (rows[:, 0] & 1) + KINDS * rows[:, 2] + kinds
        ends = np.array(ledger(view))[np.where(made, lines, NOBODY)]
        return Auctions(times, *ends.reshape(len(each), len(hands), 2).transpose(2, 0, 1))

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
            most = self.effort.playouts // len(cards)
            found += by_playing * self._played_on(seen, cards, worths, most)
        return found

    def _weighed_again(self, seen: Worlds, worths: np.ndarray) -> Worlds:
        """The worlds drawn anew, by how likely the network would have played the others' cards."""
        times = np.zeros_like(seen.times)
        sharpness = SHARPNESS / max(worths[1] - worths[0], LEAST_WORTH)
        weigh_again(*seen.situation, worths, *network(), sharpness, self.worlds, times)
        return seen._replace(times=times)

    def played_on(self, view: View) -> list[Valued] | None:
        """Each choice with the network playing on in every seat, in all worlds.

        None where the network has not learnt such deals, or alone is said later.
        """
        match view.phase:
            case Phase.PLAY if _network_knows(view):
                plays, cards = cards_to_play(view)
                worths = _makers_worths(view)
                seen = self._weighed_again(self._worlds(view, self.effort.drawn, 1), worths)
                shares = self._played_on(seen, cards, worths, len(seen.times))
                return valued(plays, self.worlds * shares, ends_of(view, goes_alone(view)))
            case Phase.BURY:
                found = self.buries(view)
            case Phase.ROUND_ONE | Phase.ROUND_TWO if view.book.alone.when == "with the call":
                found = self.auctions(view, [number_of(action) for action in view.legal])
            case _:
                return None
        return None if found is None else found.valued(view.legal)

    def _played_on(
        self, seen: Worlds, cards: np.ndarray, worths: np.ndarray, most: int
    ) -> np.ndarray:
        """How often each card ends in each kind when the network plays on in so many worlds."""
        played, _ = counts_of(len(cards))
        network_options(seen.rules, *seen.situation, cards, worths, *network(), most, played)
        shares: np.ndarray = played / played[0].sum()
        return shares


def _call_of_table(view: View) -> Action | None:
    return None if view.phase in (Phase.PLAY, Phase.BURY) else call_by_table(view)


def _ends(view: View) -> np.ndarray:
    """What the kinds are worth to makers: a row for each side with its partner, and alone."""
    rows = [
        [Worth(view, side).end(side, alone, kind)[0] for kind in range(KINDS)]
        for side in Side
        for alone in (False, True)
    ]
    return np.array(rows)


class Auctions(Struct, frozen=True, eq=False):
    """Calls in the same worlds: how often each world was drawn, and by call and world what came of it."""

    times: np.ndarray
    chances: np.ndarray
    points: np.ndarray

    def valued(self, actions: Sequence[Action]) -> list[Valued]:
        """Each call by its mean, with the error of that."""
        weights = self.times / self.times.sum()
        means, points = self.chances @ weights, self.points @ weights
        spread = ((self.chances - means[:, None]) ** 2 @ weights / self.times.sum()) ** 0.5
        rows = zip(actions, means, points, spread, strict=True)
        return [Valued(action, float(m), float(p), float(e)) for action, m, p, e in rows]


def _network_learnt(book: RuleBook) -> bool:
    """Whether the network has learnt deals of this book: three tricks make it."""
    return book.score.tricks_to_make == TRICKS_LEARNT and unstudied(book) is None


def _network_knows(view: View) -> bool:
    """Whether the network has learnt such deals: only makers are alone, and three tricks make it."""
    usual = view.lone is None or view.lone is view.maker
    return usual and _network_learnt(view.book)


def _makers_worths(view: View) -> np.ndarray:
    """What it is worth to the makers to be euchred, to make it, and to march."""
    assert view.maker is not None
    worth = Worth(view, view.maker.side)
    alone = goes_alone(view)
    return np.array([worth.end(view.maker.side, alone, kind)[0] for kind in range(KINDS)])
