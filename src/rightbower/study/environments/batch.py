"""Many tables side by side in arrays, compiled: a million acts a second and more, by any book.

    from rightbower.study.environments.batch import Tables
    tables = Tables("standard", 1024, seed=7)
    points, over = tables.step(tables.acts_of("random"))

What is seen, what is legal and what a deal brings is the same, bit for bit, as in the deal that can
be read, which judges it in the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from msgspec.structs import replace

from rightbower.players.kernel import batch as kernel
from rightbower.players.kernel.bits import (
    ALONE_LATER,
    BURY,
    GO_ALONE,
    KEEP_PARTNER,
    NAME,
    ORDER,
    PARTNER_BOUND,
    PASS,
    PICK_UP,
    PLAY,
    TURN_DOWN,
    action_of,
    pack,
)
from rightbower.players.league import lighter, lone_shift
from rightbower.players.sight import FAR, ScoreSituation
from rightbower.players.simulate import new_game
from rightbower.players.thumb import refuse_unstudied
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import HAND_SIZE, PACK, Seat, Side
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import Game, act, deal_out
from rightbower.rules.refusal import Refusal
from rightbower.study.environments.spaces import ACTIONS, SIZE

STYLES: Final = {"random": kernel.RANDOM, "league": kernel.LEAGUE}
_SEEDS: Final = 1 << 63
_MOST: Final = 1 << 40
_HIGHEST: Final = (
    60  # from this score on the league player calls as at it, where there is no target
)

# What an act is for each row of observations and of masks.
Chooser: TypeAlias = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Tables:
    """Tables side by side: at each a deal is played by itself, or a whole game.

    ``turns`` says whose turn it is at each table, -1 where nothing is under way. ``step`` takes the
    number of an act for each table; the arrays that it and the others give are written anew each
    time. With ``go_on`` the next episode is dealt where one is over.
    """

    def __init__(
        self,
        book: str | RuleBook = "standard",
        count: int = 1024,
        seed: int = 1,
        whole_game: bool = False,
        go_on: bool = True,
    ) -> None:
        if int(count) != count or count < 1:
            raise Refusal("there is at least one table, and a whole number of them")
        self.book, self.count, self.seed = refuse_unstudied(load(book)), count, seed
        self.whole_game, self.go_on = whole_game, go_on
        self._rules = np.concatenate([pack(self.book), _ends(self.book, whole_game)])
        self._bends = _bends(self.book, int(self._rules[kernel.SCORES]))
        self._rows = np.zeros((count, kernel.ROW), dtype=np.int64)
        self._packs = np.zeros((count, len(PACK)), dtype=np.uint8)
        self._acts = np.zeros(count, dtype=np.int64)
        self._masks = np.zeros((count, ACTIONS), dtype=np.int8)
        self._seen = np.zeros((count, SIZE), dtype=np.float32)
        self._all = np.ones(count, dtype=np.bool_)
        self.reset()

    def __len__(self) -> int:
        return self.count

    def __repr__(self) -> str:
        return f"<{self.count:,} tables of {self.book.name}>"

    @property
    def turns(self) -> np.ndarray:
        """Whose turn it is at each table; -1 where nothing is under way."""
        return self._rows[:, kernel.TURN]

    @property
    def legal(self) -> np.ndarray:
        """What may be done at each table, a bit for each act; nothing where nothing is under way."""
        return self._rows[:, kernel.LEGAL]

    @property
    def points(self) -> np.ndarray:
        """What North and South gained by the last step, net."""
        return self._rows[:, kernel.BROUGHT]

    @property
    def over(self) -> np.ndarray:
        """Where an episode ended with the last step."""
        return np.not_equal(self._rows[:, kernel.OVER], 0)

    @property
    def ended(self) -> int:
        """How many episodes have ended since the beginning."""
        begun = int(self._rows[:, kernel.EPISODES].sum()) - self.count * self._first
        return begun - int((self.turns >= 0).sum())

    @property
    def scores(self) -> np.ndarray:
        """The points of North and South and of East and West at each table."""
        return self._rows[:, kernel.SCORE : kernel.SCORE + 2]

    @property
    def dealers(self) -> np.ndarray:
        """Who deals at each table, or will deal next."""
        return self._rows[:, kernel.DEALER]

    def reset(self, seed: int | None = None) -> None:
        """Begin anew at every table; the same seed gives the same cards."""
        if seed is not None:
            self.seed = seed
        kernel.open_tables(self.seed % _SEEDS, self._rows)
        self._first = int(self._rows[0, kernel.EPISODES])
        self.deal_next(self._all)

    def deal_next(self, which: np.ndarray) -> None:
        """Begin the next episode at the tables marked."""
        kernel.deal_some(self._rules, self._rows, self._packs, _marks(which, self.count))

    def deal(
        self,
        packs: np.ndarray,
        dealers: Sequence[int] | np.ndarray | int = 0,
        scores: Sequence[Any] | np.ndarray = (0, 0),
    ) -> None:
        """Begin an episode at every table with these packs, dealers and scores.

        A pack is five cards for each seat from North on, the turn-up and the stock, as numbers.
        """
        given = np.asarray(packs)
        if given.shape != self._packs.shape or (np.sort(given) != np.arange(len(PACK))).any():
            raise Refusal(f"{self.count} packs of {len(PACK)} cards are needed, each card once")
        self._packs[:] = given
        each = _whole(dealers, (self.count,), 0, 3, "a dealer from 0 (North) to 3")
        score = _whole(
            scores, (self.count, 2), 0, _MOST, "a score of nought or more for both sides"
        )
        placed = self._rows, self._packs, each, score
        kernel.deal_given(self._rules, *placed)

    def step(
        self, acts: np.ndarray | Sequence[int], which: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Act at every table, or at those marked: what North and South gained, net, and what is over.

        An act that may not be is refused before anything is done.
        """
        done = _whole(acts, (self.count,), -_MOST, _MOST, "the number of an act", spread=False)
        marks = self._all if which is None else _marks(which, self.count)
        wrong = kernel.illegal(self._rows, marks, done)
        if wrong >= 0:
            who = Seat(int(self.turns[wrong])).word
            raise Refusal(f"{who} may not do number {done[wrong]} at table {wrong}")
        kernel.step_some(self._rules, self._rows, self._packs, marks, done, self.go_on)
        return self.points, self.over

    def call_off(self, which: np.ndarray) -> None:
        """End the episodes of some tables, without points for anybody."""
        self._rows[which, kernel.TURN] = self._rows[which, kernel.PHASE] = -1
        self._rows[which, kernel.LEGAL] = 0

    def masks(self) -> np.ndarray:
        """A one for each act that is legal, a row of 64 for each table."""
        kernel.mark_legal(self._rows, self._masks)
        return self._masks

    def observations(
        self, seats: np.ndarray | int | None = None, out: np.ndarray | None = None
    ) -> np.ndarray:
        """What the seat on turn may know, or these seats, as 618 numbers for each table.

        Where nothing is under way, North looks. They are written into ``out`` if one is given.
        """
        looks = -1 if seats is None else seats
        each = _whole(looks, (self.count,), -1, 3, "a seat from 0 (North) to 3")
        seen = self._seen if out is None else out
        kernel.see_all(self._rules, self._rows, each, seen)
        return seen

    def acts_of(self, style: str) -> np.ndarray:
        """What a player of ours does at each table: ``random`` or ``league``."""
        kernel.choose_all(_style(style), self._rules, self._bends, self._rows, self._acts)
        return self._acts

    def others_act(
        self, style: str, seat: Seat | int, which: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Players of ours act until it is a seat's turn, at tables marked; what is over stays so.

        What this brought is added to what the last step did.
        """
        marks = self._all if which is None else _marks(which, self.count)
        given = self._rules, self._bends, self._rows, self._packs, marks
        kernel.others_act(_style(style), int(seat), *given)
        return self.points, self.over

    def game(self, table: int) -> Game:
        """The deal of a table as a game that can be read, made by the same acts from its cards.

        Of a whole game, the finished deals are left out, but not their points.
        """
        row, book = self._rows[table], self.book
        dealer = Seat(int(row[kernel.DEALER]))
        score = int(row[kernel.SCORE]), int(row[kernel.SCORE + 1])
        game = replace(new_game(book, dealer), start_score=score, score=score)
        if row[kernel.PHASE] < 0:
            return game
        game = deal_out(game, self._dealt(table))
        for number in self._done(row):
            assert game.turn is not None
            game = act(game, action_of(number, game.turn))
        return game

    def _dealt(self, table: int) -> Dealt:
        """The cards as they were dealt: those held and played, and the buried card in its hand."""
        row = self._rows[table]
        taker, buried, up = (int(row[each]) for each in (kernel.TAKER, kernel.BURIED, kernel.UP))
        hands = []
        for seat in Seat:
            cards = [PACK[card] for card in self._packs[table, HAND_SIZE * seat :][:HAND_SIZE]]
            if seat == taker and buried >= 0 and buried != up:
                cards[cards.index(PACK[up])] = PACK[buried]
            hands.append(tuple(cards))
        stock = tuple(PACK[card] for card in self._packs[table, HAND_SIZE * len(Seat) + 1 :])
        return Dealt(tuple(hands), PACK[up], stock)

    def _done(self, row: np.ndarray) -> list[int]:
        """The numbers of what was done in a deal under way."""
        dealer, maker, lone = (
            int(row[each]) for each in (kernel.DEALER, kernel.MAKER, kernel.LONE)
        )
        acts = [TURN_DOWN if number == 3 else PASS for number in range(int(row[kernel.PASSES]))]
        if maker < 0:
            return acts
        later = bool(self._rules[ALONE_LATER])
        bound = bool(self._rules[PARTNER_BOUND]) and maker == (dealer + 2) % 4
        named = len(acts) > 3
        alone = lone == maker and (not later or (bound and not named))
        call = NAME + 2 * int(row[kernel.TRUMP]) if named else PICK_UP if maker == dealer else ORDER
        acts.append(call + alone)
        if row[kernel.BURIED] >= 0:
            acts.append(BURY + int(row[kernel.BURIED]))
        if later and not alone and row[kernel.PHASE] in (kernel.ALONE, kernel.PLAYING):
            acts += self._answers(row)
        for trick in range(int(row[kernel.TRICK]) + 1):
            cards = int(row[kernel.TRICKS + trick])
            for turn in range(4):
                card = cards >> 5 * ((cards >> 20) + turn & 3) & 31
                acts += [PLAY + card - 1] if card else []
        return acts

    def _answers(self, row: np.ndarray) -> list[int]:
        """What was answered where alone is asked for once trump is made."""
        maker, lone = int(row[kernel.MAKER]), int(row[kernel.LONE])
        asked = [(maker + step) % 4 for step in (0, 2, 1, 3)]
        who = {"maker": 1, "makers": 2, "anyone": 4}[self.book.alone.who]
        asked = asked[:who]
        if row[kernel.PHASE] == kernel.ALONE:
            return [KEEP_PARTNER] * asked.index(int(row[kernel.TURN]))
        if lone < 0:
            return [KEEP_PARTNER] * who
        return [KEEP_PARTNER] * asked.index(lone) + [GO_ALONE]


class TableEpisode:
    """One deal, or a game of deals, at a table by itself; the same seed gives the same cards."""

    def __init__(self, tables: Tables, seed: int) -> None:
        self._tables = tables
        tables.reset(seed)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None when the episode is over."""
        turn = int(self._tables.turns[0])
        return None if turn < 0 else Seat(turn)

    @property
    def game(self) -> Game:
        """The deal under way as a game that can be read, without those before it."""
        return self._tables.game(0)

    def observation(self, seat: Seat) -> dict[str, np.ndarray]:
        """What a seat may know and what it may do."""
        seen = self._tables.observations(int(seat), np.empty((1, SIZE), dtype=np.float32))[0]
        mask = self._tables.masks()[0].copy() if seat is self.turn else np.zeros(ACTIONS, np.int8)
        return {"observation": seen, "action_mask": mask}

    def legal(self) -> list[int]:
        """The numbers of what may be done now, in order."""
        may = int(self._tables.legal[0])
        return [number for number in range(ACTIONS) if may >> number & 1]

    def act(self, number: int) -> int:
        """Do what a number says; the points that this brought North and South, net."""
        if self.turn is None:
            raise Refusal("the episode is over")
        return int(self._tables.step([number])[0][0])


def shares(seats: np.ndarray | int, points: np.ndarray) -> np.ndarray:
    """What was brought to North and South, as the points of these seats."""
    return np.where(np.asarray(seats) & 1, -points, points)


def _style(style: str) -> int:
    if style not in STYLES:
        raise Refusal(f"{style!r} is not compiled for tables; these are: {', '.join(STYLES)}")
    return STYLES[style]


def _whole(
    values: Any, shape: tuple[int, ...], least: int, most: int, what: str, spread: bool = True
) -> np.ndarray:
    """Whole numbers for each table as compiled code takes them; one may stand for all where it is spread."""
    found = np.asarray(values)
    fits = spread and found.shape in ((), shape[1:])
    if found.dtype.kind not in "iu" or not (fits or found.shape == shape):
        raise Refusal(f"{what} is needed for each of the {shape[0]} tables")
    if found.size and (found.min() < least or found.max() > most):
        raise Refusal(f"{what} is needed for each of the {shape[0]} tables")
    return np.require(np.broadcast_to(found, shape), np.int64, ["C", "W"])


def _marks(which: np.ndarray, count: int) -> np.ndarray:
    marks = np.require(which, np.bool_, ["C", "W"])
    if marks.shape != (count,):
        raise Refusal(f"a mark is needed for each of the {count} tables")
    return marks


def _ends(book: RuleBook, whole_game: bool) -> np.ndarray:
    """How games of a book end, in the order in which the kernel reads it."""
    target, deals = book.game.target, book.game.deals
    return np.array(
        [
            -1 if target is None else target,
            -1 if deals is None else deals,
            book.game.overshoot == "capped",
            book.game.counts == "either",
            whole_game,
            _HIGHEST if target is None else target + 1,
        ],
        dtype=np.int64,
    )


def _bends(book: RuleBook, scores: int) -> np.ndarray:
    """How each score bends a league player's calls, before the last hand and in it."""
    target = FAR if book.game.target is None else book.game.target
    found = np.zeros((2, scores, scores, len(Side), 3), dtype=np.int64)
    for last in range(2 if book.game.deals else 1):
        for ours in range(scores):
            for theirs in range(scores):
                both = (ours, theirs), (theirs, ours)
                for side, (mine, other) in enumerate(both):
                    now = ScoreSituation(
                        target - mine, target - other, mine - other, book.score.march, bool(last)
                    )
                    found[last, ours, theirs, side] = (
                        lighter(now, False), lighter(now, True), lone_shift(now)
                    )  # fmt: skip
    return found.reshape(-1, len(Side), 3)
