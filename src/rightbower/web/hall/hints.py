"""Hints: what each option is worth to the one who has to choose, and why the best is best."""

from __future__ import annotations

from msgspec import Struct

from rightbower.office.workers import pool
from rightbower.players.views import View
from rightbower.rules.acts import Action, Bury, Play
from rightbower.rules.cards import Seat
from rightbower.rules.message import UNSAID, Message, joined, message
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.card_text import reader, said
from rightbower.web.hall.entries import without_seat
from rightbower.web.hall.says import names_of, why
from rightbower.web.hall.table import HallTable
from rightbower.web.hall.wire import Advised, OptionSeen

WORLDS = 340  # as many as the expert tries
# While many wait each is looked into less far.
FEWER_WORLDS = 60
LONG_QUEUE = 6


class OptionWorth(Struct, frozen=True):
    """An option, the chance to win the game after it, and how far it falls behind the best.

    ``error`` is how far that difference may be off; ``tie`` says that it is too small to tell.
    """

    action: Action
    chance: float
    behind: float
    error: float
    tie: bool = False

    @property
    def words(self) -> str:
        """The option as a record has it, without its seat."""
        return without_seat(self.action)


class Advice(Struct, frozen=True):
    """The options, the best first, and why it is the best."""

    worth: list[OptionWorth]
    why: Message


def worlds_now() -> int:
    """How far a position is looked into, by how many wait for that."""
    return FEWER_WORLDS if pool("study").waiting >= LONG_QUEUE else WORLDS


def advised(
    seen: View, chosen: Action | None = None, known: Action | None = None, worlds: int = WORLDS
) -> Advice:
    """What each option is worth to the one who sees this, and why the best is best.

    Where the best is ``known`` from a longer look, that is what is explained.
    """
    from rightbower.study.explain import explain
    from rightbower.study.teacher import advise, tie_words

    found = advise(seen, worlds)
    best = found[0]
    worth = [
        OptionWorth(
            each.action, each.chance, each.behind, each.error, each.tie and each is not best
        )
        for each in found
    ]
    reasons = explain(seen, known or best.action, chosen).said
    told = UNSAID if known not in (None, best.action) else tie_words(found, chosen)
    return Advice(worth, joined([reasons, told], " ") if told else reasons)


def may_ask(table: HallTable, who: str) -> Seat:
    """The seat that asks; refuse one that may not ask now."""
    seat = table.seat_of(who)
    if seat is None:
        raise Refused(message("only those who sit at the table are given hints"))
    if not table.friendly:
        raise Refused(message("there are no hints at this table"))
    if table.deal is None or table.deal.turn is not seat:
        raise Refused(message("a hint is given when it is your turn"))
    return seat


def in_words(table: HallTable, found: Advice, request: str, language: str = "en") -> Advised:
    """The advice in the words of the table."""
    options = [
        OptionSeen(
            without_seat(each.action),
            _label(each.action, table, language),
            each.chance,
            each is best,
            each.tie,
        )
        for best in found.worth[:1]
        for each in found.worth
    ]
    return Advised(request, options, why(names_of(table), found.why, language))


def _label(action: Action, table: HallTable, language: str) -> str:
    match action:
        case Play(card=card):
            return reader(language).capital(card.in_words)
        case Bury(card=card):
            return reader(language)(message("Discard {card}", card=card))
    return said(action, table.book, language)
