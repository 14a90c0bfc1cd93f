"""Everything that can be done in a club and asked about it, a struct each."""
