"""Every ruling with all it cites, as it was reviewed; a change asks for another review (``make written``)."""

from collections.abc import Iterator
from hashlib import sha256

import pytest

from referee.every_ruling import FOLDER, cases, table
from rightbower.referee.irregularities import TITLES, Kind
from rightbower.referee.judges import advise, every_ruling
from rightbower.referee.remedies import CallSuit, Warn
from rightbower.referee.rulings import Ruling, Situation, citations, report, report_lines
from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import Seat
from rightbower.rules.library import every_clause
from rightbower.rules.message import Message, catalogue, voice

CASES = [(name, kind) for name in names() for kind in Kind]


@pytest.mark.parametrize("name", names())
def test_every_ruling_stands_as_it_was_reviewed(name: str) -> None:
    reviewed = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    assert table(load(name)) == reviewed


def test_the_tables_are_those_that_were_read_through() -> None:
    """``make written`` leaves the sums alone; whoever read the difference writes them.

    In ``tests/referee/rulings``: ``sha256sum *.txt > SHA256SUMS``.
    """
    sums = dict(line.split()[::-1] for line in (FOLDER / "SHA256SUMS").read_text().splitlines())
    assert set(sums) == {f"{name}.txt" for name in names()}
    changed = [file for file, reviewed in sums.items() if sha256((FOLDER / file).read_bytes()).hexdigest() != reviewed]  # fmt: skip
    assert not changed, "read what changed against the clauses, then write the sums"


def test_a_revoke_by_the_defenders_is_not_told_by_the_price_of_the_makers() -> None:
    """The standard book has one price for both sides, so it does not ask who made trump."""
    book = load("standard")
    found = [ruling for said, ruling in every_ruling(Kind.REVOKE, book) if said.makers is None]
    notes = " ".join(each.note for ruling in found for each in citations(ruling, book))
    assert "a revoke costs" in notes
    assert "maker" not in notes


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_what_a_ruling_cites_is_used_and_lent_as_it_says(name: str, kind: Kind) -> None:
    """A clause of the book's own is never lent, and one lent or left is another document's."""
    book = load(name)
    for _, ruling in cases(kind, book):
        for path in ruling.paths:
            cited = book.cite(path)
            assert "not used" not in cited.note.lower(), path
            assert "not borrowed" not in cited.note.lower(), path
            if book.document != "STD":
                assert set(cited.clauses) <= set(every_clause()), path
                own = cited.clause.startswith(f"{book.document}-")
                lent = cited.basis in ("borrowed", "not borrowed")
                assert own is not lent, path
                assert cited.basis != "custom", path


def revoked(name: str, lone: str, **more: object) -> Ruling:
    known = Situation(
        happened=frozenset({"next lead", "first trick quitted"}),
        not_yet=frozenset({"next turn-up", "hand scored"}),
        lone=lone,  # type: ignore[arg-type]
        makers="offenders",
        proof="shown",
    )
    found = advise(Kind.REVOKE, load(name), known)
    assert isinstance(found, Ruling)
    return found


@pytest.mark.parametrize("name", ["alberta-55plus", "provincial-55plus", "national-2025"])
@pytest.mark.parametrize("lone", ["offender", "other side"])
def test_a_revoke_in_a_lone_hand_rests_on_a_reading(name: str, lone: str) -> None:
    ruling = revoked(name, lone)
    assert "costs 4 points" in str(ruling.says)
    assert load(name).cite("revoke.lone_means").see == "X-18"
    assert "revoke.lone_means" in ruling.paths
    assert "revoke.lone_means" not in revoked(name, "nobody").paths


def test_a_revoke_at_the_social_rests_on_what_the_most_is() -> None:
    assert "revoke.maximum" in revoked("charity-social", "nobody").paths
    assert "revoke.maximum" not in revoked("sportcial-league", "nobody").paths
    assert "revoke.lone_means" not in revoked("sportcial-league", "other side").paths


@pytest.mark.parametrize(
    ("name", "path", "says"),
    [
        ("alberta-55plus", "turns.lead_call", "the opponent who will play last to it may"),
        ("alberta-55plus", "won_tricks.turned_up", "either opponent may"),
        ("national-2025", "turns.lead_call", "the opponent who will play last to it may"),
    ],
)
def test_the_steps_say_who_may_name_the_suit(name: str, path: str, says: str) -> None:
    assert says in str(CallSuit(path).instruction(load(name)))
    either = overlay(load(name), {"turns.caller": "either opponent", "won_tricks.caller": "last to play"}, "x")  # fmt: skip
    assert says not in str(CallSuit(path).instruction(either))


@pytest.mark.parametrize("kind", [Kind.CALL_OUT_OF_TURN, Kind.TURN_DOWN_OUT_OF_TURN])
@pytest.mark.parametrize("name", names())
def test_a_void_call_without_a_bar_comes_with_a_warning(name: str, kind: Kind) -> None:
    """G-14."""
    found = advise(kind, load(name), Situation(not_yet=frozenset({"first lead"})))
    assert isinstance(found, Ruling)
    warned = any(isinstance(each, Warn) for each in found.remedies)
    barred = name in ("alberta-55plus", "provincial-55plus")
    assert (warned, "warning" in str(found.says)) == (not barred, not barred)


def test_a_dead_suit_is_named_again_without_a_warning() -> None:
    """G-15."""
    known = Situation(not_yet=frozenset({"first lead"}))
    found = advise(Kind.DEAD_SUIT, load("charity-social"), known)
    assert isinstance(found, Ruling)
    assert not any(isinstance(each, Warn) for each in found.remedies)


def test_a_false_lead_against_a_lone_hand_names_who_calls_then() -> None:
    """X-22."""
    known = Situation(not_yet=frozenset({"trick complete"}), lone="other side")
    found = advise(Kind.LEAD_OUT_OF_TURN, load("alberta-55plus"), known)
    assert isinstance(found, Ruling)
    assert "turns.caller_lone" in found.paths


@pytest.mark.parametrize(
    ("seat", "more"), [(Seat.N, "bidding.order_down"), (Seat.W, "bidding.breach")]
)
def test_an_order_without_trump_by_the_partner_rests_on_what_down_means(
    seat: Seat, more: str
) -> None:
    """X-02; X-80 where it came out of turn."""
    known = Situation(
        speaker="dealer's partner" if seat is Seat.N else "opponent", in_turn=seat is Seat.W
    )
    found = advise(Kind.ORDER_WITHOUT_TRUMP, load("national-2025"), known)
    assert isinstance(found, Ruling)
    assert more in found.paths
    assert ("bidding.breach_counts" in found.paths) is (seat is Seat.N)


def templates(said: Message) -> Iterator[str]:
    """The sentence, and those within it."""
    yield said.text
    for _, arg in said.args:
        if isinstance(arg, Message):
            yield from templates(arg)


@pytest.mark.parametrize("name", names())
def test_every_ruling_is_told_in_french(name: str) -> None:
    """What clauses say stays in the language of the document; all else is French."""
    book, french, known = load(name), voice("fr"), catalogue("fr")
    for kind in Kind:
        assert TITLES[kind] in known
        for _, ruling in cases(kind, book):
            told = report(ruling, book, french)
            does = [remedy.instruction(book) for way in ruling.options for remedy in way.remedies]
            for said in (ruling.says, *does):
                assert set(templates(said)) <= known.keys()
            lines = report_lines(told, french)
            assert not {"The", "the", "other side", "By:"} & set(
                " ".join(lines[: -len(told.clauses)]).split()
            )
            assert not any("{" in line or "|" in line for line in lines)
            assert told.title == known[TITLES[ruling.kind]] != TITLES[ruling.kind]
            assert all(
                way.name != option.name
                for way, option in zip(told.ways, ruling.options, strict=True)
            )
