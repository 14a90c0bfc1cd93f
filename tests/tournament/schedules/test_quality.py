"""The quality sheet, counted by hand on small schedules."""

from rightbower.tournament.events.schedules.quality import Quality, Repeats, Span, in_words, quality
from rightbower.tournament.events.schedules.schedules import round_robin

TWICE = (
    ((("A", "B"), ("C", "D")), (("E", "F"), ("G", "H"))),
    ((("A", "B"), ("E", "G")), (("C", "F"), ("D", "H"))),
)


def test_a_schedule_counted_by_hand() -> None:
    assert quality(TWICE, "ABCDEFGHI") == Quality(
        entrants=9,
        rounds=2,
        partners=Repeats(1, 2),  # A and B
        opponents=Repeats(1, 2),  # F and H
        # 36 twos; met: A with B C D E G, B with C D E G, C with D F H, D with F H, E with F G H,
        # F with G H, G with H: 5 + 4 + 3 + 2 + 3 + 2 + 1 = 20.
        never_meet=16,
        games=Span(0, 2),
        byes=Span(0, 2),
        walked=Span(0, 1),
    )


def test_the_way_along_the_ring_is_the_short_one() -> None:
    at_1 = ((("A",), ("B",)), (("C",), ("D",)), (("E",), ("F",)), (("G",), ("H",)))
    at_4 = (at_1[1], at_1[2], at_1[3], at_1[0])
    assert quality((at_1, at_4)).walked == Span(1, 1)


def test_the_sheet_in_words() -> None:
    assert in_words(quality(TWICE, "ABCDEFGHI")) == (
        ("Entrants and rounds", "9 entrants, 2 rounds"),
        ("Partners again", "1 pairing, at most 2 times"),
        ("Opponents again", "1 pairing, at most 2 times"),
        ("Never meet", "16 pairings"),
        ("Games each", "0 to 2"),
        ("Byes each", "0 to 2"),
        ("Tables walked each", "0 to 1"),
    )


def test_a_sheet_without_fault_says_so() -> None:
    words = dict(in_words(quality(round_robin("ABCD"))))
    assert words["Opponents again"] == "none"
    assert words["Never meet"] == "all meet"
    assert words["Games each"] == "3"


def test_an_empty_schedule_has_an_empty_sheet() -> None:
    nothing: tuple[()] = ()
    assert quality(nothing).games == Span(0, 0)
