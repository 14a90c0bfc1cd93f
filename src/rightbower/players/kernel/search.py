"""Best play by all who see all the cards: whether a side can win so many tricks, exact results, and each card's.

In ``Positions`` hands are by card index. In the search they are relative to trump and in the order of
play: the leader's, then the next ones to the left. The leader's side is *ours*. A hand that sits out
is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias, cast

import numpy as np

from rightbower.players.kernel.bits import (
    BIT,
    LANE,
    LANE_WIDTH,
    PLACES,
    SEATS,
    TRUMP_LANE,
    TRUMPS,
    cards_of,
    count,
    highest,
    lane_of,
    lowest,
    mask_of,
    relative,
    whole,
)
from rightbower.players.kernel.compiled import called, entry, in_threads, part
from rightbower.rules.cards import PACK, Card, Seat, Suit, suit_in_play
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.refusal import wrong_kind

Whole: TypeAlias = "np.ndarray | Sequence[int] | int"
NOBODY = -1


class Positions(NamedTuple):
    """Many moments of the play, one to a row."""

    hands: np.ndarray  # four masks by card index, without the cards on the table
    trump: np.ndarray
    leader: np.ndarray  # who led, or leads, to the trick under way
    makers: np.ndarray  # the makers' side
    lone: np.ndarray  # who plays alone, or -1
    table: np.ndarray  # for each seat the index of its card in the trick under way, or -1
    won: np.ndarray  # tricks the makers have


def positions(
    hands: np.ndarray,
    trump: Whole,
    leader: Whole,
    makers: Whole,
    lone: Whole = NOBODY,
    table: np.ndarray | None = None,
    won: Whole = 0,
) -> Positions:
    """Positions from arrays; one number stands for a whole column."""
    held = _own(hands)
    if held.ndim != 2 or held.shape[1] != SEATS:
        raise ValueError(f"hands come in rows of four, not in the shape {held.shape}")
    on_table = np.full(held.shape, NOBODY) if table is None else np.broadcast_to(table, held.shape)
    columns = (_column(each, len(held)) for each in (trump, leader, makers, lone, won))
    trumps, leaders, sides, lones, tricks = columns
    whole = _own(on_table)
    return Positions(held, trumps, leaders, sides, lones, whole, tricks)


def of_deals(deals: Sequence[Deal]) -> Positions:
    """The positions of deals whose cards are being played."""
    hands, rows, tables = [], [], []
    for deal in deals:
        if deal.phase is not Phase.PLAY:
            raise ValueError(f"no card can be played while the deal is at {deal.phase.value}")
        assert deal.trump is not None
        assert deal.maker is not None
        trick = deal.tricks[-1]
        lone = NOBODY if deal.lone is None else deal.lone
        won = deal.tricks_of(deal.maker.side)
        hands.append([mask_of(hand) for hand in deal.hands])
        rows.append((deal.trump, trick.leader, deal.maker.side, lone, won))
        laid = {seat: card.index for seat, card in trick.plays}
        tables.append([laid.get(seat, NOBODY) for seat in Seat])
    trump, leader, makers, lone_seats, tricks = np.array(rows, dtype=np.int64).T
    masks, on_table = np.array(hands, dtype=np.int64), np.array(tables, dtype=np.int64)
    return positions(masks, trump, leader, makers, lone_seats, on_table, tricks)


def _own(values: np.ndarray) -> np.ndarray:
    """The array as compiled code takes it; copied only where it must be."""
    return np.require(values, np.int64, ["C", "W"])


def _column(value: Whole, length: int) -> np.ndarray:
    return _own(np.broadcast_to(np.asarray(value, dtype=np.int64), length))


@part
def laid_out(
    hands: np.ndarray, trump: int, leader: int, lone: int, table: np.ndarray
) -> tuple[int, int, int, int, int, int]:
    """The hands from the leader on, relative to trump and with their cards on the table.

    After them come those cards, and how many tricks are left.
    """
    a = b = c = d = only = 0
    for turn in range(4):
        seat = (leader + turn) & 3
        hand = hands[seat]
        if lone >= 0 and seat == (lone + 2) & 3:
            hand = 0
        elif table[seat] >= 0:
            hand |= 1 << table[seat]
            only |= 1 << table[seat]
        a, b, c, d = b, c, d, relative(hand, trump)
    return a, b, c, d, relative(only, trump), count(a)


Reaches: TypeAlias = Callable[[int, int, int, int, int, int], bool]
_TRUMP_SHIFT: Final = LANE_WIDTH * TRUMP_LANE
_TRUMP_SETS: Final = 1 << 7
# A plain 0 would be a type of its own to Numba, which then loses the function that calls itself.
_NOTHING: Final = cast("int", np.int64(0))


def _unbeaten() -> np.ndarray:
    """How many of my trumps are left when each of theirs beats at most one lower than itself."""
    mine, theirs = np.indices((_TRUMP_SETS, _TRUMP_SETS))
    most = ahead = np.zeros_like(mine)
    for place in reversed(range(7)):
        ahead = ahead + (mine >> place & 1) - (theirs >> place & 1)
        most = np.maximum(most, ahead)
    return most.astype(np.int8).ravel()


# A trump loses a trick only to a higher trump of the other side, and each of those wins one trick.
UNBEATEN: Final = _unbeaten()


@part
def sure_trumps(hand: int, others: int) -> int:
    """Tricks that the trumps of a hand win against these trumps, however they are played."""
    sets = (hand >> _TRUMP_SHIFT) << 7 | (others >> _TRUMP_SHIFT)
    return whole(UNBEATEN[np.uint64(sets)])


@part
def sure_in_lane(lane: int, a: int, b: int, c: int, d: int) -> int:
    """Top cards of a plain suit that the leader can cash: nobody with a trump runs out of it."""
    tops = count(a & lane & -highest((b | c | d) & lane | 1))
    if b & TRUMPS:
        tops = min(tops, count(b & lane))
    if d & TRUMPS:
        tops = min(tops, count(d & lane))
    return tops


@part
def sure_plain(a: int, b: int, c: int, d: int, left: int) -> int:
    """Plain tricks that the leader can cash before the partner would have to ruff them."""
    tops = sure_in_lane(LANE, a, b, c, d)
    tops += sure_in_lane(LANE << LANE_WIDTH, a, b, c, d)
    tops += sure_in_lane(LANE << 2 * LANE_WIDTH, a, b, c, d)
    return min(tops, left - count(c & TRUMPS))


@part
def apart(hand: int, gone: int) -> int:
    """One card of each group that does the same: neighbours among the cards still out."""
    return hand & ~((hand << 1) + gone)


@part
def wins_last(a: int, b: int, c: int, d: int) -> bool:
    """Whether the leader's side wins the last trick."""
    counts = lane_of(a) | TRUMPS
    return max(a, c & counts) > max(b & counts, d & counts)


@part
def _last(a: int, b: int, c: int, d: int, _need: int, _only: int) -> bool:
    return wins_last(a, b, c, d)


def _search(left: int, after: Reaches) -> Reaches:
    """Whether our side can win ``need`` tricks when so many are left, two or more.

    One function for each number of tricks left: so none calls itself, and much of it is known when
    it is compiled. ``only`` holds the cards of this trick that are already chosen, and are still in
    the hands. Tried first are cards that win the trick so far, from the lowest.
    """

    @called
    def reaches(a: int, b: int, c: int, d: int, need: int, only: int) -> bool:
        ours, theirs = (a | c) & TRUMPS, (b | d) & TRUMPS
        sure = max(sure_trumps(a, theirs), sure_trumps(c, theirs))
        if sure >= need:
            return True
        if left - max(sure_trumps(b, ours), sure_trumps(d, ours)) < need:
            return False
        gone = PLACES & ~(a | b | c | d)
        from_a, from_b, from_c, from_d = (
            apart(a, gone),
            apart(b, gone),
            apart(c, gone),
            apart(d, gone),
        )
        if only:
            from_a = only & a or from_a
            from_b = only & b or from_b
            from_c = only & c or from_c
            from_d = only & d or from_d
        elif left > 2 and sure + sure_plain(a, b, c, d, left) >= need:
            return True
        while from_a:
            card_a = lowest(from_a)
            from_a ^= card_a
            led = lane_of(card_a)
            counts = led | TRUMPS
            won = False
            some_b = from_b & led or from_b
            while True:
                higher = some_b & counts & -(card_a << 1)
                card_b = lowest(higher or some_b)
                some_b ^= card_b
                best_b = card_b if higher else card_a
                who_b = 1 if higher else 0
                won = False
                some_c = from_c & led or from_c
                while True:
                    higher = some_c & counts & -(best_b << 1)
                    card_c = lowest(higher or some_c)
                    some_c ^= card_c
                    best_c = card_c if higher else best_b
                    who_c = 2 if higher else who_b
                    won = True
                    some_d = from_d & led or from_d
                    while True:
                        higher = some_d & counts & -(best_c << 1)
                        card_d = lowest(higher or some_d)
                        some_d ^= card_d
                        who = 3 if higher else who_c
                        e, f, g, h = a ^ card_a, b ^ card_b, c ^ card_c, d ^ card_d
                        if who & 1:
                            if need == left:
                                won = False
                                break
                            more = left - need
                            e, f, g, h = f, g, h, e
                        else:
                            if need == 1:
                                break
                            more = need - 1
                        if who & 2:
                            e, f, g, h = g, h, e, f
                        found = after(e, f, g, h, more, _NOTHING)
                        if found == (who & 1):
                            won = False
                            break
                        if not some_d:
                            break
                    if won or not some_c:
                        break
                if not won or not some_b:
                    break
            if won:
                return True
        return False

    return reaches


_two = _search(2, _last)
_three = _search(3, _two)
_four = _search(4, _three)
_five = _search(5, _four)


@part
def reaches(a: int, b: int, c: int, d: int, need: int, left: int, only: int) -> bool:
    """Whether our side can win ``need`` of the ``left`` tricks, which are two or more."""
    if left == 5:
        return _five(a, b, c, d, need, only)
    if left == 4:
        return _four(a, b, c, d, need, only)
    if left == 3:
        return _three(a, b, c, d, need, only)
    return _two(a, b, c, d, need, only)


EUCHRED, MADE, MARCH = range(3)
HAND: Final = 5
SOLVE_CHUNK: Final = 1 << 10

# A guess at our tricks, in sixteenths, from who holds which trumps and the aces: fitted to solved
# deals. It only decides which test comes first.
_SHIFT: Final = LANE_WIDTH * TRUMP_LANE
_ACES: Final = 1 << 5 | 1 << 13 | 1 << 20
_WORTH: Final = (7, 7, 8, 8, 9, 12, 17)
_TRUMP_WORTH: Final = np.array(
    [sum(worth for place, worth in enumerate(_WORTH) if held >> place & 1) for held in range(128)]
)


@part
def guess(a: int, b: int, c: int, d: int, left: int) -> int:
    """About how many of the tricks left the leader's side will win, from 1 to all of them."""
    ours, theirs = a | c, b | d
    trumps = whole(_TRUMP_WORTH[np.uint64(ours >> _SHIFT)])
    trumps -= whole(_TRUMP_WORTH[np.uint64(theirs >> _SHIFT)])
    aces = count(ours & _ACES) - count(theirs & _ACES)
    even = 58 - 8 * (HAND - left)
    return min(max((even + trumps + 5 * aces) >> 4, 1), left)


@part
def can(a: int, b: int, c: int, d: int, need: int, left: int, only: int) -> bool:
    """Whether the leader's side can win this many of the tricks left."""
    if need <= 0:
        return True
    if need > left:
        return False
    if left == 1:
        return wins_last(a, b, c, d)
    return bool(reaches(a, b, c, d, need, left, only))


@part
def most(a: int, b: int, c: int, d: int, left: int, only: int) -> int:
    """How many of the tricks left the leader's side wins."""
    tricks = guess(a, b, c, d, left)
    if can(a, b, c, d, tricks, left, only):
        while tricks < left and can(a, b, c, d, tricks + 1, left, only):
            tricks += 1
        return tricks
    tricks -= 1
    while tricks and not can(a, b, c, d, tricks, left, only):
        tricks -= 1
    return tricks


@part
def makers_most(a: int, b: int, c: int, d: int, left: int, only: int, lead: bool) -> int:
    """How many of the tricks left the makers win; ``lead`` says that their side leads."""
    tricks = most(a, b, c, d, left, only)
    return tricks if lead else left - tricks


@part
def makers_can(a: int, b: int, c: int, d: int, need: int, left: int, only: int, lead: bool) -> bool:
    """Whether the makers can win this many of the tricks left."""
    if lead:
        return can(a, b, c, d, need, left, only)
    return not can(a, b, c, d, left - need + 1, left, only)


@part
def kind(
    a: int, b: int, c: int, d: int, left: int, only: int, lead: bool, won: int, enough: int
) -> int:
    """Euchred, made or march, for makers who have some tricks and need enough."""
    if not makers_can(a, b, c, d, enough - won, left, only, lead):
        return EUCHRED
    return MARCH if makers_can(a, b, c, d, HAND - won, left, only, lead) else MADE


@entry(
    "void(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1],"
    " int64[::1], int64, int8[::1])"
)
def _solve(
    hands: np.ndarray,
    trump: np.ndarray,
    leader: np.ndarray,
    makers: np.ndarray,
    lone: np.ndarray,
    table: np.ndarray,
    won: np.ndarray,
    enough: int,
    found: np.ndarray,
) -> None:
    """Find the makers' tricks, or their kind of result where it is said how many are enough."""
    for row in range(len(found)):
        a, b, c, d, only, left = laid_out(
            hands[row], trump[row], leader[row], lone[row], table[row]
        )
        lead = leader[row] & 1 == makers[row]
        if enough:
            found[row] = kind(a, b, c, d, left, only, lead, won[row], enough)
        else:
            found[row] = won[row] + makers_most(a, b, c, d, left, only, lead)


def solve_tricks(given: Positions, threads: int = 1) -> np.ndarray:
    """The makers' tricks of the whole deal, 0 to 5, with best play from each position."""
    return _solved(given, 0, threads)


def solve_kinds(given: Positions, enough: int = 3, threads: int = 1) -> np.ndarray:
    """EUCHRED, MADE or MARCH with best play; ``enough`` is the book's ``score.tricks_to_make``."""
    if not 1 <= enough <= HAND:
        raise ValueError(f"makers need from 1 to {HAND} tricks, not {enough}")
    return _solved(given, enough, threads)


def _solved(given: Positions, enough: int, threads: int) -> np.ndarray:
    if not isinstance(given, Positions):
        raise wrong_kind("given", "Positions, as positions gives them", given)
    found = np.empty(len(given.hands), dtype=np.int8)

    def some(start: int) -> None:
        rows = slice(start, start + SOLVE_CHUNK)
        _solve(*(column[rows] for column in given), enough, found[rows])

    in_threads(some, range(0, len(found), SOLVE_CHUNK), threads)
    return found


MOVE_CHUNK: Final = 64
KINDS: Final = 3


class MoveValues(NamedTuple):
    """The legal cards and, for each, in how many worlds it leads to what.

    The columns are euchred, made and march; or the makers' tricks, none to five.
    """

    cards: tuple[Card, ...]
    counts: np.ndarray


@entry(
    "void(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1],"
    " int64[::1], int64[::1], int64, int64[:, ::1])"
)
def _try(
    hands: np.ndarray,
    trump: np.ndarray,
    leader: np.ndarray,
    makers: np.ndarray,
    lone: np.ndarray,
    table: np.ndarray,
    won: np.ndarray,
    cards: np.ndarray,
    enough: int,
    counts: np.ndarray,
) -> None:
    """Count where each card leads; ``cards`` are relative to trump, from the lowest."""
    for row in range(len(hands)):
        a, b, c, d, only, left = laid_out(
            hands[row], trump[row], leader[row], lone[row], table[row]
        )
        lead = leader[row] & 1 == makers[row]
        gone = PLACES & ~(a | b | c | d)
        unlike = apart(a, gone) | apart(b, gone) | apart(c, gone) | apart(d, gone)
        found = 0
        for number, card in enumerate(cards):
            # a neighbour of the card before it leads to the same
            if number == 0 or unlike & card:
                chosen = only | card
                if enough:
                    found = kind(a, b, c, d, left, chosen, lead, won[row], enough)
                else:
                    found = won[row] + makers_most(a, b, c, d, left, chosen, lead)
            counts[number, found] += 1


def move_values(worlds: Positions, enough: int | None = 3, threads: int = 1) -> MoveValues:
    """Each legal card of the seat on turn, with best play after it by all who see all.

    All worlds are the same moment: only the hands that the seat does not see differ. ``enough`` is
    the book's ``score.tricks_to_make``; with None the makers' tricks are counted.
    """
    if enough is not None and not 1 <= enough <= HAND:
        raise ValueError(f"makers need from 1 to {HAND} tricks, not {enough}")
    if not len(worlds.hands):
        raise ValueError("there is no world to look at")
    trump = Suit(int(worlds.trump[0]))
    legal = sorted(_legal(worlds, trump), key=lambda card: int(BIT[trump, card.index]))
    bits = np.array([BIT[trump, card.index] for card in legal], dtype=np.int64)
    starts = range(0, len(worlds.hands), MOVE_CHUNK)
    width = HAND + 1 if enough is None else KINDS
    counts = np.zeros((len(starts), len(legal), width), dtype=np.int64)

    def some(start: int) -> None:
        rows = slice(start, start + MOVE_CHUNK)
        part = counts[start // MOVE_CHUNK]
        _try(*(column[rows] for column in worlds), bits, enough or 0, part)

    in_threads(some, starts, threads)
    return MoveValues(tuple(legal), counts.sum(axis=0))


def on_turn(worlds: Positions) -> Seat:
    """Who plays next: the first seat from the leader on with no card on the table."""
    seat = Seat(int(worlds.leader[0]))
    lone = int(worlds.lone[0])
    while worlds.table[0, seat] >= 0 or (lone >= 0 and seat is Seat(lone).partner):
        seat = seat.left
    return seat


def _legal(worlds: Positions, trump: Suit) -> list[Card]:
    """The cards that the seat on turn may play; refuse worlds that are not one moment."""
    for column in (worlds.trump, worlds.leader, worlds.makers, worlds.lone, worlds.won):
        if (column != column[0]).any():
            raise ValueError("the worlds are not all the same moment")
    seat = on_turn(worlds)
    hand = int(worlds.hands[0, seat])
    if (worlds.hands[:, seat] != hand).any() or (worlds.table != worlds.table[0]).any():
        raise ValueError(f"{seat.word} sees its hand and the table, so all worlds must agree there")
    led = int(worlds.table[0, worlds.leader[0]])
    held = list(cards_of(hand))
    if led < 0:
        return held
    suit = suit_in_play(PACK[led], trump)
    return [card for card in held if suit_in_play(card, trump) is suit] or held
