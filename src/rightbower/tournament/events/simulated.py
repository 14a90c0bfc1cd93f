"""A whole event played out with made-up results, for a demonstration, a test or a measurement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random

from rightbower.tournament.contest import Fact
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.board_dealing import deal
from rightbower.tournament.events.board_results import summed
from rightbower.tournament.events.boards import BoardPlan
from rightbower.tournament.events.draws import chance
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import Event, EventPlan, EventTable
from rightbower.tournament.events.finish import finish, hand_in
from rightbower.tournament.events.places import next_step
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.seating import not_yet, planned_rounds, seat
from rightbower.tournament.events.tie_steps import cut_for_place, decide, play_off, toss_coins

Score = Callable[[EventPlan, Random], tuple[int, int]]
Write = Callable[[Fact], Event]

FIRST = ("Ann", "Ben", "Cora", "Dan", "Edna", "Fred", "Gwen", "Hal", "Iris", "Jack", "Kate", "Len",
         "May", "Ned", "Olive", "Pat", "Rose", "Sid", "Tess", "Vic", "Wilma", "Walt", "Zoe", "Abe")  # fmt: skip
LAST = ("Lee", "Ray", "Orr", "Poe", "Fox", "Hall", "Jay", "Low", "Nye", "Park", "Reid", "Shaw",
        "Todd", "Vance", "Webb", "York", "Baker", "Cole", "Dunn", "Ellis", "Ford", "Grant", "Hunt", "King")  # fmt: skip
ROUNDS = 6
# How often a deal brings a make, a march, a euchre or a lone march, in a hundred.
DEALS = ((1, 62), (2, 17), (-2, 18), (4, 3))


def people(count: int) -> list[str]:
    """So many different names."""
    turns = range(len(LAST))
    names = [
        f"{first} {LAST[(place + turn) % len(LAST)]}"
        for turn in turns
        for place, first in enumerate(FIRST)
    ]
    return [
        names[number % len(names)]
        + (f" {number // len(names) + 1}" if number >= len(names) else "")
        for number in range(count)
    ]


def quick_score(plan: EventPlan, luck: Random) -> tuple[int, int]:
    """A likely score without a card being dealt; time ends some games of an event by the bell."""
    if plan.other is not None:
        return plan.other.kind.likely(plan.other, plan.target, luck)
    points = [0, 0]
    bell = luck.randrange(6, 12)
    played = 0
    while not _over(plan, points, played, bell):
        (worth,) = luck.choices([worth for worth, _ in DEALS], [often for _, often in DEALS])
        maker = luck.randrange(2)
        points[maker if worth > 0 else 1 - maker] += abs(worth)
        played += 1
    return points[0], points[1]


def quick_boards(plan: BoardPlan, luck: Random) -> tuple[int, ...]:
    """Likely scores of the boards of a round, for North–South, without a card being dealt."""
    often = [each for _, each in DEALS]
    made = luck.choices([worth for worth, _ in DEALS], often, k=plan.a_round)
    return tuple(points if luck.randrange(2) else -points for points in made)


def _over(plan: EventPlan, points: list[int], played: int, bell: int) -> bool:
    if plan.deals is not None:
        return played == plan.deals
    assert plan.target is not None
    return max(points) >= plan.target or (plan.drawn_games and played == bell)


def rehearse(
    event: Event, write: Write, tables: int, seed: str, score: Score = quick_score, rounds: int = 0
) -> Iterator[Event]:
    """Fill the list, play every round and close the event; yields it after each round."""
    luck = chance(seed, "rehearsal")
    pairs = event.plan.entering.unit == "pair"
    names = people(4 * tables)
    entered = [names[start : start + 1 + pairs] for start in range(0, len(names), 1 + pairs)]
    event = write(
        add(event, [[Player(name, "1950-01-01", True) for name in who] for who in entered])
    )
    event = write(check_in_all(event))
    if event.plan.duplicate is not None:
        event = write(deal(event, sha256(f"{seed} boards".encode()).hexdigest()))
    while not_yet(event) is None and len(event.rounds) < rounds_wanted(event, rounds):
        event = write(seat(event, f"{seed} {len(event.rounds) + 1}"))
        for table in event.round.tables:
            if table.playing:
                event = write(_result(event, table, luck, score))
        yield event
    yield ended(event, write, seed, score)


def rounds_wanted(event: Event, rounds: int) -> int:
    """The rounds asked for, or those of the event, or a few where it has no end of its own."""
    return rounds or planned_rounds(event) or ROUNDS


def _result(event: Event, table: EventTable, luck: Random, score: Score) -> Fact:
    if event.plan.duplicate is not None:
        boards = quick_boards(event.plan.duplicate, luck)
        return enter(event, table.number, summed(boards), boards=boards)
    dealer = table.dealer or luck.choice(table.entrants)
    return enter(event, table.number, score(event.plan, luck), last_dealer=dealer)


def _won(score: Score, plan: EventPlan, luck: Random) -> tuple[int, int]:
    """A game that has a winner."""
    points = score(plan, luck)
    while points[0] == points[1]:
        points = score(plan, luck)
    return points


def ended(event: Event, write: Write, seed: str, score: Score) -> Event:
    """Cards handed in, ties parted step by step, results final."""
    if event.plan.standings.hand_in != "none":
        event = write(hand_in(event, tuple(each.number for each in event.entrants)))
    while (step := next_step(event)) is not None:
        luck = chance(seed, f"tie {event.version}")
        match step.kind:
            case "coins":
                event = write(toss_coins(event, seed))
            case "game":
                event = write(play_off(event, _won(score, event.plan, luck)))
            case "cut":
                event = write(cut_for_place(event, f"{seed} {event.version}"))
            case "decision":
                order = luck.sample(step.group, len(step.group))
                event = write(decide(event, order, "by lot"))
    return write(finish(event, why="a rehearsal"))
