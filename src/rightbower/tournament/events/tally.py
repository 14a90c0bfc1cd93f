"""What each entrant's games add up to, and who met whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import UNSET, Struct

from rightbower.rules.message import Message
from rightbower.tournament.events.board_scores import totals
from rightbower.tournament.events.event import Event, EventPlan, EventTable, Round
from rightbower.tournament.events.outcome import Outcome, counted, entered_why
from rightbower.tournament.events.participants import counts_at_three, three_of

Went = Literal["won", "tied", "lost", "sat out", "open", "away"]


class Tally(Struct):
    """The sum of an entrant's games; ``survived`` is the last round come through.

    ``given`` are the points for rounds sat out, which are in the total and not in the games;
    ``at_three`` of them were made at tables of three, and ``threes`` is how many of those there were.
    Of boards ``exact`` is what they were worth, rounds sat out with it, before it is rounded.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0
    against: int = 0
    event_points: int = 0
    survived: int = 0
    given: int = 0
    exact: Fraction = Fraction(0)
    at_three: int = 0
    threes: int = 0

    @property
    def games(self) -> int:
        """How many games count."""
        return self.won + self.drawn + self.lost

    @property
    def difference(self) -> int:
        """Points made less points given away."""
        return self.points - self.against


class Meeting(Struct, frozen=True):
    """A game between two entrants; ``points`` are those of the lower number first.

    ``note`` says why they are not the points that were made.
    """

    round: int
    points: tuple[int, int]
    winner: int
    note: Message | None = None


def tallies(event: Event) -> dict[int, Tally]:
    """The sum of everyone's games, byes included, over all games whose results count."""
    found = {number: Tally() for number in taking_part(event)}
    for round_ in event.rounds:
        for number in round_.byes:
            sat_out = found[event.entrant(number).pair or number]
            sat_out.survived = round_.number
            if (three := three_of(round_, number)) is None:
                sat_out.byes += 1
            else:
                sat_out.threes += 1
                sat_out.at_three += counts_at_three(event.plan, three).get(number, 0)
        for table in round_.tables:
            if (came := counted(event.plan, table)) is not None:
                for side in (0, 1):
                    for number in table.sides[side]:
                        _add(found[number], came, side, event.plan)
                        if came.winner != 1 - side:
                            found[number].survived = round_.number
            for number in unopposed(event, round_, table):
                found[number].survived = round_.number
    if event.plan.boards is not UNSET:
        _add_boards(event, found)
        return found
    for tally in found.values():
        tally.given = _for_sitting_out(tally, event.plan) + tally.at_three
    return found


def _add_boards(event: Event, found: Mapping[int, Tally]) -> None:
    """What everybody's boards were worth; a round sat out is worth the average of one's own."""
    sums = totals(event)
    averaged = event.plan.standings.sat_out == "average"
    for number, tally in found.items():
        worth = sums[number].worth if number in sums else Fraction(0)
        out = worth * tally.byes / tally.games if averaged and tally.games else Fraction(0)
        tally.exact = worth + out
        tally.event_points = _rounded(worth)
        tally.given = _rounded(tally.exact) - tally.event_points


def _rounded(worth: Fraction) -> int:
    """To the nearest whole number, halves up."""
    return (2 * worth + 1) // 2


def courses(event: Event) -> dict[int, list[Went]]:
    """How each round went for everybody: open while the game does not count, away without a game."""
    found: dict[int, list[Went]] = {number: [] for number in taking_part(event)}
    for round_ in event.rounds:
        went: dict[int, Went] = {
            event.entrant(number).pair or number: "sat out" for number in round_.byes
        }
        for table in (each for each in round_.tables if each.playing and not each.void):
            came = counted(event.plan, table)
            for side in (0, 1):
                for number in table.sides[side]:
                    went[number] = "open" if came is None else _went(came, side)
        for number, course in found.items():
            course.append(went.get(number, "away"))
    return found


def _went(came: Outcome, side: int) -> Went:
    if came.winner is None:
        return "tied"
    return "won" if came.winner == side else "lost"


def unopposed(event: Event, round_: Round, table: EventTable) -> tuple[int, ...]:
    """Who goes on from a game of a knock-out that does not count, since the other side left."""
    if not table.void or not event.plan.movement_kind.knocks_out:
        return ()
    if round_.number < len(event.rounds):
        seated = event.rounds[round_.number].everyone
        return tuple(number for number in table.entrants if number in seated)
    staying = tuple(each for each in table.entrants if event.entrant(each).state == "here")
    return staying if len(staying) == 1 else ()


def _for_sitting_out(tally: Tally, plan: EventPlan) -> int:
    """What the rounds sat out score: so much each, or the average of one's own games."""
    worth = plan.standings.sat_out
    if worth != "average":
        return worth * tally.byes
    if not tally.games:
        return 0
    made = tally.event_points if plan.standings.ranking == "event points" else tally.points
    # To the nearest whole point, halves up.
    return (2 * made * tally.byes + tally.games) // (2 * tally.games)


def total(tally: Tally, plan: EventPlan) -> int:
    """The points that the rounds come to: the event's own, or those made."""
    by_event = plan.standings.ranking == "event points"
    return (tally.event_points if by_event else tally.points) + tally.given


def taking_part(event: Event) -> list[int]:
    """Everyone who is here or has been given a seat; one who leaves does not vanish.

    A single player who was given a partner lives on in the pair.
    """
    seated = frozenset[int]().union(*(round_.everyone for round_ in event.rounds))
    return [
        entrant.number
        for entrant in event.entrants
        if (entrant.number in seated and not entrant.pair) or entrant.state == "here"
    ]


def _add(tally: Tally, came: Outcome, side: int, plan: EventPlan) -> None:
    tally.points += came.points[side]
    tally.against += came.points[1 - side]
    if came.winner is None:
        tally.drawn += 1
        tally.event_points += plan.standings.draw or 0
    elif came.winner == side:
        tally.won += 1
        tally.event_points += plan.standings.win or 0
    else:
        tally.lost += 1
        tally.event_points += plan.standings.loss or 0


def meetings(event: Event) -> Mapping[tuple[int, int], Sequence[Meeting]]:
    """The games between any two pairs, the lower number first."""
    found: dict[tuple[int, int], list[Meeting]] = {}
    for round_, table in event.games():
        came = counted(event.plan, table)
        if came is None or len(table.entrants) != 2:
            continue
        winner = 0 if came.winner is None else table.entrants[came.winner]
        met = (min(table.entrants), max(table.entrants))
        points = came.points if met == table.entrants else came.points[::-1]
        found.setdefault(met, []).append(
            Meeting(round_, points, winner, entered_why(event.plan, table))
        )
    return found


def opponents(met: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    """Whom each has met."""
    found: dict[int, set[int]] = {}
    for one, other in met:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found
