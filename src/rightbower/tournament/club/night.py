"""What the club looks at: events as nights, leagues as rosters, and its own history beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct

from rightbower.tournament.club.club import Club
from rightbower.tournament.contest import History
from rightbower.tournament.events.entrants import Entrant, Place
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.outcome import counted
from rightbower.tournament.events.tally import taking_part
from rightbower.tournament.league.league import League


class NightLine(Struct, frozen=True):
    """Somebody's night; one who left a pair to a substitute has no ``place``.

    ``results`` are the games that the person sat at, in order: won, drawn or lost; ``partners`` are
    those of the same games. ``prize`` is in cents, ``loners`` are the lone hands on the score card,
    which a pair has in common.
    """

    name: str
    place: Place | None
    results: str
    partners: tuple[str, ...]
    prize: int
    loners: int


class Evening(Struct, frozen=True):
    """An event of the hall; it counts once it is ``finished``; ``version`` counts its entries."""

    id: str
    name: str
    date: str
    finished: bool
    unit: str
    lines: tuple[NightLine, ...] = ()
    version: int = 0

    @property
    def last(self) -> int:
        """The last place that somebody took."""
        ranks = [line.place.rank or 0 for line in self.lines if line.place]
        return max(ranks, default=0)


class LeagueRoster(Struct, frozen=True):
    """A league: its name, and everybody on a roster with the nights they played."""

    name: str
    nights: dict[str, int]
    id: str = ""
    version: int = 0


class ClubHistory(History[Club], frozen=True):
    """All entries of a club and its state after them.

    ``evenings`` are the events of the hall as they are now, and ``rosters`` its leagues: neither is
    stored with the club, so a corrected event corrects every season it is in.
    """

    word: ClassVar[str] = "a club"
    evenings: tuple[Evening, ...] = ()
    rosters: tuple[LeagueRoster, ...] = ()

    @property
    def club(self) -> Club:
        """The club as it is now."""
        return self.state

    def evening(self, id_: str) -> Evening | None:
        """The event of an id."""
        return next((each for each in self.evenings if each.id == id_), None)


def evening(event: Event) -> Evening:
    """An event as a night of the club."""
    unit = event.plan.entering.unit
    if not event.finished:
        listed = [each for each in event.entrants if each.state != "removed"]
        names = [player.name for each in listed for player in each.players]
        lines = tuple(NightLine(name, None, "", (), 0, 0) for name in dict.fromkeys(names))
    else:
        lines = tuple(_lines(event))
    return Evening(event.id, event.name, event.date, event.finished, unit, lines, event.version)


def _lines(event: Event) -> Iterator[NightLine]:
    sat = _sat(event)
    places = {place.entrant: place for place in event.places}
    prizes = _prizes(event)
    for number in taking_part(event):
        entrant = event.entrant(number)
        for last, player in zip(
            reversed(range(len(entrant.players))), entrant.players, strict=True
        ):
            results, partners = sat.get(player.name, ("", ()))
            # A cent that cannot be halved is the first player's.
            prize = (prizes.get(number, 0) + last) // len(entrant.players)
            yield NightLine(
                player.name, places.get(number), results, partners, prize, entrant.loners
            )
        for name in _left(entrant):
            results, partners = sat.get(name, ("", ()))
            yield NightLine(name, None, results, partners, 0, 0)


def _left(entrant: Entrant) -> list[str]:
    """Those whose place somebody else took before the end."""
    staying = {player.name for player in entrant.players}
    names = dict.fromkeys(former.player.name for former in entrant.former)
    return [name for name in names if name not in staying]


def _prizes(event: Event) -> dict[int, int]:
    found: dict[int, int] = {}
    for award in event.awards:
        for winner in award.winners:
            found[winner] = found.get(winner, 0) + award.each
    return found


def _sat(event: Event) -> dict[str, tuple[str, tuple[str, ...]]]:
    """For everybody the games sat at, as letters, and the partners in them."""
    results: dict[str, list[str]] = {}
    partners: dict[str, list[str]] = {}
    for round_, table in event.games():
        came = counted(event.plan, table)
        if came is None:
            continue
        for side, numbers in enumerate(table.sides):
            letter = "D" if came.winner is None else "W" if came.winner == side else "L"
            names = [
                player.name
                for number in numbers
                for player in event.entrant(number).players_in(round_)
            ]
            for name in names:
                results.setdefault(name, []).append(letter)
                partners.setdefault(name, []).extend(each for each in names if each != name)
    return {name: ("".join(found), tuple(partners.get(name, ()))) for name, found in results.items()}  # fmt: skip


def league_roster(league: League) -> LeagueRoster:
    """Everybody on a roster of a league, and in how many fixtures they sat down to a game."""
    nights = {member.name: 0 for team in league.teams for member in team.members}
    for fixture in league.fixtures:
        played = {name for game in fixture.games if game.stands for side in game.lineups for name in side}  # fmt: skip
        for name in played:
            nights[name] = nights.get(name, 0) + 1
    return LeagueRoster(league.name, nights, league.id, league.version)
