"""The standings as a table: the same columns on the screen, on paper and in a spreadsheet."""

from __future__ import annotations

from typing import Final, Protocol

from rightbower.rules.message import Message, joined, message, word
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.places import Ranked

# Values of settings, states and moves with which sentences are filled.
VALUES: Final = (
    word("games won"), word("points made"), word("event points"), word("rounds survived"),
    word("fixtures won"), word("all rounds"), word("everyone still here"), word("everyone"),
    word("average"), word("nothing"), word("heads"), word("tails"), word("first jack"),
    word("first black jack"), word("opposite the first dealer"), word("opposite the second dealer"),
    word("on the sitter's left"), word("on the sitter's right"), word("goes up"), word("goes down"),
    word("first places"), word("fair draw"), word("by the chart"), word("by the standings"),
    word("winners go on"), word("winners part"), word("everyone draws from the host's deck"),
    word("entered"), word("here"), word("no-show"), word("withdrawn"), word("paired"),
    word("removed"), word("roster"), word("sub"), word("playoffs"), word("league"),
)  # fmt: skip
FIGURES = ("Won", "Drawn", "Lost", "Byes", "For", "Against")


def figure_heads(event: Event) -> tuple[str, ...]:
    """The headings of the numbers, what the book counts first."""
    return ("Points", *FIGURES) if event.plan.standings.ranking == "event points" else FIGURES


def figures(event: Event, place: Ranked) -> tuple[int, ...]:
    """A place's numbers under those headings."""
    first = (place.event_points,) if event.plan.standings.ranking == "event points" else ()
    return (*first, place.won, place.drawn, place.lost, place.byes, place.points, place.against)


def main_figure(event: Event, place: Ranked) -> tuple[int, Message]:
    """The number that the places go by, and what it counts; of a knock-out the games won."""
    match event.plan.standings.ranking:
        case "event points":
            return place.event_points, message("Points")
        case "points made":
            return place.points, message("Points")
        case _:
            return place.won, message("Won")


class Tallied(Protocol):
    """What somebody's games come to, in the standings or as they are shown."""

    @property
    def won(self) -> int: ...
    @property
    def drawn(self) -> int: ...
    @property
    def lost(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def event_points(self) -> int: ...


def tally_text(place: Tallied, ranking: str) -> Message:
    """What somebody has, the number first that the places go by.

    >>> ann = Ranked(1, 1, "Ann", won=3, lost=1, points=33, event_points=6)
    >>> str(tally_text(ann, "event points")), str(tally_text(ann, "games won"))
    ('6 points: 3 won, 1 lost, 33 made', '3 won, 1 lost, 33 points made')
    """
    games = games_text(place)
    if ranking == "event points":
        return message(
            "{points} {points|point|points}: {games}, {made} made",
            points=place.event_points,
            games=games,
            made=place.points,
        )
    return message("{games}, {points} {points|point|points} made", games=games, points=place.points)


def games_text(place: Tallied) -> Message:
    """How many games somebody won, drew and lost."""
    if place.drawn:
        return message(
            "{won} won, {drawn} drawn, {lost} lost",
            won=place.won,
            drawn=place.drawn,
            lost=place.lost,
        )
    return message("{won} won, {lost} lost", won=place.won, lost=place.lost)


def rank_text(place: Ranked) -> str:
    """The rank with its mark where it is shared; nothing for whoever is not ranked."""
    return "" if place.rank is None else f"{place.rank}{'=' if place.shared else ''}"


def reason(place: Ranked, still_open: bool = True, notes: bool = True) -> Message:
    """Why a place is what it is, without the rank itself; ``still_open`` says what is to be done."""
    said = place.reasons
    if still_open and place.still is not None:
        said = (*said, place.still)
    return joined((*said, *place.notes) if notes else said)
