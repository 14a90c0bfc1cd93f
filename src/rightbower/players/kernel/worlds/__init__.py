"""Worlds that could be true for a seat, and what each option leads to in them."""
