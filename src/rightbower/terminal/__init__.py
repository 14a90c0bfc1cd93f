"""A game in the terminal: the table drawn as text, plain words and numbered choices."""
