"""Schedules as they come out, round by round: the same seed and the same results give the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rightbower.tournament.events.schedules.fair_draw import fair_round, fair_rounds
from rightbower.tournament.events.schedules.quality import (
    Round,
    ScheduleError,
    in_words,
    quality,
    seated,
)
from rightbower.tournament.events.schedules.schedules import (
    advance,
    bracket,
    floaters,
    matches,
    round_robin,
    swiss_round,
    whist,
)


def told(rounds: Sequence[Round[str]]) -> list[str]:
    """Each round as its tables: ``AB-CD EF-GH``."""
    return [" ".join("-".join(map("".join, table)) for table in tables) for tables in rounds]


def swiss(names: str, count: int, apart: Sequence[str] = ()) -> tuple[list[str], list[str]]:
    """A Swiss event in which the first in the alphabet wins, and who floated in each round."""
    scores = dict.fromkeys(names, 0)
    before: list[Round[str]] = []
    byes: list[str] = []
    floated: tuple[str, ...] = ()
    seen = []
    for _ in range(count):
        standing = sorted(names, key=lambda who: (-scores[who], who))
        tables = swiss_round(standing, scores, before, byes=byes, floated=floated, apart=apart)
        floated = floaters(tables, scores)
        seen.append("".join(floated))
        byes += set(names) - set(seated(tables))
        for (one,), (other,) in tables:
            scores[min(one, other)] += 1
        before.append(tables)
    return told(before), seen


@pytest.mark.parametrize(
    ("names", "count", "seed", "apart", "rounds"),
    [
        (
            "ABCDEFGHI",
            6,
            "s",
            (),
            "AE-FI BC-DG|DE-FG IC-BH|HG-CF AD-EB|EC-BF AH-IG|IB-EH FD-CA|ID-GC BA-FH",
        ),
        (
            "ABCDEFGH",
            9,
            "s",
            ("AB", "CD"),
            (
                "GC-AE HF-BD|HC-AF BE-DG|HE-BC GF-AD|DE-HA FC-BG|BH-EC FD-GA|HD-FB GE-CA|"
                "FE-CB GH-DA|HG-AC EF-DB|ED-AF HC-BG"
            ),
        ),
        (
            "ABCDE",
            12,
            "t",
            (),
            "BC-ED|BD-CA|EC-AB|DC-AE|DA-BE|AD-CE|CA-BE|DC-AB|ED-BC|DB-AE|BE-CA|BC-AD",
        ),
        ("ABCDEFGHIJ", 3, "u", (), "FB-GI EA-CJ|HG-IJ DB-CF|BE-DA FH-CG"),
    ],
)
def test_a_fair_draw_by_its_seed(
    names: str, count: int, seed: str, apart: Sequence[str], rounds: str
) -> None:
    assert told(fair_rounds(names, count, seed, apart=apart)) == rounds.split("|")


def test_a_draw_without_repeats_is_made_once() -> None:
    seen: list[tuple[int, int]] = []
    fair_rounds("ABCDEFGH", 2, "s", progress=lambda *at: seen.append(at))
    assert seen == [(1, 2), (2, 2)]


def test_who_sits_out_goes_by_what_is_told_of_it_or_by_the_rounds_before() -> None:
    before = fair_rounds("ABCDEFGHIJ", 3, "u")
    waited = {"A": 3, "B": 3, "C": 3, "D": 0, **dict.fromkeys("EFGHIJ", 1)}
    by_word = fair_round("ABCDEFGHIJK", before, "v", sat_out=waited)
    assert told([by_word]) == ["BH-FJ CI-AG"]
    assert told([fair_round("ABCDEFGHIJK", before, "v")]) == ["AG-JD EH-IK"]


@pytest.mark.parametrize(
    ("names", "count", "apart", "rounds", "floated"),
    [
        (
            "ABCDEFGHI",
            6,
            (),
            (
                "A-E B-F C-G D-H|A-C B-D E-G F-I|A-B C-E D-F H-I|A-D B-C E-H G-I|A-F B-I C-D G-H|"
                "A-G B-E C-I F-H"
            ),
            "|||AD|AFBI|AGBECI",
        ),
        (
            "ABCDEFGH",
            7,
            (),
            (
                "A-E B-F C-G D-H|A-C B-D E-G F-H|A-B C-E D-F G-H|A-D B-C E-H F-G|A-F B-E C-H D-G|"
                "A-G B-H C-D E-F|A-H B-G C-F D-E"
            ),
            "|||ADEH|AFBECHDG|AGBH|AHBGCF",
        ),
        (
            "ABCDEFG",
            5,
            (),
            "A-D B-E C-F|A-B C-D E-G|A-C B-G E-F|A-F B-C D-G|A-E B-D F-G",
            "|CD|BGEF|AF|AEBD",
        ),
        (
            "ABCDEFGH",
            4,
            ("AE", "BF"),
            "A-F B-E C-G D-H|A-C B-D E-G F-H|A-B C-E D-F G-H|A-D B-C E-H F-G",
            "|||ADEH",
        ),
    ],
)
def test_a_swiss_event_round_by_round(
    names: str, count: int, apart: Sequence[str], rounds: str, floated: str
) -> None:
    assert swiss(names, count, apart) == (rounds.split("|"), floated.split("|"))


def test_whoever_floated_does_not_float_again_where_others_can() -> None:
    scores = {"A": 2, "B": 2, "C": 2, "D": 1, "E": 1, "F": 1}
    for floated, rounds in (("", "A-B C-D E-F"), ("C", "A-C B-D E-F"), ("D", "A-B C-E D-F")):
        assert told([swiss_round("ABCDEF", scores, (), floated=floated)]) == [rounds]


def test_the_lowest_without_a_bye_sits_out() -> None:
    scores = dict.fromkeys("ABCDE", 0)
    for byes, rounds in (
        ("", "A-C B-D"),
        ("E", "A-C B-E"),
        ("DE", "A-D B-E"),
        ("ABCDE", "A-C B-D"),
    ):
        assert told([swiss_round("ABCDE", scores, (), byes=byes)]) == [rounds]


def test_the_quality_of_a_schedule_in_words() -> None:
    drawn = fair_rounds("ABCDEFGHIJ", 3, "u")
    assert dict(in_words(quality(drawn))) == {
        "Entrants and rounds": "10 entrants, 3 rounds",
        "Partners again": "none",
        "Opponents again": "1 pairing, at most 2 times",
        "Never meet": "16 pairings",
        "Games each": "2 to 3",
        "Byes each": "0 to 1",
        "Tables walked each": "0 to 2",
    }
    late = dict(in_words(quality(drawn, "ABCDEFGHIJZ", byes="AAB")))
    assert (late["Never meet"], late["Games each"]) == ("26 pairings", "0 to 3")
    assert late["Byes each"] == "0 to 2"
    again = dict(in_words(quality(fair_rounds("ABCD", 4, "u"))))
    assert again["Partners again"] == "2 pairings, at most 2 times"
    assert (again["Never meet"], again["Games each"]) == ("all meet", "4")
    nothing = dict(in_words(quality(())))
    assert (nothing["Never meet"], nothing["Tables walked each"]) == ("all meet", "0")


def test_tables_are_walked_the_short_way_round() -> None:
    first: Round[str] = tuple(((one,), (other,)) for one, other in ("AB", "CD", "EF", "GH", "IJ"))
    a, c, e, g, i = first
    walked = quality([first, (i, c, e, g, a)]).walked
    assert (walked.least, walked.most) == (0, 1)
    walked = quality([first, (g, i, a, c, e), first]).walked
    assert (walked.least, walked.most) == (4, 4)


def test_rounds_of_the_circle_and_the_chart() -> None:
    assert told(round_robin("ABCDE", 7)) == (
        ["E-B C-D", "A-C D-E", "B-D E-A", "C-E A-B", "D-A B-C", "B-E D-C", "C-A E-D"]
    )
    assert told(round_robin("ABCD", 5)) == ["D-A C-B", "B-D A-C", "D-C B-A", "A-D B-C", "D-B C-A"]
    assert told(round_robin("ABC")) == ["C-B", "A-C", "B-A"]
    assert told(whist("ABCDEFGH", 2)) == ["DE-BH GC-FA", "EF-CH AD-GB"]
    assert told(whist("ABCDE", 3)) == ["BE-CD", "CA-DE", "DB-EA"]
    assert len(whist("ABCDEFGH")) == 7
    assert len(whist("ABCDE", 5)) == 5


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (lambda: round_robin("A"), "this schedule needs at least 2 entrants; there are 1"),
        (lambda: round_robin("ABA"), "A is entered twice"),
        (lambda: round_robin("AB", 0), "a schedule has at least one round"),
        (lambda: whist("ABCDEFGH", 0), "the whist chart for 8 players has 7 rounds"),
        (lambda: whist("ABCDEFGH", 8), "the whist chart for 8 players has 7 rounds"),
        (
            lambda: fair_rounds("ABC", 1, "s"),
            "this schedule needs at least 4 entrants; there are 3",
        ),
        (lambda: advance(("A", "B"), "C"), "C is not in this round of the bracket"),
        (lambda: advance(("A", "B"), "AB"), "A against B needs one winner"),
        (lambda: advance(("A", "B"), ""), "A against B needs one winner"),
    ],
)
def test_what_cannot_be_scheduled_is_told(made: object, reason: str) -> None:
    assert callable(made)
    with pytest.raises(ScheduleError) as fault:
        made()
    assert str(fault.value) == reason


def test_no_chart_is_known_for_six() -> None:
    with pytest.raises(
        ScheduleError, match=r"^there is no whist chart for 6 players, only for 4, 5, "
    ):
        whist("ABCDEF")


def test_a_bracket_and_who_goes_on() -> None:
    places = bracket("ABCDEF")
    assert places == ("A", None, "D", "E", "B", None, "C", "F")
    assert told([matches(places)]) == ["D-E C-F"]
    assert advance(places, "DC") == ("A", "D", "B", "C")
    assert advance((None, None, None, "A"), "") == (None, "A")
    assert bracket("ABCD") == ("A", "D", "B", "C")
