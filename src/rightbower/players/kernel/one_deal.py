"""One random deal from the shuffle to the score, by a book's rules."""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.compiling.compiled import part
from rightbower.players.kernel.numbers.acts import BURY, GO_ALONE, NAME, PASS, TURN_DOWN
from rightbower.players.kernel.numbers.bits import whole
from rightbower.players.kernel.numbers.chance import below, word
from rightbower.players.kernel.numbers.rules import (
    ALONE_LATER,
    BREACH_LOSES,
    COUNTS_TRICKS,
    DEFENDER_ALONE,
    EUCHRE,
    LEFT_OF_LONE,
    LONE_EUCHRE,
    LONE_MAKE,
    LONE_MARCH,
    LONE_PARTNER_TAKES,
    MAKE,
    MARCH,
    PARTNER_ALONE,
    TRICKS_TO_MAKE,
    TRUMP_TO_NAME,
    TRUMP_TO_ORDER,
)
from rightbower.players.kernel.playing.bidding import (
    TURN_UP,
    alone_or_not,
    breaches,
    buries,
    chosen,
    first_round,
    held,
    keeps_turn_up,
    second_round,
)
from rightbower.players.kernel.playing.tricks import HAND

PACK_SIZE: Final = 24
# What is written down of a deal, column by column.
DEALER, TRUMP, MAKER, LONE, TRICKS, POINTS_NS, POINTS_EW, ENDING = range(8)
COLUMNS: Final = 8
PLAYED, THROWN_IN, GAME_LOST = range(3)
NOBODY: Final = -1

# Which words of a deal's stream serve for what: three shuffle, one bids, five play.
_BID_WORD: Final = 3
PLAY_WORD: Final = 4


@part
def spread(deck: np.ndarray, first: int, end: int, chance: int) -> None:
    """Put the next cards of the pack anywhere among those already there."""
    for card in range(first, end):
        other, chance = below(chance, card + 1)
        deck[np.uint64(card)] = deck[np.uint64(other)]
        deck[np.uint64(other)] = card


@part
def shuffle(flow: int, deck: np.ndarray) -> None:
    """Five cards for each seat, the turn-up and the stock, every order as likely."""
    spread(deck, 0, 12, word(flow, 0))
    spread(deck, 12, 18, word(flow, 1))
    spread(deck, 18, PACK_SIZE, word(flow, 2))


@part
def noted(log: np.ndarray, at: int, act: int, legal: int) -> int:
    """Write an act and what was legal to the log, unless there is none; return the next line."""
    if at < 0:
        return at
    log[at, 0] = act
    log[at, 1] = legal
    return at + 1


@part
def called(
    rules: np.ndarray, deck: np.ndarray, dealer: int, chance: int, log: np.ndarray, at: int
) -> tuple[int, int, int, int]:
    """Both rounds of bidding: the seat and its act, PASS if all passed; the word and log go on."""
    for turn in range(1, 5):
        seat = (dealer + turn) & 3
        legal = first_round(rules, deck, dealer, seat)
        act, chance = chosen(legal, 3, chance)
        at = noted(log, at, act, legal)
        if act > TURN_DOWN:
            return seat, act, chance, at
    for turn in range(1, 5):
        seat = (dealer + turn) & 3
        legal = second_round(rules, deck, dealer, seat)
        act, chance = chosen(legal, 7, chance)
        at = noted(log, at, act, legal)
        if act > TURN_DOWN:
            return seat, act, chance, at
    return dealer, PASS, chance, at


@part
def buried(
    rules: np.ndarray, deck: np.ndarray, taker: int, chance: int, log: np.ndarray, at: int
) -> tuple[int, int]:
    """The turn-up goes into a hand, and one of the six cards out of it."""
    place, chance = below(chance, HAND if keeps_turn_up(rules, deck, taker) else HAND + 1)
    if at >= 0:
        card = deck[TURN_UP] if place == HAND else deck[HAND * taker + place]
        at = noted(log, at, BURY + card, buries(rules, deck, taker))
    if place < HAND:
        deck[np.uint64(HAND * taker + place)] = deck[TURN_UP]
    return chance, at


@part
def asked_alone(
    rules: np.ndarray,
    deck: np.ndarray,
    maker: int,
    trump: int,
    chance: int,
    log: np.ndarray,
    at: int,
) -> tuple[int, int]:
    """Ask those who may play alone, in turn, where that is said after trump is made."""
    for asked in range(4):
        if (asked == 1 and not rules[PARTNER_ALONE]) or (asked == 2 and not rules[DEFENDER_ALONE]):
            break
        # the maker, the maker's partner, and then the defenders from the left
        seat = (maker + (0, 2, 1, 3)[asked]) & 3
        legal = alone_or_not(rules, deck, seat, trump)
        act, chance = chosen(legal, 2, chance)
        at = noted(log, at, act, legal)
        if act == GO_ALONE:
            return seat, at
    return NOBODY, at


@part
def first_lead(rules: np.ndarray, dealer: int, lone: int) -> int:
    """Who leads to the first trick."""
    leader = (dealer + 1) & 3
    if lone >= 0:
        if rules[LEFT_OF_LONE]:
            leader = (lone + 1) & 3
        if leader == (lone + 2) & 3:
            leader = (leader + 1) & 3
    return leader


@part
def points(rules: np.ndarray, tricks: int, lone_makers: bool) -> int:
    """What the makers get for their tricks; what the defenders get is below nought."""
    if tricks < rules[TRICKS_TO_MAKE]:
        return -whole(rules[LONE_EUCHRE] if lone_makers else rules[EUCHRE])
    if tricks == HAND:
        return whole(rules[LONE_MARCH] if lone_makers else rules[MARCH])
    return whole(rules[LONE_MAKE] if lone_makers else rules[MAKE])


@part
def loses_the_game(
    rules: np.ndarray, deck: np.ndarray, dealer: int, seat: int, named: bool, trump: int
) -> bool:
    """Whether a call without the trump it needs ends the game there and then."""
    needs = rules[TRUMP_TO_NAME] if named else rules[TRUMP_TO_ORDER]
    if not needs or not rules[BREACH_LOSES] or seat == dealer:
        return False
    return breaches(rules, held(deck, seat), trump)


@part
def bid(
    rules: np.ndarray,
    flow: int,
    dealer: int,
    deck: np.ndarray,
    row: np.ndarray,
    log: np.ndarray,
    at: int,
) -> tuple[bool, int]:
    """Bid the cards of the deck at random and begin the row; whether there is play, and the log."""
    row[:] = NOBODY
    row[DEALER] = dealer
    row[POINTS_NS] = row[POINTS_EW] = 0
    maker, act, chance, at = called(rules, deck, dealer, word(flow, _BID_WORD), log, at)
    if act == PASS:
        row[ENDING] = THROWN_IN
        return False, at
    named = act >= NAME
    trump = (act - NAME) >> 1 if named else whole(deck[TURN_UP]) // 6
    lone = maker if act & 1 else NOBODY
    row[MAKER] = maker
    row[TRUMP] = trump
    row[LONE] = lone
    if loses_the_game(rules, deck, dealer, maker, named, trump):
        row[ENDING] = GAME_LOST
        return False, at
    if not named:
        partner_alone = lone == (dealer + 2) & 3
        if not partner_alone:
            chance, at = buried(rules, deck, dealer, chance, log, at)
        elif rules[LONE_PARTNER_TAKES]:
            chance, at = buried(rules, deck, lone, chance, log, at)
    if lone < 0 and rules[ALONE_LATER]:
        lone, at = asked_alone(rules, deck, maker, trump, chance, log, at)
        row[LONE] = lone
    row[ENDING] = PLAYED
    return True, at


@part
def score(rules: np.ndarray, row: np.ndarray, tricks: int) -> None:
    """Write down the makers' tricks and the points of both sides."""
    row[TRICKS] = tricks
    maker, lone = whole(row[MAKER]), whole(row[LONE])
    if rules[COUNTS_TRICKS]:
        row[POINTS_NS + (maker & 1)] = tricks
        row[POINTS_EW - (maker & 1)] = HAND - tricks
        return
    gained = points(rules, tricks, lone >= 0 and (lone ^ maker) & 1 == 0)
    row[POINTS_NS + (maker & 1)] = max(gained, 0)
    row[POINTS_EW - (maker & 1)] = max(-gained, 0)
