"""What a table shows to each seat alone, and the whole in one message."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from msgspec.structs import replace

from rightbower.players.views import view, view_at_table
from rightbower.rules.cards import Seat
from rightbower.web.hall.entries import Answered, Proposed, Sat, TableOpened
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.table import HallTable, Sitter, fold, folded
from rightbower.web.hall.views import (
    WAITS,
    Face,
    chairs,
    for_player,
    message_for,
    own_view,
)
from rightbower.web.hall.wire import Chair, Choice, Ended, OwnView, TableMessage, write_reply
from web.joined import joined
from web.played_so_far import TAKEN, TRICKS, after
from web.seated import Sitting


def test_a_player_goes_by_the_view_of_the_seat() -> None:
    strict = after(TAKEN)
    assert strict.game is not None
    assert for_player(strict, Seat.W) == view(strict.game, Seat.W)
    refereed = Sitting("alberta-55plus").table
    assert refereed.referee is not None
    assert for_player(refereed, Seat.W) == view_at_table(refereed.referee, Seat.W)
    assert for_player(refereed, Seat.W) != for_player(refereed, Seat.N)


def test_each_seat_knows_its_own_cards_and_what_it_may_do() -> None:
    table = after()
    assert own_view(table, Seat.N) == OwnView(["9S", "TH", "KC", "AD", "JD"])
    legal = ["pass", "order", "order alone"]
    assert own_view(table, Seat.W) == OwnView(["AS", "KS", "QH", "TC", "9D"], legal)
    table = after(TAKEN, "W AS, N 9S")
    assert own_view(table, Seat.S) == OwnView(["JH", "KH", "9H", "QD", "AC"], [], "JC")
    assert own_view(table, Seat.E) == OwnView(["AH", "QS", "TS", "KD", "QC"], ["QS", "TS"])
    assert own_view(replace(table, game=None), Seat.S) is None


def test_as_at_the_table_a_seat_keeps_to_the_orders_in_force() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(f"{TAKEN}, W AS, N 9S")
    held = own_view(sitting.table, Seat.E)
    assert held is not None
    assert held.legal == ["QS", "TS"]
    sitting.call("E", do="drop", card="TS")
    sitting.call("S", do="claim", fact="exposed-card E TS dropped")
    held, other = own_view(sitting.table, Seat.E), own_view(sitting.table, Seat.S)
    assert held is not None
    assert held.legal == ["TS"]
    assert other is not None
    assert other.legal == []


def test_what_is_said_to_whom_with_the_calls_that_may_be_made() -> None:
    table = after()
    calls = [
        Choice("pass", "Pass"),
        Choice("order", "Order it up"),
        Choice("order alone", "Order it up and go alone", alone=True),
    ]
    yours = "Your turn. Order up the nine of hearts?"
    assert message_for(table, Seat.W) == TableMessage(yours, calls, may_propose=["resign"])
    assert message_for(table, Seat.N) == TableMessage("West to bid.", may_propose=["resign"])
    assert message_for(table, None) == TableMessage("West to bid.")
    second = after("W pass, N pass, E pass, S turn down")
    named = [each for each in message_for(second, Seat.W).choices if each.suit]
    assert [(each.action, each.label, each.suit, each.alone) for each in named] == [
        (f"name {word.lower()}{alone}", f"{word}{', alone' if alone else ''}", suit, bool(alone))
        for suit, word in (("C", "Clubs"), ("D", "Diamonds"), ("S", "Spades"))
        for alone in ("", " alone")
    ]
    hand = after(TAKEN, *TRICKS)
    between = "The next hand is about to be dealt."
    made = Ended(
        "You made it", "+1 point", "South called hearts: 4 of 5 tricks.", "standard:score.make"
    )
    assert message_for(hand, Seat.N) == TableMessage(between, ended=made, may_propose=["resign"])


def test_chairs_with_people_bots_and_the_absent() -> None:
    table = replace(
        after(), seats=(Sitter("n", "Nan"), None, Sitter("b", "Bot", "club"), Sitter("w", "Wes"))
    )
    assert chairs(table, frozenset([Seat.W, Seat.E])) == [
        Chair("Nan"),
        Chair(),
        Chair("Bot", "club"),
        Chair("Wes", away=True),
    ]


def test_a_message_has_the_news_since_what_was_seen() -> None:
    sitting = Sitting(mode="strict")
    lines = PlayByPlay()
    lines.follow(None, sitting.entries)
    face = Face()
    face.look(sitting.table, lines, frozenset(), sitting.table.version - 1)
    news = joined(json.loads(write_reply(face.to(None))))["news"]
    assert [each["text"] for each in news] == [
        "Hand 1 · South deals",
        "The nine of hearts is turned up",
    ]


def message(table: HallTable, seat: Seat | None, waits: bool = False) -> dict[str, Any]:
    """What one browser is sent."""
    face = Face()
    face.look(table, PlayByPlay(), frozenset([Seat.E]), 0)
    return joined(json.loads(write_reply(face.to(seat, waits))))


def test_what_is_kept_of_a_table_is_what_it_would_be_now() -> None:
    """One after the other, whatever the change: a part that is kept is never an old one."""
    bid, played = after("W pass"), after(TAKEN, "W AS, N 9S")
    ended = after(TAKEN, *TRICKS)
    assert ended.game is not None
    asked = fold(played, Proposed(Seat.W, "undo", 9.0))
    agreed = folded(asked, [Answered(each, yes=True, at=9.0) for each in (Seat.N, Seat.E)])
    other = replace(played, seats=(*played.seats[:3], Sitter("x", "Xia")))
    waiting = fold(None, TableOpened("standard", "strict", "s", "S", 1.0, shuffle=2))
    moments = [
        waiting,
        fold(waiting, Sat(Seat.S, "s", "Sue", 2.0)),
        bid,
        after("W pass, N pass"),
        after("W order"),
        after("W order alone"),
        after("W pass, N pass, E pass, S turn down"),
        after(TAKEN),
        played,
        asked,
        agreed,
        other,
        replace(played, followed="t2"),
        replace(played, hints=(1, 0, 0, 0)),
        replace(played, stand_ins=("club", "", "", "")),
        replace(played, bell_at=99.0),
        after(TAKEN, TRICKS[0]),
        ended,
        replace(ended, game=replace(ended.game, score=(5, 9))),
    ]
    face, chance = Face(), Random(3)
    for _ in range(600):
        table, away = (
            chance.choice(moments),
            frozenset(chance.sample(list(Seat), chance.randrange(3))),
        )
        fresh = Face()
        for each in (face, fresh):
            each.look(table, PlayByPlay(), away, 0)
        for seat in (*Seat, None):
            assert write_reply(face.to(seat)) == write_reply(fresh.to(seat))
            assert bytes(face.to(seat).told) == write_reply(message_for(table, seat))


def test_one_message_holds_what_all_see_and_what_the_seat_alone_knows() -> None:
    table = after("W pass")
    to_west, to_all = message(table, Seat.W), message(table, None)
    assert (to_west["type"], to_west["version"], to_west["you"]) == ("state", table.version, "W")
    assert to_all["you"] is None
    assert to_west["game"]["hand"] == ["AS", "KS", "QH", "TC", "9D"]
    assert "hand" not in to_all["game"]
    assert [each.get("away", False) for each in to_west["chairs"]] == [False, True, False, False]
    assert to_west["told"]["line"] == to_all["told"]["line"] == "North to bid."
    assert message(table, Seat.W, waits=True)["told"]["line"] == WAITS
    assert "proposal" not in to_west or to_west["proposal"] is None


def test_a_message_says_what_is_asked_and_of_whom() -> None:
    table = replace(after("W pass"), seats=tuple(Sitter(s.name, f"{s.word}-er") for s in Seat))
    asking = fold(table, Proposed(Seat.W, "undo", 3.0))
    assert message(asking, Seat.N)["proposal"] == {
        "what": "undo",
        "by": "W",
        "text": "West-er would like to take the last play back.",
        "waits_for": ["N", "E", "S"],
    }
    one_less = fold(asking, Answered(Seat.E, yes=True, at=4.0))
    assert message(one_less, Seat.N)["proposal"]["waits_for"] == ["N", "S"]
    resigning = fold(table, Proposed(Seat.N, "resign", 3.0))
    told_all = message(resigning, None)["proposal"]
    assert (told_all["text"], told_all["waits_for"]) == (
        "North-er wants to resign this game.",
        ["S"],
    )


def test_the_shuffle_is_shown_before_the_game_and_not_in_it() -> None:
    opened = TableOpened("standard", "strict", "seed", "S", 0.0, shuffle=2)
    table = folded(fold(None, opened), [Sat(Seat.S, "S", "Sam", 1.0)])
    table = replace(table, committed=("", "", "sum", ""), salts=("", "", "salt", ""))
    assert message(table, Seat.S)["shuffle"] == {
        "sums": ["", "", "sum", ""],
        "salts": ["", "", "salt", ""],
    }
    begun = replace(table, beginning=1.0, closed=2.0)
    assert message(begun, Seat.S)["shuffle"] == {
        "sums": ["", "", "sum", ""],
        "salts": ["", "", "salt", ""],
        "closed": True,
        "beginning": True,
    }
    waiting = message(replace(table, beginning=1.0), Seat.S)["shuffle"]
    assert ("closed" in waiting, waiting["beginning"]) == (False, True)
    first = replace(table, opened=replace(opened, shuffle=1))
    assert not message(first, Seat.S).get("shuffle")
    playing = after()
    later = replace(playing, opened=replace(playing.opened, shuffle=2))
    assert not message(later, Seat.S).get("shuffle")
