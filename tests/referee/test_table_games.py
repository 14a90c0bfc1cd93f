"""Whole games as at the table, with slips by everybody: they end, and nothing is lost or invented."""

from random import Random

import pytest

from referee.slippery import cards_on_table, slippery_game
from rightbower.referee.rulings import borrowed, citations
from rightbower.referee.table import Ruled, Table, allowed_cards, legal_cards
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.cards import Side
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Phase


def check_rulings(table: Table, book: RuleBook) -> int:
    """Every ruling names a clause of its own book, or says that it is borrowed or left."""
    rulings = [each for each in table.log if isinstance(each, Ruled)]
    for each in rulings:
        assert each.ruling.paths
        for found in citations(each.ruling, book):
            own = found.clause.startswith((book.document, f"{book.name}:"))
            lent = found.basis == "borrowed" and borrowed(each.ruling, book)
            assert own or lent or found.basis == "not borrowed"
    return len(rulings)


def check_points(table: Table) -> None:
    """The score is what the hands and the rulings brought, mark by mark."""
    game = table.game
    marks = [mark for each in game.finished for mark in each.marks] + list(game.rulings)
    for side in Side:
        made = sum(mark.points for mark in marks if mark.side is side)
        assert game.score[side] == game.start_score[side] + made


def check_cards(table: Table) -> None:
    """Every card dealt is still somewhere, once; orders leave a legal card to play."""
    deal = table.game.deal
    if deal is None:
        return
    assert all(number <= table.quitted for number in table.unturned)
    dealt = Dealt(deal.dealt, deal.turn_up, deal.stock)
    assert cards_on_table(deal) == sorted(
        [card for hand in dealt.hands for card in hand] + [dealt.turn_up, *dealt.stock]
    )
    if deal.phase is Phase.PLAY and deal.turn is not None:
        bound = allowed_cards(deal, deal.turn, table.orders)
        assert bound
        assert set(bound) <= set(legal_cards(deal, deal.turn))


def play(book: RuleBook, seed: int) -> int:
    table = None
    for table, _ in slippery_game(book, Random(seed)):
        check_cards(table)
        check_points(table)
    assert table is not None
    assert table.game.result is not None
    assert table.entered
    return check_rulings(table, book)


@pytest.mark.parametrize("book", names())
def test_every_game_ends_and_every_ruling_has_its_clause(book: str) -> None:
    assert sum(play(load(book), seed) for seed in range(12)) > 40


@pytest.mark.soak
@pytest.mark.parametrize("book", names())
def test_hundreds_of_slippery_games(book: str) -> None:
    assert sum(play(load(book), seed) for seed in range(100, 500)) > 2000
