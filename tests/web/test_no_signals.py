"""Chairs, names, bots and questions: no way to see another hand, to tell a partner something, or to choose a deal."""

from __future__ import annotations

from typing import Literal

import pytest

from rightbower.rules.cards import Seat
from rightbower.rules.judge import legal
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.acts import answer, may_propose, move
from web.seated import Sitting


def _sit(sitting: Sitting, who: str, seat: Literal["N", "E"], name: str = "") -> None:
    sitting.add(*answer(sitting.table, who, name or who, wire.Sit("s", seat), 2.0))


def _stand(sitting: Sitting, who: str) -> None:
    sitting.ask(who, wire.Stand("s"))


def test_who_has_seen_a_hand_sits_in_no_other_chair_until_the_deal_is_over() -> None:
    sitting = Sitting(mode="strict")
    _stand(sitting, "E")
    _stand(sitting, "N")
    with pytest.raises(Refused, match="seen another hand"):
        _sit(sitting, "N", "E")
    _sit(sitting, "friend", "E")
    assert sitting.table.seat_of("friend") is Seat.E
    _stand(sitting, "friend")
    with pytest.raises(Refused, match="seen another hand"):
        _sit(sitting, "friend", "N")
    _sit(sitting, "N", "N")
    assert sitting.table.seat_of("N") is Seat.N


def test_after_the_deal_every_free_chair_is_open_again() -> None:
    sitting = Sitting(mode="strict", real_cards=True)
    _stand(sitting, "E")
    _stand(sitting, "N")
    while (game := sitting.table.game) and game.deal is not None:
        sitting.add(*move(sitting.table, legal(game.deal)[0], "", 2.0, meant=True))
    _sit(sitting, "N", "E")
    assert sitting.table.seat_of("N") is Seat.E


def test_who_comes_back_in_the_same_hand_has_no_new_name() -> None:
    sitting = Sitting(mode="strict")
    _stand(sitting, "N")
    _sit(sitting, "N", "N", name="Lead spades")
    assert sitting.table.players[Seat.N] == "North"
    assert not any("Lead spades" in line for line in sitting.told)


def test_among_people_no_bot_is_changed_while_cards_are_out() -> None:
    sitting = Sitting(mode="strict")
    _stand(sitting, "W")
    with pytest.raises(Refused, match="while cards are out the bots stay"):
        sitting.ask("S", wire.AddBot("b", "W", "master"))


def test_what_was_not_granted_is_not_asked_again_in_the_same_hand() -> None:
    sitting = Sitting(mode="strict")
    sitting.ask("N", wire.Propose("p", "resign"))
    sitting.ask("S", wire.Agree("a", yes=False))
    assert "resign" not in may_propose(sitting.table, Seat.N)
    assert "resign" in may_propose(sitting.table, Seat.S)
    with pytest.raises(Refused, match="ask again in the next one"):
        sitting.ask("N", wire.Propose("p", "resign"))


def test_a_play_may_be_taken_back_as_often_as_all_agree() -> None:
    sitting = Sitting(mode="strict")
    for _ in range(2):
        sitting.do("W pass")
        sitting.ask("W", wire.Propose("p", "undo"))
        for who in "NES":
            sitting.ask(who, wire.Agree("a", yes=True))
    assert "undo" not in may_propose(sitting.table, Seat.W)
    sitting.do("W pass")
    assert "undo" in may_propose(sitting.table, Seat.W)


def test_a_dealer_who_has_seen_the_cards_cannot_say_that_one_showed() -> None:
    sitting = Sitting("national-2025")
    assert sitting.table.cards_are_out
    with pytest.raises(Refused, match="not your deal"):
        sitting.call("S", do="exposed in the deal")
