"""Bidding charts: what calls are worth by seat, turn-up, trumps and aces, by any book."""
