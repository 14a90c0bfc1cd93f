"""Euchre Game Notation: a game goes out and comes in again."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from record.egn_files import DEAL, FILE, acts, bidding, came, dealt, file
from recorded import Drawn, books, games
from rightbower.record.egn import read, write
from rightbower.record.egn_schema import EgnError
from rightbower.record.entries import ActionEntry, DealtEntry, Record, VoidEntry
from rightbower.record.record import replay, stories
from rightbower.rules.acts import Bury, GoAlone, KeepPartner, Order, Play
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, card

FIVE_UP = (Path(__file__).parent / "games" / "five-up.egn").read_text("utf-8")


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
@settings(max_examples=100)
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
    with pytest.raises(EgnError, match="no room for a name of 65 letters"):
        write(record)


def test_what_the_notation_has_no_room_for_is_refused() -> None:
    record = replace(came(FILE).record, date="on a Tuesday")
    with pytest.raises(EgnError, match=r"^the notation has no room for this: .*metadata.date"):
        write(record)
