"""Leaving, resigning, draws, taking back, a bot's chair in mid-game, and games nobody came back to."""

from __future__ import annotations

from pathlib import Path

import pytest

from rightbower.record.record import stories
from rightbower.rules.cards import Seat
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import archive as lists
from rightbower.web.hall import wire
from rightbower.web.hall.actor import Live
from rightbower.web.hall.acts import may_propose
from rightbower.web.hall.archive import FORGET_AFTER
from rightbower.web.hall.entries import Sat, TakenBack
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.seats import begin, bot_sits
from rightbower.web.study.replay import as_it_was
from web.asked import asked
from web.clockwork import idle
from web.heard import Heard
from web.seated import Sitting
from web.test_live import four, in_a_hall, play_on

TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"


def _ask(sitting: Sitting, who: str, what: str) -> None:
    sitting.ask(who, wire.Propose("p", what))  # type: ignore[arg-type]


def _answer(sitting: Sitting, who: str, yes: bool = True) -> None:
    sitting.ask(who, wire.Agree("a", yes))


def test_a_side_resigns_once_the_partner_agrees() -> None:
    sitting = Sitting(mode="strict")
    sitting.do(TAKEN)
    _ask(sitting, "N", "resign")
    assert not sitting.table.over
    with pytest.raises(Refused, match="nobody is asking you"):
        _answer(sitting, "W")
    _answer(sitting, "S")
    assert sitting.table.game is not None
    result = sitting.table.game.result
    assert result is not None
    assert (result.reason, result.winner, result.score) == ("resigned", Seat.E.side, (0, 0))
    assert "The game is resigned" in sitting.told


def test_a_no_takes_the_question_off_the_table() -> None:
    sitting = Sitting(mode="strict")
    _ask(sitting, "N", "resign")
    with pytest.raises(Refused, match="something else is being asked"):
        _ask(sitting, "E", "resign")
    _answer(sitting, "S", yes=False)
    assert sitting.table.proposal is None
    assert not sitting.table.over


def test_a_draw_only_where_the_book_has_one() -> None:
    sitting = Sitting("standard", mode="strict")
    drawn = sitting.table.book.clock.level == "draw"
    assert ("draw" in may_propose(sitting.table, Seat.N)) is drawn
    other = Sitting(
        "standard", mode="strict", overlay={"clock.level": "draw" if not drawn else "deal on"}
    )
    assert ("draw" in may_propose(other.table, Seat.N)) is not drawn
    with_draw = sitting if drawn else other
    _ask(with_draw, "N", "draw")
    for who in "ES":
        _answer(with_draw, who)
    assert not with_draw.table.over
    _answer(with_draw, "W")
    assert with_draw.table.game is not None
    assert with_draw.table.game.result is not None
    assert with_draw.table.game.result.winner is None


def test_a_play_is_taken_back_when_all_agree_and_nothing_remains_of_it() -> None:
    sitting = Sitting(mode="strict")
    sitting.do(f"{TAKEN}, W AS, N 9S")
    before = sitting.table.game
    sitting.do("E TS, S 9H, S JH")
    _ask(sitting, "E", "undo")
    for who in "NSW":
        _answer(sitting, who)
    assert sitting.table.game == before
    assert sitting.table.proposal is None
    sitting.do("E TS, S 9H")
    assert isinstance(next(e for e in sitting.entries if isinstance(e, TakenBack)), TakenBack)


def test_nothing_is_taken_back_once_the_hand_is_over_or_without_an_act_of_ones_own() -> None:
    sitting = Sitting(mode="strict")
    assert "undo" not in may_propose(sitting.table, Seat.W)
    sitting.do("W pass")
    assert "undo" in may_propose(sitting.table, Seat.W)
    assert "undo" not in may_propose(sitting.table, Seat.N)
    with pytest.raises(Refused, match="nothing of yours"):
        _ask(sitting, "N", "undo")


def test_as_at_the_table_and_in_events_nothing_is_proposed() -> None:
    assert may_propose(Sitting().table, Seat.N) == []
    assert may_propose(Sitting(mode="strict", event="e/1/1").table, Seat.N) == []


async def _one(hall: Hall) -> tuple[Live, Heard]:
    bots = [bot_sits(seat, "club", 1.0) for seat in (Seat.N, Seat.E, Seat.W)]
    live = await hall.open("standard", "ann", then=[Sat(Seat.S, "ann", "Ann", 1.0), *bots])
    await live.commit(begin(live.table, Seat.E, 2.0))
    ann = Heard("ann")
    live.join(ann, None)
    return live, ann


def test_at_a_table_of_one_resigning_needs_nobody(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, ann = await _one(hall)
        reply = await asked(live, ann, wire.Propose("p", "resign"))
        assert isinstance(reply, wire.Done)
        assert live.table.finished is not None
        assert (live.table.finished.reason, live.table.finished.winner) == ("resigned", "EW")
        (past,) = lists.past_games(hall.journal, "ann", 9)
        assert past.table == live.name.removeprefix("table/")

    in_a_hall(tmp_path, story)


def test_whoever_stands_up_gives_the_chair_to_a_bot_and_a_friend_may_take_it(
    tmp_path: Path,
) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        await asked(live, browsers["N"], wire.Stand("s"))
        sitter = live.table.seats[Seat.N]
        assert sitter is not None
        assert sitter.bot
        friend = Heard("friend")
        live.join(friend, None)
        taken = await asked(live, friend, wire.Sit("t", "E"))
        assert isinstance(taken, wire.No)
        await asked(live, friend, wire.Sit("t", "N"))
        await idle()
        assert friend.state["you"] == "N"
        assert live.table.players[0] == "Friend"
        again = await asked(live, browsers["E"], wire.Sit("t", "W"))
        assert isinstance(again, wire.No)
        assert lists.open_tables(hall.journal, lists.label("person-N"), 0.0, 9) == []

    in_a_hall(tmp_path, story)


def test_the_last_one_to_stand_up_ends_the_game(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, ann = await _one(hall)
        await asked(live, ann, wire.Stand("s"))
        assert live.table.finished is not None
        assert live.table.finished.reason == "abandoned"
        assert lists.open_tables(hall.journal, lists.label("ann"), 0.0, 9) == []

    in_a_hall(tmp_path, story)


def test_a_bots_level_changes_in_mid_game(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, ann = await _one(hall)
        await asked(live, ann, wire.AddBot("b", "N", "beginner"))
        sitter = live.table.seats[Seat.N]
        assert sitter is not None
        assert sitter.bot == "beginner"
        assert isinstance(await asked(live, ann, wire.AddBot("b", "N", "")), wire.No)

    in_a_hall(tmp_path, story)


def test_games_that_nobody_came_back_to_end_and_leave_the_lists(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, ann = await _one(hall)
        live.leave(ann)
        now = live.table.touched
        hall.clock = lambda: now + FORGET_AFTER - 60
        await hall.sweeper.end_abandoned()
        assert not live.table.over
        hall.clock = lambda: now + FORGET_AFTER + 60
        assert (
            lists.open_tables(hall.journal, lists.label("ann"), hall.clock() - FORGET_AFTER, 9)
            == []
        )
        await hall.sweeper.end_abandoned()
        assert live.table.over
        assert lists.open_tables(hall.journal, lists.label("ann"), 0.0, 9) == []

    in_a_hall(tmp_path, story)


def test_a_rematch_is_dealt_at_once(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, ann = await _one(hall)
        await asked(live, ann, wire.Propose("p", "resign"))
        await asked(live, ann, wire.Again("a"))
        following = hall.find(live.table.followed)
        assert following is not None
        assert following.table.game is not None
        assert following.table.game.deal is not None
        assert following.table.seat_of("ann") is Seat.S

    in_a_hall(tmp_path, story)


def test_the_record_of_a_game_has_nothing_of_what_was_taken_back(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        live, browsers = await four(hall)
        turn = browsers["N"].state["game"]["turn"]
        await asked(live, browsers[turn], wire.Move("m", "pass"))
        await asked(live, browsers[turn], wire.Propose("p", "undo"))
        for letter in "NESW":
            if letter != turn:
                await asked(live, browsers[letter], wire.Agree("a", yes=True))
        await idle()
        assert browsers["N"].state["game"]["turn"] == turn
        await play_on(live, browsers, 2000)
        game, _ = stories(await as_it_was(live))
        assert game.score == live.table.finished.score  # type: ignore[union-attr]

    in_a_hall(tmp_path, story)
