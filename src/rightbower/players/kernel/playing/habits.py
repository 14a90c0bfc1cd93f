"""The card a league player plays, compiled: what the rules of thumb of ``league_play`` say.

All cards are relative to trump. ``league_play`` is the readable judge that this is tested against.
"""

from __future__ import annotations

from typing import Final

from rightbower.players.kernel.compiling.compiled import entry, part
from rightbower.players.kernel.numbers.bits import (
    LANE_WIDTH,
    TRUMPS,
    count,
    highest,
    lane_of,
    lowest,
    zeros_below,
)

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
