"""What always holds: orders leave a legal card, and taking back undoes exactly what was done."""

from collections import Counter
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.slippery import slippery_game
from rightbower.referee.claims import claim, ruling_on
from rightbower.referee.doing import (
    act_at_table,
    irregularities,
    options,
    turn_trick,
)
from rightbower.referee.irregularities import OutOfTurn, Revoke
from rightbower.referee.remedies import TakeBack
from rightbower.referee.table import (
    CardUp,
    LastingOrder,
    SameCard,
    SuitCall,
    Table,
    TableError,
    allowed_cards,
    legal_cards,
)
from rightbower.rules.acts import Play
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat, Side, Suit
from rightbower.rules.deal import Phase
from rightbower.rules.judge import playable

BOOKS = [load(name) for name in names()]


def playing(chance: Random) -> Table | None:
    """A table at which a card has just to be played; None if this game never came to it."""
    found = [
        table
        for (table, _), _ in zip(
            slippery_game(chance.choice(BOOKS), chance, slips=0.05), range(60), strict=False
        )
        if table.game.deal is not None
        and table.deal.phase is Phase.PLAY
        and table.deal.turn is not None
        and table.deal.hands[table.deal.turn]
        and not table.waiting
    ]
    return chance.choice(found) if found else None


@given(st.integers(0, 2**32 - 1))
@example(340)  # the dealer has not buried, and the only card of the suit led is the turn-up
def test_orders_never_leave_a_seat_without_a_card_nor_make_it_revoke(seed: int) -> None:
    chance = Random(seed)
    table = playing(chance)
    if table is None:
        return
    deal = table.deal
    seat = deal.turn
    assert seat is not None
    orders: list[LastingOrder] = [SuitCall(chance.choice(tuple(Side)), "turns.lead_call", chance.choice((*Suit, None)))]  # fmt: skip
    for each in Seat:
        cards = chance.sample(deal.hands[each], chance.randint(0, len(deal.hands[each])))
        orders += [CardUp(each, card, "exposed.duty") for card in cards]
    if chance.random() < 0.2:
        orders.append(SameCard(seat, chance.choice(deal.hands[seat]), len(deal.tricks), "x"))
    chance.shuffle(orders)
    bound = allowed_cards(deal, seat, tuple(orders))
    assert bound
    # not `playable`: a turn-up that the dealer has not buried for is out of play
    assert set(bound) <= set(legal_cards(deal, seat))


@given(st.integers(0, 2**32 - 1))
@example(124163946)  # a second revoke in a trick whose first was put right
def test_taking_back_and_playing_again_gives_the_same_deal(seed: int) -> None:
    """A wrong lead, a wrong turn or a revoke is made, taken back, and the right card played."""
    chance = Random(seed)
    table = playing(chance)
    if table is None or irregularities(table):
        return
    deal = table.deal
    wrong = [
        Play(seat, card)
        for seat in deal.active
        for card in deal.hands[seat]
        if deal.tricks[-1].card_of(seat) is None
        and (seat is not deal.turn or card not in playable(deal, seat))
        and (seat is not deal.turn or card not in allowed_cards(deal, seat, table.orders))
    ]
    right = options(table)
    if not wrong or not right:
        return
    slip = chance.choice(wrong)
    if slip.seat is deal.turn and allowed_cards(deal, slip.seat, ()) != allowed_cards(deal, slip.seat, table.orders):  # fmt: skip
        return
    slipped = act_at_table(table, slip)
    facts = [each for each in irregularities(slipped) if isinstance(each, OutOfTurn | Revoke)]
    first = next(each for each in facts if each.seat is slip.seat)
    ruling = ruling_on(slipped, first, None)
    if ruling.suggestion or not any(
        isinstance(each, TakeBack) for each in ruling.options[0].remedies
    ):
        return
    back = claim(slipped, first, None)
    assert back.deal == deal
    assert back.history == table.history
    stayed = [each for each in back.orders if each in table.orders]
    assert Counter(stayed) == Counter(table.orders), "every order stays, and none is given twice"
    again = [each for each in options(back) if each in right]
    if again:
        assert act_at_table(back, again[0]).deal == act_at_table(table, again[0]).deal


def test_the_tables_used_above_do_come_to_play() -> None:
    """So that neither property holds for want of a case."""
    assert sum(playing(Random(seed)) is not None for seed in range(60)) > 40


def test_a_trick_can_be_turned_once() -> None:
    table = None
    for table, _ in slippery_game(BOOKS[0], Random(3), slips=0):
        if table.game.deal and table.quitted:
            break
    assert table is not None
    with pytest.raises(TableError, match="no trick waits"):
        turn_trick(table)
