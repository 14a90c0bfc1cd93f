"""A table's entries: typed in the hall, the lines of a record in the journal, and back."""

from __future__ import annotations

import msgspec
import pytest

from rightbower.record.entries import ENTRIES as KINDS
from rightbower.record.entries import (
    ActionEntry,
    BellEntry,
    CalledEntry,
    ChoiceEntry,
    ClaimEntry,
    CutEntry,
    DealtEntry,
    DroppedEntry,
    EnteredEntry,
    NoteEntry,
    OverruleEntry,
    RecordEntry,
    ReminderEntry,
    SlipEntry,
    TurnedEntry,
    TurnUpEntry,
    VoidEntry,
    read_entry,
    write_entry,
)
from rightbower.referee.irregularities import Kind, OutOfTurn, Revoke
from rightbower.referee.remedies import read_remedy
from rightbower.rules.acts import Bury, Name, Play
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, Side, Suit, card, shuffled
from rightbower.rules.ceremonies import Cut, Dealt, deal_cards
from rightbower.rules.game import TurnUp
from rightbower.web.hall.dealing import with_one_more
from rightbower.web.hall.entries import BotStoodIn, Played, decode, encode

CARDS: Dealt = deal_cards(shuffled("a pack"), Seat.S, load("standard"))
ENTRIES: tuple[RecordEntry, ...] = (
    DealtEntry(Seat.S, CARDS, at=12.5),
    DealtEntry(Seat.W, with_one_more(CARDS, Seat.N), TurnUp.PUT_DOWN, at=1763250000.123456),
    TurnUpEntry(TurnUp.FACED, 13.0),
    ActionEntry(Name(Seat.E, Suit.HEARTS, True), 0.1),
    ActionEntry(Bury(Seat.S, card("JC")), 1e9),
    SlipEntry(Play(Seat.N, card("9S")), 3.0),
    DroppedEntry(Seat.E, (card("AS"), card("KS")), 4.0),
    TurnedEntry(5.0),
    ClaimEntry(Seat.N, Revoke(Seat.E, 1), last_hand=True, at=6.0),
    ClaimEntry(None, OutOfTurn(Seat.E, Kind.LEAD_OUT_OF_TURN, 1, card("QC")), points=3, at=6.5),
    ChoiceEntry(0, Side.EW, "add", 7.0),
    ChoiceEntry(3, None, "let it stand", 7.5),
    CalledEntry(Seat.S, Suit.SPADES, 8.0),
    CalledEntry(Seat.S, None, 8.5),
    CalledEntry(Seat.S, card("KC"), 8.75),
    OverruleEntry(2, 'Ada "the law" Lee', "it was: so", (read_remedy("stand"),), 9.0),
    EnteredEntry(10.0),
    BellEntry("end", 11.0),
    CutEntry(Cut(Seat.E, 10), 11.25),
    CutEntry(Cut(None), 11.3),
    ReminderEntry("clock.advice_minutes", 11.5),
    VoidEntry(Seat.W, 12.0),
    NoteEntry("shuffled with\nthe seed @ 5"),
)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_an_entry_comes_back_as_it_was(entry: RecordEntry) -> None:
    assert read_entry(write_entry(entry, 3)) == entry
    played = Played(entry, "move-1", by_bot=True)
    assert decode(encode(played)) == played


def test_the_journal_holds_the_lines_of_a_record() -> None:
    body = msgspec.json.decode(encode(Played(ActionEntry(Play(Seat.E, card("AS")), 12.5), "m1")))
    assert body == {"type": "played", "text": "E AS @12.5", "move": "m1"}
    dealt = msgspec.json.decode(encode(Played(DealtEntry(Seat.S, CARDS, at=1.0), number=3)))
    assert dealt["text"].startswith("deal 3 by S @1\nhand N ")


def test_every_entry_of_a_record_is_tried() -> None:
    assert {type(entry) for entry in ENTRIES} == set(KINDS)


def test_what_is_not_an_entry_is_refused() -> None:
    for body in (b'{"type":"played","text":"E dances"}', b'{"type":"sung"}', b"{"):
        with pytest.raises(ValueError, match=r"."):
            decode(body)
    assert decode(encode(BotStoodIn(Seat.S, "club", 1.0))) == BotStoodIn(Seat.S, "club", 1.0)
