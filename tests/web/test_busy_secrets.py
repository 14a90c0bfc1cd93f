"""Many who sign in at once, and a hall that has no time for it: right words are never held against anybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from starlette.requests import ClientDisconnect
from starlette.testclient import TestClient

from rightbower.office.workers import Asker, Busy, Workers, pool
from rightbower.store.accounts import AccountEntry, AccountMade, account_id
from rightbower.store.limits import Limit, OwnLimits, Rate
from rightbower.web.app import make_app
from rightbower.web.common import allowance
from rightbower.web.common.allowance import Guessing
from rightbower.web.common.refusal import Refused
from rightbower.web.state import accounts, pins
from rightbower.web.state.accounts import PLACE_GUESSES
from rightbower.web.state.pins import DESK_GUESSES, OWN_GUESSES
from web.at_desk import PIN, Director, says
from web.test_quotas import visitor

WORDS = "four plain words here"
FULL = "The hall has a lot to do just now. Try again in a moment."


def no_time(*_: Any, **__: Any) -> Any:
    """A pool that is full."""
    raise Busy(FULL)


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Say whether what hashes secrets has no time."""

    def say(full: bool) -> None:
        if full:
            monkeypatch.setattr(Workers, "run", no_time)
        else:
            monkeypatch.undo()

    return say


def test_a_busy_hall_says_so_and_counts_nothing(
    client: TestClient, busy: Callable[[bool], None], caplog: pytest.LogCaptureFixture
) -> None:
    director = Director(client, "alberta-pairs")
    page = f"/events/{director.id}/pin"
    stranger = visitor(client, "10.0.0.5")
    stranger.post("/account", data={"do": "make", "name": "Ann", "passphrase": WORDS})
    stranger.post("/account", data={"do": "out"})
    signing_in = {"name": "Ann", "passphrase": WORDS}
    many = int(max(OWN_GUESSES.at_once, DESK_GUESSES.at_once, PLACE_GUESSES.at_once)) + 5
    busy(True)
    with caplog.at_level(logging.WARNING):
        for who, where, form in (
            (client, page, {"pin": PIN}),
            (visitor(client, "10.0.0.6"), page, {"pin": PIN}),
            (visitor(client, "10.0.0.7"), "/account", signing_in),
            (
                visitor(client, "10.0.0.8"),
                "/account",
                {"do": "make", "name": "Bob", "passphrase": WORDS},
            ),
        ):
            for _ in range(many):
                answer = who.post(where, data=form)
                assert (answer.status_code, FULL in says(answer.text)) == (503, True)
        cash = client.get(f"/events/{director.id}/desk/money/cash.pdf")
        assert (cash.status_code, cash.headers["retry-after"]) == (503, "1")
        assert FULL in says(cash.text)
        director.do("check-in", "look", names="Ann Lee")
        assert (director.status, "Ann Lee" in director.text) == (503, True), "and loses nothing"
    assert not [each for each in caplog.records if each.exc_info]
    busy(False)
    desk: Any = client.app.state.desk  # type: ignore[attr-defined]  # a Starlette
    kinds = [type(note.fact).__name__ for note in desk.all_notes(f"event/{director.id}")]
    assert "WrongPin" not in kinds
    for address in ("127.0.0.1", "10.0.0.6"):
        assert "/desk" in visitor(client, address).post(page, data={"pin": PIN}).url.path
    assert visitor(client, "10.0.0.7").post("/account", data=signing_in).status_code == 200
    made = visitor(client, "10.0.0.8").post(
        "/account", data={"do": "make", "name": "Bob", "passphrase": WORDS}
    )
    assert made.status_code == 200


@pytest.mark.parametrize("with_cookies", [False, True])
def test_a_club_night_signs_in_at_once(
    tmp_path: Path, with_cookies: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve people with their passphrases and two dozen helpers with the PIN, all on one wifi."""
    # Slow hashing is not what is tested: as in a worker, others go on meanwhile.
    monkeypatch.setattr(accounts, "hashed", "kept {}".format)
    monkeypatch.setattr(accounts, "is_right", lambda kept, words: kept == f"kept {words}")
    monkeypatch.setattr(pins, "hashed_pin", lambda pin, salt: f"{salt} {pin}")
    under_way, most = 0, 0

    async def run(_pool: Workers, work: Any, *args: Any, **_options: Any) -> Any:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        for _ in range(50):
            await asyncio.sleep(0)
        under_way -= 1
        return work(*args)

    monkeypatch.setattr(Workers, "run", run)
    app = make_app(tmp_path)
    from_wifi = httpx2.ASGITransport(app=app, client=("10.0.0.5", 5000))
    browser = partial(httpx2.AsyncClient, transport=from_wifi, base_url="http://localhost")

    async def opened(page: str, form: dict[str, str]) -> int:
        async with browser() as one:
            if with_cookies:
                await one.get("/")
            return (await one.post(page, data=form)).status_code

    async def story() -> tuple[list[int], list[int]]:
        async with app.router.lifespan_context(app), browser() as one:
            form = {"preset": "alberta-pairs", "name": "Day", "date": "2026-05-30", "pin": PIN}
            made = await one.post("/events/new", data=form)
            page = made.headers["location"].replace("/desk", "/pin")
            for number in range(12):
                words = AccountMade(f"Ann {number}", f"kept {WORDS}")
                entry = AccountEntry(1.0, f"Ann {number}", words)
                await app.state.accounts.store.open(account_id(f"Ann {number}"), entry)
            signing_in = [
                opened("/account", {"name": f"Ann {number}", "passphrase": WORDS})
                for number in range(12)
            ]
            helping = [opened(page, {"pin": PIN}) for _ in range(24)]
            answers = await asyncio.gather(*signing_in, *helping)
            return answers[:12], answers[12:]

    signed_in, let_in = asyncio.run(story())
    assert signed_in == [303] * 12
    assert let_in == [303] * 24
    assert most > 12, "they came at once"


def test_a_dozen_strangers_of_one_wifi_have_room_in_the_pool() -> None:
    secrets = pool.__wrapped__("secrets")
    secrets._started = True
    wifi = Asker(place="10.0.0.5")
    for _ in range(12 + 24):
        secrets._put(b"", wifi, None)


def test_of_guesses_made_at_once_no_more_than_may_be_wrong_are_tried() -> None:
    limits, rate = OwnLimits(), Rate(5, 1e-9)
    tried: list[bool] = []

    async def guess(right: bool) -> str:
        async def look() -> bool:
            tried.append(right)
            for _ in range(20):
                await asyncio.sleep(0)
            return right

        try:
            return str(await guessing.right(look, "Too many.", Limit("PIN", rate)))
        except Refused as refused:
            return refused.reason

    async def all_of(*rights: bool) -> list[str]:
        return await asyncio.gather(*(guess(right) for right in rights))

    guessing = Guessing(limits)
    assert asyncio.run(all_of(*[True] * 24)) == ["True"] * 24
    tried.clear()
    said = asyncio.run(all_of(*[True] * 10, *[False] * 30))
    assert said == ["True"] * 10 + ["False"] * 5 + ["Too many."] * 25
    assert tried.count(False) == 5
    assert asyncio.run(all_of(True)) == ["Too many."], "now nobody may guess"
    assert guessing._under_way == {}


def guessed_at_once(
    names: int, each: int, gone: Callable[[], bool] = bool
) -> tuple[list[str], int]:
    """What many who guess wrong at the same moment are told, and how many of them were looked at."""
    looked = 0

    async def look() -> bool:
        nonlocal looked
        looked += 1
        await asyncio.sleep(0.001)
        return False

    async def guess(name: int, late: int) -> str:
        for _ in range(late):
            await asyncio.sleep(0)
        counted = Limit(f"name {name}", Rate(5, 1e-9)), Limit("address", Rate(12, 1e-9))
        try:
            return str(await guessing.right(look, "Too many.", *counted, gone=gone))
        except (Refused, Busy) as refused:
            return str(refused)
        except ClientDisconnect:
            return "gone"

    async def story() -> list[str]:
        many = [
            asyncio.ensure_future(guess(name, late))
            for name in range(names)
            for late in range(each)
        ]
        ended, waits = await asyncio.wait(many, timeout=5)
        for each_ in waits:
            each_.cancel()
        return [each.result() for each in ended] + ["never"] * len(waits)

    guessing = Guessing(OwnLimits())
    said = asyncio.run(story())
    assert (guessing._under_way, guessing._lines) == ({}, {})
    return said, looked


@pytest.mark.parametrize("names", [1, 3])
def test_hundreds_who_guess_at_once_are_all_answered(names: int) -> None:
    said, looked = guessed_at_once(names, 120 // names)
    assert said.count("never") == 0
    assert looked == said.count("False") == (5 if names == 1 else 12)
    assert said.count("Too many.") == 120 - looked


def test_who_hangs_up_is_not_waited_for_and_nothing_is_counted() -> None:
    said, looked = guessed_at_once(1, 40, gone=lambda: True)
    assert (said, looked) == (["gone"] * 40, 0)


def test_who_waits_for_the_guesses_of_others_is_told_when_it_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "LONGEST_WAIT", 0.05)
    over = asyncio.Event()

    async def story() -> list[str]:
        async def slow() -> bool:
            await over.wait()
            return False

        def guess() -> asyncio.Task[bool]:
            return asyncio.ensure_future(
                guessing.right(slow, "Too many.", Limit("name", Rate(1, 1e-9)))
            )

        guessing, first = Guessing(OwnLimits()), None
        many = [guess() for _ in range(4)]
        await asyncio.sleep(0.3)
        first = [each.done() for each in many]
        over.set()
        said = await asyncio.gather(*many, return_exceptions=True)
        assert first == [False, True, True, True]
        return [str(each) for each in said]

    assert asyncio.run(story()) == ["False", FULL, FULL, FULL]


def test_one_device_and_one_address_spend_only_their_own_guesses(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(_: Workers, work: Any, *args: Any, asker: Asker) -> Any:
        return f"kept {args[0]}" if work is accounts.hashed else args == (f"kept {WORDS}", WORDS)

    monkeypatch.setattr(Workers, "run", run)
    ann = {"name": "Ann", "passphrase": WORDS}
    visitor(client, "10.0.0.5").post("/account", data={"do": "make", **ann})
    for address in range(3):
        for _ in range(4):
            guesser = visitor(client, f"10.0.1.{address}")
            for _ in range(8):
                said = guesser.post("/account", data={**ann, "passphrase": "four other words"})
        assert accounts.TOO_MANY in says(said.text)
    fresh = visitor(client, "10.0.0.6").post("/account", data=ann)
    assert "Where you are signed in" in says(fresh.text), "a new device elsewhere is let in"
    monkeypatch.setattr(accounts, "ADDRESSES", Rate(2, 1e-9))
    said_to = [
        says(
            visitor(client, f"10.0.2.{address}")
            .post("/account", data={**ann, "passphrase": "four other words"})
            .text
        )
        for address in range(4)
    ]
    assert sum(accounts.WRONG in each for each in said_to) == 2, "very many addresses are too many"


def test_an_address_never_uses_up_the_wrong_pins_of_all(client: TestClient) -> None:
    assert pins.PLACE_GUESSES.at_once <= pins.DESK_GUESSES.at_once * 2 / 3
    assert pins.PLACE_GUESSES.per_second <= pins.DESK_GUESSES.per_second / 2
    director = Director(client, "alberta-pairs")
    page = f"/events/{director.id}/pin"
    for _ in range(4):
        guesser = visitor(client, "10.0.0.5")
        for _ in range(8):
            guesser.post(page, data={"pin": "0000"})
    assert "Too many wrong PINs" in says(guesser.post(page, data={"pin": PIN}).text)
    assert "/desk" in visitor(client, "10.0.0.6").post(page, data={"pin": PIN}).url.path


def test_a_refusal_that_no_page_expects_is_no_fault_of_ours(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuses(_: object) -> None:
        raise Refused("not today")

    monkeypatch.setattr("rightbower.web.study.rulings.names", refuses, raising=False)
    monkeypatch.setattr("rightbower.web.hall.front_pages.in_short", refuses)
    client.app.state.desk.events = SimpleNamespace(readable=lambda: refuses(None))  # type: ignore[attr-defined]
    with caplog.at_level(logging.WARNING):
        answer = client.get("/events")
    assert (answer.status_code, "Not today." in says(answer.text)) == (422, True)
    assert not caplog.records


def test_invented_names_from_one_address_do_not_give_a_blocked_one_its_guesses_back(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    async def run(_: Workers, work: Any, *args: Any, asker: Asker) -> Any:
        looked.append(asker.place)
        return "kept" if work is accounts.hashed else False

    monkeypatch.setattr(Workers, "run", run)
    guesser, other = visitor(client, "10.0.0.5"), visitor(client, "10.0.0.6")
    guess = {"name": "Ann", "passphrase": "four other words"}
    many = int(accounts.OTHER_GUESSES.at_once)
    said = [says(guesser.post("/account", data=guess).text) for _ in range(many + 1)]
    assert sum(accounts.WRONG in each for each in said) == many
    for number in range(int(PLACE_GUESSES.at_once) + 20):
        guesser.post("/account", data={**guess, "name": f"Invented {number}"})
    assert looked.count("10.0.0.5") <= PLACE_GUESSES.at_once + 2
    assert accounts.TOO_MANY in says(guesser.post("/account", data=guess).text)
    assert accounts.WRONG in says(other.post("/account", data=guess).text), "of another address"
    bob = {"name": "Bob", "passphrase": WORDS}
    assert accounts.WRONG in says(other.post("/account", data=bob).text), "others may still try"
