"""Compile the kernel into its cache, so that the first game does not wait."""

from __future__ import annotations

import sys
import time


def warm() -> float:
    """Compile everything the players use; how many seconds it took."""
    began = time.monotonic()
    from rightbower.book import load
    from rightbower.cards import Seat, shuffled
    from rightbower.ceremonies import deal_cards
    from rightbower.game import act, deal_out, start_game
    from rightbower.players.expert import Expert
    from rightbower.view import view

    book = load("standard")
    expert = Expert(worlds=2)
    for number in range(6):
        dealer = Seat(number % len(Seat))
        game = deal_out(start_game(book, dealer), deal_cards(shuffled(number), dealer, book))
        while game.deal is not None:
            assert game.deal.turn is not None
            game = act(game, expert(view(game, game.deal.turn)))
    return time.monotonic() - began


if __name__ == "__main__":
    print("Compiling the fast kernel, once: about half a minute …", file=sys.stderr, flush=True)
    print(f"Compiled in {warm():.0f} s.", file=sys.stderr)
