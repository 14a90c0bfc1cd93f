"""What a sheet may state beyond the six books: the cheap variants of the common game, each at its boundary."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from random_play import play_game
from rightbower.rules.acts import read_action
from rightbower.rules.book import EVERY_PATH, PATHS, BookError, RuleBook, book, load, names, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import Game, act, deal_out, start_game
from rightbower.rules.judge import legal
from rightbower.rules.library import compare, lines, look_up
from rightbower.rules.message import word
from rightbower.rules.score import deals_objection, score, worth
from rightbower.rules.settings import NOTES, common, played, stated
from rightbower.terminal.words import meaning
from table import after, allowed, dealt, refused, worked

PASSED = "W pass, N pass, E pass, S turn down, W pass, N pass, E pass"
# D6: South deals, the ace of hearts is up; South names diamonds and wins so many tricks.
ALONE_FIVE = (
    "W QD, E TD, S KD / S JD, W KC, E JH / S AC, W TC, E KS / S 9C, W 9H, E KH / S QS, W TS, E 9S"
)
ALONE_FOUR = (
    "W TC, E 9S, S AC / S QS, W TS, E KS / E TD, S KD, W QD / S JD, W KC, E JH / S 9C, W 9H, E KH"
)
ALONE_THREE = (
    "W 9H, E KH, S KD / S JD, W QD, E TD / S 9C, W KC, E KS / W TS, E 9S, S QS / S AC, W TC, E JH"
)


def house(**settings: Any) -> RuleBook:
    """The common game with house rules, each by its own name."""
    return book("standard", **settings)


def ending(words: str, rules: RuleBook) -> tuple[tuple[Side, int, str], ...]:
    """Who scores what, and by which setting, for a line of play on D6."""
    deal = after(worked("D6", rules), words)
    return tuple((mark.side, mark.points, mark.path) for mark in score(deal))


def at(points: tuple[int, int], rules: RuleBook) -> Game:
    """A game at a score with D6 on the table."""
    out = worked("D6", rules)
    return deal_out(
        start_game(rules, Seat.S, score=points), Dealt(out.dealt, out.turn_up, out.stock)
    )


# ---- every book without a word of them ----


@pytest.mark.parametrize("name", names())
def test_a_book_that_states_no_variant_is_as_the_common_game_by_its_own_clause(name: str) -> None:
    rules = load(name)
    assert not [*played(rules), *stated(rules)]
    for path in NOTES:
        cited = rules.cite(path)
        assert cited.note == NOTES[path]
        assert cited.clause == rules.clause("laws.only_stated_rules")
        assert rules.value(path) == common(path)
    assert {*EVERY_PATH} == {*PATHS, *NOTES}
    assert not {each.path for each in lines(rules)} & {*NOTES}


def test_a_variant_is_stated_by_a_sheet_and_then_listed_and_compared() -> None:
    rules = house(stuck_names="any suit")
    assert [*stated(rules)] == ["bidding.stuck_names"]
    assert "bidding.stuck_names" in {each.path for each in lines(rules, "bidding")}
    first = compare((load("standard"), rules))[0]
    assert (first.path, first.differs) == ("bidding.stuck_names", True)
    (found,) = look_up(load("standard"), "bidding.stuck_names").lines
    assert found.value == "another suit"
    assert str(meaning(rules, "bidding.stuck_names")).startswith("A dealer who has to name a suit")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"bidding.all_pass": "throw in", "bidding.stuck_names": "any suit"}, "turned down"),
        ({"bidding.thrown_in_dealer": "same dealer"}, "no cards are thrown in"),
        ({"score.lone_tricks": 2}, "from 3 to 5 tricks, not 2"),
        ({"score.lone_tricks": 6}, "from 3 to 5 tricks, not 6"),
        ({"game.cap": 9}, "nobody reaches 10"),
        ({"game.cap": 0}, ">= 1"),
    ],
)
def test_settings_that_cannot_meet_are_refused(changes: Mapping[str, object], says: str) -> None:
    with pytest.raises(BookError, match=says):
        overlay(load("standard"), changes, word("A house rule."))


# ---- making trump ----


def test_standard_bidding_stuck_names_any_suit_lets_a_stuck_dealer_alone_name_it() -> None:
    rules = house(stuck_names="any suit")
    deal = after(worked("D6", rules), PASSED)
    assert allowed(deal, "S name hearts")
    assert allowed(deal, "S name hearts alone")
    made = after(deal, "S name hearts")
    assert (made.taken_by, made.turn_up.name) == (None, "AH")  # the turn-up stays down
    early = after(worked("D6", rules), "W pass, N pass, E pass, S turn down")
    assert refused(early, "W name hearts").path == "laws.dead_suit"
    plain = after(worked("D6", load("standard")), PASSED)
    assert refused(plain, "S name hearts").path == "laws.dead_suit"


def test_standard_bidding_thrown_in_dealer_deals_again() -> None:
    words = f"{PASSED}, S pass".split(", ")
    for who, following in (("next dealer", Seat.W), ("same dealer", Seat.S)):
        game = at((0, 0), house(all_pass="throw in", thrown_in_dealer=who))
        for each in words:
            game = act(game, read_action(each))
        assert game.dealer is following
    game = at((0, 0), house(all_pass="throw in", thrown_in_dealer="same dealer"))
    for each in f"{PASSED}, S name diamonds alone, {ALONE_FIVE}".replace("/", ",").split(", "):
        game = act(game, read_action(each.strip()))
    assert game.dealer is Seat.W  # a deal that is played passes on


def test_standard_bidding_all_pass_pay_lets_the_dealer_give_up_the_deal() -> None:
    rules = house(all_pass="pay", given_up=2)
    deal = after(worked("D6", rules), PASSED)
    paid = after(deal, "S pass")
    assert (paid.ending, paid.turn) == ("given up", None)
    assert ending(f"{PASSED}, S pass", rules) == ((Side.EW, 2, "score.given_up"),)
    game = at((0, 0), rules)
    for each in f"{PASSED}, S pass".split(", "):
        game = act(game, read_action(each))
    assert (game.score, game.dealer, game.played) == ((0, 2), Seat.W, 1)
    assert 2 in worth(rules)
    assert worth(load("standard")) == (1, 2, 4)
    assert deals_objection(house(all_pass="pay"), 8, (1, 2)) is not None  # no deal without points


def test_standard_bidding_partner_order_may_not_be_alone() -> None:
    rules = house(partner_order="may not be alone")
    deal = after(worked("D6", rules), "W pass")
    assert allowed(deal, "N order")
    assert refused(deal, "N order alone").path == "bidding.partner_order"
    assert allowed(worked("D6", rules), "W order alone")
    named = after(deal, "N pass, E pass, S turn down, W pass")
    assert allowed(named, "N name spades alone")


def test_standard_bidding_partner_order_may_not_be_alone_is_not_asked_afterwards() -> None:
    rules = house(partner_order="may not be alone", when="before the first card")
    ordered = after(worked("D6", rules), "W pass, N order")
    assert refused(ordered, "N alone").path == "alone.who"
    buried = after(ordered, "S bury 9C")
    assert buried.phase == "play"
    assert after(worked("D6", rules), "W order, S bury 9C").phase == "alone"


def test_standard_bidding_partner_order_may_not_order() -> None:
    rules = house(partner_order="may not order")
    deal = after(worked("D6", rules), "W pass")
    assert refused(deal, "N order").path == "bidding.partner_order"
    assert [str(each) for each in legal(deal)] == ["N pass"]
    assert allowed(after(deal, "N pass"), "E order")


def test_standard_burying_order_discard_first_never_discards_the_turn_up() -> None:
    rules = house(order="discard first")
    deal = after(worked("D6", rules), "W order")
    against = refused(deal, "S bury AH")
    assert against.path == "burying.order"
    assert "discards before taking" in str(against)
    assert allowed(deal, "S bury 9C")


# ---- alone ----


def test_standard_alone_barred_at_a_score_of_their_own_nobody_of_a_side_plays_alone() -> None:
    rules = house(barred_at=[8, 9])
    for points, barred in (((7, 0), False), ((8, 0), True), ((9, 9), True), ((0, 8), False)):
        deal = at(points, rules).deal
        assert deal is not None
        told = after(deal, PASSED)
        assert allowed(told, "S name diamonds alone") is not barred
        assert allowed(told, "S name diamonds")
    theirs = at((0, 8), rules).deal
    assert theirs is not None
    assert refused(theirs, "W order alone").path == "alone.barred_at"


def test_a_partner_bound_to_be_alone_may_not_order_at_eight() -> None:
    rules = house(barred_at=[8], partner_order="must be alone")
    deal = at((8, 0), rules).deal
    assert deal is not None
    deal = after(deal, "W pass")
    assert refused(deal, "N order").path == "alone.barred_at"
    assert [str(each) for each in legal(deal)] == ["N pass"]


def test_nobody_is_asked_about_alone_at_eight() -> None:
    rules = house(barred_at=[8], when="before the first card")
    for points, phase in (((8, 0), "play"), ((7, 0), "alone")):
        deal = at(points, rules).deal
        assert deal is not None
        assert after(deal, f"{PASSED}, S name diamonds").phase == phase


# ---- points ----


def test_standard_score_lone_tricks_five_euchres_a_lone_maker_with_four() -> None:
    rules = house(lone_tricks=5)
    alone = f"{PASSED}, S name diamonds alone, "
    assert ending(alone + ALONE_FIVE, rules) == ((Side.NS, 4, "score.lone_march"),)
    assert ending(alone + ALONE_FOUR, rules) == ((Side.EW, 2, "score.lone_euchre"),)
    assert ending(alone + ALONE_FOUR, house(lone_tricks=4)) == ((Side.NS, 1, "score.lone_make"),)
    assert ending(alone + ALONE_THREE, house(lone_tricks=4))[0][2] == "score.lone_euchre"
    assert ending(alone + ALONE_THREE, house())[0][2] == "score.lone_make"


def without_a_trick(rules: RuleBook, alone: bool) -> tuple[int, str]:
    """What the defenders score when the makers win nothing: West holds every high spade and heart."""
    deal = dealt(
        "S deals, 9D up",
        rules,
        N="9S TS QC KC 9C",
        E="JC AC AD KD QD",
        S="9H TH TC JD TD",
        W="JS JH AS KS QS",
    )
    word_ = " alone" if alone else ""
    deal = after(
        deal, f"W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S name spades{word_}"
    )
    while deal.ending is None:
        best = {"W": "JS AS KS QS JH", "E": "JC AC AD KD QD"}.get(
            deal.turn.letter if deal.turn else ""
        )
        options = [str(each) for each in legal(deal)]
        wanted = [f"{deal.turn} {name}" for name in (best or "").split()]
        deal = after(deal, next((each for each in wanted if each in options), options[0]))
    assert deal.tricks_of(Side.NS) == 0
    (mark,) = score(deal)
    assert mark.side is Side.EW
    return mark.points, mark.path


def test_standard_score_super_euchre_is_for_makers_without_a_trick_alone_or_not() -> None:
    for alone in (False, True):
        assert without_a_trick(house(super_euchre=4), alone) == (4, "score.super_euchre")
        assert without_a_trick(house(), alone)[0] == 2
    rules = house(super_euchre=4)
    one_trick = f"{PASSED}, S name diamonds alone, W TS, E KS, S QS / E JH, S JD, W QD / S 9C, W TC, E TD / E KH, S AC, W 9H / E 9S, S KD, W KC"
    assert ending(one_trick, rules)[0][2] == "score.lone_euchre"
    assert worth(house(super_euchre=6)) == (1, 2, 4, 6)


def test_standard_game_cap_is_the_most_that_is_written_down() -> None:
    lone = f"{PASSED}, S name diamonds alone, {ALONE_FIVE}".replace("/", ",").split(", ")
    for cap, final in ((None, 13), (12, 12), (13, 13), (10, 10)):
        game = at((9, 0), house(cap=cap) if cap else house())
        for each in lone:
            game = act(game, read_action(each.strip()))
        assert game.result is not None
        assert game.result.score == (final, 0)


def test_every_variant_but_the_numbers_is_noticed_in_games_by_random_play() -> None:
    """A sheet with all of them at once is played to its end, and no side plays alone at eight."""
    rules = house(barred_at=[8, 9], lone_tricks=5, super_euchre=4, cap=11, stuck_names="any suit")
    for seed in range(12):
        last = [*play_game(rules, Seat.S, Random(seed))][-1]
        before = (0, 0)
        for each in last.finished:
            if each.deal.lone is not None:
                assert before[each.deal.lone.side] not in (8, 9)
            before = each.score
        assert max(last.score) <= 11
