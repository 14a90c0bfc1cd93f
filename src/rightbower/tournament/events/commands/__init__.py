"""Everything that can be done in an event, a struct each, in modules by topic."""
