"""The hall while it is open: its tables, who is at them, bots, talk and the lobby."""
