"""The end of an event: when it may be closed, the final places, and who goes on from a zone."""

from __future__ import annotations

from rightbower.tournament.events.seating import planned_rounds, tables_text
from rightbower.tournament.events.standings.places import standings, table
from rightbower.tournament.events.standings.prizes import award, no_loners_written, no_low_winner
from rightbower.tournament.events.standings.results import missing, to_confirm, undecided
from rightbower.tournament.events.standings.ties import qualifying_places
from rightbower.tournament.events.state.entrants import EventError, Place
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.events.state.facts import CardsIn, EventFinished, Reopened
from rightbower.tournament.history import Undone


def finish(event: Event, why: str = "") -> EventFinished:
    """Close the event and freeze its places; a reason is needed to stop early."""
    if reason := not_over(event, why):
        raise EventError(reason)
    places = table(event, closing=True).places
    return EventFinished(places, award(event, places), why)


def not_over(event: Event, why: str = "") -> str | None:
    """Why the event cannot be closed now."""
    if event.finished:
        return "the results are already final"
    if not event.rounds:
        return "no round has been played"
    if tables := missing(event):
        return (
            f"round {event.round.number} is not over at {tables_text(tables)}: enter the results,"
            " or say that no game counts there"
        )
    if reason := undecided(event) or to_confirm(event):
        return reason
    planned = planned_rounds(event)
    if planned is not None and len(event.rounds) < planned:
        if not event.plan.movement.fewer_rounds:
            clause = event.plan.clause("movement.fewer_rounds")
            return f"{planned} rounds are played ({clause})"
        if not why.strip():
            return f"{len(event.rounds)} of {planned} rounds are played; give a reason to stop here"
    if not why.strip() and (reason := _cards_missing(event)):
        counts = "every score counts as it stands"
        if event.plan.standings.hand_in == "optional":
            counts = "nobody is ranked"
        return f"{reason}; or give a reason to finish, and {counts}"
    if reason := no_low_winner(event, why) or no_loners_written(event, why):
        return reason
    if steps := table(event, closing=True).steps:
        return f"the tie has to be broken first: {steps[0].says} ({steps[0].clause})"
    return None


def _cards_missing(event: Event) -> str | None:
    """Why the cards handed in so far are not enough; where all are required, everyone's count."""
    hand_in = event.plan.standings.hand_in
    clause = event.plan.clause("standings.hand_in")
    if hand_in != "none" and not any(each.card_in for each in event.entrants):
        return (
            f"no card has been handed in yet ({clause}): mark those that are in, or all of them"
            " where everyone's score is to count"
        )
    waiting = [each for each in event.entrants if each.state == "here" and not each.card_in]
    if hand_in == "required" and waiting:
        return (
            f"the card of {event.name_of(waiting[0].number)} has still to be handed in ({clause})"
        )
    return None


def hand_in(event: Event, numbers: tuple[int, ...]) -> CardsIn:
    """Players hand in their cards at the end."""
    event.require_open()
    if event.plan.standings.hand_in == "none":
        clause = event.plan.clause("standings.hand_in")
        raise EventError(f"there are no cards to hand in ({clause})")
    if not event.rounds:
        raise EventError("no round has been played")
    for number in numbers:
        if event.entrant(number).card_in:
            raise EventError(f"{event.name_of(number)} has handed in the card already")
    return CardsIn(numbers)


def cards_out(event: Event) -> tuple[int, ...]:
    """Those whose score cards are still out, where the book wants them."""
    if event.plan.standings.hand_in == "none":
        return ()
    return tuple(
        each.number
        for each in event.entrants
        if not each.card_in and each.state in ("here", "withdrawn")
    )


def qualifiers(event: Event) -> tuple[Place, ...]:
    """The pairs that a zone final sends on to the games."""
    count = qualifying_places(event.plan)
    return tuple(
        place
        for place in standings(event)
        if place.rank is not None and place.rank <= count and not place.open
    )


def reopen(event: Event, why: str) -> Reopened:
    """Open a closed event again; the places are made final anew afterwards."""
    if not event.finished:
        raise EventError("the event is open")
    if not why.strip():
        raise EventError("say why the event is opened again")
    return Reopened(why)


def undo(event: Event, entry: int, why: str = "") -> Undone:
    """Take back the latest entry that counts; ``entry`` is its number."""
    event.require_open()
    if entry == 1:
        raise EventError("the opening of the event cannot be undone")
    return Undone(entry, why)
