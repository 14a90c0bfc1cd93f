"""What a fact changes in the entrants: substitutes, names put right, singles that become a pair."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from rightbower.tournament.events.state.entrants import Entrant, Former
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.events.state.facts import Formed, Renamed, Substituted


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
