"""Scores, coins, sides and dealers as they are typed at the desk."""

from __future__ import annotations

import pytest

from rightbower.rules.book import load
from rightbower.tournament.events import outcome as results
from rightbower.tournament.events.labels import (
    by_chair,
    dealer,
    drawn,
    draws,
    entrant,
    entrants,
    refuse_unknown,
    score,
    side,
)
from rightbower.tournament.events.places import next_step
from rightbower.tournament.events.results import CorrectResult, EnterResult
from rightbower.tournament.events.tie_steps import CutForPlaces, PlayOff, Toss
from tournament.events.acts import act
from tournament.events.day import Day, individuals, refused, ring_of_pairs


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("3 10-8", ["3 10 8"]),
        ("3 10–8", ["3 10 8"]),
        ("12 10 7", ["12 10 7"]),
        ("3:10-8 4:6-10", ["3 10 8", "4 6 10"]),
        ("3:10-8 --why x", ["3 10 8 --why x"]),
        ("3 6-6 e", ["3 6 6 --last-dealer e"]),
        ("3 6 6 W --why x", ["3 6 6 --why x --last-dealer W"]),
    ],
)
def test_results_as_they_are_typed(words: str, lines: list[str]) -> None:
    assert EnterResult.lines(words.split()) == [each.split() for each in lines]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "write the table and both sides' points"),
        ("3", "write the table and both sides' points"),
        ("3 10", "write the table and both sides' points"),
        ("3 10 x", "write the table and both sides' points"),
        ("3 10 8 7", "write the table and both sides' points"),
        ("E 10", "write the table and both sides' points"),
        ("3 10-x", "'10-x' is not a score; write 10-8, North–South or A first"),
        ("x 10-8", "a table is a number"),
        ("x:10-8", "a table is a number"),
        ("3:10-8 4", "write the table and both sides' points"),
    ],
)
def test_results_that_are_not_understood(words: str, reason: str) -> None:
    with refused(reason):
        EnterResult.lines(words.split())


def test_corrections_and_play_offs_as_they_are_typed() -> None:
    assert CorrectResult.lines(["1", "3", "10-8", "--why", "x"]) == [
        ["1", "3", "10", "8", "--why", "x"]
    ]
    assert CorrectResult.lines(["1", "3", "10", "8"]) == [["1", "3", "10", "8"]]
    assert CorrectResult.lines(["1", "3"]) == [["1", "3"]]
    assert PlayOff.lines(["10-8"]) == [["10", "8"]]
    assert PlayOff.lines(["10-8", "--why", "x"]) == [["10", "8", "--why", "x"]]
    assert PlayOff.lines(["10", "8"]) == [["10", "8"]]
    for words in ([], ["10-8", "9-8"], ["10", "x"], ["10", "8", "7"]):
        with refused("give one score, such as 10-8"):
            PlayOff.lines(words)


def test_a_score_has_any_sign_between() -> None:
    for text in ("10-8", " 10 – 8 ", "10:8", "10,8", "10;8", "10/8", "10 8"):
        assert score(text) == ["10", "8"]
    for text in ("10", "10-", "10-8-7", "10000-8"):
        with refused("is not a score"):
            score(text)


def test_sides_have_several_names() -> None:
    assert [side(word) for word in ("", "NS", "ew", "a", "B", "Red", "BLACK", "0", "1")] == [
        None, 0, 1, 0, 1, 0, 1, 0, 1,
    ]  # fmt: skip
    with refused(r"'west' is not a side; say NS or EW \(A or B, red or black\)"):
        side("west")


def test_a_clause_is_one_of_the_documents_or_of_the_book() -> None:
    book = load("alberta-55plus")
    for clause in ("", " ", "A01-11.R5", "A01-11.R5, so", str(next(iter(book.citations.values())))):
        refuse_unknown(clause, book)
    with refused(
        "'Z9-1' is not a clause of the documents; write it like A01-11.R5, or leave it out"
    ):
        refuse_unknown("Z9-1", book)


def test_entrants_are_named_by_number_or_part_of_a_name() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann Lee & Al Orr", "Bea Lee & Bo Poe", "Lee", "Cy")
    event = day.event
    assert [entrant(event, text) for text in (2, "2", "bo", "LEE", "Ann")] == [2, 2, 2, 3, 1]
    assert entrant(event, "Lee", among=(1,)) == 1
    assert entrants(event, (1, "bo")) == [1, 2]
    with refused(r"^'e' could be 1 Ann Lee & Al Orr, 2 Bea Lee & Bo Poe, 3 Lee; give the number$"):
        entrant(event, "e")
    with refused(r"^nobody on the list is called 'Zed'$"):
        entrant(event, "Zed")
    with refused(r"^nobody who cuts here is called 'Bo'$"):
        entrant(event, "Bo", among=(1,))
    with refused(r"^nobody on the list is called '1234567'$"):
        entrant(event, "1234567")
    with refused(r"^Lee is named twice$"):
        entrants(event, (3, "lee"))


def test_cards_and_lots_as_they_are_typed() -> None:
    event = individuals("charity-day", 4).event
    assert draws(event, ["1=kd", "P2=9s", "again=1=as", "2=10d"]) == (
        ((1, "KD"), (2, "9S")),
        ((1, "AS"), (2, "10D")),
    )
    for word in ("kd", "=kd"):
        with refused("is not a cut; write who=card, such as 12=KD"):
            draws(event, [word])
    assert drawn(event, ["1=4h", "2=out", "3:red=P3,4"]) == {1: "4H", 2: "OUT", 3: "3R", 4: "3R"}
    assert drawn(event, ["2:N=1", "2:clubs=2", " 2 : w =3"]) == {1: "2H", 2: "2C", 3: "2C"}
    national = individuals("national-progressive", 4).event
    assert drawn(national, ["2:N=1", "3:=2", "2:w=3"]) == {1: "2N", 2: "3", 3: "2W"}
    for word in ("4h", "1=", "=4h"):
        with refused("is not a draw; write 12=4H, or 3:red=12,15"):
            drawn(event, [word])
    with refused("P1 is named twice"):
        drawn(event, ["1=4h", "3:red=P1"])
    seated: tuple[list[str], ...] = (["1=5", " 2 =6"], ["1=7"], [], ["1=8"])
    assert by_chair(seated) == ["1:N=5", "2:N=6", "1:E=7", "1:W=8"]


def test_the_last_dealer_is_a_chair_or_a_person() -> None:
    day = individuals("charity-day", 4)
    day.seat()
    (north, south), (east, west) = day.event.round.table(1).sides
    chairs = [dealer(day.event, 1, chair) for chair in ("n", "E", "s", "W")]
    assert chairs == [north, east, south, west]
    assert [dealer(day.event, 1, text) for text in ("", "0", 0, "P3", 2)] == [0, 0, 0, 3, 2]
    pairs = ring_of_pairs("alberta-55plus", 1)
    assert dealer(pairs.event, 1, "N") == pairs.event.round.table(1).sides[0][0]
    with refused("^nobody sits W at table 1$"):
        dealer(pairs.event, 1, "w")


def test_real_coins_and_cuts_are_entered() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    day.play_all()
    step = next_step(day.event)
    assert step is not None
    with refused("one coin for each of them|coins"):
        act(day, Toss(real=True))
    act(day, Toss(("h", "x=T", "5=heads")))
    found = day.event.ties[-1]
    assert found.tosses == (((1, "heads"), (3, "tails"), (5, "heads")),)  # type: ignore[union-attr]  # coins
    with refused("no cut"):
        act(day, CutForPlaces())


def test_a_side_enters_for_itself() -> None:
    day = ring_of_pairs("alberta-55plus", 1)
    act(day, EnterResult(1, 10, 4, side="B"))
    result = day.event.round.table(1).result
    assert result is not None
    assert (result.points, result.side) == ((10, 4), 1)
    assert results.missing(day.event) == ()
