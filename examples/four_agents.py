"""PettingZoo tests the environment of four agents."""

from pettingzoo.test import api_test

from rightbower.study.environments.pettingzoo_env import env

api_test(env(book="alberta-55plus"), num_cycles=100)
