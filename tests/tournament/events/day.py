"""A day's event set up in words: entrants, seats, results and places by name."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from rightbower.rules.book import RuleBook
from rightbower.tournament.contest import Entry, Fact, last_counting
from rightbower.tournament.events import registration, seating
from rightbower.tournament.events.attendance import check_in
from rightbower.tournament.events.cuts import show_cut
from rightbower.tournament.events.draws import chance
from rightbower.tournament.events.entrants import (
    Entrant,
    EventError,
    Player,
    read_names,
)
from rightbower.tournament.events.event import Event, EventHistory, EventTable, Result, Round
from rightbower.tournament.events.finish import finish, undo
from rightbower.tournament.events.movements.movement import Move
from rightbower.tournament.events.places import Ranked, table
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.simulated import quick_score
from rightbower.tournament.events.table_view import TableView

GAME = re.compile(r"\s*(.+?)\s+(\d+)[–-](\d+)\s+(.+?)\s*$")
DAY = "2026-05-30"


def preset_of(book: RuleBook | str) -> str:
    """The preset of a book's document."""
    name = book if isinstance(book, str) else book.name
    return next(each.name for each in PRESETS.values() if each.book == name)


class Day:
    """An event under way; every fact goes through the fold as it would from the journal."""

    def __init__(self, preset: str, **options: Any) -> None:
        opened = open_event(preset, "day", "Our day", options.pop("date", DAY), **options)
        self.history: EventHistory = EventHistory.of([Entry(0.0, "test", opened)])
        self.now = 0.0

    @property
    def event(self) -> Event:
        """The event as it stands."""
        return self.history.event

    def do(self, fact: Fact) -> Event:
        """Write a fact down."""
        self.now += 1.0
        self.history = self.history.extend(Entry(self.now, "test", fact))
        return self.event

    def enter(self, *names: str, floater: bool = False) -> None:
        """Put entrants on the list and check them in: ``Ann & Al``, or one name alone."""
        people = [[Player(name) for name in read_names(text)] for text in names]
        self.do(registration.add(self.event, people, floater=floater))
        first = len(self.event.entrants) - len(names) + 1
        self.do(check_in(self.event, range(first, first + len(names))))

    def number(self, name: str) -> int:
        """An entrant's number by the name, or by one of a pair's names."""
        for entrant in self.event.entrants:
            known = {entrant.name, *(player.name for player in entrant.players)}
            if name in known and entrant.state != "paired":
                return entrant.number
        raise AssertionError(f"nobody is called {name}")

    def seat(self, seed: str = "seed", move: Move = "A up") -> Round:
        """Seat the next round."""
        return self.do(seating.seat(self.event, seed, move)).round

    def at(self, name: str) -> EventTable:
        """The table at which somebody sits in the latest round."""
        number = self.number(name)
        return next(each for each in self.event.round.tables if number in each.entrants)

    def view(self, table: int = 1, round_: int = 0, **changes: Any) -> TableView:
        """A table as every face sees it, or as it would be seen with these changes."""
        there = self.event.round_at(round_ or len(self.event.rounds))
        return TableView(self.event, there, replace(there.table(table), **changes))

    def seats(self, table: int, round_: int = 0) -> str:
        """Who sits at a table: sides with ``v`` between them, North before South, East before West."""
        there = self.event.round_at(round_ or len(self.event.rounds)).table(table)
        return " v ".join(" ".join(map(self.name, side)) for side in there.sides)

    def name(self, number: int) -> str:
        """An entrant's name, of a pair the first player's."""
        return self.event.entrant(number).players[0].name

    def play(self, text: str, **options: Any) -> None:
        """Enter results of the latest round: ``A1 10–8 B1, A2 3–10 B2``; any player will do."""
        for game in text.split(","):
            found = GAME.match(game)
            assert found is not None, game
            first, made, given, second = found.groups()
            there = self.at(first)
            assert there is self.at(second), f"{first} does not meet {second}"
            points = (int(made), int(given))
            if there.side_of(self.number(first)) == 1:
                points = points[::-1]
            self.do(enter(self.event, there.number, points, **options))

    def play_all(self, score: str = "10–4") -> None:
        """The first side of every table that has no result wins by this score."""
        high, low = (int(part) for part in re.split("[–-]", score))
        if self.event.plan.other is not None:
            low, high = sorted(quick_score(self.event.plan, chance("", "other game")))
        plan = self.event.plan.duplicate
        boards = () if plan is None else (1,) * plan.a_round
        if boards:
            high, low = len(boards), 0
        for there in self.event.round.tables:
            if there.playing and there.result is None and not there.void:
                self.do(enter(self.event, there.number, (high, low), boards=boards))

    def undo(self) -> None:
        """Take the latest entry back."""
        self.do(undo(self.event, last_counting(self.history.entries)))

    def places(self) -> list[str]:
        """Names in order of their places; those who share one are joined by ``=``."""
        return places(self.event)

    def place(self, name: str) -> Ranked:
        """Somebody's place."""
        number = self.number(name)
        return next(each for each in table(self.event).places if each.entrant == number)


def places(event: Event) -> list[str]:
    """Names in order of their places, a pair by its first player."""
    groups: dict[int, list[str]] = {}
    for place in table(event).places:
        if place.rank is not None:
            name = event.entrant(place.entrant).players[0].name
            groups.setdefault(place.rank, []).append(name)
    return ["=".join(groups[rank]) for rank in sorted(groups)]


def refused(reason: str) -> "pytest.RaisesExc[EventError]":
    """A refusal whose sentence holds these words."""
    return pytest.raises(EventError, match=reason)


def ring_of_pairs(book: RuleBook | str, tables: int, **options: Any) -> Day:
    """Pairs A1, B1, A2, B2 … at tables 1, 2 …, each An having cut the lower card."""
    day = Day(preset_of(book), placing="first free", **options)
    letters = [f"{letter}{table}" for table in range(1, tables + 1) for letter in "AB"]
    day.enter(*(f"{name} & {name}x" for name in letters))
    day.seat()
    for number in range(1, tables + 1):
        cut_at(day, number, f"A{number} 9S, B{number} KD")
    return day


def finished_day() -> Day:
    """Four pairs, two rounds, and the results final."""
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1, A2 9–10 B2")
    day.seat()
    day.play("A1 10–4 B2, A2 8–10 B1")
    day.do(finish(day.event))
    return day


def cut_at(day: Day, table: int, text: str, purpose: str = "deal") -> None:
    """A table's own cut: ``A1 9S, B1 KD``; a redraw after a semicolon."""
    draws = tuple(
        tuple((day.number(part.split()[0]), part.split()[1]) for part in draw.split(","))
        for draw in text.split(";")
    )
    day.do(show_cut(day.event, table, purpose, draws))  # type: ignore[arg-type]  # a literal


def individuals(preset: str, count: int, **options: Any) -> Day:
    """Players P1, P2 … who are all here."""
    day = Day(preset, **options)
    day.enter(*(f"P{number}" for number in range(1, count + 1)))
    return day


def played(book: RuleBook | str, games: Sequence[str], **options: Any) -> Event:
    """An event of pairs in which just these games were played, each in a round of its own."""
    plan = open_event(preset_of(book), "day", "Our day", DAY, **options).plan
    found = [GAME.match(game) for game in games]
    sides = [(game[1], game[4], int(game[2]), int(game[3])) for game in found if game is not None]
    assert len(sides) == len(games)
    names = list(dict.fromkeys(name for game in sides for name in game[:2]))
    entrants = tuple(
        Entrant(number, (Player(name), Player(f"{name}x")), "here")
        for number, name in enumerate(names, 1)
    )
    rounds = tuple(
        Round(
            number,
            "",
            "",
            (
                EventTable(
                    1,
                    ((names.index(first) + 1,), (names.index(second) + 1,)),
                    result=Result((made, given)),
                ),
            ),
            (),
        )
        for number, (first, second, made, given) in enumerate(sides, 1)
    )
    return Event("day", "Our day", DAY, preset_of(book), plan, entrants=entrants, rounds=rounds)


def record(name: str, wins: int, lost: Sequence[int], filler: str = "z") -> list[str]:
    """Games of one pair against others that matter to nobody: so many won, and these points lost."""
    games = [f"{name} 10–0 {filler}{name}{number}" for number in range(wins)]
    return games + [
        f"{name} {points}–10 {filler}{name}l{number}" for number, points in enumerate(lost)
    ]


def after(event: Event, *facts: Fact) -> Event:
    """An event with facts added."""
    for fact in facts:
        event = fact.apply(event, 0.0)
    return event
