"""The audit: nothing in proper play, and whatever is planted, no more and no less."""

from random import Random

import pytest

from random_play import play_game
from referee.sitting import cards_of, did, moved, opened, sat
from referee.slippery import planted
from rightbower.referee.audit import audit, judged
from rightbower.referee.doing import deal_at_table
from rightbower.referee.irregularities import Kind, Misdeal, WrongCall, WrongCount
from rightbower.rules.acts import read_action
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat


def audit_games(book: str, seeds: range) -> int:
    """Audit random legal games; give the number of deals seen."""
    seen = 0
    for seed in seeds:
        chance = Random(seed)
        for game in play_game(load(book), Seat(seed % 4), chance):
            last = game
        for scored in last.finished:
            facts = audit(scored.deal)
            if scored.deal.ending == "game lost":
                assert [fact.kind for fact in facts] == [Kind.ORDER_WITHOUT_TRUMP]
            else:
                assert facts == ()
            seen += 1
    return seen


def find_planted(seeds: range) -> int:
    """Plant one irregularity in each deal; the audit finds that one and nothing else."""
    found = 0
    books = [load(name) for name in names()]
    for seed in seeds:
        chance = Random(seed)
        plant = planted(chance.choice(books), chance)
        if plant is not None:
            deal, expected = plant
            assert set(audit(deal)) == set(expected), f"seed {seed}"
            assert len(audit(deal)) == len(expected), f"seed {seed}"
            found += 1
    return found


@pytest.mark.parametrize("book", names())
def test_proper_games_show_nothing(book: str) -> None:
    assert audit_games(book, range(8)) > 30


def test_what_is_planted_is_found() -> None:
    assert find_planted(range(500)) > 400


@pytest.mark.soak
def test_ten_thousand_planted_are_found() -> None:
    assert find_planted(range(1000, 12_500)) >= 10_000


@pytest.mark.soak
@pytest.mark.parametrize("book", names())
def test_hundreds_of_proper_games_show_nothing(book: str) -> None:
    assert audit_games(book, range(100, 400)) > 2000


def test_a_card_too_few_in_the_pack_is_found() -> None:
    table = deal_at_table(opened("alberta-55plus"), moved(cards_of("D1"), "KC", "N", None))
    assert audit(table.deal) == (
        Misdeal(Seat.S, Kind.IMPERFECT_PACK),
        WrongCount(Seat.N, 4),
    )


EARLY = Kind.CALL_OUT_OF_TURN


@pytest.mark.parametrize(
    ("book", "before", "call", "kinds"),
    [
        ("alberta-55plus", "W pass, N pass, E pass, S turn down", "W order", [Kind.DEAD_SUIT]),
        (
            "alberta-55plus",
            "W pass, N pass, E pass, S turn down",
            "S pick up",
            [EARLY, Kind.DEAD_SUIT],
        ),
        ("alberta-55plus", "W pass", "E pass", [Kind.PASS_OUT_OF_TURN]),
        ("alberta-55plus", "W pass, N pass", "E turn down", [Kind.TURN_DOWN_OUT_OF_TURN]),
        ("alberta-55plus", "W pass, N pass, E pass", "S order", [Kind.FORBIDDEN_CALL]),
        ("alberta-55plus", "W pass, N pass, E pass, S pick up", "E order", [EARLY]),
        ("charity-social", "W order alone", "S bury JC", []),
        ("charity-social", "", "W order alone", [Kind.FORBIDDEN_CALL]),
    ],
)
def test_calls_are_told_apart(book: str, before: str, call: str, kinds: list[Kind]) -> None:
    deal = sat("D1", book, before).deal if before else sat("D1", book).deal
    found = judged(deal, read_action(call))
    assert [fact.kind for fact in found] == kinds
    assert all(isinstance(fact, WrongCall) for fact in found)


def test_play_begun_before_the_maker_was_asked_is_play_with_the_partner() -> None:
    """At the social somebody leads before the maker has said alone or not."""
    table = did(sat("D1", "charity-social", "W pass, N pass, E pass, S pick up, S bury JC"), "W AS")
    assert (table.deal.lone, table.deal.turn, audit(table.deal)) == (None, Seat.N, ())
