"""The pad on which a phone says the score: what can be tapped, and why the rest cannot be."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct, json

from rightbower.rules.book import load
from rightbower.rules.message import Message, OneOf, Voice, message
from rightbower.rules.score import worth
from rightbower.tournament.events.event import Event, EventPlan, EventTable, Result
from rightbower.tournament.events.outcome import cut_short, objection
from rightbower.tournament.events.table_view import TableView
from rightbower.web.snapshots.whereabouts import CHAIRS

# Where neither a target nor the deals end a game; and the highest of which every score is looked at.
ENDLESS: Final = 99
LOOKED_AT: Final = 40
MOST_WRITTEN: Final = 999
Table = tuple[tuple[int, ...], ...]


class Dealer(Struct, frozen=True):
    """Somebody at the table who may have dealt last, with the chair; ``mine`` is the phone's owner."""

    who: int
    name: str
    chair: str
    mine: bool


class ScorePad(Struct, frozen=True):
    """What a side's points can be, up to the highest.

    ``cannot`` has a row for each of our points and in it a number for each of theirs: 0 where that
    score can be, else which of ``why`` speaks against it. ``shortened`` is the same of a round that
    was cut short, where that makes a difference. ``together`` is what both sides have where one has
    what the other has not. ``figures`` says that points are written figure by figure, and ``minus``
    that they can be below zero.
    """

    most: int
    cannot: Table = ()
    shortened: Table = ()
    why: tuple[Message, ...] = ()
    together: int = 0
    figures: bool = False
    minus: bool = False


def most_points(plan: EventPlan) -> int:
    """The most points that a side can have when a game is over."""
    if plan.other is not None:
        exact = plan.target if plan.other.kind.exact else None
        return plan.other.together or exact or MOST_WRITTEN
    if plan.target is not None:
        over = 0 if plan.standings.winner_entered == "target" else plan.most_in_a_deal - 1
        return plan.target + over
    if plan.deals is not None:
        return plan.deals * worth(load(plan.book))[-1]
    return ENDLESS


def score_pad(event: Event) -> ScorePad:
    """The pad for a table of the latest round."""
    return _pad(json.encode(event.plan), cut_short(event, event.round.number))


@lru_cache(maxsize=64)
def _pad(encoded: bytes, short: bool) -> ScorePad:
    """The pad by a plan, which is the same for all tables of a round."""
    plan = json.decode(encoded, type=EventPlan)
    most, why = most_points(plan), list[Message]()
    if plan.other is not None and most == MOST_WRITTEN:
        return ScorePad(most, figures=True, minus=plan.other.kind.minus)
    if most > LOOKED_AT:
        return ScorePad(most)
    cannot = _cannot(plan, most, short, why)
    shortened = cannot if short else _cannot(plan, most, True, why)
    shortened = () if shortened == cannot else shortened
    together = 0 if plan.other is None else plan.other.together or 0
    return ScorePad(most, cannot, shortened, tuple(why), together)


def _cannot(plan: EventPlan, most: int, short: bool, why: list[Message]) -> Table:
    def number(ours: int, theirs: int) -> int:
        table = EventTable(1, ((1,), (2,)), result=Result((ours, theirs), side=0, short=short))
        found = objection(plan, table, short)
        if found is None:
            return 0
        said = in_short(plan, (ours, theirs), found)
        if said not in why:
            why.append(said)
        return why.index(said) + 1

    points = range(most + 1)
    return tuple(tuple(number(ours, theirs) for theirs in points) for ours in points)


def in_short(plan: EventPlan, points: tuple[int, int], found: Message) -> Message:
    """An objection in one line, without clauses or what else one could do."""
    if plan.other is not None:
        return found
    if plan.target is not None:
        if max(points) < plan.target and points[0] != points[1]:
            return message("One side needs {target} to win.", target=plan.target)
        return found
    if plan.deals is None:
        return found
    book, total = load(plan.book), sum(points)
    values = worth(book)
    if book.game.counts == "tricks":
        tricks = plan.deals * values[-1]
        return message("{deals} deals have {tricks} tricks.", deals=plan.deals, tricks=tricks)
    if total > plan.deals * values[-1]:
        most = plan.deals * values[-1]
        return message(
            "{deals} deals make at most {most} points together.", deals=plan.deals, most=most
        )
    if total < plan.deals * values[0]:
        least = plan.deals * values[0]
        return message(
            "{deals} deals make at least {least} points together.", deals=plan.deals, least=least
        )
    return message(
        "{deals} deals cannot end so: a deal scores {brings}.",
        deals=plan.deals,
        brings=OneOf(tuple(values)),
    )


def last_dealers(table: TableView, own: int) -> tuple[Dealer, ...]:
    """Who may have dealt last, where a drawn game asks for it: we left, they right, as on the pad."""
    event = table.event
    if not event.plan.movement_kind.parts or event.has_sitter(table.table):
        return ()
    we = (own, *table.mates(own))
    both = [each for pair in zip(we, table.against(own), strict=False) for each in pair]
    seats = {each.entrant: each.place for each in table.seats}
    called = zip(both, short_names([event.name_of(each) for each in both]), strict=True)
    return tuple(
        Dealer(each, name, CHAIRS.get(seats[each], ""), each == own) for each, name in called
    )


def short_names(names: list[str]) -> list[str]:
    """First names where they are different, else whole names."""
    first = [name.split()[0] for name in names]
    return [
        one if first.count(one) == 1 else whole for one, whole in zip(first, names, strict=True)
    ]


def on_page(pad: ScorePad, dealers: tuple[Dealer, ...], reader: Voice) -> dict[str, object]:
    """The pad as the script of the page takes it, in the reader's words."""
    return {
        "most": pad.most,
        "together": pad.together,
        "figures": pad.figures,
        "minus": pad.minus,
        "cannot": pad.cannot,
        "shortened": pad.shortened,
        "why": [reader.sentence(each) for each in pad.why],
        "dealers": [
            {
                "who": each.who,
                "name": each.name,
                "chair": reader.translate(each.chair) if each.chair else "",
                "mine": each.mine,
            }
            for each in dealers
        ],
    }
