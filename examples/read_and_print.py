"""A game played by bots, written in Euchre Game Notation, read again and printed."""

import rightbower as rb

club, game = rb.player("club"), rb.start_game("standard", "S")
while game.result is None:
    game = game.play(club(rb.view(game))) if game.deal else game.shuffle(len(game.finished))
rb.write(game, "finals.egn")
finals = rb.read("finals.egn")
print(finals)
print(f"{len(finals.game.finished)} deals, {finals.game.score}")
