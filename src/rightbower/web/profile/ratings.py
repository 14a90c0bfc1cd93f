"""Ratings and figures of a player."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from math import ceil, exp, floor, hypot, log, pi, sqrt
from threading import Lock
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.cards import HAND_SIZE, Seat, Side
from rightbower.store.contract import StreamJournal
from rightbower.web.hall import archive as lists
from rightbower.web.hall.archive import PastGame
from rightbower.web.hall.bots import STRENGTHS, USUAL
from rightbower.web.hall.entries import DealFacts
from rightbower.web.hall.table import HallTable

MIDDLE: Final = 1500.0
WIDEST: Final = 350.0
SCALE: Final = 173.7178
# How far a volatility may move, and how exactly it is found.
CONSTRAINT: Final = 0.5
EXACT: Final = 1e-6


class Rating(Struct, frozen=True):
    """How strong somebody is, give or take a deviation; the volatility says how steady."""

    rating: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = 0.06


class RatedResult(Struct, frozen=True):
    """One result of a period: whom it was against, and 1 for a win, a half for a draw, 0 for a loss."""

    against: Rating
    score: float


def rated(
    player: Rating,
    results: Sequence[RatedResult],
    periods: float = 1.0,
) -> Rating:
    """The rating after some periods, with all results in the last; without results it grows less sure."""
    mu, phi = _place(player), player.deviation / SCALE
    if not results:
        return _seen(mu, sqrt(phi**2 + periods * player.volatility**2), player.volatility)
    weights = [_weight(each.against.deviation / SCALE) for each in results]
    chances = [
        1 / (1 + exp(-weight * (mu - _place(each.against))))
        for weight, each in zip(weights, results, strict=True)
    ]
    variance = 1 / sum(w**2 * c * (1 - c) for w, c in zip(weights, chances, strict=True))
    surprise = sum(
        w * (each.score - c) for w, c, each in zip(weights, chances, results, strict=True)
    )
    sigma = _volatility(player.volatility, phi, variance, variance * surprise, CONSTRAINT)
    before = phi**2 + periods * sigma**2
    after = 1 / (1 / before + 1 / variance)
    return _seen(mu + after * surprise, sqrt(after), sigma)


def _place(player: Rating) -> float:
    return (player.rating - MIDDLE) / SCALE


def _weight(phi: float) -> float:
    """How much a result counts against somebody whose rating is so sure."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _seen(mu: float, phi: float, sigma: float) -> Rating:
    return Rating(MIDDLE + SCALE * mu, min(SCALE * phi, WIDEST), sigma)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility, by the Illinois method of the published steps."""
    start = log(sigma**2)

    def height(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = start - tau
        while height(high) < 0:
            high -= tau
    at_low, at_high = height(low), height(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        there = height(middle)
        if there * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, there
    return exp(low / 2)


Ladder = Literal["people", "bots"]
LADDERS: Final[tuple[Ladder, ...]] = ("people", "bots")
A_WEEK: Final = 7 * 24 * 3600.0
# A rating is shown as sure once its deviation is at most so large.
SURE: Final = 110.0
STEADY: Final = 30.0


class RatedGame(Struct, frozen=True):
    """A rating after a game, in a person's course."""

    table: str
    at: float
    rating: Rating


def ladder_of(game: PastGame) -> Ladder | None:
    """Where a game is rated; not where somebody was helped or it was called off without a winner."""
    if game.helped or game.reason in ("abandoned", "agreed"):
        return None
    return "bots" if any(game.bots) else "people"


class RatingCourse:
    """Everybody's ratings on both ladders, game by game."""

    def __init__(self) -> None:
        self._games: dict[tuple[Ladder, str], list[RatedGame]] = {}

    def of(self, ladder: Ladder, who: str) -> Sequence[RatedGame]:
        """A person's ratings after each game, the first first."""
        return self._games.get((ladder, who), ())

    def add(self, game: PastGame) -> None:
        """Rate everybody who played a game, and as lost those who left it."""
        ladder = ladder_of(game)
        found: list[tuple[Ladder, str, RatedGame]] = []
        if ladder is not None:
            people = [seat for seat in Seat if not game.bots[seat]]
            found = [self._rated(ladder, game, seat, _score(game, seat)) for seat in people]
        if not game.helped:
            for seat, who in game.left:
                begun = as_begun(game, seat, who)
                found.append(self._rated("bots" if any(begun.bots) else "people", begun, seat, 0.0))
        for on, who, new in found:
            self._games.setdefault((on, who), []).append(new)

    def _rated(
        self, ladder: Ladder, game: PastGame, seat: Seat, score: float
    ) -> tuple[Ladder, str, RatedGame]:
        """One player's rating after a game, by everybody's ratings before it."""
        before = [self._rating(ladder, game, each) for each in Seat]
        periods = 1 + self._idle(ladder, game, seat) / A_WEEK
        new = rated(before[seat], [RatedResult(_other(seat, before), score)], periods)
        return ladder, game.people[seat], RatedGame(game.table, game.at, new)

    def _rating(self, ladder: Ladder, game: PastGame, seat: Seat) -> Rating:
        if bot := game.bots[seat]:
            return Rating(STRENGTHS.get(bot, STRENGTHS[USUAL]).rating, STEADY)
        course = self.of(ladder, game.people[seat])
        return course[-1].rating if course else Rating()

    def _idle(self, ladder: Ladder, game: PastGame, seat: Seat) -> float:
        course = self.of(ladder, game.people[seat])
        return max(0.0, game.at - course[-1].at) if course else 0.0


def as_begun(game: PastGame, seat: Seat, who: str) -> PastGame:
    """A game with those who left it in their chairs, this one among them."""
    people, bots = list(game.people), list(game.bots)
    for at, each in (*game.left, (seat, who)):
        people[at], bots[at] = each, ""
    return replace(game, people=tuple(people), bots=tuple(bots))


def _other(seat: Seat, before: Sequence[Rating]) -> Rating:
    """Whom a player is rated against: as far away as the other pair is from one's own."""
    own, partner = before[seat], before[seat.partner]
    left, right = before[seat.left], before[seat.right]
    apart = (left.rating + right.rating - own.rating - partner.rating) / 2
    unsure = hypot(left.deviation, right.deviation, partner.deviation) / 2
    return Rating(own.rating + apart, unsure)


def _score(game: PastGame, seat: Seat) -> float:
    return 0.5 if not game.winner else float(game.winner == seat.side.name)


class Ratings:
    """The hall's ratings: worked out once when somebody asks, then kept up with."""

    def __init__(self, journal: StreamJournal) -> None:
        self._journal = journal
        self._course: RatingCourse | None = None
        self._last = (0.0, "")
        self._new: list[PastGame] = []
        # They are worked out beside the loop, for several who ask at once.
        self._turn = Lock()

    def finished(self, name: str, table: HallTable) -> None:
        """One more game has ended."""
        if self._course is not None and table.finished is not None:
            id_ = name.removeprefix(lists.PREFIX)
            insort(self._new, lists.past_game(id_, table, table.finished), key=_order)

    def forget(self) -> None:
        """Work everything out anew when somebody asks again."""
        self._course = None

    def course(self) -> RatingCourse:
        """The ratings by now."""
        with self._turn:
            return self._worked_out()

    def _worked_out(self) -> RatingCourse:
        new, self._new = self._new, []
        # One that is listed already, ended before another that was told first, or ended at another
        # hall: all once more.
        told = max([self._last, *map(_order, new)])
        newest = lists.newest_game(self._journal)
        beside = newest is not None and newest.at > told[0]
        course = self._course
        if course is None or beside or (new and _order(new[0]) <= self._last):
            course, new = RatingCourse(), lists.all_past_games(self._journal)
        for game in new:
            course.add(game)
            self._last = _order(game)
        self._course = course
        return course


def _order(game: PastGame) -> tuple[float, str]:
    return game.at, game.table


WIDE: Final = 1000
HIGH: Final = 200
STEP: Final = 100
FEWEST: Final = 2
# Of a long course the last games are drawn.
LAST: Final = 200


class RatingGraph(Struct, frozen=True):
    """The line and the band around it as points of a drawing, the rules with their numbers, and words."""

    line: str
    band: str
    rules: list[tuple[float, int]]
    words: str


def rating_graph(course: Sequence[Rating]) -> RatingGraph | None:
    """Draw ratings one after the other, with the deviation around each; nothing for fewer than two."""
    course = course[-LAST:]
    if len(course) < FEWEST:
        return None
    low = STEP * floor(min(each.rating - each.deviation for each in course) / STEP)
    high = STEP * ceil(max(each.rating + each.deviation for each in course) / STEP)

    def point(at: int, value: float) -> str:
        return f"{_x(at, course):.1f},{_y(value, low, high):.1f}"

    line = [point(at, each.rating) for at, each in enumerate(course)]
    above = [point(at, each.rating + each.deviation) for at, each in enumerate(course)]
    below = [point(at, each.rating - each.deviation) for at, each in enumerate(course)]
    step = STEP * max(1, (high - low) // (4 * STEP))
    rules = [(_y(value, low, high), value) for value in range(low, high + 1, step)]
    highest = max(each.rating for each in course)
    words = f"From {course[0].rating:.0f} to {course[-1].rating:.0f}, at most {highest:.0f}."
    return RatingGraph(" ".join(line), " ".join([*above, *reversed(below)]), rules, words)


def _x(at: int, course: Sequence[Rating]) -> float:
    return WIDE * at / (len(course) - 1)


def _y(value: float, low: int, high: int) -> float:
    return HIGH * (high - value) / (high - low)


# The marks by which makers were stopped.
EUCHRES = frozenset({"score.euchre", "score.lone_euchre"})


class GameCount(Struct):
    """Games, and how they ended for somebody."""

    games: int = 0
    won: int = 0
    drawn: int = 0

    @property
    def lost(self) -> int:
        """Games that were lost."""
        return self.games - self.won - self.drawn

    def add(self, winner: str, side: Side) -> None:
        """Count a game."""
        self.games += 1
        self.won += winner == side.name
        self.drawn += not winner


class DealCount(Struct):
    """Hands played, trump made, loners, and euchres both ways."""

    hands: int = 0
    calls: int = 0
    calls_euchred: int = 0
    partner_calls: int = 0
    euchres: int = 0
    loners: int = 0
    loners_marched: int = 0

    def add(self, deal: DealFacts, seat: Seat) -> None:
        """Count a deal."""
        if deal.maker is None or deal.ending != "played":
            return
        euchred = any(setting in EUCHRES for _, _, setting, _ in deal.marks)
        mine = deal.maker is seat
        self.hands += 1
        self.calls += mine
        self.calls_euchred += mine and euchred
        self.partner_calls += deal.maker is seat.partner
        self.euchres += euchred and deal.maker.side is not seat.side
        if mine and deal.alone:
            self.loners += 1
            self.loners_marched += deal.tricks[seat.side] == HAND_SIZE


class PartnerCount(Struct):
    """Games with one partner."""

    name: str
    count: GameCount


class Statistics(Struct):
    """All of somebody's finished games together."""

    people: GameCount
    bots: GameCount
    deals: DealCount
    partners: list[PartnerCount]

    @property
    def games(self) -> int:
        """Finished games in all."""
        return self.people.games + self.bots.games


def statistics(who: str, games: Iterable[PastGame]) -> Statistics:
    """A person's statistics; games given up by everybody are left out."""
    found = Statistics(GameCount(), GameCount(), DealCount(), [])
    partners: dict[str, PartnerCount] = {}
    for game in games:
        if game.reason == "abandoned" or who not in game.people:
            continue
        seat = Seat(game.people.index(who))
        kind = found.bots if any(game.bots) else found.people
        kind.add(game.winner, seat.side)
        for deal in game.deals:
            found.deals.add(deal, seat)
        key, name = _partner(game, seat)
        partners.setdefault(key, PartnerCount(name, GameCount())).count.add(game.winner, seat.side)
    found.partners = sorted(partners.values(), key=lambda each: (-each.count.games, each.name))
    return found


def _partner(game: PastGame, seat: Seat) -> tuple[str, str]:
    """Who sat opposite: a person by the newest name, bots by their strength."""
    bot = game.bots[seat.partner]
    if bot:
        return bot, f"Bots: {STRENGTHS[bot].label.lower()}" if bot in STRENGTHS else f"Bots: {bot}"
    return game.people[seat.partner], game.names[seat.partner]
