"""The latest entry of an event in words, with people's names in place of their numbers."""

from __future__ import annotations

import re

from msgspec import Struct

from rightbower.tournament.events.history import say
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.state import facts
from rightbower.tournament.events.state import facts as people_facts
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.events.state.fold import EventHistory, fold
from rightbower.tournament.history import Undone, last_counting
from rightbower.web.common.refusal import sentence
from rightbower.web.notes import FeeSet, Notes, Paid, PaidEach

NUMBERED = re.compile(r"\bentrants? (\d+(?:, \d+)*(?: and \d+)?)\b")
FEW = 4  # so many are named one by one
# What is remarked depends on what was.
UPON_WHAT_WAS = (facts.ResultCorrected, facts.Seated, people_facts.SeatsSwapped)


class LatestEntry(Struct, frozen=True):
    """The latest entry: what it says, who it is about, and what to look out for."""

    says: str
    who: str
    at: float
    remarks: tuple[str, ...]
    undo: int
    money: bool = False


def last_entry(history: EventHistory, notes: Notes) -> LatestEntry:
    """The latest entry, or the latest note about money where that came later, in words."""
    entry = history.entries[-1]
    if notes.money is not None and notes.money.at > entry.at:
        says, who = money_said(history.event, notes.money.fact)
        return LatestEntry(says, who, notes.money.at, (), 0, money=not history.event.finished)
    before = history.event
    if isinstance(entry.fact, UPON_WHAT_WAS):
        before = fold(history.entries[:-1]).event
    told = remarks(before, entry.fact) if not isinstance(entry.fact, Undone) else ()
    undo = last_counting(history.entries)
    says = say(entry.fact, history.event.plan)
    named = by_name(history.event, says)
    return LatestEntry(
        sentence(named),
        "" if named != says else about(history.event, entry.fact),
        entry.at,
        told,
        undo if undo > 1 and not history.event.finished else 0,
    )


def money_said(event: Event, fact: FeeSet | Paid | PaidEach) -> tuple[str, str]:
    """What was noted about money, and about whom."""
    if isinstance(fact, PaidEach):
        together = sum(cents for _, cents in fact.paid)
        return f"{len(fact.paid)} at once: {together / 100:.2f} in all.", ""
    amount = f"{fact.cents / 100:.2f}"
    if isinstance(fact, FeeSet):
        return f"The fee is {amount}.", ""
    return (f"Paid {amount}." if fact.cents else "Not paid."), event.name_of(fact.entrant)


def about(event: Event, fact: facts.Fact) -> str:
    """The names of those a fact is about, where it knows them by number."""
    numbers: list[int] = []
    for field in ("numbers", "order", "group"):
        numbers += list(getattr(fact, field, ()))
        if numbers:
            break
    numbers += [getattr(fact, field) for field in ("number", "first", "second") if hasattr(fact, field)]  # fmt: skip
    known = [number for number in numbers if number <= len(event.entrants)]
    if not known or len(known) > 4:
        return ""
    return event.name_of(*known)


def by_name(event: Event, says: str) -> str:
    """What an entry says, with names where it has numbers; many are counted."""
    return NUMBERED.sub(lambda found: _people(event, found), says)


def _people(event: Event, found: re.Match[str]) -> str:
    numbers = [int(each) for each in re.findall(r"\d+", found[1])]
    if max(numbers) > len(event.entrants):
        return found[0]
    if len(numbers) <= FEW:
        return event.name_of(*numbers)
    unit = "pairs" if event.plan.entering.unit == "pair" else "players"
    every = len(numbers) == len(event.entrants)
    return f"all {len(numbers)} {unit}" if every else f"{len(numbers)} {unit}"
