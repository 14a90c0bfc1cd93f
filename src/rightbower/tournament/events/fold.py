"""An event from its facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rightbower.tournament.contest import Undone, folded
from rightbower.tournament.events import clock, facts
from rightbower.tournament.events import facts as people_facts
from rightbower.tournament.events.draws import sits_out
from rightbower.tournament.events.entrants import (
    CutForPlace,
    Entrant,
    Former,
    PlayedOff,
    PrizeDrawn,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.event import Event, EventTable, Round
from rightbower.tournament.events.facts import Formed, Renamed, Substituted


def with_entrants(event: Event, numbers: Iterable[int], **changes: Any) -> Event:
    """The event with these entrants changed so."""
    entrants = list(event.entrants)
    for number in numbers:
        entrants[number - 1] = replace(entrants[number - 1], **changes)
    return replace(event, entrants=tuple(entrants))


def substituted(event: Event, fact: Substituted) -> Event:
    """The event with a substitute in the place of a player."""
    entrant = event.entrant(fact.number)
    players = list(entrant.players)
    former = Former(players[fact.place], _played_out(event, fact.number), fact.place)
    players[fact.place] = fact.player
    return with_entrants(
        event, (fact.number,), players=tuple(players), former=(*entrant.former, former)
    )


def renamed(event: Event, fact: Renamed) -> Event:
    """The name put right everywhere, in places that are final too."""
    entrant = event.entrant(fact.number)
    players = list(entrant.players)
    players[fact.place] = replace(players[fact.place], name=fact.name)
    event = with_entrants(event, (fact.number,), players=tuple(players))
    called = event.entrant(fact.number).name
    places = tuple(
        replace(each, name=called) if each.entrant == fact.number else each for each in event.places
    )
    return replace(event, places=places)


def stood_aside(event: Event, numbers: Iterable[int]) -> Event:
    """The latest round given up by some."""
    for number in numbers:
        aside = (*event.entrant(number).aside, len(event.rounds))
        event = with_entrants(event, (number,), aside=aside)
    return event


def _changed_byes(event: Event, out: Iterable[int], back: Iterable[int]) -> Event:
    """Those now out have stood aside, unless the round was theirs to sit out; those back play."""
    latest = (len(event.rounds),)
    for number in back:
        entrant = event.entrant(number)
        aside = tuple(each for each in entrant.aside if each not in latest)
        spared = entrant.spared if aside != entrant.aside else entrant.spared + latest
        event = with_entrants(event, (number,), aside=aside, spared=spared)
    for number in out:
        entrant = event.entrant(number)
        spared = tuple(each for each in entrant.spared if each not in latest)
        aside = entrant.aside if spared != entrant.spared else entrant.aside + latest
        event = with_entrants(event, (number,), aside=aside, spared=spared)
    return event


def _under_way(event: Event, number: int) -> bool:
    """Whether an entrant leaves in the middle of a round that it has a part in."""
    if not event.rounds or number not in event.round.everyone:
        return False
    tables = event.round.tables
    own = [each for each in tables if number in each.entrants and each.playing]
    return any(each.awaits_result for each in own or tables)


def _played_out(event: Event, number: int) -> int:
    """The last round that an entrant has behind it: the latest, unless its game is still open."""
    rounds = len(event.rounds)
    playing = rounds and any(
        number in table.entrants and table.awaits_result for table in event.round.tables
    )
    return rounds - 1 if playing else rounds


def paired(event: Event, first: int, second: int, number: int) -> Event:
    """Two singles become the pair of this number; they are here since the later of them is."""
    one, other = event.entrant(first), event.entrant(second)
    pair = Entrant(
        number,
        one.players + other.players,
        state="here",
        since=max(one.since, other.since),
        vouched=one.vouched or other.vouched,
    )
    event = with_entrants(event, (first, second), state="paired", pair=number)
    return replace(event, entrants=(*event.entrants, pair))


def formed_anew(event: Event, formed: Formed) -> Event:
    """A pair of this number made of two other singles than before."""
    one, other = (event.entrant(number) for number in formed.singles)
    event = with_entrants(event, formed.singles, state="paired", pair=formed.number)
    return with_entrants(
        event,
        (formed.number,),
        players=one.players + other.players,
        since=max(one.since, other.since),
        vouched=one.vouched or other.vouched,
    )


class EventHistory(Struct, frozen=True):
    """All entries of an event and the event they come to."""

    entries: tuple[facts.Entry, ...]
    event: Event


def fold(entries: Sequence[facts.Entry]) -> EventHistory:
    """The event from the first entry to the last."""
    return EventHistory(tuple(entries), folded(entries, _opened, apply, "an event"))


def extend(history: EventHistory, entry: facts.Entry) -> EventHistory:
    """The history with one more entry."""
    entries = (*history.entries, entry)
    if isinstance(entry.fact, Undone):
        return fold(entries)
    event = apply(history.event, entry)
    return EventHistory(entries, replace(event, version=len(entries)))


def _opened(fact: facts.Fact) -> Event | None:
    if not isinstance(fact, facts.EventOpened):
        return None
    return Event(fact.id, fact.name, fact.date, fact.preset, fact.plan, practice=fact.practice)


def apply(event: Event, entry: facts.Entry) -> Event:
    """The event after one entry."""
    match entry.fact:
        case people_facts.Added(entrants):
            return replace(event, entrants=event.entrants + entrants)
        case facts.ClockStarted(round_, minutes):
            return replace(event, clock=clock.start(round_, minutes, entry.at))
        case facts.ClockPaused():
            return replace(event, clock=clock.pause(event.clock, entry.at))
        case facts.ClockResumed():
            return replace(event, clock=clock.resume(event.clock, entry.at))
        case facts.ClockExtended(minutes):
            return replace(event, clock=clock.extend(event.clock, minutes, entry.at))
        case facts.BellRang():
            return replace(event, clock=clock.ring(event.clock, entry.at))
        case facts.Seated():
            return _seated(event, entry.fact)
        case facts.Planned(plan):
            return replace(event, plan=plan)
        case people_facts.KeptApart(first, second):
            return replace(event, apart=(*event.apart, (first, second)))
        case Tossed() | PlayedOff() | CutForPlace() | TieDecided():
            return replace(event, ties=(*event.ties, entry.fact))
        case PrizeDrawn():
            return replace(event, drawn=(*event.drawn, entry.fact))
        case facts.Reopened():
            return replace(event, places=(), awards=(), finished=False)
        case facts.EventFinished(places, awards):
            return replace(event, places=places, awards=awards, finished=True)
        case facts.EventRetitled(name, date):
            return replace(event, name=name, date=date)
        case facts.EventArchived(archived):
            return replace(event, archived=archived)
        case facts.EventThrownAway():
            return replace(event, thrown_away=True)
        case _:
            return _person_or_table(event, entry.fact)


def _person_or_table(event: Event, fact: facts.Fact) -> Event:
    match fact:
        case people_facts.CheckedIn(numbers):
            return with_entrants(
                event, numbers, state="here", since=len(event.rounds), until=None, why=""
            )
        case people_facts.Missing(numbers):
            return with_entrants(event, numbers, state="no-show")
        case people_facts.Withdrew(numbers, why):
            event = stood_aside(event, [each for each in numbers if _under_way(event, each)])
            return with_entrants(
                event, numbers, state="withdrawn", until=len(event.rounds), why=why
            )
        case people_facts.Substituted():
            return substituted(event, fact)
        case people_facts.Renamed():
            return renamed(event, fact)
        case people_facts.Removed(number, why):
            return with_entrants(event, (number,), state="removed", why=why)
        case people_facts.SeatsSwapped():
            return _swapped(event, fact)
        case people_facts.Partnered(first, second):
            return paired(event, first, second, len(event.entrants) + 1)
        case people_facts.Vouched(number, why):
            return with_entrants(event, (number,), vouched=why)
        case people_facts.FloaterSet(number, floater):
            return with_entrants(event, (number,), floater=floater)
        case people_facts.SitterSet(number, table):
            return with_entrants(event, (number,), sitter=table)
        case facts.LowPrizeOpened(numbers, why):
            return with_entrants(event, numbers, low=why)
        case facts.LonersCounted(loners):
            return reduce(
                lambda so, each: with_entrants(so, each[:1], loners=each[1]), loners, event
            )
        case facts.CardsIn(numbers):
            return with_entrants(event, numbers, card_in=True)
        case facts.OfTable():
            return _at_a_table(event, fact)
        case _:
            raise AssertionError(f"{fact} is not folded")


def _at_a_table(event: Event, fact: facts.OfTable) -> Event:
    if isinstance(fact, facts.CutShown):
        for formed in fact.formed:
            event = formed_anew(event, formed)
    round_ = event.rounds[fact.round - 1]
    tables = (_table(each, fact) if each.number == fact.table else each for each in round_.tables)
    return _with_round(event, replace(round_, tables=tuple(tables)))


def _table(table: EventTable, fact: facts.OfTable) -> EventTable:
    match fact:
        case facts.ResultEntered(result=result) | facts.ResultCorrected(result=result):
            return replace(table, result=result, void="")
        case facts.ResultConfirmed():
            return _state(table, "confirmed")
        case facts.ResultDisputed(why=why):
            return _state(table, "disputed", why)
        case facts.ResultTakenBack():
            return replace(table, result=None)
        case facts.GameVoided(why=why):
            return replace(table, void=why)
        case facts.ResultRuled(ruling=ruling):
            return replace(table, rulings=(*table.rulings, ruling))
        case facts.CutShown():
            return _cut(table, fact)
        case _:
            raise AssertionError(f"{fact} is not folded")


def _swapped(event: Event, fact: people_facts.SeatsSwapped) -> Event:
    """Each in the other's place; whoever takes the dealer's place deals."""
    other = {fact.first: fact.second, fact.second: fact.first}

    def seated(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other.get(number, number) for number in numbers)

    round_ = event.round_at(fact.round)
    tables = tuple(
        replace(
            each,
            sides=(seated(each.sides[0]), seated(each.sides[1])),
            dealer=other.get(each.dealer, each.dealer),
            second=other.get(each.second, each.second),
        )
        for each in round_.tables
    )
    before, now = set(round_.byes), set(seated(round_.byes))
    event = _changed_byes(event, out=now - before, back=before - now)
    return _with_round(event, replace(round_, tables=tables, byes=seated(round_.byes)))


def _seated(event: Event, fact: facts.Seated) -> Event:
    for formed in fact.formed:
        event = paired(event, *formed.singles, formed.number)
    # What parted those who were tied counts for nothing once play goes on.
    event = replace(
        event, rounds=(*event.rounds, fact.round), chart=fact.chart or event.chart, ties=()
    )
    return stood_aside(event, _drew_nothing(event, fact))


def _drew_nothing(event: Event, fact: facts.Seated) -> list[int]:
    """Those who took no card or place of their own, where more of them sit out than have to."""
    size = 2 if event.plan.entering.unit == "pair" else 4
    out = [number for number, what in fact.drawn if sits_out(what)]
    byes = fact.round.byes
    return out if len(byes) > len(fact.round.everyone) % size else []


def _with_round(event: Event, round_: Round) -> Event:
    rounds = list(event.rounds)
    rounds[round_.number - 1] = round_
    return replace(event, rounds=tuple(rounds))


def _state(table: EventTable, state: str, dispute: str = "") -> EventTable:
    assert table.result is not None
    return replace(table, result=replace(table.result, state=state, dispute=dispute))


def _cut(table: EventTable, fact: facts.CutShown) -> EventTable:
    """The table's own cut takes the place of one drawn or shown for the same purpose."""
    if fact.cut.purpose in ("moves", "losers"):
        shown = tuple(cut for cut in table.after if cut.purpose != fact.cut.purpose)
        return replace(table, after=(*shown, fact.cut))
    cuts = tuple(cut for cut in table.cuts if cut.purpose != fact.cut.purpose)
    sides = table.sides
    if fact.letters and fact.dealer in sides[1]:
        sides = (sides[1], sides[0])
    second = table.second and _left_of(table, fact.dealer)
    return replace(table, cuts=(*cuts, fact.cut), dealer=fact.dealer, second=second, sides=sides)


def _left_of(table: EventTable, dealer: int) -> int:
    """Who sits on the left of one of four."""
    (north, south), (east, west) = table.sides
    return {north: east, east: south, south: west, west: north}[dealer]
