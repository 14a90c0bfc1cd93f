"""A day planned, and how long it takes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf
from typing import Final, Literal

import msgspec
from msgspec.structs import asdict, fields, replace

from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import PACK
from rightbower.rules.game import target_objection
from rightbower.rules.refusal import counted, listed
from rightbower.rules.score import worth
from rightbower.rules.settings import EVENT_TOPICS, Ranking
from rightbower.tournament.events.movements.drawn import RANKS, numbered
from rightbower.tournament.events.presets import PRESETS, Preset, preset, title
from rightbower.tournament.events.seating import planned_rounds
from rightbower.tournament.events.standings.ties import qualifying_places
from rightbower.tournament.events.state.clock import SECONDS, bell_at, not_yet
from rightbower.tournament.events.state.entrants import EventError, read_date
from rightbower.tournament.events.state.event import Event, EventPlan, Placing, Prize, Stage
from rightbower.tournament.events.state.facts import (
    BellRang,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    EventOpened,
    Planned,
)
from rightbower.tournament.events.state.participants import floaters, here, singles
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


def start_clock(event: Event, at: float, minutes: float | None = None) -> ClockStarted:
    """The start signal of the latest round; without minutes the plan's limit runs."""
    event.require_open()
    number = event.round.number
    clock = event.clock
    if minutes is not None and not 0 < minutes < inf:
        raise EventError("a round has to last longer than that; give it more than 0 minutes")
    if clock.round == number and clock.rang_at is None:
        raise EventError(f"the clock of round {number} has been started already")
    if clock.round == number:
        raise EventError(f"round {number} is over: its bell has rung")
    if clock.rang_at is not None and at < clock.rang_at and not not_yet(clock.rang_at, at):
        raise EventError("time cannot run backward")
    return ClockStarted(number, event.plan.minutes if minutes is None else minutes)


def pause_clock(event: Event, at: float) -> ClockPaused:
    """Time stands still for everybody."""
    _running(event, at)
    return ClockPaused()


def resume_clock(event: Event) -> ClockResumed:
    """Time goes on."""
    event.require_open()
    if not event.clock.round or event.clock.running or event.clock.rang_at is not None:
        raise EventError("the clock is not paused")
    _this_round(event)
    return ClockResumed()


def extend_clock(event: Event, minutes: float) -> ClockExtended:
    """Extra time for everybody, also after the bell while the round is the latest one."""
    event.require_open()
    _this_round(event)
    if event.clock.limit is None:
        raise EventError("this round has no time limit")
    if not 0 < minutes <= SECONDS:
        raise EventError("extra time is more than 0 minutes and at most an hour")
    return ClockExtended(minutes)


def ring_bell(event: Event, at: float) -> BellRang:
    """The end signal, at the limit or when the officer gives it."""
    event.require_open()
    _this_round(event)
    if event.clock.rang_at is not None:
        raise EventError(f"the bell of round {event.clock.round} has rung already")
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
        raise EventError("the clock is not running")
    _this_round(event)
    if at < since and not not_yet(since, at):
        raise EventError("time cannot run backward")


def _this_round(event: Event) -> None:
    if event.clock.round != event.round.number:
        raise EventError("no clock has been started for this round")


LOW = ("2", "3", "4", "5", "6", "7", "8")
MARKER = "5"
RECORDS = {
    "master card": "one master score card",
    "personal cards": "each player's own card",
    "score cards": "each player's score card",
    "score sheet": "a score sheet for each game",
}


def outlook(event: Event) -> tuple[str, ...]:
    """Sentences for the officer before a choice is made."""
    said = [_tables(event), *without_partner(event)]
    if event.plan.entering.unit == "pair":
        said += _meetings(event)
    rounds = planned_rounds(event)
    if rounds is not None:
        planned = f"{counted(rounds, 'round')} {'is' if rounds == 1 else 'are'} planned"
        seated = f"{len(event.rounds)} {'has' if len(event.rounds) == 1 else 'have'} been seated"
        said.append(f"{planned}, {seated}.")
    said.append(_ranking(event))
    said += rules_of_sitting_out(event)
    record = event.plan.standings.record
    said.append(f"Results are kept on {RECORDS[record]} ({event.plan.clause('standings.record')}).")
    return tuple(said)


def rules_of_sitting_out(event: Event) -> tuple[str, ...]:
    """What a round sat out scores, where somebody sits out or may, and who can win low."""
    plan = event.plan
    worth, clause = plan.standings.sat_out, plan.clause("standings.sat_out")
    said = []
    count, size, _ = _units(event)
    if worth or count % size or any(round_.byes for round_ in event.rounds):
        scores = {"average": "the average of one's own games", 0: "nothing"}
        said.append(f"A round sat out scores {scores.get(worth, worth)} ({clause}).")
    if any(prize.low for prize in plan.prizes):
        chosen = plan.standings.low_prize
        who = "everyone still here" if "here" in chosen else "everyone who is ranked"
        if chosen == "all rounds":
            who = f"those who play all rounds, unless the {plan.officer} says otherwise"
        said.append(f"The low prize is for {who} ({plan.clause('standings.low_prize')}).")
    return tuple(said)


def _pairs(event: Event) -> int:
    """The pairs there will be, singles put together."""
    return len(here(event)) + len(singles(event)) // 2


def _units(event: Event) -> tuple[int, int, str]:
    """How many pairs or players there will be, how many make a table, and what they are called."""
    if event.plan.entering.unit == "pair":
        return _pairs(event), 2, "pairs"
    return len(here(event)), 4, "players"


def tables_for(event: Event) -> int:
    """How many tables those who are here need."""
    count, size, _ = _units(event)
    return (count + 1) // 2 if size == 2 else count // size


def _tables(event: Event) -> str:
    count, size, word = _units(event)
    over = count % size
    spare = f", {over} over" if over else ""
    if over and len(floaters(event)) >= size - over:
        spare = ", made up by floaters"
    return f"{count} {word} are here: {counted(count // size, 'table')}{spare}."


def without_partner(event: Event) -> tuple[str, ...]:
    """Who is here alone and will not be seated: before play the odd one, afterwards everybody."""
    alone = singles(event)
    if not alone:
        return ()
    if event.rounds:
        return (f"Not seated until they have a partner: {event.name_of(*alone)}.",)
    if len(alone) % 2 == 0:
        return ()
    if len(alone) == 1:
        return (f"{event.name_of(*alone)} is here without a partner and would not be seated.",)
    return (f"{len(alone)} came without a partner: one of them would not be seated.",)


def _changed(event: Event) -> bool:
    """Whether pairs came or left during play, so that what was planned is not what is played."""
    return bool(event.rounds) and any(each.since or each.until for each in event.entrants)


def _met_so_far(event: Event) -> list[str]:
    """The meetings of the rounds seated, among all who have taken part or are here."""
    met = {frozenset(table.entrants) for _, table in event.games()}
    ranked = {n for two in met for n in two if not event.entrant(n).floater} | {*here(event)}
    possible = len(ranked) * (len(ranked) - 1) // 2
    among = sum(two <= ranked for two in met)
    rounds = counted(len(event.rounds), "round")
    return [f"{among} of {possible} possible meetings have been seated in {rounds}."]


def _meetings(event: Event) -> list[str]:
    """How many of the possible meetings take place, for each choice there is."""
    kind = event.plan.movement_kind
    if not (kind.a_up or kind.meets_all):
        return []
    if _changed(event):
        return _met_so_far(event)
    pairs = _pairs(event)
    possible = pairs * (pairs - 1) // 2
    if possible < 1:
        return []
    tables = (pairs + 1) // 2
    if kind.meets_all:
        return [f"Everyone meets everyone: {possible} meetings."]
    rounds = min(planned_rounds(event) or tables, tables)
    met = f"{rounds * (pairs // 2)} of {possible} possible meetings in {counted(rounds, 'round')}"
    every = counted(pairs - 1 + pairs % 2, "round")
    full = f"A full round robin would take {every} for all {possible}."
    return [f"A up: {met}; teams of one letter never meet.", full, *fewer_games(event)]


def fewer_games(event: Event) -> list[str]:
    """Before the first round of an odd number of pairs: the B team that is missing costs games."""
    pairs = _pairs(event)
    if not event.plan.movement_kind.a_up or pairs % 2 == 0 or event.rounds or floaters(event):
        return []
    tables = (pairs + 1) // 2
    rounds = min(event.plan.rounds or tables, tables)
    least = rounds - -(-rounds // tables)
    clause = event.plan.clause("standings.ranking")
    each = "each A team sits out once and" if rounds == tables else "an A team that sits out"
    return [
        (
            f"{pairs} pairs is an odd number: there is one more A team, so {each} plays {least} of"
            f" {counted(rounds, 'round')}, a B team {rounds}. Places go by {event.plan.standings.ranking}"
            f" ({clause}). A floater pair would make the games even."
        )
    ]


def _ranking(event: Event) -> str:
    plan = event.plan
    rules = plan.standings
    clause = plan.clause("standings.ranking")
    ties = f"two tied: {rules.two_level}; three tied: {rules.three_level}; more: {rules.more_level}"
    if rules.two_level == rules.three_level == rules.more_level:
        ties = f"those tied: {rules.two_level}"
    said = f"Places by {rules.ranking} ({clause}); {ties}."
    if "shared" in rules.two_level:
        return said
    first = "first place" if plan.decided == 1 else f"first {plan.decided} places"
    return f"{said} The {first} will be decided if tied; other ties may stand."


def checklist(event: Event) -> tuple[str, ...]:
    """Sentences to be ticked off, with the clause where the book has one."""
    tables = tables_for(event)
    cited = event.plan.clauses["entering.places"][1:]
    markers = load(event.plan.book).markers.kind
    out = listed([rank for rank in LOW if rank != MARKER or markers != "fives"])
    kept = " and keep the fives as markers" if markers == "fives" else ""
    said = [
        f"Put {counted(tables, 'table') if tables else 'the tables'} in a circle",
        f"Number them from 1 to {tables}" if tables else "Number them from 1",
        f"Put a deck of {len(PACK)} cards on each table",
        f"Take {out} out of each suit{kept}",
    ]
    lines = [
        f"{sentence} ({cited[place]})." if place < len(cited) else f"{sentence}."
        for place, sentence in enumerate(said)
    ]
    if tables and event.plan.movement_kind.by_card:
        lines.append(f"Make the host's deck: {_deck(event, tables)}.")
    return tuple(lines)


def _deck(event: Event, tables: int) -> str:
    if numbered(event, tables):
        return f"the numbers 1 to {4 * tables}"
    return f"{listed(RANKS[:tables])} of each suit"
