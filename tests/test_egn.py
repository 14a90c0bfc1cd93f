"""Euchre Game Notation: games come in as they were played, go out again, and faults are found."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from recorded import Drawn, books, games
from rightbower.book import RuleBook, load, overlay
from rightbower.cards import Seat, card, cards
from rightbower.deal import Bury, GoAlone, KeepPartner, Order, Play, write_action
from rightbower.egn import EgnError, Notation, read, write
from rightbower.record import ActionEntry, DealtEntry, Record, VoidEntry, replay, stories, summary

HERE = Path(__file__).resolve().parent
SHARED = HERE.parent.parent / "shared" / "egn"
REAL = sorted(SHARED.glob("*.egn"))
FIVE_UP = (HERE / "games" / "five-up.egn").read_text("utf-8")

# Dealer 3 (West). North leads; every trick follows suit or is void. North orders, West takes 9s.
DEAL: dict[str, Any] = {
    "dealNumber": 0,
    "initialState": {"dealer": 3, "upCard": "9s"},
    "phases": [
        {
            "phaseNumber": 0,
            "type": "EUCHRE_BIDDING",
            "calls": ["Order"],
            "isAlone": True,
            "discard": "Tc",
        },
        {
            "phaseNumber": 1,
            "type": "TRICK_PLAY",
            "tricks": [
                ["Js", "9h", "9s"],
                ["Jc", "Th", "Ts"],
                ["As", "Qh", "Qs"],
                ["Ks", "Td", "Kh"],
                ["Ad", "Kd", "Ah"],
            ],
        },
    ],
}
FILE: dict[str, Any] = {
    "fileType": "Euchre Game Notation",
    "version": "1.4",
    "metadata": {"players": ["Ann", "Ben", "Cat", "Dov"], "initialScore": [0, 0]},
    "deals": [DEAL],
}


def file(**changes: Any) -> dict[str, Any]:
    """The file with values put at paths such as ``deals_0_phases_0_calls``; None takes one out."""
    data: dict[str, Any] = json.loads(json.dumps(FILE))
    for path, value in changes.items():
        *way, last = [int(key) if key.isdigit() else key for key in path.split("__")]
        node: Any = data
        for key in way:
            node = node.setdefault(key, {}) if isinstance(node, dict) else node[key]
        if value is None:
            del node[last]
        else:
            node[last] = value
    return data


def bidding(**changes: Any) -> dict[str, Any]:
    return file(**{f"deals__0__phases__0__{key}": value for key, value in changes.items()})


def came(data: object, book: RuleBook | None = None) -> Notation:
    return read(json.dumps(data), book)


def refusal(data: object, book: RuleBook | None = None) -> str:
    with pytest.raises(EgnError) as found:
        came(data, book)
    return str(found.value)


def acts(record: Record) -> list[str]:
    return [write_action(each.action) for each in record.entries if isinstance(each, ActionEntry)]


def dealt(record: Record) -> DealtEntry:
    return next(each for each in record.entries if isinstance(each, DealtEntry))


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
    data["deals"][0]["phases"][1]["tricks"][0][2] = "9d"
    data["deals"][0]["phases"][1]["tricks"][0] = ["Ad", "Kd", "9d"]
    data["deals"][0]["phases"][1]["tricks"][4] = ["Js", "9h", "Ah"]
    data["deals"][0]["phases"][1]["tricks"][1:4] = [
        ["Jc", "Th", "Kc"], ["As", "Qh", "Qc"], ["Ks", "Td", "Kh"]
    ]  # fmt: skip
    came_in = came(data)
    assert "W bury 9S" in acts(came_in.record)
    out = json.loads(write(came_in.record, came_in.notes))
    assert out["deals"][0]["phases"][0]["discard"] == "9s"


def test_bowers_nines_and_capital_suits_by_their_other_names() -> None:
    plain = came(FILE)
    tricks = [["R", "Nh", "NS"], ["L", "TH", "Ts"], *DEAL["phases"][1]["tricks"][2:]]
    assert came(file(deals__0__phases__1__tricks=tricks)).record == plain.record


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
    rules = {"std": True, "winning_score": 10, "canadian": False, "num_deals": None}
    del rules["num_deals"]
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
        ("joker", True, "true"),
        ("farmers", True, "true"),
        ("partners_best", True, "true"),
        ("go_under", True, "true"),
        ("defend_alone", True, "true"),
        ("allow_no_trump", True, "true"),
        ("fast_break", True, "true"),
        ("four_trick_tokens", True, "true"),
        ("num_players", 3, "3"),
        ("min_rank", 7, "7"),
    ],
)
def test_rule_that_no_book_has_is_refused_by_name(key: str, value: object, said: str) -> None:
    reason = refusal(file(metadata__ruleset={key: value}))
    assert reason == f"metadata.ruleset.{key} is {said}, and no book here plays so"


# What cannot be is refused where it stands.


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"fileType": "Euchre Match Notation"}, "fileType is 'Euchre Match Notation', not 'Euchre"),
        ({"fileType": 5}, "fileType is missing or no name"),
        ({"version": "1.5"}, "version: Expected `str` matching regex"),
        ({"version": "1.1"}, "version: Expected"),
        ({"extra": 1}, "the file: there is no such key as `extra`"),
        ({"metadata": None}, "the file: this key is missing: `metadata`"),
        ({"deals": {}}, "deals: Expected `array`, got `object`"),
        ({"deals": []}, "the file holds no deals"),
        ({"deals": [DEAL] * 101}, "deals: Expected `array` of length <= 100"),
        ({"deals": ["AbC_9-"]}, "deal 1 is in the condensed form"),
        ({"metadata__venue": "x"}, "metadata: there is no such key as `venue`"),
        ({"metadata__players": ["a", "b"]}, "metadata.players: Expected `array` of length"),
        ({"metadata__players__0": {"id": "x"}}, "metadata.players[0]: this key is missing: `name`"),
        ({"metadata__initialScore": [1]}, "metadata.initialScore: "),
        ({"metadata__initialScore": [True, 0]}, "metadata.initialScore[0]: Expected `int`"),
        ({"metadata__initialScore": [10, 3]}, "metadata.initialScore: a side has the 10 points"),
        ({"metadata__initialScore": [10**40, 3]}, "metadata.initialScore[0]: "),
        ({"metadata__date": "yesterday"}, "metadata.date: Expected `str` matching"),
        ({"metadata__finalScore": [3, 0]}, "metadata.finalScore is 3–0, and the deals come to 4–0"),
        ({"metadata__ruleset__house": 1}, "metadata.ruleset: there is no such key as `house`"),
        ({"metadata__ruleset__std": 1}, "metadata.ruleset.std: Expected `bool | null`, got `int`"),
        ({"metadata__ruleset__loner_lead": "x"}, "metadata.ruleset.loner_lead: Invalid enum value"),
        (
            {"metadata__ruleset": {"winning_score": 10, "num_deals": 4}},
            "metadata.ruleset has winning_score and num_deals; it may have one of them",
        ),
        ({"metadata__ruleset__winning_score": 0}, "the game would never end"),
        ({"deals__0__initialState__dealer": 4}, "deals[0].initialState.dealer: Expected `int`"),
        ({"deals__0__initialState__upCard": "9S9"}, "deals[0].initialState.upCard: "),
        ({"deals__0__initialState__upCard": "Xx"}, "deal 1 (dealNumber 0), the upCard: Xx is an"),
        ({"deals__0__initialState__upCard": "R"}, "the upCard: R is a bower, and no trump is made"),
        ({"deals__0__initialState__upCard": "B"}, "the upCard: B is the joker"),
        ({"deals__0__initialState__upCard": "8s"}, "the upCard: 8s is not one of the 24 cards"),
        ({"deals__0__initialState__upCard": "At"}, "the upCard: At gives its suit by its part"),
        ({"deals__0__initialState__kitty": []}, "deals[0].initialState: there is no such key"),
        ({"deals__0__phases__0__type": "TALK"}, "deals[0].phases[0].type: Invalid value"),
        ({"deals__0__phases__0__calls": ["Order", "Pass"]}, "call 2: the bidding was over"),
        ({"deals__0__phases__0__calls": ["n"]}, "call 1: no book here plays without trumps"),
        ({"deals__0__phases__0__calls": ["x"]}, "call 1: the call is unknown"),
        ({"deals__0__phases__0__calls": ["h"]}, "call 1: a suit is named before the turn-up is turned"),
        ({"deals__0__phases__0__calls": ["Knock"]}, "deals[0].phases[0].calls[0]: Invalid enum"),
        ({"deals__0__phases__0__calls": ["Pass"]}, "isAlone is true, and nobody made trump"),
        ({"deals__0__phases__0__aloneDefender": 1}, "aloneDefender: no book here lets a defender"),
        (
            {"deals__0__phases__0__cardExchanges": [{"receiver": 1, "cards": ["Ah"]}]},
            "cardExchanges: no book here lets cards be exchanged",
        ),
        ({"deals__0__phases__0__discard": "Qd"}, "the deal: "),
        ({"deals__0__phases__0__discard": "Js"}, "trick 1, North: JS is there twice"),
        ({"deals__0__phases__0__discard": "9s"}, "trick 1, West: 9S is there twice"),
        ({"deals__0__phases__0__isAlone": False}, "trick 1: 3 cards fell where 4 players play"),
        ({"deals__0__phases": [DEAL["phases"][1]]}, "the phases are not EUCHRE_BIDDING and then"),
        ({"deals__0__phases__1__isAlone": True}, ""),
        ({"deals__0__phases__1__tricks__1": ["Jc"]}, "trick 2: 1 cards fell where 3 players play"),
        ({"deals__0__phases__1__tricks__1__0": "Xs"}, "trick 2, North: Xs is an unknown card"),
        ({"deals__0__phases__1__tricks__1__0": "Js"}, "trick 2, North: JS is there twice"),
        ({"deals__0__phases__1__tricks__0__1": "9s"}, "trick 1, East: 9S was the turn-up"),
        ({"deals__0__phases__0__calls": ["Pass"] * 4 + ["Order"]}, "call 5: the turn-up was turned"),
        (
            {"deals__0__phases__1__tricks__1__2": "Kc", "deals__0__phases__1__tricks__4__2": "Ts"},
            "trick 2, West: West plays KC: spades was led and West holds QS",
        ),
        ({"deals__0__phases__1__tricks": [["Js"]] * 6}, "there are 6 tricks, not 5"),
        ({"deals": [DEAL, DEAL]}, "deal 2 (dealNumber 0), the deal: it is North's deal"),
        ({"deals__0__initialState__playerCards": [[]] * 3}, "playerCards lists 3 hands, not 4"),
        (
            {"deals__0__initialState__playerCards": [["Ad"] * 6, [], [], []]},
            "playerCards, North: 6 cards, not 5",
        ),
        (
            {"deals__0__initialState__playerCards": [["Ad"], ["Ad"], [], []]},
            "playerCards: AD is there twice",
        ),
        (
            {"deals__0__initialState__playerCards": [["9s"], [], [], []]},
            "playerCards: 9S is there twice",
        ),
        (
            {"deals__0__initialState__playerCards": [["8s"], [], [], []]},
            "playerCards, North: 8s is not one of the 24 cards",
        ),
        (
            {"deals__0__initialState__playerCards": [[], [], ["Ah"], []]},
            "trick 5, West: AH is not in the hand that playerCards gives",
        ),
        (
            {"deals__0__initialState__playerCards": [[], [], ["Tc"], []]},
            "the discard: TC is not in the hand that playerCards gives",
        ),
        (
            {"deals__0__initialState__playerCards": [["Jx"] * 5, [], [], []]},
            "playerCards: no deal of one pack fits the cards given",
        ),
    ],
)  # fmt: skip
def test_file_that_cannot_be(change: dict[str, Any], reason: str) -> None:
    if reason in ("", "the deal: "):
        assert came(file(**change)).record.players == ("Ann", "Ben", "Cat", "Dov")
    else:
        assert reason in refusal(file(**change))


def test_revoke_that_the_hand_given_proves() -> None:
    data = file(deals__0__initialState__playerCards=[[], ["Ts"], [], []])
    data["deals"][0]["phases"][1]["tricks"] = [["Js", "9h"]]
    reason = "trick 1, East: East plays 9H: spades was led and East holds TS"
    assert reason in refusal(data)


def test_discard_that_the_hand_given_does_not_hold() -> None:
    data = file(deals__0__initialState__playerCards=[[], [], [], ["Ts", "Qs", "Ah", "Kh", "Tc"]])
    data["deals"][0]["phases"][0]["discard"] = "Xd"
    assert "no deal of one pack fits the cards given" in refusal(data)


def test_isalone_of_the_play_agrees_with_the_bidding() -> None:
    data = bidding(isAlone=False)
    data["deals"][0]["phases"][1]["isAlone"] = True
    assert "isAlone is true in the play and not in the bidding" in refusal(data)


def test_cards_before_trump() -> None:
    data = bidding(calls=["Pass"], isAlone=False, discard=None)
    assert "cards are played before the bidding is over" in refusal(data)


def test_discard_that_nobody_took_a_card_for() -> None:
    data = bidding(calls=["Pass"] * 4 + ["h"], isAlone=False)
    del data["deals"][0]["phases"][1]
    assert "a discard is given, and nobody took the turn-up" in refusal(data)


def test_deal_after_one_that_was_not_finished() -> None:
    unfinished = json.loads(json.dumps(DEAL))
    unfinished["phases"][1]["tricks"].pop()
    after = json.loads(json.dumps(DEAL))
    after["initialState"]["dealer"] = 0
    data = file(deals=[unfinished, after])
    assert refusal(data) == "deal 2 (dealNumber 0), the deal before it was not finished"


def test_deal_after_the_game_is_over() -> None:
    after = json.loads(json.dumps(DEAL))
    after["initialState"]["dealer"] = 0
    data = file(deals=[DEAL, after], metadata__initialScore=[8, 0])
    assert "deal 2 (dealNumber 0), the deal: the game is over" in refusal(data)


def test_untold_cards_that_no_deal_allows_for() -> None:
    # By the book the dealer has to hold a natural spade, and every spade is elsewhere.
    hands = [["Js", "As", "Ks", "Ad", "Jc"], ["Ts", "Qs", "9h", "Th", "Qh"], [], []]
    data = bidding(calls=["Pass", "Pass", "Pass", "Order"], isAlone=False, discard=None)
    data["deals"][0]["initialState"]["playerCards"] = hands
    del data["deals"][0]["phases"][1]
    reason = refusal(data, load("alberta-55plus"))
    assert "call 4: West picks it up: West holds no natural card in spades" in reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"fileType": "Euchre', "this is not whole JSON"),
        ("[" * 100_000, "it is nested too deeply"),
        ("[1]", "the file does not hold one object"),
        ("{}", "fileType is missing or no name"),
    ],
)
def test_text_that_is_not_the_notation(text: str, reason: str) -> None:
    with pytest.raises(EgnError, match=reason):
        read(text)


# A game goes out and comes in again.


def written(record: Record) -> str:
    """The game in the notation; nothing where the notation has no words for it."""
    try:
        return write(record)
    except EgnError:
        return ""


@given(games(books()))
@settings(max_examples=80)
def test_game_goes_out_and_comes_in_again(drawn: Drawn) -> None:
    record = drawn.record
    text = written(record)
    assume(text)
    came_in = read(text, record.book)
    assert came_in.record == record
    assert write(came_in.record, came_in.notes) == text


@given(games(st.just(load("standard"))), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_what_is_not_told_is_filled_in_so_that_the_play_was_legal(
    drawn: Drawn, chance: Random
) -> None:
    record = drawn.record
    data = json.loads(write(record))
    for deal in data["deals"]:
        blur(deal, chance)
    came_in = came(data)
    assert [each for each in acts(came_in.record) if "bury" not in each] == [
        each for each in acts(record) if "bury" not in each
    ]
    assert replay(came_in.record).score == replay(record).score
    for story in stories(came_in.record)[1]:
        played = {each.card for each in story.deal.acts if isinstance(each, Play)}
        assert not played & story.dealt.assumed
    out = json.loads(write(came_in.record, came_in.notes))
    assert came(out).record == came_in.record


def blur(deal: dict[str, Any], chance: Random) -> None:
    """Take some or all of the cards out of a deal of a file."""
    hands = deal["initialState"].pop("playerCards")
    unknown = chance.random()
    if chance.random() < 0.5:
        deal["initialState"]["playerCards"] = [
            [
                chance.choice(["Xx", text[0] + "x", "X" + text[1]])
                if chance.random() < unknown
                else text
                for text in hand
            ]
            for hand in hands
        ]
    for phase in deal["phases"]:
        tricks_follow = len(deal["phases"]) == 2 and any(deal["phases"][1]["tricks"])
        if phase.get("discard") and tricks_follow and chance.random() < 0.7:
            del phase["discard"]


@given(games(st.just(load("standard"))))
@settings(max_examples=40)
def test_nothing_assumed_is_written_of_a_game_without_notes(drawn: Drawn) -> None:
    data = json.loads(write(drawn.record))
    for deal in data["deals"]:
        deal["initialState"].pop("playerCards")
    once = came(data).record
    out = json.loads(write(once))
    for deal, story in zip(out["deals"], stories(once)[1], strict=True):
        hands = deal["initialState"]["playerCards"]
        unknown = sum(text == "Xx" for hand in hands for text in hand)
        held = {each for hand in story.dealt.cards.hands for each in hand}
        assert unknown == len(held & story.dealt.assumed)
    assert acts(came(out).record) == acts(once)


def test_comments_and_what_ifs_are_kept() -> None:
    data = bidding(callAnnotations={"0": ["[!] Bold."]})
    data["metadata"] |= {
        "gameId": "g1", "title": "T", "description": "D", "date": "2025-01-02T03:04",
        "finalScore": [4, 0], "ruleset": {"std": True},
    }  # fmt: skip
    data["metadata"]["players"][0] = {
        "name": "Ann", "id": "7", "playerIds": [{"id": "x", "source": "y"}]
    }  # fmt: skip
    data["deals"][0]["phases"][1]["playAnnotations"] = {"12": ["[??] Gone."]}
    data["deals"][0]["alternativeLines"] = [{"branchIndex": 1, "phases": [DEAL["phases"][0]]}]
    came_in = came(data)
    assert came_in.record.players[0] == "Ann"
    assert json.loads(write(came_in.record, came_in.notes)) == data


def test_game_that_goes_on_keeps_the_comments_it_had() -> None:
    data = bidding(discard=None)
    del data["deals"][0]["phases"][1]
    came_in = came(data)
    longer = came_in.record.then(
        ActionEntry(Bury(Seat.W, dealt(came_in.record).cards.hands[Seat.W][0])),
        ActionEntry(Play(Seat.N, dealt(came_in.record).cards.hands[Seat.N][0])),
    )
    out = json.loads(write(longer, came_in.notes))
    assert len(out["deals"][0]["phases"][1]["tricks"][0]) == 1


# What the notation has no words for.


def test_game_without_a_deal_is_not_written() -> None:
    with pytest.raises(EgnError, match="the game has no deal to write"):
        write(Record(load("standard"), Seat.N))


def test_voided_deal_is_left_out_but_not_where_the_deal_moved() -> None:
    record = read(FIVE_UP).record
    first = dealt(record)
    again = replace(record, entries=(first, VoidEntry(first.dealer), *record.entries))
    assert write(again) == write(record)
    moved = replace(
        record,
        entries=(
            *record.entries[: record.entries.index(second(record))],
            second(record),
            VoidEntry(first.dealer),
            replace(second(record), dealer=first.dealer),
        ),
    )
    with pytest.raises(EgnError, match="deal 2: the notation cannot say why the deal passed"):
        write(moved)


def second(record: Record) -> DealtEntry:
    return [each for each in record.entries if isinstance(each, DealtEntry)][1]


def test_lone_partner_of_the_maker_is_not_written() -> None:
    values = {"alone.who": "makers", "alone.when": "before the first card"}
    book = overlay(load("standard"), values, "for the test")
    record = came(FILE).record
    called = replace(record, book=book, entries=record.entries[:1]).then(
        ActionEntry(Order(Seat.N)),
        ActionEntry(Bury(Seat.W, card("TC"))),
        ActionEntry(KeepPartner(Seat.N)),
    )
    with pytest.raises(EgnError, match="deal 1: the notation cannot say who has been asked"):
        write(called)
    with pytest.raises(EgnError, match="deal 1: the notation cannot say that the maker's partner"):
        write(called.then(ActionEntry(GoAlone(Seat.S))))


def test_points_and_deals_together_are_not_written() -> None:
    book = overlay(load("standard"), {"game.deals": 8}, "for the test")
    record = replace(came(file(deals__0__phases=[])).record, book=book)
    with pytest.raises(EgnError, match="by points and by deals"):
        write(record)


def test_name_too_long_for_the_notation() -> None:
    record = replace(came(FILE).record, players=("N" * 65, "E", "S", "W"))
    with pytest.raises(EgnError, match="the notation has no room for this"):
        write(record)


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
