"""A charity day from the list of names to the prizes, run from Python."""

from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import EventHistory
from rightbower.tournament.events.finish import finish, hand_in
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.prizes import awards
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.results import correct, enter
from rightbower.tournament.events.seating import seat

opened = open_event("charity-day", "spring", "Spring social", "2026-05-30", rounds=3)
history = EventHistory.of([Entry(0.0, "host", opened)])


def write(fact: Fact) -> None:
    """One more entry: what happened, when, and who entered it."""
    global history
    history = history.extend(Entry(float(len(history.entries)), "host", fact))


names = ["Ann", "Ben", "Cora", "Dan", "Edna", "Fred", "Gwen", "Hal"]
write(add(history.event, [[Player(name)] for name in names]))
write(check_in_all(history.event))

for number in range(3):
    write(seat(history.event, seed=f"round {number + 1}"))
    for table in history.event.round.tables:
        write(enter(history.event, table.number, (9 + number, 5 + table.number)))
    seated = history.event.round.tables[0]
    red, black = (history.event.name_of(*side) for side in seated.sides)
    print(f"Round {number + 1}, table 1: {red} against {black}")

write(correct(history.event, 1, 2, (7, 12), why="the card was read the wrong way round"))
write(hand_in(history.event, tuple(range(1, 9))))
write(finish(history.event))

for place in standings(history.event):
    print(f"{place.name:<5} {place.points:>3}  {place.why}")
for award in awards(history.event):
    print(f"{' and '.join(award.prizes)}: {history.event.name_of(*award.winners)}")
