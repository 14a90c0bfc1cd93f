"""What is true of every deal, by any book and any house sheet."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from by_hand import belongs_to, taker, trump_of, worth
from random_play import courses
from rightbower.rules.acts import (
    Action,
    Bury,
    GoAlone,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    TurnDown,
    read_action,
    write_action,
)
from rightbower.rules.cards import EVERY_CARD, Seat, Side, Suit
from rightbower.rules.deal import Deal, Phase, bound_to_be_alone
from rightbower.rules.judge import (
    IllegalAction,
    apply,
    legal,
    objection,
    one_by_one,
)
from rightbower.rules.score import score

Course = tuple[Deal, ...]


def everything() -> Iterator[Action]:
    """Whatever anyone could try to do, at any time."""
    for seat in Seat:
        yield from (Pass(seat), TurnDown(seat), GoAlone(seat), KeepPartner(seat))
        for alone in (False, True):
            yield from (Order(seat, alone), PickUp(seat, alone))
            yield from (Name(seat, suit, alone) for suit in Suit)
        for card in EVERY_CARD:
            yield from (Bury(seat, card), Play(seat, card))


@given(courses())
def test_someone_can_always_go_on_until_the_deal_is_over(course: Course) -> None:
    for deal in course[:-1]:
        assert legal(deal)
        assert {action.seat for action in legal(deal)} == {deal.turn}
        assert [objection(deal, action) for action in legal(deal)] == [None] * len(legal(deal))
    assert course[-1].phase is Phase.DONE
    assert legal(course[-1]) == ()


@given(courses(), st.data())
def test_all_else_is_refused_with_a_clause_of_the_book(course: Course, data: st.DataObject) -> None:
    deal = data.draw(st.sampled_from(course))
    for action in everything():
        if action in legal(deal) or also_open(deal, action):
            continue
        against = objection(deal, action)
        assert against is not None, write_action(action)
        assert against.clause == deal.book.clause(against.path)
        assert against.clause
        assert str(against.reason)
        with pytest.raises(IllegalAction) as refusal:
            apply(deal, action)
        assert refusal.value.objection == against


def also_open(deal: Deal, action: Action) -> bool:
    """A partner who must be alone and need not say so: the plain order means the same.

    And where alone is asked for afterwards, it may be said before the dealer has buried, or in one
    breath with the call.
    """
    if len(one_by_one(deal, action)) > 1:
        return objection(deal, action) is None
    if isinstance(action, GoAlone) and deal.phase is Phase.BURY:
        return deal.book.alone.when == "before the first card" and objection(deal, action) is None
    return (
        action == Order(deal.dealer.partner)
        and bound_to_be_alone(deal, action.seat)
        and not deal.book.bidding.partner_says_alone
        and Order(action.seat, alone=True) in legal(deal)
    )


@given(courses())
def test_nobody_revokes(course: Course) -> None:
    deal = course[-1]
    hands = {seat: set(deal.dealt[seat]) for seat in Seat}
    if deal.taken_by is not None:
        hands[deal.taken_by] |= {deal.turn_up}
    for action in deal.acts:
        if isinstance(action, Bury):
            hands[action.seat] -= {action.card}
    for trick in deal.tricks:
        led = belongs_to(trick.plays[0][1], trump_of(deal))
        for seat, card in trick.plays:
            assert card in hands[seat]
            if belongs_to(card, trump_of(deal)) != led:
                held = {belongs_to(each, trump_of(deal)) for each in hands[seat]}
                assert led not in held
            hands[seat].remove(card)


@given(courses())
def test_every_card_is_somewhere_and_only_once(course: Course) -> None:
    for deal in course:
        there = [card for hand in deal.hands for card in hand]
        there += [card for trick in deal.tricks for _, card in trick.plays]
        there += deal.stock
        there += [] if deal.buried is None else [deal.buried]
        there += [deal.turn_up] if deal.taken_by is None else []
        assert sorted(card.name for card in there) == sorted(
            card.name for card in deal.book.pack.cards
        )


@given(courses())
def test_the_right_card_wins_and_the_score_is_what_the_tricks_give(course: Course) -> None:
    deal = course[-1]
    if deal.ending == "given up":
        (mark,) = score(deal)
        assert [mark.points * (mark.side == side) for side in Side] == worth(deal)
        return
    if deal.ending != "played":
        assert score(deal) == ()
        assert len(deal.tricks) == 0
        return
    assert [trick.winner for trick in deal.tricks] == [
        taker(trick, trump_of(deal)) for trick in deal.tricks
    ]
    points = [0, 0]
    for mark in score(deal):
        assert deal.book.clause(mark.path)
        points[mark.side] += mark.points
    assert points == worth(deal)


@given(courses())
def test_a_lone_players_partner_does_nothing_more(course: Course) -> None:
    for before, now in pairwise(course):
        for alone in filter(None, (before.lone, before.lone_defender)):
            assert now.acts[-1].seat is not alone.partner
    last = course[-1]
    lone = [seat for seat in (last.lone, last.lone_defender) if seat is not None]
    assert len({seat.side for seat in lone}) == len(lone)
    assert all(len(trick.plays) == 4 - len(lone) for trick in last.tricks)
    for seat in lone if last.ending == "played" else ():
        assert len(last.hands[seat.partner]) == 5
        assert seat.partner not in {who for trick in last.tricks for who, _ in trick.plays}


@given(courses())
def test_bids_and_cards_go_round_clockwise(course: Course) -> None:
    for now in course:
        if now.trick is not None and not now.trick.plays:
            assert now.trick.leader is now.turn
    deal = course[-1]
    bidders = [
        each.seat for each in deal.acts if isinstance(each, Pass | TurnDown | Order | PickUp | Name)
    ]
    if course[0].phase is Phase.JOKER:  # the dealer names a suit for it before anybody bids
        assert bidders[:1] in ([], [deal.dealer])
        bidders = bidders[1:]
    assert bidders == [(deal.dealer + 1 + turn) % 4 for turn in range(len(bidders))]
    lone = [seat for seat in (deal.lone, deal.lone_defender) if seat is not None]
    sits_out = [(seat + 2) % 4 for seat in lone]
    for number, trick in enumerate(deal.tricks):
        seats = [seat for seat, _ in trick.plays]
        round_table = [(seats[0] + step) % 4 for step in range(4)]
        assert seats == [seat for seat in round_table if seat not in sits_out]
        assert trick.leader == seats[0]
        if number:
            assert trick.leader == deal.tricks[number - 1].winner


@given(courses())
def test_the_first_lead_comes_from_the_left_of_the_player_the_book_names(course: Course) -> None:
    deal = course[-1]
    if not deal.tricks:
        return
    by_lone = deal.lone is not None and deal.book.alone.lead == "left of lone player"
    first = ((deal.lone if by_lone and deal.lone is not None else deal.dealer) + 1) % 4
    lone = [seat for seat in (deal.lone, deal.lone_defender) if seat is not None]
    while first in [(seat + 2) % 4 for seat in lone]:
        first = (first + 1) % 4
    assert deal.tricks[0].leader == first


@given(courses())
def test_an_act_leaves_the_deal_before_it_as_it_was(course: Course) -> None:
    for deal in course[:-1]:
        written = pickle.dumps(deal)
        after = [apply(deal, action) for action in legal(deal)]
        assert pickle.dumps(deal) == written
        assert all(each.acts[:-1] == deal.acts for each in after)


@given(courses(), st.data())
def test_a_deal_survives_copying_and_pickling(course: Course, data: st.DataObject) -> None:
    deal = data.draw(st.sampled_from(course))
    for twin in (copy.copy(deal), copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):
        assert twin == deal
        assert legal(twin) == legal(deal)
        for ours, theirs in zip(deal.hands, twin.hands, strict=True):
            assert all(mine is yours for mine, yours in zip(ours, theirs, strict=True))
        assert twin.turn_up is deal.turn_up
        assert twin.buried is deal.buried


@given(courses())
def test_every_act_reads_back_from_its_words(course: Course) -> None:
    deal = course[-1]
    assert tuple(read_action(write_action(action)) for action in deal.acts) == deal.acts


@given(courses())
def test_tricks_add_up_to_five(course: Course) -> None:
    deal = course[-1]
    if deal.ending == "played":
        assert sum(deal.tricks_of(side) for side in Side) == 5
