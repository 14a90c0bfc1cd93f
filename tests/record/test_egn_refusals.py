"""Euchre Game Notation: what cannot be is refused where it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest

from record.egn_files import DEAL, bidding, file, refusal
from rightbower.record.egn import read
from rightbower.record.egn_schema import EgnError
from rightbower.rules.book import load


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"fileType": "Euchre Match Notation"}, "fileType is 'Euchre Match Notation', not 'Euchre"),
        ({"fileType": 5}, "fileType is missing or not a name"),
        ({"fileType": "e" * 79}, f"fileType is '{'e' * 79}', not 'Euchre"),
        ({"fileType": "e" * 80}, "fileType is missing or not a name"),
        ({"version": "2.0"}, "version: this is not how it is written"),
        ({"version": "one"}, "version: this is not how it is written"),
        ({"metadata": "x"}, "metadata: Expected `object | null`, got `str`"),
        ({"deals": {}}, "deals: Expected `array`, got `object`"),
        ({"deals": []}, "the file holds no deals"),
        ({"deals": ["AbC_9-"]}, "deal 1 is in the condensed form"),
        ({"metadata__initialScore": [1]}, "metadata.initialScore: "),
        ({"metadata__initialScore": [True, 0]}, "metadata.initialScore[0]: Expected `int`"),
        ({"metadata__initialScore": [10, 3]}, "metadata.initialScore: a side has the 10 points"),
        ({"metadata__initialScore": [10**40, 3]}, "metadata.initialScore[0]: "),
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
        ({"deals__0__phases__0__type": "TALK"}, "deals[0].phases[0].type: Invalid value"),
        ({"deals__0__phases__0__calls": ["Order", "Pass"]}, "call 2: the bidding was over"),
        ({"deals__0__phases__0__calls": ["n"]}, "call 1: a suit is named before the turn-up is turned down"),
        ({"deals__0__phases__0__calls": ["x"]}, "call 1: the call is unknown"),
        ({"deals__0__phases__0__calls": ["h"]}, "call 1: a suit is named before the turn-up is turned"),
        ({"deals__0__phases__0__calls": ["Knock"]}, "deals[0].phases[0].calls[0]: Invalid enum"),
        ({"deals__0__phases__0__calls": ["Pass"]}, "isAlone is true, and nobody made trump"),
        ({"deals__0__phases__0__aloneDefender": 1}, "aloneDefender: this book does not let that player defend alone"),
        (
            {"deals__0__phases__0__cardExchanges": [{"receiver": 1, "cards": ["Ah"]}]},
            "cardExchanges: no book here lets cards be exchanged",
        ),
        ({"deals__0__phases__0__discard": "Js"}, "trick 1, North: JS appears twice"),
        ({"deals__0__phases__0__discard": "9s"}, "trick 1, West: 9S appears twice"),
        ({"deals__0__phases__0__isAlone": False}, "trick 1: 3 cards played where 4 players play"),
        ({"deals__0__phases": [DEAL["phases"][1]]}, "the phases are not EUCHRE_BIDDING and then"),
        ({"deals__0__phases__1__tricks__1": ["Jc"]}, "trick 2: 1 card played where 3 players play"),
        ({"deals__0__phases__1__tricks__1__0": "Xs"}, "trick 2, North: Xs is an unknown card"),
        ({"deals__0__phases__1__tricks__1__0": "Js"}, "trick 2, North: JS appears twice"),
        ({"deals__0__phases__1__tricks__0__1": "9s"}, "trick 1, East: 9S was the turn-up"),
        ({"deals__0__phases__0__calls": ["Pass"] * 4 + ["Order"]}, "call 5: the turn-up was turned"),
        (
            {"deals__0__phases__1__tricks__1__2": "Kc", "deals__0__phases__1__tricks__4__2": "Ts"},
            "trick 2, West: West plays KC: spades was led and West holds QS",
        ),
        ({"deals__0__phases__1__tricks": [["Js"]] * 6}, "there should be 5 tricks, not 6"),
        ({"deals": [DEAL, DEAL]}, "deal 2 (dealNumber 0), the deal: it is North's deal"),
        ({"deals__0__initialState__playerCards": [[]] * 3}, "playerCards lists 3 hands, not 4"),
        (
            {"deals__0__initialState__playerCards": [["Ad"] * 6, [], [], []]},
            "playerCards, North: 6 cards, not 5",
        ),
        (
            {"deals__0__initialState__playerCards": [["Ad"], ["Ad"], [], []]},
            "playerCards: AD appears twice",
        ),
        (
            {"deals__0__initialState__playerCards": [["9s"], [], [], []]},
            "playerCards: 9S appears twice",
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


def test_isalone_of_the_play_that_nothing_bears_out() -> None:
    data = bidding(isAlone=False)
    data["deals"][0]["phases"][1] |= {"isAlone": True, "tricks": [["Js"]]}
    assert "isAlone is not the same in the bidding and in the play" in refusal(data)


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
        ("{}", "fileType is missing or not a name"),
    ],
)
def test_text_that_is_not_the_notation(text: str, reason: str) -> None:
    with pytest.raises(EgnError, match=reason):
        read(text)


def test_isalone_that_is_said_in_two_ways_of_a_single_trick() -> None:
    data = file(deals__0__phases__0__isAlone=False, deals__0__phases__1__isAlone=True)
    data["deals"][0]["phases"][1]["tricks"] = [["Js", "9h", "Qc", "9s"]]
    assert "isAlone is not the same in the bidding and in the play" in refusal(data)
