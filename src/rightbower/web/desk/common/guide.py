"""The guide through a practice night: at each point of the day what to press and why."""

from __future__ import annotations

from msgspec import Struct

from rightbower.tournament.events.standings.results import disputed, missing, unconfirmed
from rightbower.tournament.events.state.event import Event
from rightbower.web.notes import Notes
from rightbower.web.snapshots.event_view import stage_of

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
