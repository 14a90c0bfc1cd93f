"""Putting people on the list of an event: names, rosters, partners."""
