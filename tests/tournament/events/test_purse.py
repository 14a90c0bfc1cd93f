"""Money as clubs have it: fines, the basket for lone hands, prizes for groups, one prize a person."""

from __future__ import annotations

from random import Random

import pytest

from rightbower.tournament.events.cash import cash_sheet
from rightbower.tournament.events.event import Event, Prize
from rightbower.tournament.events.finish import finish, not_over
from rightbower.tournament.events.money import CountLoners
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.plan import ChangePlan, change_plan
from rightbower.tournament.events.prize_lines import read_prizes
from rightbower.tournament.events.prizes import awards
from rightbower.tournament.events.purse import (
    CountEuchres,
    PayBasket,
    SetGroup,
    SetPurse,
    groups_of,
)
from rightbower.tournament.events.registration import AddEntrants
from tournament.events.acts import act
from tournament.events.day import Day, individuals, refused


def night(*prizes: str, rounds: int = 4, **plan: str) -> Day:
    """Eight people before the first card."""
    day = individuals("fair-draw", 8)
    day.do(change_plan(day.event, prizes=read_prizes(prizes), rounds=rounds))
    return act(day, ChangePlan(**plan)) if plan else day  # type: ignore[arg-type]  # as typed


def played(day: Day, seed: int = 1) -> Day:
    """The day after all its rounds, by chance."""
    luck = Random(seed)
    while len(day.event.rounds) < (day.event.plan.rounds or 0):
        day.seat(str(luck.random()))
        for table in day.event.round.tables:
            low, first = luck.randrange(9), luck.randrange(2)
            score = (10, low) if first else (low, 10)
            day.play(
                f"{day.name(table.sides[0][0])} {score[0]}–{score[1]} {day.name(table.sides[1][0])}"
            )
    return day


def paid_out(event: Event) -> dict[str, tuple[tuple[int, ...], int, str]]:
    return {" + ".join(each.prizes): (each.winners, each.each, each.why) for each in awards(event)}


def test_a_prize_says_for_whom_alone_it_is() -> None:
    lines = [
        "Highest, ladies only = 20",
        "Second, ladies only",
        "Low, the newcomers only",
        "Ladies",
    ]
    assert [(each.of, each.place, each.low) for each in read_prizes(lines)] == [
        ("ladies", 1, False),
        ("ladies", 2, False),
        ("newcomers", 1, True),
        ("", 1, False),
    ]


def test_the_highest_of_a_group_wins_its_prize_and_a_zone_is_one_by_itself() -> None:
    day = night(
        "First = 50", "Highest, ladies only = 20", "Highest, zone 8 only = 10", "Low, ladies only"
    )
    act(day, AddEntrants(("Zoe Eight",), zone="8", here=True))
    act(day, SetGroup("ladies", (2, 3, 5)))
    played(day)
    rank = {each.entrant: each.rank or 99 for each in standings(day.event)}
    found = paid_out(day.event)
    best, worst = min(rank[each] for each in (2, 3, 5)), max(rank[each] for each in (2, 3, 5))
    assert found["Highest, ladies only"][0] == tuple(n for n in (2, 3, 5) if rank[n] == best)
    assert found["Low, ladies only"][0] == tuple(n for n in (2, 3, 5) if rank[n] == worst)
    assert found["Highest, zone 8 only"][0] == (9,)
    assert groups_of(day.event) == {"ladies": {2, 3, 5}, "zone 8": {9}}


def test_who_belongs_to_a_group_is_said_added_to_and_put_right() -> None:
    day = night("Highest, ladies only")
    act(
        day,
        SetGroup("Ladies", (2, 3)),
        SetGroup("ladies", (5,)),
        SetGroup("LADIES", (3,), out=True),
    )
    assert groups_of(day.event) == {"ladies": {2, 5}}
    act(day, SetGroup("ladies", (7, 8), only=True))
    assert [each.number for each in day.event.entrants if each.groups] == [7, 8]
    with refused("has these people already"):
        act(day, SetGroup("ladies", (7,)))
    with refused("name at least one"):
        act(day, SetGroup("ladies"))
    act(day, SetGroup("ladies", only=True))
    assert groups_of(day.event) == {"ladies": set()}
    with refused("a name is missing"):
        act(day, SetGroup(" "))


def test_the_day_is_not_closed_with_a_prize_for_a_group_of_nobody() -> None:
    day = played(night("First", "Highest, ladies only"))
    assert "'Highest, ladies only' is for ladies, and nobody is one of them" in str(
        not_over(day.event)
    )
    assert not_over(day.event, "no ladies tonight") is None
    assert not_over(act(day, SetGroup("ladies", (1,))).event) is None


@pytest.mark.parametrize("seed", range(12))
def test_one_prize_a_person_goes_down_the_list_to_the_next_in_line(seed: int) -> None:
    lines = [
        "First=50",
        "Second=30",
        "Highest, ladies only=20",
        "Half-time=15",
        "Low=5",
        "Most lone hands=10",
    ]
    day = night(*lines, one_prize="yes")
    act(day, SetGroup("ladies", (1, 2, 3, 4)))
    played(day, seed)
    luck = Random(seed)
    act(day, CountLoners(tuple(f"{each}={luck.randrange(1, 9)}" for each in range(1, 9))))
    given = awards(day.event)
    winners = [number for each in given for number in each.winners]
    assert len(winners) == len(set(winners)), "nobody wins two"
    assert given[0].prizes == ("Half-time",), "what was given out already stays given"
    rank = {each.entrant: each.rank or 99 for each in standings(day.event)}
    free = set(rank) - set(given[0].winners)
    by_prize = {name: each.winners for each in given for name in each.prizes}
    assert set(by_prize["First"]) == {
        each for each in free if rank[each] == min(rank[e] for e in free)
    }
    if len(given[1].prizes) == 1:
        free -= set(by_prize["First"])
        assert set(by_prize["Second"]) == {e for e in free if rank[e] == min(rank[o] for o in free)}
    free = set(rank) - {n for each in given[:-3] for n in each.winners}
    ladies = free & {1, 2, 3, 4}
    lady = by_prize.get("Highest, ladies only", ())
    assert set(lady) == {e for e in ladies if rank[e] == min(rank[o] for o in ladies)}


def test_who_is_passed_over_is_named_and_without_the_rule_one_wins_two() -> None:
    day = night("First=50", "Highest, ladies only=20")
    act(day, SetGroup("ladies", tuple(range(1, 9))))
    played(day)
    both = paid_out(day.event)
    assert both["First"][0] == both["Highest, ladies only"][0]
    assert "already" not in both["Highest, ladies only"][2]
    act(day, ChangePlan(one_prize="yes"))
    now = paid_out(day.event)
    assert now["First"] == both["First"]
    assert not set(now["Highest, ladies only"][0]) & set(both["First"][0])
    name = day.event.name_of(*both["First"][0])
    assert f"one prize a person: not again to {name}" in now["Highest, ladies only"][2]
    act(day, ChangePlan(one_prize="no"))
    assert paid_out(day.event) == both


def test_a_euchre_costs_its_fine_and_the_cash_sheet_says_who_paid_it() -> None:
    day = act(night("First = 5", rounds=1), SetPurse("0.25"))
    with refused("no round has been played"):
        act(day, CountEuchres(("1=2",)))
    played(day)
    act(day, CountEuchres(("1=2", "3=1")))
    line = next(each for each in cash_sheet(day.event, 0, {}).lines if "Fines" in str(each.what))
    names = day.event.entrant(1).name, day.event.entrant(3).name
    assert (line.came_in, str(line.why)) == (75, f"3 at 0.25: {names[0]} 2, {names[1]} 1")
    with refused("nothing of this is new"):
        act(day, CountEuchres(("1=2",)))
    with refused("at most 20"):
        act(day, CountEuchres(("1=21",)))
    with refused("does not say who and how often"):
        act(day, CountEuchres(("one",)))
    with refused("settled before the first card"):
        act(day, SetPurse("0.50"))
    with refused("a euchre costs nothing here"):
        act(played(night("First", rounds=1)), CountEuchres(("1=2",)))


def basket_night(basket_to: str) -> Day:
    """Five of eight paid a dollar each into the basket."""
    day = act(night("First = 5", rounds=1), SetPurse("", "1", basket_to))  # type: ignore[arg-type]  # as typed
    return act(day, PayBasket((1, 2, 3, 4, 5, 6)), PayBasket((6,), back=True))


def test_the_basket_is_won_by_those_alone_who_paid_before_the_first_card() -> None:
    day = basket_night("most lone hands")
    with refused("has paid into the basket already"):
        act(day, PayBasket((1,)))
    with refused("has not paid into the basket"):
        act(day, PayBasket((7,), back=True))
    played(day)
    with refused("settled before the first card"):
        act(day, PayBasket((7,)))
    assert "'Loner basket'" in str(not_over(day.event))
    act(day, CountLoners(("2=3", "4=3", "8=9")))
    winners, each, why = paid_out(day.event)["Loner basket"]
    assert (winners, each) == ((2, 4), 250)
    assert why == "Loner basket, from the basket: 5 paid 1.00 before the first card"
    day.do(finish(day.event))
    sheet = cash_sheet(day.event, 0, {})
    assert {
        str(one.what).partition(":")[0]: (one.came_in, one.goes_out) for one in sheet.lines
    } == {
        "Fees": (0, 0),
        "Basket for lone hands": (500, 0),
        "First": (0, 500),
        "Loner basket": (0, 500),
    }
    assert all(str(one.why) for one in sheet.lines), "every line says where it is from"


def test_each_lone_hand_has_its_share_of_the_basket_and_what_cannot_be_shared_is_left() -> None:
    day = played(basket_night("each lone hand"))
    act(day, CountLoners(("1=2", "2=1", "5=4", "8=9")))
    found = [
        (each.winners, each.each, each.left)
        for each in awards(day.event)
        if "Loner basket" in each.prizes
    ]
    assert found == [((5,), 284, 3), ((1,), 142, 0), ((2,), 71, 0)]


def test_all_who_are_here_pay_at_once_and_without_a_basket_nobody_does() -> None:
    day = act(night("First"), SetPurse(basket="1"), PayBasket(all=True))
    assert len(day.event.purse.paid) == 8
    with refused("name who paid"):
        act(day, PayBasket(all=True))
    act(day, SetPurse())
    assert not len(day.event.purse.paid)
    with refused("there is no basket here"):
        act(day, PayBasket(all=True))
    with refused("settled so already"):
        act(day, SetPurse())


def test_nobody_is_fined_where_another_game_is_played() -> None:
    with refused("nobody is euchred in Whist"):
        act(Day("whist-drive"), SetPurse("0.25"))


def test_what_is_settled_is_told() -> None:
    day = act(
        night("First"),
        SetPurse("0.25", "1", "each lone hand"),
        SetPurse("0.50", "1"),
        SetPurse("0.10"),
    )
    said = [str(line.says) for line in day.history.lines()][-3:]
    assert said == [
        "each euchre costs 0.25; everybody pays 1.00 into the basket; each lone hand has its share",
        "each euchre costs 0.50; everybody pays 1.00 into the basket; whoever makes most lone hands has it",
        "each euchre costs 0.10; no basket for lone hands",
    ]
    assert Prize("x").of == ""
