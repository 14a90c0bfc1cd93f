"""What a director sees next: the latest entry, what waits, the one next step, and asking first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from rightbower.office.contests import EVENT
from rightbower.rules.refusal import counted
from rightbower.tournament.commands import Command
from rightbower.tournament.events.history import say
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.standings.places import standings
from rightbower.tournament.events.standings.places import table as standings_table
from rightbower.tournament.events.standings.results import (
    disputed,
    missing,
    result_text,
    unconfirmed,
)
from rightbower.tournament.events.state import facts
from rightbower.tournament.events.state import facts as people_facts
from rightbower.tournament.events.state.entrants import Place
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.events.state.facts import Fact, GameVoided, ResultCorrected, ResultRuled
from rightbower.tournament.events.state.fold import EventHistory, fold
from rightbower.tournament.history import Undone, last_counting
from rightbower.web.common.refusal import sentence
from rightbower.web.desk.pending import over, tie_message
from rightbower.web.notes import FeeSet, Notes, Paid, PaidEach
from rightbower.web.snapshots.event_view import stage_of

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


LAST = 9


class GuideStep(Struct, frozen=True):
    """What a new director does next; ``phones`` where the phones at the tables wait for a press."""

    number: int
    says: str
    phones: bool = False


def guide(event: Event, notes: Notes) -> GuideStep | None:
    """The step of a practice night that is due; none where it is not practice."""
    if not event.practice:
        return None
    if event.finished:
        return GuideStep(
            LAST,
            "That was a whole night. The results are on the wall, on the phones and under Paper. Throw this"
            " practice away under More, Plan; then make the real event.",
        )
    if not event.rounds:
        return _at_the_door(event)
    if any(round_ == len(event.rounds) for round_, _ in notes.calls):
        return GuideStep(
            5, "A table calls you. Press I am coming, and they see on their phone that you come."
        )
    if stage_of(event) == "round":
        return _at_the_tables(event)
    return _between(event)


def _at_the_door(event: Event) -> GuideStep:
    expected = [each for each in event.entrants if each.state == "entered"]
    if not event.entrants:
        return GuideStep(1, "Write the names under Put names on the list, one per line.")
    if expected:
        return GuideStep(
            1,
            f"{len(expected)} are expected. Press Not here yet beside a name when they come in, or, when you"
            " have seen everybody, All expected are here. Undo below takes back a wrong press.",
        )
    return GuideStep(
        2,
        "Everybody is here. Go on to seating and press Seat round 1; the wall shows who sits where.",
    )


def _at_the_tables(event: Event) -> GuideStep:
    number = len(event.rounds)
    if event.plan.minutes is not None and event.clock.round != number and _nothing_yet(event):
        return GuideStep(
            3, "They sit. Press Start: the clock runs here, on the wall and on every phone."
        )
    if _nothing_yet(event):
        return GuideStep(
            4,
            "They play, and send their scores by phone. In this practice the phones wait for you:"
            " press Let the phones play.",
            phones=True,
        )
    if disputed(event):
        return GuideStep(
            6,
            "A table disagrees: it is red. Tap it, ask them what happened, then press Let this result stand,"
            " or write what is right under Decide otherwise.",
        )
    if unconfirmed(event):
        return GuideStep(
            6,
            "One side sent a score and the other forgot to say yes. Press Confirm on the striped table.",
        )
    if missing(event):
        return GuideStep(
            7,
            f"Table {missing(event)[0]} hands you a paper. Type its number and both scores into Score, such as"
            f" {missing(event)[0]} 10 6, and press Enter.",
        )
    return GuideStep(7, "Settle what is still open, then everybody moves on.")


def _nothing_yet(event: Event) -> bool:
    return not any(table.result or table.void for table in event.round.tables)


def _between(event: Event) -> GuideStep:
    if stage_of(event) == "between":
        return GuideStep(
            8,
            "All scores are in. Press the brass button: the next round is seated and everybody sees where to go.",
        )
    return GuideStep(
        LAST,
        "All rounds are played. Part those who are tied if the desk asks you to, then Finish: Close the event.",
    )


class GameChange(Struct, frozen=True):
    """A game before and after."""

    where: str
    before: str
    after: str


class Moved(Struct, frozen=True):
    """Somebody whose place or figures change."""

    name: str
    before: str
    after: str
    why: str


class Consequences(Struct, frozen=True):
    """All that would be different."""

    says: tuple[str, ...]
    games: tuple[GameChange, ...]
    moved: tuple[Moved, ...]
    remarks: tuple[str, ...]
    open: tuple[str, ...] = ()


def change_of(history: EventHistory, command: Command, now: float) -> Consequences:
    """What writing a command down would change."""
    before = history.event
    later, entries, receipts = EVENT.decided(history, [command], at=now)
    written = [entry.fact for entry in entries]
    after = later.event
    return Consequences(
        tuple(by_name(after, _said(later, fact)) for fact in written),
        _games(before, after, written),
        _moved(before, after),
        tuple(remark for each in receipts for remark in each.remarks),
        tuple(map(tie_message, standings_table(after).steps)) if over(after) else (),
    )


def _said(history: EventHistory, fact: Fact) -> str:
    plan = history.event.plan
    if isinstance(fact, Undone):
        return f"takes back entry {fact.entry}: {say(history.entries[fact.entry - 1].fact, plan)}"
    return say(fact, plan)


def _games(before: Event, after: Event, written: Sequence[Fact]) -> tuple[GameChange, ...]:
    """The games that come out differently."""
    found = []
    for round_ in before.rounds:
        if round_.number > len(after.rounds):
            found.append(GameChange(f"Round {round_.number}", "seated", "not seated"))
            continue
        for table in round_.tables:
            other = after.round_at(round_.number).table(table.number)
            was, now = result_text(table, before.plan), result_text(other, after.plan)
            if was != now or _about(written, round_.number, table.number):
                where = f"Round {round_.number}, table {table.number}"
                names = " against ".join(before.name_of(*side) for side in table.sides)
                found.append(GameChange(f"{where}: {names}", was, now))
    return tuple(found)


def _about(written: Sequence[Fact], round_: int, table: int) -> bool:
    return any(
        isinstance(fact, (ResultCorrected, GameVoided, ResultRuled))
        and (fact.round, fact.table) == (round_, table)
        for fact in written
    )


def _moved(before: Event, after: Event) -> tuple[Moved, ...]:
    """Everyone whose place or sums change, in the new order."""
    was = {place.entrant: place for place in standings(before)}
    found = []
    for place in standings(after):
        old = was.get(place.entrant)
        if old is not None and _short(old) != _short(place):
            found.append(Moved(place.name, _short(old), _short(place), place.why))
    return tuple(found)


def _short(place: Place) -> str:
    """A place and its sums in a few words."""
    rank = "not ranked" if place.rank is None else f"{place.rank}{'=' if place.shared else ''}"
    drawn = f", {place.drawn} drawn" if place.drawn else ""
    return f"{rank} · {place.won} won{drawn}, {place.lost} lost, {counted(place.points, 'point')}"
