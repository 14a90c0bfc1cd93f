"""The steps of a director's day, and the one thing to do next."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from rightbower.rules.refusal import listed
from rightbower.tournament.events.finish import cards_out
from rightbower.tournament.events.seating import not_yet, planned_rounds
from rightbower.tournament.events.standings.places import next_step
from rightbower.tournament.events.standings.results import disputed, missing, unconfirmed
from rightbower.tournament.events.standings.ties import TieStep as Level
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.events.state.participants import here

Step = Literal["check-in", "seating", "round", "standings", "finish"]
RailState = Literal["done", "now", "later"]
FEW: Final = 6
STEPS: Final[tuple[tuple[Step, str], ...]] = (
    ("check-in", "Check-in"),
    ("seating", "Seating"),
    ("round", "Round"),
    ("standings", "Standings"),
    ("finish", "Finish"),
)


class PendingStep(Struct, frozen=True):
    """What to do next: the step it belongs to, and where one press does it the act itself."""

    step: Step
    label: str
    says: str
    act: str = ""


class RailStep(Struct, frozen=True):
    """A step on the rail: done, due now, or still to come."""

    step: Step
    title: str
    state: RailState


def pending_step(event: Event) -> PendingStep:
    """What the director does next."""
    if event.finished:
        return PendingStep("finish", "See the results", "The results are final.")
    if not event.rounds:
        return _before(event)
    number = event.round.number
    if waiting := _waiting(event):
        return _under_way(event, waiting)
    if not_yet(event) is None:
        move = " (A up)" if event.plan.movement_kind.a_up else ""
        says = f"All tables of round {number} are in."
        return PendingStep("seating", f"Seat round {number + 1}{move}", says, "seat")
    if (step := next_step(event)) is not None:
        return PendingStep("standings", "Break the tie", tie_message(step))
    says = f"All {number} rounds are played." if number > 1 else "The only round is played."
    if out := len(cards_out(event)):
        says += f" {out} score card{' is' if out == 1 else 's are'} still out."
    return PendingStep("finish", "To the finish", says)


def over(event: Event) -> bool:
    """Whether play is at an end, so that ties can be parted."""
    planned = planned_rounds(event)
    played = planned is None or len(event.rounds) >= planned
    return bool(event.rounds) and played and not _waiting(event)


def tie_message(step: Level) -> str:
    """What has to be done for those who are tied, without a crowd of names."""
    if len(step.group) <= FEW:
        return step.says
    return f"{len(step.group)} are tied, and their places matter."


def _before(event: Event) -> PendingStep:
    least = 2 if event.plan.entering.unit == "pair" else 4
    expected = any(each.state == "entered" for each in event.entrants)
    if not event.entrants:
        return PendingStep("check-in", "Put names on the list", "Nobody is on the list yet.")
    if len(here(event)) >= least and not expected:
        return PendingStep("seating", "Go on to seating", "Everyone on the list is accounted for.")
    return PendingStep("check-in", "Check people in", "People are still expected.")


def _waiting(event: Event) -> int:
    """How many tables keep everybody from moving on."""
    return len(_open_tables(event))


def _open_tables(event: Event) -> list[tuple[int, int]]:
    """The tables that are missing, disputed or to be confirmed, with their rounds."""
    latest = len(event.rounds)
    here = {*((latest, table) for table in missing(event)), *disputed(event)}
    return sorted(here | set(unconfirmed(event)))


def waiting_said(event: Event) -> str:
    """Which tables of the latest round are still waited for, by number where they are few."""
    if not event.rounds:
        return ""
    tables = [table for round_, table in _open_tables(event) if round_ == len(event.rounds)]
    if not tables:
        return "Waiting for an earlier round"
    if len(tables) == 1:
        return f"Waiting for table {tables[0]}"
    if len(tables) > FEW:
        return f"Waiting for {len(tables)} tables"
    return f"Waiting for tables {listed(tables)}"


def afterwards(event: Event) -> str:
    """What comes once every table of the round is in."""
    planned = planned_rounds(event)
    if not event.rounds or (planned is not None and len(event.rounds) >= planned):
        return "To the finish"
    return f"Seat round {len(event.rounds) + 1}"


def _under_way(event: Event, waiting: int) -> PendingStep:
    number = event.round.number
    playing = sum(table.playing and not table.void for table in event.round.tables)
    if event.plan.minutes is not None and event.clock.round != number and waiting == playing:
        says = f"Round {number} is seated."
        return PendingStep("round", f"Start the clock of round {number}", says, "clock-start")
    if missing(event):
        says = f"{max(0, playing - waiting)} of {playing} tables are in."
        return PendingStep("round", "Enter results", says)
    said = [_many(unconfirmed(event), "to be confirmed"), _many(disputed(event), "in dispute")]
    return PendingStep("round", "Settle the results", f"{' and '.join(filter(None, said))}.")


def _many(tables: tuple[tuple[int, int], ...], what: str) -> str:
    """So many results in some state; nothing where there is none."""
    if not tables:
        return ""
    return f"{len(tables)} result{' is' if len(tables) == 1 else 's are'} {what}"


def rail(event: Event, now: PendingStep) -> list[RailStep]:
    """All steps, each as it stands when ``now`` is due."""
    titles = {**dict(STEPS), "round": _round_title(event)}
    return [RailStep(step, titles[step], _state(event, step, now)) for step, _ in STEPS]


def _round_title(event: Event) -> str:
    """Which round it is, and of how many where that is known."""
    if not event.rounds:
        return "Round"
    planned = planned_rounds(event)
    return f"Round {len(event.rounds)}" + (f" of {planned}" if planned else "")


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
