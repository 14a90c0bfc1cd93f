"""The story of an event: every entry as one line with its time, its writer and its reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rightbower.rules.refusal import counted
from rightbower.tournament.events.standings.results import ruling_text
from rightbower.tournament.events.state import facts
from rightbower.tournament.events.state import facts as people_facts
from rightbower.tournament.events.state.entrants import (
    CutForPlace,
    Entrant,
    PlayedOff,
    PrizeDrawn,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.state.event import EventPlan, Result
from rightbower.tournament.events.state.facts import Fact
from rightbower.tournament.events.state.fold import EventHistory
from rightbower.tournament.history import HistoryLine, Undone, lines


def history_lines(history: EventHistory) -> tuple[HistoryLine, ...]:
    """All entries in words, those undone included."""
    plan = history.event.plan
    return lines(history.entries, lambda fact: say(fact, plan))


def say(fact: Fact, plan: EventPlan) -> str:
    """A fact in words; the two sides of a table are called as the event's plan has it."""
    match fact:
        case facts.ResultEntered():
            return f"{_at(fact)}: {_points(fact.result, plan)}{_why(fact.result.why)}"
        case facts.ResultCorrected():
            return f"{_at(fact)}: corrected to {_points(fact.result, plan)}{_why(fact.why)}"
        case facts.ResultRuled():
            return f"{_at(fact)}: {ruling_text(fact.ruling, plan)}"
        case _:
            return _SAYINGS[type(fact)](fact)


def _numbers(numbers: Sequence[int]) -> str:
    return f"{'entrant' if len(numbers) == 1 else 'entrants'} {', '.join(map(str, numbers))}"


def _names(entrants: Sequence[Entrant]) -> str:
    if len(entrants) > 3:
        return f"{len(entrants)} entrants, {entrants[0].number} to {entrants[-1].number}"
    return ", ".join(f"{each.number} {each.name}" for each in entrants)


def _why(text: str) -> str:
    return f": {text}" if text else ""


def _at(fact: Any) -> str:
    return f"round {fact.round}, table {fact.table}"


def _points(result: Result, plan: EventPlan) -> str:
    lost = "" if result.lost is None else f", the game lost by {plan.side_names[result.lost]}"
    return f"{result.points[0]}–{result.points[1]}{lost}"


def _cards(draws: Sequence[Sequence[tuple[int, str]]]) -> str:
    return ", ".join(f"{who} {shown}" for draw in draws for who, shown in draw)


def _minutes(minutes: float) -> str:
    return f"{minutes:g} minute{'' if minutes == 1 else 's'}"


def _chosen(plan: EventPlan) -> str:
    """What the officer chose of sitting out and low prizes, where it is not as the book has it."""
    words = {
        "standings.sat_out": f"a round sat out scores {plan.standings.sat_out or 'nothing'}",
        "standings.low_prize": f"the low prize is for {plan.standings.low_prize}",
    }
    own = (f"the {plan.officer}'s choice",)
    chosen = [said for path, said in words.items() if plan.clauses.get(path) == own]
    return f" ({'; '.join(chosen)})" if chosen else ""


def _seats(fact: facts.Seated) -> str:
    tables = counted(sum(table.playing for table in fact.round.tables), "table")
    shown = ", ".join(f"entrant {number} drew {lot}" for number, lot in fact.drawn)
    how = f"{fact.round.move}, seed {fact.round.seed}{'; ' if shown else ''}{shown}"
    return f"round {fact.round.number} seated at {tables} ({how})"


_SAYINGS: Final[Mapping[type, Callable[[Any], str]]] = {
    facts.EventOpened: lambda fact: f"{fact.name} opened ({fact.preset}, {fact.plan.title})",
    facts.EventRetitled: lambda fact: f"the event is called {fact.name}, on {fact.date}",
    facts.EventArchived: lambda fact: (
        "put into the archive" if fact.archived else "taken out of the archive"
    ),
    facts.EventThrownAway: lambda _: "practice thrown away",
    facts.Planned: lambda fact: f"plan changed{_why(fact.why)}{_chosen(fact.plan)}",
    people_facts.Added: lambda fact: f"entered: {_names(fact.entrants)}",
    people_facts.CheckedIn: lambda fact: f"here: {_numbers(fact.numbers)}",
    people_facts.Missing: lambda fact: f"did not come: {_numbers(fact.numbers)}",
    people_facts.Withdrew: lambda fact: f"left: {_numbers(fact.numbers)}{_why(fact.why)}",
    people_facts.Substituted: lambda fact: (
        f"{fact.player.name} plays on for entrant {fact.number}{_why(fact.why)}"
    ),
    people_facts.Renamed: lambda fact: f"entrant {fact.number} is called {fact.name}",
    people_facts.Removed: lambda fact: f"entrant {fact.number} taken off the list{_why(fact.why)}",
    people_facts.SeatsSwapped: lambda fact: (
        f"round {fact.round}: entrants {fact.first} and {fact.second} change places{_why(fact.why)}"
    ),
    people_facts.Partnered: lambda fact: f"entrants {fact.first} and {fact.second} are partners",
    people_facts.KeptApart: lambda fact: f"entrants {fact.first} and {fact.second} are kept apart",
    people_facts.Vouched: lambda fact: f"entrant {fact.number} vouched for{_why(fact.why)}",
    people_facts.FloaterSet: lambda fact: (
        f"entrant {fact.number} is {'' if fact.floater else 'no longer '}a floater"
    ),
    people_facts.SitterSet: lambda fact: (
        f"entrant {fact.number} sits at table {fact.table}"
        if fact.table
        else f"entrant {fact.number} is not a sitting player any more"
    ),
    facts.Seated: _seats,
    facts.CutShown: lambda fact: f"{_at(fact)}: cut {_cards(fact.cut.draws)}",
    facts.ClockStarted: lambda fact: f"start signal of round {fact.round}",
    facts.ClockPaused: lambda _: "clock stopped",
    facts.ClockResumed: lambda _: "clock goes on",
    facts.ClockExtended: lambda fact: f"{_minutes(fact.minutes)} of extra time",
    facts.BellRang: lambda _: "end signal",
    facts.ResultConfirmed: lambda fact: f"{_at(fact)}: confirmed",
    facts.ResultTakenBack: lambda fact: f"{_at(fact)}: taken back by the side that entered it",
    facts.Reopened: lambda fact: f"opened again{_why(fact.why)}",
    facts.ResultDisputed: lambda fact: f"{_at(fact)}: disputed{_why(fact.why)}",
    facts.GameVoided: lambda fact: f"{_at(fact)}: no game counts{_why(fact.why)}",
    facts.LowPrizeOpened: lambda fact: (
        f"{_numbers(fact.numbers)} can win the low prize{_why(fact.why)}"
    ),
    facts.LonersCounted: lambda fact: (
        f"lone hands: {', '.join(f'{_numbers((who,))} made {count}' for who, count in fact.loners)}"
    ),
    facts.CardsIn: lambda fact: f"cards handed in: {_numbers(fact.numbers)}",
    Tossed: lambda fact: (
        "coins: "
        + "; ".join(", ".join(f"{who} {face}" for who, face in toss) for toss in fact.tosses)
    ),
    PlayedOff: lambda fact: (
        f"play-off: {fact.pair[0]} against {fact.pair[1]}, {fact.points[0]}–{fact.points[1]}{_why(fact.why)}"
    ),
    CutForPlace: lambda fact: f"cut for places: {_cards(fact.draws)}",
    TieDecided: lambda fact: (
        f"{_numbers(fact.order)} {'share' if fact.shared else 'placed in this order'}{_why(fact.why)}"
    ),
    PrizeDrawn: lambda fact: (
        f"{fact.name}: {fact.winner}, one of {fact.among}, by seed {fact.seed}"
    ),
    Undone: lambda fact: f"entry {fact.entry} undone{_why(fact.why)}",
    facts.EventFinished: lambda fact: f"results final{_why(fact.why)}",
}
