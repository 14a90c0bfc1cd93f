"""The standings at the desk, and the end of a day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from rightbower.tournament.events.finish import cards_out, not_over, qualifiers
from rightbower.tournament.events.planning import rules_of_sitting_out
from rightbower.tournament.events.standings import tie_steps
from rightbower.tournament.events.standings.columns import figure_heads, figures, rank_text, reason
from rightbower.tournament.events.standings.places import next_step, standings
from rightbower.tournament.events.standings.prizes import (
    awards,
    left_out,
    lone_prizes,
    low_prize_text,
)
from rightbower.tournament.events.standings.results import not_counting, so_far
from rightbower.tournament.events.standings.tally import taking_part
from rightbower.tournament.events.standings.ties import TieStep
from rightbower.tournament.events.state.entrants import (
    CutForPlace,
    Entrant,
    Place,
    PlayedOff,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.state.event import Event
from rightbower.web.common.refusal import sentence
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
    return await handle(request, show_standings, "standings")


async def show_standings(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
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


async def finish_page(request: Request) -> Response:
    """The last page of the day."""
    return await handle(request, show_finish, "finish")


async def show_finish(request: Request, fault: str = "", form: Form = NOTHING) -> Response:
    """The page as it stands."""
    event = directed_event(request)
    blocked, asked = not_over(event, "a reason"), not_over(event)
    places = standings(event) if event.rounds else ()
    complete = not_over(_all_cards_in(event))
    return await page(
        request,
        "desk_finish.html",
        "finish",
        fault,
        form,
        players=cards_due(event),
        out=[(number, event.entrant(number).name) for number in cards_out(event)]
        if event.rounds
        else [],
        early="" if blocked or asked is None else sentence(asked),
        early_with_cards="" if blocked or complete is None else sentence(complete),
        not_over="" if blocked is None else sentence(blocked),
        awards=[(each, event.name_of(*each.winners)) for each in awards(event)]
        if event.rounds
        else [],
        low=low_prize_text(event) if event.rounds else (),
        outside=outside_low_prize(event, places),
        loners=loners_of(event),
        lone_prize=bool(lone_prizes(event)),
        through=qualifiers(event),
        top=[(each, rank_text(each), reason(each)) for each in places[:3]],
    )


def _all_cards_in(event: Event) -> Event:
    """The event as it is once every card that is out has come in."""
    out = cards_out(event)
    entrants = tuple(
        replace(each, card_in=True) if each.number in out else each for each in event.entrants
    )
    return replace(event, entrants=entrants)


def outside_low_prize(event: Event, places: Sequence[Place]) -> list[tuple[int, str]]:
    """Those whom the officer may still let win a low prize."""
    if not any(prize.low for prize in event.plan.prizes):
        return []
    ranked = [each for each in places if each.rank is not None]
    return [(each.entrant, each.name) for each in left_out(event, ranked)]


def loners_of(event: Event) -> list[tuple[int, str, int]]:
    """Everyone who plays, by name, with the lone hands written down so far."""
    if event.finished or not event.rounds:
        return []
    return [(each.number, each.name, each.loners) for each in _by_name(event)]


def cards_due(event: Event) -> list[tuple[int, str, bool]]:
    """Everyone who has a card to hand in, and whether it is in."""
    if event.plan.standings.hand_in == "none" or not event.rounds:
        return []
    return [(each.number, each.name, each.card_in) for each in _by_name(event)]


def _by_name(event: Event) -> list[Entrant]:
    found = [event.entrant(number) for number in taking_part(event)]
    return sorted(found, key=lambda each: each.name.casefold())
