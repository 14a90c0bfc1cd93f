"""Statistics of somebody's finished games, counted from the facts of each deal."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from rightbower.rules.cards import HAND_SIZE, Seat, Side
from rightbower.web.hall.archive.lists import PastGame
from rightbower.web.hall.table.results import DealFacts
from rightbower.web.hall.table.strengths import STRENGTHS

# The marks by which makers were stopped.
EUCHRES = frozenset({"score.euchre", "score.lone_euchre"})


class GameCount(Struct):
    """Games, and how they ended for somebody."""

    games: int = 0
    won: int = 0
    drawn: int = 0

    @property
    def lost(self) -> int:
        """Games that were lost."""
        return self.games - self.won - self.drawn

    def add(self, winner: str, side: Side) -> None:
        """Count a game."""
        self.games += 1
        self.won += winner == side.name
        self.drawn += not winner


class DealCount(Struct):
    """Hands played, trump made, loners, and euchres both ways."""

    hands: int = 0
    calls: int = 0
    calls_euchred: int = 0
    partner_calls: int = 0
    euchres: int = 0
    loners: int = 0
    loners_marched: int = 0

    def add(self, deal: DealFacts, seat: Seat) -> None:
        """Count a deal."""
        if deal.maker is None or deal.ending != "played":
            return
        euchred = any(setting in EUCHRES for _, _, setting, _ in deal.marks)
        mine = deal.maker is seat
        self.hands += 1
        self.calls += mine
        self.calls_euchred += mine and euchred
        self.partner_calls += deal.maker is seat.partner
        self.euchres += euchred and deal.maker.side is not seat.side
        if mine and deal.alone:
            self.loners += 1
            self.loners_marched += deal.tricks[seat.side] == HAND_SIZE


class PartnerCount(Struct):
    """Games with one partner."""

    name: str
    count: GameCount


class Statistics(Struct):
    """All of somebody's finished games together."""

    people: GameCount
    bots: GameCount
    deals: DealCount
    partners: list[PartnerCount]

    @property
    def games(self) -> int:
        """Finished games in all."""
        return self.people.games + self.bots.games


def statistics(who: str, games: Iterable[PastGame]) -> Statistics:
    """A person's statistics; games given up by everybody are left out."""
    found = Statistics(GameCount(), GameCount(), DealCount(), [])
    partners: dict[str, PartnerCount] = {}
    for game in games:
        if game.reason == "abandoned" or who not in game.people:
            continue
        seat = Seat(game.people.index(who))
        kind = found.bots if any(game.bots) else found.people
        kind.add(game.winner, seat.side)
        for deal in game.deals:
            found.deals.add(deal, seat)
        key, name = _partner(game, seat)
        partners.setdefault(key, PartnerCount(name, GameCount())).count.add(game.winner, seat.side)
    found.partners = sorted(partners.values(), key=lambda each: (-each.count.games, each.name))
    return found


def _partner(game: PastGame, seat: Seat) -> tuple[str, str]:
    """Who sat opposite: a person by the newest name, bots by their strength."""
    bot = game.bots[seat.partner]
    if bot:
        return bot, f"Bots: {STRENGTHS[bot].label.lower()}" if bot in STRENGTHS else f"Bots: {bot}"
    return game.people[seat.partner], game.names[seat.partner]
