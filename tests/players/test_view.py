"""What a seat may know: everything it saw and nothing that it did not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from random_play import books, play_game
from rightbower.players.views import View, view
from rightbower.rules.acts import Bury, Order, Pass, Play, read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Card, Seat, Suit, card, cards
from rightbower.rules.deal import Deal, Phase, start
from rightbower.rules.game import Game, TurnUp, act, deal_out, start_bell, start_game
from rightbower.rules.judge import IllegalAction, apply, legal
from table import cards_out

SEEDS = st.integers(0, 2**32 - 1)
WATCHERS = st.sampled_from((*Seat, None))
D1 = cards_out(
    "9H", "9C TD JS", N="JD AD 9S KC TH", E="QS TS KD QC AH", S="JH KH QD AC JC", W="AS KS 9D TC QH"
)
PICKED_UP = "W pass, N pass, E pass, S pick up, S bury JC"
FIRST_TRICK = "W AS, N 9S, E TS, S 9H"


def at_the_table(words: str = "", book: str | RuleBook = "alberta-55plus") -> Game:
    """South deals the first worked deal; then what the words say."""
    rules = load(book) if isinstance(book, str) else book
    game = deal_out(start_bell(start_game(rules, Seat.S)), D1)
    for action in words.split(",") if words else ():
        game = act(game, read_action(action))
    return game


@st.composite
def moments(draw: st.DrawFn) -> Game:
    """A game somewhere in its first few deals."""
    chance = Random(draw(SEEDS))
    steps = play_game(draw(books()), draw(st.sampled_from(Seat)), chance)
    return list(islice(steps, chance.randrange(2, 80)))[-1]


def another_deal(deal: Deal, seat: Seat | None, faced: bool, chance: Random) -> Deal | None:
    """A deal with the same public history and some cards changed about that the seat never saw.

    None where those cards could not have been bid or played as they were.
    """
    others = [each for each in Seat if each is not seat]
    secret_bury = deal.buried is not None and deal.taken_by is not seat
    piles = [*(deal.hands[each] for each in others), deal.stock]
    piles += [(deal.buried,)] if deal.buried is not None and secret_bury else []
    piles += [] if faced else [(deal.turn_up,)]
    new = changed_about(piles, chance)
    turn_up = deal.turn_up if faced else new.pop()[0]
    buried = new.pop()[0] if secret_bury else deal.buried
    stock = new.pop()
    hands = dict(zip(others, new, strict=True))
    for trick in deal.tricks:
        for player, played in trick.plays:
            hands.setdefault(player, []).append(played)
    if deal.taken_by in others:
        hands[deal.taken_by] += [] if buried is None else [buried]
        if turn_up not in hands[deal.taken_by]:
            return None
        hands[deal.taken_by].remove(turn_up)
    four = [deal.dealt[each] if each is seat else tuple(hands[each]) for each in Seat]
    return replayed(deal, start(deal.book, deal.dealer, four, turn_up, stock), buried)


def changed_about(piles: Sequence[tuple[Card, ...]], chance: Random) -> list[list[Card]]:
    """The same piles after a few pairs of their cards changed places."""
    mixed = [each for pile in piles for each in pile]
    for _ in range(chance.randrange(1, 9)):
        one, two = chance.sample(range(len(mixed)), 2)
        mixed[one], mixed[two] = mixed[two], mixed[one]
    return [[mixed.pop(0) for _ in pile] for pile in piles]


def replayed(deal: Deal, other: Deal, buried: Card | None) -> Deal | None:
    """The same acts with other cards, but for the card buried; None where one of them is refused."""
    for action in deal.acts:
        if isinstance(action, Bury) and buried is not None:
            action = Bury(action.seat, buried)
        try:
            other = apply(other, action)
        except IllegalAction:
            return None
    return other if (other.phase, other.ending) == (deal.phase, deal.ending) else None


def another_game(game: Game, seat: Seat | None, chance: Random) -> Game:
    """The game with unseen cards changed about in every deal, as far as they could have been."""
    faced = game.turn_up is TurnUp.FACED
    deal = game.deal and (another_deal(game.deal, seat, faced, chance) or game.deal)
    finished = tuple(
        replace(each, deal=another_deal(each.deal, seat, True, chance) or each.deal)
        for each in game.finished
    )
    return replace(game, deal=deal, finished=finished)


@given(moments(), WATCHERS, SEEDS)
def test_nothing_changes_in_the_view_when_unseen_cards_change(
    game: Game, seat: Seat | None, seed: int
) -> None:
    # Where an ordered dealer needs a natural card too, the refusal of an order tells of that hand.
    assume(game.book.bidding.natural_scope != "ordered dealer too")
    chance = Random(seed)
    others = [another_game(game, seat, chance) for _ in range(10)]
    assume(any(other != game for other in others))
    for other in others:
        assert view(other, seat) == view(game, seat)


def cards_in(value: object) -> set[Card]:
    """Every card in a value, however deep."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, RuleBook):
        return set()
    parts = (
        [getattr(value, name) for name in value.__struct_fields__]
        if isinstance(value, Struct)
        else value if isinstance(value, tuple) else ()
    )  # fmt: skip
    return {found for part in parts for found in cards_in(part)}


def seen_by(game: Game, seat: Seat | None) -> set[Card]:
    """What a seat saw in the deal under way: its own cards, the turn-up and the cards played."""
    deal = game.deal
    if deal is None:
        return set()
    seen = {played for trick in deal.tricks for _, played in trick.plays}
    seen |= {deal.turn_up} if game.turn_up is TurnUp.FACED else set()
    if seat is not None:
        seen |= {*deal.dealt[seat], *deal.hands[seat]}
    return seen


@given(moments(), WATCHERS)
def test_a_view_holds_the_cards_that_were_seen_and_no_others(game: Game, seat: Seat | None) -> None:
    shown = cards_in(replace(view(game, seat), past=()))
    assert shown == seen_by(game, seat)


def test_each_seat_sees_its_own_hand_and_how_many_the_others_hold() -> None:
    seen = view(at_the_table("W pass"), Seat.N)
    assert seen.hand == cards("JD AD 9S KC TH")
    assert seen.cards_left == (5, 5, 5, 5)
    assert seen.turn_up is card("9H")
    assert seen.bids == (Pass(Seat.W),)
    assert (seen.phase, seen.turn, seen.dealer) == (Phase.ROUND_ONE, Seat.N, Seat.S)


def test_only_the_seat_to_act_is_told_what_it_may_do() -> None:
    game = at_the_table("W pass")
    assert game.deal is not None
    assert view(game, Seat.N).legal == legal(game.deal)
    assert view(game, Seat.E).legal == ()
    assert view(game, None).legal == ()


def test_an_onlooker_holds_no_cards() -> None:
    seen = view(at_the_table(f"{PICKED_UP}, W AS"), None)
    assert seen.seat is None
    assert (seen.hand, seen.buried) == ((), None)
    assert seen.tricks[0].plays == ((Seat.W, card("AS")),)


def test_the_buried_card_is_known_to_whoever_buried_it_alone() -> None:
    game = at_the_table(PICKED_UP)
    assert view(game, Seat.S).buried is card("JC")
    assert [view(game, seat).buried for seat in (Seat.W, Seat.N, Seat.E, None)] == [None] * 4
    assert not any(isinstance(bid, Bury) for bid in view(game, Seat.S).bids)


def test_a_lone_partner_who_takes_the_turn_up_knows_the_buried_card() -> None:
    rules = {"bidding.lone_partner_turn_up": "lone partner takes it"}
    book = overlay(load("alberta-55plus"), rules, "our house")
    game = at_the_table("W pass, N order alone, N bury 9S", book)
    assert view(game, Seat.N).buried is card("9S")
    assert view(game, Seat.S).buried is None
    assert view(game, Seat.E).bids == (Pass(Seat.W), Order(Seat.N, alone=True))
    assert view(game, Seat.E).taken_by is Seat.N


def test_a_turn_up_not_yet_faced_is_in_nobodys_view() -> None:
    for turn_up in (TurnUp.IN_PACK, TurnUp.PUT_DOWN):
        game = deal_out(start_game(load("national-2025"), Seat.S), D1, turn_up=turn_up)
        for seat in (*Seat, None):
            seen = view(game, seat)
            assert (seen.turn_up, seen.turn, seen.phase, seen.legal) == (None, None, None, ())
            assert seen.cards_left == (5, 5, 5, 5)
        assert view(game, Seat.S).hand == cards("JH KH QD AC JC")


def test_before_the_deal_there_is_a_score_and_no_cards() -> None:
    seen = view(start_game(load("standard"), Seat.W), Seat.W)
    assert (seen.dealer, seen.score, seen.target, seen.hand) == (Seat.W, (0, 0), 10, ())
    assert seen.in_sight == ()


def test_a_finished_deal_is_remembered_as_everyone_saw_it() -> None:
    rest = "S JH, W QH, N TH, E AH, S KH, W TC, N JD, E QC, N AD, E KD, S QD, W 9D, N KC, E QS, S AC, W KS"
    seen = view(at_the_table(f"{PICKED_UP}, {FIRST_TRICK}, {rest}"), Seat.E)
    (past,) = seen.past
    assert (past.dealer, past.maker, past.trump, past.lone) == (Seat.S, Seat.S, Suit.HEARTS, None)
    assert (past.ending, past.score, past.turn_up) == ("played", (2, 0), card("9H"))
    assert [mark.path for mark in past.marks] == ["score.march"]
    assert card("JC") not in cards_in(past)
    assert (seen.score, seen.played, seen.dealer) == ((2, 0), 1, Seat.W)


def test_only_so_many_finished_deals_are_told_of_as_are_asked_for() -> None:
    played = play_game(load("standard"), Seat.S, Random(3))
    game = next(each for each in played if len(each.finished) == 3)
    told = view(game, None).past
    assert len(told) == 3
    assert view(game, None, past=1).past == told[-1:]
    assert view(game, Seat.E, past=2).past == told[-2:]
    assert view(game, Seat.E, past=9).past == told


def shown(seen: View, trick: int) -> list[str]:
    """The cards of a trick as they lie: a name, or ``--`` face down."""
    return ["--" if each is None else each.name for _, each in seen.in_sight[trick]]


def test_A01_11_Q2_a_quitted_trick_may_not_be_looked_at() -> None:
    just_won = view(at_the_table(f"{PICKED_UP}, {FIRST_TRICK}"), Seat.N)
    assert shown(just_won, 0) == ["AS", "9S", "TS", "9H"]
    next_led = view(at_the_table(f"{PICKED_UP}, {FIRST_TRICK}, S JH"), Seat.N)
    assert shown(next_led, 0) == ["--", "--", "--", "--"]
    assert shown(next_led, 1) == ["JH"]


def test_A01_11_Q2_a_player_still_remembers_what_was_quitted() -> None:
    seen = view(at_the_table(f"{PICKED_UP}, {FIRST_TRICK}, S JH"), Seat.N)
    assert [played.name for _, played in seen.tricks[0].plays] == ["AS", "9S", "TS", "9H"]


def test_N04_2_6_only_the_winning_card_is_turned() -> None:
    just_won = view(at_the_table(f"{PICKED_UP}, {FIRST_TRICK}", "national-2025"), Seat.N)
    assert shown(just_won, 0) == ["AS", "9S", "TS", "9H"]
    next_led = view(at_the_table(f"{PICKED_UP}, {FIRST_TRICK}, S JH", "national-2025"), Seat.N)
    assert shown(next_led, 0) == ["AS", "9S", "TS", "--"]


def test_a_play_is_no_bid() -> None:
    seen = view(at_the_table(f"{PICKED_UP}, {FIRST_TRICK}"), Seat.W)
    assert not any(isinstance(bid, Play | Bury) for bid in seen.bids)
    assert [bid.seat for bid in seen.bids] == [Seat.W, Seat.N, Seat.E, Seat.S]
