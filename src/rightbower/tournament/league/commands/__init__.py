"""Everything that can be done in a league, a struct each, in modules by topic."""
