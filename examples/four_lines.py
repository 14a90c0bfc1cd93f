"""A whole game between four club players, in four lines."""

from rightbower.book import load
from rightbower.cards import Seat, shuffled
from rightbower.ceremonies import deal_cards
from rightbower.players import player
from rightbower.simulate import new_game, play_deal

game, four = new_game(load("alberta-55plus"), Seat.S), [player("club")] * 4
while game.result is None:
    game = play_deal(game, deal_cards(shuffled(len(game.finished)), game.dealer, game.book), four)
print(f"North and South {game.score[0]}, East and West {game.score[1]}.")
