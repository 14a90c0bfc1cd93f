"""The quality sheet of a schedule: who meets whom too often or never, who waits and who walks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from rightbower.rules.refusal import counted
from rightbower.tournament.events.schedules.shape import (
    Round,
    Two,
    Who,
    oppositions,
    partnerships,
    seated,
)


class Repeats(Struct, frozen=True):
    """How many twos meet more than once, and how often the worst of them."""

    twos: int
    most: int


class Span(Struct, frozen=True):
    """The least and the most anyone has."""

    least: int
    most: int


class Quality(Struct, frozen=True):
    """What a director asks of a schedule; ``walked`` counts tables along the ring, the short way."""

    entrants: int
    rounds: int
    partners: Repeats
    opponents: Repeats
    never_meet: int
    games: Span
    byes: Span
    walked: Span


def quality(
    rounds: Sequence[Round[Who]],
    entrants: Sequence[Who] = (),
    byes: Sequence[Who] | None = None,
) -> Quality:
    """The quality sheet; name the entrants where some may never have been seated.

    ``byes`` names everyone once for each round sat out. Without it whoever does not play sits out,
    which is wrong of those who came late, left, or were knocked out.
    """
    everyone = tuple(
        dict.fromkeys((*entrants, *(who for tables in rounds for who in seated(tables))))
    )
    partners, opponents = partnerships(rounds), oppositions(rounds)
    games = Counter(who for tables in rounds for who in seated(tables))
    waits = {who: len(rounds) - games[who] for who in everyone}
    if byes is not None:
        waits = Counter(byes)
    walks = _walks(rounds)
    possible = len(everyone) * (len(everyone) - 1) // 2
    return Quality(
        entrants=len(everyone),
        rounds=len(rounds),
        partners=_repeats(partners),
        opponents=_repeats(opponents),
        never_meet=possible - len(partners.keys() | opponents.keys()),
        games=_span([games[who] for who in everyone]),
        byes=_span([waits[who] for who in everyone]),
        walked=_span([walks[who] for who in everyone]),
    )


def _repeats(met: Counter[Two[Who]]) -> Repeats:
    return Repeats(sum(count > 1 for count in met.values()), max(met.values(), default=0))


def _span(counts: Sequence[int]) -> Span:
    return Span(min(counts, default=0), max(counts, default=0))


def _walks(rounds: Sequence[Round[Who]]) -> Counter[Who]:
    """Tables each one passes from game to game; a bye is spent where the last game was."""
    ring = max((len(tables) for tables in rounds), default=0)
    stations: dict[Who, list[int]] = {}
    for tables in rounds:
        for number, table in enumerate(tables):
            for side in table:
                for who in side:
                    stations.setdefault(who, []).append(number)
    walked: Counter[Who] = Counter()
    for who, numbers in stations.items():
        walked[who] = sum(
            min(abs(to - start), ring - abs(to - start)) for start, to in pairwise(numbers)
        )
    return walked


def in_words(sheet: Quality) -> tuple[tuple[str, str], ...]:
    """The sheet as lines of a heading and what to say beside it."""
    return (
        (
            "Entrants and rounds",
            f"{counted(sheet.entrants, 'entrant')}, {counted(sheet.rounds, 'round')}",
        ),
        ("Partners again", _again(sheet.partners)),
        ("Opponents again", _again(sheet.opponents)),
        ("Never meet", counted(sheet.never_meet, "pairing") if sheet.never_meet else "all meet"),
        ("Games each", _range(sheet.games)),
        ("Byes each", _range(sheet.byes)),
        ("Tables walked each", _range(sheet.walked)),
    )


def _again(repeats: Repeats) -> str:
    return (
        f"{counted(repeats.twos, 'pairing')}, at most {repeats.most} times"
        if repeats.twos
        else "none"
    )


def _range(span: Span) -> str:
    return str(span.least) if span.least == span.most else f"{span.least} to {span.most}"
