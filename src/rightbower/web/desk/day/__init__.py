"""The steps of the day: check-in, seating, rounds, standings, the finish; people, money and messages."""
