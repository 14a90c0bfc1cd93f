"""The expert: its worlds against what was seen and said, its manners, and its feeling for score."""

from __future__ import annotations

import zlib
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rightbower.players import expert, player
from rightbower.players.expert import LONG, Expert, Master, Worth, chance, chance_in_deals
from rightbower.players.kernel.bits import mask_of
from rightbower.players.kernel.options import lead_options
from rightbower.players.kernel.worlds import Worlds, likely_worlds
from rightbower.players.sight import BURIED, ScoreSituation, hidden_cards, score_situation
from rightbower.players.simulate import new_game
from rightbower.players.tables import call_by_table
from rightbower.players.views import View, view
from rightbower.rules.acts import Bury, Order, PickUp, read_action, write_action
from rightbower.rules.book import RuleBook, load, names, overlay
from rightbower.rules.cards import Seat, Side, card, shuffled, suit_in_play
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Phase
from rightbower.rules.game import act, deal_out, start_bell, start_game
from rightbower.rules.judge import legal
from table import cards_out

# How many acts of twelve deals there are, and their check, from before others were called experts.
FIRST_EXPERT = (314, 1344157030)
HOUSES: dict[str, dict[str, object]] = {
    "partner alone, thrown in": {
        "bidding.partner_order": "must be alone",
        "bidding.all_pass": "throw in",
    },
    "natural card for everyone": {"bidding.natural_scope": "everyone"},
    "trump to order, or the game": {
        "bidding.trump_to_order": "all but dealer",
        "bidding.breach": "loses the game",
    },
    "anyone alone, said late": {"alone.who": "anyone", "alone.when": "before the first card"},
    "lone partner takes the turn-up": {
        "bidding.lone_partner_turn_up": "lone partner takes it",
        "alone.lead": "left of lone player",
        "burying.turn_up": "never",
    },
    "eight deals": {"game.target": None, "game.deals": 8},
}


def decisions(rules: RuleBook, deals: int) -> list[View]:
    """Decisions of random deals by a book, as the seat on turn sees them."""
    found = []
    for number in range(deals):
        chance_ = Random(number)
        game = new_game(rules, Seat.S)
        game = deal_out(game, deal_cards(shuffled(f"{rules.name}{number}"), Seat.S, rules))
        while game.deal is not None:
            found.append(view(game, game.deal.turn))
            game = act(game, chance_.choice(legal(game.deal)))
    return found


def seen_by(
    seat: str, words: str, acts: str, score: tuple[int, int] = (0, 0), **hands: str
) -> View:
    """What a seat sees of a deal of the common game set up in words."""
    dealer, turn_up = (part.split()[0] for part in words.split(","))
    game = start_bell(start_game(load("standard"), Seat.of(dealer), score=score))
    game = deal_out(game, cards_out(turn_up, **hands))
    for action in acts.split(",") if acts else ():
        game = act(game, read_action(action))
    return view(game, Seat.of(seat))


def share_holding(worlds: Worlds, seat: Seat, cards: str) -> float:
    """In which share of the worlds a seat holds one of the cards."""
    held = worlds.hands[:, seat] & mask_of(card(name) for name in cards.split()) != 0
    return float((worlds.times * held).sum() / worlds.times.sum())


@pytest.mark.parametrize("book", names())
def test_every_hidden_card_has_a_place_and_no_void_is_forgotten(book: str) -> None:
    for seen in decisions(load(book), deals=6):
        assert seen.seat is not None
        hidden = hidden_cards(seen)
        if seen.phase is Phase.BURY and seen.lone is not None:
            continue
        assert sum(hidden.counts) == len(hidden.unseen)
        worlds = likely_worlds(seen, 12, 12, seed=1)
        assert worlds.times.sum() == 12
        for world in worlds.hands:
            masks = [int(world[place]) for place in range(BURIED + 1) if place != seen.seat]
            assert all(a & b == 0 for i, a in enumerate(masks) for b in masks[:i])
            for seat in Seat:
                held = [c for c in hidden.unseen if int(world[seat]) >> c.index & 1]
                assert not {suit_in_play(c, seen.trump) for c in held} & hidden.barred[seat]


def test_whoever_orders_is_thought_to_hold_trumps_and_whoever_passes_is_not() -> None:
    hand = "9S TS QS 9C 9D"
    silent = seen_by("W", "S deals, 9H up", "", W=hand)
    bids = "W pass, N order, S bury TC"
    ordered = seen_by("W", "S deals, 9H up", bids, W=hand, S="TC QC KC KD AC")
    passed = seen_by("S", "S deals, 9H up", "W pass, N pass, E pass", S=hand)
    bowers = "JH JD"
    before = share_holding(likely_worlds(silent, 3000, 3000, 1), Seat.N, bowers)
    after = share_holding(likely_worlds(ordered, 3000, 3000, 1), Seat.N, bowers)
    less = share_holding(likely_worlds(passed, 3000, 3000, 1), Seat.N, bowers)
    assert less < before - 0.05
    assert after > before + 0.15


def test_a_follower_who_plays_low_is_not_thought_to_hold_the_ace() -> None:
    told = seen_by(
        "E",
        "S deals, 9H up",
        "W pass, N order, S bury 9S, W QD, N TD",
        S="9S TS 9C TC KC",
        W="QD KD KS QC QS",
        N="TD JS AH KH QH",
        E="9D AS JC JH TH",
    )
    assert share_holding(likely_worlds(told, 3000, 3000, 1), Seat.N, "AD") < 0.12


@pytest.mark.parametrize("book", names())
def test_the_expert_plays_by_every_book(book: str) -> None:
    expert = Expert(seed=3, worlds=5)
    for seen in decisions(load(book), deals=4):
        assert expert(seen) in seen.legal


def test_the_first_expert_plays_as_it_always_did() -> None:
    said = []
    for book in names():
        rules, first = load(book), player("expert-1", seed=7)
        for number in range(2):
            dealer = Seat(number)
            cards = deal_cards(shuffled(f"same:{number}"), dealer, rules)
            game = deal_out(new_game(rules, dealer), cards)
            while game.deal is not None:
                assert game.deal.turn is not None
                action = first(view(game, game.deal.turn))
                said.append(write_action(action))
                game = act(game, action)
    assert (len(said), zlib.crc32(" ".join(said).encode())) == FIRST_EXPERT


@pytest.mark.parametrize("name", ["expert", "master"])
@pytest.mark.parametrize("book", names())
def test_whoever_calls_by_table_does_what_the_book_allows(book: str, name: str) -> None:
    one = player(name, seed=3)
    for seen in decisions(load(book), deals=2):
        assert one(seen) in seen.legal


@pytest.mark.parametrize("house", HOUSES)
def test_the_expert_plays_by_the_rules_of_a_house(house: str) -> None:
    rules = overlay(load("standard"), HOUSES[house], note="As this house plays.")
    four = [player("expert-quick", seed) for seed in range(4)]
    for number in range(4):
        dealer = Seat(number)
        game = deal_out(
            new_game(rules, dealer), deal_cards(shuffled(house + str(number)), dealer, rules)
        )
        while game.deal is not None:
            assert game.deal.turn is not None
            game = act(game, four[game.deal.turn](view(game, game.deal.turn)))
        assert game.finished[-1].deal.ending in ("played", "thrown in")


def test_an_order_that_would_lose_the_game_is_worth_nothing() -> None:
    house = HOUSES["trump to order, or the game"]
    rules = overlay(load("standard"), house, note="As this house plays.")
    game = deal_out(new_game(rules, Seat.S), cards_out("9H", W="AS KS AC KC AD"))
    found = Expert(worlds=10).values(view(game, Seat.W))
    orders = [each for each in found if isinstance(each.action, Order)]
    assert orders
    assert all(each.chance == 0 for each in orders)


def test_the_same_seed_does_the_same_and_values_are_chances() -> None:
    for seen in decisions(load("standard"), deals=3):
        first, second = Expert(seed=2, worlds=20), Expert(seed=2, worlds=20)
        assert first(seen) == second(seen)
        if len(seen.legal) > 1:
            assert all(0 <= each.chance <= 1 for each in first.values(seen))


def test_both_bowers_go_alone_but_not_for_the_last_two_points() -> None:
    passes = "W pass, N pass, E pass"
    hand = "JH JD AH KH AS"
    early = seen_by("S", "S deals, 9H up", passes, S=hand)
    late = seen_by("S", "S deals, 9H up", passes, score=(9, 0), S=hand)
    quick = player("expert-quick", seed=1)
    assert quick(early) == PickUp(Seat.S, alone=True)
    values = {each.action: each.chance for each in Expert(worlds=40).values(late)}
    assert values[PickUp(Seat.S)] >= values[PickUp(Seat.S, alone=True)]


def test_whoever_buries_plays_on_knowing_what_lies_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each choice is tried with its own hand and its own card buried."""
    asked = []

    def tried(*given: Any) -> None:
        asked.append([each.tolist() for each in given[4:6]])
        lead_options(*given)

    monkeypatch.setattr(expert, "lead_options", tried)
    seen = seen_by("S", "S deals, 9H up", "W order", S="JH AH 9C TC AS")
    values = Expert(worlds=5).values(seen)
    hand = mask_of(seen.hand)
    cards = [each.action.card.index for each in values if isinstance(each.action, Bury)]
    assert len(cards) == len(seen.legal) == 6
    assert asked == [[[hand ^ 1 << each for each in cards], cards]]


def test_more_worlds_make_the_error_smaller() -> None:
    seen = seen_by("W", "S deals, 9H up", "", W="JH AH 9S TS 9C")
    few = max(each.error for each in Expert(worlds=10).values(seen))
    many = max(each.error for each in Expert(worlds=90).values(seen))
    assert many == pytest.approx(few / 3, rel=0.35)


def test_the_chance_to_win_adds_up_and_grows_with_the_score() -> None:
    for ours in range(10):
        for theirs in range(10):
            both = chance(ours, theirs, True, 10) + chance(theirs, ours, False, 10)
            assert both == pytest.approx(1)
            assert chance(ours + 1, theirs, True, 10) >= chance(ours, theirs, True, 10)
    assert chance_in_deals(0, 0, True) == 0.5
    assert chance_in_deals(3, 0, False) == 1.0
    assert chance_in_deals(1, 4, True) + chance_in_deals(-1, 4, False) == pytest.approx(1)


@pytest.mark.parametrize(
    ("ours", "theirs", "known_share"), [(0, 0, 0.51), (8, 8, 0.54), (9, 9, 0.65), (9, 8, 0.72)]
)
def test_the_dealers_side_wins_as_often_as_among_good_players(
    ours: int, theirs: int, known_share: float
) -> None:
    assert chance(ours, theirs, True, 10) == pytest.approx(known_share, abs=0.04)


def test_the_master_who_takes_long_plays_on_in_worlds_weighed_again() -> None:
    """Every card has a chance between nothing and all, and the top trump more than the lowest card."""
    seen = seen_by("W", "S deals, 9H up", "W order, S bury 9C", W="JH JD AH 9S TC", S="9C")
    values = {each.action: each.chance for each in Master(3, 40, LONG).values(seen)}
    assert set(values) == set(seen.legal)
    assert all(0 <= each <= 1 for each in values.values())
    assert values[read_action("W JH")] > values[read_action("W 9S")]


def test_calls_are_the_tables_and_their_values_those_of_deals_called_by_the_table() -> None:
    """A pass by the first seat with nothing leads to what the others' tables make of it."""
    seen = seen_by("W", "S deals, 9H up", "", W="9S TS 9D TD 9C")
    master = Master(3, 60)
    found = master.auctions(seen, [0])
    assert found is not None
    assert found.times.sum() == 4 * 60
    assert found.chances.shape == found.points.shape == (1, len(found.times))
    assert set(found.points[0]) <= {-4, -2, -1, 1, 2, 4}
    values = {each.action: each for each in master.values(seen)}
    assert values[read_action("W pass")].chance > values[read_action("W order")].chance
    assert values[read_action("W order")].chance > values[read_action("W order alone")].chance
    for seen in decisions(load("standard"), deals=3):
        if seen.phase in (Phase.ROUND_ONE, Phase.ROUND_TWO):
            assert master(seen) == master.choice(seen, master.values(seen)) == call_by_table(seen)


def test_where_no_table_is_made_for_an_auction_league_players_call_on() -> None:
    odd = overlay(load("standard"), {"score.march": 3}, note="As this house scores.")
    seen = seen_by("W", "S deals, 9H up", "", W="JH AH 9S TS 9C")
    master = Master(3, 20)
    assert master.auctions(replace(seen, book=odd), [0]) is None
    four = overlay(load("standard"), {"score.tricks_to_make": 4}, note="As this house plays.")
    assert master.played_on(replace(seen, book=four)) is None


def test_how_the_game_stands_is_told_from_either_side() -> None:
    seen = seen_by("W", "S deals, 9H up", "", score=(6, 3), W="JH AH 9S TS 9C")
    assert score_situation(seen, Side.NS) == ScoreSituation(4, 7, 3, 2, last_hand=False)
    assert score_situation(seen) == ScoreSituation(7, 4, -3, 2, last_hand=False)


def test_what_an_end_of_a_deal_is_worth_is_what_the_book_pays() -> None:
    """A house in which every end has a number of its own."""
    paid = {"euchre": 2, "make": 1, "march": 3, "lone_euchre": 5, "lone_make": 4, "lone_march": 6}
    rules = overlay(load("standard"), {f"score.{name}": paid[name] for name in paid}, note="So.")
    worth = Worth(decisions(rules, deals=1)[0], Side.NS)
    for makers, sign in ((Side.NS, 1), (Side.EW, -1)):
        found = [worth.end(makers, alone, kind)[1] for alone in (False, True) for kind in (0, 1, 2)]
        assert found == [sign * points for points in (-2, 1, 3, -5, 4, 6)]
