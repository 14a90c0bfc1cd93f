"""Words to the referee of a table: the exact entries they lead to, and each refusal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from rightbower.record.entries import (
    CalledEntry,
    ChoiceEntry,
    ClaimEntry,
    CutEntry,
    DealtEntry,
    DroppedEntry,
    EnteredEntry,
    OverruleEntry,
    TurnedEntry,
)
from rightbower.referee.irregularities import Revoke
from rightbower.referee.remedies import read_remedy
from rightbower.rules.cards import Seat, Side, card
from rightbower.rules.ceremonies import Cut
from rightbower.rules.game import TurnUp
from rightbower.web.hall import wire
from rightbower.web.hall.calls import last_word, officers
from rightbower.web.hall.entries import HallEntry, Played
from rightbower.web.hall.table import HallTable, Sitter
from web.asked import to_referee
from web.seated import Sitting
from web.table_asked import TAKEN, asked, playing, refused


def told(table: HallTable, who: str, **what: str | int | bool | None) -> list[HallEntry]:
    """What a word to the referee leads to."""
    return asked(table, who, to_referee("c", **what))


def not_told(table: HallTable, who: str, **what: str | int | bool | None) -> tuple[str, str]:
    """Why a word to the referee is not taken."""
    return refused(lambda: told(table, who, **what))


def after_acts(book: str, acts: str = TAKEN, **more: Any) -> HallTable:
    """A table where slips are ruled on, after these acts."""
    sitting = Sitting(book, **more)
    if acts:
        sitting.do(acts)
    return sitting.table


def test_cards_are_dropped() -> None:
    table = after_acts("alberta-55plus")
    dropped = DroppedEntry(Seat.W, (card("AS"), card("KS")), 5.0)
    assert told(table, "W", do="drop", card="AS KS AS") == [Played(dropped, "c")]
    for held in ("9S", "AS 9S", " "):
        assert not_told(table, "W", do="drop", card=held)[0] == "you do not hold that card"
    assert table.referee is not None
    between = replace(
        table, referee=replace(table.referee, game=replace(table.referee.game, deal=None))
    )
    assert not_told(between, "W", do="drop", card="AS")[0] == "you do not hold that card"
    assert "not a card" in not_told(table, "W", do="drop", card="ZZ")[0]
    assert not_told(table, "x", do="drop", card="AS")[0] == "take a seat first"
    assert told(replace(table, moves=("c",)), "W", do="drop", card="AS") == []


def test_a_revoke_is_called_by_whom_the_cards_let() -> None:
    table = after_acts("alberta-55plus", f"{TAKEN}, W AS, N 9S, E AH")
    own_up = ClaimEntry(Seat.E, Revoke(Seat.E, 1), at=5.0)
    assert told(table, "E", do="claim", fact="revoke E 1") == [Played(own_up, "c")]
    assert not_told(table, "N", do="claim", fact="revoke E 1")[0] == (
        "the cards do not show it yet; call it when they do, or after the hand"
    )
    assert not_told(table, "N", do="claim", fact="revoke W 1")[0] == (
        "there is nothing of the kind to call now"
    )
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.trick("W AS, N 9S, E AH, S 9H", "E QC, S AC, W TC, N KC", "S JH, W QH, N TH, E QS")
    proved = ClaimEntry(Seat.N, Revoke(Seat.E, 1), at=5.0)
    assert told(sitting.table, "N", do="claim", fact="revoke E 1") == [Played(proved, "c")]
    sitting.trick("S KH, W 9D, N JD, E TS", "N AD, E KD, S QD, W KS")
    later = ClaimEntry(Seat.N, Revoke(Seat.E, 1), last_hand=True, at=5.0)
    assert told(sitting.table, "N", do="claim", fact="revoke E 1") == [Played(later, "c")]


def test_tricks_are_turned_by_the_side_that_won_them() -> None:
    table = after_acts("alberta-55plus", f"{TAKEN}, W AS, N 9S, E TS, S 9H")
    turned = [Played(TurnedEntry(5.0), "c")]
    assert told(table, "S", do="turn") == turned
    assert told(table, "N", do="turn") == turned
    assert not_told(table, "W", do="turn")[0] == "South won the trick and turns it"
    before = after_acts("alberta-55plus")
    assert not_told(before, "S", do="turn")[0] == "no trick waits to be turned"


def test_suits_and_cards_are_called_for() -> None:
    table = after_acts("alberta-55plus")
    assert told(table, "E", do="suit", suit="C") == [
        Played(CalledEntry(Seat.E, card("AC").suit, 5.0), "c")
    ]
    assert told(table, "E", do="suit", suit="") == [Played(CalledEntry(Seat.E, None, 5.0), "c")]
    assert told(table, "E", do="card", card="AS") == [
        Played(CalledEntry(Seat.E, card("AS"), 5.0), "c")
    ]
    assert not_told(table, "E", do="suit", suit="Z")
    assert not_told(table, "E", do="card", card="Z")
    assert told(table, "E", do="enter") == [Played(EnteredEntry(5.0), "c")]


def dropped(book: str) -> HallTable:
    """A table where West's ace has fallen and was called."""
    sitting = Sitting(book)
    sitting.do(TAKEN)
    sitting.call("W", do="drop", card="AS")
    sitting.call("N", do="claim", fact="exposed-card W AS dropped")
    return sitting.table


def test_a_choice_is_made_by_the_side_or_by_the_officer() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.trick("W AS, N 9S, E AH, S 9H", "E QC, S AC, W TC, N KC", "S JH, W QH, N TH, E QS")
    sitting.trick("S KH, W 9D, N JD, E TS", "N AD, E KD, S QD, W KS")
    sitting.call("S", do="claim", fact="revoke E 1")
    chosen = ChoiceEntry(0, Side.NS, "add", 5.0)
    assert told(sitting.table, "N", do="choose", number=0, option="add") == [Played(chosen, "c")]
    nothing = "no ruling waits for this choice"
    assert not_told(sitting.table, "N", do="choose", number=1, option="add")[0] == nothing
    table = dropped("sportcial-league")
    stands = ChoiceEntry(0, None, "let it stand", 5.0)
    assert told(table, "S", do="choose", number=0, option="let it stand") == [Played(stands, "c")]
    assert not_told(table, "N", do="choose", number=0, option="let it stand")[0] == (
        f"the {table.book.officer} decides; here that is whoever opened the table"
    )
    opened = replace(table, opened=replace(table.opened, by="a friend"))
    assert told(opened, "N", do="choose", number=0, option="let it stand") == [Played(stands, "c")]


def test_who_decides_and_who_has_the_last_word() -> None:
    table = dropped("sportcial-league")
    assert (officers(table), last_word(table)) == ((Seat.S,), (Seat.S,))
    friend = replace(table, opened=replace(table.opened, by="a friend"))
    assert (officers(friend), last_word(friend)) == (tuple(Seat), tuple(Seat))
    event = replace(table, opened=replace(table.opened, event="day/1/1"))
    assert (officers(event), last_word(event)) == ((Seat.S,), ())


def test_a_ruling_is_set_aside_by_name_and_with_a_reason() -> None:
    table = dropped("alberta-55plus")
    table = replace(table, seats=tuple(Sitter(s.name, f"{s.word}-er") for s in Seat))

    def overrule(who: str, number: int = 0, instead: str = "stand", why: str = " so ") -> object:
        return told(table, who, do="overrule", number=number, instead=instead, why=why)

    stands = read_remedy("stand")
    assert overrule("S") == [Played(OverruleEntry(0, "South-er", "so", (stands,), 5.0), "c")]
    assert overrule("S", instead="stand,take back") == [
        Played(OverruleEntry(0, "South-er", "so", (stands, read_remedy("take back")), 5.0), "c")
    ]
    long = "x" * 201
    assert overrule("S", why=long) == [
        Played(OverruleEntry(0, "South-er", "x" * 200, (stands,), 5.0), "c")
    ]
    assert refused(lambda: overrule("S", number=1))[0] == "there is no such ruling to set aside"
    assert refused(lambda: overrule("S", why=" "))[0] == (
        "give the reason for setting the ruling aside"
    )
    assert refused(lambda: overrule("S", instead="a kiss"))[0]
    assert refused(lambda: overrule("W"))[0] == (
        f"the {table.book.officer} has the last word; here that is whoever opened the table"
    )
    assert table.referee is not None
    agreed = replace(table, referee=replace(table.referee, entered=True))
    assert not_told(agreed, "S", do="overrule", number=0, instead="stand", why="so")[0] == (
        "there is no such ruling to set aside"
    )


UNCUT = {"misdeal.uncut": "same dealer"}


def test_the_deck_is_cut_before_the_deal() -> None:
    table = after_acts("alberta-55plus", "", dealing=False, overlay=UNCUT)
    assert told(table, "E", do="cut", lifted=8) == [Played(CutEntry(Cut(Seat.E, 8), 5.0), "c")]
    assert told(table, "E", do="cut", lifted=None) == [Played(CutEntry(Cut(Seat.E), 5.0), "c")]
    assert not_told(table, "W", do="cut", lifted=8)[0]
    begun = after_acts("alberta-55plus", "")
    before = "the deck is cut before the cards are dealt"
    assert not_told(begun, "E", do="cut", lifted=8)[0] == before


def test_the_dealer_deals_wrong_in_each_way() -> None:
    table = after_acts("alberta-55plus", "", dealing=False, overlay=UNCUT)
    not_yours = "it is not your deal now"
    wrong: Sequence[dict[str, str]] = (
        {"do": "deal without the cut"},
        {"do": "exposed in the deal"},
        {"do": "deal wrong", "to": "E"},
    )
    for what in wrong:
        assert not_told(table, "N", **what)[0] == not_yours
        assert not_told(after_acts("alberta-55plus", ""), "S", **what)[0] == not_yours
    uncut, dealt = told(table, "S", do="deal without the cut")
    assert uncut == Played(CutEntry(Cut(None), 5.0))
    assert isinstance(dealt, Played)
    assert isinstance(dealt.entry, DealtEntry)
    assert (dealt.move, dealt.entry.turn_up, dealt.entry.at) == ("c", TurnUp.PUT_DOWN, 5.0)
    dealt, shown = told(table, "S", do="exposed in the deal")
    assert isinstance(dealt, Played)
    assert isinstance(dealt.entry, DealtEntry)
    assert isinstance(shown, Played)
    assert isinstance(shown.entry, ClaimEntry)
    assert (dealt.move, shown.move, shown.entry.by, shown.entry.at) == ("", "c", Seat.S, 5.0)
    assert shown.entry.fact.seat is Seat.S
    (extra,) = told(table, "S", do="deal wrong", to="E")
    assert isinstance(extra, Played)
    assert isinstance(extra.entry, DealtEntry)
    assert [len(hand) for hand in extra.entry.cards.hands] == [5, 6, 5, 5]
    assert (extra.move, extra.at, extra.number) == ("c", 5.0, 1)


def test_where_the_cut_may_be_left_out_that_is_no_slip() -> None:
    table = after_acts("standard", "")
    assert table.referee is not None
    game = replace(table.referee.game, deal=None)
    between = replace(table, game=game, referee=replace(table.referee, game=game))
    reason, clause = not_told(between, "S", do="deal without the cut")
    assert reason == "the cut may be left out here"
    assert clause == table.book.clause("misdeal.uncut")


def test_words_that_are_none() -> None:
    for what in (
        {"do": "dance"},
        {"do": "claim"},
        {"do": "claim", "fact": "x" * 201},
        {"do": "choose", "number": "0", "option": "add"},
        {"do": "cut", "lifted": True},
        {"do": "deal wrong", "to": "X"},
        {"do": "suit"},
        {},
    ):
        text = json.encode({"type": "call", "id": "c", "what": what})
        with pytest.raises(wire.BadRequest, match="this message cannot be read"):
            wire.read_request(text)
    strict = playing()
    assert not_told(strict, "S", do="turn")[0] == (
        "this table is strict: nothing wrong can happen at it"
    )
