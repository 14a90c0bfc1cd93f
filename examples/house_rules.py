"""A club's own sheet: what it changes, and the reason it gives a player for one of its rules."""

from pathlib import Path

from rightbower.rules.acts import Pass, TurnDown
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import start
from rightbower.rules.judge import apply, objection
from rightbower.rules.library import compare, say

club = load(str(Path(__file__).with_name("our-club.toml")))
book = load(club.extends)

print(f"{club.title} plays by {book.title}, except:")
for row in compare([book, club]):
    if row.differs:
        theirs, ours = row.lines
        print(f"  {row.path}: {say(ours.value)}, not {say(theirs.value)}. {ours.note}")

# Everybody passes twice, and the dealer would like to pass too.
cards = deal_cards(shuffled(seed=7), Seat.S, club)
deal = start(club, Seat.S, cards.hands, cards.turn_up, cards.stock)
for bid in (Pass(Seat.W), Pass(Seat.N), Pass(Seat.E), TurnDown(Seat.S)):
    deal = apply(deal, bid)
for seat in (Seat.W, Seat.N, Seat.E):
    deal = apply(deal, Pass(seat))
print(f"South may not pass: {objection(deal, Pass(Seat.S))}")
