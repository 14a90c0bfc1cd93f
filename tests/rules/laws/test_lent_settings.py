"""Where a document is silent another lends: each lent setting is as its lender has it, or as its gap says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rightbower.rules.book import load, names

BOOKS = {load(name).document: load(name) for name in names()}

# What is lent otherwise than the lender has it, in these documents. A penalty is borrowed only where a
# gap says so (G-00), and what a document does not have at all stays away.
OTHERWISE: dict[str, dict[str, tuple[object, str]]] = {
    "G-00": {
        "singly.penalty": (None, "A00 A01 S02 L03"),
        "conduct.least": (None, "A00 A01 S02 N04"),
        "conduct.most": (None, "A00 A01 S02 N04"),
        "conduct.removal_review": (False, "A00 A01 S02 N04"),
        "conduct.help": (False, "A00 L03 N04"),
        "count.late_penalty": ("may be added", "S02 L03 N04"),
        "won_tricks.turned_up": ("warning", "S02 L03"),
        "entering.least_age": (None, "S02 L03 N04"),
        "entering.active_members": ("never", "S02 L03 N04"),
        "entering.zone_pairs": (None, "S02 L03 N04"),
        "entering.zone_people": (None, "S02 L03 N04"),
        "entering.singles": ("none", "S02 L03 N04"),
        "movement.letter": ("none", "S02 L03 N04"),
        "movement.b_down": (False, "S02 L03 N04"),
        "movement.sitters": (False, "A00 A01 S02 L03"),
        "movement.marked_first": (False, "A00 A01 S02 L03"),
        "standings.win": (None, "A00 A01 S02 L03"),
        "standings.draw": (None, "A00 A01 S02 L03"),
        "standings.loss": (None, "A00 A01 S02 L03"),
        "standings.low_wins": (False, "A00 A01 L03 N04"),
        "standings.hand_in": ("none", "A00 A01 L03 N04"),
    },
    "G-05": {"misdeal.uncut": ("stands", "A00 A01 N04")},
    "G-07": {"lone_hand.exempt": (False, "S02 L03 N04")},
    "G-09": {"turns.lead_exposed": (False, "S02"), "turns.lead_call": (False, "S02")},
    "G-10": {
        "exposed.out_of_turn": (False, "S02"),
        "exposed.dropped": (False, "S02"),
        "exposed.played_along": (False, "S02"),
        "exposed.named": (False, "S02"),
        "exposed.duty": ("returns to hand", "S02"),
        "exposed.buried": ("may be buried", "S02"),
    },
    "G-12": {"misdeal.faced_card": ("next dealer", "L03")},
    "G-14": {
        "calls.out_of_turn": ("void", "S02 L03 N04"),
        "calls.turn_down_out_of_turn": ("void", "S02 L03 N04"),
    },
    "G-15": {"calls.dead_suit": ("void", "N04")},
    "G-16": {"revoke.mixed": ("no proof", "S02 L03")},
}


def lent() -> Iterator[tuple[str, str, str]]:
    """Every setting for which a document rests on a clause of another: the two, and the setting."""
    for document, book in BOOKS.items():
        for path in book.paths():
            cited = book.cite(path)
            lender = cited.clause.partition("-")[0]
            if cited.basis in ("borrowed", "not borrowed") and lender != document:
                yield document, lender, path


LENT = sorted(lent())


@pytest.mark.parametrize(("document", "lender", "path"), LENT, ids=lambda each: each)
def test_what_is_lent_is_as_its_lender_has_it_or_as_its_gap_says(
    document: str, lender: str, path: str
) -> None:
    gap = BOOKS[document].cite(path).see
    value, documents = OTHERWISE.get(gap, {}).get(path, (None, ""))
    wanted = value if document in documents.split() else BOOKS[lender].value(path)
    assert BOOKS[document].value(path) == wanted


def test_what_is_said_to_be_lent_otherwise_is_lent() -> None:
    listed = {
        (document, path)
        for rows in OTHERWISE.values()
        for path, (_, documents) in rows.items()
        for document in documents.split()
    }
    assert listed <= {(document, path) for document, _, path in LENT}


def test_what_is_not_borrowed_is_another_documents_and_goes_otherwise_there() -> None:
    """A citation that says so names a rule that does not hold here."""
    found = 0
    for document, lender, path in LENT:
        book = BOOKS[document]
        if book.cite(path).basis == "not borrowed":
            found += 1
            assert (document, path) in {
                (each, listed)
                for rows in OTHERWISE.values()
                for listed, (_, documents) in rows.items()
                for each in documents.split()
            }
            assert book.value(path) != BOOKS[lender].value(path)
    assert found > 30


def test_nobody_lends_to_themselves_and_the_common_game_lends_nothing() -> None:
    assert {lender for _, lender, _ in LENT} <= {"A00", "A01", "S02", "L03", "N04"}
    assert all(BOOKS[document].cite(path).see for document, _, path in LENT)
