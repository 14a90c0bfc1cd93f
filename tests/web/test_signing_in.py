"""Accounts by themselves: names, guesses, sessions and who plays under them; tables that go by an event."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from rightbower.office.workers import Asker
from rightbower.rules.book import load
from rightbower.rules.cards import Seat
from rightbower.store.claims import Ownership
from rightbower.store.limits import Limit, OwnLimits, Rate
from rightbower.store.streams import AsyncJournal
from rightbower.tournament.events.clock import Clock
from rightbower.tournament.events.phone_results import HallResult
from rightbower.web.common.guard import PASSED_ON
from rightbower.web.common.identity import COOKIE, Keys, Person
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.acts import rang
from rightbower.web.hall.entries import Timed
from rightbower.web.state import accounts
from rightbower.web.state import online as online_tables
from rightbower.web.state.accounts import A_MONTH, A_YEAR, LONGEST, WRONG, Accounts
from rightbower.web.state.online import Online
from web.apart import run_apart
from web.faults import FaultyJournal

WORDS = "four plain words"


class Limited(OwnLimits):
    """Limits that note what is counted and forgotten."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[tuple[str, str, Rate]] = []

    def take(self, *limits: Limit) -> Any:
        self.noted += [("take", each.key, each.rate) for each in limits]
        return super().take(*limits)

    def give_back(self, *limits: Limit) -> Any:
        self.noted += [("give back", each.key, each.rate) for each in limits]
        return super().give_back(*limits)

    def forget(self, limit: Limit) -> Any:
        self.noted.append(("forget", limit.key, limit.rate))
        return super().forget(limit)


class Hall:
    """A hall with accounts, whose hashes cost nothing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.limits, self.keys = 1000.0, Limited(), Keys("k" * 32)
        async_journal = AsyncJournal(FaultyJournal(prompt=True), Ownership())
        self.accounts = Accounts(async_journal, lambda: self.now, self.limits)
        self.cookies: dict[str, str] = {}
        self.worked: list[tuple[str, str]] = []

        def pool(name: str) -> Any:
            async def work(act: Any, *args: Any, asker: Asker) -> Any:
                self.worked.append((name, asker.place))
                return act(*args)

            return SimpleNamespace(run=work)

        monkeypatch.setattr(accounts, "pool", pool)
        monkeypatch.setattr(accounts, "hashed", lambda words: f"kept {words}")
        monkeypatch.setattr(accounts, "is_right", lambda kept, words: kept == f"kept {words}")

    def request(self, who: str = "phone") -> Request:
        """A browser with what it was given."""
        held = {COOKIE: self.keys.cookie(Person(who, who)), **self.cookies}
        cookie = "; ".join(f"{name}={text}" for name, text in held.items())
        headers = [(b"host", b"x"), (b"user-agent", b"An iPad"), (b"cookie", cookie.encode())]
        return Request(
            {
                "type": "http",
                "method": "POST",
                "path": "/",
                "query_string": b"",
                "headers": headers,
                "client": ("192.0.2.7", 1),
                "scheme": "http",
                "server": ("x", 80),
                "app": SimpleNamespace(
                    state=SimpleNamespace(keys=self.keys, accounts=self.accounts)
                ),
                PASSED_ON: False,
            }
        )

    def take(self, response: Response) -> dict[str, str]:
        """Keep the cookies of an answer; how long each lasts."""
        lines = [v.decode() for k, v in response.raw_headers if k == b"set-cookie"]
        lasting = {}
        for line in lines:
            name, _, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]
            lasting[name] = line.partition("Max-Age=")[2].partition(";")[0]
        return lasting

    async def signed_up(self, name: str = "Ann") -> str:
        """Somebody makes an account and signs in."""
        id_ = await self.accounts.make(self.request(), name, WORDS)
        self.take(await self.accounts.begin(self.request(), Response(), id_))
        return id_


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A hall without accounts."""
    return Hall(monkeypatch)


async def refused(act: Any) -> str:
    """How something is refused."""
    with pytest.raises(Refused) as told:
        await act
    return told.value.reason


def test_a_name_is_taken_once_and_few_are_made_from_one_device(hall: Hall) -> None:
    async def story() -> None:
        make = hall.accounts.make
        id_ = await make(hall.request(), " Ann ", WORDS)
        account = hall.accounts.store.find(id_)
        assert account is not None
        assert (account.name, account.hashed) == ("Ann", f"kept {WORDS}")
        assert hall.worked == [("secrets", "192.0.2.7")]
        taken = "Somebody has this name, or one that looks like it. Choose another."
        assert await refused(make(hall.request(), "ANN", WORDS)) == taken
        assert await refused(make(hall.request(), "", WORDS)) == "Write a name."
        assert len(hall.limits.noted) == 2, "what was refused is not counted"
        for name in ("Bea", "Cat"):
            await make(hall.request(), name, WORDS)
        many = "Many accounts were made from here. Wait a few minutes, please."
        assert await refused(make(hall.request(), "Dot", WORDS)) == many
        assert len(hall.accounts.store.ids()) == 3

    run_apart(story())


def test_guesses_are_counted_by_account_and_on_a_known_device_by_itself(hall: Hall) -> None:
    async def story() -> None:
        id_ = await hall.accounts.make(hall.request(), "Ann", WORDS)
        hall.limits.noted.clear()
        let_in = hall.accounts.let_in
        assert await refused(let_in(hall.request(), "Ann", "wrong")) == WRONG
        assert await refused(let_in(hall.request(), "Nobody", WORDS)) == WRONG
        assert await let_in(hall.request(), " ann ", WORDS) == id_
        other = (f"account {id_}: address 192.0.2.7", accounts.OTHER_GUESSES)
        place = ("passphrases: address 192.0.2.7", accounts.PLACE_GUESSES)
        at_first = [
            ("take", f"account {id_}: from 192.0.2.7", accounts.AN_ADDRESS),
            ("take", f"account {id_}", accounts.ADDRESSES),
        ]
        assert hall.limits.noted[:4] == [("take", *other), ("take", *place), *at_first]
        assert hall.limits.noted[5] == ("take", *place)
        assert hall.limits.noted[8:] == [
            ("take", *other),
            ("take", *place),
            ("give back", *other),
            ("give back", *place),
            ("forget", *other),
        ]
        hall.take(await hall.accounts.begin(hall.request(), Response(), id_))
        hall.limits.noted.clear()
        assert await let_in(hall.request(), "Ann", WORDS) == id_
        own = f"account {id_}: device phone"
        assert hall.limits.noted == [
            ("take", own, accounts.OWN_GUESSES),
            ("give back", own, accounts.OWN_GUESSES),
            ("forget", own, accounts.OWN_GUESSES),
        ]
        for _ in range(10):
            assert await refused(let_in(hall.request(), "Ann", "wrong")) == WRONG
        many = "Too many wrong passphrases. Wait a few minutes, then try again."
        assert await refused(let_in(hall.request(), "Ann", WORDS)) == many

    run_apart(story())


def test_a_passphrase_may_be_as_long_as_the_longest(hall: Hall) -> None:
    async def story() -> None:
        longest = "abcdefgh " * 22 + "ab"
        assert len(longest) == LONGEST
        id_ = await hall.accounts.make(hall.request(), "Ann", longest)
        assert await hall.accounts.let_in(hall.request(), "Ann", longest) == id_
        many = "Too many wrong passphrases. Wait a few minutes, then try again."
        assert await refused(hall.accounts.let_in(hall.request(), "Ann", longest + "x")) == many

    run_apart(story())


def test_a_session_lasts_a_month_unless_it_is_ended(hall: Hall) -> None:
    async def story() -> None:
        id_ = await hall.accounts.make(hall.request(), "Ann", WORDS)
        assert hall.accounts.signed_in(hall.request()) is None
        lasting = hall.take(await hall.accounts.begin(hall.request(), Response(), id_))
        assert lasting == {
            "rightbower-account": str(A_MONTH),
            "rightbower-accounts": str(A_YEAR),
        }
        who = hall.accounts.signed_in(hall.request())
        assert who is not None
        assert (who.id, who.account.name) == (id_, "Ann")
        assert (who.session.where, who.session.until) == ("192.0.2.7, iPad", 1000.0 + A_MONTH)
        assert accounts.signer(hall.request()) == "Ann"
        assert accounts.signed_in(hall.request()) == who
        hall.now += A_MONTH - 1
        assert hall.accounts.signed_in(hall.request()) is not None
        hall.now += 1
        assert hall.accounts.signed_in(hall.request()) is None
        hall.now = 1000.0
        await hall.accounts.end(id_, who.session.key)
        assert hall.accounts.signed_in(hall.request()) is None
        assert accounts.signer(hall.request()) == ""
        hall.cookies.clear()
        assert hall.accounts.signed_in(hall.request()) is None

    run_apart(story())


def test_a_browser_knows_the_latest_twelve_accounts(hall: Hall) -> None:
    async def story() -> None:
        first = await hall.signed_up("Ann")
        others = {f"{number}": "yes" for number in range(12)}
        sealed = hall.keys.sealed({first: "yes", **others}, "accounts")
        hall.cookies["rightbower-accounts"] = sealed
        hall.take(await hall.accounts.begin(hall.request(), Response(), first))
        known = accounts._known(hall.request())
        assert list(known) == [*map(str, range(1, 12)), first]

    run_apart(story())


def test_a_new_passphrase_needs_the_old_one(hall: Hall) -> None:
    async def story() -> None:
        id_ = await hall.signed_up()
        who = hall.accounts.signed_in(hall.request())
        assert who is not None
        change = hall.accounts.change
        assert await refused(change(hall.request(), who, "wrong", "five new plain words")) == WRONG
        short = "A passphrase has at least 10 letters: four plain words are good."
        assert await refused(change(hall.request(), who, WORDS, "short")) == short
        await change(hall.request(), who, WORDS, "five new plain words")
        account = hall.accounts.store.find(id_)
        assert account is not None
        assert account.hashed == "kept five new plain words"
        assert hall.accounts.signed_in(hall.request()) is None
        await hall.accounts.approve(id_, organizer=True, by="the owner")
        account = hall.accounts.store.find(id_)
        assert account is not None
        assert account.organizer

    run_apart(story())


def test_the_games_of_a_browser_become_those_of_an_account_that_has_none(hall: Hall) -> None:
    async def story() -> None:
        id_ = await hall.signed_up()
        assert hall.accounts.player(hall.request()) is None
        response = await hall.accounts.join(hall.request(), Response(), id_)
        assert hall.accounts.player(hall.request()) == Person("phone", "Ann")
        hall.take(response)
        newcomer = hall.keys.device(hall.request())
        assert newcomer is not None
        assert newcomer.who != "phone"
        hall.cookies.pop(COOKIE)
        again = await hall.accounts.join(hall.request("tablet"), Response(), id_)
        assert hall.take(again) == {}
        assert hall.accounts.player(hall.request()) == Person("phone", "Ann")
        hall.keys.erased = {"phone"}
        await hall.accounts.join(hall.request("tablet"), Response(), id_)
        assert hall.accounts.player(hall.request()) == Person("tablet", "Ann")

    run_apart(story())


def entrant(number: int, *names: str) -> Any:
    """Somebody on the list."""
    return SimpleNamespace(number=number, players=[SimpleNamespace(name=name) for name in names])


class Day:
    """An event whose first table is two pairs."""

    def __init__(self, *more: Any, **changes: Any) -> None:
        self.entrants = {1: entrant(1, "Ann", "Al"), 2: entrant(2, "Bea", "Bob")}
        self.entrants |= {each.number: each for each in more}
        self.id, self.rounds, self.clock = "day", [1, 2], Clock(2)
        self.seated = self.table()
        self.round = SimpleNamespace(seed="seed", table=lambda _: self.seated)
        vars(self).update(changes)

    def entrant(self, number: int) -> Any:
        """One of the list."""
        return self.entrants[number]

    def table(self, **changes: Any) -> Any:
        """A table with its game before it."""
        told = {"number": 7, "sides": ((1,), (2,)), "dealer": 0, "playing": True}
        return SimpleNamespace(**{**told, "result": None, "void": False, **changes})


def test_who_sits_in_which_chair() -> None:
    day: Any = Day()
    assert online_tables.chairs_of(day, day.table()) == {
        Seat.N: (1, "Ann"),
        Seat.S: (1, "Al"),
        Seat.E: (2, "Bea"),
        Seat.W: (2, "Bob"),
    }
    assert online_tables.key_of(day, 7) == "day/2/7/seed"


@pytest.mark.parametrize(
    ("changes", "waits"),
    [
        ({}, True),
        ({"playing": False}, False),
        ({"result": "10-7"}, False),
        ({"void": True}, False),
        ({"sides": ((1,), (3,))}, False),
    ],
)
def test_which_tables_wait_for_their_game(changes: dict[str, Any], waits: bool) -> None:
    day: Any = Day(entrant(3, "Cat"))
    assert online_tables.waits(day, day.table(**changes)) is waits


def game(time_up: bool = False, result: Any = None, book: str = "national-2025") -> Any:
    """A game under way, or over."""
    return SimpleNamespace(time_up=time_up, result=result, book=load(book))


@pytest.mark.parametrize(
    ("clock", "table", "told"),
    [
        (Clock(2, 60.0, since=10.0), {}, [Timed(70.0, 5.0)]),
        (Clock(2, 60.0, since=10.0), {"bell_at": 70.0}, []),
        (Clock(2, 60.0, since=10.0), {"over": True}, []),
        (Clock(2, 60.0, since=10.0), {"over": True, "bell_at": 9.0}, [Timed(None, 5.0)]),
        (Clock(2, 60.0, since=10.0), {"game": game(time_up=True)}, []),
        (Clock(2, 60.0, since=10.0), {"game": game(result="won")}, []),
        (Clock(2, 60.0, since=10.0), {"game": game()}, [Timed(70.0, 5.0)]),
        (Clock(1, 60.0, since=10.0), {}, []),
        (Clock(1, 60.0, since=10.0), {"bell_at": 70.0}, [Timed(None, 5.0)]),
        (Clock(2, 60.0, rang_at=70.0), {"game": game()}, [rang(5.0)]),
        (Clock(2, 60.0, rang_at=70.0), {"game": game(book="sportcial-league")}, []),
        (Clock(2, 60.0, rang_at=70.0), {"game": None}, []),
        (Clock(2, 60.0, rang_at=70.0), {"game": game(time_up=True)}, []),
        (Clock(2, 60.0, rang_at=70.0), {"game": game(result="won")}, []),
        (Clock(2, 60.0, rang_at=70.0), {"game": game(), "over": True}, []),
        (Clock(1, 60.0, rang_at=70.0), {"game": game()}, []),
    ],
)
def test_what_a_table_is_told_of_the_events_clock(
    clock: Clock, table: dict[str, Any], told: list[Any]
) -> None:
    day: Any = Day(clock=clock)
    at: Any = SimpleNamespace(**{"game": None, "over": False, "bell_at": None, **table})
    assert online_tables.timed(at, day, 5.0) == told


@pytest.mark.parametrize(
    ("named", "dealer", "seat"),
    [
        ("Bob", 0, Seat.W),
        ("Bob", 1, Seat.W),
        ("", 2, Seat.E),
        ("", 1, Seat.N),
        ("Nobody", 0, "by the book"),
    ],
)
def test_who_deals_first(
    monkeypatch: pytest.MonkeyPatch, named: str, dealer: int, seat: Any
) -> None:
    monkeypatch.setattr(online_tables, "TableView", lambda *_: SimpleNamespace(dealer=named))
    monkeypatch.setattr(online_tables, "first_dealer", lambda _: "by the book")
    day: Any = Day()
    table: Any = None
    assert online_tables.dealer_of(table, day, day.table(dealer=dealer)) == seat


@pytest.mark.parametrize(
    ("reason", "winner", "lost"),
    [
        ("points", "NS", None),
        ("game lost", "NS", 1),
        ("game lost", "EW", 0),
        ("game lost", "", None),
    ],
)
def test_a_finished_game_is_a_result(reason: str, winner: str, lost: int | None) -> None:
    day: Any = Day()
    facts = SimpleNamespace(reason=reason, winner=winner, score=(10, 7), last_dealer=Seat.W)
    played: Any = SimpleNamespace(finished=facts)
    found = online_tables.result_of(day, 2, 7, "seed", played)
    assert found == HallResult(2, "seed", 7, 10, 7, lost, 2)


def test_the_events_that_are_played_here() -> None:
    def table(event: str) -> Any:
        return SimpleNamespace(table=SimpleNamespace(opened=SimpleNamespace(event=event)))

    tables = {"a": table("day/2/7/s"), "b": table(""), "c": table("day/2/8/s"), "d": table("x/1")}
    hall: Any = SimpleNamespace(tables=tables, finished=[])
    desk: Any = SimpleNamespace(changed=[])
    assert Online(hall, desk).events == {"event/day", "event/x"}
