"""PINs and those who make events: what a PIN is like, how it is guessed, whom it lets in."""

from __future__ import annotations

import hashlib
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from rightbower.office.workers import Asker
from rightbower.store.claims import done
from rightbower.store.limits import Limit, OwnLimits
from rightbower.web import notes as note_facts
from rightbower.web.common.refusal import Refused
from rightbower.web.notes import Notes, PinSet
from rightbower.web.state import (
    access,
    accounts,
    creation,
    pins,
)
from web.apart import run_apart
from web.asking import Door, asking, given


@pytest.mark.parametrize(
    ("pin", "shortest", "says"),
    [
        ("1234", 4, ""),
        ("123456789012", 4, ""),
        ("123", 4, "A PIN is four to twelve digits."),
        ("1234567890123", 4, "A PIN is four to twelve digits."),
        ("12a4", 4, "A PIN is four to twelve digits."),
        ("", 4, "A PIN is four to twelve digits."),
        ("", 6, "A PIN is four to twelve digits."),
        ("12345", 6, "On a public hall a PIN has at least 6 digits."),
        ("123456", 6, ""),
    ],
)
def test_what_can_be_a_pin(pin: str, shortest: int, says: str) -> None:
    if not says:
        pins.fit_pin(pin, shortest)
        return
    with pytest.raises(Refused) as refused:
        pins.fit_pin(pin, shortest)
    assert refused.value.reason == says


def test_a_pin_is_kept_with_a_salt_of_its_own() -> None:
    one, other = pins.new_pin("1234"), pins.new_pin("1234")
    assert one.salt != other.salt
    assert one.hashed == pins.hashed_pin("1234", one.salt) != other.hashed
    scrypt = hashlib.scrypt(b"1234", salt=bytes.fromhex(one.salt), n=2**14, r=8, p=1)
    assert one.hashed == scrypt.hex()
    with pytest.raises(Refused):
        pins.new_pin("12")


def test_a_browser_remembers_the_desks_it_was_let_in_to() -> None:
    pin = PinSet("salt", "hash")
    request = asking()
    assert not access.directs(request, "event/a", pin)
    assert not pins.knows(request, "event/a")
    held = given(access.let_in(request, Response(), "event/a", pin))
    assert set(held) == {"rightbower-desk", "rightbower-known"}
    back = asking(**held)
    assert access.desks_of(back) == {"event/a": "salt"}
    assert access.directs(back, "event/a", pin)
    assert not access.directs(back, "event/a", PinSet("other", "hash"))
    assert not access.directs(back, "event/a", None)
    assert not access.directs(back, "event/b", pin)
    assert pins.knows(back, "event/a")
    assert not pins.knows(back, "event/b")
    only_known = asking(rightbower_known=held["rightbower-known"])
    assert pins.knows(only_known, "event/a")
    assert access.desks_of(only_known) == {}


def test_a_browser_has_room_for_so_many_desks_and_the_latest_stands_last() -> None:
    held = {str(number): "old" for number in range(access.MOST_DESKS)}
    assert list(access._latest(held, "3", "new")) == [*"012", *map(str, range(4, 12)), "3"]
    assert access._latest(held, "3", "new")["3"] == "new"
    assert list(access._latest(held, "x", "new")) == [*map(str, range(1, 12)), "x"]


class Counted(OwnLimits):
    """Limits that note what is counted and forgotten; they allow what they are told to."""

    def __init__(self, allow: bool = True) -> None:
        super().__init__()
        self.allow, self.noted = allow, list[tuple[str, ...]]()

    def take(self, *limits: Limit) -> Any:
        self.noted.append(("take", *(each.key for each in limits)))
        return super().take(*limits) if self.allow else done(False)

    def forget(self, limit: Limit) -> Any:
        self.noted.append(("forget", limit.key))
        return super().forget(limit)


class AtOnce:
    """Workers that work at once; for whom is noted."""

    def __init__(self) -> None:
        self.keys: list[tuple[str, str]] = []

    def __call__(self, name: str) -> Any:
        async def work(act: Any, *args: Any, asker: Asker) -> Any:
            self.keys.append((name, asker.place))
            return act(*args)

        return SimpleNamespace(run=work)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> AtOnce:
    """Workers that work at once, with hashes that cost nothing."""
    found = AtOnce()
    monkeypatch.setattr(pins, "pool", found)
    monkeypatch.setattr(accounts, "pool", found)
    monkeypatch.setattr(pins, "hashed_pin", lambda pin, salt: f"{salt}:{pin}")
    monkeypatch.setattr(accounts, "hashed", lambda passphrase: f"kept {passphrase}")
    monkeypatch.setattr(accounts, "is_right", lambda kept, passphrase: kept == f"kept {passphrase}")
    return found


def test_guesses_of_a_pin_are_counted_and_a_right_one_forgets_ones_own(workers: AtOnce) -> None:
    limits = Counted()
    guesses, kept = pins.Guesses(limits), PinSet("salt", "salt:1234")

    async def story() -> None:
        assert not await guesses.right(asking(who="ann"), kept, "9999", "event/a")
        assert await guesses.right(asking(), kept, "1234", "event/a")
        known = given(access.let_in(asking(), Response(), "event/a", kept))
        assert not await guesses.right(asking(**known), kept, "9999", "event/a")

    run_apart(story())
    others = ("PIN of event/a: address 192.0.2.7", "PIN of event/a")
    own = "PIN of event/a: device 192.0.2.7"
    assert limits.noted == [
        ("take", "PIN of event/a: device ann", *others),
        ("take", own, *others),
        ("forget", own),
        ("take", own),
    ]
    assert workers.keys == [("secrets", "192.0.2.7")] * 3
    kept_too = run_apart(pins.chosen_pin("4321", Asker(place="a place")))
    assert kept_too.hashed == f"{kept_too.salt}:4321"
    assert workers.keys[-1] == ("secrets", "a place")


def test_too_many_guesses_are_not_even_looked_at(workers: AtOnce) -> None:
    guesses = pins.Guesses(Counted(allow=False))
    with pytest.raises(Refused, match=r"^Too many wrong PINs\. Wait a minute, then try again\.$"):
        run_apart(guesses.right(asking(), PinSet("s", "s:1"), "1", "event/a"))
    assert workers.keys == []


class Maker:
    """Somebody who makes events: who it is, and what is left to them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **told: Any) -> None:
        self.request = asking(told.get("place", "192.0.2.7"))
        self.request.app.state.public = told.get("public", False)
        self.made, self.at_home = (Door(True, told.get("left", True)) for _ in range(2))
        desk = SimpleNamespace(made=self.made, made_at_home=self.at_home)
        self.request.app.state.desk = desk
        who: Any = None
        if "organizer" in told:
            account = SimpleNamespace(organizer=told["organizer"], name="Ann")
            who = SimpleNamespace(id="ann", account=account)
        monkeypatch.setattr(creation, "signed_in", lambda _: who)
        monkeypatch.setattr(creation, "is_owner", lambda _: told.get("owner", False))
        self.opened = list[Any]()
        self.opening: Any = SimpleNamespace(opened=self.opened.append)

    def make(self, pin: str = "", opening: bool = True) -> str:
        """Make something; how it is refused."""
        try:
            run_apart(
                creation.may_make(self.request, "events", self.opening if opening else None, pin)
            )
        except Refused as refused:
            return refused.reason
        return ""


FOUR = "A PIN is four to twelve digits."
SIX = "On a public hall a PIN has at least 6 digits."
NOT_HERE = "On this hall its organizers make events. Sign in as one of them first."
MANY = "You have made many events. Wait a few minutes, then make another."


@pytest.mark.parametrize(
    ("told", "pin", "says"),
    [
        ({}, "1234", ""),
        ({}, "", FOUR),
        ({}, "12", FOUR),
        ({"organizer": False}, "", ""),
        ({"organizer": False}, "12", FOUR),
        ({"public": True}, "123456", NOT_HERE),
        ({"public": True, "organizer": False}, "", NOT_HERE),
        ({"public": True, "organizer": True}, "", ""),
        ({"public": True, "organizer": True}, "1234", SIX),
        ({"public": True, "owner": True}, "123456", ""),
        ({"public": True, "owner": True}, "1234", SIX),
        ({"left": False}, "1234", MANY),
        ({"left": False, "owner": True}, "1234", ""),
        ({"left": False, "place": "127.0.0.1"}, "1234", MANY),
    ],
)
def test_who_may_make_events_and_how_many(
    monkeypatch: pytest.MonkeyPatch, told: dict[str, Any], pin: str, says: str
) -> None:
    maker = Maker(monkeypatch, **told)
    assert maker.make(pin) == says
    assert maker.opened == ([] if says == NOT_HERE else [()])
    counted = says in ("", MANY) and not told.get("owner")
    at_home = told.get("place") == "127.0.0.1"
    assert (len(maker.made.asked), len(maker.at_home.asked)) == (
        int(counted and not at_home),
        int(counted and at_home),
    )


def test_what_is_made_without_a_form_needs_no_pin(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = Maker(monkeypatch)
    assert maker.make(opening=False) == ""
    assert maker.make("12", opening=False) == FOUR


def test_what_lets_the_maker_in(monkeypatch: pytest.MonkeyPatch, workers: AtOnce) -> None:
    named = note_facts.DirectorNamed("ann", "Ann")

    def keys(pin: str, **told: Any) -> Any:
        return run_apart(creation.keys_of(Maker(monkeypatch, **told).request, pin))

    assert keys("", organizer=False) == (None, [named])
    pin, facts = keys("1234", organizer=False)
    assert facts == [pin, named]
    pin, facts = keys("1234")
    assert facts == [pin]
    assert isinstance(pin, PinSet)
    for words, told, says in (("", {}, FOUR), ("1234", {"public": True}, SIX)):
        with pytest.raises(Refused) as refused:
            keys(words, **told)
        assert refused.value.reason == says
    assert workers.keys == [("secrets", "192.0.2.7")] * 2


def desk_with(notes: Notes) -> Request:
    """A browser at a desk that keeps these notes."""
    request = asking()
    request.app.state.desk = SimpleNamespace(notes=lambda _: notes)
    return request


def test_who_may_direct(monkeypatch: pytest.MonkeyPatch) -> None:
    pin = PinSet("salt", "hash")
    signed: Any = SimpleNamespace(id="ann")
    monkeypatch.setattr(access, "signed_in", lambda _: signed)
    assert not access.may_direct(desk_with(Notes(pin=pin)), "event/a")
    assert access.may_direct(desk_with(Notes(pin=pin, directors=frozenset({"ann"}))), "event/a")
    assert not access.may_direct(desk_with(Notes(directors=frozenset({"bob"}))), "event/a")
    monkeypatch.setattr(access, "signed_in", lambda _: None)
    assert not access.may_direct(desk_with(Notes(directors=frozenset({"ann"}))), "event/a")
    monkeypatch.setattr(access, "directs", lambda *_: True)
    assert access.may_direct(desk_with(Notes()), "event/a")


@pytest.mark.parametrize(
    ("method", "back"), [("GET", "/events/a/desk/x"), ("POST", "/events/a/desk")]
)
def test_who_is_asked_for_the_pin_is_led_back(method: str, back: str) -> None:
    request = asking(path="/events/a/desk/x")
    request.scope["method"] = method
    found = run_apart(access.ask_pin(request, access.AskPin("/events/a")))
    assert found.status_code == 303
    assert found.headers["location"] == f"/events/a/pin?back={back}"
