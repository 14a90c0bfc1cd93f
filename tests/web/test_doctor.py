"""``rightbower doctor``: faults are planted one by one, and each is found with what to do."""

from __future__ import annotations

import contextlib
import http.server
import json
import os
import resource
import socket
import sqlite3
import sys
import threading
import time
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rightbower.cli import main
from rightbower.office.journals import journal_of
from rightbower.store.journal import Journal
from rightbower.store.restore import back_up, backups
from rightbower.web.common.identity import Keys
from rightbower.web.running.checkup import Finding, SetUp, check_up
from web.serving import free_port, serving

pytestmark = pytest.mark.sqlite

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def here(tmp_path: Path) -> SetUp:
    """A set-up with nothing wrong."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    Keys.of(data)
    with journal_of(data) as journal:
        journal.append("event/a", 0, [b"1", b"2", b"3"])
    back_up(data, data / "backups", keep=3, now=time.time())
    return SetUp(data, free_port())


@pytest.fixture(autouse=True)
def _enough_files() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, before[1]), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def bad(here: SetUp) -> dict[str, Finding]:
    """What has to be put right, by what it is about."""
    return {each.about: each for each in check_up(here) if each.verdict == "bad"}


def test_a_good_set_up_has_nothing_to_be_put_right(
    here: SetUp, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bad(here) == {}
    words = ["doctor", "--data", str(here.data), "--port", str(here.port)]
    assert main(words) == 0
    assert "All is well." in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    found = {each["about"]: each["verdict"] for each in json.loads(capsys.readouterr().out)}
    assert {
        "python",
        "folder",
        "disk",
        "clock",
        "limits",
        "journal",
        "backup",
        "keys",
        "port",
    } <= set(found)


@pytest.mark.parametrize(
    ("files", "verdict"), [(1023, "bad"), (1024, "doubtful"), (4095, "doubtful"), (4096, "good")]
)
def test_how_many_files_are_enough(here: SetUp, files: int, verdict: str) -> None:
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )
    assert {each.about: each.verdict for each in check_up(here)}["limits"] == verdict


def python_is_old(_: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))


def disk_is_full(_: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(10**9, 10**9, 10**6))


def clock_was_set_back(here: SetUp, _: pytest.MonkeyPatch) -> None:
    later = time.time() + 86400
    os.utime(here.data / "rightbower.journal", (later, later))


def few_files(_: SetUp, __: pytest.MonkeyPatch) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))


def everybody_reads_the_secret(here: SetUp, _: pytest.MonkeyPatch) -> None:
    (here.data / "secret").chmod(0o644)


def everybody_reads_the_folder(here: SetUp, _: pytest.MonkeyPatch) -> None:
    here.data.chmod(0o755)


def a_file_is_another_users(here: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid():
        pytest.skip("only root can give a file away")
    os.chown(here.data / "secret", 12345, 12345)


def journal_is_damaged(here: SetUp, _: pytest.MonkeyPatch) -> None:
    path = here.data / "rightbower.journal"
    path.write_bytes(path.read_bytes().replace(b"event/a", b"event/b", 1))


def journal_is_an_older_copy(here: SetUp, _: pytest.MonkeyPatch) -> None:
    path = here.data / "rightbower.journal"
    older = path.read_bytes()
    with Journal(path) as journal:
        journal.append("event/a", 3, [b"4"])
    path.write_bytes(older)


def backup_is_old(here: SetUp, _: pytest.MonkeyPatch) -> None:
    long_ago = time.time() - 5 * 86400
    for path in backups(here.data / "backups"):
        os.utime(path, (long_ago, long_ago))


def backup_is_damaged(here: SetUp, _: pytest.MonkeyPatch) -> None:
    (path,) = backups(here.data / "backups")
    path.write_bytes(path.read_bytes().replace(b"event/a", b"event/b", 1))


def no_backup(here: SetUp, _: pytest.MonkeyPatch) -> None:
    for path in backups(here.data / "backups"):
        path.unlink()


def no_folder(here: SetUp, _: pytest.MonkeyPatch) -> None:
    here.data.rename(here.data.with_name("elsewhere"))


def the_key_is_short(here: SetUp, _: pytest.MonkeyPatch) -> None:
    (here.data / "secret").write_text("abc")


def the_keys_are_not_text(here: SetUp, _: pytest.MonkeyPatch) -> None:
    (here.data / "secret").write_bytes(b"\xff\xfe" * 20)


def the_keys_are_a_folder(here: SetUp, _: pytest.MonkeyPatch) -> None:
    (here.data / "secret").unlink()
    (here.data / "secret").mkdir(mode=0o700)


def journal_is_newer(here: SetUp, _: pytest.MonkeyPatch) -> None:
    with contextlib.closing(sqlite3.connect(here.data / "rightbower.journal")) as connection:
        connection.execute("pragma user_version = 999")


def journal_is_gone(here: SetUp, _: pytest.MonkeyPatch) -> None:
    (here.data / "rightbower.journal").unlink()


def journal_is_somewhere_strange(here: SetUp, _: pytest.MonkeyPatch) -> None:
    (here.data / "journal-address").write_text("ftp://db.example.org/euchre")


def journals_address_is_for_another_program(here: SetUp, _: pytest.MonkeyPatch) -> None:
    (here.data / "journal-address").write_text("host=db.example.org password=sesame")


def disk_fails_under_the_journal(_: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        fault = sqlite3.OperationalError("disk I/O error")
        fault.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
        raise fault

    monkeypatch.setattr("rightbower.store.backup.check_file", fails)


@pytest.mark.parametrize(
    ("plant", "about", "says", "do"),
    [
        (the_key_is_short, "keys", "at least 32 letters", "put the keys"),
        (the_keys_are_not_text, "keys", "cannot be read", "put the keys"),
        (the_keys_are_a_folder, "keys", "cannot be read", "put the keys"),
        (journal_is_newer, "journal", "by a newer Rightbower", "install the newer"),
        (journal_is_gone, "journal", "but there was one", "journal restore"),
        (journal_is_somewhere_strange, "journal", "postgresql://", "set the address right"),
        (journals_address_is_for_another_program, "journal", "not host…", "set the address right"),
        (disk_fails_under_the_journal, "journal", "is the disk full", "look at the disk"),
        (python_is_old, "python", "Python is 3.9.2", "3.11 or newer"),
        (disk_is_full, "disk", "1 MB are free", "make room"),
        (clock_was_set_back, "clock", "files from later", "timedatectl"),
        (few_files, "limits", "256 files", "ulimit -n"),
        (everybody_reads_the_secret, "permissions", "secret can be read", "chmod 600"),
        (everybody_reads_the_folder, "permissions", "data can be read", "chmod 700"),
        (a_file_is_another_users, "owner", "belongs to another user", "chown"),
        (journal_is_damaged, "journal", "is damaged", "journal restore"),
        (journal_is_an_older_copy, "journal", "1 entries that were written", "journal restore"),
        (backup_is_old, "backup", "120 hours old", "journal backup"),
        (backup_is_damaged, "backup", "is damaged", "journal backup"),
        (no_backup, "backup", "there is no backup", "journal backup"),
        (no_folder, "folder", "there is no data folder", "--data"),
    ],
)
def test_a_planted_fault_is_found(
    here: SetUp,
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[SetUp, pytest.MonkeyPatch], None],
    about: str,
    says: str,
    do: str,
) -> None:
    plant(here, monkeypatch)
    found = bad(here)
    assert about in found
    assert says in found[about].says
    assert do in found[about].do
    assert main(["doctor", "--data", str(here.data), "--port", str(here.port)]) == 1


def test_a_port_that_another_program_has_is_found(here: SetUp) -> None:
    with socket.create_server(("127.0.0.1", here.port)):
        found = bad(here)["port"]
    assert f"another program has port {here.port}" in found.says
    assert f"--port {here.port + 1}" in found.do


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("http://127.0.0.1:1", "refused"),
        ("http://no-such-hall.invalid", "its name is not known"),
        ("nonsense", "is not an address"),
    ],
)
def test_an_address_nobody_answers_at_is_found(here: SetUp, address: str, says: str) -> None:
    found = bad(SetUp(here.data, here.port, address))["address"]
    assert says.lower() in found.says.lower()


def test_an_open_hall_answers_at_its_address(here: SetUp) -> None:
    with serving(here.data) as server:
        found = {
            e.about: e
            for e in check_up(SetUp(here.data, server.port, f"http://127.0.0.1:{server.port}"))
        }
        assert found["address"].verdict == "good"
        assert found["journal"].verdict == "good", "also while the hall is open"
        server.stop()


def test_a_hall_that_was_killed_is_told(here: SetUp) -> None:
    (here.data / "hall.door").write_text(json.dumps({"port": here.port, "token": "x"}))
    found = {each.about: each for each in check_up(here)}
    assert "without being closed" in found["hall"].says


def test_keys_that_are_not_there_are_doubtful(here: SetUp) -> None:
    (here.data / "secret").unlink()
    (found,) = [each for each in check_up(here) if each.about == "keys"]
    assert (found.verdict, "phones come in again" in found.do) == ("doubtful", True)
    assert not (here.data / "secret").exists(), "a check makes nothing"


def test_a_port_that_is_not_one_is_said_in_a_sentence(
    here: SetUp, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--data", str(here.data), "--port", "99999"]) != 0
    assert "a port is a number from 1 to 65535" in capsys.readouterr().err


def test_another_program_at_the_address_is_told_in_one_line(here: SetUp) -> None:
    class Elsewhere(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}"
        found = bad(SetUp(here.data, here.port, address))["address"]
        thread.join(20)
    assert "it answers 404, as another program would" in found.says
