"""Keys that are changed while everybody stays signed in, and that all halls have in common."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from rightbower.cli import main
from rightbower.rules.refusal import Refusal
from rightbower.web.common.identity import COOKIE, ENVIRONMENT, Keys, Person
from web.serving import free_port

ANN = Person("ann-0", "Ann")
OLD, NEW = "old-" * 8, "new-" * 8
# How keys are changed, hall by hall: at each step a hall may still be at the step before.
STEPS = (OLD, f"{OLD}\nnext {NEW}", f"{OLD}\n{NEW}")


def person_of(keys: Keys, cookie: str) -> Person | None:
    headers = [(b"cookie", f"{COOKIE}={cookie}".encode())]
    return keys.person(HTTPConnection({"type": "http", "headers": headers}))


@pytest.mark.parametrize("step", [1, 2])
def test_while_halls_change_keys_one_by_one_each_believes_the_other(step: int) -> None:
    one, other = Keys(STEPS[step - 1]), Keys(STEPS[step])
    for signs, reads in ((one, other), (other, one)):
        assert person_of(reads, signs.cookie(ANN)) == ANN
        assert reads.opened(signs.sealed({"a": "b"}, "desk"), "desk") == {"a": "b"}
        assert reads.opened(signs.sealed({"a": "b"}, "desk"), "known") == {}


def test_the_last_key_signs_and_one_that_was_taken_out_is_not_believed() -> None:
    before, after = Keys(STEPS[2]), Keys(NEW)
    assert person_of(after, before.cookie(ANN)) == ANN
    assert person_of(after, Keys(OLD).cookie(ANN)) is None
    assert person_of(Keys(OLD), before.cookie(ANN)) is None


@pytest.mark.parametrize("cookie", ["", "not.ours", Keys(OLD).cookie(ANN), "e30.e30"])
def test_who_asks_with_a_cookie_that_is_not_ours_is_not_held(cookie: str) -> None:
    keys = Keys(NEW)

    def ask() -> weakref.ref[HTTPConnection]:
        asking = HTTPConnection({"type": "http", "headers": []})
        assert person_of(keys, cookie) is None
        assert keys.opened(cookie, "desk") == {}
        return weakref.ref(asking)

    collects = gc.isenabled()
    gc.disable()
    try:
        assert ask()() is None
    finally:
        if collects:
            gc.enable()


def test_codes_on_paper_and_sealed_tables_stay_as_they_are() -> None:
    found = {(keys.code("table 1", 6), keys.derived("sealed tables")) for keys in map(Keys, STEPS)}
    assert len(found) == 1
    assert Keys(NEW).code("table 1", 6) != Keys(OLD).code("table 1", 6)


def test_keys_come_from_the_environment_or_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Keys.of(tmp_path)
    with (tmp_path / "secret").open("a") as file:
        file.write(f"next {NEW}\n")
    assert person_of(Keys.of(tmp_path), Keys(NEW).cookie(ANN)) == ANN
    assert person_of(Keys.of(tmp_path), own.cookie(ANN)) == ANN
    monkeypatch.setenv(ENVIRONMENT, f"{OLD}\n{NEW}\n")
    assert person_of(Keys.of(tmp_path / "another"), Keys(NEW).cookie(ANN)) == ANN
    assert not (tmp_path / "another").exists()


@pytest.mark.parametrize("text", ["", " \n", f"next {NEW}", f" next {NEW} \n"])
def test_what_is_not_a_list_of_keys_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Refusal, match="key"):
        Keys(text)


@pytest.mark.parametrize(
    "kept", [b"", b"abc", b"\xff" * 40, f"{OLD}\nabc".encode(), f"{OLD}next {NEW}".encode()]
)
def test_a_hall_whose_keys_could_be_guessed_says_so_and_does_not_open(
    tmp_path: Path, kept: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret").write_bytes(kept)
    with pytest.raises(Refusal, match="put the keys of this hall back"):
        Keys.of(tmp_path)
    assert main(["hall", "--data", str(tmp_path), "--port", str(free_port())]) == 1
    said = capsys.readouterr()
    assert "is open at" not in said.out
    assert str(tmp_path / "secret") in said.err
