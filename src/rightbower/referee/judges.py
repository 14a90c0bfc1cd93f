"""Who judges what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rightbower.referee import judges_deal as deal
from rightbower.referee import judges_play as play
from rightbower.referee.irregularities import Kind
from rightbower.referee.rulings import Ruling
from rightbower.referee.situation import Case, Needed, Question, Situation, answered, question
from rightbower.rules.book import RuleBook

Judge = Callable[[Case, RuleBook, Kind], Ruling]

JUDGES: Final[Mapping[Kind, Judge]] = {
    Kind.EXPOSED_IN_DEAL: deal.misdeal,
    Kind.FACED_CARD: deal.misdeal,
    Kind.IMPERFECT_PACK: deal.misdeal,
    Kind.WRONG_COUNT: deal.wrong_count,
    Kind.WRONG_KITTY: deal.misdeal,
    Kind.EARLY_TURN_UP: deal.misdeal,
    Kind.NOT_CUT: deal.misdeal,
    Kind.WRONG_DEALER: deal.wrong_dealer,
    Kind.CALL_OUT_OF_TURN: deal.voided,
    Kind.TURN_DOWN_OUT_OF_TURN: deal.voided,
    Kind.PASS_OUT_OF_TURN: deal.pass_out_of_turn,
    Kind.DEAD_SUIT: deal.voided,
    Kind.LOOSE_WORDS: deal.loose_words,
    Kind.ORDER_WITHOUT_TRUMP: deal.order_without_trump,
    Kind.NO_NATURAL_CARD: deal.no_natural_card,
    Kind.FORBIDDEN_CALL: deal.forbidden_call,
    Kind.NOT_BURIED: deal.not_buried,
    Kind.LEAD_OUT_OF_TURN: play.lead_out_of_turn,
    Kind.PLAY_OUT_OF_TURN: play.play_out_of_turn,
    Kind.EXPOSED_CARD: play.exposed_card,
    Kind.NOT_SINGLY: play.not_singly,
    Kind.TRICK_TURNED_UP: play.trick_turned_up,
    Kind.TRICK_NOT_TURNED: play.trick_not_turned,
    Kind.REVOKE: play.revoke,
    Kind.TABLE_TALK: play.table_talk,
    Kind.SIGNALLING: play.signalling,
}


def rule(kind: Kind, situation: Situation, book: RuleBook) -> Ruling:
    """The book's ruling; raise ``Needed`` where it depends on something not known."""
    return JUDGES[kind](Case(situation), book, kind)


def advise(kind: Kind, book: RuleBook, known: Situation | None = None) -> Ruling | Question:
    """The ruling, or the question it needs answered next."""
    try:
        return rule(kind, known or Situation(), book)
    except Needed as missing:
        return question(missing.name)


def interview(
    kind: Kind, book: RuleBook, answer: Callable[[Question], str]
) -> tuple[Ruling, Situation]:
    """Ask until the ruling is clear; return it with all the answers."""
    said = Situation()
    while isinstance(found := advise(kind, book, said), Question):
        said = answered(said, found, answer(found))
    return found, said


def every_ruling(kind: Kind, book: RuleBook) -> Iterator[tuple[Situation, Ruling]]:
    """Every end of the question tree; a question that takes a number is answered with 1."""
    waiting = [Situation()]
    while waiting:
        known = waiting.pop()
        found = advise(kind, book, known)
        if isinstance(found, Ruling):
            yield known, found
            continue
        answers = [value for value, _ in found.answers] or ["1"]
        waiting.extend(answered(known, found, each) for each in answers)
