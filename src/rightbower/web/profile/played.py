"""What somebody's games show: calls beside those of the solved tables, and hands beside the exact odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, erfc, sqrt
from typing import Final, NamedTuple

from msgspec import Struct

from rightbower.players.tables import call_by_table
from rightbower.players.views import View, view
from rightbower.record.entries import ActionEntry, Record
from rightbower.record.record import after_entry, start, stories
from rightbower.rules.acts import Action, Bury, Name, Order, PickUp, Play
from rightbower.rules.cards import HAND_SIZE, PACK, Rank, Seat
from rightbower.rules.deal import Phase
from rightbower.web.hall.archive import PREFIX, PastGame
from rightbower.web.hall.hall import Hall
from rightbower.web.study.replay import record_from

# Games that are looked at; the newest.
MOST: Final = 60
# A share is told from so many on.
FEWEST: Final = 8
# Each point of the course is over so many games.
OVER: Final = 8
HIGH: Final = sum(card.rank in (Rank.JACK, Rank.ACE) for card in PACK)
WIDE, TALL = 1000, 200
SPOTS: Final = ("the dealer", "the first seat", "the dealer’s partner", "the third seat")
DRILLS: Final = ("dealer", "first-seat", "second-seat", "third-seat")


class OwnCall(NamedTuple):
    """A call of somebody: from which seat and in which round, whether it made trump, and the table's."""

    place: int
    round: int
    called: bool
    table_calls: bool
    same: bool


class PlayedGame(Struct, frozen=True):
    """What one game shows of one of its players: the calls, and how many high cards each hand had."""

    calls: tuple[OwnCall, ...]
    highs: tuple[int, ...]


class HighCards(Struct, frozen=True):
    """So many high cards in a hand: how often that was, and how often it should be."""

    count: int
    had: int
    expected: float


class FairPicture(Struct, frozen=True):
    """Somebody's hands beside the exact odds; ``as_far`` is how often chance alone goes as far off."""

    hands: int
    columns: list[HighCards]
    average: float
    exact: float
    as_far: float

    @property
    def most(self) -> float:
        """The highest column."""
        return max(max(each.had, each.expected) for each in self.columns)


class AccuracyCourse(Struct, frozen=True):
    """How many calls were those of the table, game by game, and in all."""

    right: int
    calls: int
    line: str
    low: int
    high: int


class ToWorkOn(Struct, frozen=True):
    """The spot where somebody's calls and the table's are furthest apart, in shares of a hundred."""

    where: str
    drill: str
    own: int
    table: int
    many: int

    @property
    def too_often(self) -> bool:
        """Whether trump was made too often there, and not too seldom."""
        return self.own > self.table


class PlayedGames:
    """What games showed, kept by table and seat: a finished game does not change."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Seat], PlayedGame] = {}

    def of(self, hall: Hall, who: str, games: Sequence[PastGame]) -> list[PlayedGame]:
        """The newest games of somebody, the oldest first; one that cannot be read any more is left out."""
        found = []
        for game in reversed(games[:MOST]):
            if game.reason == "abandoned" or who not in game.people:
                continue
            key = (game.table, Seat(game.people.index(who)))
            if key not in self._kept:
                self._kept[key] = _read(hall, *key)
            found.append(self._kept[key])
        return found


def _read(hall: Hall, table: str, seat: Seat) -> PlayedGame:
    try:
        return played_game(record_from(hall.stored(f"{PREFIX}{table}")), seat)
    except ValueError:  # its book has changed since
        return PlayedGame((), ())


def played_game(record: Record, seat: Seat) -> PlayedGame:
    """What a game shows of the player of a seat."""
    _, found = stories(record)
    highs = [
        sum(card.rank in (Rank.JACK, Rank.ACE) for card in story.deal.dealt[seat])
        for story in found
        if len(story.deal.dealt[seat]) == HAND_SIZE
    ]
    return PlayedGame(tuple(_calls(record, seat)), tuple(highs))


def _calls(record: Record, seat: Seat) -> Iterator[OwnCall]:
    now = start(record)
    for entry in record.entries:
        if (
            isinstance(entry, ActionEntry)
            and entry.action.seat is seat
            and now.game.deal is not None
        ):
            call = _call(view(now.game, seat), entry.action)
            if call is not None:
                yield call
        now = after_entry(now, entry)


def _call(seen: View, action: Action) -> OwnCall | None:
    if isinstance(action, Play | Bury) or len(seen.legal) < 2 or seen.seat is None:
        return None
    if seen.phase not in (Phase.ROUND_ONE, Phase.ROUND_TWO):
        return None
    table = call_by_table(seen)
    if table is None:
        return None
    makes = (Order, PickUp, Name)
    return OwnCall(
        (seen.seat - seen.dealer) % len(Seat),
        1 if seen.phase is Phase.ROUND_ONE else 2,
        isinstance(action, makes),
        isinstance(table, makes),
        action == table,
    )


def fair_picture(games: Sequence[PlayedGame]) -> FairPicture | None:
    """The hands of these games beside the exact odds; nothing where there are too few."""
    highs = [each for game in games for each in game.highs]
    if len(highs) < FEWEST:
        return None
    had, many = Counter(highs), len(highs)
    columns = [
        HighCards(count, had[count], many * odds_of(count)) for count in range(HAND_SIZE + 1)
    ]
    exact = HAND_SIZE * HIGH / len(PACK)
    spread = sum((count - exact) ** 2 * odds_of(count) for count in range(HAND_SIZE + 1))
    average = sum(highs) / many
    off = abs(average - exact) / sqrt(spread / many)
    return FairPicture(many, columns, average, exact, erfc(off / sqrt(2)))


def odds_of(count: int) -> float:
    """How often five cards of the pack have so many jacks and aces.

    >>> round(sum(odds_of(count) for count in range(6)), 12)
    1.0
    """
    low = len(PACK) - HIGH
    return comb(HIGH, count) * comb(low, HAND_SIZE - count) / comb(len(PACK), HAND_SIZE)


def accuracy(games: Sequence[PlayedGame]) -> AccuracyCourse | None:
    """The share of calls that were the table's, over some games at a time."""
    counted = [
        (sum(call.same for call in game.calls), len(game.calls)) for game in games if game.calls
    ]
    calls = sum(many for _, many in counted)
    if calls < FEWEST:
        return None
    shares = []
    for end in range(1, len(counted) + 1):
        some = counted[max(0, end - OVER) : end]
        shares.append(100 * sum(right for right, _ in some) / sum(many for _, many in some))
    low = max(0, int(min(shares)) // 10 * 10 - 10)
    high = min(100, int(max(shares)) // 10 * 10 + 10)
    points = " ".join(
        f"{WIDE * at / max(len(shares) - 1, 1):.1f},{TALL * (high - share) / (high - low):.1f}"
        for at, share in enumerate(shares)
    )
    return AccuracyCourse(sum(right for right, _ in counted), calls, points, low, high)


def to_work_on(games: Sequence[PlayedGame]) -> ToWorkOn | None:
    """The spot where making trump differs most from the table; nothing where it hardly does."""
    spots: dict[tuple[int, int], list[OwnCall]] = {}
    for game in games:
        for call in game.calls:
            spots.setdefault((call.place, call.round), []).append(call)
    found = []
    for (place, round_), calls in spots.items():
        own, table = sum(each.called for each in calls), sum(each.table_calls for each in calls)
        if len(calls) >= FEWEST and abs(own - table) >= 2:
            many = len(calls)
            shares = (round(100 * own / many), round(100 * table / many))
            where = f"{SPOTS[place]}, round {'one' if round_ == 1 else 'two'}"
            found.append((abs(own - table), ToWorkOn(where, DRILLS[place], *shares, many)))
    return max(found, key=lambda each: each[0])[1] if found else None
