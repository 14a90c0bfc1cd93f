"""What a cheat gains in the play, who sees all hands and knows how the others will play.

    python tools/cheat.py league --book national-2025 --deals 100000
    python tools/cheat.py expert --deals 200 --seats 1

The calls and the bury are those of the players who are cheated: the others' answers are known, so
the cheat goes through all that could be played and takes the best. No card play by anybody, however
good, gains more on such players after the same calls. Against ``league`` both partners cheat, on each deal either
way, in compiled code; any other player is asked for its answers, which takes seconds for each deal.
"""

from __future__ import annotations

import argparse
import math

import numpy as np
from bidding.auction import bury_rule, league_policy, points
from bidding.store import ENOUGH, deal_out, set_contract
from numba import njit

from rightbower.cli.output import progress_bar
from rightbower.players import Player, player
from rightbower.players.kernel.bits import classes, line_of, lowest, seen_from
from rightbower.players.kernel.options import kind_of
from rightbower.players.kernel.play import (
    CONTRACT,
    LED,
    LONE,
    MAKER,
    NOW,
    WON,
    begin,
    habit,
    put,
)
from rightbower.players.simulate import net_points, new_game
from rightbower.players.views import view
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Deal
from rightbower.rules.game import Game, act
from rightbower.rules.game import deal_out as deal_cards_out

DEEP = 21
TRICKS = 5


@njit
def most(turn, deep, side, hands, now, void, contract):
    """The makers' tricks when this side plays best and the other by habit."""
    while hands[deep, turn] and turn & 1 != side:
        card = habit(turn, hands[deep, turn], now[deep], void[deep], contract)
        hands[deep, turn] ^= card
        turn = put(turn, card, now[deep], void[deep], contract)
    if not hands[deep, turn]:
        return now[deep, WON]
    hand = hands[deep, turn]
    legal = hand & now[deep, LED] or hand
    making = contract[MAKER] & 1 == side
    best = -1 if making else TRICKS + 1
    while legal and best != (TRICKS if making else 0):
        card = lowest(legal)
        legal ^= card
        hands[deep + 1], now[deep + 1], void[deep + 1] = hands[deep], now[deep], void[deep]
        hands[deep + 1, turn] ^= card
        after = put(turn, card, now[deep + 1], void[deep + 1], contract)
        tricks = most(after, deep + 1, side, hands, now, void, contract)
        best = max(best, tricks) if making else min(best, tricks)
    return best


@njit
def called(dealt, turn_up, index, one, two):
    """The contract that a pure policy comes to, as the store numbers it; -1 for none."""
    for turn in range(8):
        place = turn & 3
        seen, swap = seen_from(dealt[place], turn_up)
        mine = index[line_of(seen, turn_up)]
        act = np.argmax(two[place, mine, :7]) if turn > 3 else np.argmax(one[place, mine, :3])
        if act and turn < 4:
            return 2 * place + act - 1
        if act:
            which, alone = (act - 1) >> 1, (act - 1) & 1
            if swap and which:
                which = 3 - which
            return 8 + 6 * place + 2 * which + alone
    return -1


@njit
def cheated(seed, first, bury, index, one, two, ends, gains):
    """Fill in what cheating gains a side on each deal, half of either way."""
    dealt, contract = np.zeros(4, np.int64), np.zeros(CONTRACT, np.int64)
    hands, void = np.zeros((DEEP, 4), np.int64), np.zeros((DEEP, 4), np.int64)
    now = np.zeros((DEEP, NOW), np.int64)
    for row in range(len(gains)):
        turn_up = deal_out(seed, first + row, dealt)
        number = called(dealt, turn_up, index, one, two)
        if number < 0:
            continue
        for side in range(2):
            leader = set_contract(dealt, turn_up, number, bury, hands[0], contract)
            begin(now[0], void[0], contract, leader)
            tricks = most(leader, 0, side, hands, now, void, contract)
            alone = 1 if contract[LONE] >= 0 else 0
            worth = ends[alone, kind_of(tricks, ENOUGH)]
            gains[row] += 0.5 * (worth if contract[MAKER] & 1 == side else -worth)


def on_league(book: RuleBook, seed: int, first: int, deals: int) -> np.ndarray:
    """What two cheats gain on league players, deal by deal."""
    index, _, _ = classes()
    found = np.zeros(deals)
    cheated(seed, first, bury_rule(book), index, *league_policy(book), points(book)[0], found)
    return found


def bound(deal: Deal, game: Game, seats: tuple[Seat, ...]) -> int:
    """The most that a deal can still bring the seats' side."""
    score = game.book.score
    if deal.maker is None or deal.maker.side is not seats[0].side:
        return score.euchre if deal.lone is None else score.lone_euchre
    return score.march if deal.lone is None else score.lone_march


def best_line(game: Game, seats: tuple[Seat, ...], other: Player) -> int:
    """What the best cards of these seats bring their side, when the other plays the rest."""
    while game.deal is not None:
        seat = game.deal.turn
        assert seat is not None
        seen = view(game, seat)
        if seat in seats and len(seen.legal) > 1:
            found, top = -math.inf, bound(game.deal, game, seats)
            for action in seen.legal:
                found = max(found, best_line(act(game, action), seats, other))
                if found >= top:
                    break
            return int(found)
        game = act(game, seen.legal[0] if len(seen.legal) == 1 else other(seen))
    return net_points(game) if seats[0] in (Seat.N, Seat.S) else -net_points(game)


def on_player(book: RuleBook, number: int, seed: int, other: Player, count: int) -> float:
    """What so many partners gain on a player, when all else is that player's too."""
    from compare_bids import bid, played

    dealer, first = Seat(number % len(Seat)), Seat(number // len(Seat) % len(Seat))
    seats = (first, first.partner)[:count]
    cards = deal_cards(shuffled(f"{seed}:{number}"), dealer, book)
    game = bid(deal_cards_out(new_game(book, dealer), cards), [other] * len(Seat), other)
    if game.deal is None:
        return 0.0
    plain = played(game, other)
    return best_line(game, seats, other) - (plain if first in (Seat.N, Seat.S) else -plain)


def told(gains: np.ndarray) -> str:
    """The mean with its error."""
    error = gains.std(ddof=1) / math.sqrt(len(gains))
    return f"{gains.mean():+.4f} ± {error:.4f} points a deal, {len(gains)} deals"


def main() -> None:
    """Cheat so many deals and print what it gains."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("player")
    parser.add_argument("--book", default="standard")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, choices=(1, 2), default=2, help="who cheat")
    args = parser.parse_args()
    book = load(args.book)
    if args.player == "league" and args.seats == 2:
        print(told(on_league(book, args.seed, 0, args.deals)))
        return
    other, gains = player(args.player, args.seed), np.zeros(args.deals)
    with progress_bar("deals") as bar:
        for number in range(args.deals):
            gains[number] = on_player(book, number, args.seed, other, args.seats)
            bar(number + 1, args.deals)
    print(told(gains))


if __name__ == "__main__":
    main()
