"""Euchre Game Notation: games come in as they were played, and other people's games too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from record.egn_files import DEAL, FILE, acts, bidding, came, dealt, file, refusal
from rightbower.record.egn import read, write
from rightbower.record.egn_schema import EgnError
from rightbower.record.entries import ActionEntry
from rightbower.record.record import replay
from rightbower.record.summary import summary
from rightbower.rules.acts import Bury
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, card, cards

HERE = Path(__file__).resolve().parent
SHARED = HERE.parents[2] / "shared" / "egn"
REAL = sorted(SHARED.glob("*.egn"))
FIVE_UP = (HERE / "games" / "five-up.egn").read_text("utf-8")

# A deal comes in as it was played.


def test_lone_march_is_replayed() -> None:
    record = came(FILE).record
    assert acts(record)[:4] == ["N order alone", "W bury TC", "N JS", "E 9H"]
    game = replay(record)
    assert game.score == (4, 0)
    assert game.finished[0].marks[0].path == "score.lone_march"
    assert record.players == ("Ann", "Ben", "Cat", "Dov")


def test_hands_are_derived_from_the_play_and_the_rest_is_marked_as_assumed() -> None:
    entry = dealt(came(FILE).record)
    assert set(entry.cards.hands[Seat.N]) == set(cards("JS JC AS KS AD"))
    assert set(entry.cards.hands[Seat.W]) == set(cards("TC TS QS KH AH"))
    unknown = set(entry.cards.hands[Seat.S]) | set(entry.cards.stock)
    assert entry.assumed == unknown
    assert card("TC") not in entry.assumed


def test_untold_discard_is_assumed_and_not_written() -> None:
    came_in = came(bidding(discard=None))
    (bury,) = [
        each
        for each in came_in.record.entries
        if isinstance(each, ActionEntry) and isinstance(each.action, Bury)
    ]
    assert bury.assumed
    out = json.loads(write(came_in.record, came_in.notes))
    assert "discard" not in out["deals"][0]["phases"][0]
    assert came(out) == came_in


@pytest.mark.parametrize("said", ["Xx", "XX", "Xc"])
def test_unknown_discard(said: str) -> None:
    came_in = came(bidding(discard=said))
    (bury,) = [each for each in acts(came_in.record) if "bury" in each]
    assert said != "Xc" or bury.endswith("C")
    assert dealt(came_in.record).assumed
    assert came(json.loads(write(came_in.record, came_in.notes))) == came_in


def test_turn_up_that_its_taker_never_played_was_buried() -> None:
    data = bidding(discard=None)
    data["deals"][0]["phases"][1]["tricks"] = [
        ["Ad", "Kd", "9d"],
        ["Jc", "Th", "Kc"],
        ["As", "Qh", "Qc"],
        ["Ks", "Td", "Kh"],
        ["Js", "9h", "Ah"],
    ]
    came_in = came(data)
    assert "W bury 9S" in acts(came_in.record)
    assert json.loads(write(came_in.record))["deals"][0]["phases"][0]["discard"] == "9s"
    assert json.loads(write(came_in.record, came_in.notes)) == data


def test_bowers_nines_and_capital_suits_by_their_other_names() -> None:
    plain = came(FILE)
    tricks = [["R", "Nh", "NS"], ["L", "TH", "Ts"], *DEAL["phases"][1]["tricks"][2:]]
    assert came(file(deals__0__phases__1__tricks=tricks)).record == plain.record


def test_isalone_may_stand_in_the_play_too() -> None:
    assert came(file(deals__0__phases__1__isAlone=True)).record == came(FILE).record


def test_named_trump_and_a_deal_thrown_in() -> None:
    calls = ["Pass"] * 5 + ["h"]
    data = bidding(calls=calls, isAlone=False, discard=None)
    del data["deals"][0]["phases"][1]
    record = came(data).record
    assert acts(record)[3:] == ["W turn down", "N pass", "E name hearts"]
    thrown = bidding(calls=["Pass"] * 8, isAlone=None, discard=None)
    del thrown["deals"][0]["phases"][1]
    thrown["metadata"]["ruleset"] = {"std": False}
    assert replay(came(thrown).record).finished[0].deal.ending == "thrown in"
    del thrown["metadata"]["ruleset"]
    assert "deal 1 (dealNumber 0), call 8: West passes: everybody else passed" in refusal(thrown)


def test_discard_of_a_dealer_who_sits_out_is_taken_no_notice_of() -> None:
    data = bidding(calls=["Pass", "Order"], discard="9c")
    data["deals"][0]["phases"][1]["tricks"] = []
    came_in = came(data)
    assert acts(came_in.record) == ["N pass", "E order alone"]
    assert json.loads(write(came_in.record, came_in.notes)) == data


def test_deal_with_nothing_but_cards() -> None:
    data = file(deals__0__phases=[])
    came_in = came(data)
    assert acts(came_in.record) == []
    assert came(json.loads(write(came_in.record, came_in.notes))) == came_in


def test_deal_that_stops_at_the_bury() -> None:
    data = bidding(discard=None)
    del data["deals"][0]["phases"][1]
    assert acts(came(data).record) == ["N order alone"]


def test_hands_that_are_given_are_kept_in_their_order() -> None:
    hands = [
        ["Ad", "Ks", "As", "Jc", "Js"], ["Kd", "Td", "Qh", "Th", "9h"],
        ["Qc", "Kc", "9d", "Qd", "Jh"], ["Ts", "Qs", "Ah", "Kh", "Tc"],
    ]  # fmt: skip
    came_in = came(file(deals__0__initialState__playerCards=hands))
    entry = dealt(came_in.record)
    assert entry.cards.hands[Seat.N] == cards("AD KS AS JC JS")
    assert entry.assumed == frozenset()
    assert entry.cards.stock == cards("9C AC JD")


def test_part_of_a_hand_is_kept_to() -> None:
    hands = [[], ["Xh", "Kx"], ["Ax", "Xc", "Xx"], []]
    entry = dealt(came(file(deals__0__initialState__playerCards=hands)).record)
    assert entry.cards.hands[Seat.S][0] is card("AC")
    assert entry.cards.hands[Seat.S][1].suit.letter == "C"
    assert card("AC") in entry.assumed


def test_dealer_known_but_not_what_was_buried() -> None:
    hands = [[], [], [], ["Ts", "Qs", "Ah", "Kh", "Tc"]]
    data = file(deals__0__initialState__playerCards=hands, deals__0__phases__0__discard=None)
    assert "W bury TC" in acts(came(data).record)


def test_alone_before_the_first_card() -> None:
    book = load("charity-social")
    together = bidding(isAlone=False, discard="Tc")
    del together["deals"][0]["phases"][1]
    asked = acts(came(FILE, book).record)
    assert asked[:4] == ["N order", "W bury TC", "N alone", "N JS"]
    assert acts(came(together, book).record)[-1] == "N with partner"


def test_partner_who_is_bound_to_be_alone_is_so_whatever_the_file_says() -> None:
    data = bidding(calls=["Pass", "Order"], isAlone=None, discard=None)
    del data["deals"][0]["phases"][1]
    data["metadata"]["ruleset"] = {"canadian": True}
    assert acts(came(data).record)[-1] == "E order alone"
    assert acts(came(data, load("charity-social")).record)[-1] == "E order alone"


def test_bell_rings_first_where_the_turn_up_waits_for_it() -> None:
    record = came(FILE, load("national-2025")).record
    assert replay(record).begun
    assert replay(record).score == (4, 0)


def test_untold_cards_make_the_bidding_possible_too() -> None:
    # The dealer took it by choice and needs a natural card, which can only be the one buried.
    data = bidding(calls=["Pass", "Pass", "Pass", "Order"], isAlone=False, discard=None)
    data["deals"][0]["phases"][1]["tricks"] = [["Ad", "9d", "Td", "Qd"]]
    book = load("alberta-55plus")
    record = came(data, book).record
    hand = dealt(record).cards.hands[Seat.W]
    assert any(each.suit.letter == "S" for each in hand)


# The ruleset.


def test_ruleset_becomes_settings_over_the_book() -> None:
    rules = {
        "std": False, "winning_score": 11, "canadian": True, "loner_lead": "LEFT_OF_LONER",
        "loner_march_score": 5, "loner_euchred_score": 4, "min_rank": 9, "joker": False,
        "num_players": 4, "defend_alone": False,
    }  # fmt: skip
    data = file(deals__0__phases=[], metadata__ruleset=rules)
    record = came(data).record
    book = record.book
    assert (book.bidding.all_pass, book.bidding.partner_order) == ("throw in", "must be alone")
    assert book.alone.lead == "left of lone player"
    assert (book.score.lone_march, book.score.lone_euchre) == (5, 4)
    assert replay(record).target == 11
    assert book.cite("score.lone_march").basis == "house"


def test_ruleset_that_says_what_the_book_says_changes_nothing() -> None:
    rules = {"std": True, "winning_score": 10, "canadian": False}
    record = came(file(metadata__ruleset=rules)).record
    assert record.book == load("standard")
    assert record.target is None


def test_number_of_deals_takes_the_place_of_the_target() -> None:
    record = came(file(metadata__ruleset={"num_deals": 1})).record
    result = replay(record).result
    assert (record.book.game.deals, record.book.game.target) == (1, None)
    assert result is not None
    assert result.reason == "deals"
    assert came(file(metadata__ruleset={"num_deals": 0})).record.book == load("standard")


def test_winning_score_over_a_book_that_plays_deals() -> None:
    data = file(metadata__ruleset={"winning_score": 12})
    book = came(data, load("charity-social")).record.book
    assert (book.game.target, book.game.deals) == (12, None)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("fast_break", True, "true"),
        ("four_trick_tokens", True, "true"),
        ("num_players", 3, "3"),
        ("min_rank", 6, "6"),
    ],
)
def test_rule_that_no_book_has_is_refused_by_name(key: str, value: object, said: str) -> None:
    reason = refusal(file(metadata__ruleset={key: value}))
    assert reason == f"metadata.ruleset.{key} is {said}, and no book here plays so"


@pytest.mark.parametrize("key", ["farmers", "partners_best", "go_under"])
def test_rule_that_no_book_has_and_the_deals_do_not_use_is_remarked_on(key: str) -> None:
    came_in = came(file(metadata__ruleset={key: True}))
    assert came_in.remark == f"ruleset.{key} is true, and no book here has that"
    assert came_in.record == came(FILE).record
    assert came(file(metadata__ruleset={key: False})).remark == ""


def test_winning_score_of_nought_leaves_it_to_the_number_of_deals() -> None:
    record = came(file(metadata__ruleset={"winning_score": 0, "num_deals": 3})).record
    assert (record.book.game.deals, record.book.game.target) == (3, None)


# Games of other people.


def test_our_own_file_is_the_game_it_was() -> None:
    came_in = read(FIVE_UP)
    assert came_in.record.title == "Five up"
    assert summary(came_in.record).complete
    assert write(came_in.record) == FIVE_UP


@pytest.mark.skipif(not REAL, reason="the shared games are not beside the checkout")
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_game_replays_and_goes_out_as_it_came(path: Path) -> None:
    text = path.read_text("utf-8")
    came_in = read(text)
    game = replay(came_in.record)
    assert game.result is not None
    assert game.result.reason == "points"
    assert json.loads(write(came_in.record, came_in.notes)) == json.loads(text)


@pytest.mark.skipif(not REAL, reason="the shared games are not beside the checkout")
@pytest.mark.parametrize("name", ["invalid1.json", "invalid2.json"])
def test_file_of_another_kind_is_refused(name: str) -> None:
    with pytest.raises(EgnError, match=r"fileType is|does not hold one object"):
        read((SHARED / name).read_text("utf-8"))
