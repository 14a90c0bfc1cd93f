"""The club: its seasons of nights and its book of people, from the events and leagues of a hall."""
