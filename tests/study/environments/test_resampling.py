"""Deals that could be true for a player, and the searches of OpenSpiel that ask for them."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import PACK, Seat, suit_in_play
from rightbower.rules.refusal import Refusal
from rightbower.study.environments.openspiel import CHANCE, NAME, EuchreState, load_game


def moments(book: str, deals: int) -> list[EuchreState]:
    """A moment of each of some deals in which people pass more often than not."""
    chance, game, found = Random(book), load_game(book, "W"), []
    for number in range(deals):
        state = game.new_initial_state()
        for _ in range(21 + number % 30):
            legal = state.legal_actions()
            if not legal:
                break
            passes = not state.is_chance_node() and legal[0] < 2 and chance.random() < 0.5
            before = state
            state = state.child(legal[0] if passes else chance.choice(legal))
        found.append(before if state.is_terminal() else state)
    return found


@pytest.mark.parametrize("book", names())
def test_a_player_has_seen_the_same_and_the_hidden_cards_move(book: str) -> None:
    chance, moved = Random(1), Counter[str]()
    for state in moments(book, 90):
        for player in range(4):
            other = state.resample_from_infostate(player, chance.random)
            told = state.information_state_string(player)
            assert other.information_state_string(player) == told
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
            deals = [each._deal.deal for each in (state, other) if each._deal is not None]
            true, made = deals
            assert true is not None
            assert made is not None
            for trick in made.tricks:
                for seat, card in trick.plays:
                    led = trick.led
                    assert led is not None
                    if suit_in_play(card, made.trump) is not suit_in_play(led, made.trump):
                        held = {suit_in_play(each, made.trump) for each in made.hands[seat]}
                        assert suit_in_play(led, made.trump) not in held
            moved["hands"] += true.dealt != made.dealt
            moved["stock"] += set(true.stock) != set(made.stock)
            if made.buried is not None and made.taken_by is not Seat(player):
                moved["buried"] += true.buried is not made.buried
                moved["turn-up buried"] += made.buried is made.turn_up
                moved["others' buries"] += 1
    assert moved["hands"] > 300
    assert moved["stock"] > 250
    assert moved["buried"] > 0.5 * moved["others' buries"] > 10
    may = load(book).burying.turn_up != "never"
    assert bool(moved["turn-up buried"]) is may


def test_before_the_first_call_each_card_is_anywhere_as_often() -> None:
    state = load_game().new_initial_state()
    for card in range(21):
        state.apply_action(card)
    places, chance = Counter[int](), Random(2)
    for _ in range(3000):
        deal = state.resample_from_infostate(1, chance.random)._deal
        assert deal is not None
        assert deal.deal is not None
        assert [card.index for card in deal.deal.dealt[1]] == [5, 6, 7, 8, 9]
        places.update([int(seat) for seat in Seat if PACK[0] in deal.deal.dealt[seat]] or [4])
    for place, share in {0: 5, 2: 5, 3: 5, 4: 3}.items():
        assert abs(places[place] / 3000 - share / 18) < 0.03


def test_what_a_call_needed_is_there() -> None:
    rules = {"bidding.natural_scope": "everyone", "bidding.natural_jack": False}
    game = load_game(overlay(load("standard"), rules, "for this test"), "N")
    state, chance = game.new_initial_state(), Random(3)
    for card in (*range(4), 11, *range(4, 9), 10, *range(12, 17), 18, 19, 20, 21, 9):
        state.apply_action(card)
    state.apply_action(2)  # East orders diamonds
    for _ in range(200):
        made = state.resample_from_infostate(2, chance.random)._deal
        assert made is not None
        assert made.deal is not None
        assert any(card.index in (6, 7, 10, 11) for card in made.deal.dealt[1])


def test_nothing_is_dealt_anew_before_the_cards_are_out_or_after_the_end() -> None:
    state = load_game().new_initial_state()
    assert state.current_player() == CHANCE
    with pytest.raises(Refusal, match="not dealt yet"):
        state.resample_from_infostate(0, Random(1).random)
    chance = Random(4)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert state.resample_from_infostate(0, chance.random).history() == state.history()


@pytest.mark.parametrize("book", ["standard", "alberta-55plus", "national-2025"])
def test_is_mcts_of_openspiel_runs(book: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(NAME, {"book": book})
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 12, random_state=chance
    )
    pick, searched = Random(2), 0
    for acts in (0, 2, 5, 9, 14):
        state = game.new_initial_state()
        while state.is_chance_node() or (acts := acts - 1) >= 0:
            if state.is_terminal():
                break
            state.apply_action(pick.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        other = state.resample_from_infostate(
            state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0)
        )
        assert len(other.history()) == len(state.history())
        assert other.information_state_string() == state.information_state_string()
        policy = bot.get_policy(state)
        assert sum(share for _, share in policy) == pytest.approx(1)
        assert {action for action, _ in policy} == set(state.legal_actions())
        searched += len(policy) > 1
    assert searched >= 2


def test_mcts_of_openspiel_runs() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game(NAME)
    state, pick = game.new_initial_state(), Random(2)
    while state.is_chance_node():
        state.apply_action(pick.choice(state.legal_actions()))
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert bot.step(state) in state.legal_actions()
