"""Standings: each place with its sentence, and those who are tied led step by step."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from rightbower.tournament.events.finish import qualifiers
from rightbower.tournament.events.planning import rules_of_sitting_out
from rightbower.tournament.events.standings import tie_steps
from rightbower.tournament.events.standings.columns import figure_heads, figures, rank_text, reason
from rightbower.tournament.events.standings.places import next_step, standings
from rightbower.tournament.events.standings.prizes import low_prize_text
from rightbower.tournament.events.standings.results import not_counting, so_far
from rightbower.tournament.events.standings.ties import TieStep
from rightbower.tournament.events.state.entrants import CutForPlace, PlayedOff, TieDecided, Tossed
from rightbower.tournament.events.state.event import Event
from rightbower.web.desk.forms import NOTHING, Form, handle, page
from rightbower.web.desk.pending import over, tie_message
from rightbower.web.state.access import directed_event

CLAUSE: Final = re.compile(r"\b([ALNS][0-9]{2}-[A-Z0-9]+(?:\.[A-Z0-9]+)*)")


class TieStepDone(Struct, frozen=True):
    """What was done to part those who are tied: coins, cards or words, and the seed."""

    what: str
    rows: tuple[tuple[tuple[str, str], ...], ...]
    says: str
    seed: str = ""
    cards: bool = False


def linked(text: str) -> list[tuple[str, str]]:
    """A sentence cut up at its clauses, so that each can lead to the rule.

    >>> linked("5 wins (A01-T10.1); level")
    [('5 wins (', 'A01-T10.1'), ('); level', '')]
    """
    parts = CLAUSE.split(text)
    return list(zip(parts[::2], [*parts[1::2], ""], strict=True))


async def standings_page(request: Request) -> Response:
    """Everyone's place, and the step that is due for those who are tied."""
    return await handle(request, show, "standings")


async def show(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    event = directed_event(request)
    step = next_step(event) if event.rounds else None
    return await page(
        request,
        "desk_standings.html",
        "standings",
        fault,
        form,
        places=[
            (each, rank_text(each), figures(event, each), linked(reason(each)))
            for each in standings(event)
        ],
        heads=figure_heads(event),
        so_far=so_far(event) if event.rounds else "",
        uncounted=not_counting(event),
        rules=(*rules_of_sitting_out(event), *low_prize_text(event)[1:]),
        tie=step,
        tie_says=tie_message(step) if step is not None else "",
        over=over(event),
        players=[(each, event.name_of(each)) for each in step.players] if step else [],
        group=[(each, event.name_of(each)) for each in step.group] if step else [],
        shared=_shared(event, step),
        done=[done(event, fact) for fact in event.ties],
        through=qualifiers(event),
    )


def _shared(event: Event, step: TieStep | None) -> list[tuple[int, list[tuple[int, str]]]]:
    """Those who share a place that counts and whom the officer may still part, by rank."""
    if not over(event) or event.finished:
        return []
    return [
        (rank, [(each, event.name_of(each)) for each in group])
        for group, rank in tie_steps.tied_groups(event)
        if rank <= event.plan.decided and (step is None or set(group) != set(step.group))
    ]


def done(event: Event, fact: Tossed | PlayedOff | CutForPlace | TieDecided) -> TieStepDone:
    """A step that was taken, as it is shown."""
    match fact:
        case Tossed(_, tosses, seed):
            return TieStepDone("Coins", _named(event, tosses), "Until one coin is odd.", seed)
        case CutForPlace(_, draws, seed):
            said = "The higher card goes first."
            return TieStepDone("Cut for places", _named(event, draws), said, seed, cards=True)
        case PlayedOff(_, (one, other), (high, low), why):
            reason_ = f": {why}" if why else ""
            says = f"{event.name_of(one)} {high}–{low} {event.name_of(other)}{reason_}"
            return TieStepDone("Play-off", (), says)
        case TieDecided(_, order, why, shared):
            says = f"{event.name_of(*order)} {'share' if shared else 'in this order'}: {why}"
            return TieStepDone("Decision", (), says)


def _named(
    event: Event, rows: Sequence[Sequence[tuple[int, str]]]
) -> tuple[tuple[tuple[str, str], ...], ...]:
    return tuple(tuple((event.name_of(who), shown) for who, shown in row) for row in rows)
