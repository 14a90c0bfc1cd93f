"""A ring of tables with its A teams and B teams, and how they go round."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rightbower.tournament.events.state.event import Event


class Ring(Struct):
    """Who sits at each table, the A teams and the B teams apart; 0 is a free place."""

    numbers: list[int]
    teams: tuple[list[int], list[int]]


Place = tuple[int, int]  # the letter, 0 for A and 1 for B, and the table's place in the ring


def ring_of(event: Event) -> Ring:
    """The places of the latest round, without those who have left."""
    ring = Ring([], ([], []))
    for table in event.round.tables:
        ring.numbers.append(table.number)
        for letter, side in enumerate(table.sides):
            stays = bool(side) and event.entrant(side[0]).state == "here"
            ring.teams[letter].append(side[0] if stays else 0)
    return ring


def open_table(ring: Ring) -> None:
    """Another table at the end of the ring."""
    ring.numbers.append(max(ring.numbers) + 1)
    for team in ring.teams:
        team.append(0)


def turn(ring: Ring, up: int, down: int) -> None:
    """The A teams go so many tables up, the B teams so many down."""
    size = len(ring.numbers)
    a, b = ring.teams
    ring.teams = (
        [a[(place - up) % size] for place in range(size)],
        [b[(place + down) % size] for place in range(size)],
    )


def lone_places(ring: Ring, letters: tuple[int, ...]) -> list[Place]:
    """Free places opposite a pair that would sit out."""
    return [
        (1 if a else 0, index)
        for index, (a, b) in enumerate(zip(*ring.teams, strict=True))
        if bool(a) != bool(b) and (1 if a else 0) in letters
    ]


def places_of(ring: Ring, letters: tuple[int, ...], wanted: Callable[[int], bool]) -> list[Place]:
    """The places whose pair is as wanted."""
    return [
        (letter, index)
        for letter in letters
        for index, number in enumerate(ring.teams[letter])
        if wanted(number)
    ]
