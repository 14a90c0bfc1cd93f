"""A loop over the Gymnasium environment: one seat is yours."""

import gymnasium

import rightbower.study.environments.gymnasium_env  # registers the environment

env = gymnasium.make("rightbower/Euchre-v0", book="standard", others="club", seat="S")
seen, _ = env.reset(seed=7)
over, won = False, 0.0
while not over:
    seen, won, over, _, _ = env.step(env.action_space.sample(seen["action_mask"].astype("int8")))
print(f"The deal brought South {won:+.0f} points.")
