"""The state of a league: the value, the facts that change it, and the fold over them."""
