"""PettingZoo tests the environment of four agents."""

from pettingzoo.test import api_test

from rightbower.study.environments.gym import env

api_test(env(book="alberta-55plus"), num_cycles=100)
