"""The standings as the desk lists them: columns, what decides, how each round went, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from rightbower.tournament.events.places import standings
from rightbower.tournament.events.tally import courses
from rightbower.tournament.events.tally import tallies as sums
from rightbower.web.desk.standings import in_columns, parting_figure, place_columns
from web.at_desk import Director, hall

Come = Callable[..., Director]


@pytest.fixture
def come(tmp_path: Path) -> Iterator[Come]:
    with hall(tmp_path) as client:
        yield lambda preset, **own: Director(client, preset, **own)


def played(director: Director, *lines: str) -> Director:
    director.seat()
    for line in lines:
        director.line(line)
    return director


def raw(director: Director, page: str) -> str:
    director.look(page)
    return director.text


@pytest.mark.parametrize(
    ("many", "most", "lengths"),
    [(0, 3, [0]), (16, 3, [16]), (17, 3, [9, 8]), (34, 3, [17, 17]), (52, 3, [18, 17, 17]),
     (52, 2, [26, 26]), (35, 3, [12, 12, 11])],
)  # fmt: skip
def test_rows_stand_in_columns_that_are_easily_read(
    come: Come, many: int, most: int, lengths: list[int]
) -> None:
    director = come("alberta-pairs")
    director.names("A & B", "C & D")
    (row, _), *_ = place_columns(played(director, "1 10 3").event).columns
    found = in_columns(tuple(replace(row, entrant=each) for each in range(many)), most)
    assert [len(each) for each in found] == lengths
    assert [each.entrant for column in found for each in column] == list(range(many))


def test_what_decides_and_what_parts_have_their_columns(come: Come) -> None:
    pairs = come("alberta-pairs")
    pairs.names("A & Ax", "B & Bx", "C & Cx", "D & Dx")
    said = raw(played(pairs, "1 10 3", "2 10 6"), "standings")
    assert "Won<br>decide" in said
    assert "Made,<br>then" in said
    found = place_columns(pairs.event)
    (rows,) = found.columns
    assert [(each.rank, each.main, each.then, each.level) for each in rows[:2]] == [
        ("1=", 1, 10, True),
        ("1=", 1, 10, True),
    ]
    assert (found.rounds, found.asked, found.shown) == (2, False, rows[0].entrant)
    assert str(rows[-1].sums) == "0 won, 1 lost, 3 points made, 10 given away"
    chosen = place_columns(pairs.event, str(rows[2].entrant))
    assert (chosen.shown, chosen.asked) == (rows[2].entrant, True)
    assert not place_columns(pairs.event, "99").asked


def test_a_difference_parts_without_what_was_given_for_sitting_out(come: Come) -> None:
    day = come("fair-draw", name="Draw")
    day.names("A", "B", "C", "D")
    event = played(day, "1 10 4").event
    first = standings(event)[0]
    assert parting_figure(event, first, "difference") == 6
    assert parting_figure(event, replace(first, points=14, given=4), "difference") == 6
    assert parting_figure(event, first, "points") == 10
    assert parting_figure(event, first, "games won") == 1


def test_each_round_of_everybody_is_marked(come: Come) -> None:
    day = come("alberta-pairs", rounds="2")
    day.names("A & Ax", "B & Bx", "C & Cx", "D & Dx", "E & Ex")
    played(day, "1 10 3")
    event = day.event
    (out,) = event.round.byes
    (one,), (other,) = event.round.table(1).sides
    (third,), (fourth,) = event.round.table(2).sides
    found = courses(event)
    assert found == {
        out: ["sat out"],
        one: ["won"],
        other: ["lost"],
        third: ["open"],
        fourth: ["open"],
    }
    assert set(found) == set(sums(event))
    said = raw(day, "standings")
    assert 'aria-label="sat out"' in said
    assert said.count('class="later"') == 5


def test_a_round_without_a_seat_is_away_and_a_draw_is_tied(come: Come) -> None:
    day = come("national-progressive", name="National")
    day.names(*"ABCD")
    day.seat()
    day.line("1 6 6 N")
    day.do("check-in", "entrants-add", names="E")
    day.do("check-in", "entrants-check-in", who="5")
    found = courses(day.event)
    assert {tuple(found[each]) for each in day.event.round.everyone} == {("tied",)}
    assert found[5] == ["away"]


def test_one_strip_says_why_and_is_asked_for_by_address(come: Come) -> None:
    day = come("alberta-pairs")
    day.names("A & Ax", "B & Bx", "C & Cx", "D & Dx")
    said = raw(played(day, "1 10 3", "2 10 6"), "standings")
    assert said.count("data-why=") == 4
    assert "unasked" in said
    last = place_columns(day.event).columns[0][-1]
    asked = raw(day, f"standings?who={last.entrant}")
    assert "unasked" not in asked
    shown = asked.split(f'data-why="{last.entrant}"')[1]
    assert shown.startswith(">")
    assert "</strong>: 0 won, 1 lost, 3 points made, 10 given away." in shown


def test_while_rounds_are_due_a_tie_waits_in_one_line_below(come: Come) -> None:
    """A national day has no last round of its own."""
    day = come("national-progressive", name="National")
    day.names(*"ABCD")
    said = raw(played(day, "1 11 6"), "standings")
    assert "If you stop here:" in said
    assert said.index('id="places"') < said.index('id="tie"')
