"""The doors of a night online: open at a time, shut some minutes after the first card."""

from __future__ import annotations

from datetime import datetime

from rightbower.tournament.events.finish import Undo
from rightbower.tournament.events.online_night import ComeIn, SetOnlineNight, doors
from rightbower.tournament.events.registration import AddEntrants, Join
from rightbower.tournament.events.seating import SeatRound
from tournament.events.acts import act
from tournament.events.day import Day, refused

OPENS = "2027-01-12T19:00"
AT = datetime.fromisoformat(OPENS).timestamp()


def night() -> Day:
    """Four signed up ahead for a night online."""
    day = act(Day("fair-draw"), SetOnlineNight(OPENS, 10), at=AT - 9000)
    return act(day, *(Join(name) for name in ("Ann", "Bea", "Cy", "Di")), at=AT - 8000)


def test_people_say_themselves_that_they_are_here_once_the_doors_are_open() -> None:
    day = night()
    assert {each.state for each in day.event.entrants} == {"entered"}
    assert doors(day.event, AT - 1) == "ahead"
    with refused("the doors open Tue 12 Jan 2027, 7:00 pm"):
        act(day, ComeIn(1), at=AT - 1)
    act(day, ComeIn(1), at=AT)
    assert day.event.entrant(1).state == "here"
    act(day, Join("Ed"), at=AT + 60)
    assert day.event.entrant(5).state == "here", "whoever signs up at open doors is here"


def test_who_comes_late_is_let_in_for_so_many_minutes_after_the_first_card() -> None:
    day = act(night(), *(ComeIn(each) for each in (1, 2, 3, 4)), at=AT + 100)
    act(day, SeatRound(), at=AT + 3600)
    assert doors(day.event, AT + 3600 + 600) == "open"
    act(day, Join("Late"), at=AT + 3600 + 600)
    assert day.event.entrant(5).state == "here"
    assert doors(day.event, AT + 3600 + 601) == "shut"
    with refused("the doors closed 10 minutes after the first card"):
        act(day, Join("Later"), at=AT + 3600 + 601)
    act(day, AddEntrants(("By the desk",), here=True), at=AT + 3600 + 700)
    assert day.event.entrant(6).state == "here", "the desk lets in whom it will"


def test_a_night_online_is_settled_changed_and_ended() -> None:
    day = night()
    with refused("settled so already"):
        act(day, SetOnlineNight(OPENS, 10))
    act(day, SetOnlineNight(OPENS, 5, "as-at-the-table"))
    assert day.event.night is not None
    assert (day.event.night.late, day.event.night.mode) == (5, "as-at-the-table")
    act(day, SetOnlineNight())
    assert day.event.night is None
    assert doors(day.event, 0) == "open"
    for command in (SetOnlineNight(), ComeIn(1)):
        with refused("it is not played in the hall"):
            act(day, command)
    with refused("'seven' is not a time; write 2027-01-12T19:00"):
        act(day, SetOnlineNight("seven"))
    with refused("the hall deals Euchre, not Whist"):
        act(Day("whist-drive"), SetOnlineNight(OPENS))
    act(day, Undo())
    assert day.event.night is not None
