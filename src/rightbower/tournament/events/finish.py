"""The end of an event: when it may be closed, the final places, and who goes on from a zone."""

from __future__ import annotations

from rightbower.rules.message import Message, cited, message
from rightbower.tournament.contest import Undone
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.facts import CardsIn, EventFinished, Reopened
from rightbower.tournament.events.outcome import missing, to_confirm, undecided
from rightbower.tournament.events.places import Ranked, standings, table
from rightbower.tournament.events.prizes import award, no_loners_written, no_low_winner
from rightbower.tournament.events.seating import planned_rounds
from rightbower.tournament.events.ties import qualifying_places


def finish(event: Event, why: str = "") -> EventFinished:
    """Close the event and freeze its places; a reason is needed to stop early."""
    if reason := not_over(event, why):
        raise EventError(reason)
    places = table(event, closing=True).places
    kept = tuple(each.kept for each in places)
    return EventFinished(kept, award(event, places), why)


def not_over(event: Event, why: str = "") -> Message | None:
    """Why the event cannot be closed now."""
    if event.finished:
        return message("the results are already final")
    if not event.rounds:
        return message("no round has been played")
    if tables := missing(event):
        return message(
            "round {round} is not over at {tables|table|tables} {tables}: enter the results, or say that no game counts there",
            round=event.round.number,
            tables=tables,
        )
    if reason := undecided(event) or to_confirm(event):
        return reason
    planned = planned_rounds(event)
    if planned is not None and len(event.rounds) < planned:
        if not event.plan.movement.fewer_rounds:
            clause = event.plan.clause("movement.fewer_rounds")
            return message("{planned} rounds are played", clause, planned=planned)
        if not why.strip():
            return message(
                "{rounds} of {planned} rounds are played; give a reason to stop here",
                rounds=len(event.rounds),
                planned=planned,
            )
    if not why.strip() and (reason := _cards_missing(event)):
        if event.plan.standings.hand_in == "optional":
            return message(
                "{reason}; or give a reason to finish, and nobody is ranked", reason=reason
            )
        return message(
            "{reason}; or give a reason to finish, and every score counts as it stands",
            reason=reason,
        )
    if reason := no_low_winner(event, why) or no_loners_written(event, why):
        return reason
    if steps := table(event, closing=True).steps:
        return message(
            "the tie has to be broken first: {step}", steps[0].clause, step=steps[0].says
        )
    return None


def _cards_missing(event: Event) -> Message | None:
    """Why the cards handed in so far are not enough; where all are required, everyone's count."""
    hand_in = event.plan.standings.hand_in
    clause = event.plan.clause("standings.hand_in")
    if hand_in != "none" and not any(each.card_in for each in event.entrants):
        return message(
            "no card has been handed in yet ({clause}): mark those that are in, or all of them where everyone's score is to count",
            clause=cited(clause),
        )
    waiting = [each for each in event.entrants if each.state == "here" and not each.card_in]
    if hand_in == "required" and waiting:
        return message(
            "the card of {who} has still to be handed in", clause, who=event.who(waiting[0].number)
        )
    return None


def hand_in(event: Event, numbers: tuple[int, ...]) -> CardsIn:
    """Players hand in their cards at the end."""
    event.require_open()
    if event.plan.standings.hand_in == "none":
        clause = event.plan.clause("standings.hand_in")
        raise EventError(message("there are no cards to hand in", clause))
    if not event.rounds:
        raise EventError(message("no round has been played"))
    for number in numbers:
        if event.entrant(number).card_in:
            raise EventError(message("{who} has handed in the card already", who=event.who(number)))
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


def qualifiers(event: Event) -> tuple[Ranked, ...]:
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
        raise EventError(message("the event is open"))
    if not why.strip():
        raise EventError(message("say why the event is opened again"))
    return Reopened(why)


def undo(event: Event, entry: int, why: str = "") -> Undone:
    """Take back the latest entry that counts; ``entry`` is its number."""
    event.require_open()
    if entry == 1:
        raise EventError(message("the opening of the event cannot be undone"))
    return Undone(entry, why)
