"""The standings at the desk, and the end of a day."""

from __future__ import annotations

from collections import Counter
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
from rightbower.tournament.events.columns import rank_text, reason, tally_text
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
from rightbower.tournament.events.seating import planned_rounds
from rightbower.tournament.events.tally import Tally, Went, courses, taking_part, tallies
from rightbower.tournament.events.ties import TieStep
from rightbower.tournament.names import name_order
from rightbower.tournament.ties import TIE_BREAKS, chain
from rightbower.web.desk.pending import over, tie_message
from rightbower.web.pages.desk_pages import DeskPage, FilledForm
from rightbower.web.snapshots.event_view import standings as moved_standings

# What the places go by, as the head of its column; and what parts those who are level.
DECIDES: Final = {
    "games won": message("Won"),
    "points made": message("Points"),
    "event points": message("Points"),
    "rounds survived": message("Rounds"),
}
PARTS: Final = {
    "games won": message("Won"),
    "points": message("Made"),
    "difference": message("+ −"),
}
# So many stand in one column; pairs have long names, and never stand in three.
ONE_COLUMN: Final = 16
TWO_COLUMNS: Final = 34


class PlaceRow(Struct, frozen=True):
    """A place as the desk lists it; ``level`` is whether others have the same main figure."""

    entrant: int
    name: str
    rank: str
    open: bool
    moved: int
    course: tuple[Went, ...]
    main: int
    then: int
    level: bool
    sums: str
    why: tuple[tuple[str, str], ...]


class PlaceColumns(Struct, frozen=True):
    """The places in columns, the heads of what decides, and whose reasons are shown first."""

    columns: tuple[tuple[PlaceRow, ...], ...]
    decides: Message
    parts: Message
    parting: bool
    rounds: int
    shown: int
    asked: bool = False


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


def place_columns(event: Event, asked: str = "") -> PlaceColumns:
    """Everyone's place in columns of one length; whoever is asked about is shown first."""
    held = _listed.get(event.id)
    if held is None or held[0] is not event:
        if len(_listed) >= MOST_REMEMBERED:
            _listed.clear()
        held = _listed[event.id] = (event, _place_columns(event))
    found = held[1]
    known = (str(each.entrant) for column in found.columns for each in column)
    return replace(found, shown=int(asked), asked=True) if asked in known else found


# Every desk that is open asks for the same.
_listed: dict[str, tuple[Event, PlaceColumns]] = {}
MOST_REMEMBERED: Final = 16


def _place_columns(event: Event) -> PlaceColumns:
    plan = event.plan
    steps = [each for each in chain(plan.standings.more_level) if TIE_BREAKS[each].key is not None]
    beside = "points" if plan.standings.ranking == "games won" else "games won"
    then = steps[0] if steps else beside
    rows = _place_rows(event, then)
    return PlaceColumns(
        in_columns(rows, 2 if plan.entering.unit == "pair" else 3),
        DECIDES[plan.standings.ranking],
        PARTS[then],
        bool(steps),
        max(len(event.rounds), planned_rounds(event) or 0),
        rows[0].entrant if rows else 0,
    )


def _place_rows(event: Event, then: str) -> tuple[PlaceRow, ...]:
    ranking = event.plan.standings.ranking
    places = told_standings(event)
    moved = {each.entrant: each.moved or 0 for each in moved_standings(event, places)}
    went, sums = courses(event), tallies(event)
    mains = [main_figure(ranking, each, sums.get(each.entrant)) for each in places]
    level = Counter(mains)
    return tuple(
        PlaceRow(
            place.entrant,
            place.name,
            rank_text(place),
            place.open,
            moved[place.entrant],
            tuple(went.get(place.entrant, ())),
            main,
            parting_figure(event, place, then),
            place.rank is not None and level[main] > 1,
            str(
                message(
                    "{tally}, {against} given away",
                    tally=tally_text(place, ranking),
                    against=place.against,
                )
            ),
            tuple(linked(ENGLISH.parts(reason(place)))),
        )
        for place, main in zip(places, mains, strict=True)
    )


def in_columns(rows: tuple[PlaceRow, ...], most: int) -> tuple[tuple[PlaceRow, ...], ...]:
    """The rows in as many columns as are easily read, the first the longest."""
    count = 1 if len(rows) <= ONE_COLUMN else 2 if len(rows) <= TWO_COLUMNS else most
    count = min(count, most)
    found, start = [], 0
    for column in range(count):
        end = start + (len(rows) - start + count - column - 1) // (count - column)
        found.append(rows[start:end])
        start = end
    return tuple(found)


def main_figure(ranking: str, place: Ranked, tally: Tally | None) -> int:
    """The figure that the places go by."""
    match ranking:
        case "games won":
            return place.won
        case "points made":
            return place.points
        case "event points":
            return place.event_points
        case _:
            return tally.survived if tally is not None else 0


def parting_figure(event: Event, place: Ranked, step: str) -> int:
    """The figure that parts those who are level on it."""
    if step == "games won":
        return place.won
    if step == "points":
        return place.points
    given = 0 if event.plan.standings.ranking == "event points" else place.given
    return place.points - given - place.against


def standings_values(request: Request, history: EventHistory, _form: FilledForm) -> dict[str, Any]:
    """Everyone's place, and the step that is due for those who are tied."""
    event = history.event
    step = next_step(event) if event.rounds else None
    return {
        "places": place_columns(event, request.query_params.get("who", "")),
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


def loners_of(event: Event) -> list[tuple[int, str, int, int]]:
    """Everyone who plays, by name, with the lone hands and euchres written down so far."""
    if event.finished or not event.rounds or event.plan.other is not None:
        return []
    return [(each.number, each.name, each.loners, each.euchred) for each in _by_name(event)]


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
