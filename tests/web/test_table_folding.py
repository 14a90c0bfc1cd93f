"""A table after each entry of its stream: what it changes, and nothing else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from rightbower.record.entries import ActionEntry, BellEntry
from rightbower.rules import shuffles
from rightbower.rules.acts import read_action
from rightbower.rules.cards import PACK, Seat, Side
from rightbower.rules.refusal import Refusal
from rightbower.web.hall.audience import seats_at_one_address
from rightbower.web.hall.dealing import dealt, first_dealer
from rightbower.web.hall.entries import (
    Answered,
    Beginning,
    Begun,
    BotStoodIn,
    CalledOff,
    Claimed,
    Followed,
    HallEntry,
    Hinted,
    Played,
    Proposed,
    SaltCommitted,
    Salted,
    SaltsClosed,
    SameAddress,
    Sat,
    Sharing,
    Stood,
    TableOpened,
    TableUnsealed,
    TakenBack,
    Timed,
)
from rightbower.web.hall.seats import bot_sits
from rightbower.web.hall.table import (
    REMEMBERED,
    HallTable,
    Pace,
    Proposal,
    SeenCards,
    Sitter,
    at_speed,
    finished,
    fold,
    folded,
    same_result,
)
from rightbower.web.state.online import timed
from web.seated import Sitting

TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
MADE = (
    "W AS, N 9S, E TS, S 9H",
    "S KH, W QH, N TH, E AH",
    "E QC, S AC, W TC, N KC",
    "S JH, W 9D, N JD, E KD",
    "S QD, W KS, N AD, E QS",
)


def opened(**more: Any) -> HallTable:
    """A table that was just opened."""
    plain = TableOpened("standard", "strict", "seed", "S", 1.0, shuffle=2)
    return fold(None, replace(plain, **more))


def changed(table: HallTable, entry: HallEntry) -> dict[str, Any]:
    """What an entry changes, but for the version and the time."""
    after = fold(table, entry)
    assert after.version == table.version + 1
    assert after.touched == (table.touched if isinstance(entry, Hinted) else entry.at)
    before, now = asdict(table), asdict(after)
    left_out = ("version", "touched")
    return {key: now[key] for key in now if key not in left_out and now[key] != before[key]}


def playing(acts: str = "", mode: str = "strict", **more: Any) -> HallTable:
    """A table after these acts."""
    sitting = Sitting(mode=mode, **more)  # type: ignore[arg-type]
    if acts:
        sitting.do(acts)
    return sitting.table


@pytest.mark.parametrize(
    ("entry", "change"),
    [
        (
            Sat(Seat.E, "e", "Eve", 2.0),
            {"seats": (None, Sitter("e", "Eve"), None, None)},
        ),
        (Sharing(Seat.W, "named", 2.0), {"shared": ("", "", "", "named")}),
        (SameAddress((Seat.N, Seat.E), 2.0), {"same_address": (Seat.N, Seat.E)}),
        (BotStoodIn(Seat.E, "club", 2.0), {"stand_ins": ("", "club", "", "")}),
        (Hinted(Seat.S, 2.0), {"hints": (0, 0, 1, 0)}),
        (Beginning(2.0), {"beginning": 2.0}),
        (SaltCommitted(Seat.N, "sum", 2.0), {"committed": ("sum", "", "", "")}),
        (SaltsClosed(2.0), {"closed": 2.0}),
        (Salted(Seat.N, "salt", 2.0), {"salts": ("salt", "", "", "")}),
        (
            Proposed(Seat.N, "draw", 2.0),
            {"proposal": Proposal("draw", Seat.N), "asked": ((Seat.N, "draw"),)},
        ),
        (Claimed(Seat.N, 2.0, "m"), {"moves": ("m",)}),
        (Followed("next", 2.0), {"followed": "next"}),
        (Timed(9.0, 2.0), {"bell_at": 9.0}),
        (TableUnsealed("key", 2.0), {}),
        (Answered(Seat.N, yes=True, at=2.0), {}),
    ],
)
def test_what_an_entry_changes(entry: HallEntry, change: dict[str, Any]) -> None:
    assert changed(opened(), entry) == change


def test_a_table_is_opened_once_and_first() -> None:
    with pytest.raises(Refusal, match="a table is opened once"):
        fold(opened(), TableOpened("standard", "strict", "s", "S", 2.0))
    with pytest.raises(AssertionError):
        fold(None, Beginning(2.0))
    assert (opened().version, opened().touched) == (1, 1.0)


def test_a_commitment_goes_with_the_one_who_made_it() -> None:
    table = folded(opened(), [Sat(Seat.N, "n", "Nan", 2.0), SaltCommitted(Seat.N, "sum", 2.0)])
    nobody = (None, None, None, None)
    assert changed(table, Stood(Seat.N, 3.0)) == {"seats": nobody, "committed": ("", "", "", "")}
    assert changed(table, Sat(Seat.E, "e", "Eve", 3.0)) == {
        "seats": (Sitter("n", "Nan"), Sitter("e", "Eve"), None, None)
    }
    in_game = replace(playing(), committed=("sum", "", "", ""))
    assert "committed" not in changed(in_game, bot_sits(Seat.N, "club", 3.0))


def test_who_leaves_a_chair_while_cards_are_out_knows_a_hand() -> None:
    table = playing()
    bot = Sitter("bot:N", "Nora", "club")
    seats = (bot, *table.seats[1:])
    assert changed(table, bot_sits(Seat.N, "club", 3.0)) == {
        "seats": seats,
        "left": (SeenCards("N", "North", Seat.N),),
        "given_up": ((Seat.N, "N"),),
    }
    with_bot = fold(table, bot_sits(Seat.N, "club", 3.0))
    back = changed(with_bot, Sat(Seat.N, "N", "North", 4.0))
    assert back == {"seats": table.seats, "given_up": ()}
    friend = changed(with_bot, Sat(Seat.N, "x", "Xan", 4.0))
    assert friend == {"seats": (Sitter("x", "Xan"), *table.seats[1:])}
    other = changed(with_bot, bot_sits(Seat.N, "league", 4.0))
    assert other == {"seats": (Sitter("bot:N", "Nora", "league"), *table.seats[1:])}
    before = folded(opened(), [Sat(Seat.N, "n", "Nan", 2.0)])
    assert set(changed(before, bot_sits(Seat.N, "club", 3.0))) == {"seats"}
    assert table.game is not None
    between = replace(table, game=replace(table.game, deal=None))
    assert set(changed(between, bot_sits(Seat.N, "club", 3.0))) == {"seats", "given_up"}


def test_what_was_asked_and_answered() -> None:
    asking = replace(playing("W pass"), proposal=Proposal("draw", Seat.N))
    agreed = changed(asking, Answered(Seat.E, yes=True, at=3.0))
    assert agreed == {"proposal": Proposal("draw", Seat.N, (Seat.E,))}
    assert changed(asking, Answered(Seat.E, yes=False, at=3.0)) == {"proposal": None}
    more = fold(fold(asking, Answered(Seat.E, yes=True, at=3.0)), Answered(Seat.W, yes=True, at=4))
    assert more.proposal == Proposal("draw", Seat.N, (Seat.E, Seat.W))
    moved = fold(asking, Played(ActionEntry(read_action("N pass"), 5.0)))
    assert moved.proposal is None


def test_a_play_taken_back_and_a_game_called_off() -> None:
    sitting = Sitting(mode="strict")
    games = [sitting.table.game]
    for act in ("W pass", "N pass", "E pass"):
        sitting.do(act)
        games.append(sitting.table.game)
    asked = ((Seat.W, "undo"), (Seat.W, "draw"))
    table = replace(sitting.table, asked=asked, proposal=Proposal("undo", Seat.N))
    assert table.past == tuple(games[:3])
    back = fold(table, TakenBack(Seat.N, 2, 9.0))
    assert (back.game, back.past, back.taken_back) == (games[1], tuple(games[:1]), 1)
    assert (back.proposal, back.asked) == (None, ((Seat.W, "draw"),))
    for how, winner in (("resigned", "EW"), ("agreed", ""), ("abandoned", "")):
        over = fold(table, CalledOff(how, winner, 9.0, Seat.S))  # type: ignore[arg-type]
        assert over.game is not None
        assert over.game.result is not None
        assert over.game.result.reason == how
        assert over.game.result.winner is (Side.EW if winner else None)
        assert (over.proposal, over.given_up) == (None, ((Seat.S, "S"),))
    nobody = fold(table, CalledOff("abandoned", "", 9.0))
    assert nobody.given_up == ()


def test_the_last_moves_are_remembered() -> None:
    table = replace(playing(), moves=tuple(f"m{at}" for at in range(REMEMBERED + 6)))
    passed = ActionEntry(read_action("W pass"), 5.0)
    kept = fold(table, Played(passed, "new")).moves
    assert kept == (*table.moves[-REMEMBERED:], "new")
    assert fold(table, Played(passed)).moves == table.moves
    claimed = fold(table, Claimed(Seat.W, 5.0, "new")).moves
    assert claimed == (*table.moves[-REMEMBERED:], "new")


def test_a_deal_clears_what_was_left_and_asked() -> None:
    hand = playing(f"{TAKEN}, {', '.join(MADE)}")
    assert hand.past == ()
    left = (SeenCards("x", "Xan", Seat.N),)
    table = replace(hand, left=left, asked=((Seat.N, "draw"),))
    again = fold(table, dealt(table, 9.0))
    assert (again.dealt, again.left, again.asked) == (2, (), ())
    assert again.game is not None
    assert again.game.deal is not None


@pytest.mark.parametrize("mode", ["strict", "as-at-the-table"])
def test_a_bell_written_down_once_is_placed_by_a_book_without_a_limit_too(mode: str) -> None:
    """Older journals hold such bells; today none is written there."""
    table = playing("W pass", mode=mode)
    rung = fold(table, Played(BellEntry("end", 99.0)))
    assert rung.game is not None
    assert rung.game.time_up
    clock = SimpleNamespace(round=1, rang_at=99.0)
    event: Any = SimpleNamespace(clock=clock, rounds=[None])
    assert timed(table, event, 99.0) == []
    lifted = playing("W pass", mode=mode, overlay={"clock.minutes": None})
    assert timed(lifted, event, 99.0) == [Played(BellEntry("end", 99.0))]


def test_only_plays_of_this_hand_can_be_taken_back() -> None:
    table = playing("W pass", overlay={"clock.minutes": 1})
    assert len(table.past) == 1
    assert fold(table, Played(BellEntry("end", 99.0))).past == ()
    assert playing("W pass", mode="as-at-the-table").past == ()


def test_a_game_begins_by_its_book_with_its_people() -> None:
    table = folded(opened(target=7), [Sat(seat, seat.name, seat.word, 1.0) for seat in Seat])
    begun = fold(table, Begun(Seat.W, 9.0))
    assert begun.game is not None
    assert (begun.game.dealer, begun.game.target, begun.referee) == (Seat.W, 7, None)
    assert begun.game.players == ("North", "East", "South", "West")
    slipping = fold(
        replace(table, opened=replace(table.opened, mode="as-at-the-table")), Begun(Seat.W, 9.0)
    )
    assert slipping.referee is not None
    assert slipping.referee.game == slipping.game
    clocked = fold(
        replace(table, opened=replace(table.opened, overlay={"clock.minutes": 1})),
        Begun(Seat.W, 9.0),
    )
    assert clocked.game is not None
    assert clocked.game.ends_at == 69.0


# The table itself


def test_whose_salt_is_awaited() -> None:
    sat = [Sat(Seat.N, "n", "Nan", 1.0), bot_sits(Seat.E, "club", 1.0), Sat(Seat.S, "s", "Sam", 1)]
    table = folded(opened(), sat)
    assert table.unsalted() == [Seat.N, Seat.S]
    committed = fold(table, SaltCommitted(Seat.N, "sum", 2.0))
    assert committed.unsalted() == [Seat.S]
    closed = fold(committed, SaltsClosed(3.0))
    assert closed.unsalted() == [Seat.N]
    assert closed.mixed == ("untold sum", "", "", "")
    told = fold(closed, Salted(Seat.N, "salt", 4.0))
    assert told.unsalted() == []
    assert told.mixed == ("salt", "", "", "")
    same = replace(table, opened=replace(table.opened, same="key"))
    assert same.unsalted() == []


def test_who_sits_where_and_who_plays() -> None:
    sat = [Sat(Seat.N, "n", "Nan", 1.0), bot_sits(Seat.E, "club", 1.0)]
    table = folded(opened(), sat)
    assert table.players == ("Nan", "Edgar", "South", "West")
    assert (table.seat_of("n"), table.seat_of("bot:E"), table.seat_of("x")) == (
        Seat.N,
        Seat.E,
        None,
    )
    assert table.seats_of_people() == {"n": Seat.N, "bot:E": Seat.E}
    assert [table.player_at(seat) for seat in Seat] == ["", "club", "", ""]
    away = fold(table, BotStoodIn(Seat.N, "league", 2.0))
    assert away.player_at(Seat.N) == "league"
    assert table.people == 1


def test_what_state_a_table_is_in() -> None:
    before, now = opened(), playing()
    assert now.game is not None
    between = replace(now, game=replace(now.game, deal=None))
    over = fold(now, CalledOff("resigned", "NS", 9.0))
    told = replace(over, finished=finished(over), game=None)
    states = [before, now, between, over, told]
    assert [each.playing for each in states] == [False, True, True, True, True]
    assert [each.over for each in states] == [False, False, False, True, True]
    assert [each.cards_are_out for each in states] == [False, True, False, False, False]
    assert [each.waits_for_deal() for each in states] == [False, False, True, False, False]
    assert [same_result(each, finished(over)) for each in states] == [
        False,
        False,
        False,
        True,
        False,
    ]
    refereed = playing(mode="as-at-the-table")
    assert refereed.referee is not None
    assert not refereed.over
    assert replace(refereed, referee=replace(refereed.referee, entered=True)).over


def test_what_a_table_lets_its_people_do() -> None:
    table = opened()
    assert (table.friendly, table.helped) == (True, False)
    assert not opened(friendly=False).friendly
    assert not opened(event="day/1/1").friendly
    assert replace(table, hints=(0, 0, 1, 0)).helped
    assert replace(table, taken_back=1).helped
    assert table.advice == "clock.advice_minutes"
    assert opened(event="day/1/1").advice == "clock.tournament_advice_minutes"
    assert table.book.name == "standard"
    assert opened(overlay={"game.target": 7}).book.game.target == 7


# Two hats


def people(*places: str) -> tuple[HallTable, dict[str, str]]:
    """People in the first seats, each at a place."""
    letters = "NESW"[: len(places)]
    table = folded(opened(), [Sat(Seat[each], each, each, 1.0) for each in letters])
    return table, dict(zip(letters, places, strict=True))


@pytest.mark.parametrize(
    ("places", "seats"),
    [
        (("a", "b", "a", "c"), (Seat.N, Seat.S)),
        (("a", "b", "c", "c"), (Seat.S, Seat.W)),
        (("a", "a", "a", "c"), ()),
        (("a", "a", "a", "a"), ()),
        (("a", "b", "c", "d"), ()),
        (("", "", "c", "d"), ()),
        (("127.0.0.1", "127.0.0.1", "c", "d"), ()),
        (("a", "a"), (Seat.N, Seat.E)),
    ],
)
def test_two_from_one_address(places: tuple[str, ...], seats: tuple[Seat, ...]) -> None:
    assert seats_at_one_address(*people(*places)) == seats


def test_nothing_is_said_of_addresses_before_all_are_here_and_bots_have_none() -> None:
    table, places = people("a", "a", "c")
    assert seats_at_one_address(table, {who: places[who] for who in "NE"}) == ()
    with_bot = fold(table, bot_sits(Seat.W, "club", 1.0))
    assert seats_at_one_address(with_bot, places) == (Seat.N, Seat.E)


# Shuffles and dealers


def test_each_part_of_a_shuffle_matters() -> None:
    salts = ("a", "b", "", "")
    packs = {
        shuffles.pack(seed, some, label, version)
        for seed in ("one", "two")
        for some in (salts, ("b", "a", "", ""), ("ab", "", "", ""))
        for label in ("deal 1", "deal 2")
        for version in (shuffles.FIRST, shuffles.NEWEST)
    }
    assert len(packs) == 24
    assert all(sorted(pack) == sorted(PACK) for pack in packs)
    same = {shuffles.pack("one", some, "deal 1", shuffles.SAME) for some in (salts, ("x",))}
    assert len(same) == 1
    assert same.isdisjoint(packs)
    assert shuffles.matches("salt", shuffles.commitment("salt"))
    assert not shuffles.matches("salt", shuffles.commitment("other"))
    assert shuffles.new_seed() != shuffles.new_seed()


def test_the_first_dealer_comes_from_the_ceremony_of_the_book() -> None:
    for seed in map(str, range(12)):
        table = opened(seed=seed, overlay={"draw.first_dealer": "higher cut"})
        lower = opened(seed=seed, overlay={"draw.first_dealer": "lower cut"})
        pack = list(shuffles.pack(seed, ("",) * 4, "first dealer", 2))
        while pack[0].rank is pack[1].rank:
            pack = pack[2:]
        higher = Seat.N if pack[0].rank > pack[1].rank else Seat.E
        assert first_dealer(table) is higher
        assert first_dealer(lower) is (Seat.E if higher is Seat.N else Seat.N)


def test_how_fast_bots_are_at_a_table_of_one() -> None:
    pace = Pace(bot=8.0, trick=16.0, deal=5.0)
    assert at_speed(pace, "normal") == pace
    assert at_speed(pace, "fast") == replace(pace, bot=1.0, trick=2.0)
    assert at_speed(pace, "none") == replace(pace, bot=1.0, trick=2.0)
    slow = at_speed(pace, "slow")
    assert (slow.bot, slow.trick, slow.deal) == (8.0 * 1.6, 16.0 * 1.6, 5.0)
