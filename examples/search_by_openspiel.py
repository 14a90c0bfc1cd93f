"""OpenSpiel's own search among hidden cards (IS-MCTS) on our game."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from rightbower.study.environments.openspiel import NAME

game, chance = pyspiel.load_game(NAME, {"book": "standard"}), np.random.RandomState(7)
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(chance.choice(state.legal_actions()))
rollouts = mcts.RandomRolloutEvaluator(1, chance)
bot = ismcts.ISMCTSBot(game, rollouts, 2.0, 100, random_state=chance)
act = bot.step(state)
print("The search says:", state.action_to_string(state.current_player(), int(act)))
