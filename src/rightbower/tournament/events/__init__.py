"""Events: entrants, movements, results, standings and ties, as pure functions over frozen values."""
