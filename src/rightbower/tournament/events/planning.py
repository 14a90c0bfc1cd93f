"""The plan of an event: what its preset and its book have, with what the officer chooses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

import msgspec
from msgspec.structs import asdict, fields, replace

from rightbower.rules.book import RuleBook, load
from rightbower.rules.game import target_objection
from rightbower.rules.settings import EVENT_TOPICS, Ranking
from rightbower.tournament.events.presets import PRESETS, Preset, preset, title
from rightbower.tournament.events.standings.ties import qualifying_places
from rightbower.tournament.events.state.entrants import EventError, read_date
from rightbower.tournament.events.state.event import Event, EventPlan, Placing, Prize, Stage
from rightbower.tournament.events.state.facts import EventOpened, Planned
from rightbower.tournament.ties import TIE_BREAKS, chain

SatOut = int | Literal["average"]
LowPrize = Literal["all rounds", "everyone"]
# Settings that have a clause for each of their steps.
_STEPS: Final = ("standings.two_level", "standings.three_level", "standings.more_level")


def open_event(
    preset_name: str,
    id_: str,
    name: str,
    date: str,
    *,
    book: str = "",
    target: int | None = None,
    rounds: int | None = None,
    minutes: int | None = None,
    placing: Placing = "draw",
    stage: Stage = "club",
    prizes: Sequence[Prize] = (),
    decided: int | None = None,
    sat_out: SatOut | None = None,
    low_prize: LowPrize | None = None,
    practice: bool = False,
) -> EventOpened:
    """A new event; what is not said is as its book has it.

    ``sat_out`` is what a round sat out scores, ``low_prize`` who can win one.
    """
    chosen = preset(preset_name)
    rules = load(book or chosen.book)
    read_date(date)
    plan = _plan(chosen, rules, book or chosen.book)
    _check_movement(plan)
    plan = replace(plan, placing=_placing(plan, placing), stage=stage)
    plan = _chosen(plan, rules, target, rounds, minutes)
    plan = _with_prizes(plan, tuple(prizes) or plan.prizes, decided)
    plan = _scored_otherwise(plan, sat_out, low_prize)
    return EventOpened(id_, title(name, practice), date, preset_name, plan, practice)


def _plan(chosen: Preset, book: RuleBook, name: str) -> EventPlan:
    topics = {}
    for topic in EVENT_TOPICS:
        values = asdict(getattr(book, topic))
        values |= {
            path.partition(".")[2]: value
            for path, value in chosen.changes.items()
            if path.startswith(f"{topic}.")
        }
        topics[topic] = type(getattr(book, topic))(**values)
    plan = EventPlan(
        book=name,
        title=book.title,
        edition=book.edition,
        officer=book.officer,
        **topics,
        clauses=_clauses(chosen, book),
        target=book.game.target,
        deals=book.game.deals,
        minutes=book.clock.minutes,
        most_in_a_deal=max(asdict(book.score).values()),
        drawn_games=book.clock.level == "draw" or book.game.deals is not None,
        rounds=topics["movement"].rounds,
    )
    _check_steps(plan)
    return replace(plan, prizes=_own_prizes(plan))


def _check_movement(plan: EventPlan) -> None:
    """A book of fixtures alone seats nobody in a day's event."""
    if plan.movement_kind.follows != "nothing":
        return
    own = [name for name, each in PRESETS.items() if "movement.kind" in each.changes]
    clause = plan.clause("movement.kind")
    raise EventError(
        f"{plan.title} has fixtures of a league and no movement for a day ({clause}): open a league,"
        f" or take a preset with a movement of its own: {', '.join(own)}"
    )


def _check_steps(plan: EventPlan) -> None:
    """A step for groups of one size stands only in the chain of that size."""
    for size, path in enumerate(_STEPS, 2):
        for name in chain(getattr(plan.standings, path.partition(".")[2]), EventError):
            if TIE_BREAKS[name].only not in (0, size):
                raise EventError(f"{TIE_BREAKS[name].says} who are tied; change {path}")


@cache
def _paths() -> tuple[str, ...]:
    """The settings an event rests on."""
    own = [
        f"{topic}.{field.name}" for topic, group in EVENT_TOPICS.items() for field in fields(group)
    ]
    return (*own, "game.target", "game.deals", "clock.minutes", "clock.level", "rulings.final")


def _clauses(chosen: Preset, book: RuleBook) -> dict[str, tuple[str, ...]]:
    """The clause of each setting an event rests on; what the preset changes is the club's own."""
    found = {}
    for path in _paths():
        cited = book.cite(path)
        clauses = list(cited.clauses)
        if cited.see:
            clauses[-1 if path in _STEPS else 0] += f", {cited.see}"
        if cited.see and path == "standings.more_level" and len(clauses) > 1:
            # The text ranks three by points; that four and more are ranked so is the reading's.
            clauses[0] += f", {cited.see}"
        found[path] = (f"{chosen.name} preset",) if path in chosen.changes else tuple(clauses)
    return found


def _own_prizes(plan: EventPlan) -> tuple[Prize, ...]:
    first = Prize("highest total" if plan.standings.low_wins else "first")
    return (first, Prize("lowest total", low=True)) if plan.standings.low_wins else (first,)


def _placing(plan: EventPlan, placing: Placing) -> Placing:
    if placing == "first free" and plan.entering.places == "draw":
        raise EventError(f"the first places are drawn ({plan.clause('entering.places')})")
    return placing


def _chosen(
    plan: EventPlan, book: RuleBook, target: int | None, rounds: int | None, minutes: int | None
) -> EventPlan:
    if reason := target_objection(book, target):
        raise EventError(reason)
    if target is not None:
        plan = replace(plan, target=target)
    if minutes is not None:
        if minutes < 1:
            raise EventError("a time limit is at least one minute")
        plan = replace(plan, minutes=minutes)
    return plan if rounds is None else _rounds(plan, rounds)


def _rounds(plan: EventPlan, rounds: int) -> EventPlan:
    if rounds < 1:
        raise EventError("an event has at least one round")
    own = plan.movement.rounds
    if own is not None and rounds > own:
        raise EventError(f"{own} rounds are played, or fewer ({plan.clause('movement.rounds')})")
    if own is not None and rounds < own and not plan.movement.fewer_rounds:
        raise EventError(f"{own} rounds are played ({plan.clause('movement.fewer_rounds')})")
    return replace(plan, rounds=rounds)


def _with_prizes(plan: EventPlan, prizes: tuple[Prize, ...], decided: int | None) -> EventPlan:
    """The places to be parted: those with prizes, and those that a zone sends on."""
    if any(prize.place < 1 or prize.amount < 0 for prize in prizes):
        raise EventError("a prize needs a place from 1 up and an amount of 0 or more")
    needed = max((prize.place for prize in prizes), default=1)
    needed = max(needed, qualifying_places(plan))
    if decided is not None and decided < needed:
        first = f"the first {needed} places have prizes or advance, and"
        if needed == 1:
            first = "the first place has a prize, and"
        raise EventError(f"{first} cannot stay tied")
    return replace(plan, prizes=prizes, decided=decided or needed)


def _scored_otherwise(
    plan: EventPlan, sat_out: SatOut | None, low_prize: LowPrize | None
) -> EventPlan:
    """The plan with the officer's own choices, which are cited as such."""
    chosen: dict[str, SatOut | LowPrize] = {}
    if sat_out is not None:
        if sat_out != "average" and sat_out < 0:
            raise EventError("a round sat out cannot score less than 0")
        chosen["sat_out"] = sat_out
    if low_prize is not None:
        chosen["low_prize"] = low_prize
    if not chosen:
        return plan
    cited = {f"standings.{name}": (f"the {plan.officer}'s choice",) for name in chosen}
    standings = msgspec.convert({**asdict(plan.standings), **chosen}, Ranking)
    return replace(plan, standings=standings, clauses={**plan.clauses, **cited})


def change_plan(
    event: Event,
    *,
    target: int | None = None,
    rounds: int | None = None,
    minutes: int | None = None,
    prizes: Sequence[Prize] | None = None,
    decided: int | None = None,
    sat_out: SatOut | None = None,
    low_prize: LowPrize | None = None,
    why: str = "",
) -> Planned:
    """A change of plan: everything before play, afterwards the number of rounds and the prizes.

    What a round sat out scores and who can win low may be settled later too, with a reason: often
    nobody has to sit out until somebody leaves.
    """
    event.require_open()
    plan = event.plan
    prizes = None if prizes is not None and tuple(prizes) == plan.prizes else prizes
    settled = (target, minutes, decided)
    if event.started and any(each is not None for each in settled):
        clause = plan.clause("standings.ranking")
        raise EventError(f"the plan is fixed once play has begun ({clause})")
    if event.started and (sat_out is not None or low_prize is not None) and not why.strip():
        raise EventError("play has begun; give the reason for the change")
    plan = _chosen(plan, load(plan.book), target, rounds, minutes)
    if plan.rounds is not None and plan.rounds < len(event.rounds):
        raise EventError(f"{len(event.rounds)} rounds have been seated already")
    if prizes is not None or decided is not None:
        plan = _with_prizes(plan, plan.prizes if prizes is None else tuple(prizes), decided)
    plan = _scored_otherwise(plan, sat_out, low_prize)
    return Planned(plan, why)
