"""Random deals of the kernel, held against the judge and against the known figures of the game."""

from __future__ import annotations

from math import comb, sqrt
from random import Random
from typing import Any, get_args, get_type_hints

import numpy as np
import pytest

from players.kernel.judged import judged
from rightbower.players.kernel.bits import ORDER, ORDER_ALONE, PASS
from rightbower.players.kernel.deals import ENDING, THROWN_IN, play_deals, play_one, shuffled_packs
from rightbower.players.thumb import KNOWN
from rightbower.rules.book import TOPICS, RuleBook, load, names, overlay
from rightbower.rules.cards import PACK, Rank, Suit, left_bower, right_bower, suit_in_play
from rightbower.rules.refusal import Refusal
from rightbower.rules.settings import NOTES

PACKS = 400_000


def within(share: float, expected: float, trials: int) -> bool:
    """Whether a share is as near the expected one as five standard errors."""
    return abs(share - expected) < 5 * sqrt(expected * (1 - expected) / trials)


@pytest.mark.parametrize("book", names())
def test_deals_agree_with_the_judge(book: str) -> None:
    endings = {judged(load(book), 1, number).ending for number in range(2_000)}
    assert "played" in endings


@pytest.mark.parametrize("book", names())
def test_deals_by_the_thousand_are_those_played_one_by_one(book: str) -> None:
    rows = play_deals(load(book), 3_000, seed=1)
    for number, row in enumerate(rows):
        assert (play_one(load(book), 1, number).row == row).all()


@pytest.mark.soak
@pytest.mark.parametrize("book", names())
def test_twenty_thousand_deals_agree_with_the_judge(book: str) -> None:
    for number in range(20_000):
        judged(load(book), 2, number)


def house_of(chance: Random) -> RuleBook:
    """A book the kernel carries, with each choice that touches the play made at random."""
    values: dict[str, Any] = {}
    for topic in ("bidding", "burying", "alone", "score", "game"):
        for setting, kind in get_type_hints(TOPICS[topic]).items():
            choices = (True, False) if kind is bool else get_args(kind)
            path = f"{topic}.{setting}"
            if path in NOTES:  # a variant, which the kernel does not carry
                continue
            choices = tuple(each for each in choices if each in KNOWN.get(path, choices))
            if choices and all(isinstance(each, str | bool) for each in choices):
                values[path] = chance.choice(choices)
            elif topic == "score":
                values[path] = chance.randint(1, 5)
    return overlay(load("standard"), values, note="The house plays it so.")


def test_every_house_rule_agrees_with_the_judge() -> None:
    chance = Random(4)
    endings, lone_defenders = set(), 0
    for number in range(300):
        book = house_of(chance)
        for deal in (judged(book, number, each) for each in range(12)):
            endings.add(deal.ending)
            if deal.lone is not None and deal.maker is not None:
                lone_defenders += deal.lone.side is not deal.maker.side
    assert {"played", "game lost"} <= endings
    assert lone_defenders


def test_deals_thrown_in_agree_with_the_judge() -> None:
    strict = {
        "bidding.all_pass": "throw in",
        "bidding.natural_scope": "everyone",
        "bidding.trump_to_order": "all but dealer",
        "bidding.order_down": "in round two",
        "alone.when": "before the first card",
    }
    book = overlay(load("standard"), strict, note="Few may bid.")
    rows = play_deals(book, 200_000, seed=1)
    thrown_in = np.flatnonzero(rows[:, ENDING] == THROWN_IN)
    assert len(thrown_in) > 20
    for number in thrown_in.tolist():
        assert judged(book, 1, number).ending == "thrown in"


def test_a_deal_depends_on_its_seed_and_number_alone() -> None:
    book = load("standard")
    whole = play_deals(book, 70_000, seed=9)
    assert (play_deals(book, 70_000, seed=9, threads=2) == whole).all()
    assert (play_deals(book, 100, seed=9, first=500) == whole[500:600]).all()
    assert (play_one(book, 9, 321).row == whole[321]).all()
    assert (play_deals(book, 70_000, seed=10) != whole).any()


def test_deals_are_counted_from_zero() -> None:
    book = load("standard")
    assert len(play_deals(book, 0, seed=1)) == 0
    for wrong in ({"count": -1}, {"count": 1, "first": -1}):
        with pytest.raises(Refusal, match="counted from 0"):
            play_deals(book, seed=1, **wrong)
        with pytest.raises(Refusal, match="counted from 0"):
            shuffled_packs(seed=1, **wrong)


def test_every_legal_act_is_as_likely_as_the_others() -> None:
    trials = 3_000
    first = [play_one(load("standard"), 5, number).acts for number in range(trials)]
    for act in (PASS, ORDER, ORDER_ALONE):
        assert within(sum(acts[0][0] == act for acts in first) / trials, 1 / 3, trials)
    lowest = [
        act & -act == 1 << done for acts in first for done, act in acts if act.bit_count() == 4
    ]
    assert within(sum(lowest) / len(lowest), 1 / 4, len(lowest))


@pytest.fixture(scope="module")
def packs() -> np.ndarray:
    return shuffled_packs(PACKS, seed=3)


def test_a_pack_is_the_24_cards(packs: np.ndarray) -> None:
    assert (np.sort(packs, axis=1) == np.arange(len(PACK))).all()


def test_every_card_is_anywhere_as_often(packs: np.ndarray) -> None:
    for place in range(len(PACK)):
        seen = np.bincount(packs[:, place], minlength=len(PACK)) / PACKS
        assert all(within(share, 1 / len(PACK), PACKS) for share in seen)


def test_a_hand_holds_the_known_number_of_trumps(packs: np.ndarray) -> None:
    trumps = np.array([suit_in_play(card, Suit.HEARTS) is Suit.HEARTS for card in PACK])
    held = np.bincount(trumps[packs[:, 5:10]].sum(axis=1), minlength=6) / PACKS
    for number, share in enumerate(held):
        expected = comb(7, number) * comb(17, 5 - number) / comb(24, 5)
        assert within(share, expected, PACKS)
    assert [round(float(share), 2) for share in held] == [0.15, 0.39, 0.34, 0.11, 0.01, 0.0]


def test_both_bowers_come_to_a_hand_as_often_as_known(packs: np.ndarray) -> None:
    right, left = right_bower(Suit.SPADES).index, left_bower(Suit.SPADES).index
    hand = packs[:, :5]
    both = ((hand == right).any(axis=1) & (hand == left).any(axis=1)).mean()
    assert within(both, 0.0362, PACKS)


def test_the_turn_up_is_a_jack_once_in_six(packs: np.ndarray) -> None:
    jacks = [card.index for card in PACK if card.rank is Rank.JACK]
    assert within(np.isin(packs[:, 20], jacks).mean(), 1 / 6, PACKS)
