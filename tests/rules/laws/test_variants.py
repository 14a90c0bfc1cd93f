"""What a sheet may state beyond the six books: the cheap variants of the common game, each at its boundary."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from random_play import play_game
from rightbower.players import player
from rightbower.players.sight import hidden_cards
from rightbower.players.thumb import unstudied
from rightbower.players.views import view
from rightbower.referee.audit import audit
from rightbower.referee.claims import _lone
from rightbower.rules.acts import read_action
from rightbower.rules.book import EVERY_PATH, PATHS, BookError, RuleBook, book, load, names, overlay
from rightbower.rules.cards import PACK, Seat, Side, shuffled
from rightbower.rules.ceremonies import Dealt, deal_cards
from rightbower.rules.deal import Deal, Phase, start
from rightbower.rules.game import Game, act, deal_out, start_game
from rightbower.rules.judge import legal
from rightbower.rules.library import compare, lines, look_up
from rightbower.rules.message import word
from rightbower.rules.score import deals_objection, score, worth
from rightbower.rules.settings import NOTES, common, played, stated
from rightbower.terminal.words import meaning
from table import after, allowed, cards_out, dealt, refused, worked

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


def test_a_dealer_who_pays_is_told_how_much() -> None:
    changes = {"bidding.all_pass": "pay", "score.given_up": 2}
    rules = overlay(load("standard"), changes, word("A house rule."))
    told = str(meaning(rules, "score.given_up"))
    assert told == "A dealer who does not name a suit pays 2 points"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"bidding.all_pass": "throw in", "bidding.stuck_names": "any suit"}, "turned down"),
        ({"bidding.thrown_in_dealer": "same dealer"}, "no cards are thrown in"),
        ({"pack.ranks": "ten to ace"}, "Invalid enum value 'ten to ace'"),
        ({"score.given_up": 2}, "no dealer pays"),
        ({"score.lone_defence": 5}, "nobody defends alone"),
        ({"alone.defend": "against a lone maker", "score.lone_defence_of_pair": 5}, "such makers"),
        ({"score.lone_tricks": 2}, "from 3 to 5 tricks, not 2"),
        ({"score.lone_tricks": 6}, "from 3 to 5 tricks, not 6"),
        ({"game.cap": 9}, "nobody reaches 10"),
        ({"game.cap": 0}, ">= 1"),
    ],
)
def test_settings_that_cannot_meet_are_refused(changes: Mapping[str, object], says: str) -> None:
    with pytest.raises(BookError, match=says):
        overlay(load("standard"), changes, word("A house rule."))


# ---- the deck ----


@pytest.mark.parametrize(
    ("ranks", "cards_of_suit", "left"),
    [
        ("nine to ace", "9TJQKA", 3),
        ("eight to ace", "89TJQKA", 7),
        ("seven to ace", "789TJQKA", 11),
    ],
)
def test_standard_pack_ranks_says_which_cards_are_dealt_and_how_many_stay_in_the_stock(
    ranks: str, cards_of_suit: str, left: int
) -> None:
    rules = house(ranks=ranks)
    deck = rules.pack.cards
    assert {each.name for each in deck} == {r + s for r in cards_of_suit for s in "CDHS"}
    assert deck[: len(PACK)] == PACK
    out = deal_cards(shuffled(1, deck), Seat.S, rules)
    assert (len(out.stock), {len(hand) for hand in out.hands}) == (left, {5})
    found = view(deal_out(start_game(rules, Seat.S), out), Seat.W)
    assert hidden_cards(found).counts == [5, 5, 5, 0, left, 0]
    full = start(rules, Seat.S, out.hands, out.turn_up, out.stock)
    assert not [*audit(full)]


def test_standard_pack_ranks_the_deck_is_refused_with_a_card_that_is_not_in_it() -> None:
    small, wide = load("standard"), house(ranks="eight to ace")
    with pytest.raises(ValueError, match="the deck is not the 24 cards from nine to ace"):
        deal_cards(shuffled(1, wide.pack.cards), Seat.S, small)
    with pytest.raises(ValueError, match="the deck is not the 28 cards from eight to ace"):
        deal_cards(PACK, Seat.S, wide)
    with pytest.raises(ValueError, match=r"7S is not in this deck \(standard:pack\.ranks"):
        dealt("S deals, 9H up", wide, stock="7S", N="8S")
    assert refused(dealt("S deals, 9H up", wide), "W 8S").path == "laws.round_one"


def test_standard_pack_ranks_an_eight_of_trumps_beats_plain_cards_and_a_plain_eight_nothing() -> (
    None
):
    rules = house(ranks="seven to ace")
    deal = dealt(
        "S deals, 9H up",
        rules,
        W="AS 7D 8D 9D TD",
        N="KS 7C 8C 9C TC",
        E="7H QD KD AD JD",
        S="8S QS TS 9S KH",
    )
    trick = after(deal, "W order, S bury TS, W AS / N KS / E 7H / S 8S").tricks[0]
    assert trick.winner is Seat.E
    assert (
        refused(after(deal, "W order, S bury TS, W AS / N KS / E 7H"), "S KH").path
        == "laws.follow_suit"
    )
    plain = after(deal, "W order, S bury TS, W 7D / N 7C / E QD / S KH")
    assert plain.tricks[0].winner is Seat.S


def test_standard_pack_ranks_the_same_seed_deals_every_deck_its_own_cards() -> None:
    small, wide = shuffled("one"), shuffled("one", house(ranks="seven to ace").pack.cards)
    assert sorted(small) == sorted(PACK)
    assert len({*wide}) == 32
    assert shuffled("one") == small


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


# ---- a defender alone ----

# North deals and nobody holds much; South makes diamonds, with or without North.
HANDS = {
    "N": "9S TS 9H TH 9C",
    "E": "JD AD KD QD AS",
    "S": "JH TD KS QS KH",
    "W": "JS JC AC KC QC",
}
CALLED = "E pass, S pass, W pass, N turn down, E pass, S name diamonds"


def defended(calls: str, words: str, **settings: Any) -> Deal:
    """North deals, the ten of clubs is turned down, and trump is called; then these words."""
    deal = dealt("N deals, TC up", house(**settings), **HANDS)
    return after(deal, ", ".join(filter(None, (calls, words))))


def to_the_end(deal: Deal) -> Deal:
    """The deal when everybody plays the first legal card."""
    while deal.ending is None:
        deal = after(deal, str(legal(deal)[0]))
    return deal


def test_standard_alone_defend_asks_the_defenders_from_the_dealers_left_after_a_lone_call() -> None:
    deal = defended(f"{CALLED} alone", "", defend="against a lone maker")
    assert (deal.phase, deal.turn) == (Phase.DEFEND, Seat.E)
    assert [str(each) for each in legal(deal)] == ["E with partner", "E alone"]
    assert refused(deal, "W alone").path == "alone.defend"
    assert refused(deal, "S JH").path == "alone.defend"
    declined = after(deal, "E with partner")
    assert (declined.phase, declined.turn) == (Phase.DEFEND, Seat.W)
    assert after(declined, "W with partner").active == (Seat.E, Seat.S, Seat.W)
    assert after(deal, "E alone").active == (Seat.E, Seat.S)


def test_standard_alone_defend_against_a_pair_only_where_the_book_says_any_maker() -> None:
    assert defended(CALLED, "", defend="against a lone maker").phase is Phase.PLAY
    assert defended(f"{CALLED} alone", "").phase is Phase.PLAY
    deal = defended(CALLED, "", defend="against any maker")
    assert deal.phase is Phase.DEFEND
    alone = after(deal, "E with partner, W alone")
    assert alone.active == (Seat.N, Seat.S, Seat.W)
    assert (alone.lone, alone.lone_defender) == (None, Seat.W)
    assert alone.turn is Seat.S  # East, on the dealer's left, has put the hand away


def test_standard_score_lone_defence_is_for_a_lone_defender_who_euchres() -> None:
    rules: dict[str, Any] = {
        "defend": "against any maker",
        "lone_defence": 5,
        "lone_defence_of_pair": 3,
    }
    both = to_the_end(defended(f"{CALLED} alone", "E alone", **rules))
    assert both.tricks_of(Side.EW) >= 3
    assert [(m.side, m.points, m.path) for m in score(both)] == [(Side.EW, 5, "score.lone_defence")]
    pair = to_the_end(defended(CALLED, "E alone", **rules))
    assert [(m.side, m.points, m.path) for m in score(pair)] == [
        (Side.EW, 3, "score.lone_defence_of_pair")
    ]
    with_partner = to_the_end(defended(CALLED, "E with partner, W with partner", **rules))
    assert [m.path for m in score(with_partner)] == ["score.euchre"]
    assert worth(house(**rules)) == (1, 2, 3, 4, 5)
    assert worth(house(defend="against a lone maker", lone_defence=5)) == (1, 2, 4, 5)


def test_a_lone_defender_who_fails_leaves_the_makers_their_points() -> None:
    deal = dealt("N deals, TC up", house(defend="against a lone maker"), **HANDS)
    made = after(deal, "E pass, S pass, W pass, N turn down, E name diamonds alone")
    assert (made.phase, made.turn) == (Phase.DEFEND, Seat.S)
    end = to_the_end(after(made, "S alone"))
    assert end.tricks_of(Side.EW) >= 3
    assert score(end)[0].path in ("score.lone_make", "score.lone_march")


@pytest.mark.parametrize(
    ("maker", "defender", "leads"),
    [
        ("E", "N", "E"),
        ("E", "S", "E"),
        ("N", "W", "W"),
        ("N", "E", "E"),
        ("S", "E", "E"),
        ("S", "W", "S"),
        ("W", "S", "S"),
    ],
)
def test_with_two_lone_hands_the_first_who_plays_from_the_dealers_left_leads(
    maker: str, defender: str, leads: str
) -> None:
    deal = dealt("N deals, TC up", house(defend="against a lone maker"), **HANDS)
    suits = {"E": "diamonds", "S": "hearts", "W": "spades", "N": "spades"}
    deal = after(deal, "E pass, S pass, W pass, N turn down")
    while str(deal.turn) != maker:
        deal = after(deal, f"{deal.turn} pass")
    deal = after(deal, f"{maker} name {suits[maker]} alone")
    while str(deal.turn) != defender:
        deal = after(deal, f"{deal.turn} with partner")
    deal = after(deal, f"{defender} alone")
    assert {str(seat) for seat in deal.active} == {maker, defender}
    assert str(deal.turn) == leads
    end = to_the_end(deal)
    assert all(len(trick.plays) == 2 for trick in end.tricks)


def test_a_side_barred_from_alone_is_not_asked_to_defend_alone() -> None:
    rules = house(defend="against any maker", barred_at=[9])
    out = cards_out("TC", **HANDS)
    for points, phase in (((0, 9), Phase.PLAY), ((9, 0), Phase.DEFEND)):
        game = deal_out(start_game(rules, Seat.N, score=points), out)
        for each in CALLED.split(", "):
            game = act(game, read_action(each))
        assert game.deal is not None
        assert game.deal.phase is phase


def test_where_anyone_may_be_the_one_lone_player_no_defender_is_asked() -> None:
    with pytest.raises(BookError, match="a defender already may"):
        house(defend="against any maker", who="anyone")


def test_a_revoke_by_either_lone_hand_is_one_of_a_lone_hand() -> None:
    deal = defended(f"{CALLED} alone", "E alone", defend="against a lone maker")
    assert _lone(deal, Seat.E) == _lone(deal, Seat.S) == "offender"
    pair = defended(CALLED, "E alone", defend="against any maker")
    assert _lone(pair, Seat.E) == "offender"
    assert _lone(pair, Seat.S) == "other side"


def test_what_a_seat_sees_of_a_lone_defender_and_what_bots_do() -> None:
    rules = house(defend="against any maker")
    game = deal_out(start_game(rules, Seat.N), cards_out("TC", **HANDS))
    for each in f"{CALLED}, E alone".split(", "):
        game = act(game, read_action(each))
    for seat in Seat:
        assert view(game, seat).lone_defender is Seat.E
    assert unstudied(rules) == "alone.defend"
    seen = view(game, game.turn)
    for name in ("beginner", "club", "league", "league-table", "expert-quick"):
        assert player(name, 1)(seen) in seen.legal
