"""The results for others: a text for the newsletter, a calendar of days, who is honoured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rightbower.rules.message import capital
from rightbower.rules.refusal import counted
from rightbower.tournament.dates import calendar_file, day_text, stamp_of, whole_day
from rightbower.tournament.events.columns import rank_text, tally_text
from rightbower.tournament.events.entrants import Award
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.outcome import so_far
from rightbower.tournament.events.places import ordinal, standings
from rightbower.tournament.events.prize_lines import money
from rightbower.tournament.events.prizes import awards, lone_prizes
from rightbower.tournament.events.tally import taking_part

HONOURED = 3  # places


def headline(event: Event) -> str:
    """What the results are: final, or as they stand."""
    if event.finished:
        return "Final results"
    return capital(str(so_far(event))) if event.rounds else "Nothing has been played yet"


def size_text(event: Event) -> str:
    """How many played, and how long; nothing before play."""
    if not event.rounds:
        return ""
    unit = {"pair": "pair", "team": "team"}.get(event.plan.entering.unit, "player")
    many = counted(len(taking_part(event)), unit)
    return f"{many}, {counted(len(event.rounds), 'round')}"


def newsletter(event: Event, link: str = "") -> str:
    """The results as plain text, to be pasted anywhere."""
    return "\n".join(_lines(event, link)) + "\n"


def _lines(event: Event, link: str) -> Iterator[str]:
    yield f"{event.name}, {day_text(event.date)}"
    yield " ".join(f"{each}." for each in (headline(event), size_text(event)) if each)
    if event.rounds:
        yield ""
        for place in standings(event):
            tally = tally_text(place, event.plan.standings.ranking)
            yield f"{rank_text(place) or '–'}  {place.name}: {tally}"
    if won := prizes_text(event):
        yield from ("", "Prizes", *won)
    if link:
        yield from ("", f"All rounds and games: {link}")


def prizes_text(event: Event) -> list[str]:
    """Every prize with its winners, those that were drawn last."""
    given = [_prize(event, each) for each in awards(event)] if event.rounds else []
    drawn = [f"{each.name}: {each.winner}{_amount(each.goes_out)}" for each in event.drawn]
    return given + drawn


def _prize(event: Event, award: Award) -> str:
    each = " each" if award.each and len(award.winners) > 1 else ""
    return f"{_names(award)}: {event.name_of(*award.winners)}{_amount(award.each)}{each}"


def _names(award: Award) -> str:
    return capital(" and ".join(award.prizes))


def _amount(cents: int) -> str:
    return f", {money(cents)}" if cents else ""


def calendar(events: Sequence[Event], name: str, stamped: float, links: Sequence[str]) -> bytes:
    """Days of play as a calendar file; ``links`` lead to their pages."""
    stamp = stamp_of(stamped)
    lines = [
        line
        for event, link in zip(events, links, strict=True)
        for line in whole_day(
            f"event-{event.id}", event.date, event.name, event.plan.title, stamp, link
        )
    ]
    return calendar_file(name, "Event", lines)


class Honour(Struct, frozen=True):
    """Somebody on the certificates: the name, for what, and their tally.

    ``rank`` is the place, 0 where it is for something else; ``low`` is the prize of the fewest points,
    ``loners`` that of lone hands.
    """

    name: str
    honour: str
    tally: str = ""
    rank: int = 0
    low: bool = False
    loners: bool = False


def honours(event: Event) -> list[Honour]:
    """Who is honoured at the end: the first places, then other prizes of those who stayed."""
    if not event.rounds:
        return []
    first = [
        Honour(
            place.name,
            f"{'Shared ' if place.shared else ''}{ordinal(place.rank)} place",
            str(tally_text(place, event.plan.standings.ranking)),
            rank=place.rank,
        )
        for place in standings(event)
        if place.rank is not None and place.rank <= HONOURED
    ]
    low = {each.name for each in event.plan.prizes if each.low}
    loners = {each.name for each in lone_prizes(event)}
    placed = {each.name for each in first}
    prizes = [
        Honour(
            event.name_of(winner),
            f"{_names(each)}{_amount(each.each)}",
            low=not low.isdisjoint(each.prizes),
            loners=not loners.isdisjoint(each.prizes),
        )
        for each in awards(event)
        for winner in each.winners
        if event.name_of(winner) not in placed and event.entrant(winner).state != "withdrawn"
    ]
    return first + prizes
