"""Cards as bits, compiled: the simulator, the solver and what the expert needs."""
