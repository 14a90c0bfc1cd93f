"""What an event refuses, each in one sentence that says what to do instead."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rightbower.tournament.events import archive, money, plan, results
from rightbower.tournament.events import attendance as entrants
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.finish import Finish, HandIn, Reopen, Undo
from rightbower.tournament.events.money import CountLoners, OpenLowPrize
from rightbower.tournament.events.phone_results import (
    HallResult,
    PhoneConfirm,
    PhoneDispute,
    PhoneResult,
    PhoneTakeBack,
)
from rightbower.tournament.events.registration import (
    AddEntrants,
    AddRows,
    Join,
    RemoveEntrant,
    Rename,
)
from rightbower.tournament.events.seating import SwapSeats
from rightbower.tournament.events.tie_steps import PlaceTied, ShareTied, Toss
from tournament.events.acts import act
from tournament.events.day import Day, finished_day, individuals, ring_of_pairs


def fresh() -> Day:
    """Pairs before play: two that are here, one expected, one single player."""
    day = Day("alberta-pairs", placing="first free")
    day.enter("Ann & Al", "Bea & Bo")
    act(day, AddEntrants(("Cy & Cat", "Sol")))
    return day


def singles() -> Day:
    """Eight players of a charity day, before play."""
    return individuals("charity-day", 8)


def under_way() -> Day:
    """Two tables of pairs in their first round, table 1 with its result."""
    day = ring_of_pairs("alberta-55plus", 2)
    day.play("A1 10–8 B1")
    return day


def sitting_out() -> Day:
    """Round one of five pairs: one table has its result, another plays, a pair sits out."""
    day = Day("swiss-pairs", placing="first free", rounds=3)
    day.enter("A & Aa", "B & Bb", "C & Cc", "D & Dd", "E & Ee")
    day.seat()
    return day


def over() -> Day:
    """A day whose results are final."""
    return finished_day()


Made = Callable[[], Day]
REFUSALS: list[tuple[Made, EventCommand, str]] = [
    # The whole event.
    (fresh, archive.Retitle(" ", " "), "the event already has that name and date"),
    (fresh, archive.Retitle("Our  day", "2026-05-30"), "the event already has that name and date"),
    (
        fresh,
        archive.Retitle("X", "soon"),
        "'soon' is not a date; write it as 1950-06-30",
    ),
    (fresh, archive.Archive(back=True), "the event is not in the archive"),
    (
        fresh,
        archive.ThrowAway(),
        "only a practice event can be thrown away; put this one into the archive instead",
    ),
    (over, Undo(), "the results are final"),
    (fresh, Undo(entry=1), "only the latest entry can be undone, and there is a newer one by now"),
    (lambda: Day("charity-day"), Undo(), "the opening of the event cannot be undone"),
    (fresh, Reopen("so"), "the event is open"),
    (over, Reopen(" "), "say why the event is opened again"),
    # The list.
    (
        fresh,
        AddEntrants(("Ida & Joe Mann",)),
        "Ida & Joe Mann can be read in two ways; write it like Ida Lamb & Joe Mann",
    ),
    (fresh, AddEntrants(("Ann & New",)), "Ann is on the list already, as entrant 1"),
    (
        fresh,
        AddEntrants(("Lamb, Ida & Joe",)),
        "write each name like Ida Lamb",
    ),
    (over, AddEntrants(("Xi & Yu",)), "the results are final"),
    (over, AddRows(({"name": "X"},)), "the results are final"),
    (fresh, entrants.CheckIn((1,)), "Ann & Al is here already"),
    (fresh, entrants.CheckIn(()), "name at least one entrant by number"),
    (over, entrants.CheckIn((1,)), "the results are final"),
    (over, entrants.CheckIn(all=True), "nobody on the list is still expected"),
    (fresh, entrants.NotHere("Cy"), "Cy & Cat has not been checked in"),
    (fresh, entrants.NoShow((1,)), "Ann & Al is not expected: here"),
    (fresh, Rename(1, "New", "Zed"), "Ann & Al: say whose name to correct"),
    (fresh, Rename(1, "New"), "Ann & Al: say whose name to correct"),
    (fresh, Rename(1, "  ", "Ann"), "a name is missing"),
    (fresh, Rename(1, "Ann", "ann"), "Ann is already written that way"),
    (fresh, Rename(1, "bea", "Ann"), "bea is on the list already, as entrant 2"),
    (fresh, Rename(1, "al", "Ann"), "al is on the list already, as entrant 1"),
    (under_way, RemoveEntrant(1), "A1 & A1x has been seated; they can leave instead"),
    (over, RemoveEntrant(1), "the results are final"),
    (fresh, entrants.Substitute(1, "Al", " "), "write the name of the player who takes over"),
    (fresh, entrants.Substitute(1, "Al", "Xi & Yu"), "name just one player to take over"),
    (fresh, entrants.Substitute(1, "Zed", "Yan"), "Zed does not play in Ann & Al"),
    (fresh, entrants.Substitute(1, "Al", "bea"), "bea is on the list already, as entrant 2"),
    (singles, entrants.Partner(1, 2), "here each player enters alone"),
    (fresh, entrants.Partner(4, 4), "name two different players"),
    (fresh, entrants.Partner(4, 1), "Sol is not here without a partner"),
    (fresh, entrants.KeepApart(1, 1), "keep two different entrants apart"),
    (over, entrants.KeepApart(1, 2), "the results are final"),
    (fresh, entrants.Vouch(1, " "), "say what was seen"),
    (fresh, entrants.SetFloater(1, no=True), "Ann & Al is not a floater already"),
    (
        fresh,
        entrants.SetSitter(1, no=True),
        "Ann & Al is not a sitting player",
    ),
    (fresh, Join(" "), "write your name"),
    # Seats.
    (fresh, SwapSeats(1, 2, "so"), "no round is seated yet"),
    (over, SwapSeats(1, 2, "so"), "the results are final"),
    (sitting_out, SwapSeats(1, 1, "so"), "name the two who change places"),
    (sitting_out, SwapSeats(1, 2, " "), "say why they change places"),
    (
        under_way,
        SwapSeats("A1 & A1x", "A2 & A2x", "so"),
        "table 1 has its result; seats there stay as they are",
    ),
    (
        under_way,
        SwapSeats("A2 & A2x", "B1 & B1x", "so"),
        "table 1 has its result; seats there stay as they are",
    ),
    # Results.
    (
        under_way,
        results.Rule(1, "", "+2"),
        "choose the side that the ruling is about",
    ),
    (under_way, results.Rule(1, "A", "two"), "'two' is not a ruling; write +2, -2, 0 or lost"),
    (
        under_way,
        results.Rule(1, "A", "+2", clause="Z99-1"),
        "'Z99-1' is not a clause of the documents; write it like A01-11.R5, or leave it out",
    ),
    (fresh, PhoneDispute(1, 1, 1), "You have no table now."),
    (over, PhoneTakeBack(1, 2, 1), "You have no table now."),
    (
        under_way,
        PhoneResult(1, 2, 1, 10, 4),
        "This was for another round. Look at where you sit now, please.",
    ),
    (
        under_way,
        PhoneResult(1, 1, 2, 10, 4),
        "This was for another round. Look at where you sit now, please.",
    ),
    (
        under_way,
        PhoneConfirm(1, 1, 1, "10-7"),
        "The score has been changed in the meantime. Look at it again, please.",
    ),
    (under_way, HallResult(2, "seed", 2, 10, 4), "this game belongs to another round"),
    (under_way, HallResult(1, "other", 2, 10, 4), "this game belongs to another round"),
    # The end.
    (over, HandIn((1,)), "the results are final"),
    (over, Finish(), "the results are already final"),
    (fresh, Finish(), "no round has been played"),
    (
        under_way,
        Finish(),
        "round 1 is not over at table 2: enter the results, or say that no game counts there",
    ),
    (
        under_way,
        CountLoners(("1",)),
        "'1' does not say who made how many; write 12=3",
    ),
    (
        under_way,
        CountLoners(("1=9999",)),
        "'1=9999' does not say who made how many; write 12=3",
    ),
    (
        under_way,
        CountLoners(("=3",)),
        "'=3' does not say who made how many; write 12=3",
    ),
    (under_way, OpenLowPrize((1,), "so"), "there is no low prize here"),
    (over, OpenLowPrize((1,), "so"), "the results are final"),
    # The plan.
    (
        fresh,
        plan.ChangePlan(prizes=("First = much",)),
        "'much' is not an amount; write 50 or 12.50",
    ),
    (fresh, plan.ChangePlan(prizes=("= 50",)), "'= 50' is not a prize; write First = 50, or First"),
    (
        fresh,
        plan.ChangePlan(sat_out="some"),
        "'some' is not a score; write nothing, average or a number",
    ),
    (
        fresh,
        plan.ChangePlan(sat_out="1000"),
        "'1000' is not a score; write nothing, average or a number",
    ),
    # Money.
    (fresh, money.PayFromPot("0", (50,)), "there is nothing in the pot"),
    (fresh, money.PayFromPot("10", ()), "write the shares in percent, such as 50 30 20"),
    (fresh, money.PayFromPot("10", (50, 0)), "write the shares in percent, such as 50 30 20"),
    (fresh, money.PayFromPot("10", (70, 31)), "the shares add up to 101 percent, not 100"),
    (fresh, money.PayFromPot("ten", (50,)), "'ten' is not an amount; write 5 or 12.50"),
    (over, money.DrawDoorPrize(), "the results are final"),
    (lambda: Day("charity-day"), money.DrawDoorPrize(), "nobody is left who can win a door prize"),
    (over, money.DrawFiftyFifty(1, 9, "1"), "the results are final"),
    (
        fresh,
        money.DrawFiftyFifty(9, 8, "1"),
        "write the first and the last ticket that was sold",
    ),
    (
        fresh,
        money.DrawFiftyFifty(0, 100_000, "1"),
        "write the first and the last ticket that was sold",
    ),
    (fresh, money.DrawFiftyFifty(1, 9, "0"), "write what a ticket costs"),
    # Ties.
    (under_way, Toss(("edge",)), "'edge' is not a coin; write heads or tails"),
    (
        under_way,
        PlaceTied(("1=1", "2=1"), "so"),
        "give each of them a different place from 1 to 2",
    ),
    (under_way, ShareTied((), 7, "so"), "nobody shares place 7"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("made", "command", "reason"), REFUSALS, ids=[f"{each[1]!r:.50}" for each in REFUSALS]
)
def test_it_is_refused_in_one_sentence(made: Made, command: EventCommand, reason: str) -> None:
    day = made()
    before = day.event
    with pytest.raises(EventError) as fault:
        act(day, command)
    assert str(fault.value) == reason
    assert day.event is before
