"""Who is known at a hall: the same hands, passphrases, browsers, and the people of nights before."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rightbower.web.common.proxies import Front
from rightbower.web.common.refusal import Refused
from rightbower.web.desk import checkin as names
from rightbower.web.state import (
    accounts,
    creation,
)
from rightbower.web.state.desk import MANY_DEVICES, MOST_REMEMBERED, ResultSenders
from web.asking import asking

GAME = ("day", 1, 2)


def test_one_device_or_one_address_of_few_is_the_same_hand() -> None:
    seen = ResultSenders()
    assert not seen.same_sender(GAME, "a", "phone"), "nothing was entered"
    seen.entered(GAME, 0, "a", "one")
    assert seen.same_sender(GAME, "b", "one")
    assert seen.same_sender(GAME, "a", "two")
    assert not seen.same_sender(GAME, "b", "two")
    assert not seen.same_sender(("day", 1, 3), "a", "one")
    seen.entered(GAME, 0, "c", "three")
    assert not seen.same_sender(GAME, "b", "one")


def test_an_address_of_many_devices_says_nothing() -> None:
    seen = ResultSenders()
    seen.entered(GAME, 0, "a", "d0")
    for number in range(1, MANY_DEVICES):
        seen.note_device("a", f"d{number}")
        seen.note_device("a", f"d{number}")
    assert not seen.is_shared("a")
    assert seen.same_sender(GAME, "a", "d1")
    seen.note_device("a", "one more")
    assert seen.is_shared("a")
    assert not seen.same_sender(GAME, "a", "d1")
    assert seen.same_sender(GAME, "a", "d0")
    for number in range(50):
        seen.note_device("a", f"e{number}")
    assert len(seen._devices["a"]) == MANY_DEVICES + 1


def test_the_oldest_is_forgotten_first() -> None:
    seen = ResultSenders()
    for number in range(MOST_REMEMBERED):
        seen.entered(("day", 1, number), 0, f"p{number}", "d")
    seen.entered(("day", 1, 0), 0, "p0", "d")
    assert (len(seen._entered), len(seen._devices)) == (MOST_REMEMBERED, MOST_REMEMBERED)
    seen.entered(("day", 2, 0), 0, "new", "d")
    assert (len(seen._entered), len(seen._devices)) == (MOST_REMEMBERED, MOST_REMEMBERED)
    assert ("day", 1, 1) not in seen._entered
    assert ("day", 1, 0) in seen._entered
    assert "p0" not in seen._devices


@pytest.mark.parametrize(
    ("name", "passphrase", "says"),
    [
        ("", "four plain words", "Write a name."),
        ("Ann", "123456789", "A passphrase has at least 10 letters: four plain words are good."),
        ("Ann", "abcde12345" * 20, ""),
        (
            "Ann",
            "abcde12345" * 20 + "x",
            "A passphrase has at least 10 letters: four plain words are good.",
        ),
        ("Ann", "abcdeabcde", ""),
        ("Ann", "abcdabcdab", "too easy"),
        ("Annabelle Lee", "ANNABELLE lee", "too easy"),
        ("Abcde", "abcdeABCDE", "too easy"),
        ("Ann", "four plain words", ""),
    ],
)
def test_what_a_passphrase_has_to_be_like(name: str, passphrase: str, says: str) -> None:
    if not says:
        accounts._long_enough(name, passphrase)
        return
    with pytest.raises(Refused) as refused:
        accounts._long_enough(name, passphrase)
    assert says in refused.value.reason


def test_a_passphrase_is_kept_hashed_and_a_name_that_nobody_has_is_never_right() -> None:
    kept = accounts.hashed("four plain words")
    assert kept.startswith("$argon2")
    assert accounts.is_right(kept, "four plain words")
    assert not accounts.is_right(kept, "five plain words")
    assert not accounts.is_right("", "four plain words")


@pytest.mark.parametrize(
    ("agent", "word"),
    [
        ("Mozilla (iPhone; CPU)", "iPhone"),
        ("Mozilla (Linux; Android 14)", "Android"),
        ("Mozilla (X11; Linux)", "Linux"),
        ("curl", "a browser"),
        ("", "a browser"),
    ],
)
def test_a_browser_in_a_word(agent: str, word: str) -> None:
    request = asking()
    request.scope["headers"].append((b"user-agent", agent.encode()))
    assert accounts._browser(request) == word


def evening(id_: str, date: str, unit: str = "pair", finished: bool = True) -> Any:
    """A night of the hall."""
    return SimpleNamespace(id=id_, date=date, unit=unit, finished=finished)


def coming(started: bool = False) -> Any:
    """An event for which people are looked for."""
    plan = SimpleNamespace(entering=SimpleNamespace(unit="pair"))
    return SimpleNamespace(id="now", started=started, date="2026-05-01", plan=plan)


def test_the_night_before_is_the_latest_of_the_same_kind_but_not_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nights = [
        evening("old", "2026-01-01"),
        evening("last", "2026-04-01"),
        evening("alone", "2026-04-02", unit="player"),
        evening("open", "2026-04-03", finished=False),
        evening("now", "2026-05-01"),
        evening("later", "2026-06-01"),
    ]
    history: Any = SimpleNamespace(evenings=nights)
    monkeypatch.setattr(names, "known_people", lambda _: history)
    assert names.night_before(asking(), coming()) is nights[1]
    assert names.night_before(asking(), coming(started=True)) is None
    monkeypatch.setattr(names, "known_people", lambda _: None)
    assert names.night_before(asking(), coming()) is None


def test_who_of_a_night_is_not_on_the_list_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [("Ann", "Al"), ("Bea", "Bob"), ("Cat",), ("Erased player 3", "Dot"), ("Eve", "Ed")]
    monkeypatch.setattr(names, "pairs_of", lambda _: pairs)

    def entrant(state: str, *names: str) -> Any:
        return SimpleNamespace(state=state, players=[SimpleNamespace(name=n) for n in names])

    event: Any = SimpleNamespace(
        entrants=[entrant("here", "Bob", "Zoe"), entrant("removed", "Eve"), entrant("out", "CAT")]
    )
    night: Any = None
    assert names.not_listed(night, event) == ["Ann & Al", "Eve & Ed"]


@pytest.mark.parametrize(
    ("public", "is_owner", "directs", "knows"),
    [
        (False, False, False, True),
        (True, False, False, False),
        (True, True, False, True),
        (True, False, True, True),
    ],
)
def test_who_knows_the_people_of_the_hall(
    monkeypatch: pytest.MonkeyPatch, public: bool, is_owner: bool, directs: bool, knows: bool
) -> None:
    def may_direct(_: Any, stream: str) -> bool:
        assert stream == "club/club"
        return directs

    monkeypatch.setattr(names, "is_owner", lambda _: is_owner)
    monkeypatch.setattr(names, "may_direct", may_direct)
    request = asking()
    request.app.state.public = public
    books = SimpleNamespace(club=lambda: "the book")
    request.app.state.desk = SimpleNamespace(books=books)
    found: Any = names.known_people(request)
    assert found == ("the book" if knows else None)


@pytest.mark.parametrize(
    ("place", "public", "proxies", "home"),
    [
        ("127.0.0.1", False, [], True),
        ("::1", False, [], True),
        ("192.0.2.7", False, [], False),
        ("127.0.0.1", True, [], False),
        ("127.0.0.1", False, ["10.0.0.9"], False),
    ],
)
def test_who_sits_at_the_machine_of_the_hall(
    place: str, public: bool, proxies: list[str], home: bool
) -> None:
    request = asking(place)
    request.app.state.public, request.app.state.front = public, Front.of(proxies)
    assert creation.at_home(request) is home
