"""Euchre Game Notation as it is found: fifty made-up files are read, replayed and written back whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from record.egn_files import DEAL, FILE, acts, bidding, came, dealt, file, refusal
from recorded import plain_game
from rightbower.record.egn import read, write
from rightbower.record.entries import ActionEntry, DealtEntry, Record
from rightbower.record.record import replay
from rightbower.record.summary import summary
from rightbower.rules.acts import Play
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, card

VERSIONS = [f"1.{minor}.{patch}" for minor in range(5) for patch in range(10)]
Data = dict[str, Any]


def each_deal(data: Data) -> list[Data]:
    return list(data["deals"])


def each_phase(data: Data, kind: str) -> list[Data]:
    return [
        phase for deal in data["deals"] for phase in deal.get("phases", ()) if phase["type"] == kind
    ]


# Each way changes a file and says which keys will not be understood.


def extra_in_the_file(data: Data) -> str:
    data |= {"timings": {"0": 0, "1": 1.5}, "videoUrl": "", "views": [{"id": "v", "x": [1, {}]}]}
    return "timings, views"


def extra_in_the_heading(data: Data) -> str:
    data["metadata"]["venue"] = {"name": "The Legion", "rooms": [1, 2]}
    return "metadata.venue"


def extra_in_a_player(data: Data) -> str:
    data["metadata"]["players"][1] = {"name": "Ben", "rating": 1500, "id": "7"}
    return "metadata.players[].rating"


def extra_in_the_ruleset(data: Data) -> str:
    data["metadata"]["ruleset"] |= {"farmer": False, "jokers": 0, "House Rule": "no table talk"}
    return "metadata.ruleset.farmer, metadata.ruleset.jokers, metadata.ruleset.House Rule"


def extra_in_the_deals(data: Data) -> str:
    for number, deal in enumerate(each_deal(data)):
        deal["clock"] = number
    return "deals[].clock"


def extra_in_the_start_of_a_deal(data: Data) -> str:
    data["deals"][-1]["initialState"]["shuffledBy"] = ["machine"]
    return "deals[].initialState.shuffledBy"


def extra_in_the_phases(data: Data) -> str:
    for phase in each_phase(data, "EUCHRE_BIDDING"):
        phase["seconds"] = [3, 4]
    return "deals[].phases[].seconds"


def extra_in_a_what_if(data: Data) -> str:
    first = data["deals"][0]
    line = {"branchIndex": 1, "phases": [first["phases"][0]], "by": "coach"}
    first["alternativeLines"] = [line]
    return "deals[].alternativeLines[].by"


def comments_of_the_first_versions(data: Data) -> str:
    for phase in each_phase(data, "TRICK_PLAY"):
        phase["tricks_annotations"] = {"1": "Bold.", "5": ""}
    return "deals[].phases[].tricksAnnotations"


def blank_kitty(data: Data) -> str:
    for deal in each_deal(data):
        deal["initialState"]["kitty"] = ["", "", ""]
    return ""


def empty_kitty(data: Data) -> str:
    for deal in each_deal(data):
        deal["initialState"]["kitty"] = []
    return ""


def kitty_with_the_turn_up(data: Data) -> str:
    for deal in each_deal(data):
        deal["initialState"]["kitty"] = [deal["initialState"]["upCard"], "", "Xx", None]
    return ""


def match_and_leader_of_the_first_versions(data: Data) -> str:
    data["metadata"]["matchId"] = "m-1"
    for phase in each_phase(data, "TRICK_PLAY"):
        phase["initialLead"] = None
    return ""


def names_with_underlines(data: Data) -> str:
    for deal in each_deal(data):
        state = deal["initialState"]
        state["player_cards"] = state.pop("playerCards")
        deal["initial_state"] = deal.pop("initialState")
        deal["deal_number"] = deal.pop("dealNumber")
    data["metadata"]["match_id"] = "m-2"
    return ""


def phases_counted_from_one(data: Data) -> str:
    for deal in each_deal(data):
        for phase in deal["phases"]:
            phase["phaseNumber"] += 1
    return ""


def nothing_numbered(data: Data) -> str:
    for deal in each_deal(data):
        del deal["dealNumber"]
        for phase in deal["phases"]:
            del phase["phaseNumber"]
    return ""


def no_hands(data: Data) -> str:
    for deal in each_deal(data):
        del deal["initialState"]["playerCards"]
    return ""


def blank_hands(data: Data) -> str:
    for deal in each_deal(data):
        deal["initialState"]["playerCards"] = [[""] * 5, [], ["Xx", ""], [None]]
    return ""


def no_discards(data: Data) -> str:
    for phase in each_phase(data, "EUCHRE_BIDDING"):
        phase["discard"] = ""
    return ""


def no_word_of_playing_alone(data: Data) -> str:
    for phase in each_phase(data, "EUCHRE_BIDDING"):
        phase.pop("isAlone", None)
    return ""


def playing_alone_said_twice(data: Data) -> str:
    for deal in each_deal(data):
        if len(deal["phases"]) > 1:
            deal["phases"][1]["isAlone"] = deal["phases"][0].get("isAlone", False)
    return ""


def no_names(data: Data) -> str:
    del data["metadata"]["players"]
    return ""


def two_names(data: Data) -> str:
    data["metadata"]["players"] = ["Ann", None]
    return ""


def no_score_to_begin_with(data: Data) -> str:
    del data["metadata"]["initialScore"]
    return ""


def bare_heading(data: Data) -> str:
    data["metadata"] = {"ruleset": data["metadata"]["ruleset"]}
    return ""


def odd_date_and_title(data: Data) -> str:
    data["metadata"] |= {"date": "last Friday", "title": 7, "description": None, "gameId": ["x"]}
    return "metadata.gameId, metadata.title, metadata.date"


def capital_cards_and_tens(data: Data) -> str:
    text = json.dumps(data["deals"])
    for suit in "shdc":
        text = text.replace(f'"T{suit}"', f'"10{suit}"').replace(f'"A{suit}"', f'"a{suit.upper()}"')
    data["deals"] = json.loads(text)
    return ""


def calls_in_other_letters(data: Data) -> str:
    spelled = {"Pass": "pass", "Order": "ORDER", "h": "H", "s": "Spades"}
    for phase in each_phase(data, "EUCHRE_BIDDING"):
        phase["calls"] = [spelled.get(call, call) for call in phase["calls"]]
    return ""


def version_as_a_number(data: Data) -> str:
    data["version"] = 1.4
    return ""


def no_version(data: Data) -> str:
    del data["version"]
    return ""


def version_to_come(data: Data) -> str:
    data["version"] = "1.6"
    return ""


WAYS: list[Callable[[Data], str]] = [
    extra_in_the_file, blank_kitty, extra_in_the_heading, no_hands, extra_in_a_player, no_discards,
    extra_in_the_ruleset, names_with_underlines, extra_in_the_deals, empty_kitty,
    extra_in_the_start_of_a_deal, no_names, extra_in_the_phases, nothing_numbered,
    extra_in_a_what_if, blank_hands, comments_of_the_first_versions, kitty_with_the_turn_up,
    odd_date_and_title, phases_counted_from_one, capital_cards_and_tens, two_names,
    match_and_leader_of_the_first_versions, no_word_of_playing_alone, playing_alone_said_twice,
    no_score_to_begin_with, calls_in_other_letters,
]  # fmt: skip
LAST: list[Callable[[Data], str]] = [bare_heading, version_as_a_number, no_version, version_to_come]


def made_up(seed: int) -> Record:
    """A game of a few deals, played at random to the end of one of them."""
    record = Record(load("standard"), Seat(seed % 4), ("Ann", "Ben", "Cat", "Dov"), title="Made up")
    played = plain_game(record, seed, 120)
    last = max(n for n, entry in enumerate(played.entries) if isinstance(entry, DealtEntry))
    return Record(
        record.book,
        record.first_dealer,
        record.players,
        title="Made up",
        entries=played.entries[:last],
    )


def cards_played(record: Record) -> list[str]:
    """What was bid and played; the card buried may have had to be guessed."""
    return [each for each in acts(record) if "bury" not in each]


CASES = [
    (version, WAYS[number % len(WAYS)], WAYS[(number + 5) % len(WAYS)])
    for number, version in enumerate(VERSIONS)
] + [("1.4", way, WAYS[number]) for number, way in enumerate(LAST)]


@pytest.mark.parametrize(
    ("number", "version", "first", "second"),
    [(number, *case) for number, case in enumerate(CASES)],
    ids=[f"{version}-{first.__name__}-{second.__name__}" for version, first, second in CASES],
)
def test_file_is_read_replayed_and_written_back_whole(
    number: int,
    version: str,
    first: Callable[[Data], str],
    second: Callable[[Data], str],
) -> None:
    record = made_up(number)
    data: Data = json.loads(write(record)) | {"version": version}
    strange = {name for way in (second, first) for name in way(data).split(", ") if name}
    text = json.dumps(data)
    came_in = read(text)
    assert cards_played(came_in.record) == cards_played(record)
    assert replay(came_in.record).score == replay(record).score
    assert json.loads(write(came_in.record, came_in.notes)) == json.loads(text)
    said = came_in.remark.partition("not understood, and kept as it is: ")[2]
    assert {name for name in said.split(", ") if name} == strange


def test_there_are_fifty_files_and_each_way_is_among_them() -> None:
    assert len(CASES) >= 50
    assert {first for _, first, _ in CASES} == {*WAYS, *LAST}


# What a file tells is used, and what it tells wrongly is remarked on.


def test_kitty_that_is_told_lies_there() -> None:
    came_in = came(file(deals__0__initialState__kitty=["9s", "Qc", "Kc", "Ac"]))
    assert set(dealt(came_in.record).cards.stock) == {card("QC"), card("KC"), card("AC")}
    assert came_in.remark == ""


def test_kitty_that_does_not_fit_the_play_is_not_believed() -> None:
    came_in = came(file(deals__0__initialState__kitty=["Js", "Qc", "Kc"]))
    assert came_in.remark == "the kitty of deal 1 does not fit its play"
    assert came_in.record == came(FILE).record


@pytest.mark.parametrize("kitty", [["B", "", ""], ["Qc", "Kc", "Ac", "9c"], ["8s"]])
def test_kitty_of_another_pack_is_passed_over(kitty: list[str]) -> None:
    assert came(file(deals__0__initialState__kitty=kitty)).record == came(FILE).record


def test_leader_who_does_not_lead_by_the_rules() -> None:
    assert came(file(deals__0__phases__1__initialLead=0)).remark == ""
    remark = came(file(deals__0__phases__1__initialLead=2)).remark
    assert remark == "initialLead of deal 1 is 2, and by the rules North leads"


def test_leader_is_told_by_the_first_card_and_not_by_the_first_call() -> None:
    bids = {"calls": ["Pass", "Pass", "Order"], "isAlone": True, "discard": "Tc"}
    data = bidding(**bids)
    data["deals"][0]["phases"][1] |= {"tricks": [["9h", "Js", "9s"]], "initialLead": 1}
    assert came(data).remark == ""
    data["deals"][0]["phases"][1]["initialLead"] = 0
    assert came(data).remark == "initialLead of deal 1 is 0, and by the rules East leads"


def test_trick_that_nobody_has_played_to_is_not_written() -> None:
    data = bidding(isAlone=False)
    data["deals"][0]["phases"][1]["tricks"] = [["Js", "9h", "Qc", "9s"]]
    came_in = came(data)
    for notes in (came_in.notes, None):
        again = json.loads(write(came_in.record, notes))
        assert again["deals"][0]["phases"][1]["tricks"] == [["Js", "9h", "Qc", "9s"]]
    told = summary(came_in.record).deals[0]
    assert told.tricks_played == [["N JS", "E 9H", "S QC", "W 9S"]]


def test_final_score_that_is_not_what_the_deals_come_to() -> None:
    came_in = came(file(metadata__finalScore=[3, 0]))
    assert came_in.remark == "finalScore is 3–0, and the deals come to 4–0"


@pytest.mark.parametrize(("cards", "alone"), [(3, True), (4, False)])
def test_tricks_tell_who_is_alone_where_the_file_says_both(cards: int, alone: bool) -> None:
    data = bidding(isAlone=not alone)
    data["deals"][0]["phases"][1]["isAlone"] = alone
    if cards == 4:
        fourth = ["9c", "Jh", "9d", "Qc", "Kc"]
        data["deals"][0]["phases"][1]["tricks"] = [
            [first, second, third, last]
            for (first, second, last), third in zip(
                DEAL["phases"][1]["tricks"], fourth, strict=True
            )
        ]
    played = [each for each in acts(came(data).record) if "order" in each]
    assert played == ["N order alone" if alone else "N order"]


def test_many_strange_keys_make_one_line() -> None:
    remark = came(FILE | {f"key{number}": 1 for number in range(20)}).remark
    assert remark.endswith("key6, key7 and 12 more")
    assert "\n" not in came(FILE | {"a\nb" * 60: 1}).remark


def test_file_of_another_kind_altogether_is_refused() -> None:
    data = file(metadata__players=[{"name": "x", "playerIds": [{"id": 1}]}] * 4)
    assert came(data).remark.startswith("not understood, and kept as it is: metadata.players")
    spoiled = file()
    spoiled["deals"] = [{**DEAL, "alternativeLines": 5, "dealNumber": "x"}] * 150
    assert "more than 200 keys" in refusal(spoiled)


def test_game_that_goes_on_keeps_the_strange_keys_and_puts_the_score_right() -> None:
    data = file(metadata__finalScore=[0, 0], deals__0__clock=5)
    data["deals"][0]["phases"][0]["seconds"] = 3
    data["deals"][0]["initialState"]["playerCards"] = [["Ad"], ["Kd"], [], ["Ah"]]
    data["deals"][0]["phases"][1]["tricks"] = DEAL["phases"][1]["tricks"][:4]
    came_in = came(data)
    rest = [Play(Seat.N, card("AD")), Play(Seat.E, card("KD")), Play(Seat.W, card("AH"))]
    out = json.loads(write(came_in.record.then(*map(ActionEntry, rest)), came_in.notes))
    assert out["metadata"]["finalScore"] == [4, 0]
    assert (out["deals"][0]["clock"], out["deals"][0]["phases"][0]["seconds"]) == (5, 3)
    assert out["deals"][0]["phases"][1]["tricks"] == DEAL["phases"][1]["tricks"]


def test_notes_of_another_game_are_not_mixed_into_the_deals() -> None:
    other = made_up(3)
    out = json.loads(write(other, came(file(deals__0__clock=5)).notes))
    assert "clock" not in out["deals"][0]
    assert out["deals"] == json.loads(write(other))["deals"]
