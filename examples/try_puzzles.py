"""How many of a hundred puzzles about endgames a bot finds."""

import rightbower as rb

puzzles = rb.puzzles(theme="endgames")[:100]
print(puzzles[0])
club = rb.player("club")
found = sum(club(puzzle.seen) == puzzle.answer for puzzle in puzzles)
print(f"The club player finds {found} of {len(puzzles)}.")
