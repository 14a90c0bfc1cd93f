"""Contracts played by experts: what league playouts and open solves say beside how they end.

Auctions are bid by a table or by league's points, with wobbles, so that most contracts lie near
the border of calling and of going alone.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numba import njit

from bidding.passes import Policy
from bidding.store import deal_out, sample
from rightbower.players import Player
from rightbower.players.kernel.bits import WORD_BITS, relative, stream, word
from rightbower.players.kernel.calls import (
    BARS,
    best_suit,
    lone_strength,
    spare_one,
    spare_two,
    strength,
    with_turn_up,
)
from rightbower.players.simulate import new_game
from rightbower.players.views import view
from rightbower.rules.acts import Action, Name, Order, Pass, PickUp, TurnDown
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import PACK, Seat, Suit
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import Game, act
from rightbower.rules.game import deal_out as deal_cards_out

COLUMNS: Final = ("deal", "contract", "open", "league", "expert")
BY_TABLE: Final = 0.6


@njit
def _share(flow, number):
    return word(flow, number) / float(1 << WORD_BITS)


@njit
def _by_league(hand, turn_up, place, two, flow, at):
    """A call by league's points with wobbles: 0 for none, else 1 + 2 × suit + alone."""
    suit = 0
    if two:
        suit = best_suit(hand, turn_up, place)
        if _share(flow, at) < 0.2:
            suit = 1 + int(3 * _share(flow, at + 1))
        spare = spare_two(hand, turn_up, place, suit)
        held = relative(hand, suit)
    else:
        spare = spare_one(hand, turn_up, place)
        held = with_turn_up(hand, turn_up) if place == 3 else relative(hand, 0)
    likely = 0.7 if spare < 4 else 0.9
    if spare < 0:
        likely = 0.35 * math.exp(spare / 4) if spare > -9 else 0.0
    if two and place == 3:
        likely = 1.0
    if not _share(flow, at + 2) < likely:
        return 0
    lone = lone_strength(held) - BARS[3, place]
    alone = _share(flow, at + 3) < (0.75 if lone >= 0 else 0.35 if lone >= -12 else 0.0)
    return 1 + 2 * suit + alone


@njit
def _by_table(shares, hand, turn_up, place, two, flow, at):
    """A call by a table, now and then alone where it is not, and the other way round."""
    act = np.argmax(shares)
    if act == 0:
        return 0
    suit, alone = 0, act == 2
    if two:
        which, alone = (act - 1) >> 1, act & 1 == 0
        suit = 3 if which == 0 else which
    held = relative(hand, suit)
    if not two and place == 3:
        held = with_turn_up(hand, turn_up)
    if _share(flow, at + 4) < 0.25:
        alone = not alone and lone_strength(held) >= BARS[3, place] - 16
    return 1 + 2 * suit + alone


@njit(cache=True)
def choose(seed, number, one, two, ids):
    """A contract of a deal; -1 where nobody calls."""
    dealt = np.zeros(4, np.int64)
    turn_up = deal_out(seed, number, dealt)
    flow = stream(seed + 1, number)
    for turn in range(8):
        place, at = turn & 3, 6 * turn
        hand, mine = dealt[place], ids[place] >> 1
        if _share(flow, at + 5) < BY_TABLE:
            shares = two[place, mine, :7] if turn > 3 else one[place, mine, :3]
            said = _by_table(shares, hand, turn_up, place, turn > 3, flow, at)
            # a class has its cross suits in order: back to those of the deal
            if turn > 3 and ids[place] & 1 and said and 0 < (said - 1) >> 1 < 3:
                said = 1 + 2 * (3 - ((said - 1) >> 1)) + ((said - 1) & 1)
        else:
            said = _by_league(hand, turn_up, place, turn > 3, flow, at)
        if said == 0:
            continue
        suit, alone = (said - 1) >> 1, (said - 1) & 1
        if turn < 4:
            return 2 * place + alone
        if strength(relative(hand, suit)) == 0 and place != 3:
            continue
        return 8 + 6 * place + 2 * (0 if suit == 3 else suit) + alone
    return -1


def begun(book: RuleBook, seed: int, number: int, contract: int) -> Game:
    """A deal of the store up to its contract; South deals, and clubs are turned up."""
    masks = np.zeros(4, np.int64)
    turn_up = deal_out(seed, number, masks)
    held = [tuple(card for card in PACK if int(mask) >> card.index & 1) for mask in masks]
    used = {card for hand in held for card in hand} | {PACK[turn_up]}
    order = {Seat.W: held[0], Seat.N: held[1], Seat.E: held[2], Seat.S: held[3]}
    hands = tuple(order[seat] for seat in Seat)
    stock = tuple(card for card in PACK if card not in used)
    game = deal_cards_out(new_game(book, Seat.S), Dealt(hands, PACK[turn_up], stock))
    for action in _calls(contract):
        game = act(game, action)
    return game


def _calls(contract: int) -> list[Action]:
    seats = (Seat.W, Seat.N, Seat.E, Seat.S)
    place = contract >> 1 if contract < 8 else (contract - 8) // 6
    alone = bool(contract & 1)
    said: list[Action] = [Pass(seat) for seat in seats[: place if contract < 8 else 3]]
    if contract < 8:
        last = seats[place]
        return [*said, PickUp(last, alone) if last is Seat.S else Order(last, alone)]
    which = (contract - 8) % 6 >> 1
    said += [TurnDown(Seat.S), *(Pass(seat) for seat in seats[:place])]
    return [*said, Name(seats[place], Suit(3 if which == 0 else which), alone)]


def play_some(
    book: RuleBook, seed: int, first: int, deals: int, policy: Policy, player: Player
) -> np.ndarray:
    """Play a contract of each deal; rows in the columns named above."""
    store = sample(seed, first, deals, 0)
    rows = []
    for row in range(deals):
        contract = choose(seed, first + row, *policy, store.classes[row])
        if contract < 0:
            continue
        shift = np.uint64(2 * contract)
        kinds = [int(each[row] >> shift & np.uint64(3)) for each in (store.open, store.league)]
        rows.append(
            (
                first + row,
                contract,
                *kinds,
                _ending(begun(book, seed, first + row, contract), player),
            )
        )
    return np.array(rows, dtype=np.int32)


def _ending(game: Game, player: Player) -> int:
    """Euchred, made or march, when the player plays all four hands."""
    while game.deal is not None:
        assert game.deal.turn is not None
        game = act(game, player(view(game, game.deal.turn)))
    deal = game.finished[-1].deal
    assert deal.maker is not None
    tricks = deal.tricks_of(deal.maker.side)
    return 0 if tricks < 3 else 2 if tricks == 5 else 1
