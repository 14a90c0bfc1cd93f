"""A loop of Gymnasium's over a thousand deals at a time."""

import gymnasium

name = "rightbower.study.environments.gym:rightbower/Euchre-v0"
envs = gymnasium.make_vec(name, num_envs=1024, book="standard", others="league", seat="S")
seen, info = envs.reset(seed=7)
won = deals = 0.0
for _ in range(50):
    acts = seen["action_mask"].argmax(axis=1)  # a policy of your own
    seen, rewards, over, _, info = envs.step(acts)
    won, deals = won + rewards.sum(), deals + over.sum()
print(f"The first legal act brings {won / deals:+.2f} points a deal.")
