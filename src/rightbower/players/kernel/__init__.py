"""Cards as bits, compiled: the simulator, the solver and what the expert needs."""

from rightbower.rules.extras import needs

needs("the fast kernel", "numpy")
