"""The bidding tables: read, checked, and calls that the book allows."""

from pathlib import Path

import pytest

from rightbower.players import tables as bidding_table
from rightbower.players.league import league
from rightbower.players.simulate import new_game
from rightbower.players.tables import NO_TABLE, basis, call_by_table, read_table
from rightbower.players.views import view
from rightbower.rules.acts import Action, GoAlone, KeepPartner
from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Phase
from rightbower.rules.game import deal_out, place
from seated_players import table

FOLDER = Path(bidding_table.__file__).parent / "data"
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


@pytest.mark.parametrize(
    ("book", "other"),
    [
        ("alberta-55plus", "alberta-55plus"),
        ("provincial-55plus", "alberta-55plus"),
        ("charity-social", "charity-social"),
        ("national-2025", "national-2025"),
        ("sportcial-league", "standard"),
        ("standard", "standard"),
    ],
)
def test_every_book_has_a_table_of_its_own_auction(book: str, other: str) -> None:
    found = basis(load(book))
    assert found.exact
    assert found.words == f"Calls are those of the bidding table of {other}."
    assert found.scores, "its game ends as those of the table do"


NEEDS_TRUMP = {"bidding.trump_to_order": "all but dealer", "bidding.breach": "refused"}
FIVE_IN_PLAY = {
    "burying.turn_up": "unless five of the suit",
    "burying.five_of_suit": "suit in play",
}


@pytest.mark.parametrize(
    ("book", "house", "unlike"),
    [
        ("standard", {"bidding.partner_order": "must be alone"}, "partner must be alone"),
        ("standard", {"bidding.natural_scope": "everyone"}, "natural card"),
        ("standard", {"bidding.natural_jack": False}, ""),
        ("alberta-55plus", {"bidding.natural_jack": False}, "natural card"),
        ("standard", NEEDS_TRUMP, "trump to order"),
        ("standard", NEEDS_TRUMP | {"bidding.breach": "allowed"}, ""),
        ("national-2025", {"bidding.left_counts": False}, "trump to order"),
        ("standard", {"bidding.left_counts": False}, ""),
        ("national-2025", {"bidding.order_down": "in round two"}, "trump to name"),
        ("standard", {"bidding.order_down": "in round two"}, ""),
        ("standard", {"bidding.all_pass": "throw in"}, "all pass"),
        ("national-2025", FIVE_IN_PLAY, "bury"),
        ("standard", {"burying.five_of_suit": "suit in play"}, ""),
        ("standard", {"alone.who": "anyone"}, "who may be alone"),
        (
            "alberta-55plus",
            {"bidding.all_pass": "stick the dealer", "alone.who": "makers"},
            "all pass, who may be alone",
        ),
    ],
)
def test_a_house_calls_by_the_nearest_table_and_says_what_differs(
    book: str, house: dict[str, object], unlike: str
) -> None:
    found = basis(overlay(load(book), house, note="As this house plays."))
    said = f"the nearest bidding table, that of {book}, though it differs in: {unlike}"
    assert (
        found.words == f"Calls are those of {said if unlike else f'the bidding table of {book}'}."
    )
    assert found.exact is not bool(unlike)


@pytest.mark.parametrize(
    ("book", "house"),
    [
        ("standard", {"bidding.lone_partner_turn_up": "lone partner takes it"}),
        ("standard", {"alone.lead": "left of lone player"}),
        ("standard", {"score.tricks_to_make": 4}),
        ("standard", {"score.march": 3}),
        ("standard", {"score.lone_march": 5}),
        ("standard", {"game.counts": "tricks"}),
        (
            "alberta-55plus",
            {
                "bidding.natural_scope": "everyone",
                "bidding.all_pass": "stick the dealer",
                "alone.who": "makers",
                "burying.turn_up": "allowed",
            },
        ),
    ],
)
def test_an_auction_too_far_from_every_table_has_none(book: str, house: dict[str, object]) -> None:
    found = basis(overlay(load(book), house, note="As this house plays."))
    assert (found.table, found.words, found.scores) == (None, NO_TABLE, {})


def test_a_game_of_so_many_deals_has_no_scores_in_the_table_of_games_to_points() -> None:
    deals = overlay(load("standard"), {"game.target": None, "game.deals": 8}, note="Eight deals.")
    assert basis(deals).exact
    assert not basis(deals).scores


@pytest.mark.parametrize(
    ("hand", "answer"),
    [("9S TS 9C TC 9D", KeepPartner(Seat.W)), ("JS JC AS AD KS", GoAlone(Seat.W))],
    ids=["passes", "calls alone"],
)
def test_who_named_a_suit_goes_alone_only_with_a_hand_that_calls_alone_by_the_table(
    hand: str, answer: Action
) -> None:
    acts = "W pass, N pass, E pass, S turn down, W name S"
    game = table("S deals, 9H up", "charity-social", acts=acts, W=hand)
    assert call_by_table(view(game, Seat.W)) == answer
