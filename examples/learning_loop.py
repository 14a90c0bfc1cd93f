"""A loop over the Gymnasium environment: one seat is yours."""

import gymnasium

name = "rightbower.study.environments.gym:rightbower/Euchre-v0"
env = gymnasium.make(name, book="standard", others="club", seat="S")
seen, info = env.reset(seed=7)
over = False
while not over:
    action = env.action_space.sample(seen["action_mask"].astype("int8"))
    seen, won, over, _, info = env.step(action)
print(f"The deal brought South {float(won):+.0f} points.")
