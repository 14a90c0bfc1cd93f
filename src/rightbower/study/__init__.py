"""Study: puzzles from expert games, and charts of what calls are worth."""

from rightbower.rules.extras import needs

needs("study", "numpy")
