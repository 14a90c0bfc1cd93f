"""What people at a table ask of the others: draws, plays taken back, resigning, the rest claimed."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.rules.cards import Seat
from rightbower.web.hall import wire
from rightbower.web.hall.acts import asked_of, may_propose
from rightbower.web.hall.entries import (
    Answered,
    BotStoodIn,
    CalledOff,
    Claimed,
    Played,
    Proposed,
    TakenBack,
)
from rightbower.web.hall.seats import bot_sits
from rightbower.web.hall.table import HallTable, Proposal, fold, folded
from web.seated import Sitting
from web.table_asked import TAKEN, asked, no, over, playing, table_of

# Agreements


DRAW = {"clock.level": "draw"}


def test_what_may_be_asked_of_the_others() -> None:
    table = playing("W pass", overlay=DRAW)
    assert may_propose(table, Seat.W) == ["resign", "draw", "undo"]
    assert may_propose(table, Seat.N) == ["resign", "draw"]
    assert may_propose(replace(table, asked=((Seat.W, "draw"),)), Seat.W) == ["resign", "undo"]
    assert may_propose(replace(table, asked=((Seat.E, "draw"),)), Seat.W) == [
        "resign",
        "draw",
        "undo",
    ]
    plain = playing("W pass", overlay={"clock.level": "deal on"})
    assert may_propose(plain, Seat.W) == ["resign", "undo"]
    unfriendly = replace(plain, opened=replace(plain.opened, friendly=False))
    assert may_propose(unfriendly, Seat.W) == ["resign"]
    for more in ({"event": "day/1/1"}, {"same": "key"}):
        held = replace(plain, opened=replace(plain.opened, **more))
        assert may_propose(held, Seat.W) == []
    assert may_propose(over(plain), Seat.W) == []
    assert may_propose(table_of(*Seat), Seat.W) == []


def test_what_may_not_be_asked() -> None:
    table = playing("W pass", overlay={"clock.level": "deal on"})
    assert no(table, "N", wire.Propose("p", "draw")) == (
        "by this book a game is not drawn by agreement"
    )
    assert no(table, "N", wire.Propose("p", "undo")) == (
        "there is nothing of yours in this hand to take back"
    )
    assert no(table_of(*Seat), "N", wire.Propose("p", "resign")) == (
        "there is no game here to resign"
    )
    busy = replace(table, proposal=Proposal("resign", Seat.E))
    assert no(busy, "N", wire.Propose("p", "resign")) == "something else is being asked already"
    again = replace(table, asked=((Seat.N, "resign"),))
    assert no(again, "N", wire.Propose("p", "resign")) == (
        "you asked that in this hand: ask again in the next one"
    )
    assert no(table, "x", wire.Propose("p", "resign")) == "take a seat first"
    assert no(table, "S", wire.Agree("a", yes=True)) == "nobody is asking you"
    asking = replace(table, proposal=Proposal("undo", Seat.E, (Seat.S,)))
    assert no(asking, "S", wire.Agree("a", yes=True)) == "nobody is asking you"
    assert no(asking, "E", wire.Agree("a", yes=True)) == "nobody is asking you"


def bots_at(table: HallTable, *seats: Seat) -> HallTable:
    """The same with bots in these seats."""
    return folded(table, [bot_sits(seat, "club", 3.0) for seat in seats])


def test_of_whom_something_is_asked() -> None:
    table = playing("W pass")
    for by in Seat:
        others = [by.left, by.partner, by.right]
        assert asked_of(table, Proposal("undo", by)) == others
        assert asked_of(table, Proposal("draw", by)) == others
        assert asked_of(table, Proposal("resign", by)) == [by.partner]
    assert asked_of(table, Proposal("undo", Seat.N, (Seat.S,))) == [Seat.E, Seat.W]
    assert asked_of(bots_at(table, Seat.E), Proposal("undo", Seat.N)) == [Seat.S, Seat.W]
    away = fold(table, BotStoodIn(Seat.S, "club", 3.0))
    assert asked_of(away, Proposal("resign", Seat.N)) == []


def test_resigning_a_draw_and_a_play_taken_back() -> None:
    table = playing("W pass", overlay=DRAW)
    assert asked(table, "N", wire.Propose("p", "resign")) == [Proposed(Seat.N, "resign", 5.0)]
    resigning = replace(table, proposal=Proposal("resign", Seat.N))
    assert asked(resigning, "S", wire.Agree("a", yes=True)) == [
        Answered(Seat.S, yes=True, at=5.0),
        CalledOff("resigned", "EW", 5.0),
    ]
    assert asked(resigning, "S", wire.Agree("a", yes=False)) == [
        Answered(Seat.S, yes=False, at=5.0)
    ]
    drawing = replace(table, proposal=Proposal("draw", Seat.N, (Seat.S, Seat.E)))
    assert asked(drawing, "W", wire.Agree("a", yes=True)) == [
        Answered(Seat.W, yes=True, at=5.0),
        CalledOff("agreed", "", 5.0),
    ]
    undoing = replace(table, proposal=Proposal("undo", Seat.W, (Seat.S, Seat.E)))
    assert asked(undoing, "N", wire.Agree("a", yes=True)) == [
        Answered(Seat.N, yes=True, at=5.0),
        TakenBack(Seat.W, 1, 5.0),
    ]
    some = replace(table, proposal=Proposal("undo", Seat.W, (Seat.S,)))
    assert asked(some, "N", wire.Agree("a", yes=True)) == [Answered(Seat.N, yes=True, at=5.0)]


def test_what_one_did_last_is_taken_back_with_all_that_came_after() -> None:
    table = bots_at(playing("W pass, N pass, E pass"), Seat.N, Seat.E, Seat.S)
    assert asked(table, "W", wire.Propose("p", "undo")) == [
        Proposed(Seat.W, "undo", 5.0),
        TakenBack(Seat.W, 3, 5.0),
    ]
    one = bots_at(playing("W pass, N pass, E pass"), Seat.N, Seat.W, Seat.S)
    assert asked(one, "E", wire.Propose("p", "undo"))[1:] == [TakenBack(Seat.E, 1, 5.0)]


def test_bots_agree_to_a_draw_only_at_a_level_score() -> None:
    table = bots_at(playing("W pass", overlay=DRAW), Seat.S, Seat.E, Seat.W)
    draw = Proposed(Seat.N, "draw", 5.0)
    assert asked(table, "N", wire.Propose("p", "draw")) == [draw, CalledOff("agreed", "", 5.0)]
    assert table.game is not None
    for score in ((1, 0), (0, 1)):
        ahead = replace(table, game=replace(table.game, score=score))
        assert asked(ahead, "N", wire.Propose("p", "draw")) == [
            draw,
            Answered(Seat.E, yes=False, at=5.0),
        ]
    with_people = bots_at(playing("W pass", overlay=DRAW), Seat.S)
    assert with_people.game is not None
    drawing = replace(
        with_people,
        game=replace(with_people.game, score=(3, 1)),
        proposal=Proposal("draw", Seat.N, (Seat.E,)),
    )
    assert asked(drawing, "W", wire.Agree("a", yes=True))[1:] == [CalledOff("agreed", "", 5.0)]
    one_bot = fold(drawing, BotStoodIn(Seat.E, "club", 4.0))
    assert asked(one_bot, "W", wire.Agree("a", yes=True))[1:] == [
        Answered(Seat.E, yes=False, at=5.0)
    ]


# Claims


# South holds the right bower and the next trumps; West's left bower has gone in the second trick.
CLAIMABLE = (
    "W pass, N pass, E pass, S pick up, S bury 9H, W 9S, N KS, E QS, S TH, S JH, W JD, N 9C, E JC"
)


def test_the_rest_is_claimed_and_played_out() -> None:
    table = playing(CLAIMABLE, cards="D7")
    claimed, *played = asked(table, "S", wire.TakeRest("c"))
    assert claimed == Claimed(Seat.S, 5.0, "c")
    assert all(isinstance(each, Played) and each.by_bot and each.at == 5.0 for each in played)
    after = folded(table, [claimed, *played])
    assert after.game is not None
    assert (after.game.deal, after.game.score) == (None, (2, 0))
    assert len(played) == 12
    assert asked(replace(table, moves=("c",)), "S", wire.TakeRest("c")) == []


def test_when_the_rest_is_not_claimed() -> None:
    turn = "claim the rest when it is your turn to lead"
    assert no(playing(CLAIMABLE, cards="D7"), "N", wire.TakeRest("c")) == turn
    assert no(table_of(*Seat), "N", wire.TakeRest("c")) == turn
    table = playing(CLAIMABLE, cards="D7")
    assert table.game is not None
    assert no(replace(table, game=replace(table.game, deal=None)), "S", wire.TakeRest("c")) == turn
    sure = "that is not certain yet: play on, and claim when nothing can go wrong"
    assert no(playing(TAKEN), "W", wire.TakeRest("c")) == sure
    assert no(Sitting().table, "W", wire.TakeRest("c")) == "as at the table every card is played"
    assert no(table, "x", wire.TakeRest("c")) == "take a seat first"
