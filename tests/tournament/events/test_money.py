"""The money of a night to the cent: fees and change, shares of the pot, draws, and the whole sheet."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.tournament.club.night import evening
from rightbower.tournament.events import attendance as entrants
from rightbower.tournament.events.attendance import withdraw
from rightbower.tournament.events.cash import (
    CashLine,
    FeeLine,
    cash_sheet,
    draw_door_prize,
    draw_fifty_fifty,
    drawn_lines,
    prizes_by_shares,
)
from rightbower.tournament.events.entrants import EventError, PrizeDrawn
from rightbower.tournament.events.event import EventHistory, Prize
from rightbower.tournament.events.finish import finish
from rightbower.tournament.events.lists import Check
from rightbower.tournament.events.money import (
    DrawDoorPrize,
    DrawFiftyFifty,
    PayFromPot,
)
from rightbower.tournament.events.prize_lines import money, read_money
from rightbower.tournament.events.registration import AddEntrants
from rightbower.tournament.events.seating import Seated
from tournament.events.acts import act, asked, sheets
from tournament.events.day import Day, individuals, ring_of_pairs


def in_words(lines: tuple[CashLine, ...]) -> tuple[tuple[str, int, int, str], ...]:
    """Lines of the cash sheet, as they read."""
    return tuple((str(each.what), each.came_in, each.goes_out, str(each.why)) for each in lines)


def test_the_cash_sheet_line_by_line() -> None:
    day = Day(
        "alberta-pairs", placing="first free", prizes=(Prize("Cup", 1, 1001), Prize("Pin", 2))
    )
    day.enter("Zoe & Al", "bea & Bo")
    act(day, AddEntrants(("Cy & Cat", "Di & Dee")))
    paid = {1: 500, 2: 2000, 3: 700}
    before = cash_sheet(day.event, 500, paid)
    assert english(before.fees) == english(
        (
            FeeLine(2, "bea & Bo", 2000, 0, 1500),
            FeeLine(3, "Cy & Cat", 700, 0, 200),
            FeeLine(1, "Zoe & Al", 500, 0, 0),
        )
    )
    assert in_words(before.lines) == (
        ("Fees", 3200, 0, "3 entrants"),
        ("Change for bea & Bo", 0, 1500, "paid 20.00, the fee is 5.00"),
        ("Change for Cy & Cat", 0, 200, "paid 7.00, the fee is 5.00"),
    )
    assert (before.came_in, before.goes_out, before.left, before.kept) == (3200, 1700, 1500, 1500)
    day.seat()
    day.play_all("10–4")
    day.do(withdraw(day.event, [2]))
    act(day, DrawDoorPrize("Ham", "2.50", "a"), DrawFiftyFifty(1, 3, "0.33", "b"), DrawDoorPrize())
    after = cash_sheet(day.event, 500, {1: 100})
    assert english(after.fees) == english(
        (
            FeeLine(2, "bea & Bo", 0, 500, 0),
            FeeLine(1, "Zoe & Al", 100, 400, 0),
        )
    )
    winner = day.event.name_of(day.event.round.tables[0].sides[0][0])
    ham, fifty = day.event.drawn[:2]
    assert in_words(after.lines) == (
        ("Fees", 100, 0, "1 entrant"),
        ("Ham: winner", 0, 250, f"{ham.winner}, drawn by seed a"),
        ("50/50: tickets", 99, 0, "3 tickets"),
        ("50/50: winner", 0, 49, f"{fifty.winner}, drawn by seed b"),
        (f"Cup: {winner}", 0, 1001, "from the pot (A01-T10.1)"),
    )


def test_a_shared_prize_says_what_each_has() -> None:
    day = individuals("charity-day", 4, prizes=(Prize("High", 1, 1001), Prize("Low", 1, 0, True)))
    day.seat()
    day.play_all("10–4")
    first = day.event.name_of(*sorted(day.event.round.tables[0].sides[0]))
    assert in_words(cash_sheet(day.event, 0, {}).lines[1:]) == (
        (f"High: {first}", 0, 1000, "5.00 each, from the pot, shared by 2 (S02-1.6)"),
    )


def test_a_draw_without_money_is_no_line() -> None:
    assert english(drawn_lines(PrizeDrawn("Ham", "Ann", "s", 4))) == []
    only_won = drawn_lines(PrizeDrawn("Ham", "Ann", "s", 4, goes_out=5))
    assert english([line.what for line in only_won]) == ["Ham: winner"]


def test_nobody_wins_two_door_prizes() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann & Al")
    act(day, AddEntrants(("Bea & Bo",)))
    first = draw_door_prize(day.event, "  ", 0, "s")
    assert (first.name, first.among, first.entrant, first.goes_out) == ("Door prize", 2, 1, 0)
    day.do(first)
    second = draw_door_prize(day.event, " Ham ", 250, "s")
    assert (second.name, second.among, second.goes_out) == ("Ham", 1, 250)
    assert {first.winner, second.winner} == {"Ann", "Al"}
    day.do(second)
    with pytest.raises(EventError, match="nobody is left who can win a door prize"):
        draw_door_prize(day.event, "Pie", 0, "s")


def test_a_ticket_wins_half_and_an_odd_cent_stays() -> None:
    event = Day("charity-day").event
    drawn = draw_fifty_fifty(event, 7, 7, 101, "s")
    assert drawn == PrizeDrawn("50/50", "ticket 7", "s", 1, 0, 101, 50)
    tickets = {draw_fifty_fifty(event, 5, 7, 1, str(seed)).winner for seed in range(40)}
    assert tickets == {"ticket 5", "ticket 6", "ticket 7"}
    assert draw_fifty_fifty(event, 1, 100_000, 1, "s").among == 100_000


def test_shares_of_the_pot_are_prizes_and_others_stay() -> None:
    low, lone = Prize("Low", 1, 5, True), Prize("Lone hands", 1, 5, False, True)
    event = Day("charity-day", prizes=(Prize("High", 1, 7), low, lone)).event
    assert prizes_by_shares(event, 1001, (50, 30, 20)) == (
        Prize("1st place, 50% of 10.01", 1, 501),
        Prize("2nd place, 30% of 10.01", 2, 300),
        Prize("3rd place, 20% of 10.01", 3, 200),
        low,
        lone,
    )
    assert [each.amount for each in prizes_by_shares(event, 1, (100,))[:1]] == [1]
    assert [each.amount for each in prizes_by_shares(event, 999, (50, 30))[:2]] == [499, 299]
    day = act(Day("charity-day", prizes=(low,)), PayFromPot("10.01", (60, 40)))
    assert [each.amount for each in day.event.plan.prizes] == [601, 400, 5]


def test_amounts_as_they_are_written() -> None:
    assert [money(cents) for cents in (0, 5, 100, -250)] == ["0.00", "0.05", "1.00", "-2.50"]
    assert [read_money(text) for text in (" ", "0.05", " 7 ")] == [0, 5, 700]
    for text in ("1.5", "-1", "1,50", "1234567"):
        with pytest.raises(EventError, match="is not an amount"):
            read_money(text)


def test_a_player_who_comes_back_has_one_night() -> None:
    day = ring_of_pairs("alberta-55plus", 1, rounds=2)
    act(day, entrants.Substitute(1, "A1x", "Sub"))
    day.play_all()
    act(day, entrants.Substitute(1, "Sub", "A1x"))
    day.do(finish(day.event, why="late"))
    names = [each.name for each in evening(day.event).lines]
    assert names == ["A1", "A1x", "Sub", "B1", "B1x"]


def test_a_draw_that_was_changed_is_found() -> None:
    day = individuals("charity-day", 8)
    day.seat("s")
    assert sheets(day, Check())[0][0] == "1 draw made again from its seed, all the same."
    *before, last = day.history.entries
    assert isinstance(last.fact, Seated)
    round_ = last.fact.round
    turned = tuple(replace(each, sides=each.sides[::-1]) for each in round_.tables)
    entry = replace(last, fact=replace(last.fact, round=replace(round_, tables=turned)))
    day.history = EventHistory.of([*before, entry])
    assert sheets(day, Check())[0][0] == (
        "1 draw made again from its seed; entries 4 come out differently."
    )
    assert asked(day, Check()).fault
