"""A game as at the table: what happens, what is claimed, ruled upon and carried out."""
