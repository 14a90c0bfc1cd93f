"""Worlds that could be true for a seat, drawn by how likely they make what was seen.

The hidden cards are dealt to the hidden places many times over; each world is weighed by what a
league player of those hands would have called, buried and played; then worlds are drawn by weight.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from rightbower.players.kernel.bits import (
    ALONE_LATER,
    BIT,
    GO_ALONE,
    KEEP_PARTNER,
    NAME,
    ORDER_ALONE,
    PARTNER_BOUND,
    PASS,
    PICK_UP_ALONE,
    STICK,
    TURN_DOWN,
    WORD_BITS,
    below,
    line_of,
    mask_of,
    number_of,
    pack,
    relative,
    seen_from,
    stream,
    whole,
    word,
)
from rightbower.players.kernel.calls import (
    BARS,
    BOUND,
    LIGHT_ONE,
    LIGHT_TWO,
    LONE_SHIFT,
    best_suit,
    could_call,
    lone_strength,
    spare_one,
    spare_two,
    with_turn_up,
    worst,
)
from rightbower.players.kernel.compiled import entry, part, scratch
from rightbower.players.kernel.play import (
    BURIED,
    CONTRACT,
    LONE,
    MAKER,
    NOW,
    TAKER,
    UP,
    begin,
    habit,
    out_of_play,
    put,
)
from rightbower.players.league import lighter, lone_shift
from rightbower.players.sight import HiddenCards, hidden_cards, score_situation
from rightbower.players.views import View
from rightbower.rules.cards import PACK, Seat, Side, suit_in_play

# What a seat sees, as numbers; cards and hands by index, -1 for nobody and for nothing.
(
    SEAT,
    DEALER,
    TURN_UP,
    TRUMP,
    MOMENT_MAKER,
    MOMENT_LONE,
    MOMENT_TAKER,
    MOMENT_BURIED,
    MY_HAND,
    BIDS,
    PLAYS,
    LEADS,
    SEED,
) = range(13)
MOMENT: Final = 13
STOCK, BURY_PLACE, PLACES = 4, 5, 6


@part
def contract_of(moment: np.ndarray, world: np.ndarray, contract: np.ndarray) -> None:
    """The contract of a moment, relative to trump, with the card that was buried in this world."""
    contract[MAKER] = moment[MOMENT_MAKER]
    contract[LONE] = moment[MOMENT_LONE]
    contract[TAKER] = moment[MOMENT_TAKER]
    contract[UP] = BIT[moment[TRUMP], moment[TURN_UP]]
    contract[BURIED] = relative(world[BURY_PLACE], moment[TRUMP])
    if moment[MOMENT_BURIED] >= 0:
        contract[BURIED] = BIT[moment[TRUMP], moment[MOMENT_BURIED]]


@part
def hands_of(
    moment: np.ndarray, world: np.ndarray, contract: np.ndarray, hands: np.ndarray
) -> None:
    """The hands of a world relative to trump; one that is put away is empty."""
    for seat in range(4):
        hands[seat] = relative(world[seat], moment[TRUMP])
    hands[moment[SEAT]] = relative(moment[MY_HAND], moment[TRUMP])
    if contract[LONE] >= 0:
        hands[out_of_play(contract)] = 0


@part
def as_dealt(moment: np.ndarray, world: np.ndarray, plays: np.ndarray, dealt: np.ndarray) -> None:
    """The hands by index as they were dealt: with the cards played since, and the bury."""
    for seat in range(4):
        dealt[seat] = world[seat]
    for number in range(moment[PLAYS]):
        dealt[plays[number, 0]] |= 1 << plays[number, 1]
    taker = moment[MOMENT_TAKER]
    if taker >= 0 and taker != moment[SEAT]:
        dealt[taker] = (dealt[taker] | world[BURY_PLACE]) & ~(1 << moment[TURN_UP])


TRIES: Final = 40
WORDS: Final = 8
FROM_ONE_WORD: Final = 4


@part
def shuffle_few(cards: np.ndarray, flow: int, first: int) -> None:
    """Put some cards in random order."""
    left = chance = 0
    for last in range(len(cards) - 1, 0, -1):
        if left == 0:
            chance = word(flow, first)
            first += 1
            left = FROM_ONE_WORD
        other, chance = below(chance, last + 1)
        left -= 1
        cards[last], cards[other] = cards[other], cards[last]


@part
def hand_out(
    cards: np.ndarray, counts: np.ndarray, allowed: np.ndarray, order: np.ndarray, world: np.ndarray
) -> bool:
    """Give each place its count of cards that it may hold; say whether that worked out."""
    taken = 0
    for place in order:
        held = 0
        wanted = counts[place]
        for card in cards:
            if wanted == 0:
                break
            if not card & taken and card & allowed[place]:
                held |= card
                taken |= card
                wanted -= 1
        world[place] = held
        if wanted:
            return False
    return True


@part
def draw_world(
    cards: np.ndarray,
    counts: np.ndarray,
    allowed: np.ndarray,
    order: np.ndarray,
    flow: int,
    world: np.ndarray,
) -> None:
    """Deal the hidden cards to the hidden places; the most bound place is first in order."""
    for attempt in range(TRIES):
        shuffle_few(cards, flow, attempt * WORDS)
        if hand_out(cards, counts, allowed, order, world):
            return


@part
def share_out(weights: np.ndarray, count: int, flow: int, times: np.ndarray) -> None:
    """Draw so many worlds, each as often as its weight deserves; weights may lie in ``times``."""
    total = 0.0
    for weight in weights:
        total += weight
    step = total / count
    at = step * (word(flow, 0) / (1 << WORD_BITS))
    reached = 0.0
    for row in range(len(weights)):
        reached += weights[row]
        times[row] = 0
        while at < reached and count > 0:
            times[row] += 1
            count -= 1
            at += step


# How far people keep to a league player's habits: the share of calls that no hand explains, how
# sharply calls follow the points of a hand, and how much an unexpected card or bury tells.
SLIP: Final = 0.03
SHARPNESS: Final = 1.0
LONE_SHARPNESS: Final = 0.5
OTHER_SUIT: Final = 0.3
# How often a hand that the table lets call so is called so by habit as well.
AGREED: Final = 0.75
# The weight of a call that the book does not let such a hand make: only where no other world was drawn.
CANNOT: Final = 1e-9


@part
def chance_of(spare: int, sharpness: float) -> float:
    """How likely a call is with these points to spare."""
    called = 1.0 / (1.0 + math.exp(-sharpness * (spare + 0.5)))
    return SLIP + (1 - 2 * SLIP) * called


@part
def said_alone(act: int) -> bool:
    """Whether a call was made alone."""
    named = NAME <= act < KEEP_PARTNER and (act - NAME) & 1 != 0
    return act in (ORDER_ALONE, PICK_UP_ALONE, GO_ALONE) or named


@part
def lone_chance(hand: int, bar: int, alone: bool) -> float:
    """How likely it is that this hand, relative to trump, was or was not played alone."""
    chance = chance_of(lone_strength(hand) - bar, LONE_SHARPNESS)
    return chance if alone else 1 - chance


@part
def chance_in_one(
    rules: np.ndarray, light: int, shift: int, hand: int, turn_up: int, place: int, act: int
) -> float:
    """How likely a hand says this to the turn-up."""
    held = with_turn_up(hand, turn_up) if place == 3 else relative(hand, turn_up // 6)
    if place == 1 and rules[PARTNER_BOUND]:
        return lone_chance(held, BOUND, act == ORDER_ALONE)
    called = chance_of(spare_one(hand, turn_up, place) + light, SHARPNESS)
    if act in (PASS, TURN_DOWN):
        return 1 - called
    if rules[ALONE_LATER]:
        return called
    return called * lone_chance(held, whole(BARS[3, place]) + shift, said_alone(act))


@part
def chance_in_two(
    rules: np.ndarray, light: int, shift: int, hand: int, turn_up: int, place: int, act: int
) -> float:
    """How likely a hand says this once the card is turned down."""
    best = best_suit(hand, turn_up, place)
    if act == PASS:
        return 1 - chance_of(spare_two(hand, turn_up, place, best) + light, SHARPNESS)
    suit = (act - NAME) >> 1
    likely = 1.0 if suit == best else OTHER_SUIT
    if place != 3 or not rules[STICK]:
        likely *= chance_of(spare_two(hand, turn_up, place, suit) + light, SHARPNESS)
    if rules[ALONE_LATER]:
        return likely
    held = relative(hand, suit)
    return likely * lone_chance(held, whole(BARS[3, place]) + shift, said_alone(act))


@part
def by_table(calls: np.ndarray, hand: int, turn_up: int, place: int, number: int, act: int) -> bool:
    """Whether a hand calls so by the table; alone may be told later."""
    seen, swap = seen_from(hand, turn_up)
    code = whole(calls[place, line_of(seen, turn_up)])
    one, two = code >> 3, code & 7
    if act in (GO_ALONE, KEEP_PARTNER):
        alone = one == 2 if one else two > 0 and two & 1 == 0
        return alone == (act == GO_ALONE)
    if number < 4:
        if act in (PASS, TURN_DOWN):
            return one == 0
        return one == (2 if said_alone(act) else 1)
    if act == PASS:
        return two == 0
    suit, trump = (act - NAME) >> 1, turn_up // 6
    which = 0
    if suit != 3 - trump:
        # of the cross suits the lower comes first, unless they changed places
        lower = suit == 0 or (suit == 1 and trump in (0, 3))
        which = 1 if lower != swap else 2
    return two == 1 + 2 * which + said_alone(act)


@part
def bids_weight(
    rules: np.ndarray,
    bends: np.ndarray,
    moment: np.ndarray,
    bids: np.ndarray,
    dealt: np.ndarray,
    calls: np.ndarray,
    trust: float,
) -> float:
    """How likely the others' calls were with the hands dealt, by habit and as far by the table."""
    weight = 1.0
    turn_up = moment[TURN_UP]
    for number in range(moment[BIDS]):
        seat, act = bids[number, 0], bids[number, 1]
        if seat == moment[SEAT]:
            continue
        place = (seat - moment[DEALER] - 1) & 3
        hand = dealt[seat]
        if not could_call(rules, dealt, moment[DEALER], seat, turn_up, number, act):
            weight *= CANNOT
            continue
        if trust > 0.0:
            if by_table(calls, hand, turn_up, place, number, act):
                weight *= trust + (1.0 - trust) * AGREED
                continue
            weight *= 1.0 - trust
        shift = bends[seat & 1, LONE_SHIFT]
        if act in (GO_ALONE, KEEP_PARTNER):
            held = relative(hand, moment[TRUMP])
            weight *= lone_chance(held, whole(BARS[3, place]) + shift, act == GO_ALONE)
        elif number < 4:
            light = bends[seat & 1, LIGHT_ONE]
            weight *= chance_in_one(rules, light, shift, hand, turn_up, place, act)
        else:
            light = bends[seat & 1, LIGHT_TWO]
            weight *= chance_in_two(rules, light, shift, hand, turn_up, place, act)
    return weight


ODD_CARD: Final = 0.15
ODD_BURY: Final = 0.15
# A world this much less likely than another is not looked at further.
HOPELESS: Final = 0.002


@part
def plays_weight(
    moment: np.ndarray,
    hands: np.ndarray,
    plays: np.ndarray,
    contract: np.ndarray,
    now: np.ndarray,
    void: np.ndarray,
    least: float,
) -> float:
    """How likely the others' cards were; the hands are relative to trump, as they are by now."""
    begin(now, void, contract, moment[LEADS])
    for number in range(moment[PLAYS]):
        hands[plays[number, 0]] |= BIT[moment[TRUMP], plays[number, 1]]
    weight = 1.0
    for number in range(moment[PLAYS]):
        seat = plays[number, 0]
        card = whole(BIT[moment[TRUMP], plays[number, 1]])
        if seat != moment[SEAT] and weight > least:
            if habit(seat, hands[seat], now, void, contract) != card:
                weight *= ODD_CARD
        hands[seat] ^= card
        put(seat, card, now, void, contract)
    return weight


@part
def bury_weight(moment: np.ndarray, world: np.ndarray, dealt: np.ndarray) -> float:
    """How likely the bury was, of the player who took the turn-up."""
    taker = moment[MOMENT_TAKER]
    if taker < 0 or taker == moment[SEAT] or not world[BURY_PLACE]:
        return 1.0
    six = relative(dealt[taker] | 1 << moment[TURN_UP], moment[TRUMP])
    return 1.0 if relative(world[BURY_PLACE], moment[TRUMP]) == worst(six, six) else ODD_BURY


@entry(
    "void(int64[::1], int64[:, ::1], int64[::1], int64[:, ::1], int64[:, ::1], int64[::1],"
    " int64[::1], int64[::1], int64[::1], int64[::1], int64, uint8[:, ::1], float64,"
    " int64[:, ::1], int64[::1])"
)
def likely(
    rules: np.ndarray,
    bends: np.ndarray,
    moment: np.ndarray,
    bids: np.ndarray,
    plays: np.ndarray,
    unseen: np.ndarray,
    counts: np.ndarray,
    allowed: np.ndarray,
    order: np.ndarray,
    sure: np.ndarray,
    kept: int,
    calls: np.ndarray,
    trust: float,
    worlds: np.ndarray,
    times: np.ndarray,
) -> None:
    """Fill the rows with worlds, and ``times`` with how often each is drawn; ``kept`` in all.

    The others are trusted so far to call by the table whose ``calls`` are given.

    ``counts`` of the ``unseen`` cards go to each place, only such as it is ``allowed``; ``sure``
    are the cards that a seat is known to hold besides.
    """
    dealt, hands, void = scratch(4, np.int64), scratch(4, np.int64), scratch(4, np.int64)
    now, contract = scratch(NOW, np.int64), scratch(CONTRACT, np.int64)
    weights = times.view(np.float64)
    most = 0.0
    for row in range(len(worlds)):
        world = worlds[row]
        flow = stream(moment[SEED], row)
        draw_world(unseen, counts, allowed, order, flow, world)
        for seat in range(4):
            world[seat] |= sure[seat]
        as_dealt(moment, world, plays, dealt)
        weight = bids_weight(rules, bends, moment, bids, dealt, calls, trust)
        if moment[TRUMP] >= 0 and weight > HOPELESS * most:
            weight *= bury_weight(moment, world, dealt)
            if moment[PLAYS] and weight > HOPELESS * most:
                contract_of(moment, world, contract)
                hands_of(moment, world, contract, hands)
                least = HOPELESS * most / weight
                weight *= plays_weight(moment, hands, plays, contract, now, void, least)
        weights[row] = weight
        most = max(most, weight)
    share_out(weights, kept, stream(moment[SEED], len(worlds)), times)


ALL_CARDS = (1 << len(PACK)) - 1
_BIDS, _PLAYS = 16, 20


class Worlds(NamedTuple):
    """A moment as the kernel takes it, and worlds with how often each was drawn."""

    rules: np.ndarray
    bends: np.ndarray
    moment: np.ndarray
    plays: np.ndarray
    hands: np.ndarray
    times: np.ndarray

    @property
    def situation(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The moment, the cards played and the worlds, in the order that the kernel wants."""
        return self.moment, self.plays, self.hands, self.times


NO_CALLS: Final = np.zeros((1, 1), np.uint8)


def likely_worlds(
    view: View,
    drawn: int,
    kept: int,
    seed: int,
    calls: np.ndarray = NO_CALLS,
    trust: float = 0.0,
) -> Worlds:
    """Deal the hidden cards so many times, and keep so many worlds by how likely they are.

    The others are trusted so far to call by a table, whose ``calls`` are by place and line.
    """
    rules, bent, found = pack(view.book), bends(view), hidden_cards(view)
    plays = [(seat, card.index) for trick in view.tricks for seat, card in trick.plays]
    moment = _moment(view, len(plays), seed)
    worlds = np.zeros((drawn, PLACES), dtype=np.int64)
    times = np.zeros(drawn, dtype=np.int64)
    on_table = _rows(plays, _PLAYS)
    bids = _rows([(bid.seat, number_of(bid)) for bid in view.bids], _BIDS)
    places = _places(view, found)
    likely(rules, bent, moment, bids, on_table, *places, kept, calls, trust, worlds, times)
    return Worlds(rules, bent, moment, on_table, worlds, times)


def _rows(pairs: list[tuple[Seat, int]], length: int) -> np.ndarray:
    rows = np.zeros((length, 2), dtype=np.int64)
    if pairs:
        rows[: len(pairs)] = pairs
    return rows


def bends(view: View) -> np.ndarray:
    """How the score bends each side's calls: lighter in each round, and the bar for going alone."""
    both = [score_situation(view, side) for side in Side]
    rows = [(lighter(now, False), lighter(now, True), lone_shift(now)) for now in both]
    return np.array(rows, dtype=np.int64)


def _moment(view: View, plays: int, seed: int) -> np.ndarray:
    """What the seat sees, in the order that the kernel wants."""
    assert view.seat is not None
    assert view.turn_up is not None
    buried = None if view.buried is None else view.buried.index
    told = (view.trump, view.maker, view.lone, view.taken_by, buried)
    leader = view.tricks[0].leader if view.tricks else view.dealer.left
    row = [
        view.seat,
        view.dealer,
        view.turn_up.index,
        *(-1 if each is None else each for each in told),
    ]
    row += [mask_of(view.hand), len(view.bids), plays, leader, seed]
    moment = np.array(row, dtype=np.int64)
    assert len(moment) == MOMENT
    return moment


def _places(
    view: View, found: HiddenCards
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The unseen cards; of each place its count and what it may hold; the order; the sure cards."""
    unseen = mask_of(found.unseen)
    allowed = [
        ALL_CARDS
        & ~mask_of(card for card in found.unseen if suit_in_play(card, view.trump) in suits)
        if suits
        else ALL_CARDS
        for suits in found.barred
    ]
    room = [
        (may & unseen).bit_count() - count for may, count in zip(allowed, found.counts, strict=True)
    ]
    order = sorted(range(PLACES), key=lambda place: room[place])
    sure = [mask_of(found.sure.get(seat, ())) for seat in Seat]
    cards = [1 << card.index for card in found.unseen]
    numbers = (cards, found.counts, allowed, order, sure)
    unseen_, counts, allowed_, order_, sure_ = (np.array(each, dtype=np.int64) for each in numbers)
    return unseen_, counts, allowed_, order_, sure_
