"""How the kernel weighs worlds: whether a hand calls so by the table, as the player who calls by it does."""

from collections.abc import Iterator

import pytest

from rightbower.players.kernel.bits import (
    ALONE_LATER,
    GO_ALONE,
    KEEP_PARTNER,
    mask_of,
    number_of,
    pack,
)
from rightbower.players.kernel.worlds import by_table
from rightbower.players.league import league
from rightbower.players.simulate import new_game
from rightbower.players.tables import basis, call_by_table, calls_for
from rightbower.players.views import View, view
from rightbower.rules.acts import Action
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Phase
from rightbower.rules.game import deal_out, place

AUCTION = (Phase.ROUND_ONE, Phase.ROUND_TWO, Phase.ALONE)
EXACT = [name for name in names() if basis(load(name)).exact]
LATER = [name for name in EXACT if pack(load(name))[ALONE_LATER]]


def asked(book: str, deals: int) -> Iterator[tuple[View, Action]]:
    """Who has to call, and what the table says; whoever it tells nothing calls as a league player."""
    rules = load(book)
    for seed in range(deals):
        dealer = Seat(seed % 4)
        cards = deal_cards(shuffled(f"{book} likely {seed}"), dealer, rules)
        game = deal_out(new_game(rules, dealer), cards)
        while game.deal is not None and game.deal.phase in AUCTION:
            seen = view(game, game.deal.turn)
            called = call_by_table(seen)
            if called is not None:
                yield seen, called
            game = place(game, league(seen) if called is None else called)


def kernel_says(seen: View, action: Action) -> bool:
    """Whether the kernel takes a hand for one that calls so by the table."""
    calls = calls_for(seen)
    assert calls is not None
    assert seen.seat is not None
    assert seen.turn_up is not None
    at = (seen.seat - seen.dealer - 1) & 3
    hand, up = mask_of(seen.hand), seen.turn_up.index
    return bool(by_table(calls.lines, hand, up, at, len(seen.bids), number_of(action)))


@pytest.mark.parametrize("book", sorted({*EXACT} - {*LATER}))
def test_a_hand_calls_as_the_table_says_and_not_otherwise(book: str) -> None:
    kinds = set()
    for seen, called in asked(book, 120):
        kinds.add((seen.phase, number_of(called)))
        said = [action for action in seen.legal if kernel_says(seen, action)]
        assert said == [called], (seen.hand, seen.turn_up)
    assert len(kinds) > 8


@pytest.mark.parametrize("book", LATER)
def test_alone_is_told_later_as_the_table_says(book: str) -> None:
    told = set()
    for seen, called in asked(book, 400):
        # A dealer who took the turn-up has another hand by then.
        if seen.phase is Phase.ALONE and seen.taken_by is not seen.seat:
            told.add(number_of(called))
            assert [action for action in seen.legal if kernel_says(seen, action)] == [called]
    assert told == {GO_ALONE, KEEP_PARTNER}
