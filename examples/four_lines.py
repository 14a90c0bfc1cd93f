"""A whole game between four club players, in four lines."""

from rightbower.players import player
from rightbower.players.simulate import new_game, play_deal
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards

game, four = new_game(load("alberta-55plus"), Seat.S), [player("club")] * 4
while game.result is None:
    game = play_deal(game, deal_cards(shuffled(len(game.finished)), game.dealer, game.book), four)
print(f"North and South {game.score[0]}, East and West {game.score[1]}.")
