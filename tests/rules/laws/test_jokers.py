"""A joker in the deck, and every reading of one that is turned up; sevens and eights beside it."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from by_hand import worth
from random_play import play_out
from referee.sitting import did, set_out
from rightbower.players import player
from rightbower.players.thumb import unstudied
from rightbower.players.views import unseen, view
from rightbower.record import egn
from rightbower.record.entries import ActionEntry, DealtEntry, Record
from rightbower.record.record import read, replay, write
from rightbower.referee.doing import irregularities
from rightbower.referee.irregularities import Revoke
from rightbower.rules.book import BookError, RuleBook, book
from rightbower.rules.cards import (
    Card,
    Rank,
    Seat,
    Suit,
    card,
    cards,
    height,
    shuffled,
    suit_in_play,
)
from rightbower.rules.ceremonies import Dealt, deal_cards, first_jack
from rightbower.rules.deal import Deal, Phase, natural_cards
from rightbower.rules.game import TurnUp, deal_out, start_game
from rightbower.rules.judge import apply, legal
from rightbower.rules.score import score
from rightbower.terminal.words import prompt_line, special_rules
from table import after, allowed, dealt, refused

READINGS = (
    "named blind, makes",
    "named blind, proposed",
    "dealer names, makes",
    "dealer names, joker stays",
    "open naming",
    "counts as hearts",
    "counts as spades",
)


def house(joker: str = "joker", **settings: Any) -> RuleBook:
    """The common game with a joker."""
    return book("standard", joker=joker, **settings)


def turned(reading: str, joker: str = "joker", **settings: Any) -> Deal:
    """South has dealt, and the joker is up."""
    face = "JO" if joker == "joker" else "2S"
    rules = house(joker, joker_turned=reading, **settings)
    return dealt(
        f"S deals, {face} up",
        rules,
        N="9H 9D 9C KS AD",
        E="TH TD TC QD AC",
        S="JH QH JS KD 9S",
        W="AH KH QC KC JC",
    )


# ---- the joker in the play: cases 1 to 3 and 26 ----


@pytest.mark.parametrize("joker", ["JO", "2S"])
def test_standard_pack_joker_is_a_trump_above_the_right_bower_whatever_is_trump(joker: str) -> None:
    top = card(joker)
    assert (top.joker, top.rank) == (True, Rank.JOKER)
    for trump in Suit:
        assert suit_in_play(top, trump) is trump
        rest = [each for each in Card if not each.joker]
        assert all(height(top, trump) > height(each, trump) for each in rest)


@pytest.mark.parametrize("joker", ["joker", "two of spades"])
def test_standard_pack_joker_has_to_follow_a_left_bower_that_is_led(joker: str) -> None:
    face = card("JO" if joker == "joker" else "2S")
    rules = house(joker)
    deal = dealt(
        "W deals, 9S up", rules, N="JC 9H TH 9D TD", E=f"{face} JS AH KH QH", S="AS KS AD KD QD"
    )
    deal = after(deal, "N order, W bury 9S, N JC")
    assert deal.book.pack.joker == joker
    assert {str(act) for act in legal(deal)} == {f"E {face}", "E JS"}
    assert refused(deal, "E AH").path == "laws.follow_suit"
    assert after(deal, f"E {face} / S KS").turn is Seat.W


def test_standard_pack_joker_led_asks_for_trumps_and_a_left_bower_alone_has_to_be_played() -> None:
    deal = dealt(
        "W deals, 9S up", house(), N="JO 9H TH 9D TD", E="JC AH KH QH AD", S="AS KS KD QD JD"
    )
    deal = after(deal, "N order, W bury 9S, N JO")
    assert [str(act) for act in legal(deal)] == ["E JC"]
    found = after(deal, "E JC / S KS")
    assert found.turn is Seat.W
    done = after(found, str(legal(found)[0]))
    assert done.tricks[0].winner is Seat.N


def test_standard_pack_joker_the_other_jack_of_the_colour_is_no_diamond_with_a_joker_about() -> (
    None
):
    deal = dealt(
        "W deals, 9H up", house(), N="JD 9S TS 9C TC", E="KD AH AS KS QS", S="JO AD QD TD KC"
    )
    deal = after(deal, "N order, W bury 9H, N JD")
    assert [str(act) for act in legal(deal)] == ["E AH"]  # not the king of diamonds
    assert [str(act) for act in legal(after(deal, "E AH"))] == ["S JO"]


@pytest.mark.parametrize("joker", ["joker", "two of spades"])
def test_standard_pack_joker_kept_back_when_trumps_are_led_is_a_revoke(joker: str) -> None:
    face = "JO" if joker == "joker" else "2S"
    table = set_out(
        house(joker),
        "W deals, 9H up",
        N="JD 9S TS 9C TC",
        E=f"{face} AS KS QS AC",
        S="AH KH KC QC JC",
    )
    bid = did(table, "N order, W bury 9H, N JD")
    assert irregularities(did(bid, "E AS")) == (Revoke(Seat.E, 1),)
    assert irregularities(did(bid, f"E {face}")) == ()


def test_standard_pack_joker_one_seed_deals_each_deck_otherwise_and_says_so_in_the_record() -> None:
    found = []
    for rules in (book("standard"), house(), house("two of spades"), house(ranks="seven to ace")):
        out = deal_cards(shuffled("one", rules.pack.cards), Seat.S, rules)
        record = Record(rules, Seat.S).then(DealtEntry(Seat.S, out))
        assert read(write(record)).book.pack == rules.pack
        found.append(sorted(each.name for each in rules.pack.cards))
    assert [len(each) for each in found] == [24, 25, 25, 33]
    assert found[1] != found[2]


# ---- a joker that is turned up ----


@pytest.mark.parametrize("joker", ["joker", "two of spades"])
def test_standard_bidding_joker_turned_named_blind_makes_trump_before_anybody_looks(
    joker: str,
) -> None:
    deal = turned("named blind, makes", joker)
    assert (deal.phase, deal.turn, deal.offered) == (Phase.JOKER, Seat.S, None)
    assert len(legal(deal)) == 8
    for act in ("S pick up", "S turn down", "S pass"):
        assert refused(deal, act).path == "bidding.joker_turned"
    assert refused(deal, "W order").path == "bidding.joker_turned"
    made = after(deal, "S name hearts")
    assert (made.trump, made.maker, made.taken_by, made.turn) == (
        Suit.HEARTS,
        Seat.S,
        Seat.S,
        Seat.S,
    )
    assert made.phase is Phase.BURY
    assert deal.turn_up in made.hands[Seat.S]
    assert refused(after(made, "S bury 9S"), "W order").path == "laws.first_lead"
    assert after(deal, "S name hearts alone").lone is Seat.S


def test_standard_bidding_joker_turned_named_blind_hides_every_hand_the_dealers_too() -> None:
    rules = house(joker_turned="named blind, makes")
    deal = turned("named blind, makes")
    out = Dealt(deal.dealt, deal.turn_up, deal.stock)
    for faced in TurnUp:  # a hand that is hidden later does not tell what is turned up
        game = deal_out(start_game(rules, Seat.S), out, turn_up=faced)
        assert game.deal is not None
        assert unseen(game.deal, faced)
        for seat in (*Seat, None):
            seen = view(game, seat)
            assert (seen.hand, seen.cards_left) == ((), (5, 5, 5, 5))
    game = deal_out(start_game(rules, Seat.S), out)
    before = game.deal
    game = game.play("S name hearts")
    assert [len(view(game, seat).hand) for seat in Seat] == [5, 5, 6, 5]
    assert before is not None
    plain = deal_out(start_game(house(joker_turned="dealer names, makes"), Seat.S), out)
    assert len(view(plain, Seat.S).hand) == 5


def test_standard_bidding_joker_turned_named_blind_proposed_is_bid_for_like_a_card_of_that_suit() -> (
    None
):
    deal = turned("named blind, proposed")
    assert refused(deal, "S name hearts alone").path == "bidding.joker_turned"
    assert len(legal(deal)) == 4
    asked = after(deal, "S name hearts")
    assert (asked.phase, asked.turn, asked.trump) == (Phase.ROUND_ONE, Seat.W, None)
    ordered = after(asked, "W order")
    assert (ordered.trump, ordered.maker, ordered.taken_by) == (Suit.HEARTS, Seat.W, Seat.S)
    down = after(asked, "W pass, N pass, E pass, S turn down")
    assert down.turned_down is Suit.HEARTS
    assert refused(down, "W name hearts").path == "laws.dead_suit"
    assert allowed(down, "W name spades")


def test_standard_bidding_joker_turned_dealer_names_and_takes_it_or_leaves_it_out_of_play() -> None:
    taken = after(turned("dealer names, makes"), "S name diamonds")
    assert (taken.phase, taken.taken_by, taken.trump) == (Phase.BURY, Seat.S, Suit.DIAMONDS)
    left = after(turned("dealer names, joker stays"), "S name diamonds")
    assert (left.phase, left.taken_by, left.turn) == (Phase.PLAY, None, Seat.W)
    assert left.turned_down is None
    assert left.turn_up not in {each for hand in left.hands for each in hand}


def test_standard_bidding_joker_turned_open_naming_asks_each_for_any_suit() -> None:
    deal = turned("open naming")
    assert (deal.phase, deal.turn, deal.turned_down) == (Phase.ROUND_TWO, Seat.W, None)
    assert all(allowed(deal, f"W name {suit}") for suit in Suit)
    assert refused(deal, "W order").path == "laws.round_two"
    last = after(deal, "W pass, N pass, E pass")
    assert refused(last, "S pass").path == "bidding.all_pass"
    assert after(last, "S name spades").taken_by is None


def test_standard_bidding_joker_turned_counts_as_spades_bars_spades_in_round_two() -> None:
    deal = turned("counts as spades")
    assert (deal.phase, deal.offered) == (Phase.ROUND_ONE, Suit.SPADES)
    assert after(deal, "W order").trump is Suit.SPADES
    down = after(deal, "W pass, N pass, E pass, S turn down")
    assert refused(down, "W name spades").path == "laws.dead_suit"
    assert all(allowed(down, f"W name {each}") for each in ("hearts", "diamonds", "clubs"))


def test_standard_bidding_joker_turned_counts_as_hearts_stands_for_that_suit_the_two_of_spades_too() -> (
    None
):
    deal = turned("counts as hearts", "two of spades")
    assert deal.turn_up is Card.BENNY
    assert after(deal, "W order").trump is Suit.HEARTS
    # ... and where the dealer names it blind it is no spade either
    assert turned("named blind, makes", "two of spades").offered is None


def test_standard_bidding_joker_turned_leaves_no_order_to_a_partner_who_must_be_alone() -> None:
    deal = after(turned("named blind, makes", partner_order="must be alone"), "S name hearts")
    assert (deal.lone, deal.turn) == (None, Seat.S)
    bid = turned("counts as spades", partner_order="must be alone", partner_says_alone=True)
    assert refused(after(bid, "W pass"), "N order").path == "bidding.partner_says_alone"
    takes = turned(
        "counts as spades",
        partner_order="must be alone",
        lone_partner_turn_up="lone partner takes it",
    )
    made = after(takes, "W pass, N order alone")
    assert (made.lone, made.taken_by, made.turn_up in made.hands[Seat.N]) == (Seat.N, Seat.N, True)


def test_standard_bidding_joker_natural_is_asked_before_a_joker_is_a_card_of_the_suit() -> None:
    for natural, found in ((False, "KS"), (True, "JO KS")):
        rules = house(
            joker_turned="counts as spades", joker_natural=natural, natural_scope="everyone"
        )
        deal = dealt("S deals, 9S up", rules, W="JO AH KH QH TH", N="KS 9H 9D 9C AD")
        assert allowed(deal, "W order") is natural
        held = natural_cards(deal, cards("JO KS"))
        assert held == cards(found)
    turned_up = turned("counts as spades", natural_scope="everyone")
    assert refused(turned_up, "W order").path == "bidding.natural_scope"  # no printed spade


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"joker_turned": "open naming"}, "there is no joker in the deck"),
        ({"joker_natural": True}, "there is no joker in the deck"),
        ({"joker": "joker", "no_trump": "high"}, "what a joker is without trumps is not known"),
    ],
)
def test_settings_of_a_joker_that_cannot_meet_are_refused(
    settings: dict[str, Any], says: str
) -> None:
    with pytest.raises(BookError, match=says):
        book("standard", **settings)


# ---- every face of it ----


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("joker", ["joker", "two of spades"])
def test_a_turned_joker_is_recorded_written_read_seen_and_scored_whatever_it_means(
    reading: str, joker: str
) -> None:
    for seed, when in enumerate(("with the call", "before the first card") * 3):
        chance = Random(seed)
        *_, done = play_out(turned(reading, joker, when=when, all_pass="throw in"), chance)
        out = DealtEntry(Seat.S, Dealt(done.dealt, done.turn_up, tuple(sorted(done.stock))))
        record = Record(done.book, Seat.S).then(out, *map(ActionEntry, done.acts))
        game = replay(record)
        assert read(write(record)) == record
        assert egn.read(egn.write(record), done.book).record == record
        points = worth(done) if done.ending == "played" else [0, 0]
        assert [game.score[0], game.score[1]] == points
        assert sum(mark.points for mark in score(done)) == sum(points)


@pytest.mark.parametrize("reading", READINGS)
def test_every_bot_plays_with_a_turned_joker(reading: str) -> None:
    deal = turned(reading)
    assert unstudied(deal.book) == "pack.joker"
    for name in ("beginner", "club", "league", "expert"):
        game = deal_out(start_game(deal.book, Seat.S), Dealt(deal.dealt, deal.turn_up, deal.stock))
        bot = player(name, 1)
        while game.deal is not None:
            game = game.play(bot(view(game)))
        assert len(game.finished) == 1


def test_a_terminal_asks_the_dealer_for_a_suit_and_says_what_the_sheet_does() -> None:
    deal = turned("named blind, makes")
    game = deal_out(start_game(deal.book, Seat.S), Dealt(deal.dealt, deal.turn_up, deal.stock))
    asked = prompt_line(view(game, Seat.S))
    assert asked.startswith("The joker is turned up. You deal: name a suit, before anybody looks")
    told = [str(text) for text, _ in special_rules(deal.book)]
    assert "the joker is the best trump of any suit, above the right bower" in told
    assert any("before anybody looks" in each for each in told)
    assert "joker" in str(view(game, Seat.W)).lower()


def test_a_deck_with_a_joker_deals_for_the_first_jack_like_any_other() -> None:
    rules = book("standard", joker="joker", first_dealer="first jack", jack_starts="left of holder")
    assert first_jack(cards("JO 9S JD"), Seat.S, rules) is Seat.E
    assert str(rules.pack.told) == "the 24 cards from nine to ace and the joker"
    assert [
        len(book("standard", joker="joker", ranks=each).pack.cards)
        for each in ("nine to ace", "eight to ace", "seven to ace")
    ] == [25, 29, 33]


# ---- counts, by a second and plain implementation ----

RANKS = "789TJQKA"


def plain_suit(name: str, trump: str) -> str:
    """The suit of a card, written out again."""
    if name in ("JO", "2S"):
        return trump
    other = {"C": "S", "S": "C", "D": "H", "H": "D"}[trump]
    return trump if name == f"J{other}" else name[1]


def plain_power(name: str, trump: str, led: str) -> int:
    """How strong a card is in a trick, written out again; 0 for one that cannot win."""
    if name in ("JO", "2S"):
        return 100
    if name == f"J{trump}":
        return 90
    if name[0] == "J" and plain_suit(name, trump) == trump:
        return 80
    if name[1] == trump:
        return 40 + RANKS.index(name[0])
    return 1 + RANKS.index(name[0]) if name[1] == led else 0


def plain_endings(hands: list[list[str]], trump: str, leader: int) -> int:
    """How many ways there are to play these hands out."""
    if not hands[leader]:
        return 1
    total = 0
    for first in hands[leader]:
        led = plain_suit(first, trump)
        ways = [[first]]
        for at in range(1, 4):
            hand = hands[(leader + at) % 4]
            may = [each for each in hand if plain_suit(each, trump) == led] or hand
            ways = [[*way, each] for way in ways for each in may]
        for way in ways:
            best = max(range(4), key=lambda at: plain_power(way[at], trump, led))
            left = [list(hand) for hand in hands]
            for at, each in enumerate(way):
                left[(leader + at) % 4].remove(each)
            total += plain_endings(left, trump, (leader + best) % 4)
    return total


def endings(deal: Deal) -> int:
    """The same by the engine."""
    if deal.ending is not None:
        return 1
    return sum(endings(apply(deal, act)) for act in legal(deal))


@pytest.mark.parametrize("ranks", ["nine to ace", "eight to ace", "seven to ace"])
@pytest.mark.parametrize("joker", ["none", "joker", "two of spades"])
def test_the_ways_to_play_the_last_three_tricks_are_as_many_as_counted_plainly(
    ranks: str, joker: str
) -> None:
    rules = book("standard", ranks=ranks, joker=joker)
    chance = Random(f"{ranks} {joker}")
    order = list(rules.pack.cards)
    while True:
        chance.shuffle(order)
        if order[20].joker or (joker != "none" and not any(each.joker for each in order[:20])):
            continue
        out = Dealt(
            tuple(tuple(order[5 * at : 5 * at + 5]) for at in range(4)),
            order[20],
            tuple(order[21:]),
        )
        game = deal_out(start_game(rules, Seat.S), out).play("W order")
        game = game.play(game.legal[0])
        while game.deal is not None and len(game.deal.tricks) < 3:
            act = max(game.legal, key=lambda each: not getattr(each, "card", Card.JOKER).joker)
            game = game.play(act)
        assert game.deal is not None
        deal = game.deal
        if joker == "none" or any(each.joker for hand in deal.hands for each in hand):
            break
    assert deal.trump is not None
    assert deal.turn is not None
    hands = [[each.name for each in hand] for hand in deal.hands]
    assert endings(deal) == plain_endings(hands, deal.trump.letter, deal.turn)


def test_the_counts_of_every_deck_are_their_binomials() -> None:
    decks = {
        (ranks, joker): book("standard", ranks=ranks, joker=joker).pack.cards
        for ranks in ("nine to ace", "eight to ace", "seven to ace")
        for joker in ("none", "joker", "two of spades")
    }
    assert [len(deck) for deck in decks.values()] == [24, 25, 25, 28, 29, 29, 32, 33, 33]
    for (_, joker), deck in decks.items():
        trumps = [each for each in deck if suit_in_play(each, Suit.HEARTS) is Suit.HEARTS]
        plain = len([each for each in deck if not each.joker]) // 4
        assert len(trumps) == plain + 1 + (joker != "none")
        pairs = [*permutations(trumps, 2)]
        higher = [
            one for one, other in pairs if height(one, Suit.HEARTS) > height(other, Suit.HEARTS)
        ]
        assert len(higher) == len(pairs) // 2  # no two trumps are level
