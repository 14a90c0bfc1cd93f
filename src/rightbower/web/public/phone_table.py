"""A phone at its table: who sits around it, the keys for the score, and what is said under it."""

from __future__ import annotations

from msgspec import Struct

from rightbower.rules.refusal import listed
from rightbower.tournament.events.standings.results import missing
from rightbower.tournament.events.state.event import Event, EventPlan, EventTable
from rightbower.web.snapshots.snapshot import Snapshot

MOST_KEYS = 16
USUAL = 17  # where no target ends a game, more points than these are typed


class PhoneSeat(Struct, frozen=True):
    """Somebody at the table, as a face with a letter and a name to call them by."""

    name: str
    letter: str


class TableOnPhone(Struct, frozen=True):
    """The table as its phone shows it: we below and above, they left and right.

    ``keys`` are the scores to tap, the highest first; where a game can bring ``more``, they are typed.
    ``sent`` is what the side reads that has entered the score.
    """

    we: str
    they: str
    head: str
    against: str
    sent: str
    seats: tuple[PhoneSeat, ...]
    keys: tuple[int, ...]
    more: bool = False


def phone_table(event: Event, table: EventTable, number: int) -> TableOnPhone:
    """The table at which an entrant sits."""
    side = table.side_of(number)
    own = [number, *(each for each in table.sides[side] if each != number)]
    ours, theirs = _people(event, own), _people(event, table.sides[1 - side])
    short = dict(zip([*ours, *theirs], _short([*ours, *theirs]), strict=True))
    alone = len(event.entrant(number).players) == 1
    first = ["you", *(short[name] for name in ours[1:])] if alone else [short[n] for n in ours]
    they = [short[name] for name in theirs]
    faces = [ours[0], *theirs[:1], *ours[1:2], *theirs[1:2]]
    return TableOnPhone(
        ", ".join(first),
        ", ".join(they),
        listed(word.capitalize() if word == "you" else word for word in first),
        listed(they),
        f"Sent. It counts once {' or '.join(they)} taps Yes on their phone.",
        tuple(
            PhoneSeat("You" if alone and name == ours[0] else short[name], name[0].upper())
            for name in faces
        ),
        score_keys(event.plan),
        event.plan.target is None,
    )


def _people(event: Event, numbers: tuple[int, ...] | list[int]) -> list[str]:
    return [player.name for number in numbers for player in event.entrant(number).players]


def _short(names: list[str]) -> list[str]:
    """First names where they are different, else whole names."""
    first = [name.split()[0] for name in names]
    return [
        one if first.count(one) == 1 else whole for one, whole in zip(first, names, strict=True)
    ]


def score_keys(plan: EventPlan) -> tuple[int, ...]:
    """The points a side can have when a game is over, the most first; none where they are many."""
    if plan.target is None:
        return tuple(range(USUAL, -1, -1))
    over = 0 if plan.standings.winner_entered == "target" else plan.most_in_a_deal - 1
    most = plan.target + over
    return tuple(range(most, -1, -1)) if most < MOST_KEYS else ()


def still_playing(event: Event) -> str:
    """Which tables everybody waits for, in a sentence."""
    tables = missing(event)
    if not tables:
        return ""
    if len(tables) > 6:
        return f"{len(tables)} tables are still playing."
    several = len(tables) > 1
    return f"Table{'s' if several else ''} {listed(tables)} {'are' if several else 'is'} still playing."


def standing_said(seen: Snapshot, number: int) -> str:
    """How somebody stands by now: what counts, and the place."""
    place = next((each for each in seen.places if each.entrant == number), None)
    if place is None or place.rank is None:
        return ""
    figures = {"event points": place.event_points, "points made": place.points}
    count = figures.get(seen.counts, place.won)
    what = "points" if seen.counts in figures else "won"
    ranked = sum(each.rank is not None for each in seen.places)
    tie = "tied for " if place.shared or place.open else ""
    return f"{count} {what}, {tie}place {place.rank} of {ranked}."
