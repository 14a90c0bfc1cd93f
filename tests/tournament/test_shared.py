"""What events, leagues and clubs share: entries and what was undone, names, dates, calendars, ties."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import pytest
from msgspec import Struct

from in_english import english
from rightbower.office.contests import CONTESTS
from rightbower.rules.message import UNSAID, Message, as_written
from rightbower.rules.refusal import Refusal
from rightbower.tournament import contest as history
from rightbower.tournament import dates, names
from rightbower.tournament import dates as calendars
from rightbower.tournament.club.book import MakeSeason, OpenClub
from rightbower.tournament.club.contest import ClubEntry
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.commands import Command, Opening, Query
from rightbower.tournament.contest import (
    Entry,
    Fact,
    History,
    Opened,
    PlanByBook,
    Preview,
    Undone,
    yes_or_no,
)
from rightbower.tournament.ties import Group, Ties, beside, chain, grouped


class Said(Fact, frozen=True, tag="said"):
    """Something was said."""

    what: str

    def apply(self, state: Sum, at: float) -> Sum:
        return Sum((*state.words, self.what))

    def says(self, state: Sum) -> Message:
        return as_written(f"{self.what} of {len(state.words)}")


class Begun(Opened, frozen=True, tag="begun"):
    """Somebody began to talk."""

    def begin(self) -> Sum:
        return Sum(("open",))

    def says(self, state: Sum) -> Message:
        return as_written("open")


class Sum(Struct, frozen=True):
    """What was said so far."""

    words: tuple[str, ...] = ()
    version: int = 0


class Talk(History[Sum], frozen=True):
    """A talk from its beginning."""

    word: ClassVar[str] = "a talk"


Kept = Entry[Begun | Said | Undone]


def _fact(said: str | int) -> Begun | Said | Undone:
    if isinstance(said, int):
        return Undone(said, "so")
    return Begun() if said == "open" else Said(said)


def entries(*facts: str | int) -> list[Kept]:
    """Words said, and numbers of entries that are undone."""
    return [Kept(float(at), "Kay", _fact(fact)) for at, fact in enumerate(facts)]


def test_what_was_undone_does_not_count_and_is_still_told() -> None:
    talk = Talk.of(entries("open", "a", "b", 2, "c"))
    assert talk.state == Sum(("open", "b", "c"), 5)
    told = talk.lines()
    assert [(each.number, each.at, each.by, each.undone) for each in told] == [
        (1, 0.0, "Kay", False),
        (2, 1.0, "Kay", True),
        (3, 2.0, "Kay", False),
        (4, 3.0, "Kay", False),
        (5, 4.0, "Kay", False),
    ]
    said = ["open", "a of 3", "b of 3", "undone: a of 3: so", "c of 3"]
    assert [english(each.says) for each in told] == said
    assert history.last_counting(entries("open", "a", "b", 3)) == 2
    for facts in (("a", "open"), (), ("open", 1)):
        with pytest.raises(Refusal, match=r"^a talk begins with its opening$"):
            Talk.of(entries(*facts))


def test_a_history_grows_as_it_is_made_anew() -> None:
    growing = Talk.of(entries("open"))
    written = entries("open", "a", "b", 3, "c", 5, 2)
    for number, entry in enumerate(written[1:], 2):
        growing = growing.extend(entry)
        assert growing == Talk.of(written[:number])
    with pytest.raises(AssertionError, match="comes first or not at all"):
        growing.extend(written[0])


def test_an_entry_of_a_newer_form_is_refused() -> None:
    decode = history.reader(Kept, "talk", 2)
    entry = Kept(1.0, "Kay", Said("hm"), 2)
    assert decode(history.encode(entry)) == entry
    with pytest.raises(Refusal, match=r"^this talk was written by a newer Rightbower \(form 3\)$"):
        decode(history.encode(Kept(1.0, "Kay", Said("hm"), 3)))
    with pytest.raises(Refusal, match=r"^an entry of this talk cannot be read: "):
        decode(b"{}")


@pytest.mark.parametrize(
    ("name", "hidden"),
    [
        ("Zoë", ""),
        ("a\u0301\u0302\u0303", ""),
        ("x\u0301\u0302", ""),
        ("x\u0301\u0302\u0303", "U+0303"),
        ("x\u0301\u0302y\u0303\u0304", ""),
        ("Ann\u2028Lee", "U+2028"),
        ("Ann\u2029Lee", "U+2029"),
        ("Ann\x07", "U+0007"),
        ("Ann\u200d", "U+200D"),
    ],
)
def test_letters_that_are_not_shown_are_named(name: str, hidden: str) -> None:
    assert names.hidden_character(name) == hidden


def test_names_that_look_alike_are_the_same() -> None:
    assert names.looks_like(" Аnn\u00a0 LEE ") == "ann lee"
    assert names.looks_like("Ｆａｙ") == "fay"
    assert names.looks_like("Ann Lee") != names.looks_like("Ann Les")
    assert names.without_control_characters("a\x1bb\nc") == "a b\nc"


@pytest.mark.parametrize(
    ("name", "practice", "shown"),
    [
        ("Our night", True, "Practice: Our night"),
        ("PRACTICE:Our  night", True, "Practice: Our night"),
        ("Practice: x", False, "Practice: x"),
        ("  ", True, ""),
        ("Practice:", True, ""),
        ("", False, ""),
    ],
)
def test_practice_says_so_in_its_name(name: str, practice: bool, shown: str) -> None:
    assert names.marked(name, practice) == shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("00:00", "12:00 am"),
        ("11:59", "11:59 am"),
        ("12:00", "12:00 pm"),
        ("13:05", "1:05 pm"),
        ("23:59:59", "11:59:59 pm"),
        ("25:00", "25:00"),
    ],
)
def test_times_as_people_say_them(text: str, said: str) -> None:
    assert dates.time_text(text) == said


def test_days_and_moments_as_people_say_them() -> None:
    assert dates.day_text("2026-12-31") == "Thu 31 Dec 2026"
    assert dates.day_text("2027-01-03") == "Sun 3 Jan 2027"
    assert dates.when_text("2027-01-12 19:00") == "Tue 12 Jan 2027, 7:00 pm"
    assert dates.when_text("some day") == "some, day"
    at = 1_790_000_000.0
    here = dates._here(at)
    assert dates.moment_text(at) == dates.when_text(here.strftime("%Y-%m-%dT%H:%M"))
    assert dates.clock_text(at) == dates.time_text(here.strftime("%H:%M:%S"))


def test_a_calendar_is_cut_into_lines_of_75_octets() -> None:
    assert calendars.folded("x" * 75) == b"x" * 75 + b"\r\n"
    assert calendars.folded("x" * 76) == b"x" * 75 + b"\r\n x\r\n"
    assert calendars.folded("x" * 150) == b"x" * 75 + b"\r\n " + b"x" * 74 + b"\r\n x\r\n"
    assert calendars.folded("x" * 74 + "é") == b"x" * 74 + b"\r\n " + "é".encode() + b"\r\n"
    assert calendars.escaped("a\r\nb") == "a\\nb"
    assert calendars.stamp_of(0.0) == "19700101T000000Z"


def test_a_day_in_a_calendar() -> None:
    lines = list(calendars.whole_day("e1", "2026-05-30", "A, b", "c; d", "19700101T000000Z", "u"))
    assert lines == [
        "BEGIN:VEVENT",
        "UID:e1@rightbower",
        "DTSTAMP:19700101T000000Z",
        "DTSTART;VALUE=DATE:20260530",
        "SUMMARY:A\\, b",
        "DESCRIPTION:c\\; d",
        "URL:u",
        "STATUS:CONFIRMED",
        "END:VEVENT",
    ]
    without = list(calendars.whole_day("e1", "2026-05-30", "A, b", "c; d", "s", ""))
    assert "URL" not in "".join(without)
    whole = calendars.calendar_file("A, b", "Event", ["X"]).decode().split("\r\n")
    assert whole == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Rightbower//Event//EN",
        "CALSCALE:GREGORIAN",
        "X-WR-CALNAME:A\\, b",
        "X",
        "END:VCALENDAR",
        "",
    ]


def test_a_clause_is_cited_by_its_step() -> None:
    class Plan(PlanByBook, frozen=True):
        clauses: dict[str, tuple[str, ...]]

    plan = Plan("b", "t", "e", "o", {"a": ("one", "two")})
    assert [plan.clause("a", step) for step in range(4)] == ["one", "two", "two", "two"]
    assert plan.clause("b") == "b"


class Row(Struct, frozen=True):
    """A row as it was read."""

    fault: Message = UNSAID


def test_rows_are_good_or_faulty() -> None:
    good, bad = Row(), Row(as_written("no name"))
    preview = Preview((good, bad))
    assert (preview.good, preview.faulty) == ((good,), (bad,))
    assert [yes_or_no(word, Refusal) for word in ("X", "lapsed", "active", " ", "0")] == [
        True, False, True, None, False,
    ]  # fmt: skip
    with pytest.raises(Refusal, match=r"^'maybe' under Member is neither yes nor no$"):
        yes_or_no("maybe", Refusal, "Member")
    with pytest.raises(Refusal, match=r"^'maybe' is neither yes nor no$"):
        yes_or_no("maybe", Refusal)


class Tally(Struct, frozen=True):
    """The figures that are compared."""

    points: int = 0
    won: int = 0
    difference: int = 0


class Met(Ties):
    """Ties among those who met: for two the winners of their games, 0 where nobody won."""

    def __init__(self, games: dict[tuple[int, int], list[int]], **points: int) -> None:
        super().__init__({int(key[1:]): Tally(value) for key, value in points.items()})
        self.games = games

    def winners(self, one: int, other: int) -> list[int]:
        return self.games.get((one, other), [])

    def opponents(self, number: int) -> set[int]:
        return {each for pair in self.games for each in pair if number in pair} - {number}

    def between(self, number: int, group: Group, won: object) -> Message:
        return as_written(f"{number} among {group}: {won}")


def test_those_of_one_value_stand_together_the_highest_first() -> None:
    values: dict[int, int | Fraction] = {1: 3, 2: 5, 3: 3, 4: Fraction(9, 2)}
    assert grouped([1, 2, 3, 4], values.__getitem__) == [(2,), (4,), (1, 3)]


def test_figures_stand_beside_those_of_the_others() -> None:
    assert beside([3, 2]) == [("2",), ("3",)]
    assert beside([1, 2, 3, 4, 5])[0] == ("2", "3", "4", "5")
    assert english(beside([1, 2, 3, 4, 5, 6])) == ["1–6 in the group"] * 6
    assert beside([3, 1], lambda value: f"+{value}") == [("+1",), ("+3",)]


def test_a_figure_parts_the_tied() -> None:
    ties = Met({}, p1=5, p2=7, p3=5)
    assert ties.split("points", (1, 2, 3), "c") == [(2,), (1, 3)]
    assert english(ties.reasons) == english(
        {
            1: [("5 points in all to 7 and 5", "c")],
            2: [("7 points in all to 5 and 5", "c")],
            3: [("5 points in all to 5 and 7", "c")],
        }
    )
    assert ties.split("points", (1, 3), "d") == [(1, 3)]
    assert english(ties.reasons[1][1:]) == [("tied at 5 points in all", "d")]


@pytest.mark.parametrize(
    ("games", "parts", "why"),
    [
        ({}, [(1, 2)], "never met"),
        ({(1, 2): [2]}, [(2,), (1,)], "1 among (1, 2): {1: 0, 2: 1}"),
        ({(1, 2): [1, 2]}, [(1, 2)], "1 win each among themselves"),
        ({(1, 2): [0]}, [(1, 2)], "0 wins each among themselves"),
        ({(1, 2): [1, 0, 2, 1]}, [(1,), (2,)], "1 among (1, 2): {1: 2, 2: 1}"),
    ],
)
def test_two_are_parted_by_their_own_games(
    games: dict[tuple[int, int], list[int]], parts: list[Group], why: str
) -> None:
    ties = Met(games, p1=0, p2=0)
    assert ties.split("head to head", (1, 2), "c") == parts
    assert english(ties.reasons[1]) == ([(why, "c")])


def test_three_are_parted_only_where_all_met_equally_often() -> None:
    some = Met({(1, 2): [1]}, p1=0, p2=0, p3=0)
    assert some.split("head to head", (1, 2, 3), "c") == [(1, 2, 3)]
    said = "did not all meet the same number of times"
    assert english(some.reasons) == ({number: [(said, "c")] for number in (1, 2, 3)})
    uneven = Met({(1, 2): [1], (1, 3): [1], (2, 3): [2, 2]}, p1=0, p2=0, p3=0)
    assert uneven.split("head to head", (1, 2, 3), "c") == [(1, 2, 3)]
    even = Met({(1, 2): [1], (1, 3): [3], (2, 3): [3]}, p1=0, p2=0, p3=0)
    assert even.split("head to head", (1, 2, 3), "c") == [(3,), (1,), (2,)]
    circle = Met({(1, 2): [1], (1, 3): [3], (2, 3): [2]}, p1=0, p2=0, p3=0)
    assert circle.split("head to head", (1, 2, 3), "c") == [(1, 2, 3)]
    assert english(circle.reasons[2]) == [("1 win each among themselves", "c")]


def test_a_chain_names_steps_that_are_known() -> None:
    assert chain("points,  coins") == ("points", "coins")
    with pytest.raises(Refusal) as fault:
        chain("points, dice")
    assert str(fault.value) == (
        "'dice' is not a tie-break; the tie-breaks are head to head, points, games won, difference, "
        "extra game, coins, cut, director, shared"
    )


def test_a_base_is_no_act_by_itself() -> None:
    ties = Ties({})
    for attempt in (
        lambda: Command().decide(None, None),  # type: ignore[arg-type]  # nothing is decided
        lambda: Opening().opened([]),
        lambda: Query().answer(None, 0.0),
        lambda: ties.winners(1, 2),
        lambda: ties.opponents(1),
        lambda: ties.between(1, (1, 2), {}),
    ):
        with pytest.raises(NotImplementedError):
            attempt()
    assert Command().seen(None) == ""
    assert Command().after(None, 0.0) is None
    assert not Command().asks(None)


def test_what_changed_since_it_was_seen_is_not_written() -> None:
    contest = CONTESTS["club"]
    begun = ClubHistory.of([ClubEntry(0.0, "Kay", OpenClub("Elm").opened([]))])
    made = MakeSeason("Tuesdays")
    with pytest.raises(Refusal) as fault:
        contest.decided(begun, [made], seen="0", at=5.0)
    said = "Somebody else changed this in the meantime; look again, please."
    assert str(fault.value) == said
    after, written, receipts = contest.decided(begun, [made], "Kay", 5.0, "1")
    assert [(each.at, each.by) for each in written] == [(5.0, "Kay")]
    assert [(each.id, each.version, each.remarks) for each in receipts] == [("club", 2, ())]
    assert after.entries == (*begun.entries, *written)
    _, by_officer, _ = contest.decided(begun, [made, MakeSeason("Thursdays")], at=5.0)
    assert [each.by for each in by_officer] == ["club", "club"]
    with pytest.raises(Refusal, match="in the meantime"):
        contest.decided(begun, [made, MakeSeason("Thursdays")], seen="1", at=5.0)
