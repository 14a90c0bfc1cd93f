"""The steps of a director's day, and the one thing to do next."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.message import UNSAID, Message, joined, message
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.finish import cards_out
from rightbower.tournament.events.outcome import disputed, missing, unconfirmed
from rightbower.tournament.events.participants import here
from rightbower.tournament.events.places import next_step
from rightbower.tournament.events.seating import not_yet, planned_rounds
from rightbower.tournament.events.ties import TieStep as Level
from rightbower.web.state.access import directed_event

Step = Literal["check-in", "seating", "round", "standings", "finish"]
RailState = Literal["done", "now", "later"]
FEW: Final = 6
STEPS: Final[tuple[tuple[Step, Message], ...]] = (
    ("check-in", message("Check-in")),
    ("seating", message("Seating")),
    ("round", message("Round")),
    ("standings", message("Standings")),
    ("finish", message("Finish")),
)
TO_THE_FINISH: Final = message("To the finish")


class PendingStep(Struct, frozen=True):
    """What to do next: the step it belongs to, and where one press does it the act itself."""

    step: Step
    label: Message
    says: Message
    act: str = ""


class RailStep(Struct, frozen=True):
    """A step on the rail: done, due now, or still to come."""

    step: Step
    title: Message
    state: RailState


async def desk_start(request: Request) -> Response:
    """Lead to the step that is due now."""
    event = directed_event(request)
    return RedirectResponse(f"/events/{event.id}/desk/{pending_step(event).step}", 303)


def pending_step(event: Event) -> PendingStep:
    """What the director does next."""
    if event.finished:
        return PendingStep("finish", message("See the results"), message("The results are final."))
    if not event.rounds:
        return _before(event)
    number = event.round.number
    if waiting := _waiting(event):
        return _under_way(event, waiting)
    if not_yet(event) is None:
        says = message("All tables of round {round} are in.", round=number)
        label = (
            message("Seat round {round} (A up)", round=number + 1)
            if event.plan.movement_kind.a_up
            else message("Seat round {round}", round=number + 1)
        )
        return PendingStep("seating", label, says, "seat")
    if (step := next_step(event)) is not None:
        return PendingStep("standings", message("Break the tie"), tie_message(step))
    says = message("All {count} rounds are played.", count=number)
    if number == 1:
        says = message("The only round is played.")
    if out := len(cards_out(event)):
        still = message("{cards} {cards|score card is|score cards are} still out.", cards=out)
        says = joined((says, still), " ")
    return PendingStep("finish", TO_THE_FINISH, says)


def over(event: Event) -> bool:
    """Whether play is at an end, so that ties can be parted."""
    planned = planned_rounds(event)
    played = planned is None or len(event.rounds) >= planned
    return bool(event.rounds) and played and not _waiting(event)


def tie_message(step: Level) -> Message:
    """What has to be done for those who are tied, without a crowd of names."""
    if len(step.group) <= FEW:
        return step.says
    return message("{count} are tied, and their places matter.", count=len(step.group))


def _before(event: Event) -> PendingStep:
    least = 2 if event.plan.entering.unit == "pair" else 4
    expected = any(each.state == "entered" for each in event.entrants)
    if not event.entrants:
        none = message("Nobody is on the list yet.")
        return PendingStep("check-in", message("Put names on the list"), none)
    if len(here(event)) >= least and not expected:
        everyone = message("Everyone on the list is accounted for.")
        return PendingStep("seating", message("Go on to seating"), everyone)
    expecting = message("People are still expected.")
    return PendingStep("check-in", message("Check people in"), expecting)


def _waiting(event: Event) -> int:
    """How many tables keep everybody from moving on."""
    return len(_open_tables(event))


def _open_tables(event: Event) -> list[tuple[int, int]]:
    """The tables that are missing, disputed or to be confirmed, with their rounds."""
    latest = len(event.rounds)
    here = {*((latest, table) for table in missing(event)), *disputed(event)}
    return sorted(here | set(unconfirmed(event)))


def waiting_said(event: Event) -> Message:
    """Which tables of the latest round are still waited for, by number where they are few."""
    if not event.rounds:
        return UNSAID
    tables = [table for round_, table in _open_tables(event) if round_ == len(event.rounds)]
    if not tables:
        return message("Waiting for an earlier round")
    if len(tables) == 1:
        return message("Waiting for table {table}", table=tables[0])
    if len(tables) > FEW:
        return message("Waiting for {count} tables", count=len(tables))
    return message("Waiting for tables {tables}", tables=tuple(tables))


def afterwards(event: Event) -> Message:
    """What comes once every table of the round is in."""
    planned = planned_rounds(event)
    if not event.rounds or (planned is not None and len(event.rounds) >= planned):
        return TO_THE_FINISH
    return message("Seat round {round}", round=len(event.rounds) + 1)


def _under_way(event: Event, waiting: int) -> PendingStep:
    number = event.round.number
    playing = sum(table.playing and not table.void for table in event.round.tables)
    if event.plan.minutes is not None and event.clock.round != number and waiting == playing:
        says = message("Round {round} is seated.", round=number)
        start = message("Start the clock of round {round}", round=number)
        return PendingStep("round", start, says, "clock-start")
    if missing(event):
        done = max(0, playing - waiting)
        says = message("{done} of {count} tables are in.", done=done, count=playing)
        return PendingStep("round", message("Enter results"), says)
    open_, against = len(unconfirmed(event)), len(disputed(event))
    said = (
        message("{results} {results|result is|results are} to be confirmed", results=open_)
        if open_
        else UNSAID,
        message("{results} {results|result is|results are} in dispute", results=against)
        if against
        else UNSAID,
    )
    says = message("{said}.", said=tuple(filter(None, said)))
    return PendingStep("round", message("Settle the results"), says)


def rail(event: Event, now: PendingStep) -> list[RailStep]:
    """All steps, each as it stands when ``now`` is due."""
    titles = {**dict(STEPS), "round": _round_title(event)}
    return [RailStep(step, titles[step], _state(event, step, now)) for step, _ in STEPS]


def _round_title(event: Event) -> Message:
    """Which round it is, and of how many where that is known."""
    if not event.rounds:
        return message("Round")
    planned, number = planned_rounds(event), len(event.rounds)
    if planned:
        return message("Round {round} of {count}", round=number, count=planned)
    return message("Round {round}", round=number)


def _state(event: Event, step: Step, now: PendingStep) -> RailState:
    if event.finished:
        return "done"
    if step == now.step:
        return "now"
    played = planned_rounds(event) is not None and over(event)
    done = {
        "check-in": bool(event.rounds),
        "seating": now.step in ("round", "standings", "finish"),
        "round": played,
        "standings": played and now.step == "finish",
        "finish": False,
    }
    return "done" if done[step] else "later"
