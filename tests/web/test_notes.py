"""What the desk keeps beside an event: each note, and what the notes come to."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict

from rightbower.store.contract import Conflict
from rightbower.store.streams import AsyncJournal
from rightbower.web.notes import (
    CaptainFreed,
    CaptainTaken,
    DirectorNamed,
    DoorSet,
    FeeSet,
    Help,
    HelpCalled,
    HelpGiven,
    HelpSettled,
    LetIn,
    MessageShown,
    MoneyNote,
    Note,
    NoteFact,
    Notes,
    OneHand,
    Paid,
    PaidEach,
    PhoneFreed,
    PhoneTaken,
    PinSet,
    PutOnline,
    ScoreDisputed,
    SeasonPlanned,
    Slip,
    TokenGone,
    TokenMade,
    WrongPin,
    decode,
    encode,
    fold,
)
from rightbower.web.state.desk import Desk
from web.apart import run_apart
from web.faults import FaultyJournal

PIN, SEASON = PinSet("salt", "hash"), SeasonPlanned("2026-01-05", 8, ("2026-01-12",))


def after(*facts: NoteFact) -> Notes:
    """The notes after these facts, each as the journal gives it back, one second apart."""
    return fold([decode(encode(Note(at + 1.0, fact, "Ann"))) for at, fact in enumerate(facts)])


def changed(*facts: NoteFact) -> dict[str, Any]:
    """What is not as in notes without an entry, but for their number."""
    found, nothing = asdict(after(*facts)), asdict(Notes())
    assert found.pop("version") == len(facts)
    return {name: value for name, value in found.items() if value != nothing[name]}


@pytest.mark.parametrize(
    ("facts", "come_to"),
    [
        ((), {}),
        ((PIN,), {"pin": PIN}),
        ((LetIn("here"), WrongPin("there")), {}),
        (
            (DirectorNamed("a", "Ann"), DirectorNamed("b", "Bea")),
            {"directors": frozenset({"a", "b"})},
        ),
        (
            (FeeSet(500), FeeSet(700)),
            {"fee": 700, "money": MoneyNote(2.0, FeeSet(700), FeeSet(500))},
        ),
        ((Paid(3, 500),), {"paid": {3: 500}, "money": MoneyNote(1.0, Paid(3, 500), Paid(3, 0))}),
        (
            (Paid(3, 500), Paid(4, 200), Paid(3, 100)),
            {"paid": {3: 100, 4: 200}, "money": MoneyNote(3.0, Paid(3, 100), Paid(3, 500))},
        ),
        (
            (Paid(3, 500), Paid(5, 1), PaidEach(((3, 700), (4, 800)))),
            {
                "paid": {3: 700, 4: 800, 5: 1},
                "money": MoneyNote(
                    3.0, PaidEach(((3, 700), (4, 800))), PaidEach(((3, 500), (4, 0)))
                ),
            },
        ),
        ((DoorSet(False),), {"door": False}),
        ((DoorSet(False), DoorSet(True)), {}),
        (
            (PhoneTaken("x", 1), PhoneTaken("y", 2), PhoneTaken("z", 1)),
            {"phones": {"x": 1, "y": 2, "z": 1}},
        ),
        (
            (PhoneTaken("x", 1), PhoneTaken("y", 2), PhoneTaken("z", 1), PhoneFreed(1)),
            {"phones": {"y": 2}, "freed": frozenset({1})},
        ),
        (
            (
                PhoneTaken("x", 1, "word"),
                PhoneTaken("y", 2, "chair"),
                PhoneTaken("z", 1, "code", "x"),
            ),
            {"phones": {"z": 1, "y": 2}, "claims": {"y": "chair"}},
        ),
        (
            (PhoneTaken("x", 1, "word"), PhoneTaken("x", 1)),
            {"phones": {"x": 1}},
        ),
        (
            (PhoneTaken("x", 1, "word"), PhoneFreed(1)),
            {"freed": frozenset({1})},
        ),
        (
            (CaptainTaken("x", 1), CaptainTaken("y", 2), CaptainFreed(1)),
            {"captains": {"y": 2}},
        ),
        ((OneHand(1, 2), OneHand(3, 4)), {"one_hand": frozenset({(1, 2), (3, 4)})}),
        (
            (PutOnline(1, 2, "abc"), PutOnline(1, 3, "def")),
            {"online": {(1, 2): "abc", (1, 3): "def"}},
        ),
        ((SEASON,), {"season": SEASON}),
        ((TokenMade("a", "h"), TokenMade("b", "i")), {"tokens": {"a": "h", "b": "i"}}),
        ((TokenMade("a", "h"), TokenMade("b", "i"), TokenGone("a")), {"tokens": {"b": "i"}}),
        (
            (MessageShown("Tea"),),
            {"message": "Tea", "said_before": ("Tea",), "said": 1},
        ),
        (
            (MessageShown("Tea"), MessageShown("")),
            {"said_before": ("Tea",), "said": 2},
        ),
        (
            (MessageShown("Tea"), MessageShown("Cake"), MessageShown("Tea")),
            {"message": "Tea", "said_before": ("Tea", "Cake"), "said": 3},
        ),
        (
            tuple(MessageShown(text) for text in "abcde"),
            {"message": "e", "said_before": ("e", "d", "c", "b"), "said": 5},
        ),
        (
            (MessageShown("Lights", 2), MessageShown("Keys", 3)),
            {"table_messages": {2: "Lights", 3: "Keys"}, "said": 2},
        ),
        (
            (MessageShown("Lights", 2), MessageShown("Keys", 3), MessageShown("", 2)),
            {"table_messages": {3: "Keys"}, "said": 3},
        ),
        (
            (HelpCalled(1, 2, "revoke?"), HelpCalled(1, 3, "")),
            {
                "calls": {(1, 2): "revoke?", (1, 3): ""},
                "help": {(1, 2): Help(1.0), (1, 3): Help(2.0)},
                "said": 2,
            },
        ),
        (
            (HelpCalled(1, 2, "a"), HelpCalled(1, 3, "b"), HelpGiven(1, 2)),
            {
                "calls": {(1, 3): "b"},
                "help": {(1, 2): Help(1.0, 3.0), (1, 3): Help(2.0)},
                "said": 3,
            },
        ),
        (
            (HelpCalled(1, 2, "a"), HelpCalled(1, 3, "b"), HelpGiven(1, 2), HelpSettled(1, 2)),
            {"calls": {(1, 3): "b"}, "help": {(1, 3): Help(2.0)}, "said": 4},
        ),
        ((HelpGiven(1, 2),), {"help": {(1, 2): Help(1.0, 1.0)}, "said": 1}),
        (
            (ScoreDisputed(1, 2, 7, (10, 8)),),
            {"slips": {(1, 2): Slip(1.0, ScoreDisputed(1, 2, 7, (10, 8)))}, "said": 1},
        ),
    ],
)
def test_what_notes_come_to(facts: tuple[NoteFact, ...], come_to: dict[str, Any]) -> None:
    assert changed(*facts) == come_to


def test_the_pot_is_what_everybody_paid() -> None:
    assert after().pot == 0
    assert after(Paid(1, 500), Paid(2, 250), Paid(1, 300)).pot == 550


def test_a_note_comes_back_with_who_wrote_it() -> None:
    note = Note(12.5, Paid(3, 500), "Ann")
    assert decode(encode(note)) == note
    assert decode(encode(Note(1.0, PIN))).by == ""


@pytest.mark.parametrize("others", [1, 2, 3])
def test_what_others_note_in_the_same_moment_is_kept_beside_it(others: int) -> None:
    journal = FaultyJournal(prompt=True)
    taken = [PhoneTaken(f"phone {number}", number) for number in range(1, 9)]

    def meanwhile(number: int, stream: str) -> None:
        if number <= others:
            journal.from_elsewhere(stream, encode(Note(0.0, taken[number])))

    journal.before_post = meanwhile

    async def story() -> dict[str, int]:
        desk = Desk(AsyncJournal(journal), lambda: 5.0)
        noted = await desk.note("event/day", lambda _: taken[0], "Ann")
        assert desk.notes("event/day") == noted
        return noted.phones

    if others == 3:
        with pytest.raises(Conflict):
            run_apart(story())
        return
    assert run_apart(story()) == {f"phone {at}": at for at in (*range(2, others + 2), 1)}
    assert decode(journal.bodies("desk/event/day")[-1]) == Note(5.0, taken[0], "Ann")
