"""Deals side by side, act by act: what may be done, what it leads to, and what a seat sees of it.

Each deal is a row of numbers and a pack. A row holds what the readable deal holds: whose turn it
is and for what, the four hands by card index, the contract, and the tricks as they fell.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np

from rightbower.players.kernel import play
from rightbower.players.kernel.bits import (
    ALONE_LATER,
    BIT,
    BURY,
    COUNTS_TRICKS,
    DEFENDER_ALONE,
    GO_ALONE,
    HAND,
    KEEP_PARTNER,
    LONE_PARTNER_TAKES,
    NAME,
    NEEDS_TRUMP,
    ORDER,
    PARTNER_ALONE,
    PICK_UP,
    PLAY,
    SIZE,
    TURN_DOWN,
    below,
    count,
    mask_of,
    relative,
    stream,
    whole,
    word,
    zeros_below,
)
from rightbower.players.kernel.calls import (
    BARS,
    LONE_SHIFT,
    alone_or_not,
    buries,
    call_one,
    call_two,
    first_round,
    has_trump,
    held,
    lone_strength,
    second_round,
    worst,
)
from rightbower.players.kernel.compiled import entry, part, scratch
from rightbower.players.kernel.deals import first_lead, loses_the_game, points, shuffle
from rightbower.players.kernel.play import CONTRACT, NOW, begin, habit, put
from rightbower.players.kernel.playouts import CODE
from rightbower.rules.cards import PACK, Suit, suit_in_play

# ---- a row ----

HANDS: Final = 0  # four of them
UP, DEALER, TURN, PHASE, TRUMP, MAKER, LONE, TAKER, BURIED = range(4, 13)
PASSES: Final = 13
TRICKS: Final = 14  # five of them: five bits for each seat's card and one more, then who led
# which trick, how many cards it has, the suit led, the best card and its seat
TRICK, LAID, LED, BEST = range(19, 23)
WON: Final = 23  # tricks of each side
SCORE: Final = 25  # of each side
TAKEN: Final = 27  # tricks of each side in the whole game
PLAYED, DEALS, EPISODES = 29, 30, 31  # deals of the game played out; dealt and begun so far
FLOW, ACTS = 32, 33  # the table's chance, and how many acts the episode has
LEGAL, BROUGHT, OVER = 34, 35, 36  # what may be done, and what the last act led to
ROW: Final = 37

ROUND_ONE, ROUND_TWO, BURYING, ALONE, PLAYING = range(5)
NOBODY: Final = -1
NO_DEAL: Final = -1

# How games end: these numbers stand after the book's own.
TARGET, MOST_DEALS, CAPPED, EITHER, WHOLE_GAME, SCORES = range(SIZE, SIZE + 6)

# The cards that follow a card of this index, by trump.
FOLLOW: Final = np.array(
    [
        mask_of(each for each in PACK if suit_in_play(each, trump) is suit_in_play(card, trump))
        for trump in Suit
        for card in PACK
    ],
    dtype=np.int64,
)
_CARD_BITS: Final = 5
_CARD: Final = 31
_LEADER_AT: Final = 20
_LANE: Final = 24
ALL_ACTS: Final = 64
_ALL_CARDS: Final = (1 << 24) - 1

# ---- where the pieces of an observation begin; seats run from the one that looks, clockwise ----

SEES_SEAT, SEES_PHASE, SEES_DEALER, SEES_TURN = 0, 4, 10, 14
SEES_HAND, SEES_UP, SEES_BURIED, SEES_PASSES = 18, 42, 66, 90
SEES_TRUMP, SEES_MAKER, SEES_LONE, SEES_TAKER = 98, 102, 106, 110
SEES_TRICKS, SEES_LEADER, SEES_WON, SEES_SCORE = 114, 594, 614, 616
SEES: Final = 618
FAR: Final = 10.0  # a score is told as a share of the target, or of this
# Tricks won as fifths, added up one by one as the readable observation does.
_FIFTHS: Final = np.cumsum([0.0] + [1 / HAND] * HAND, dtype=np.float32)


@part
def begin_deal(row: np.ndarray, deck: np.ndarray, dealer: int) -> None:
    """Five cards for each seat and the turn-up; the dealer's left speaks first."""
    for seat in range(4):
        row[HANDS + seat] = held(deck, seat)
    row[UP] = deck[4 * HAND]
    row[DEALER] = dealer
    row[TURN] = (dealer + 1) & 3
    row[PHASE] = ROUND_ONE
    row[TRUMP] = row[MAKER] = row[LONE] = row[TAKER] = row[BURIED] = NOBODY
    row[PASSES:SCORE] = 0


@part
def legal_now(rules: np.ndarray, row: np.ndarray, deck: np.ndarray) -> int:
    """What the seat on turn may do, as one mask; nothing where no deal is under way."""
    phase, turn = row[PHASE], row[TURN]
    if phase == PLAYING:
        hand = whole(row[HANDS + turn])
        following = hand & whole(row[LED])
        return (following if following else hand) << PLAY
    if phase == ROUND_ONE:
        return whole(first_round(rules, deck, row[DEALER], turn))
    if phase == ROUND_TWO:
        return whole(second_round(rules, deck, row[DEALER], turn))
    if phase == ALONE:
        return whole(alone_or_not(rules, deck, turn, row[TRUMP]))
    if phase != BURYING:
        return 0
    may = whole(buries(rules, deck, turn))
    if row[LONE] == turn and rules[ALONE_LATER] and rules[NEEDS_TRUMP]:
        # one who said alone before needs a trump afterward
        for card in range(24):
            bare = row[HANDS + turn] & ~(1 << card)
            if may >> (BURY + card) & 1 and not has_trump(bare, row[TRUMP], True):
                may ^= 1 << (BURY + card)
    return may


@part
def deal_next(rules: np.ndarray, row: np.ndarray, deck: np.ndarray) -> None:
    """Shuffle the next pack of a table and deal it."""
    shuffle(stream(row[FLOW], row[DEALS]), deck)
    row[DEALS] += 1
    begin_deal(row, deck, row[DEALER])
    row[LEGAL] = legal_now(rules, row, deck)


@part
def begin_episode(rules: np.ndarray, row: np.ndarray, deck: np.ndarray, table: int) -> None:
    """A game, or a deal that is played by itself; the first deal goes round."""
    row[SCORE:DEALS] = row[ACTS] = 0  # nobody has points
    row[DEALER] = (table + row[EPISODES]) & 3
    row[EPISODES] += 1
    deal_next(rules, row, deck)


@part
def lead_off(rules: np.ndarray, row: np.ndarray) -> None:
    """The first lead."""
    leader = first_lead(rules, row[DEALER], row[LONE])
    row[PHASE] = PLAYING
    row[TURN] = leader
    row[TRICKS] = leader << _LEADER_AT


@part
def after_bury(rules: np.ndarray, row: np.ndarray) -> None:
    """Alone is asked for where it is said once trump is made; or the play begins."""
    if row[LONE] < 0 and rules[ALONE_LATER]:
        row[PHASE] = ALONE
        row[TURN] = row[MAKER]
    else:
        lead_off(rules, row)


@part
def accepted(rules: np.ndarray, row: np.ndarray) -> None:
    """The turn-up is taken, unless it would go to a hand that is put away."""
    taker = row[DEALER]
    if row[LONE] == (taker + 2) & 3:
        if not rules[LONE_PARTNER_TAKES]:
            after_bury(rules, row)
            return
        taker = row[LONE]
    row[HANDS + taker] |= 1 << row[UP]
    row[TAKER] = row[TURN] = taker
    row[PHASE] = BURYING


@part
def said(rules: np.ndarray, row: np.ndarray, deck: np.ndarray, act: int) -> bool:
    """A call or a pass; whether it ended the deal."""
    seat, dealer = row[TURN], row[DEALER]
    if act <= TURN_DOWN:
        row[PASSES] += 1
        row[TURN] = (seat + 1) & 3
        if seat == dealer:
            row[PHASE] += 1
        return bool(row[PASSES] == 8)
    named = act >= NAME
    trump = (act - NAME) >> 1 if named else row[UP] // 6
    row[MAKER] = seat
    row[TRUMP] = trump
    row[LONE] = seat if act & 1 else NOBODY
    if loses_the_game(rules, deck, dealer, seat, named, trump):
        return True
    if named:
        after_bury(rules, row)
    else:
        accepted(rules, row)
    return False


@part
def answered(rules: np.ndarray, row: np.ndarray, alone: bool) -> None:
    """Whoever is asked plays alone or not; then the next is asked, or the play begins."""
    seat, maker = row[TURN], row[MAKER]
    if alone:
        row[LONE] = seat
    after = (seat - maker) & 3
    if alone or after == 3:
        lead_off(rules, row)
    elif after == 0 and rules[PARTNER_ALONE]:
        row[TURN] = (maker + 2) & 3
    elif after == 2 and rules[DEFENDER_ALONE]:
        row[TURN] = (maker + 1) & 3
    elif after == 1:
        row[TURN] = (maker + 3) & 3
    else:
        lead_off(rules, row)


@part
def played(row: np.ndarray, card: int) -> bool:
    """A card is played; whether it was the last of the deal."""
    seat, trump, trick, laid = row[TURN], row[TRUMP], row[TRICK], row[LAID]
    row[HANDS + seat] ^= 1 << card
    row[TRICKS + trick] |= (card + 1) << (_CARD_BITS * seat)
    code = whole(CODE[np.uint64(24 * trump + card)])
    worth = 4 * code + seat
    if laid == 0:
        row[LED] = FOLLOW[np.uint64(24 * trump + card)]
        row[BEST] = worth
    elif (row[LED] >> card & 1 or code >= _LANE) and worth > row[BEST]:
        row[BEST] = worth
    laid += 1
    row[LAID] = laid
    out = (row[LONE] + 2) & 3 if row[LONE] >= 0 else NOBODY
    if laid < (4 if out < 0 else 3):
        seat = (seat + 1) & 3
        row[TURN] = (seat + 1) & 3 if seat == out else seat
        return False
    winner = row[BEST] & 3
    row[WON + (winner & 1)] += 1
    row[LAID] = row[LED] = 0
    row[TRICK] = trick + 1
    if trick + 1 == HAND:
        return True
    row[TURN] = winner
    row[TRICKS + trick + 1] = winner << _LEADER_AT
    return False


@part
def acted(rules: np.ndarray, row: np.ndarray, deck: np.ndarray, act: int) -> bool:
    """Do what a number says; whether the deal is over."""
    if act >= PLAY:
        return played(row, act - PLAY)
    if act >= BURY:
        taker, card = row[TAKER], act - BURY
        row[HANDS + taker] ^= 1 << card
        row[BURIED] = card
        for place in range(HAND * taker, HAND * taker + HAND):
            if deck[place] == card:  # the pack shows who holds what from now on
                deck[place] = row[UP]
        after_bury(rules, row)
        return False
    if row[PHASE] == ALONE:
        answered(rules, row, act == GO_ALONE)
        return False
    return said(rules, row, deck, act)


@part
def booked(rules: np.ndarray, row: np.ndarray) -> tuple[int, bool]:
    """Write down what a deal that is over brought North and South, net; whether the game is over.

    It is when a side has the target, or the deals are played; points may be cut off at the target.
    """
    maker, dealer = row[MAKER], row[DEALER]
    all_played = row[TRICK] == HAND
    row[TURN] = NOBODY
    row[PHASE] = NO_DEAL
    row[DEALER] = (dealer + 1) & 3
    if maker >= 0 and not all_played:
        lost = max(whole(rules[TARGET]), 0)
        return (lost if maker & 1 else -lost), True
    net = 0
    if all_played:
        side, lone = maker & 1, row[LONE]
        row[PLAYED] += 1
        tricks = row[WON + side]
        row[TAKEN] += row[WON]
        row[TAKEN + 1] += row[WON + 1]
        if rules[COUNTS_TRICKS]:
            net = 2 * row[WON] - HAND
            row[SCORE] += row[WON]
            row[SCORE + 1] += row[WON + 1]
        else:
            gained = points(rules, tricks, lone >= 0 and not (lone ^ maker) & 1)
            if gained >= 0:
                row[SCORE + side] += gained
            else:
                row[SCORE + 1 - side] -= gained
            net = -gained if side else gained
    ours, theirs, target = row[SCORE], row[SCORE + 1], rules[TARGET]
    if rules[EITHER]:
        ours, theirs = max(ours, row[TAKEN]), max(theirs, row[TAKEN + 1])
    over = target >= 0 and max(ours, theirs) >= target and ours != theirs
    over = over or row[PLAYED] == rules[MOST_DEALS]
    if over and rules[CAPPED] and target >= 0:
        row[SCORE] = min(row[SCORE], target)
        row[SCORE + 1] = min(row[SCORE + 1], target)
    return net, bool(over)


@entry("void(int64, int64[:, ::1])")
def open_tables(seed: int, rows: np.ndarray) -> None:
    """Nothing is dealt yet; each table has its own chance, and which seat deals first has too."""
    first = stream(seed, -1) & 3
    for table in range(rows.shape[0]):
        rows[table, :] = 0
        rows[table, PHASE] = rows[table, TURN] = NOBODY
        rows[table, FLOW] = stream(seed, table)
        rows[table, EPISODES] = first


@entry("void(int64[::1], int64[:, ::1], uint8[:, ::1], boolean[::1])")
def deal_some(rules: np.ndarray, rows: np.ndarray, decks: np.ndarray, which: np.ndarray) -> None:
    """Begin the next episode at some of the tables."""
    for table in range(rows.shape[0]):
        if which[table]:
            begin_episode(rules, rows[table], decks[table], table)


@entry("void(int64[::1], int64[:, ::1], uint8[:, ::1], int64[::1], int64[:, ::1])")
def deal_given(
    rules: np.ndarray, rows: np.ndarray, decks: np.ndarray, dealers: np.ndarray, scores: np.ndarray
) -> None:
    """Begin an episode at every table with the packs as they lie, these dealers and scores."""
    for table in range(rows.shape[0]):
        row = rows[table]
        row[SCORE:DEALS] = row[ACTS] = 0
        row[SCORE] = scores[table, 0]
        row[SCORE + 1] = scores[table, 1]
        row[DEALS] += 1
        row[EPISODES] += 1
        begin_deal(row, decks[table], dealers[table])
        row[LEGAL] = legal_now(rules, row, decks[table])


@part
def stepped(rules: np.ndarray, row: np.ndarray, deck: np.ndarray, act: int) -> bool:
    """Act at a table; whether the episode is over. In a whole game the next pack is dealt at once."""
    row[ACTS] += 1
    if not acted(rules, row, deck, act):
        row[LEGAL] = legal_now(rules, row, deck)
        return False
    net, over = booked(rules, row)
    row[BROUGHT] += net
    row[LEGAL] = 0
    if over or not rules[WHOLE_GAME]:
        row[OVER] = 1
        return True
    deal_next(rules, row, deck)
    return False


@entry("int64(int64[:, ::1], boolean[::1], int64[::1])")
def illegal(rows: np.ndarray, which: np.ndarray, acts: np.ndarray) -> int:
    """The first of these tables where an act may not be; -1 for none."""
    for table in range(rows.shape[0]):
        act, may = acts[table], rows[table, LEGAL]
        if which[table] and may and (act < 0 or act >= ALL_ACTS or not may >> act & 1):
            return table
    return -1


@entry("void(int64[::1], int64[:, ::1], uint8[:, ::1], boolean[::1], int64[::1], boolean)")
def step_some(
    rules: np.ndarray,
    rows: np.ndarray,
    decks: np.ndarray,
    which: np.ndarray,
    acts: np.ndarray,
    go_on: bool,
) -> None:
    """Act at some of the tables; where no deal is under way nothing is done.

    With ``go_on`` the next episode begins where one is over.
    """
    for table in range(rows.shape[0]):
        row = rows[table]
        row[BROUGHT] = row[OVER] = 0
        if which[table] and row[LEGAL] and stepped(rules, row, decks[table], acts[table]) and go_on:
            begin_episode(rules, row, decks[table], table)


@entry("void(int64[:, ::1], int8[:, ::1])")
def mark_legal(rows: np.ndarray, masks: np.ndarray) -> None:
    """A one for each act that is legal, in a row of 64."""
    for table in range(rows.shape[0]):
        may = rows[table, LEGAL]
        for act in range(ALL_ACTS):
            masks[table, act] = may >> act & 1


@part
def shown(rules: np.ndarray, row: np.ndarray, me: int, seen: np.ndarray) -> None:
    """What a seat may know, as numbers between 0 and 1."""
    seen[:] = 0
    seen[SEES_SEAT + me] = 1
    seen[SEES_DEALER + ((row[DEALER] - me) & 3)] = 1
    goal = FAR if rules[TARGET] <= 0 else float(rules[TARGET])
    side = me & 1
    seen[SEES_SCORE] = min(row[SCORE + side] / goal, 1.0)
    seen[SEES_SCORE + 1] = min(row[SCORE + 1 - side] / goal, 1.0)
    if row[PHASE] < 0:
        return
    seen[SEES_PHASE + row[PHASE]] = 1
    seen[SEES_TURN + ((row[TURN] - me) & 3)] = 1
    seen[SEES_UP + row[UP]] = 1
    hand = row[HANDS + me]
    while hand:
        seen[SEES_HAND + zeros_below(hand)] = 1
        hand &= hand - 1
    first = (row[DEALER] + 1 - me) & 3
    for number in range(row[PASSES]):
        seen[SEES_PASSES + (number & 4) + ((first + number) & 3)] = 1
    if row[TRUMP] < 0:
        return
    seen[SEES_TRUMP + row[TRUMP]] = 1
    seen[SEES_MAKER + ((row[MAKER] - me) & 3)] = 1
    if row[LONE] >= 0:
        seen[SEES_LONE + ((row[LONE] - me) & 3)] = 1
    if row[TAKER] >= 0:
        seen[SEES_TAKER + ((row[TAKER] - me) & 3)] = 1
        if row[TAKER] == me and row[BURIED] >= 0:
            seen[SEES_BURIED + row[BURIED]] = 1
    if row[PHASE] != PLAYING:
        return
    for trick in range(row[TRICK] + 1):
        cards = row[TRICKS + trick]
        leader = cards >> _LEADER_AT
        seen[SEES_LEADER + 4 * trick + ((leader - me) & 3)] = 1
        for seat in range(4):
            card = cards >> (_CARD_BITS * seat) & _CARD
            if card:
                seen[SEES_TRICKS + 24 * (4 * trick + ((seat - me) & 3)) + card - 1] = 1
    seen[SEES_WON] = _FIFTHS[row[WON + side]]
    seen[SEES_WON + 1] = _FIFTHS[row[WON + 1 - side]]


@entry("void(int64[::1], int64[:, ::1], int64[::1], float32[:, ::1])")
def see_all(rules: np.ndarray, rows: np.ndarray, seats: np.ndarray, seen: np.ndarray) -> None:
    """What a seat of each table may know; a seat below nought is that on turn, or North."""
    for table in range(rows.shape[0]):
        row, seat = rows[table], seats[table]
        shown(rules, row, seat if seat >= 0 else max(row[TURN], 0), seen[table])


# ---- players of ours for the other seats ----

RANDOM, LEAGUE = range(2)
Room: TypeAlias = "tuple[np.ndarray, np.ndarray, np.ndarray]"
# The card of a relative place, by trump.
_CARD_AT: Final = np.zeros(32 * len(Suit), dtype=np.int64)
_CARD_AT[[32 * trump + int(b).bit_length() - 1 for trump in Suit for b in BIT[trump]]] = 4 * [
    *range(24)
]


@part
def by_habit(row: np.ndarray, room: Room) -> int:
    """The card that a league player plays, by index."""
    now, void, contract = room
    trump = row[TRUMP]
    contract[play.MAKER] = row[MAKER]
    contract[play.LONE] = row[LONE]
    contract[play.TAKER] = row[TAKER]
    contract[play.UP] = BIT[trump, row[UP]]
    contract[play.BURIED] = BIT[trump, row[BURIED]] if row[BURIED] >= 0 else 0
    begin(now, void, contract, row[TRICKS] >> _LEADER_AT)
    for trick in range(row[TRICK] + 1):
        cards = row[TRICKS + trick]
        leader = cards >> _LEADER_AT
        for turn in range(4):
            seat = (leader + turn) & 3
            card = cards >> (_CARD_BITS * seat) & _CARD
            if card:
                put(seat, whole(BIT[trump, card - 1]), now, void, contract)
    seat = row[TURN]
    card = habit(seat, relative(row[HANDS + seat], trump), now, void, contract)
    return whole(_CARD_AT[32 * trump + zeros_below(card)])


@part
def league_act(rules: np.ndarray, bends: np.ndarray, row: np.ndarray, room: Room) -> int:
    """What a league player does; ``bends`` is how the score bends each side's calls."""
    legal, phase, seat, trump = row[LEGAL], row[PHASE], row[TURN], row[TRUMP]
    if not legal & (legal - 1):
        return zeros_below(legal)
    if phase == PLAYING:
        return PLAY + by_habit(row, room)
    if phase == BURYING:
        six = relative(row[HANDS + seat], trump)
        card = worst(six, relative(legal >> BURY & _ALL_CARDS, trump))
        return BURY + whole(_CARD_AT[32 * trump + zeros_below(card)])
    if phase == ALONE:
        bar = whole(BARS[3, (seat - row[DEALER] - 1) & 3]) + bends[seat & 1, LONE_SHIFT]
        wants = lone_strength(relative(row[HANDS + seat], trump)) >= bar
        return GO_ALONE if wants and legal >> GO_ALONE & 1 else KEEP_PARTNER
    dealer, turn_up = row[DEALER], row[UP]
    if phase == ROUND_ONE:
        call = call_one(rules, bends, row, dealer, turn_up, seat)
        act = (PICK_UP if seat == dealer else ORDER) + call - 1
    else:
        call = call_two(rules, bends, row, dealer, turn_up, seat)
        act = NAME + call - 1
    # with the partner, or alone, where only that may be
    if call and legal >> act & 1:
        return act
    if call and legal >> (act ^ 1) & 1:
        return act ^ 1
    return zeros_below(legal)


@part
def player_act(
    style: int, rules: np.ndarray, bends: np.ndarray, row: np.ndarray, room: Room
) -> int:
    """What a player of ours does; its chance is another stream than that of the packs."""
    if style == LEAGUE:
        scores, last = rules[SCORES], row[PLAYED] + 1 == rules[MOST_DEALS]
        ours, theirs = min(row[SCORE], scores - 1), min(row[SCORE + 1], scores - 1)
        bent = bends[((scores if last else 0) + ours) * scores + theirs]
        return league_act(rules, bent, row, room)
    legal = row[LEGAL]
    skipped, _ = below(word(stream(~row[FLOW], row[EPISODES]), row[ACTS]), count(legal))
    for _ in range(skipped):
        legal &= legal - 1
    return zeros_below(legal)


@entry("void(int64, int64[::1], int64[:, :, ::1], int64[:, ::1], int64[::1])")
def choose_all(
    style: int, rules: np.ndarray, bends: np.ndarray, rows: np.ndarray, acts: np.ndarray
) -> None:
    """What a player of ours does at every table; nought where there is nothing to do."""
    room = scratch(NOW, np.int64), scratch(4, np.int64), scratch(CONTRACT, np.int64)
    for table in range(rows.shape[0]):
        row = rows[table]
        acts[table] = player_act(style, rules, bends, row, room) if row[LEGAL] else 0


@entry(
    "void(int64, int64, int64[::1], int64[:, :, ::1], int64[:, ::1], uint8[:, ::1], boolean[::1])"
)
def others_act(
    style: int,
    me: int,
    rules: np.ndarray,
    bends: np.ndarray,
    rows: np.ndarray,
    decks: np.ndarray,
    which: np.ndarray,
) -> None:
    """Players of ours act at some of the tables until it is a seat's turn, or the episode is over.

    What that brings is added to what the last act brought.
    """
    room = scratch(NOW, np.int64), scratch(4, np.int64), scratch(CONTRACT, np.int64)
    for table in range(rows.shape[0]):
        row = rows[table]
        while which[table] and row[LEGAL] and row[TURN] != me:
            stepped(rules, row, decks[table], player_act(style, rules, bends, row, room))
