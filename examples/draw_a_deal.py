"""A deal as a table in text, and as a picture in a file (in a notebook it shows by itself)."""

from pathlib import Path

import rightbower as rb

game = rb.start_game("alberta-55plus", "N").shuffle("my seed")
print(game.deal)
Path("deal.svg").write_text(game._repr_svg_() or "", "utf-8")
print(rb.view(game))
