"""What clubs like to know of a season: nights, games won, streaks, partners, best and lowest nights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from rightbower.rules.refusal import counted
from rightbower.tournament.club.season import NightsTally, SeasonPlace

MOST_NAMED = 4


class SeasonRecord(Struct, frozen=True):
    """A line of statistics: what it is about, the figure, and who holds it."""

    title: str
    figure: str
    who: tuple[str, ...]

    @property
    def names(self) -> str:
        """Who holds it; many are counted."""
        if len(self.who) > MOST_NAMED:
            return f"{', '.join(self.who[:MOST_NAMED])} and {len(self.who) - MOST_NAMED} more"
        return ", ".join(self.who)


def longest_run(results: str, letter: str = "W") -> int:
    """The longest row of games of one kind.

    >>> longest_run("WWLWWWD")
    3
    """
    return max((len([*run]) for each, run in groupby(results) if each == letter), default=0)


def statistics(places: Sequence[SeasonPlace]) -> list[SeasonRecord]:
    """The lines for a season."""
    return list(_records([each.tally for each in places])) if places else []


def _records(tallies: Sequence[NightsTally]) -> Iterator[SeasonRecord]:
    yield _most("Most nights", tallies, lambda each: each.attended, "night")
    yield _most("Most nights won", tallies, lambda each: each.firsts, "first place")
    yield _most("Most games won", tallies, lambda each: each.won, "game")
    yield _most("Longest run of games won", tallies, lambda each: longest_run(each.results), "game")  # fmt: skip
    yield _most("Longest run of games lost", tallies, lambda each: longest_run(each.results, "L"), "game")  # fmt: skip
    yield _most("Best night", tallies, lambda each: max(night.points for night in each.nights), "point")  # fmt: skip
    yield _least("Lowest night", tallies)
    yield _most("Most last places", tallies, lambda each: each.lasts, "night")
    yield _most("Most lone hands", tallies, lambda each: each.loners, "lone hand")
    yield _most("Most different partners", tallies, lambda each: len(set(each.partners)), "partner")  # fmt: skip
    pairs = Counter(
        " & ".join(sorted((each.name, partner))) for each in tallies for partner in each.partners
    )
    if pairs:
        most = max(pairs.values())
        together = tuple(sorted(pair for pair, games in pairs.items() if games == most))
        # Each game is in the list of both partners.
        yield SeasonRecord("Most games together", counted((most + 1) // 2, "game"), together)


def _most(
    title: str, tallies: Sequence[NightsTally], key: Callable[[NightsTally], int], unit: str
) -> SeasonRecord:
    best = max(key(each) for each in tallies)
    who = tuple(each.name for each in tallies if key(each) == best) if best else ()
    return SeasonRecord(title, counted(best, unit), who)


def _least(title: str, tallies: Sequence[NightsTally]) -> SeasonRecord:
    nights = [(night.points, each.name) for each in tallies for night in each.nights if night.whole]
    least = min((points for points, _ in nights), default=0)
    return SeasonRecord(title, counted(least, "point"), tuple(dict.fromkeys(name for points, name in nights if points == least)))  # fmt: skip


def partners_of(tally: NightsTally) -> list[tuple[str, int]]:
    """Somebody's partners with the games together, the most first."""
    return sorted(Counter(tally.partners).items(), key=lambda each: (-each[1], each[0]))
