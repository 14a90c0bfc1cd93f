"""Tables as the journal has them: lists, past games, seals, and names no longer shown."""
