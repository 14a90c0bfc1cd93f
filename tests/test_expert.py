"""The expert: its look-ahead against plain play, its worlds against what was seen, its manners."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from rightbower.book import load, names
from rightbower.cards import Seat, Side, Suit, card, shuffled, suit_in_play
from rightbower.ceremonies import deal_cards
from rightbower.deal import Deal, Phase, Play, apply, legal, place
from rightbower.game import act, deal_out
from rightbower.kernel.lookahead import BIT, outcome, try_moves
from rightbower.players import player
from rightbower.players.equity import chance, chance_in_deals
from rightbower.players.expert import Expert
from rightbower.players.known import BURIED, known
from rightbower.simulate import new_game
from rightbower.view import View, view


def played_on(number: int, cards: int, alone: bool = False) -> Deal:
    """A deal of the common game at random, played until each hand holds so many cards."""
    chance_ = Random(number)
    book = load("standard")
    game = deal_out(
        new_game(book, Seat(number % 4)), deal_cards(shuffled(number), Seat(number % 4), book)
    )
    deal = game.deal
    assert deal is not None
    while deal.phase is not Phase.PLAY:
        choices = [a for a in legal(deal) if getattr(a, "alone", alone) is alone] or legal(deal)
        deal = apply(deal, chance_.choice(choices))
    while len(deal.tricks) <= 5 - cards:
        deal = apply(deal, chance_.choice(legal(deal)))
    return deal


def most_tricks(deal: Deal) -> int:
    """The makers' tricks with best play by all, by trying everything through the readable deal."""
    assert deal.maker is not None
    if deal.ending is not None:
        return deal.tricks_of(deal.maker.side)
    assert deal.turn is not None
    found = [most_tricks(place(deal, action)) for action in legal(deal)]
    return max(found) if deal.turn.side is deal.maker.side else min(found)


def kind_of(tricks: int) -> int:
    return 0 if tricks < 3 else 2 if tricks == 5 else 1


@pytest.mark.parametrize("alone", [False, True])
def test_looking_ahead_agrees_with_trying_everything(alone: bool) -> None:
    seen = set()
    for number in range(120):
        deal = played_on(number, cards=3, alone=alone)
        values = _true_values(deal)
        for action in legal(deal):
            assert isinstance(action, Play)
            tricks = most_tricks(place(deal, action))
            assert values[action.card.name] == kind_of(tricks), (number, action)
            seen.add(kind_of(tricks))
    assert seen == {0, 1, 2}


def _true_values(deal: Deal) -> dict[str, int]:
    """What each card leads to, all hands open."""
    assert deal.trump is not None
    assert deal.turn is not None
    assert deal.maker is not None
    bits = BIT[deal.trump]
    world = [
        0 if seat not in deal.active else sum(int(bits[card.index]) for card in deal.hands[seat])
        for seat in Seat
    ]
    names_ = [action.card.name for action in legal(deal) if isinstance(action, Play)]
    moves = np.array([bits[card(name).index] for name in names_], dtype=np.int64)
    found = np.zeros((len(moves), 3), dtype=np.int64)
    makers = deal.maker.side
    out = 4 if deal.lone is None else int(deal.lone.partner)
    state = (int(deal.turn), 0, 0, 0, len(deal.active), deal.tricks_of(makers))
    worlds = np.array([world], dtype=np.int64)
    try_moves(worlds, moves, *state, 6 - len(deal.tricks), int(makers), out, 3, found)
    return {name: int(np.argmax(row)) for name, row in zip(names_, found, strict=True)}


def test_perfect_play_by_all_four_takes_the_known_numbers_of_tricks() -> None:
    chance_ = Random(5)
    counted = [0, 0, 0]
    deals = 4000
    for _ in range(deals):
        order = list(range(24))
        chance_.shuffle(order)
        trump = chance_.randrange(4)
        hands = [sum(int(BIT[trump][c]) for c in order[5 * s : 5 * s + 5]) for s in range(4)]
        n, e, s_, w = hands
        leader, makers = chance_.randrange(4), chance_.randrange(2)
        counted[outcome(n, e, s_, w, leader, makers, 4, 3)] += 1
    for share, expected in zip(counted, (0.500, 0.388, 0.112), strict=True):
        error = 4 * (expected * (1 - expected) / deals) ** 0.5
        assert abs(share / deals - expected) < error


def decisions(book: str, games: int) -> list[View]:
    """Decisions of random games by a book, as the seat on turn sees them, and the truth beside."""
    found = []
    rules = load(book)
    for number in range(games):
        chance_ = Random(number)
        game = new_game(rules, Seat.S)
        game = deal_out(game, deal_cards(shuffled(f"{book}{number}"), Seat.S, rules))
        while game.deal is not None:
            found.append(view(game, game.deal.turn))
            game = act(game, chance_.choice(legal(game.deal)))
    return found


@pytest.mark.parametrize("book", names())
def test_every_hidden_card_has_a_place_and_no_void_is_forgotten(book: str) -> None:
    expert = Expert(worlds=12)
    for seen in decisions(book, games=6):
        assert seen.seat is not None
        hidden = known(seen)
        if seen.phase is Phase.BURY and seen.lone is not None:
            continue
        assert sum(hidden.counts) == len(hidden.unseen)
        for world in expert._worlds(seen):
            masks = [int(world[place]) for place in range(BURIED + 1) if place != seen.seat]
            assert all(a & b == 0 for i, a in enumerate(masks) for b in masks[:i])
            for seat in Seat:
                held = [c for c in hidden.unseen if int(world[seat]) >> c.index & 1]
                assert not {suit_in_play(c, seen.trump) for c in held} & hidden.barred[seat]


@pytest.mark.parametrize("book", names())
def test_the_expert_plays_by_every_book(book: str) -> None:
    expert = Expert(seed=3, worlds=10)
    for seen in decisions(book, games=4):
        assert expert(seen) in seen.legal


def test_the_same_seed_does_the_same_and_values_are_chances() -> None:
    for seen in decisions("standard", games=3):
        first, second = Expert(seed=2, worlds=20), Expert(seed=2, worlds=20)
        assert first(seen) == second(seen)
        if len(seen.legal) > 1:
            assert all(0 <= each.chance <= 1 for each in first.values(seen))


def test_the_expert_picks_up_both_bowers_and_leads_the_right() -> None:
    book = load("standard")
    from table import cards_out

    out = cards_out("9H", S="JH JD AH KH AS", N="9C TC", E="9S TS", W="9D TD")
    game = deal_out(new_game(book, Seat.S), out)
    expert = player("expert", seed=1)
    for _ in range(3):
        assert game.deal is not None
        game = act(game, legal(game.deal)[0])
    assert game.deal is not None
    chosen = expert(view(game, Seat.S))
    assert type(chosen).__name__ == "PickUp"
    assert getattr(chosen, "alone", False)


def test_the_chance_to_win_adds_up_and_grows_with_the_score() -> None:
    for ours in range(10):
        for theirs in range(10):
            assert chance(ours, theirs, True, 10) + chance(
                theirs, ours, False, 10
            ) == pytest.approx(1)
            assert chance(ours + 1, theirs, True, 10) >= chance(ours, theirs, True, 10)
    assert 0.5 < chance(0, 0, True, 10) < 0.56
    assert 0.6 < chance(9, 9, True, 10) < 0.72
    assert chance_in_deals(0, 0, True) == 0.5
    assert chance_in_deals(3, 0, False) == 1.0
    assert chance_in_deals(1, 4, True) + chance_in_deals(-1, 4, False) == pytest.approx(1)


def test_sides_and_suits_are_where_the_kernel_thinks() -> None:
    assert [int(side) for side in Side] == [0, 1]
    assert all(int(BIT[trump].sum()).bit_count() == 24 for trump in Suit)
