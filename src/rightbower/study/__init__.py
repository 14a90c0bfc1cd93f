"""Study: puzzles from expert games, and charts of what calls are worth."""
