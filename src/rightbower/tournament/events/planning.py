"""A day planned, and how long it takes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf
from typing import Final, Literal

import msgspec
from msgspec.structs import asdict, fields, replace

from rightbower.rules.book import RuleBook, load
from rightbower.rules.game import target_objection
from rightbower.rules.message import cited, message
from rightbower.rules.score import worth
from rightbower.rules.settings import EVENT_TOPICS, Ranking
from rightbower.tournament.events.clock import SECONDS, bell_at, not_yet
from rightbower.tournament.events.entrants import EventError, read_date
from rightbower.tournament.events.event import Event, EventPlan, Placing, Prize, Stage
from rightbower.tournament.events.facts import (
    BellRang,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    EventOpened,
    Planned,
)
from rightbower.tournament.events.presets import PRESETS, Preset, preset, title
from rightbower.tournament.events.ties import qualifying_places
from rightbower.tournament.ties import TIE_BREAKS, chain

SatOut = int | Literal["average"]
LowPrize = Literal["all rounds", "everyone still here", "everyone"]
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
        most_in_a_deal=worth(book)[-1],
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
        message(
            "{title} has fixtures of a league and no movement for a day ({clause}): open a league, or take a preset with a movement of its own: {known}",
            title=plan.title,
            clause=cited(clause),
            known=", ".join(own),
        )
    )


def _check_steps(plan: EventPlan) -> None:
    """A step for groups of one size stands only in the chain of that size."""
    for size, path in enumerate(_STEPS, 2):
        for name in chain(getattr(plan.standings, path.partition(".")[2]), EventError):
            if TIE_BREAKS[name].only not in (0, size):
                raise EventError(
                    message(
                        "{step} who are tied; change {path}", step=TIE_BREAKS[name].says, path=path
                    )
                )


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
        raise EventError(message("the first places are drawn", plan.clause("entering.places")))
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
            raise EventError(message("a time limit is at least one minute"))
        plan = replace(plan, minutes=minutes)
    return plan if rounds is None else _rounds(plan, rounds)


def _rounds(plan: EventPlan, rounds: int) -> EventPlan:
    if rounds < 1:
        raise EventError(message("an event has at least one round"))
    own = plan.movement.rounds
    if own is not None and rounds > own:
        raise EventError(
            message("{own} rounds are played, or fewer", plan.clause("movement.rounds"), own=own)
        )
    if own is not None and rounds < own and not plan.movement.fewer_rounds:
        raise EventError(
            message(
                "{planned} rounds are played", plan.clause("movement.fewer_rounds"), planned=own
            )
        )
    return replace(plan, rounds=rounds)


def _with_prizes(plan: EventPlan, prizes: tuple[Prize, ...], decided: int | None) -> EventPlan:
    """The places to be parted: those with prizes, and those that a zone sends on."""
    if any(prize.place < 1 or prize.amount < 0 for prize in prizes):
        raise EventError(message("a prize needs a place from 1 up and an amount of 0 or more"))
    needed = max((prize.place for prize in prizes), default=1)
    needed = max(needed, qualifying_places(plan))
    if decided is not None and decided < needed:
        raise EventError(
            message("the first place has a prize, and cannot stay tied")
            if needed == 1
            else message(
                "the first {needed} places have prizes or advance, and cannot stay tied",
                needed=needed,
            )
        )
    return replace(plan, prizes=prizes, decided=decided or needed)


def _scored_otherwise(
    plan: EventPlan, sat_out: SatOut | None, low_prize: LowPrize | None
) -> EventPlan:
    """The plan with the officer's own choices, which are cited as such."""
    chosen: dict[str, SatOut | LowPrize] = {}
    if sat_out is not None:
        if sat_out != "average" and sat_out < 0:
            raise EventError(message("a round sat out cannot score less than 0"))
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
        raise EventError(message("the plan is fixed once play has begun", clause))
    if event.started and (sat_out is not None or low_prize is not None) and not why.strip():
        raise EventError(message("play has begun; give the reason for the change"))
    plan = _chosen(plan, load(plan.book), target, rounds, minutes)
    if plan.rounds is not None and plan.rounds < len(event.rounds):
        raise EventError(
            message("{rounds} rounds have been seated already", rounds=len(event.rounds))
        )
    if prizes is not None or decided is not None:
        plan = _with_prizes(plan, plan.prizes if prizes is None else tuple(prizes), decided)
    plan = _scored_otherwise(plan, sat_out, low_prize)
    return Planned(plan, why)


def start_clock(event: Event, at: float, minutes: float | None = None) -> ClockStarted:
    """The start signal of the latest round; without minutes the plan's limit runs."""
    event.require_open()
    number = event.round.number
    clock = event.clock
    if minutes is not None and not 0 < minutes < inf:
        raise EventError(
            message("a round has to last longer than that; give it more than 0 minutes")
        )
    if clock.round == number and clock.rang_at is None:
        raise EventError(
            message("the clock of round {number} has been started already", number=number)
        )
    if clock.round == number:
        raise EventError(message("round {number} is over: its bell has rung", number=number))
    if clock.rang_at is not None and at < clock.rang_at and not not_yet(clock.rang_at, at):
        raise EventError(message("time cannot run backward"))
    return ClockStarted(number, event.plan.minutes if minutes is None else minutes)


def pause_clock(event: Event, at: float) -> ClockPaused:
    """Time stands still for everybody."""
    _running(event, at)
    return ClockPaused()


def resume_clock(event: Event) -> ClockResumed:
    """Time goes on."""
    event.require_open()
    if not event.clock.round or event.clock.running or event.clock.rang_at is not None:
        raise EventError(message("the clock is not paused"))
    _this_round(event)
    return ClockResumed()


def extend_clock(event: Event, minutes: float) -> ClockExtended:
    """Extra time for everybody, also after the bell while the round is the latest one."""
    event.require_open()
    _this_round(event)
    if event.clock.limit is None:
        raise EventError(message("this round has no time limit"))
    if not 0 < minutes <= SECONDS:
        raise EventError(message("extra time is more than 0 minutes and at most an hour"))
    return ClockExtended(minutes)


def ring_bell(event: Event, at: float) -> BellRang:
    """The end signal, at the limit or when the officer gives it."""
    event.require_open()
    _this_round(event)
    if event.clock.rang_at is not None:
        raise EventError(
            message("the bell of round {round} has rung already", round=event.clock.round)
        )
    if event.clock.running:
        _running(event, at)
    return BellRang()


def bell_is_due(event: Event, at: float) -> bool:
    """Whether the time is up and the bell has not rung yet."""
    due = bell_at(event.clock)
    return due is not None and at >= due


def _running(event: Event, at: float) -> None:
    event.require_open()
    since = event.clock.since
    if since is None:
        raise EventError(message("the clock is not running"))
    _this_round(event)
    if at < since and not not_yet(since, at):
        raise EventError(message("time cannot run backward"))


def _this_round(event: Event) -> None:
    if event.clock.round != event.round.number:
        raise EventError(message("no clock has been started for this round"))
