"""The standings at the desk, and the end of a day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request

from rightbower.rules.message import (
    ENGLISH,
    UNSAID,
    Message,
    ToldPart,
    as_sentence,
    because,
    message,
)
from rightbower.tournament.events.columns import figure_heads, figures, rank_text, reason
from rightbower.tournament.events.entrants import (
    CutForPlace,
    Entrant,
    PlayedOff,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.finish import cards_out, not_over, qualifiers
from rightbower.tournament.events.outcome import not_counting, so_far
from rightbower.tournament.events.outlook import rules_of_sitting_out
from rightbower.tournament.events.places import (
    Ranked,
    next_step,
    standings,
    tied_groups,
    told_standings,
)
from rightbower.tournament.events.prizes import (
    awards_with_reasons,
    left_out,
    lone_prizes,
    low_prize_text,
)
from rightbower.tournament.events.tally import taking_part
from rightbower.tournament.events.ties import TieStep
from rightbower.tournament.names import name_order
from rightbower.web.desk.pending import over, tie_message
from rightbower.web.pages.desk_pages import DeskPage, FilledForm


class TieStepDone(Struct, frozen=True):
    """What was done to part those who are tied: coins, cards or words, and the seed."""

    what: Message
    rows: tuple[tuple[tuple[str, str], ...], ...]
    says: Message
    seed: str = ""
    cards: bool = False


def linked(parts: Sequence[ToldPart]) -> list[tuple[str, str]]:
    """What is told, cut up at its clauses, so that each can lead to the rule.

    >>> linked(ENGLISH.parts(message("tied", "A01-T10.1, X-11")))
    [('tied (', ''), ('', 'A01-T10.1'), (', X-11', ''), (')', '')]
    """
    found = []
    for part in parts:
        if part.kind != "clause":
            found.append((part.text, ""))
            continue
        for at, clause in enumerate(part.text.split(", ")):
            known = clause[1:3].isdecimal()  # readings beside a clause have no place in a book
            before = ", " if at else ""
            found.append((before, clause) if known else (before + clause, ""))
    return found


def standings_values(_request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """Everyone's place, and the step that is due for those who are tied."""
    event = history.event
    step = next_step(event) if event.rounds else None
    return {
        "places": [
            (each, rank_text(each), figures(event, each), linked(ENGLISH.parts(reason(each))))
            for each in told_standings(event)
        ],
        "heads": figure_heads(event),
        "so_far": so_far(event) if event.rounds else "",
        "uncounted": not_counting(event),
        "rules": (*rules_of_sitting_out(event), *low_prize_text(event)[1:]),
        "tie": step,
        "tie_says": tie_message(step) if step is not None else "",
        "over": over(event),
        "players": [(each, event.name_of(each)) for each in step.players] if step else [],
        "group": [(each, event.name_of(each)) for each in step.group] if step else [],
        "shared": _shared(event, step),
        "done": [done(event, fact) for fact in event.ties],
        "through": qualifiers(event),
    }


def _shared(event: Event, step: TieStep | None) -> list[tuple[int, list[tuple[int, str]]]]:
    """Those who share a place that counts and whom the officer may still part, by rank."""
    if not over(event) or event.finished:
        return []
    return [
        (rank, [(each, event.name_of(each)) for each in group])
        for group, rank in tied_groups(event)
        if rank <= event.plan.decided and (step is None or set(group) != set(step.group))
    ]


def done(event: Event, fact: Tossed | PlayedOff | CutForPlace | TieDecided) -> TieStepDone:
    """A step that was taken, as it is shown."""
    match fact:
        case Tossed(_, tosses, seed):
            until = message("Until one coin is odd.")
            return TieStepDone(message("The coin toss"), _named(event, tosses), until, seed)
        case CutForPlace(_, draws, seed):
            said, cut = message("The higher card goes first."), message("Cut for places")
            return TieStepDone(cut, _named(event, draws), said, seed, cards=True)
        case PlayedOff(_, (one, other), (high, low), why):
            says = message(
                "{who} {high}–{low} {other}",
                who=event.who(one),
                high=high,
                low=low,
                other=event.who(other),
            )
            return TieStepDone(message("Play-off"), (), because(says, why))
        case TieDecided(_, order, why, shared):
            who = event.whom(*order)
            says = (
                message("{who} share", who=who)
                if shared
                else message("{who} in this order", who=who)
            )
            return TieStepDone(message("Decision"), (), because(says, why))


def _named(
    event: Event, rows: Sequence[Sequence[tuple[int, str]]]
) -> tuple[tuple[tuple[str, str], ...], ...]:
    return tuple(tuple((event.name_of(who), shown) for who, shown in row) for row in rows)


def finish_values(_request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """The end of the day."""
    event = history.event
    blocked, asked = not_over(event, "a reason"), not_over(event)
    places = standings(event) if event.rounds else ()
    complete = not_over(_all_cards_in(event))
    return {
        "players": cards_due(event),
        "out": [(number, event.entrant(number).name) for number in cards_out(event)]
        if event.rounds
        else [],
        "early": UNSAID if blocked or asked is None else as_sentence(asked),
        "early_with_cards": UNSAID if blocked or complete is None else as_sentence(complete),
        "not_over": UNSAID if blocked is None else as_sentence(blocked),
        "awards": [
            (each, event.name_of(*each.winners), basis)
            for each, basis in awards_with_reasons(event, told_standings(event))
        ]
        if event.rounds
        else [],
        "low": low_prize_text(event) if event.rounds else (),
        "outside": outside_low_prize(event, places),
        "loners": loners_of(event),
        "lone_prize": bool(lone_prizes(event)),
        "through": qualifiers(event),
        "top": [(each, rank_text(each), reason(each)) for each in places[:3]],
    }


def _all_cards_in(event: Event) -> Event:
    """The event as it is once every card that is out has come in."""
    out = cards_out(event)
    entrants = tuple(
        replace(each, card_in=True) if each.number in out else each for each in event.entrants
    )
    return replace(event, entrants=entrants)


def outside_low_prize(event: Event, places: Sequence[Ranked]) -> list[tuple[int, str]]:
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
    return sorted(found, key=lambda each: name_order(each.name))


STANDINGS: Final = DeskPage("desk_standings.html", standings_values, "standings", "standings")
FINISH: Final = DeskPage("desk_finish.html", finish_values, "finish", "finish")
