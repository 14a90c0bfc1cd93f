"""A game as at the table: acts, claims, rulings and what they lead to."""
