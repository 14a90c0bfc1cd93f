"""The play of a deal on the table: what everyone sees, and league players who play on.

Cards are relative to trump. ``now`` holds what is open to all: the lane led, the winning card and
who played it, who has played to the trick, the leader, the makers' tricks, the cards that are gone,
how many tricks are over, and each seat's card on the table. ``void`` holds for each seat the suits
it has shown to be out of; ``contract`` the maker, the lone seat, who took the turn-up, the turn-up
and the buried card.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.compiling.compiled import part
from rightbower.players.kernel.numbers.bits import TRUMPS, lane_of, whole
from rightbower.players.kernel.playing.habits import (
    ALONE_ME,
    DECK,
    FIRST,
    LEFT_LATER,
    MAKER_ME,
    MAKING,
    PARTNER_BEST,
    PARTNER_LATER,
    RIGHT_LATER,
    follow,
    lead,
)

LED, BEST, WHO, DONE, LEADER, WON, GONE, OVER, TABLE = range(9)
NOW: Final = TABLE + 4
MAKER, LONE, TAKER, UP, BURIED = range(5)
CONTRACT: Final = 5
_ALL: Final = 0b1111
HAND: Final = 5


@part
def out_of_play(contract: np.ndarray) -> int:
    """The seat whose hand is put away, or -1."""
    return (contract[LONE] + 2) & 3 if contract[LONE] >= 0 else -1


@part
def begin(now: np.ndarray, void: np.ndarray, contract: np.ndarray, leader: int) -> None:
    """Nothing is played yet; a turn-up that nobody took is gone."""
    for place in range(NOW):
        now[place] = 0
    for seat in range(4):
        void[seat] = 0
    now[LEADER] = leader
    if contract[TAKER] < 0:
        now[GONE] = contract[UP]


@part
def may_hold(seat: int, unseen: int, void: np.ndarray, contract: np.ndarray) -> int:
    """The unseen cards that a seat may hold: the turn-up is with whoever took it."""
    if contract[TAKER] >= 0 and seat != contract[TAKER]:
        unseen &= ~whole(contract[UP])
    return unseen & ~whole(void[seat])


@part
def as_leader(seat: int, now: np.ndarray, contract: np.ndarray) -> int:
    """What a leader knows of itself, as flags."""
    state = FIRST if now[OVER] == 0 else 0
    if seat == contract[LONE]:
        state |= ALONE_ME
    if seat == contract[MAKER]:
        state |= MAKER_ME
    return state if (seat ^ contract[MAKER]) & 1 else state | MAKING


@part
def as_follower(seat: int, now: np.ndarray, out: int) -> int:
    """Who plays after this seat, and whether the partner is winning, as flags."""
    done = now[DONE] if out < 0 else now[DONE] | 1 << out
    state = PARTNER_BEST if now[WHO] == (seat + 2) & 3 else 0
    if not done >> ((seat + 1) & 3) & 1:
        state |= LEFT_LATER
    if not done >> ((seat + 2) & 3) & 1:
        state |= PARTNER_LATER
    if not done >> ((seat + 3) & 3) & 1:
        state |= RIGHT_LATER
    return state


@part
def habit(seat: int, hand: int, now: np.ndarray, void: np.ndarray, contract: np.ndarray) -> int:
    """The card that a league player of this seat plays."""
    legal = hand & now[LED] or hand
    if not legal & (legal - 1):
        return legal
    gone = now[GONE] | hand
    if seat == contract[TAKER]:
        gone |= contract[BURIED]
    unseen = DECK & ~gone
    out = out_of_play(contract)
    left = right = 0
    if (seat + 1) & 3 != out:
        left = may_hold((seat + 1) & 3, unseen, void, contract)
    if (seat + 3) & 3 != out:
        right = may_hold((seat + 3) & 3, unseen, void, contract)
    if now[LED]:
        state = as_follower(seat, now, out)
        return whole(follow(hand, unseen, left, right, now[LED], now[BEST], state))
    partner = may_hold((seat + 2) & 3, unseen, void, contract)
    state = as_leader(seat, now, contract)
    return whole(lead(hand, unseen, left, partner, right, state))


@part
def gather(now: np.ndarray, contract: np.ndarray) -> int:
    """A whole trick is taken by its winner, who leads next."""
    winner = whole(now[WHO])
    if not (winner ^ contract[MAKER]) & 1:
        now[WON] += 1
    now[LED] = now[BEST] = now[DONE] = 0
    for seat in range(4):
        now[TABLE + seat] = 0
    now[LEADER] = winner
    now[OVER] += 1
    return winner


@part
def put(seat: int, card: int, now: np.ndarray, void: np.ndarray, contract: np.ndarray) -> int:
    """A card is played; return who plays next."""
    led = now[LED]
    now[GONE] |= card
    now[DONE] |= 1 << seat
    now[TABLE + seat] = card
    if not led:
        now[LED] = lane_of(card)
    elif not card & led:
        void[seat] |= led
    if card & (now[LED] | TRUMPS) and card > now[BEST]:
        now[BEST] = card
        now[WHO] = seat
    out = out_of_play(contract)
    if now[DONE] == (_ALL if out < 0 else _ALL ^ 1 << out):
        return gather(now, contract)
    seat = (seat + 1) & 3
    return (seat + 1) & 3 if seat == out else seat


@part
def play_on(
    turn: int, hands: np.ndarray, now: np.ndarray, void: np.ndarray, contract: np.ndarray
) -> int:
    """Everyone plays to the end by habit; return the makers' tricks."""
    while hands[turn]:
        card = habit(turn, hands[turn], now, void, contract)
        hands[turn] ^= card
        turn = put(turn, card, now, void, contract)
    return whole(now[WON])
