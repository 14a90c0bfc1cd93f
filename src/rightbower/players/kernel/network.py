"""The small network that judges cards: what a seat knows as bits in, chances of each card out.

Cards are relative to trump and numbered without the places that are not cards: two plain suits of
six, next of five, trumps of seven. For each card the network says how likely the makers are
euchred, make it, or march after it (``tools/playing`` trains it).
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

import numpy as np

from rightbower.players.kernel.bits import (
    BIT,
    PLACES,
    TRICKS_TO_MAKE,
    lowest,
    relative,
    stream,
    whole,
    zeros_below,
)
from rightbower.players.kernel.compiled import entry, part, scratch
from rightbower.players.kernel.options import kind_of, make_contract
from rightbower.players.kernel.play import (
    BURIED,
    CONTRACT,
    HAND,
    LED,
    LONE,
    MAKER,
    NOW,
    OVER,
    TABLE,
    TAKER,
    UP,
    WHO,
    WON,
    begin,
    put,
)
from rightbower.players.kernel.search import apart
from rightbower.players.kernel.worlds import (
    DEALER,
    LEADS,
    MOMENT_BURIED,
    MOMENT_LONE,
    MOMENT_MAKER,
    MOMENT_TAKER,
    MY_HAND,
    PLAYS,
    SEAT,
    SEED,
    TRUMP,
    TURN_UP,
    contract_of,
    hands_of,
    share_out,
)

# The layers with their biases; the inputs that are set, and what the two hidden layers hold.
Net: TypeAlias = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]
Room: TypeAlias = tuple[np.ndarray, np.ndarray, np.ndarray]

CARDS: Final = 24
KINDS: Final = 3
INPUTS: Final = 416
MOST_SET: Final = 96
NET: Final = (
    "float32[:, ::1], float32[::1], float32[:, ::1], float32[::1], float32[:, ::1], float32[::1]"
)
_SHIFT: Final = np.array([0, 2, 4, 7])


@part
def card_number(card: int) -> int:
    """The number of a relative card among the 24."""
    bit = zeros_below(card)
    return bit - whole(_SHIFT[bit >> 3])


@part
def note_cards(cards: int, at: int, inputs: np.ndarray, count: int) -> int:
    """Note the inputs of some cards from a place on; return how many inputs are noted."""
    while cards:
        card = lowest(cards)
        cards ^= card
        inputs[count] = at + card_number(card)
        count += 1
    return count


@part
def observe(
    seat: int,
    dealer: int,
    hand: int,
    now: np.ndarray,
    void: np.ndarray,
    contract: np.ndarray,
    gone: np.ndarray,
    led_by: np.ndarray,
    inputs: np.ndarray,
) -> int:
    """Note which inputs are set for a seat on turn; ``gone`` are each seat's finished tricks."""
    count = note_cards(hand, 0, inputs, 0)
    for side in range(4):
        other = (seat + side) & 3
        count = note_cards(gone[other], 24 + 24 * side, inputs, count)
        count = note_cards(led_by[other], 120 + 24 * side, inputs, count)
        if side:
            count = note_cards(now[TABLE + other], 192 + 24 * side, inputs, count)
    count = note_cards(contract[UP], 288 if contract[TAKER] >= 0 else 312, inputs, count)
    if contract[TAKER] == seat:
        count = note_cards(contract[BURIED], 336, inputs, count)
    inputs[count] = 360 + ((contract[MAKER] - seat) & 3)
    inputs[count + 1] = 364 + ((dealer - seat) & 3)
    inputs[count + 2] = 372 + now[WON]
    inputs[count + 3] = 377 + now[OVER]
    count += 4
    if contract[LONE] >= 0:
        inputs[count] = 368 + ((contract[LONE] - seat) & 3)
        count += 1
    for side in range(1, 4):
        shown = void[(seat + side) & 3]
        for lane in range(4):
            if shown >> (8 * lane) & 1:
                inputs[count] = 378 + 4 * side + lane
                count += 1
    if now[LED]:
        inputs[count] = 393 + ((now[WHO] - seat) & 3)
        inputs[count + 1] = 397 + (zeros_below(now[LED]) >> 3)
        count += 2
    return count


@part
def think(
    inputs: np.ndarray,
    count: int,
    one: np.ndarray,
    one_bias: np.ndarray,
    two: np.ndarray,
    two_bias: np.ndarray,
    first: np.ndarray,
    second: np.ndarray,
) -> None:
    """The two hidden layers."""
    for place in range(len(first)):
        first[place] = one_bias[place]
    for number in range(count):
        row = one[inputs[number]]
        for place in range(len(first)):
            first[place] += row[place]
    for place in range(len(second)):
        second[place] = two_bias[place]
    for source in range(len(first)):
        share = first[source]
        if share > 0:
            row = two[source]
            for place in range(len(second)):
                second[place] += share * row[place]
    for place in range(len(second)):
        second[place] = max(second[place], np.float32(0))


@part
def chances_of(
    card: int, second: np.ndarray, three: np.ndarray, three_bias: np.ndarray
) -> tuple[float, float, float]:
    """How likely the makers are euchred, make it, or march after a card."""
    line = KINDS * card_number(card)
    a = b = c = np.float32(0)
    for place in range(len(second)):
        a += second[place] * three[line, place]
        b += second[place] * three[line + 1, place]
        c += second[place] * three[line + 2, place]
    a += three_bias[line]
    b += three_bias[line + 1]
    c += three_bias[line + 2]
    top = max(a, b, c)
    x, y, z = math.exp(a - top), math.exp(b - top), math.exp(c - top)
    total = x + y + z
    return x / total, y / total, z / total


@part
def consider(
    seat: int,
    dealer: int,
    hand: int,
    now: np.ndarray,
    void: np.ndarray,
    contract: np.ndarray,
    gone: np.ndarray,
    led_by: np.ndarray,
    net: Net,
    room: Room,
) -> None:
    """Look at the table as a seat sees it, and think; then its cards can be judged."""
    inputs, first, second = room
    count = observe(seat, dealer, hand, now, void, contract, gone, led_by, inputs)
    think(inputs, count, net[0], net[1], net[2], net[3], first, second)


@part
def worth_of(card: int, ends: np.ndarray, net: Net, room: Room) -> float:
    """What a card is worth to the makers; ``ends`` are what the kinds are worth to them."""
    a, b, c = chances_of(card, room[2], net[4], net[5])
    worth: float = a * ends[0] + b * ends[1] + c * ends[2]
    return worth


@part
def follow_play(
    seat: int,
    card: int,
    now: np.ndarray,
    void: np.ndarray,
    contract: np.ndarray,
    gone: np.ndarray,
    led_by: np.ndarray,
) -> int:
    """A card is played, and what the network wants to know of it is noted; return who is next."""
    if not now[LED]:
        led_by[seat] |= card
    over = now[OVER]
    kept0, kept1, kept2, kept3 = now[TABLE], now[TABLE + 1], now[TABLE + 2], now[TABLE + 3]
    following = put(seat, card, now, void, contract)
    if now[OVER] != over:
        gone[0] |= kept0
        gone[1] |= kept1
        gone[2] |= kept2
        gone[3] |= kept3
        gone[seat] |= card
    return following


@entry(f"void(int64[::1], int64[:, ::1], int64[::1], {NET}, float64[:, ::1])")
def judge_cards(
    moment: np.ndarray,
    plays: np.ndarray,
    cards: np.ndarray,
    one: np.ndarray,
    one_bias: np.ndarray,
    two: np.ndarray,
    two_bias: np.ndarray,
    three: np.ndarray,
    three_bias: np.ndarray,
    chances: np.ndarray,
) -> None:
    """Fill a row of chances for each card that the seat of this moment may play."""
    void, gone, led_by = scratch(4, np.int64), scratch(4, np.int64), scratch(4, np.int64)
    now, contract = scratch(NOW, np.int64), scratch(CONTRACT, np.int64)
    inputs = scratch(MOST_SET, np.int64)
    first, second = scratch(len(one_bias), np.float32), scratch(len(two_bias), np.float32)
    trump, seat = moment[TRUMP], moment[SEAT]
    contract[MAKER] = moment[MOMENT_MAKER]
    contract[LONE] = moment[MOMENT_LONE]
    contract[TAKER] = moment[MOMENT_TAKER]
    contract[UP] = BIT[trump, moment[TURN_UP]]
    if moment[MOMENT_BURIED] >= 0:
        contract[BURIED] = BIT[trump, moment[MOMENT_BURIED]]
    begin(now, void, contract, moment[LEADS])
    for number in range(moment[PLAYS]):
        follow_play(
            plays[number, 0], whole(BIT[trump, plays[number, 1]]), now, void, contract, gone, led_by
        )
    hand = relative(moment[MY_HAND], trump)
    count = observe(seat, moment[DEALER], hand, now, void, contract, gone, led_by, inputs)
    think(inputs, count, one, one_bias, two, two_bias, first, second)
    for number, card in enumerate(cards):
        found = chances_of(card, second, three, three_bias)
        for kind in range(KINDS):
            chances[number, kind] = found[kind]


@part
def choose_card(
    seat: int,
    dealer: int,
    hand: int,
    now: np.ndarray,
    void: np.ndarray,
    contract: np.ndarray,
    gone: np.ndarray,
    led_by: np.ndarray,
    ends: np.ndarray,
    net: Net,
    room: Room,
) -> int:
    """The card that the network plays; ``ends`` are what the kinds are worth to the makers."""
    legal = hand & now[LED] or hand
    if not legal & (legal - 1):
        return legal
    consider(seat, dealer, hand, now, void, contract, gone, led_by, net, room)
    making = not (seat ^ contract[MAKER]) & 1
    best, chosen = -1e9, 0
    while legal:
        card = lowest(legal)
        legal ^= card
        worth = worth_of(card, ends, net, room)
        worth = worth if making else -worth
        if worth > best:
            best, chosen = worth, card
    return chosen


@part
def settled(won: int, over: int, enough: int) -> bool:
    """Whether the makers are sure to be euchred, or to make it without a march."""
    return won + HAND - over < enough or (won >= enough and won < over)


@part
def play_out(
    turn: int,
    dealer: int,
    hands: np.ndarray,
    now: np.ndarray,
    void: np.ndarray,
    contract: np.ndarray,
    gone: np.ndarray,
    led_by: np.ndarray,
    ends: np.ndarray,
    net: Net,
    room: Room,
    enough: int,
) -> int:
    """Everyone plays on by the network until the kind is settled; return the makers' tricks."""
    while hands[turn] and not settled(now[WON], now[OVER], enough):
        card = choose_card(
            turn, dealer, hands[turn], now, void, contract, gone, led_by, ends, net, room
        )
        hands[turn] ^= card
        turn = follow_play(turn, card, now, void, contract, gone, led_by)
    return whole(now[WON])


@entry(
    "void(int64[::1], int64[::1], int64[:, ::1], int64[:, ::1], int64[::1], int64[::1],"
    f" float64[::1], {NET}, int64, int64[:, ::1])"
)
def network_options(
    rules: np.ndarray,
    moment: np.ndarray,
    plays: np.ndarray,
    worlds: np.ndarray,
    times: np.ndarray,
    cards: np.ndarray,
    ends: np.ndarray,
    one: np.ndarray,
    one_bias: np.ndarray,
    two: np.ndarray,
    two_bias: np.ndarray,
    three: np.ndarray,
    three_bias: np.ndarray,
    most: int,
    played: np.ndarray,
) -> None:
    """Count the kinds that each card leads to when the network plays on, in at most so many worlds."""
    net = one, one_bias, two, two_bias, three, three_bias
    room = (
        scratch(MOST_SET, np.int64),
        scratch(len(one_bias), np.float32),
        scratch(len(two_bias), np.float32),
    )
    hands, later = scratch(4, np.int64), scratch(4, np.int64)
    void, gone, led_by = scratch(4, np.int64), scratch(4, np.int64), scratch(4, np.int64)
    void_, gone_, led_by_ = scratch(4, np.int64), scratch(4, np.int64), scratch(4, np.int64)
    now, now_ = scratch(NOW, np.int64), scratch(NOW, np.int64)
    contract = scratch(CONTRACT, np.int64)
    contract_of(moment, worlds[0], contract)
    begin(now, void, contract, moment[LEADS])
    for number in range(moment[PLAYS]):
        card = whole(BIT[moment[TRUMP], plays[number, 1]])
        follow_play(plays[number, 0], card, now, void, contract, gone, led_by)
    seat, enough = moment[SEAT], rules[TRICKS_TO_MAKE]
    on_table = now[TABLE] | now[TABLE + 1] | now[TABLE + 2] | now[TABLE + 3]
    for row in range(len(worlds)):
        if not times[row] or most <= 0:
            continue
        most -= 1
        contract_of(moment, worlds[row], contract)
        hands_of(moment, worlds[row], contract, hands)
        out = PLACES & ~(hands[0] | hands[1] | hands[2] | hands[3] | on_table)
        unlike = apart(hands[seat], out)
        found = 0
        for number, card in enumerate(cards):
            # a neighbour of the card before it leads to the same
            if number and not unlike & card:
                played[number, found] += times[row]
                continue
            for each in range(4):
                later[each] = hands[each]
                void_[each], gone_[each], led_by_[each] = void[each], gone[each], led_by[each]
            for place in range(NOW):
                now_[place] = now[place]
            later[seat] ^= card
            turn = follow_play(seat, card, now_, void_, contract, gone_, led_by_)
            tricks = play_out(
                turn,
                moment[DEALER],
                later,
                now_,
                void_,
                contract,
                gone_,
                led_by_,
                ends,
                net,
                room,
                enough,
            )
            found = kind_of(tricks, enough)
            played[number, found] += times[row]


ODD: Final = 0.1  # the share of cards that nothing explains


@part
def share_of(
    wanted: int,
    seat: int,
    dealer: int,
    hand: int,
    now: np.ndarray,
    void: np.ndarray,
    contract: np.ndarray,
    gone: np.ndarray,
    led_by: np.ndarray,
    ends: np.ndarray,
    net: Net,
    room: Room,
    sharpness: float,
) -> float:
    """How likely a seat that thinks as the network does plays this card."""
    legal = hand & now[LED] or hand
    if not legal & (legal - 1):
        return 1.0
    consider(seat, dealer, hand, now, void, contract, gone, led_by, net, room)
    making = 1.0 if not (seat ^ contract[MAKER]) & 1 else -1.0
    best, mine, total, cards = -1e9, 0.0, 0.0, 0
    while legal:
        card = lowest(legal)
        legal ^= card
        worth = sharpness * making * worth_of(card, ends, net, room)
        if worth > best:
            total *= math.exp(best - worth)
            best = worth
        total += math.exp(worth - best)
        cards += 1
        if card == wanted:
            mine = worth
    return ODD / cards + (1 - ODD) * math.exp(mine - best) / total


@entry(
    "void(int64[::1], int64[:, ::1], int64[:, ::1], int64[::1], float64[::1],"
    f" {NET}, float64, int64, int64[::1])"
)
def weigh_again(
    moment: np.ndarray,
    plays: np.ndarray,
    worlds: np.ndarray,
    times: np.ndarray,
    ends: np.ndarray,
    one: np.ndarray,
    one_bias: np.ndarray,
    two: np.ndarray,
    two_bias: np.ndarray,
    three: np.ndarray,
    three_bias: np.ndarray,
    sharpness: float,
    kept: int,
    again: np.ndarray,
) -> None:
    """Draw worlds anew by how likely the network would have played the others' cards."""
    net = one, one_bias, two, two_bias, three, three_bias
    room = (
        scratch(MOST_SET, np.int64),
        scratch(len(one_bias), np.float32),
        scratch(len(two_bias), np.float32),
    )
    hands, void = scratch(4, np.int64), scratch(4, np.int64)
    gone, led_by = scratch(4, np.int64), scratch(4, np.int64)
    now, contract = scratch(NOW, np.int64), scratch(CONTRACT, np.int64)
    weights = again.view(np.float64)
    for row in range(len(worlds)):
        weights[row] = 0.0
        if not times[row]:
            continue
        contract_of(moment, worlds[row], contract)
        hands_of(moment, worlds[row], contract, hands)
        begin(now, void, contract, moment[LEADS])
        for seat in range(4):
            gone[seat] = led_by[seat] = 0
        for number in range(moment[PLAYS]):
            hands[plays[number, 0]] |= BIT[moment[TRUMP], plays[number, 1]]
        weight = float(times[row])
        for number in range(moment[PLAYS]):
            seat = plays[number, 0]
            card = whole(BIT[moment[TRUMP], plays[number, 1]])
            if seat != moment[SEAT]:
                weight *= share_of(
                    card,
                    seat,
                    moment[DEALER],
                    hands[seat],
                    now,
                    void,
                    contract,
                    gone,
                    led_by,
                    ends,
                    net,
                    room,
                    sharpness,
                )
            hands[seat] ^= card
            follow_play(seat, card, now, void, contract, gone, led_by)
        weights[row] = weight
    share_out(weights, kept, stream(moment[SEED], len(worlds) + 1), again)


@entry(
    "void(int64[::1], int64[::1], int64[:, ::1], int64[:, ::1], float64[:, ::1],"
    f" {NET}, int64[::1])"
)
def play_contracts(
    rules: np.ndarray,
    moment: np.ndarray,
    worlds: np.ndarray,
    calls: np.ndarray,
    ends: np.ndarray,
    one: np.ndarray,
    one_bias: np.ndarray,
    two: np.ndarray,
    two_bias: np.ndarray,
    three: np.ndarray,
    three_bias: np.ndarray,
    kinds: np.ndarray,
) -> None:
    """Fill in the kind that each contract ends in.

    A row of ``worlds`` holds the four hands by index as they were dealt, a row of ``calls`` the maker,
    trump, whether alone, whether the turn-up was ordered, and the card buried or -1; ``ends`` are what
    the kinds are worth to makers, a row for each side with its partner and alone.
    """
    net = one, one_bias, two, two_bias, three, three_bias
    room = (
        scratch(MOST_SET, np.int64),
        scratch(len(one_bias), np.float32),
        scratch(len(two_bias), np.float32),
    )
    held, hands, void = scratch(4, np.int64), scratch(4, np.int64), scratch(4, np.int64)
    gone, led_by = scratch(4, np.int64), scratch(4, np.int64)
    now, contract = scratch(NOW, np.int64), scratch(CONTRACT, np.int64)
    for row in range(len(calls)):
        for seat in range(4):
            held[seat] = worlds[row, seat]
            gone[seat] = led_by[seat] = 0
        call = calls[row, 0], calls[row, 1], calls[row, 2], calls[row, 3]
        leader = make_contract(rules, moment, held, call, hands, contract)
        taker = contract[TAKER]
        if calls[row, 4] >= 0 and taker >= 0:
            six = relative(held[taker] | 1 << moment[TURN_UP], call[1])
            contract[BURIED] = BIT[call[1], calls[row, 4]]
            hands[taker] = six ^ contract[BURIED]
        begin(now, void, contract, leader)
        tricks = play_out(
            leader,
            moment[DEALER],
            hands,
            now,
            void,
            contract,
            gone,
            led_by,
            ends[2 * (call[0] & 1) + call[2]],
            net,
            room,
            rules[TRICKS_TO_MAKE],
        )
        kinds[row] = kind_of(tricks, rules[TRICKS_TO_MAKE])
