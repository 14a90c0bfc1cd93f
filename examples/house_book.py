"""The common game with rules of your own, wherever a book can be named."""

import rightbower as rb

ours = rb.book("standard", target=15, all_pass="throw in")
game = rb.start_game(ours, "S").shuffle(7)
game = game.play("pass, pass, pass, pass", "pass, pass, pass, pass")
print(game)
print(rb.match("club", "beginner", deals=100, book=ours))
