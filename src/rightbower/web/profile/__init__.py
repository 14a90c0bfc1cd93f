"""A person's own page: games, statistics, ratings, what is shared; taken along or erased."""
