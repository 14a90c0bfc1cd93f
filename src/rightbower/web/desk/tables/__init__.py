"""One table's page: its result, rulings, and the last word on a game played in the hall."""
