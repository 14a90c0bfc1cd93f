"""The tricks that the makers take when everybody sees all the cards."""

import rightbower as rb

game = rb.start_game("standard", "S").shuffle(7)
game = game.play("pass, pass, pass", "pick up", "bury 9D")
print(game)
print(rb.solve(game), "tricks for South with best play by all")
