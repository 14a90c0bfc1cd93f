"""Limits: how often something may be done, whichever engine counts, and over all halls on a journal."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from journals import Opened
from postgres import Postgres
from rightbower.store import limits as own
from rightbower.store.limits import Limit, Limits, Rate
from rightbower.store.opening import OpenJournal
from rightbower.store.postgres import session as in_postgres

# Nothing comes back while a test runs.
SLOW = 1e-6
THREE = Limit("ann", Rate(3, SLOW))


def taken(limits: Limits, *wanted: Limit, times: int = 10) -> int:
    """How many of so many tries were within the limits."""
    return sum(limits.take(*wanted).result() for _ in range(times))


def test_so_many_at_once_and_no_more(opened: Opened) -> None:
    with opened() as journal:
        assert journal.limits.may(THREE).result()
        assert taken(journal.limits, THREE) == 3
        assert not journal.limits.may(THREE).result()
        assert taken(journal.limits, Limit("bob", THREE.rate)) == 3
        journal.limits.forget(THREE).result()
        assert taken(journal.limits, THREE) == 3


def test_where_one_of_several_has_nothing_left_none_is_counted(opened: Opened) -> None:
    with opened() as journal:
        few, many = Limit("device", Rate(2, SLOW)), Limit("address", Rate(5, SLOW))
        assert taken(journal.limits, few, many) == 2
        assert taken(journal.limits, many) == 3


def test_what_was_used_comes_back_with_time(opened: Opened) -> None:
    with opened() as journal:
        quick = Limit("quick", Rate(1, 20))
        assert journal.limits.take(quick).result()
        while not journal.limits.take(quick).result():
            time.sleep(0.01)


def test_somebody_of_any_name_is_counted(opened: Opened) -> None:
    with opened() as journal:
        for name in ("", "\0", "Zoë ♥", "\ud800", "x" * 10_000):
            assert taken(journal.limits, Limit(name, Rate(2, SLOW)), times=3) == 2


def both(server: Postgres) -> tuple[OpenJournal, OpenJournal]:
    """Two halls on a new journal."""
    opened = Opened(server.fresh())
    return opened(), opened()


def test_what_is_done_at_one_hall_counts_at_the_other(server: Postgres) -> None:
    one, two = both(server)
    with one, two:
        assert taken(one.limits, THREE, times=2) == 2
        assert taken(two.limits, THREE) == 1
        assert not one.limits.may(THREE).result()
        two.limits.forget(THREE).result()
        assert taken(one.limits, THREE) == 3


def test_of_many_who_come_at_once_none_goes_past_a_limit(server: Postgres) -> None:
    one, two = both(server)
    with one, two:
        few, many = Limit("device", Rate(10, SLOW)), Limit("address", Rate(1000, SLOW))
        waiting = [each.limits.take(few, many) for _ in range(30) for each in (one, two)]
        assert sum(each.result() for each in waiting) == 10


def test_those_that_are_over_are_swept_out(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_postgres, "SWEEP", 1)
    place = server.fresh()
    with Opened(place)() as journal:
        assert journal.limits.take(Limit("gone", Rate(1, 1e9))).result()
        assert journal.limits.take(THREE).result()
        schema = place.rpartition("=")[2]
        assert server.query(f"select count(*) from {schema}.limits") == "1"
        assert taken(journal.limits, THREE) == 2


def test_a_hall_of_its_own_remembers_only_so_many_and_forgets_nobody_who_has_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr(own, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(own, "MOST_REMEMBERED", 5)
    limits, twice = own.OwnLimits(), Rate(2, 1 / 100)

    def taken_by(who: str) -> bool:
        return limits.take(Limit(who, twice)).result()

    assert [taken_by("guessed") for _ in range(3)] == [True, True, False]
    now[0] += 50
    assert [taken_by(f"invented {number}") for number in range(20)] == [True] * 4 + [False] * 16
    assert not taken_by("guessed"), "many new names do not make the old ones free"
    assert not limits.may(Limit("newcomer", twice)).result(), "newcomers wait"
    now[0] += 101
    assert taken_by("newcomer"), "those who may do all of it again need not be remembered"
    assert [taken_by("guessed") for _ in range(3)] == [True, False, False]
    assert len(limits._of(Limit("", twice))._left) <= 5


def test_what_is_given_back_is_not_counted(opened: Opened) -> None:
    with opened() as journal:
        assert taken(journal.limits, THREE) == 3
        journal.limits.give_back(THREE).result()
        assert taken(journal.limits, THREE) == 1
        journal.limits.give_back(THREE, Limit("never taken", Rate(1, SLOW))).result()
        assert taken(journal.limits, THREE) == 1
