"""What a call, or a pass and what follows it, leads to in worlds that could be true.

Hands here are bits by card index; they are turned into the layout relative to trump for the play.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, njit

from rightbower.cards import PACK, Rank, Suit, height, left_bower, right_bower, suit_in_play
from rightbower.kernel.lookahead import BIT, outcome

KINDS = 3
NOBODY = 12
LEDGER = 13


def _weights(trump: Suit) -> list[float]:
    """How much each card is worth toward making this suit trump."""
    trumps = {Rank.NINE: 1.0, Rank.TEN: 1.1, Rank.QUEEN: 1.4, Rank.KING: 1.7, Rank.ACE: 2.2}
    found = []
    for card in PACK:
        if card is right_bower(trump):
            found.append(3.5)
        elif card is left_bower(trump):
            found.append(2.8)
        elif card.suit is trump:
            found.append(trumps[card.rank])
        else:
            found.append({Rank.ACE: 1.1, Rank.KING: 0.2}.get(card.rank, 0.0))
    return found


WEIGHTS = np.array([_weights(trump) for trump in Suit])
# Lane and height of each card by trump, for the bury; aces of plain suits are kept if they can be.
LANES = np.array(
    [[(suit_in_play(card, trump) - trump) % 4 for card in PACK] for trump in Suit], dtype=np.int64
)
HEIGHTS = np.array([[height(card, trump) for card in PACK] for trump in Suit], dtype=np.int64)
ACES = np.array([card.rank is Rank.ACE for card in PACK])


@njit(cache=True)
def strength(hand: int, trump: int, weights: np.ndarray) -> float:
    """The worth of a hand toward a trump suit, with a little for each plain suit it is out of."""
    total = 0.0
    lanes = 0
    trumps = 0
    for index in range(24):
        if hand >> index & 1:
            total += weights[trump, index]
            lanes |= 1 << LANES[trump, index]
            if LANES[trump, index] == 0:
                trumps += 1
    if trumps >= 2:
        for lane in range(1, 4):
            if not lanes >> lane & 1:
                total += 0.4
    return total


@njit(cache=True)
def worst(hand: int, trump: int, kept: int) -> int:
    """Which card to bury: a lone small plain card, else the smallest of the shortest plain suit."""
    best, choice = 1 << 30, -1
    for index in range(24):
        if not hand >> index & 1 or kept >> index & 1:
            continue
        lane = LANES[trump, index]
        if lane == 0:
            rate = 10000 + HEIGHTS[trump, index]
        else:
            mates = 0
            for other in range(24):
                if hand >> other & 1 and LANES[trump, other] == lane:
                    mates += 1
            rate = 100 * mates + HEIGHTS[trump, index] + (1000 if ACES[index] else 0)
        if rate < best:
            best, choice = rate, index
    return choice


@njit(cache=True)
def play_class(
    hands: np.ndarray, trump: int, leader: int, makers: int, out: int, enough: int
) -> int:
    """Euchred, made or marched, with best play by all who see all."""
    r0: Any = int64(0)
    r1: Any = int64(0)
    r2: Any = int64(0)
    r3: Any = int64(0)
    for index in range(24):
        bit = BIT[trump, index]
        if hands[0] >> index & 1:
            r0 |= bit
        elif hands[1] >> index & 1:
            r1 |= bit
        elif hands[2] >> index & 1:
            r2 |= bit
        elif hands[3] >> index & 1:
            r3 |= bit
    if out == 0:
        r0 = int64(0)
    elif out == 1:
        r1 = int64(0)
    elif out == 2:
        r2 = int64(0)
    elif out == 3:
        r3 = int64(0)
    return outcome(r0, r1, r2, r3, leader, makers, out, enough)


@njit(cache=True)
def contract(
    hands: np.ndarray,
    dealer: int,
    turn_up: int,
    maker: int,
    trump: int,
    alone: int,
    ordered: int,
    keep: int,
    left_of_lone: int,
    enough: int,
) -> int:
    """The class of one contract in one world; the dealer takes and buries where it was ordered."""
    out = (maker + 2) & 3 if alone else 4
    held = hands.copy()
    if ordered and out != dealer:
        held[dealer] |= 1 << turn_up
        kept = 1 << turn_up if keep else 0
        held[dealer] ^= 1 << worst(held[dealer], trump, kept)
    leader = (maker + 1) & 3 if alone and left_of_lone else (dealer + 1) & 3
    if leader == out:
        leader = (leader + 1) & 3
    return play_class(held, trump, leader, maker & 1, out, enough)


@njit(cache=True)
def call_values(
    worlds: np.ndarray,
    dealer: int,
    turn_up: int,
    maker: int,
    trump: int,
    alone: int,
    ordered: int,
    keep: int,
    left_of_lone: int,
    enough: int,
    ledger: np.ndarray,
) -> None:
    """Add to the ledger how a call ends in each world: row side × alone × kind."""
    for world in range(worlds.shape[0]):
        kind = contract(
            worlds[world], dealer, turn_up, maker, trump, alone, ordered, keep, left_of_lone, enough
        )
        ledger[(maker & 1) * 6 + alone * KINDS + kind] += 1


@njit(cache=True)
def pass_values(
    worlds: np.ndarray,
    dealer: int,
    turn_up: int,
    seat: int,
    first_round: int,
    stick: int,
    partner_alone: int,
    needs_natural: int,
    keep: int,
    left_of_lone: int,
    enough: int,
    bars: np.ndarray,
    weights: np.ndarray,
    ledger: np.ndarray,
) -> None:
    """Add to the ledger how each world ends when this seat passes and the rest call by their bars.

    ``bars[round, position]`` is the strength at which a seat calls; ``bars[2, 0]`` the one to go
    alone.
    """
    suit = turn_up // 6
    for world in range(worlds.shape[0]):
        hands = worlds[world]
        maker, trump, alone, ordered = -1, suit, 0, 0
        lift = weights[suit, turn_up]
        if first_round:
            who = seat
            while who != dealer:
                who = (who + 1) & 3
                position = (who - dealer - 1) & 3
                force = strength(hands[who], suit, weights)
                if who == dealer:
                    force += lift
                elif (who & 1) == (dealer & 1):
                    force += 0.6 * lift
                else:
                    force -= 0.6 * lift
                bar = bars[0, position]
                natural = True
                if who == dealer and needs_natural:
                    natural = (hands[who] >> (6 * suit)) & 0x3F != 0
                if partner_alone and who == (dealer + 2) & 3:
                    if force - 0.6 * lift >= bars[2, 0]:
                        maker, alone, ordered = who, 1, 1
                        break
                elif force >= bar and natural:
                    maker, ordered = who, 1
                    plain = force if who == dealer else strength(hands[who], suit, weights)
                    alone = 1 if plain >= bars[2, 0] else 0
                    break
            who = dealer
        else:
            who = seat
        if maker < 0:
            while True:
                if not first_round and who == dealer:
                    break
                who = (who + 1) & 3
                position = (who - dealer - 1) & 3
                best, choice = -1.0, -1
                for other in range(4):
                    if other != suit:
                        force = strength(hands[who], other, weights)
                        if force > best:
                            best, choice = force, other
                if best >= bars[1, position] or (who == dealer and stick):
                    maker, trump = who, choice
                    alone = 1 if best >= bars[2, 0] else 0
                    break
                if who == dealer:
                    break
        if maker < 0:
            ledger[NOBODY] += 1
            continue
        kind = contract(
            hands, dealer, turn_up, maker, trump, alone, ordered, keep, left_of_lone, enough
        )
        ledger[(maker & 1) * 6 + alone * KINDS + kind] += 1
