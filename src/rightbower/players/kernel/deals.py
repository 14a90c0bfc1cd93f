"""Random deals by the million, from the shuffle to the score, by any book.

Deals are played a block at a time, each step for all of them before the next: so the steps of
different deals do not wait for each other, and when the processor guesses a call wrong, it loses
nothing of the play.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from rightbower.players.kernel.bits import (
    ALONE_LATER,
    BREACH_LOSES,
    BURY,
    COUNTS_TRICKS,
    DEFENDER_ALONE,
    EUCHRE,
    GO_ALONE,
    LEFT_OF_LONE,
    LONE_EUCHRE,
    LONE_MAKE,
    LONE_MARCH,
    LONE_PARTNER_TAKES,
    MAKE,
    MARCH,
    NAME,
    PARTNER_ALONE,
    PASS,
    SEATS,
    TRICKS_TO_MAKE,
    TRUMP_TO_NAME,
    TRUMP_TO_ORDER,
    TURN_DOWN,
    below,
    pack,
    stream,
    whole,
    word,
)
from rightbower.players.kernel.calls import (
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
from rightbower.players.kernel.compiled import entry, in_threads, part, scratch, scratch_rows
from rightbower.players.kernel.playouts import (
    ALL_HELD,
    ALL_PLACES,
    EVERYONE,
    HAND,
    PLACES,
    copy_plays,
    play_trick,
    sort_out,
)
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import HAND_SIZE, PACK, Seat
from rightbower.rules.deal import Deal, start
from rightbower.rules.refusal import Refusal, wrong_kind

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


BLOCK_SIZE: Final = 64
PLAYS: Final = 4 * HAND


class Block(NamedTuple):
    """Where the deals of a block lie; ``live`` holds the numbers of those that are played."""

    decks: np.ndarray
    codes: np.ndarray
    suits: np.ndarray
    notes: np.ndarray
    flows: np.ndarray
    held: np.ndarray
    leaders: np.ndarray
    outs: np.ndarray
    won: np.ndarray
    live: np.ndarray


@part
def shuffle_all(block: Block, seed: int, first: int, count: int) -> None:
    """Shuffle a pack for each deal."""
    for number in range(count):
        flow = stream(seed, first + number)
        block.flows[number] = flow
        shuffle(flow, block.decks[number])


@part
def bid_all(
    block: Block, rules: np.ndarray, first: int, rows: np.ndarray, log: np.ndarray, at: int
) -> tuple[int, int]:
    """Bid each deal; how many are played, and the end of the log."""
    playing = 0
    for number in range(rows.shape[0]):
        dealer, flow = (first + number) & 3, block.flows[number]
        plays, at = bid(rules, flow, dealer, block.decks[number], rows[number], log, at)
        block.live[playing] = number
        playing += plays
    return playing, at


@part
def begin_all(block: Block, rules: np.ndarray, rows: np.ndarray, playing: int) -> None:
    """Lay out the hands of the deals that are played, and say who leads."""
    for place in range(playing):
        number = block.live[place]
        row = rows[number]
        lone = whole(row[LONE])
        out = (lone + 2) & 3 if lone >= 0 else NOBODY
        sort_out(block.decks[number], whole(row[TRUMP]), block.codes[number], block.suits[number])
        block.leaders[number] = first_lead(rules, whole(row[DEALER]), lone)
        block.outs[number] = out
        block.held[number] = EVERYONE & ~(ALL_HELD << (PLACES * out)) if out >= 0 else EVERYONE
        block.won[number] = 0


@part
def play_all(block: Block, trick: int, playing: int) -> None:
    """Play one trick of each deal; ``won`` counts those of the odd seats."""
    for place in range(playing):
        number = np.uint64(block.live[np.uint64(place)])
        leader, held = play_trick(
            block.codes[number],
            block.suits[number],
            block.held[number],
            block.leaders[number],
            block.outs[number],
            word(block.flows[number], PLAY_WORD + trick),
            block.notes[number],
            4 * trick,
        )
        block.held[number] = held
        block.leaders[number] = leader
        block.won[number] += leader & 1


@part
def score_all(block: Block, rules: np.ndarray, rows: np.ndarray, playing: int) -> None:
    """Write down what the makers got."""
    for place in range(playing):
        number = block.live[place]
        odd = block.won[number]
        score(rules, rows[number], odd if rows[number, MAKER] & 1 else HAND - odd)


@part
def play_block(
    block: Block,
    rules: np.ndarray,
    seed: int,
    first: int,
    rows: np.ndarray,
    log: np.ndarray,
    at: int,
) -> int:
    """Play a deal for each row, at most a block of them; return the end of the log.

    A log is kept of one deal alone.
    """
    shuffle_all(block, seed, first, rows.shape[0])
    playing, at = bid_all(block, rules, first, rows, log, at)
    begin_all(block, rules, rows, playing)
    for trick in range(HAND):
        play_all(block, trick, playing)
    score_all(block, rules, rows, playing)
    if at >= 0 and playing:
        at = copy_plays(block.decks[0], block.notes[0], block.outs[0], log, at)
    return at


LONGEST: Final = 40
CHUNK: Final = 1 << 15
ALL_ACTS: Final = (1 << 64) - 1


@entry("int64(int64[::1], int64, int64, int16[:, ::1], int64[:, ::1], boolean)")
def _play(
    rules: np.ndarray,
    seed: int,
    first: int,
    rows: np.ndarray,
    log: np.ndarray,
    keep: bool,
) -> int:
    """Play a deal for each row; keep the log of the only one if asked, and return its length."""
    block = Block(
        scratch_rows(BLOCK_SIZE, PACK_SIZE, np.uint8),
        scratch_rows(BLOCK_SIZE, ALL_PLACES, np.uint8),
        scratch_rows(BLOCK_SIZE, SEATS, np.int64),
        scratch_rows(BLOCK_SIZE, PLAYS, np.uint16),
        scratch(BLOCK_SIZE, np.int64),
        scratch(BLOCK_SIZE, np.int64),
        scratch(BLOCK_SIZE, np.int64),
        scratch(BLOCK_SIZE, np.int64),
        scratch(BLOCK_SIZE, np.int64),
        scratch(BLOCK_SIZE, np.int64),
    )
    at = 0 if keep else -1
    for begin in range(0, rows.shape[0], BLOCK_SIZE):
        at = play_block(
            block, rules, seed, first + begin, rows[begin : begin + BLOCK_SIZE], log, at
        )
    return at


@entry("void(int64, int64, uint8[:, ::1])")
def _deal_out(seed: int, first: int, decks: np.ndarray) -> None:
    """Shuffle a pack for each row."""
    for number in range(decks.shape[0]):
        shuffle(stream(seed, first + number), decks[number])


def _whole(count: int, first: int, seed: int, threads: int = 1) -> None:
    whole = (("count", count), ("first", first), ("seed", seed), ("threads", threads))
    for parameter, each in whole:
        if not isinstance(each, int | np.integer):
            raise wrong_kind(parameter, "a whole number", each)
    if count < 0 or first < 0:
        raise Refusal(
            "deals are counted from 0; neither their number nor the first can be below it"
        )


def play_deals(
    book: RuleBook | str, count: int, seed: int, first: int = 0, threads: int = 1
) -> np.ndarray:
    """Play deals number ``first`` and on at random; a row for each, in the columns named above.

    The same seed and number give the same deal, however many threads there are.
    """
    from rightbower.players.thumb import refuse_unstudied

    _whole(count, first, seed, threads)
    rows = np.empty((count, COLUMNS), dtype=np.int16)
    rules = pack(refuse_unstudied(load(book)))

    def some(start: int) -> None:
        _play(rules, seed, first + start, rows[start : start + CHUNK], _log(), False)

    in_threads(some, range(0, count, CHUNK), threads)
    return rows


def shuffled_packs(count: int, seed: int, first: int = 0) -> np.ndarray:
    """Packs in random order: five cards for each seat from North, the turn-up, the stock."""
    _whole(count, first, seed)
    decks = np.empty((count, PACK_SIZE), dtype=np.uint8)
    _deal_out(seed, first, decks)
    return decks


class RandomDeal(NamedTuple):
    """One random deal: its start, each act with the set that was legal then, and its row."""

    start: Deal
    acts: list[tuple[int, int]]
    row: np.ndarray


def play_one(book: RuleBook, seed: int, number: int) -> RandomDeal:
    """Play one deal at random and say all that was done."""
    rows = np.empty((1, COLUMNS), dtype=np.int16)
    log = _log()
    written = _play(pack(book), seed, number, rows, log, True)
    pack_order = [PACK[index] for index in shuffled_packs(1, seed, number)[0]]
    hands = [tuple(pack_order[HAND_SIZE * seat :][:HAND_SIZE]) for seat in Seat]
    turn_up, *stock = pack_order[HAND_SIZE * len(Seat) :]
    begun = start(book, Seat(int(rows[0, DEALER])), hands, turn_up, stock)
    acts = [(int(act), int(legal) & ALL_ACTS) for act, legal in log[:written]]
    return RandomDeal(begun, acts, rows[0])


def _log() -> np.ndarray:
    return np.zeros((LONGEST, 2), dtype=np.int64)
