"""A deal in the interface of OpenSpiel: what its game, its states and its observers tell."""

from __future__ import annotations

from typing import Any

import pytest

from rightbower.players.kernel.bits import action_of, number_of
from rightbower.players.simulate import net_points
from rightbower.rules.acts import say
from rightbower.rules.book import load
from rightbower.rules.cards import PACK, Card, Seat
from rightbower.rules.refusal import Refusal
from rightbower.study.environments.openspiel import (
    CHANCE,
    LONGEST,
    TERMINAL,
    EuchreState,
    load_game,
)
from rightbower.study.environments.spaces import ACTIONS, PIECES, SIZE, encode


def dealt_in_order(dealer: str = "N") -> EuchreState:
    """The pack dealt in its order: North has the first five cards, and so on."""
    state = load_game("standard", dealer).new_initial_state()
    for number in range(21):
        assert state.current_player() == CHANCE
        state.apply_action(number)
    return state


def test_the_game_tells_its_sizes() -> None:
    game = load_game("standard", "E")
    assert (game.book, game.dealer) == (load("standard"), Seat.E)
    assert game.new_initial_state().get_game() is game
    assert (game.num_players(), game.num_distinct_actions()) == (4, ACTIONS)
    assert (game.max_chance_outcomes(), game.max_game_length()) == (24, LONGEST)
    assert (game.max_utility(), game.min_utility(), game.utility_sum()) == (4.0, -4.0, 0.0)
    assert (game.observation_tensor_shape(), game.observation_pieces()) == ([SIZE], PIECES)
    assert load_game(load("standard")).book == load("standard")


def test_chance_deals_what_is_left_in_the_pack() -> None:
    state = load_game().new_initial_state()
    assert state.chance_outcomes() == [(number, 1 / 24) for number in range(24)]
    state.apply_action(3)
    left = [number for number in range(24) if number != 3]
    assert state.chance_outcomes() == [(number, 1 / 23) for number in left]
    assert state.legal_actions() == state.legal_actions(2) == left
    assert state.is_chance_node()
    assert not state.is_terminal()
    assert state.action_to_string(CHANCE, 3) == f"deal {PACK[3]}"
    assert state.returns() == state.rewards() == [0.0] * 4
    assert str(state) == f"{PACK[3].name} []"
    with pytest.raises(Refusal, match=r"^the cards are not dealt yet$"):
        state.view(0)


def test_the_cards_go_round_from_north_and_the_last_is_turned_up() -> None:
    state = dealt_in_order()
    for seat in Seat:
        assert state.view(int(seat)).hand == tuple(sorted(PACK[5 * seat : 5 * seat + 5], key=_in(state, seat)))  # fmt: skip
    assert state.view(0).turn_up == PACK[20]
    assert (state.current_player(), state.chance_outcomes()) == (int(Seat.E), [])
    assert dealt_in_order("W").current_player() == int(Seat.N)


def _in(state: EuchreState, seat: Seat) -> Any:
    hand: tuple[Card, ...] = state.view(int(seat)).hand
    return hand.index


def test_only_the_seat_on_turn_may_act() -> None:
    state = dealt_in_order()
    legal = state.legal_actions()
    assert legal == sorted(number_of(each) for each in state.view(1).legal)
    assert legal == state.legal_actions(1)
    assert state.legal_actions(0) == []
    assert [at for at, one in enumerate(state.legal_actions_mask()) if one] == legal
    assert sum(state.legal_actions_mask(0)) == 0
    assert len(state.legal_actions_mask()) == ACTIONS
    assert state.action_to_string(1, legal[0]) == str(say(action_of(legal[0], Seat.E)))


def test_a_state_says_all_that_a_player_has_seen() -> None:
    state = dealt_in_order()
    start = state.information_state_string(1)
    hand = " ".join(each.name for each in state.view(1).hand)
    assert start == f"E dealer N up {PACK[20]} holds {hand} after []"
    assert state.observation_string(1) == start
    assert state.observation_tensor(1) == encode(state.view(1)).tolist()
    order = next(
        each for each in state.legal_actions() if "order" in state.action_to_string(1, each)
    )
    after = state.child(order)
    assert (state.history(), after.history()) == ([*range(21)], [*range(21), order])
    assert str(after) == f"{' '.join(PACK[each].name for each in range(21))} {[order]}"
    while after.view(0).buried is None:
        after = after.child(after.legal_actions()[0])
    buried = after.view(0).buried
    assert f" buried {buried} after [" in after.information_state_string(0)
    assert "buried" not in after.information_state_string(1)
    while not after.is_terminal():
        assert after.returns() == [0.0] * 4
        after = after.child(after.legal_actions()[0])
    assert after.current_player() == TERMINAL
    assert after.legal_actions() == []
    assert after._deal is not None
    net = net_points(after._deal)
    assert after.returns() == after.rewards() == [net, -net, net, -net]
    assert net != 0


def test_an_observer_tells_what_it_was_asked_for() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from rightbower.study.environments import openspiel

    game = pyspiel.load_game(openspiel.NAME, {"book": "standard", "dealer": "E"})
    assert game.game.dealer is Seat.E
    assert (game.num_distinct_actions(), game.max_game_length()) == (ACTIONS, LONGEST)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-4.0, 4.0, 0.0)
    state = game.new_initial_state()
    assert str(state) == str(state.state)
    assert state.chance_outcomes() == state.state.chance_outcomes()
    assert state.action_to_string(CHANCE, 3) == f"deal {PACK[3]}"
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.legal_actions(state.current_player()) == state.state.legal_actions()
    kinds = pyspiel.PrivateInfoType
    for kind, private in ((kinds.SINGLE_PLAYER, True), (kinds.NONE, False)):
        asked = pyspiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=kind
        )
        observer = openspiel.Observer(asked, None)
        observer.set_from(state, 2)
        assert observer.private is private
        assert observer.dict["hand"].sum() == (5 if private else 0)
        assert observer.dict["turn_up"].sum() == 1
        said = state.state.information_state_string(2)
        assert observer.string_from(state, 2) == (said if private else "")
        observer.set_from(game.new_initial_state(), 2)
        assert not observer.tensor.any()
    assert openspiel.Observer(None, {}).private
    with pytest.raises(
        Refusal, match=r"^an observation has no parameters, but \{'x': 1\} were given$"
    ):
        openspiel.Observer(None, {"x": 1})
