"""The bidding tables: read, checked, and calls that the book allows."""

from pathlib import Path

import pytest

from rightbower.book import load, names
from rightbower.cards import Seat, shuffled
from rightbower.ceremonies import deal_cards
from rightbower.deal import Phase
from rightbower.game import deal_out, place
from rightbower.players import bidding_table
from rightbower.players.bidding_table import call_by_table
from rightbower.players.league import league
from rightbower.players.table_file import read_table
from rightbower.simulate import new_game
from rightbower.view import view

FOLDER = Path(bidding_table.__file__).parent / "tables"
TABLES = sorted(FOLDER.glob("*.table"))


def test_all_that_is_shipped_stays_within_three_megabytes() -> None:
    assert len(TABLES) >= 4
    assert sum(each.stat().st_size for each in TABLES) <= 3_000_000


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_table_that_was_changed_is_not_read(path: Path, tmp_path: Path) -> None:
    read_table(path)
    spoilt = bytearray(path.read_bytes())
    spoilt[len(spoilt) // 2] ^= 0x55
    copy = tmp_path / path.name
    copy.write_bytes(bytes(spoilt))
    with pytest.raises(ValueError, match=path.stem):
        read_table(copy)


@pytest.mark.parametrize("book", names())
def test_its_calls_are_allowed_by_the_book(book: str) -> None:
    rules, asked, known = load(book), 0, 0
    for seed in range(40):
        dealer = Seat(seed % 4)
        cards = deal_cards(shuffled(f"{book} {seed}"), dealer, rules)
        game = deal_out(new_game(rules, dealer), cards)
        while game.deal is not None and game.deal.phase in (Phase.ROUND_ONE, Phase.ROUND_TWO):
            assert game.deal.turn is not None
            seen = view(game, game.deal.turn)
            called = call_by_table(seen)
            asked, known = asked + 1, known + (called is not None)
            assert called is None or called in seen.legal
            game = place(game, league(seen) if called is None else called)
    assert asked > 40
    assert known > asked // 2
