"""What people may ask of a table before and beside the play: chairs, bots, the beginning, the shuffle."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.record.entries import DealtEntry
from rightbower.rules import shuffles
from rightbower.rules.cards import Seat
from rightbower.web.hall import wire
from rightbower.web.hall.entries import (
    Beginning,
    Begun,
    CalledOff,
    Played,
    SaltCommitted,
    Salted,
    Sat,
    Stood,
)
from rightbower.web.hall.seats import begin, bot_sits, hosted, with_bots
from rightbower.web.hall.table import SeenCards, fold
from web.table_asked import asked, no, over, playing, table_of


def test_a_chair_is_taken_changed_and_given_up_before_the_game() -> None:
    table = table_of(Seat.S)
    assert asked(table, "x", wire.Sit("r", "N"), "Xan") == [Sat(Seat.N, "x", "Xan", 5.0)]
    assert asked(table, "S", wire.Sit("r", "E"), "Sam") == [
        Stood(Seat.S, 5.0),
        Sat(Seat.E, "S", "Sam", 5.0),
    ]
    assert asked(table, "S", wire.Sit("r", "S"), "Sammy") == [Sat(Seat.S, "S", "Sammy", 5.0)]
    assert asked(table, "S", wire.Stand("r")) == [Stood(Seat.S, 5.0)]
    assert no(table, "x", wire.Sit("r", "S")) == "Sam sits there"
    assert no(table, "x", wire.Stand("r")) == "take a seat first"


def test_time_does_not_run_backward_at_a_table() -> None:
    table = replace(table_of(Seat.S), touched=9.0)
    assert asked(table, "S", wire.Stand("r")) == [Stood(Seat.S, 9.0)]


def test_nobody_has_the_name_of_another_nor_one_that_looks_like_it() -> None:
    table = table_of(Seat.S, Seat.N)
    (sat,) = asked(table, "x", wire.Sit("r", "E"), "Sam")
    assert sat == Sat(Seat.E, "x", "Sam 2", 5.0)
    (looks,) = asked(table, "x", wire.Sit("r", "E"), "SAM")
    assert looks == Sat(Seat.E, "x", "SAM 2", 5.0)
    both = fold(table, sat)
    assert asked(both, "y", wire.Sit("r", "W"), "Sam") == [Sat(Seat.W, "y", "Sam 3", 5.0)]
    assert asked(both, "x", wire.Sit("r", "E"), "Sam 2") == [Sat(Seat.E, "x", "Sam 2", 5.0)]
    assert asked(both, "S", wire.Sit("r", "W"), "Sam")[1:] == [Sat(Seat.W, "S", "Sam", 5.0)]


def test_in_a_game_only_a_bots_chair_is_taken() -> None:
    table = playing()
    assert no(table, "x", wire.Sit("r", "N")) == "North sits there"
    assert no(table, "N", wire.Sit("r", "N")) == "North sits there"
    with_bot = fold(table, bot_sits(Seat.N, "club", 3.0))
    assert asked(with_bot, "x", wire.Sit("r", "N"), "Xan") == [Sat(Seat.N, "x", "Xan", 5.0)]
    assert no(with_bot, "E", wire.Sit("r", "N")) == "the game has begun"
    assert no(over(with_bot), "x", wire.Sit("r", "N")) == "the game has begun"


def test_who_has_seen_a_hand_comes_back_to_it_alone() -> None:
    table = fold(playing(), bot_sits(Seat.N, "club", 3.0))
    table = fold(table, bot_sits(Seat.E, "club", 3.0))
    assert table.left == (SeenCards("N", "North", Seat.N), SeenCards("E", "East", Seat.E))
    why = "you have seen another hand of this deal: sit down when it is over"
    assert no(table, "N", wire.Sit("r", "E")) == why
    assert no(table, "E", wire.Sit("r", "N")) == why
    assert asked(table, "N", wire.Sit("r", "N"), "Other") == [Sat(Seat.N, "N", "North", 5.0)]
    assert table.game is not None
    between = replace(table, game=replace(table.game, deal=None))
    assert asked(between, "N", wire.Sit("r", "E"), "Other") == [Sat(Seat.E, "N", "Other", 5.0)]


def test_to_stand_up_in_a_game() -> None:
    table = playing()
    assert asked(table, "N", wire.Stand("r")) == [Sat(Seat.N, "bot:N", "Nora", 5.0, "club")]
    assert asked(over(table), "N", wire.Stand("r")) == []
    for seat in (Seat.N, Seat.E, Seat.W):
        table = fold(table, bot_sits(seat, "club", 3.0))
    assert asked(table, "S", wire.Stand("r")) == [CalledOff("abandoned", "", 5.0, Seat.S)]


def test_chairs_stay_once_the_game_is_about_to_begin() -> None:
    table = replace(table_of(Seat.S, Seat.N), beginning=2.0)
    for request in (wire.Sit("r", "E"), wire.Stand("r"), wire.AddBot("r", "E", "club")):
        assert no(table, "S", request) == "the game is about to begin"
    begun = replace(fold(playing(), bot_sits(Seat.N, "club", 3.0)), beginning=2.0)
    assert asked(begun, "x", wire.Sit("r", "N"), "Xan") == [Sat(Seat.N, "x", "Xan", 5.0)]


def test_chairs_of_events_and_of_same_deals_are_held() -> None:
    event = table_of(Seat.S, event="day/1/1")
    held = "this table is an event's: its seats are held, and it begins by itself"
    for request in (
        wire.Sit("r", "E"),
        wire.Stand("r"),
        wire.AddBot("r", "E", "club"),
        wire.Begin("r"),
    ):
        assert no(event, "S", request) == held
    same = table_of(Seat.S, same="key")
    alone = "others play these deals too: everybody plays them alone, to the end"
    for request in (wire.Sit("r", "E"), wire.Stand("r"), wire.AddBot("r", "E", "club")):
        assert no(same, "S", request) == alone
    assert asked(same, "S", wire.Begin("r"))


def test_bots_come_change_and_go() -> None:
    table = table_of(Seat.S)
    beginner = Sat(Seat.N, "bot:N", "Nora", 5.0, "beginner")
    assert asked(table, "S", wire.AddBot("r", "N", "beginner")) == [beginner]
    assert asked(table, "S", wire.AddBot("r", "N", "")) == []
    with_bot = fold(table, beginner)
    assert asked(with_bot, "S", wire.AddBot("r", "N", "")) == [Stood(Seat.N, 5.0)]
    assert no(table, "S", wire.AddBot("r", "S", "club")) == "Sam sits there"
    assert no(table, "x", wire.AddBot("r", "N", "club")) == "take a seat first"
    unknown = no(table, "S", wire.AddBot("r", "N", "grandma"))
    assert unknown.startswith("there is no bot called 'grandma'; choose from ")
    assert "club, " in unknown
    names = [bot_sits(seat, "club", 1.0).name for seat in Seat]
    assert names == ["Nora", "Edgar", "Stella", "Walter"]


def test_bots_in_a_game_change_between_the_hands_or_where_one_person_plays() -> None:
    two = fold(playing(), bot_sits(Seat.N, "club", 3.0))
    why = "while cards are out the bots stay as they are: change them after the hand"
    assert no(two, "S", wire.AddBot("r", "N", "beginner")) == why
    assert two.game is not None
    between = replace(two, game=replace(two.game, deal=None))
    league = Sat(Seat.N, "bot:N", "Nora", 5.0, "league")
    assert asked(between, "S", wire.AddBot("r", "N", "league")) == [league]
    assert no(between, "S", wire.AddBot("r", "N", "")) == "the game has begun"
    alone = fold(
        fold(two, bot_sits(Seat.E, "club", 3.0)),
        bot_sits(Seat.W, "club", 3.0),
    )
    assert asked(alone, "S", wire.AddBot("r", "N", "league")) == [league]
    assert no(over(alone), "S", wire.AddBot("r", "N", "league")) == "the game has begun"


def test_who_opened_the_table_begins_unless_four_people_sit_at_it() -> None:
    three = table_of(Seat.S, Seat.N, Seat.E)
    assert hosted(three, "N") == "Sam"
    assert hosted(three, "S") == ""
    assert hosted(table_of(*Seat), "N") == ""
    assert hosted(table_of(Seat.N, Seat.E), "N") == ""
    with_bot = fold(three, bot_sits(Seat.W, "club", 2.0))
    assert hosted(with_bot, "N") == "Sam"
    why = "Sam opened this table and begins the game"
    assert no(three, "N", wire.Begin("r")) == why
    assert no(three, "N", wire.AddBot("r", "W", "club")) == why
    assert no(three, "x", wire.Begin("r")) == "take a seat first"
    assert no(three, "x", wire.AddBot("r", "W", "club")) == "take a seat first"
    assert asked(table_of(*Seat), "N", wire.Begin("r")) == [Beginning(5.0)]


def test_the_game_begins_with_bots_in_the_empty_chairs() -> None:
    table = table_of(Seat.S, Seat.W)
    bots = [bot_sits(Seat.N, "club", 5.0), bot_sits(Seat.E, "club", 5.0)]
    assert asked(table, "S", wire.Begin("r")) == [*bots, Beginning(5.0)]
    assert with_bots(replace(table, beginning=4.0), 5.0) == []
    assert no(playing(), "S", wire.Begin("r")) == "the game has begun"


def test_a_table_of_the_first_shuffle_begins_at_once() -> None:
    begun = asked(table_of(*Seat, shuffle=1), "S", wire.Begin("r"))
    assert [type(each) for each in begun] == [Begun, Played]
    (first, dealt) = begun
    assert isinstance(first, Begun)
    assert isinstance(dealt, Played)
    assert isinstance(dealt.entry, DealtEntry)
    assert (first.at, dealt.entry.at, dealt.number) == (5.0, 5.0, 1)
    assert dealt.entry.dealer is first.first_dealer


def test_as_at_the_table_the_cut_comes_before_the_first_deal() -> None:
    overlay = {"misdeal.uncut": "same dealer"}
    table = table_of(*Seat, mode="as-at-the-table", overlay=overlay)
    assert begin(table, Seat.E, 5.0) == [Begun(Seat.E, 5.0)]
    strict = begin(table_of(*Seat, overlay=overlay), Seat.E, 5.0)
    assert [type(each) for each in strict] == [Begun, Played]
    between = Stood(Seat.N, 5.0)
    more = begin(table_of(*Seat), Seat.E, 5.0, [between])
    assert more[:2] == [Begun(Seat.E, 5.0), between]
    free = begin(table_of(*Seat, mode="as-at-the-table"), Seat.E, 5.0)
    assert [type(each) for each in free] == [Begun, Played]


def test_salts_are_committed_to_then_told() -> None:
    table = table_of(Seat.S, Seat.N)
    salt = "a salt of mine"
    sum_ = shuffles.commitment(salt)
    assert asked(table, "S", wire.Commit("r", sum_)) == [SaltCommitted(Seat.S, sum_, 5.0)]
    early = "a salt is shown once everybody has committed to one"
    committed = fold(table, SaltCommitted(Seat.S, sum_, 2.0))
    assert no(committed, "S", wire.Salt("r", salt)) == early
    closed = replace(committed, closed=3.0)
    assert no(closed, "N", wire.Salt("r", salt)) == early
    late = "the shuffle is closed: the game is about to begin"
    assert no(closed, "S", wire.Commit("r", sum_)) == late
    assert asked(closed, "S", wire.Salt("r", salt)) == [Salted(Seat.S, salt, 5.0)]
    assert no(closed, "S", wire.Salt("r", "another")) == (
        "this is not the salt that was committed to"
    )
    assert asked(fold(closed, Salted(Seat.S, salt, 4.0)), "S", wire.Salt("r", salt)) == []
    first = table_of(Seat.S, shuffle=1)
    assert asked(first, "S", wire.Salt("r", "words")) == [Salted(Seat.S, "words", 5.0)]
    assert no(table, "x", wire.Commit("r", sum_)) == "take a seat first"
    for request in (wire.Commit("r", sum_), wire.Salt("r", salt)):
        assert no(playing(), "S", request) == "the game has begun"
