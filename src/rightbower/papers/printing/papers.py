"""What can be printed: plain values that whoever runs an event or a league fills in."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Paper = Literal["A4", "Letter"]


class PaperWish(Struct, frozen=True):
    """How a paper is wished for: its size, and of cards only that of one table or entrant.

    ``links`` are the addresses that lead phones to the tables, by number.
    """

    paper: Paper = "A4"
    only: int = 0
    links: dict[int, str] = {}


class Heading(Struct, frozen=True):
    """What stands on top of a paper: the event, and in smaller letters when, where and by which book."""

    title: str
    lines: tuple[str, ...] = ()


class ScoreCard(Struct, frozen=True):
    """A player's own card: a row for each round to be filled in by hand.

    ``filled`` holds cells already known, by row; ``foot`` is said below the rows. ``first`` is
    the round of the first row.
    """

    name: str
    number: str
    rounds: int
    columns: tuple[str, ...]
    foot: tuple[str, ...] = ()
    filled: tuple[tuple[str, ...], ...] = ()
    first: int = 1


class TableCard(Struct, frozen=True):
    """A card that lies on a table: its number, and in words who goes where after each game.

    ``link`` leads a phone to the table, and ``code`` can be typed instead.
    """

    number: str
    movement: tuple[str, ...]
    seats: tuple[tuple[str, str], ...] = ()
    link: str = ""

    @property
    def code(self) -> str:
        """What is typed instead of scanning."""
        return self.link.rpartition("/")[2]


class Certificate(Struct, frozen=True):
    """A certificate: whose it is, and for what.

    ``cards`` are the two beside the name; ``seal`` is what stands on the seal, a number or a sign.
    """

    name: str
    honour: str
    lines: tuple[str, ...] = ()
    cards: tuple[str, str] = ("QH", "KH")
    seal: str = "★"


class SignInLine(Struct, frozen=True):
    """An entrant on the sign-in sheet."""

    number: str
    name: str
    note: str = ""


class SignIn(Struct, frozen=True):
    """The sheet at the door; ``spare`` rows are left free for those who come unannounced."""

    entrants: tuple[SignInLine, ...]
    spare: int = 6
    note: str = "Note"


class MasterGame(Struct, frozen=True):
    """A game on the master score card; points are empty until they are known."""

    table: str
    a: str
    b: str
    a_points: str = ""
    b_points: str = ""


class MasterRound(Struct, frozen=True):
    """A round on the master score card; ``out`` names those who sit out, ``notes`` tell of rulings."""

    number: str
    games: tuple[MasterGame, ...]
    out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class MasterCard(Struct, frozen=True):
    """The director's master score card; ``sides`` are what both sides of a table are called."""

    rounds: tuple[MasterRound, ...]
    note: str = ""
    sides: tuple[str, str] = ("A team", "B team")


class PlaceLine(Struct, frozen=True):
    """A place in results or a league table; ``why`` explains it, above all a tie."""

    rank: str
    name: str
    figures: tuple[str, ...] = ()
    why: str = ""


class StandingsPaper(Struct, frozen=True):
    """Results of an event or the table of a league; ``figures`` head the columns of numbers.

    ``rank`` heads the first column.
    """

    places: tuple[PlaceLine, ...]
    figures: tuple[str, ...] = ()
    who: str = "Name"
    notes: tuple[str, ...] = ()
    rank: str = "Place"


class ResultsPaper(Struct, frozen=True):
    """All places on one page; a place's two figures are its games in words and what decides.

    ``firsts`` are put above in boxes.
    """

    places: tuple[PlaceLine, ...]
    firsts: tuple[PlaceLine, ...] = ()
    notes: tuple[str, ...] = ()


class Seats(Struct, frozen=True):
    """A table of a round on the movement sheet: the names of both sides."""

    table: str
    one: tuple[str, ...]
    other: tuple[str, ...]


class RoundSheet(Struct, frozen=True):
    """A round on the movement sheet."""

    number: str
    tables: tuple[Seats, ...]
    out: tuple[str, ...] = ()


class MovementSheet(Struct, frozen=True):
    """A whole schedule, with its quality sheet as lines of a heading and what to say beside it."""

    rounds: tuple[RoundSheet, ...]
    quality: tuple[tuple[str, str], ...] = ()
    by_name: bool = True
    sides: tuple[str, str] = ("One side", "Other side")


class FixtureLine(Struct, frozen=True):
    """A fixture of a league; ``result`` is empty before it is played."""

    number: str
    when: str
    one: str
    other: str
    result: str = ""


class FixtureWeek(Struct, frozen=True):
    """The fixtures of a week; ``out`` names the teams without one."""

    title: str
    fixtures: tuple[FixtureLine, ...]
    out: tuple[str, ...] = ()
