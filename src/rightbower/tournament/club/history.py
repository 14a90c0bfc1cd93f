"""The history of a club in words: every entry as one line."""

from __future__ import annotations

from rightbower.rules.message import Arg, Joined, Message, Term, joined, message
from rightbower.tournament.club import facts
from rightbower.tournament.club.club import ClubError, SeasonPlan
from rightbower.tournament.club.facts import Fact
from rightbower.tournament.club.fold import ClubHistory
from rightbower.tournament.club.season import UNITS
from rightbower.tournament.contest import HistoryLine, Undone, effective, lines


def history_lines(history: ClubHistory) -> tuple[HistoryLine, ...]:
    """All entries in words, those undone included."""
    return lines(history.entries, say)


def counting(plan: SeasonPlan) -> Message:
    """How a season counts, in one sentence without its full stop."""
    by: Arg = Term(UNITS[plan.count])
    if plan.count == "places":
        by = message("{what} ({points})", what=by, points=Joined(plan.place_points, ", "))
    best = (
        message("the best {count} nights of everybody", count=plan.best)
        if plan.best
        else message("every night")
    )
    steps = tuple(Term(each) for each in plan.ties if each != "shared")
    tied = (
        message("ties by {steps}, then shared", steps=joined_steps(steps))
        if steps
        else message("ties are shared")
    )
    if plan.attendance:
        return message(
            "{what}, {nights}, and {points} for each night played; {ties}",
            what=by,
            nights=best,
            points=plan.attendance,
            ties=tied,
        )
    return message("{what}, {nights}; {ties}", what=by, nights=best, ties=tied)


def joined_steps(steps: tuple[Term, ...]) -> Message:
    """Tie-breaks one after the other."""
    first, *others = steps
    said = joined((first,))
    for each in others:
        said = message("{said}, then {step}", said=said, step=each)
    return said


def say(fact: Fact) -> Message:
    """A fact in words."""
    match fact:
        case facts.ClubOpened(_, name):
            return message("The book of {name} was begun.", name=name)
        case facts.SeasonMade(season):
            return message(
                "Season {name} was begun: {counting}.",
                name=season.name,
                counting=counting(season.plan),
            )
        case facts.SeasonCounted(season, plan, why):
            said = message("Season {name} counts {counting}", name=season, counting=counting(plan))
            return _because(said, why)
        case facts.NightsAdded(season, events):
            return message(
                "Into season {name}: {events}.", name=season, events=Joined(events, ", ")
            )
        case facts.NightRemoved(season, event, why):
            return _because(message("Out of season {name}: {event}", name=season, event=event), why)
        case facts.SeasonEnded(season, closed, why):
            over = message("Season {name} is over", name=season)
            return _because(over if closed else message("Season {name} goes on", name=season), why)
        case facts.PeopleMerged(spelling, name):
            return message("{spelling} is {name}.", spelling=spelling, name=name)
        case facts.PeopleParted(spelling, why):
            said = message("{spelling} is a separate person again", spelling=spelling)
            return _because(said, why)
        case facts.PeopleListed(names):
            return message("{people} {people|name|names} from a list.", people=len(names))
        case facts.PersonErased(_, _, label):
            return message("Somebody was erased on request and is shown as {label}.", label=label)
        case Undone(entry, why):
            return _because(message("Entry {entry} was taken back", entry=entry), why)


def _because(said: Message, why: str) -> Message:
    if why:
        return message("{said}, because {why}.", said=said, why=why)
    return message("{said}.", said=said)


def undo(history: ClubHistory, why: str) -> Undone:
    """Take back the latest entry that counts; an erasure stays."""
    number, entry = effective(history.entries)[-1]
    if number == 1:
        raise ClubError(message("the beginning of the book cannot be undone"))
    if isinstance(entry.fact, facts.PersonErased):
        raise ClubError(
            message("an erasure cannot be undone; write the name again where it is needed")
        )
    if not why.strip():
        raise ClubError(message("taking an entry back needs a reason"))
    return Undone(number, why.strip())
