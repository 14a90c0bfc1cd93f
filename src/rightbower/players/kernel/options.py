"""What each option of a seat leads to in worlds that could be true.

A world is solved, with best play by all who see all the cards, and played on by league players who
see only their own.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.bits import (
    BIT,
    BURY_NEVER,
    KEEP_PARTNER,
    LEFT_OF_LONE,
    LONE_PARTNER_TAKES,
    NAME,
    PASS,
    PLACES,
    TRICKS_TO_MAKE,
    TURN_DOWN,
    relative,
    whole,
)
from rightbower.players.kernel.calls import call_one, call_two, worst
from rightbower.players.kernel.compiled import entry, part, scratch
from rightbower.players.kernel.play import (
    BURIED,
    CONTRACT,
    LEADER,
    LONE,
    MAKER,
    NOW,
    OVER,
    TABLE,
    TAKER,
    UP,
    WON,
    begin,
    out_of_play,
    play_on,
    put,
)
from rightbower.players.kernel.search import EUCHRED, HAND, MADE, MARCH, apart, kind
from rightbower.players.kernel.worlds import (
    BIDS,
    DEALER,
    LEADS,
    MY_HAND,
    PLAYS,
    SEAT,
    TRUMP,
    TURN_UP,
    contract_of,
    hands_of,
    said_alone,
)

# A line of the ledger of a call: the makers' side, alone or not, the kind; or nobody's call.
KINDS: Final = 3
SIDE_LINES: Final = 2 * KINDS
NOBODY: Final = 2 * SIDE_LINES
LEDGER: Final = NOBODY + 1
ALL_CALLS: Final = 8


@part
def kind_of(tricks: int, enough: int) -> int:
    """Euchred, made or march, by the makers' tricks."""
    if tricks < enough:
        return EUCHRED
    return MARCH if tricks == HAND else MADE


@part
def from_the_lead(hands: np.ndarray, leader: int, maker: int, enough: int) -> int:
    """The kind from the first lead with best play by all."""
    a, b = hands[leader], hands[(leader + 1) & 3]
    c, d = hands[(leader + 2) & 3], hands[(leader + 3) & 3]
    return kind(a, b, c, d, HAND, 0, not (leader ^ maker) & 1, 0, enough)


@part
def with_table(hands: np.ndarray, now: np.ndarray, seat: int) -> int:
    """A seat's hand with its card on the table."""
    return whole(hands[seat & 3]) | whole(now[TABLE + (seat & 3)])


@part
def after_card(
    seat: int,
    card: int,
    hands: np.ndarray,
    now: np.ndarray,
    void: np.ndarray,
    contract: np.ndarray,
    later: tuple[np.ndarray, np.ndarray, np.ndarray],
) -> int:
    """The makers' tricks when this card is played and all play on by habit; in ``later``'s room."""
    for each in range(4):
        later[0][each] = hands[each]
        later[2][each] = void[each]
    for place in range(NOW):
        later[1][place] = now[place]
    later[0][seat] ^= card
    turn = put(seat, card, later[1], later[2], contract)
    return play_on(turn, later[0], later[1], later[2], contract)


@part
def first_leader(rules: np.ndarray, dealer: int, lone: int) -> int:
    """Who leads to the first trick."""
    leader = (dealer + 1) & 3
    if lone < 0:
        return leader
    if rules[LEFT_OF_LONE]:
        leader = (lone + 1) & 3
    return (leader + 1) & 3 if leader == (lone + 2) & 3 else leader


@entry(
    "void(int64[::1], int64[::1], int64[:, ::1], int64[:, ::1], int64[::1], int64[::1],"
    " int64[:, ::1], int64[:, ::1])"
)
def card_options(
    rules: np.ndarray,
    moment: np.ndarray,
    plays: np.ndarray,
    worlds: np.ndarray,
    times: np.ndarray,
    cards: np.ndarray,
    solved: np.ndarray,
    played: np.ndarray,
) -> None:
    """Count the kinds that each card leads to; cards are relative to trump, from the lowest."""
    hands, void = scratch(4, np.int64), scratch(4, np.int64)
    now, contract = scratch(NOW, np.int64), scratch(CONTRACT, np.int64)
    later = scratch(4, np.int64), scratch(NOW, np.int64), scratch(4, np.int64)
    contract_of(moment, worlds[0], contract)
    begin(now, void, contract, moment[LEADS])
    for number in range(moment[PLAYS]):
        card = whole(BIT[moment[TRUMP], plays[number, 1]])
        put(plays[number, 0], card, now, void, contract)
    enough, leader, left = rules[TRICKS_TO_MAKE], now[LEADER], HAND - now[OVER]
    making = not (leader ^ contract[MAKER]) & 1
    only = now[TABLE] | now[TABLE + 1] | now[TABLE + 2] | now[TABLE + 3]
    for row in range(len(worlds)):
        if not times[row]:
            continue
        contract_of(moment, worlds[row], contract)
        hands_of(moment, worlds[row], contract, hands)
        a, b = with_table(hands, now, leader), with_table(hands, now, leader + 1)
        c, d = with_table(hands, now, leader + 2), with_table(hands, now, leader + 3)
        gone = PLACES & ~(a | b | c | d)
        unlike = apart(a, gone) | apart(b, gone) | apart(c, gone) | apart(d, gone)
        found = 0
        for number, card in enumerate(cards):
            # a neighbour of the card before it leads to the same
            if number == 0 or unlike & card:
                found = kind(a, b, c, d, left, only | card, making, now[WON], enough)
            solved[number, found] += times[row]
            tricks = after_card(moment[SEAT], card, hands, now, void, contract, later)
            played[number, kind_of(tricks, enough)] += times[row]


@entry(
    "void(int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1],"
    " int64[:, ::1], int64[:, ::1])"
)
def lead_options(
    rules: np.ndarray,
    moment: np.ndarray,
    worlds: np.ndarray,
    times: np.ndarray,
    own: np.ndarray,
    buried: np.ndarray,
    lone: np.ndarray,
    solved: np.ndarray,
    played: np.ndarray,
) -> None:
    """Count the kinds from the first lead, for hands of one's own, buries and lone seats."""
    hands, void = scratch(4, np.int64), scratch(4, np.int64)
    now, contract = scratch(NOW, np.int64), scratch(CONTRACT, np.int64)
    enough, trump = rules[TRICKS_TO_MAKE], moment[TRUMP]
    for row in range(len(worlds)):
        if not times[row]:
            continue
        for number in range(len(own)):
            contract_of(moment, worlds[row], contract)
            contract[LONE] = lone[number]
            if buried[number] >= 0:
                contract[BURIED] = BIT[trump, buried[number]]
            hands_of(moment, worlds[row], contract, hands)
            if moment[SEAT] != out_of_play(contract):
                hands[moment[SEAT]] = relative(own[number], trump)
            leader = first_leader(rules, moment[DEALER], lone[number])
            solved[number, from_the_lead(hands, leader, contract[MAKER], enough)] += times[row]
            begin(now, void, contract, leader)
            tricks = play_on(leader, hands, now, void, contract)
            played[number, kind_of(tricks, enough)] += times[row]


@part
def rest_of_auction(
    rules: np.ndarray, bends: np.ndarray, moment: np.ndarray, hands: np.ndarray
) -> tuple[int, int, int, int]:
    """What league players call after a pass: the maker or -1, trump, alone, and ordered."""
    seat, turn_up = moment[SEAT], moment[TURN_UP]
    for number in range(moment[BIDS] + 1, ALL_CALLS):
        seat = (seat + 1) & 3
        if number < 4:
            said = call_one(rules, bends, hands, moment[DEALER], turn_up, seat)
            if said:
                return seat, turn_up // 6, said - 1, 1
        else:
            said = call_two(rules, bends, hands, moment[DEALER], turn_up, seat)
            if said:
                return seat, (said - 1) >> 1, (said - 1) & 1, 0
    return -1, 0, 0, 0


@part
def make_contract(
    rules: np.ndarray,
    moment: np.ndarray,
    held: np.ndarray,
    call: tuple[int, int, int, int],
    hands: np.ndarray,
    contract: np.ndarray,
) -> int:
    """The hands relative to trump after a call and the bury; return who leads."""
    maker, trump, alone, ordered = call
    dealer, turn_up = moment[DEALER], moment[TURN_UP]
    for seat in range(4):
        hands[seat] = relative(held[seat], trump)
    contract[MAKER] = maker
    contract[LONE] = maker if alone else -1
    contract[TAKER] = dealer if ordered else -1
    contract[UP] = BIT[trump, turn_up]
    contract[BURIED] = 0
    out = out_of_play(contract)
    if ordered and out == dealer:
        contract[TAKER] = maker if rules[LONE_PARTNER_TAKES] else -1
    taker = contract[TAKER]
    if taker >= 0:
        six = hands[taker] | contract[UP]
        contract[BURIED] = worst(six, hands[taker] if rules[BURY_NEVER] else six)
        hands[taker] = six ^ contract[BURIED]
    if alone:
        hands[out] = 0
    return first_leader(rules, dealer, contract[LONE])


@entry(
    "void(int64[::1], int64[:, ::1], int64[::1], int64[:, ::1], int64[::1], int64[::1],"
    " int64[:, ::1])"
)
def call_options(
    rules: np.ndarray,
    bends: np.ndarray,
    moment: np.ndarray,
    worlds: np.ndarray,
    times: np.ndarray,
    calls: np.ndarray,
    played: np.ndarray,
) -> None:
    """Count where each call leads, by lines of the ledger; after a pass the others call on.

    League players play the cards: to solve the worlds besides was tried, and chose no better.
    """
    held, hands, void = scratch(4, np.int64), scratch(4, np.int64), scratch(4, np.int64)
    now, contract = scratch(NOW, np.int64), scratch(CONTRACT, np.int64)
    enough = rules[TRICKS_TO_MAKE]
    for row in range(len(worlds)):
        if not times[row]:
            continue
        for seat in range(4):
            held[seat] = worlds[row, seat]
        held[moment[SEAT]] = moment[MY_HAND]
        for number, act in enumerate(calls):
            if act in (PASS, TURN_DOWN):
                call = rest_of_auction(rules, bends, moment, held)
            elif NAME <= act < KEEP_PARTNER:
                call = (moment[SEAT], (act - NAME) >> 1, (act - NAME) & 1, 0)
            else:
                call = (moment[SEAT], moment[TURN_UP] // 6, 1 if said_alone(act) else 0, 1)
            maker = call[0]
            if maker < 0:
                played[number, NOBODY] += times[row]
                continue
            leader = make_contract(rules, moment, held, call, hands, contract)
            line = SIDE_LINES * (maker & 1) + KINDS * call[2]
            begin(now, void, contract, leader)
            tricks = play_on(leader, hands, now, void, contract)
            played[number, line + kind_of(tricks, enough)] += times[row]
