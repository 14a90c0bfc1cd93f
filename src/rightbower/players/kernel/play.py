"""The play of a deal on the table: what everyone sees, and league players who play on.

Cards are relative to trump. ``now`` holds what is open to all: the lane led, the winning card and
who played it, who has played to the trick, the leader, the makers' tricks, the cards that are gone,
how many tricks are over, and each seat's card on the table. ``void`` holds for each seat the suits
it has shown to be out of; ``contract`` the maker, the lone seat, who took the turn-up, the turn-up
and the buried card. ``players/league.py`` is the readable judge that this is tested against.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.bits import (
    LANE_WIDTH,
    TRUMPS,
    count,
    highest,
    lane_of,
    lowest,
    whole,
    zeros_below,
)
from rightbower.players.kernel.compiled import entry, part

# Every card that there is, relative to trump: the suit of trump's colour lacks its jack.
DECK: Final = 0x3F | 0x3F << 8 | 0x1F << 16 | TRUMPS
JACK, QUEEN, KING = 2, 3, 4
ALONE_ME, MAKER_ME, MAKING, FIRST = 1, 2, 4, 8
PARTNER_BEST, PARTNER_LATER, LEFT_LATER, RIGHT_LATER = 16, 32, 64, 128


@part
def above(card: int) -> int:
    """The cards that beat this one in its own suit."""
    return lane_of(card) & -(card << 1)


@part
def rank_of(card: int) -> int:
    """The rank of a plain card, from the nine."""
    bit = zeros_below(card)
    place = bit & (LANE_WIDTH - 1)
    return place + 1 if bit >= 2 * LANE_WIDTH and place >= JACK else place


@part
def throw(hand: int, legal: int, unseen: int) -> int:
    """The card that will be missed least."""
    best, chosen = 1 << 20, 0
    while legal:
        card = lowest(legal)
        legal ^= card
        if card & TRUMPS:
            worth = 200 + zeros_below(card)
        else:
            held = count(hand & lane_of(card))
            worth = 2 * rank_of(card)
            if not unseen & above(card):
                worth += 20
            elif held == 2 and rank_of(card) == KING:
                worth += 4
            if held == 1 and hand & TRUMPS:
                worth -= 12
        if worth < best:
            best, chosen = worth, card
    return chosen


@part
def bosses(cards: int, unseen: int) -> int:
    """Those of the cards that no card still out beats in their own suit."""
    found = 0
    while cards:
        card = lowest(cards)
        cards ^= card
        if not unseen & above(card):
            found |= card
    return found


@part
def plain_lead(hand: int, plain: int, unseen: int, left: int, right: int) -> int:
    """A card that nobody beats and nobody is known to trump, or else a low one of a short suit."""
    safe, rest = 0, plain
    while rest:
        card = lowest(rest)
        rest ^= card
        lane = lane_of(card)
        ruffed = (not left & lane and left & TRUMPS) or (not right & lane and right & TRUMPS)
        if not ruffed:
            safe |= card
    rest = safe or plain
    winners = bosses(rest, unseen)
    best, chosen = -1000, 0
    if winners:
        rest = winners
    while rest:
        card = lowest(rest)
        rest ^= card
        lane = lane_of(card)
        if winners:
            worth = count(unseen & lane)
        else:
            held = count(hand & lane)
            worth = -2 * held - rank_of(card)
            if rank_of(card) == KING and held == 1:
                worth += 5
        if worth > best:
            best, chosen = worth, card
    return chosen


@part
def draws_trump(trumps: int, plain: int, unseen: int, foes: int, partner: int, state: int) -> bool:
    """Makers draw trumps while an opponent may hold one."""
    if not foes & TRUMPS:
        return False
    if not unseen & above(highest(trumps)):
        return True
    if state & MAKER_ME:
        return count(trumps) >= (2 if state & ALONE_ME else 3)
    if state & FIRST:
        return True
    return not bosses(plain, unseen) and partner & TRUMPS != 0


@entry("int64(int64, int64, int64, int64, int64, int64)")
def lead(hand: int, unseen: int, left: int, partner: int, right: int, state: int) -> int:
    """The card to lead; left, partner and right are what those seats may hold."""
    trumps, plain = hand & TRUMPS, hand & ~TRUMPS
    if not plain:
        return highest(trumps)
    if trumps and state & MAKING:
        if draws_trump(trumps, plain, unseen, left | right, partner, state):
            return highest(trumps)
    return plain_lead(hand, plain, unseen, left, right)


@entry("int64(int64, int64, int64, int64, int64, int64, int64)")
def follow(hand: int, unseen: int, left: int, right: int, led: int, best: int, state: int) -> int:
    """The card to play after others; ``led`` is the lane led and ``best`` the winning card."""
    legal = hand & led or hand
    winners = legal & (led | TRUMPS) & -(best << 1)
    if not winners:
        return throw(hand, legal, unseen)
    foes = 0
    if state & LEFT_LATER:
        foes |= left
    if state & RIGHT_LATER:
        foes |= right
    later = state & (LEFT_LATER | RIGHT_LATER)
    if state & PARTNER_BEST:
        if not later or not unseen & above(best):
            return throw(hand, legal, unseen)
        if not winners & led:
            low = not best & TRUMPS and rank_of(best) <= QUEEN
            return lowest(winners) if low else throw(hand, legal, unseen)
        sure = bosses(winners, unseen)
        if sure:
            return lowest(sure)
        top = highest(winners)
        between = unseen & above(best) & ~above(top)
        if best & TRUMPS and count(between) >= 2:
            return top
        return throw(hand, legal, unseen)
    if not later:
        return lowest(winners)
    sure, rest = 0, winners
    while rest:
        card = lowest(rest)
        rest ^= card
        better = above(card)
        if not card & TRUMPS:
            better |= TRUMPS
        if not foes & better:
            sure |= card
    if not sure:
        sure = bosses(winners & ~TRUMPS, unseen)
    if sure:
        return lowest(sure)
    if winners & TRUMPS:
        return lowest(winners)
    return throw(hand, legal, unseen) if state & PARTNER_LATER else highest(winners)


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
