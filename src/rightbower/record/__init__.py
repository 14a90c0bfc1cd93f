"""The text form of a game: what happened at the table, line by line; read, written, replayed."""
