"""The history of a club in words: every entry as one line."""

from __future__ import annotations

from rightbower.rules.refusal import counted
from rightbower.tournament.club import facts
from rightbower.tournament.club.club import ClubError, SeasonPlan
from rightbower.tournament.club.facts import Fact
from rightbower.tournament.club.fold import ClubHistory
from rightbower.tournament.club.season import UNITS
from rightbower.tournament.history import HistoryLine, Undone, effective, lines


def history_lines(history: ClubHistory) -> tuple[HistoryLine, ...]:
    """All entries in words, those undone included."""
    return lines(history.entries, say)


def counting(plan: SeasonPlan) -> str:
    """How a season counts, in one sentence without its full stop."""
    by = UNITS[plan.count]
    if plan.count == "places":
        by += f" ({', '.join(map(str, plan.place_points))})"
    best = f"the best {plan.best} nights of everybody" if plan.best else "every night"
    coming = f", and {plan.attendance} for each night played" if plan.attendance else ""
    ties = ", then ".join(each for each in plan.ties if each != "shared")
    tied = f"ties by {ties}, then shared" if ties else "ties are shared"
    return f"{by}, {best}{coming}; {tied}"


def say(fact: Fact) -> str:
    """A fact in words."""
    match fact:
        case facts.ClubOpened(_, name):
            return f"The book of {name} was begun."
        case facts.SeasonMade(season):
            return f"Season {season.name} was begun: {counting(season.plan)}."
        case facts.SeasonCounted(season, plan, why):
            return f"Season {season} counts {counting(plan)}{_because(why)}."
        case facts.NightsAdded(season, events):
            return f"Into season {season}: {', '.join(events)}."
        case facts.NightRemoved(season, event, why):
            return f"Out of season {season}: {event}{_because(why)}."
        case facts.SeasonEnded(season, closed, why):
            return f"Season {season} {'is over' if closed else 'goes on'}{_because(why)}."
        case facts.PeopleMerged(spelling, name):
            return f"{spelling} is {name}."
        case facts.PeopleParted(spelling, why):
            return f"{spelling} is a separate person again{_because(why)}."
        case facts.PeopleListed(names):
            return f"{counted(len(names), 'name')} from a list."
        case facts.PersonErased(_, _, label):
            return f"Somebody was erased on request and is shown as {label}."
        case Undone(entry, why):
            return f"Entry {entry} was taken back{_because(why)}."


def _because(why: str) -> str:
    return f", because {why}" if why else ""


def undo(history: ClubHistory, why: str) -> Undone:
    """Take back the latest entry that counts; an erasure stays."""
    number, entry = effective(history.entries)[-1]
    if number == 1:
        raise ClubError("the beginning of the book cannot be undone")
    if isinstance(entry.fact, facts.PersonErased):
        raise ClubError("an erasure cannot be undone; write the name again where it is needed")
    if not why.strip():
        raise ClubError("taking an entry back needs a reason")
    return Undone(number, why.strip())
