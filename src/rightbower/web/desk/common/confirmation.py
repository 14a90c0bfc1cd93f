"""Before history is changed: what would be different, shown and asked for once."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rightbower.office.contests import EVENT
from rightbower.rules.refusal import counted
from rightbower.tournament.commands import Command
from rightbower.tournament.events.history import say
from rightbower.tournament.events.standings.places import standings
from rightbower.tournament.events.standings.places import table as standings_table
from rightbower.tournament.events.standings.results import result_text
from rightbower.tournament.events.state.entrants import Place
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.events.state.facts import Fact, GameVoided, ResultCorrected, ResultRuled
from rightbower.tournament.events.state.fold import EventHistory
from rightbower.tournament.history import Undone
from rightbower.web.desk.common.latest_entry import by_name
from rightbower.web.desk.common.pending import over, tie_message


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
