"""What is refused at a table is read as a whole sentence to the one who asked, without a clause in it."""

from __future__ import annotations

import pytest

from rightbower.referee.table import TableError
from rightbower.rules.cards import Seat
from rightbower.rules.message import message
from rightbower.rules.refusal import Refusal
from rightbower.web.hall import wire
from rightbower.web.hall.says import no
from web.seated import Sitting

TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"


def _told(sitting: Sitting, who: str, request: wire.TableRequest) -> wire.No:
    with pytest.raises(Refusal) as refused:
        sitting.ask(who, request)
    return no(sitting.table, Seat[who], "r", refused.value)


@pytest.mark.parametrize(
    ("acts", "who", "wants", "reason"),
    [
        ("", "N", "pass", "It is West's turn."),
        ("W pass, N pass, E pass", "S", "pass", "The dealer picks the card up or turns it down."),
        (f"{TAKEN}, W AS", "N", "KC", "Spades was led and you hold the nine of spades."),
        (f"{TAKEN}, W AS", "N", "JH", "You do not hold the jack of hearts."),
    ],
)
def test_a_move_that_the_book_does_not_allow(acts: str, who: str, wants: str, reason: str) -> None:
    sitting = Sitting(mode="strict")
    if acts:
        sitting.do(acts)
    told = _told(sitting, who, wire.Move("m", wants))
    assert told.reason == reason
    assert told.clause


def test_the_clause_of_words_that_are_not_a_call_is_behind_why() -> None:
    told = _told(Sitting("sportcial-league"), "W", wire.Call("c", wire.InWords("alone")))
    assert told.reason == "Alone by itself does not accept the turn-up."
    assert told.clause == "L03-7.3"


def test_what_has_no_clause_and_what_may_be_meant() -> None:
    sitting = Sitting(mode="strict")
    told = _told(sitting, "W", wire.TakeRest("c"))
    assert told == wire.No(
        "r", "That is not certain yet: play on, and claim when nothing can go wrong."
    )
    assert _told(sitting, "N", wire.Agree("a", yes=True)).reason == "Nobody is asking you."


def test_what_the_referee_refuses_is_read_as_a_sentence_with_its_clause_apart() -> None:
    refused = TableError(message("that trick is turned already", "A01-5.2"))
    found = no(Sitting(mode="strict").table, Seat.S, "r", refused)
    assert found == wire.No("r", "That trick is turned already.", "A01-5.2")
