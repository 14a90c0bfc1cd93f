"""What Euchre is, by a book: cards, deals, games and their points."""
