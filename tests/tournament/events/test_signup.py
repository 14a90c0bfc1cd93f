"""Signing up ahead: chairs, the waiting list that moves up by itself, partners found, and who cannot come after all."""

from __future__ import annotations

import random

import pytest
from msgspec import json

from rightbower.tournament.contest import Undone
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.attendance import CheckIn, Substitute, Withdraw
from rightbower.tournament.events.contest import EVENT, EventEntry
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.registration import AddEntrants, Join, RemoveEntrant
from rightbower.tournament.events.signup import (
    AnswerPartner,
    AskPartner,
    CannotCome,
    DropSub,
    OfferSub,
    SetChairs,
    chairs_free,
    seekers,
    waiting,
)
from tournament.events.acts import act
from tournament.events.day import Day


def alone(*names: str, chairs: int = 0) -> Day:
    """A charity day that these signed up for."""
    day = Day("charity-day")
    if chairs:
        act(day, SetChairs(chairs))
    for name in names:
        act(day, Join(name))
    return day


def pairs(chairs: int = 0) -> Day:
    """A day of pairs where somebody may come without a partner."""
    day = Day("alberta-pairs", placing="first free")
    if chairs:
        act(day, SetChairs(chairs))
    return day


def states(event: Event) -> dict[str, str]:
    """Everyone's state by name."""
    return {each.name: each.state for each in event.entrants}


def last_said(day: Day) -> str:
    """The newest line of the log."""
    return str(day.history.lines()[-1].says)


def refused(day: Day, command: EventCommand) -> str:
    """Why a command is refused."""
    with pytest.raises(EventError) as fault:
        act(day, command)
    return str(fault.value)


def test_without_a_limit_everybody_is_in() -> None:
    day = alone("An", "Bo")
    assert chairs_free(day.event) is None
    assert states(day.event) == {"An": "entered", "Bo": "entered"}
    assert b"ahead" not in json.encode(day.event)


def test_whoever_comes_after_the_last_chair_waits_in_order_and_moves_up_by_itself() -> None:
    day = alone("An", "Bo", "Cy", "Di", "Ed", chairs=3)
    assert [each.name for each in waiting(day.event)] == ["Di", "Ed"]
    assert chairs_free(day.event) == 0
    act(day, CannotCome("Bo"))
    assert states(day.event) == {
        "An": "entered",
        "Bo": "removed",
        "Cy": "entered",
        "Di": "entered",
        "Ed": "waiting",
    }
    assert last_said(day) == "up from the waiting list: entrant 4"
    act(day, CannotCome("Ed"))  # who waits takes nobody's chair
    assert chairs_free(day.event) == 0
    act(day, Join("Bo"))  # and whoever comes back stands at the end
    assert states(day.event)["Bo"] == "waiting"


@pytest.mark.parametrize(
    "freeing",
    [RemoveEntrant("An"), Withdraw(("An",)), CannotCome("An"), SetChairs(2), SetChairs(0)],
)
def test_each_way_to_free_a_chair_gives_it_to_who_waits(freeing: EventCommand) -> None:
    day = alone("An", "Bo", chairs=1)
    act(day, freeing)
    assert states(day.event)["Bo"] == "entered"


def test_a_smaller_room_puts_nobody_out() -> None:
    day = alone("An", "Bo", "Cy", chairs=3)
    act(day, SetChairs(1))
    assert set(states(day.event).values()) == {"entered"}
    act(day, Join("Di"))
    act(day, CannotCome("An"))
    assert states(day.event)["Di"] == "waiting", "two are still more than fit"
    assert last_said(day) == "cannot come after all: entrant 1"


def test_the_desk_lets_in_whom_it_wants() -> None:
    day = alone("An", "Bo", chairs=1)
    act(day, AddEntrants(("Cy",)))
    act(day, CheckIn(("Bo",)))
    assert states(day.event) == {"An": "entered", "Bo": "here", "Cy": "entered"}


def test_a_pair_needs_two_chairs_and_who_fits_first_goes_first() -> None:
    day = pairs(chairs=5)
    for mine, theirs in (("An", "Al"), ("Bo", "Bea"), ("Cy", "Cat"), ("Di", "")):
        act(day, Join(mine, theirs))
    assert states(day.event) == {
        "An & Al": "entered",
        "Bo & Bea": "entered",
        "Cy & Cat": "waiting",
        "Di": "entered",
    }
    act(day, Join("Ed"))
    act(day, CannotCome("Di"))
    assert [each.name for each in waiting(day.event)] == ["Cy & Cat"], "Ed fits, a pair does not"
    act(day, CannotCome("Bo"))
    assert states(day.event)["Cy & Cat"] == "entered"


def test_two_who_look_find_each_other() -> None:
    day = pairs()
    act(day, Join("An Lee", seeking=True, about="plays  for fun"))
    act(day, Join("Bo Ray", seeking=True))
    act(day, Join("Cy Day"))
    assert [(each.name, each.about) for each in seekers(day.event)] == [
        ("An Lee", "plays for fun"),
        ("Bo Ray", ""),
    ]
    assert refused(day, AskPartner(1, 3)) == "Cy Day is not looking for a partner"
    assert refused(day, AnswerPartner(1, 2, yes=True)) == "Bo Ray has not asked An Lee"
    act(day, AskPartner(2, 1))
    assert last_said(day) == "Bo Ray asks An Lee to be partners"
    assert refused(day, AskPartner(2, 1)) == "An Lee has been asked already"
    act(day, AnswerPartner(1, 2))
    assert day.event.signup.asked == ()
    act(day, AskPartner(2, 1))
    act(day, AnswerPartner(1, 2, yes=True))
    assert (day.event.entrant(4).name, day.event.entrant(4).state) == ("Bo Ray & An Lee", "entered")
    assert seekers(day.event) == []
    assert day.event.entrant(1).pair == 4


def test_two_who_ask_each_other_are_partners_at_once() -> None:
    day = pairs()
    act(day, Join("An", seeking=True))
    act(day, Join("Bo", seeking=True))
    act(day, AskPartner(1, 2))
    act(day, AskPartner(2, 1))
    assert day.event.entrant(3).name == "An & Bo"


def test_a_pair_that_was_found_while_waiting_keeps_the_earlier_place() -> None:
    day = pairs(chairs=2)
    act(day, Join("An", "Al"))
    for name in ("Bo", "Cy", "Di"):
        act(day, Join(name, seeking=True))
    act(day, AskPartner("Di", "Bo"))
    act(day, AnswerPartner("Bo", "Di", yes=True))
    assert [each.name for each in waiting(day.event)] == ["Di & Bo", "Cy"]
    act(day, CannotCome("An"))
    assert states(day.event)["Di & Bo"] == "entered"


def test_who_goes_takes_their_questions_along() -> None:
    day = pairs()
    for name in ("An", "Bo", "Cy"):
        act(day, Join(name, seeking=True))
    act(day, AskPartner(1, 2))
    act(day, AskPartner(3, 2))
    act(day, CannotCome(1))
    assert day.event.signup.asked == ((3, 2),)


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    day = alone("An", "Bo", "Cy", "Di", chairs=4)
    assert refused(day, SetChairs(4)) == "there is room for 4 already"
    act(day, CheckIn(("An",)))
    assert refused(day, CannotCome("An")) == "An is not expected"
    act(day, CheckIn((), all=True))
    day.seat()
    act(day, Join("Ed"))
    assert states(day.event)["Ed"] == "entered", "once play has begun the desk says who sits"
    seekers_ = pairs()
    assert "not shown" in refused(seekers_, Join("An", seeking=True, about="a\u200bb"))


def test_what_is_written_is_read_again_and_an_undone_limit_is_none() -> None:
    day = alone("An", "Bo", chairs=1)
    again = [EVENT.decode(json.encode(each)) for each in day.history.entries]
    assert again == list(day.history.entries)
    assert all(isinstance(each, EventEntry.__origin__) for each in again)  # type: ignore[attr-defined]
    limit = next(
        n for n, each in enumerate(again, 1) if "room for" in str(each.fact.says(day.event))
    )
    day.do(Undone(limit))
    assert chairs_free(day.event) is None


@pytest.mark.parametrize("seed", range(20))
def test_chance_agrees_with_a_list_kept_by_hand(seed: int) -> None:
    """People alone: a queue in the order of coming, of whom the first so many have a chair."""
    chance = random.Random(seed)
    day, chairs, queue, came = alone(chairs=6), 6, list[str](), 0
    for _ in range(60):
        what = chance.random()
        if what < 0.6:
            came += 1
            queue.append(f"P{came:03}x")
            act(day, Join(queue[-1]))
        elif what < 0.9 and queue:
            gone = chance.choice(queue)
            queue.remove(gone)
            act(day, CannotCome(gone))
        elif chairs < 12:
            chairs += 1
            act(day, SetChairs(chairs))
        seated = [each.name for each in day.event.entrants if each.state == "entered"]
        assert sorted(seated) == sorted(queue[:chairs])
        assert [each.name for each in waiting(day.event)] == queue[chairs:]


def test_subs_are_listed_until_they_play_or_cannot_after_all() -> None:
    day = alone("Ann", "Bea")
    act(day, OfferSub("Sue  Sub", "555 0199"), OfferSub("Tom"), OfferSub("Uma"))
    assert [(each.name, each.about) for each in day.event.signup.subs] == [
        ("Sue Sub", "555 0199"),
        ("Tom", ""),
        ("Uma", ""),
    ]
    assert refused(day, OfferSub("sue sub")) == "sue sub is a sub already"
    assert refused(day, OfferSub("ann")).startswith("ann is on the list already")
    assert refused(day, OfferSub(" ")) == "write your name"
    assert refused(day, DropSub("Vic")) == "Vic is no sub here"
    act(day, DropSub("TOM"))
    assert last_said(day) == "Tom cannot fill in after all"
    act(day, AddEntrants(("Sue Sub",), here=True))
    assert [each.name for each in day.event.signup.subs] == ["Uma"]
    act(day, Substitute(1, "Ann", "Uma"))
    assert day.event.signup.subs == ()


def test_two_of_one_name_are_told_apart_by_a_mark() -> None:
    day = alone("Ann Lee")
    assert refused(day, Join("ann lee")).startswith("ann lee is on the list already")
    act(day, Join("Ann Lee", mark="(Sarnia)"), Join("Ann Lee", mark="the baker"))
    assert [each.name for each in day.event.entrants] == [
        "Ann Lee",
        "Ann Lee (Sarnia)",
        "Ann Lee (the baker)",
    ]
    assert refused(day, Join("Ann Lee", mark="sarnia")).startswith(
        "Ann Lee (sarnia) is on the list"
    )
