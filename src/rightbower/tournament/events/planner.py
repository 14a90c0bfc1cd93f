"""An evening planned ahead: which formats fit so many people, tables and hours, and what each would be like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from msgspec import Struct

from rightbower.rules.message import message
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import EventPlan
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.schedules.fair_draw import fair_round
from rightbower.tournament.events.schedules.quality import Round, Span, quality, sitting_out
from rightbower.tournament.events.schedules.schedules import round_robin, rounds_to_meet_all

EVENINGS: Final = 200
TRIES: Final = 2000
LOOKED_AT: Final = 40  # evenings whose schedules are looked at
BREAK: Final = 15  # minutes
LEAST: Final = 4
MOST: Final = 100
LONGEST: Final = 12 * 60
# What a deal brings North–South, and how often in 4,000 deals that the kernel's bots played by the common
# game: four club players, a league pair against them, one league player among them.
DEALS: Final[Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "equal": ((-4, -2, -1, 1, 2, 4), (58, 690, 1252, 1252, 690, 58)),
    "pair": ((-4, -2, -1, 1, 2, 4), (54, 562, 1250, 1374, 623, 137)),
    "individual": ((-4, -2, -1, 1, 2, 4), (53, 612, 1287, 1290, 653, 105)),
}
BELL: Final = (6, 12)  # deals that are over when a short bell rings


class EveningWish(Struct, frozen=True):
    """What there is: people, tables, minutes from the first card to the last, and breaks in them."""

    people: int
    tables: int
    minutes: int
    breaks: int = 0

    def checked(self) -> EveningWish:
        """It, once it is clear that it can be played."""
        if not LEAST <= self.people <= MOST:
            raise EventError(
                message("an evening has from {least} to {most} people", least=LEAST, most=MOST)
            )
        if not 1 <= self.tables <= MOST:
            raise EventError(message("there is at least one table"))
        if not 0 <= self.breaks * BREAK < self.minutes <= LONGEST:
            raise EventError(message("an evening has up to 12 hours, and its breaks fit into it"))
        return self


class EveningFormat(Struct, frozen=True):
    """A format: its preset, how long a round is with finding the next table, and whom it is good for."""

    preset: str
    minutes: float
    good_for: str


WAYS: Final = (
    EveningFormat("charity-day", 20, "A night where people come to meet each other."),
    EveningFormat("national-progressive", 9.5, "Lively, loud, close to the clock."),
    EveningFormat(
        "fair-draw", 25, "A club night that counts for a season; latecomers are welcome."
    ),
    EveningFormat("swiss-pairs", 25, "Those who want to know who is best, and couples."),
    EveningFormat("round-robin", 25, "A few pairs who all want to meet."),
)


class Fit(Struct, frozen=True):
    """A format that fits, with its figures.

    ``idle`` are those who sit out each round, ``waits`` how often one does in the evening;
    ``partners_again`` and ``opponents_again`` are twos that meet so more than once, ``never_meet``
    in how many of a hundred twos neither happens. ``best_wins`` is in how many of a hundred
    evenings the best wins, who is a league player among club players, or a pair of such.
    """

    preset: str
    title: str
    says: str
    good_for: str
    unit: str
    rounds: int
    minutes: float
    tables: int
    idle: int
    waits: Span
    partners_again: float
    opponents_again: float
    never_meet: float
    best_wins: float
    ends: int
    spare: int

    @property
    def break_after(self) -> int:
        """The round after which a single break comes."""
        return (self.rounds + 1) // 2


def fits(wish: EveningWish) -> tuple[Fit, ...]:
    """Every format that fits, each with its figures from as many evenings as are simulated."""
    return _fits(wish.checked())


@lru_cache(maxsize=64)
def _fits(wish: EveningWish) -> tuple[Fit, ...]:
    found = (_fit(way, wish) for way in WAYS)
    return tuple(each for each in found if each is not None)


def advice(wish: EveningWish) -> str:
    """What to do about people who do not fill tables, or have no chair."""
    full, chairs = wish.people // 4, 4 * wish.tables
    if full > wish.tables:
        more = wish.people // 4
        return f"{wish.people - chairs} have no chair: {wish.people} people need {more} tables."
    if left := -wish.people % 4:
        return (
            f"Find {left} more and nobody sits out: {wish.people + left} fill {full + 1} tables. A host"
            f" or a helper may play. With {wish.people} you use {full}."
        )
    return f"A good number: {wish.people} fill {full} tables, and nobody has to sit out."


def _fit(way: EveningFormat, wish: EveningWish) -> Fit | None:
    """The figures of one format; None where not even two rounds of it fit."""
    chosen = PRESETS[way.preset]
    plan = open_event(way.preset, "x", "x", "2026-01-01").plan
    pairs = plan.entering.unit == "pair"
    entrants = wish.people // 2 if pairs else wish.people
    tables = entrants // (2 if pairs else 4)
    rounds = int((wish.minutes - wish.breaks * BREAK) // way.minutes)
    rounds = min(rounds, plan.rounds or rounds, most_rounds(plan, entrants))
    if not 2 <= tables <= wish.tables or rounds < 2:
        return None
    if plan.movement_kind.meets_all and rounds < most_rounds(plan, entrants):
        return None
    nights = [Night(plan, entrants, tables, f"{way.preset} {each}") for each in range(EVENINGS)]
    won = sum(night.played(rounds) for night in nights)
    sheets = [quality(night.rounds, range(entrants)) for night in nights[:LOOKED_AT]]
    twos = len(sheets) * entrants * (entrants - 1) / 2
    ends = round(rounds * way.minutes + wish.breaks * BREAK)
    return Fit(
        way.preset,
        chosen.title,
        chosen.says,
        way.good_for,
        plan.entering.unit,
        rounds,
        way.minutes,
        tables,
        wish.people - 4 * tables,
        Span(min(each.byes.least for each in sheets), max(each.byes.most for each in sheets)),
        sum(each.partners.twos for each in sheets) / LOOKED_AT,
        sum(each.opponents.twos for each in sheets) / LOOKED_AT,
        100 * sum(each.never_meet for each in sheets) / twos,
        100 * won / EVENINGS,
        ends,
        wish.minutes - ends,
    )


def most_rounds(plan: EventPlan, entrants: int) -> int:
    """How many rounds of a movement are worth playing: until all have met, or would meet again."""
    if plan.movement_kind.meets_all:
        return rounds_to_meet_all(entrants)
    return entrants - 1


class Night:
    """One evening by a plan, played by numbers: the first of them is the best."""

    def __init__(self, plan: EventPlan, entrants: int, tables: int, seed: str) -> None:
        self.plan = plan
        self.everyone = list(range(entrants))
        self.tables = tables
        self.luck = Random(seed)
        self.rounds: list[Round[int]] = []
        self.waits: Counter[int] = Counter()
        self.won: Counter[int] = Counter()
        self.points: Counter[int] = Counter()
        self.event_points: Counter[int] = Counter()
        self.winners: list[int] = []
        self.drawn = self.luck.sample(self.everyone, entrants)

    def played(self, rounds: int) -> float:
        """Play it; 1 where the best comes first, a share of it where that place is shared."""
        seater = _SEATERS[self.plan.movement.kind]
        for number in range(rounds):
            tables = seater(self, number)
            self.waits.update(sitting_out(self.everyone, tables))
            self.rounds.append(tables)
            self.winners = [self._game(table) for table in tables]
        places = {who: self._place(who) for who in self.everyone}
        best = max(places.values())
        return (places[0] == best) / sum(place == best for place in places.values())

    def _place(self, who: int) -> tuple[int, ...]:
        match self.plan.standings.ranking:
            case "points made":
                return (self.points[who],)
            case "event points":
                return (self.event_points[who], self.won[who])
            case _:
                return (self.won[who], self.points[who])

    def _game(self, table: tuple[tuple[int, ...], tuple[int, ...]]) -> int:
        """A game played out; the side that won, the first where it is tied."""
        made, rules = self._score(table), self.plan.standings
        for side in (0, 1):
            for who in table[side]:
                self.points[who] += made[side]
                self.won[who] += made[side] > made[1 - side]
                worth = (
                    rules.win if made[side] > made[1 - side]
                    else rules.draw if made[0] == made[1]
                    else rules.loss
                )  # fmt: skip
                self.event_points[who] += worth or 0
        return int(made[1] > made[0])

    def _score(self, table: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[int, int]:
        better = 1 if 0 in table[0] else -1 if 0 in table[1] else 0
        brings, often = DEALS[self.plan.entering.unit if better else "equal"]
        plan, points, left = self.plan, [0, 0], self.plan.deals or 0
        if plan.drawn_games and plan.target is not None:
            left = self.luck.randrange(*BELL)
        while True:
            (worth,) = self.luck.choices(brings, often)
            worth *= better or 1
            points[worth < 0] += abs(worth)
            left -= 1
            over = plan.target is not None and max(points) >= plan.target
            if over or left == 0:
                return points[0], points[1]

    def relabelled(self, tables: Round[int]) -> Round[int]:
        """A round of a chart whose numbers were drawn before the first."""
        return tuple(
            (tuple(self.drawn[who] for who in one), tuple(self.drawn[who] for who in other))
            for one, other in tables
        )

    def waiting_last(self, everyone: Sequence[int]) -> list[int]:
        """People by lot, those who have waited least at the end."""
        order = self.luck.sample(everyone, len(everyone))
        order.sort(key=lambda who: -self.waits[who])
        return order


def _by_cards(night: Night, _: int) -> Round[int]:
    """Everybody draws a chair; those over are who has waited least."""
    playing = night.waiting_last(night.everyone)[: 4 * night.tables]
    night.luck.shuffle(playing)
    fours = zip(*[iter(playing)] * 4, strict=True)
    return tuple(((north, south), (east, west)) for north, east, south, west in fours)


def _by_fair_draw(night: Night, number: int) -> Round[int]:
    """A schedule without repeats as far as there is one, for numbers that were drawn."""
    return night.relabelled(_fair_schedule(len(night.everyone), number + 1)[-1])


@lru_cache(maxsize=256)
def _fair_schedule(entrants: int, rounds: int) -> tuple[Round[int], ...]:
    before = _fair_schedule(entrants, rounds - 1) if rounds > 1 else ()
    return (*before, fair_round(range(entrants), before, "planner"))


def _by_circle(night: Night, number: int) -> Round[int]:
    """Everybody meets everybody."""
    return night.relabelled(round_robin(range(len(night.everyone)), number + 1)[-1])


def _by_bell(night: Night, number: int) -> Round[int]:
    """Winners part, one up and one down; losers stay and split; those over change by lot."""
    if not number:
        return _by_cards(night, number)
    before, ring, rules = night.rounds[-1], night.tables, night.plan.movement
    seats, frees, moving = [[0, 0, 0, 0] for _ in range(ring)], [(0, 0)] * ring, [(0, 0)] * ring
    for place, (((n, s), (e, w)), won) in enumerate(zip(before, night.winners, strict=True)):
        sat = (n, e, s, w)
        dealer = night.luck.choice((1 - won, 3 - won))  # the losers' higher cut deals
        other = sat[(dealer + 2) % 4]
        second = (dealer + (1 if rules.losers == "split" else 2)) % 4
        seats[place][dealer], seats[place][second] = sat[dealer], other
        free = ((dealer + 2) % 4, (second + 2) % 4)
        if rules.losers != "split":
            free = ((dealer + 1) % 4, (dealer + 3) % 4)
        frees[place] = free[::-1] if rules.comes_up == "opposite the second dealer" else free
        up, down = sat[won], sat[won + 2]
        moving[place] = (up, down) if rules.go_up == "N and E" else (down, up)
    for place, (up, down) in enumerate(moving):
        above, below = (place + 1) % ring, (place - 1) % ring
        seats[above][frees[above][0]] = up
        seats[below][frees[below][1]] = down
    there = [who for table in seats for who in table]
    coming = [who for who in night.everyone if who not in there]
    going = dict(zip(night.waiting_last(there)[::-1], coming, strict=False))
    return tuple(
        ((going.get(n, n), going.get(s, s)), (going.get(e, e), going.get(w, w)))
        for n, e, s, w in seats
    )


def _by_wins(night: Night, _: int) -> Round[int]:
    """Pairs meet pairs with as many wins, and nobody twice while that can be."""
    met = {frozenset((one, other)) for tables in night.rounds for (one,), (other,) in tables}
    order = night.luck.sample(night.everyone, len(night.everyone))
    order.sort(key=lambda who: (-night.won[who], -night.points[who]))
    if len(order) % 2:
        order.remove(min(reversed(order), key=lambda who: night.waits[who]))
    twos = _new_twos(order, met, [TRIES]) or list(zip(order[::2], order[1::2], strict=True))
    return tuple(((one,), (other,)) for one, other in twos)


def _new_twos(
    order: Sequence[int], met: set[frozenset[int]], tries: list[int]
) -> list[tuple[int, int]] | None:
    """The first against the next she has not met, and so on; None where so many tries find no way."""
    if not order:
        return []
    for other in order[1:]:
        tries[0] -= 1
        if tries[0] < 0:
            return None
        if frozenset((order[0], other)) not in met:
            rest = _new_twos([who for who in order[1:] if who != other], met, tries)
            if rest is not None:
                return [(order[0], other), *rest]
    return None


_SEATERS: Final[Mapping[str, Callable[[Night, int], Round[int]]]] = {
    "host's deck": _by_cards,
    "winners part": _by_bell,
    "fair draw": _by_fair_draw,
    "swiss": _by_wins,
    "full round robin": _by_circle,
}
