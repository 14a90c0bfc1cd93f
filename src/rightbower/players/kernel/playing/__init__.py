"""How a league player bids and plays, and how a trick goes."""
