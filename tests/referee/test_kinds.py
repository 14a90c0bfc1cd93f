"""Whatever is known of irregularities by their kind is known of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from referee.every_fact import FACTS
from referee.sitting import T1, did, made, neatly, ruling, sat, tricks
from referee.slippery import tellable
from referee.test_assistant import AT_ONCE, CASES
from rightbower.referee.claims import claim, overrule, situation
from rightbower.referee.doing import doubts, drop_cards, plain_to_see
from rightbower.referee.irregularities import (
    KINDS,
    Fact,
    Helping,
    Kind,
    LooseWords,
    NotSingly,
    Talk,
    WrongCall,
)
from rightbower.referee.judges import every_ruling
from rightbower.referee.remedies import FINAL, LetStand
from rightbower.referee.table import Ruled, Table
from rightbower.rules.acts import Pass
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat, card


def of(seen: str) -> set[Kind]:
    return {kind for kind, about in KINDS.items() if about.seen == seen}


def test_there_is_a_fact_of_every_kind() -> None:
    assert {fact.kind for fact in FACTS} == set(Kind)


def test_every_kind_has_a_sentence_and_a_title_of_its_own() -> None:
    said: dict[str, set[Kind]] = {}
    for fact in FACTS:
        said.setdefault(str(fact.sentence()).removeprefix(fact.seat.word), set()).add(fact.kind)
    assert [kinds for kinds in said.values() if len(kinds) > 1] == []
    assert len({about.title for about in KINDS.values()}) == len(Kind)


# ---- what happens again


def offence(kind: Kind) -> tuple[Table, Fact]:
    """A table at which this may be claimed, and the offence."""
    league = load("sportcial-league")
    match kind:
        case Kind.PASS_OUT_OF_TURN:
            return sat("D1", league), WrongCall(Seat.N, kind, Pass(Seat.N))
        case Kind.LOOSE_WORDS:
            return sat("D1", league), LooseWords(Seat.W, "take it")
        case Kind.NOT_SINGLY:
            return did(made("D1", league), "W AS"), NotSingly(Seat.E, card("QC"))
        case _:
            facts = [fact for fact in FACTS if fact.kind is kind]
            return did(made("D1", league), "W AS"), facts[0]


def test_talk_says_only_whose_it_was_so_that_it_may_always_happen_again() -> None:
    assert all(KINDS[kind].again for kind in get_args(Helping))


@pytest.mark.parametrize("kind", [kind for kind, about in KINDS.items() if about.again])
def test_a_second_offence_is_ruled_upon_again(kind: Kind) -> None:
    table, fact = offence(kind)
    table = claim(table, fact, None, points=1)
    assert ruling(table).upheld
    if kind is Kind.LOOSE_WORDS:  # an order as long as it stands, so it cannot be said again
        table = overrule(table, "R. Marsh", "It was said in jest", (LetStand(FINAL),))
    table = claim(table, fact, None, points=1)
    assert ruling(table).upheld
    assert len([each for each in table.log if isinstance(each, Ruled)]) == 2


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("name", names())
def test_what_goes_by_a_first_time_says_which(name: str, kind: Kind) -> None:
    asked = {known.first_time for known, _ in every_ruling(kind, load(name))} != {None}
    assert not asked or KINDS[kind].first is not None


def test_a_first_time_is_the_player_s_own_and_of_its_kind() -> None:
    table = claim(did(made("D1", "alberta-55plus"), "W AS"), NotSingly(Seat.E, card("QC")), None)
    assert situation(table, NotSingly(Seat.E, card("KD"))).first_time is False
    assert situation(table, NotSingly(Seat.N, card("KC"))).first_time is True
    assert situation(table, Talk(Seat.E, Kind.TABLE_TALK)).first_time is None


# ---- how it is noticed


def tables() -> Iterator[Table]:
    """Tables at which something of every kind happened, in every book."""
    for name in names():
        book = load(name)
        yield drop_cards(did(made("D1", book), "W AS"), Seat.E, (card("QC"), card("KD")))
        yield from (case.table(book) for case in CASES)


def test_what_everybody_sees_can_be_called_and_nothing_else_can() -> None:
    seen = {fact.kind for table in tables() for fact in plain_to_see(table)}
    assert seen | AT_ONCE == of("by everybody")


def test_a_doubt_is_of_hidden_cards() -> None:
    assert {fact.kind for table in tables() for fact in doubts(table)} <= of("in hidden cards")


def test_the_games_with_slips_report_what_only_people_can_tell() -> None:
    table = neatly(made("D1", load("national-2025")), tricks(T1, 1))
    told = {fact.kind for fact in tellable(table, Seat.S, card("JH"))}
    # A faced card is ruled upon as an exposed one, and words count while a card can be ordered.
    not_tried = {Kind.FACED_CARD, Kind.LOOSE_WORDS}
    assert told - of("by everybody") == of("by report") - not_tried
