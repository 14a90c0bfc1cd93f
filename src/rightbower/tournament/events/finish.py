"""The end of an event: cards handed in, when it may be closed, the final places, and what is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace

from rightbower.rules.message import Message, because, cited, message
from rightbower.tournament.commands import Answer, Now, field
from rightbower.tournament.contest import Fact, Undone, last_counting
from rightbower.tournament.events.acts import EventCommand, Everyone, Why
from rightbower.tournament.events.entrants import Award, EventError, Place, whom
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.labels import entrants
from rightbower.tournament.events.outcome import missing, to_confirm, undecided
from rightbower.tournament.events.places import Ranked, standings, table
from rightbower.tournament.events.prizes import (
    ShowPrizes,
    award,
    no_loners_written,
    no_low_winner,
    nobody_of_group,
)
from rightbower.tournament.events.seating import planned_rounds
from rightbower.tournament.events.threes import no_score_of_three
from rightbower.tournament.events.ties import qualifying_places


class CardsIn(Fact, frozen=True, tag="cards-in"):
    """Players handed in their score cards."""

    numbers: tuple[int, ...]

    def apply(self, state: Event, at: float) -> Event:
        return state.with_entrants(self.numbers, card_in=True)

    def says(self, state: Event) -> Message:
        return message("cards handed in: {who}", who=whom(*self.numbers))


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


class HandIn(EventCommand, frozen=True, tag="hand-in"):
    """Mark score cards that have been handed in."""

    who: Everyone = ()
    all: Annotated[bool, field("All", "Every card that is still out.")] = False
    but: Annotated[
        tuple[int | str, ...], field("All but", "Those whose cards are not in.", split=",")
    ] = ()

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if not self.all:
            yield hand_in(state, tuple(entrants(state, self.who)))
            return
        if not cards_out(state) and state.rounds:
            raise EventError(message("all cards are in"))
        missing = entrants(state, self.but)
        yield hand_in(state, tuple(each for each in cards_out(state) if each not in missing))


class EventFinished(Fact, frozen=True, tag="finished"):
    """The results are final."""

    places: tuple[Place, ...]
    awards: tuple[Award, ...]
    why: str = ""

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, places=self.places, awards=self.awards, finished=True)

    def says(self, state: Event) -> Message:
        return because(message("results final"), self.why)


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
    if reason := (
        no_low_winner(event, why)
        or no_loners_written(event, why)
        or nobody_of_group(event, why)
        or no_score_of_three(event, why)
    ):
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


class Finish(EventCommand, frozen=True, tag="finish"):
    """Make the results final."""

    asks_first: ClassVar[bool] = True
    why: Annotated[str, field("Reason", "Needed to stop before the last round.")] = ""
    cards: Annotated[
        bool, field("All cards are in", "Mark the cards still out as handed in first.")
    ] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if self.cards and cards_out(state):
            yield hand_in(state, cards_out(state))
        yield finish(now.history.event, self.why)

    def seen(self, state: Event) -> str:
        """The whole event as it was shown."""
        return str(state.version)

    def after(self, state: Event, at: float) -> Answer:
        """Who wins what."""
        return ShowPrizes().of_event(state)


def qualifiers(event: Event) -> tuple[Ranked, ...]:
    """The pairs that a zone final sends on to the games."""
    count = qualifying_places(event.plan)
    return tuple(
        place
        for place in standings(event)
        if place.rank is not None and place.rank <= count and not place.open
    )


class Reopened(Fact, frozen=True, tag="reopened"):
    """Results that were final are open again, to put something right."""

    why: str

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, places=(), awards=(), finished=False)

    def says(self, state: Event) -> Message:
        return because(message("opened again"), self.why)


def reopen(event: Event, why: str) -> Reopened:
    """Open a closed event again; the places are made final anew afterwards."""
    if not event.finished:
        raise EventError(message("the event is open"))
    if not why.strip():
        raise EventError(message("say why the event is opened again"))
    return Reopened(why)


class Reopen(EventCommand, frozen=True, tag="reopen"):
    """Open a closed event again, to fix something."""

    asks_first: ClassVar[bool] = True
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield reopen(state, self.why)


def undo(event: Event, entry: int, why: str = "") -> Undone:
    """Take back the latest entry that counts; ``entry`` is its number."""
    event.require_open()
    if entry == 1:
        raise EventError(message("the opening of the event cannot be undone"))
    return Undone(entry, why)


class Undo(EventCommand, frozen=True, tag="undo"):
    """Undo the latest entry; it stays in the history, marked as undone."""

    why: Why = ""
    entry: Annotated[int | None, field("Entry", "Its number; the latest if left out.")] = None

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        latest = last_counting(now.history.entries)
        if self.entry not in (None, latest):
            raise EventError(
                message("only the latest entry can be undone, and there is a newer one by now")
            )
        yield undo(state, latest, self.why)

    def asks(self, state: Event) -> bool:
        """Once play has begun it changes what people saw."""
        return state.started

    def seen(self, state: Event) -> str:
        """The whole event as it was shown."""
        return str(state.version)
