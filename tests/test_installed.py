"""The wheel in an empty environment: the hall opens, serves, and stops, also as unit and container run it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
UV = ROOT / ".tools" / "bin" / "uv"
NOBODY = 65534
IDLE_MEGABYTES = 220  # an idle hall, with all its processes
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
# What a container does to the system it runs in: nothing can be written but /tmp and the data.
SEALED = (
    "mount --bind {data} {data} && mount --bind {cache} {cache} &&"
    " mount -o remount,bind,ro / && mount -t tmpfs tmpfs /tmp &&"
    " exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs {words}"
)


def pythons() -> Iterator[str]:
    """This Python, or the system's where nobody else may use this one."""
    yield str(Path(sys.executable).resolve())
    yield "/usr/bin/python3"


def usable_by_all(python: str) -> bool:
    """Whether any user can run this Python, and it is new enough."""
    code = "import sys; sys.exit(sys.version_info < (3, 11))"
    try:
        who = {"user": NOBODY, "group": NOBODY} if IS_ROOT else {}
        ran = subprocess.run([python, "-c", code], capture_output=True, cwd="/", **who)  # type: ignore[call-overload]
    except OSError:
        return False
    return bool(ran.returncode == 0)


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A folder that every user can look into."""
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="rightbower-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(scope="module")
def installed(home: Path) -> Path:
    """An environment that holds the wheel and what a hall needs, and nothing else; its folder."""
    return environment(home, "rightbower", "hall")


def environment(home: Path, name: str, extra: str) -> Path:
    """An empty environment into which the wheel is installed with an extra; its folder."""
    if not UV.exists():
        pytest.skip("uv is not here: make setup")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(home / "dist")],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = (home / "dist").glob("*.whl")
    python = next((each for each in pythons() if usable_by_all(each)), sys.executable)
    made = home / name
    subprocess.run([str(UV), "venv", "-q", "--python", python, str(made)], check=True)
    install = [str(UV), "pip", "install", "-q", "--python", str(made / "bin" / "python")]
    install += ["--constraint", str(ROOT / "requirements.lock")]
    install += [f"rightbower[{extra}] @ {wheel.as_uri()}"]
    for more in ([], ["--offline"]):
        ran = subprocess.run([*install, *more], capture_output=True, text=True)
        if ran.returncode == 0:
            return made
    pytest.skip(f"the wheel's dependencies cannot be had here: {ran.stderr[-200:]}")


def megabytes(made: Path) -> float:
    """What is installed, as it is unpacked: without what Python compiles of it."""
    (packages,) = made.glob("lib/python*/site-packages")
    files = [each for each in packages.rglob("*") if "__pycache__" not in each.parts]
    return sum(each.stat().st_size for each in files if each.is_file()) / 1_000_000


def resident(process: int) -> float:
    """The memory of a process and of those that it started, in megabytes."""
    told = Path(f"/proc/{process}/status").read_text()
    below = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    (own,) = re.findall(r"VmRSS:\s+(\d+) kB", told)
    return int(own) / 1024 + sum(resident(int(each)) for each in below)


@pytest.mark.parametrize(("extra", "most"), [("", 12), ("study", 90)])
def test_the_base_and_study_are_light(home: Path, extra: str, most: int) -> None:
    made = environment(home, f"light{extra}", extra)
    assert megabytes(made) < most
    code = "import rightbower as rb; print(rb.player('league')(rb.view(rb.start_game('standard', 'S').shuffle(7))))"
    if extra and list(made.glob("lib/python*/site-packages/rightbower/players/kernel/kernel-*")):
        code += "; print(len(rb.play_deals('standard', 9, 1))); import sys; print('numba' in sys.modules)"
    ran = subprocess.run([made / "bin" / "python", "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert not list(made.glob("lib/python*/site-packages/numba"))


def test_the_hall_is_light(installed: Path) -> None:
    assert megabytes(installed) < 140


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def asked(port: int, path: str) -> tuple[int, str]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


@contextlib.contextmanager
def owned(home: Path, name: str) -> Iterator[Path]:
    """A folder that belongs to whoever runs the hall."""
    folder = home / name
    folder.mkdir(mode=0o700)
    if IS_ROOT:
        os.chown(folder, NOBODY, NOBODY)
    yield folder
    shutil.rmtree(folder)


def serves_and_stops(process: subprocess.Popen[str], port: int, data: Path) -> None:
    """Wait for the hall, look at pages, ask it to stop."""
    try:
        for _ in range(1200):
            assert process.poll() is None, process.communicate()[1]
            with contextlib.suppress(OSError):
                if asked(port, "/readyz")[0] in (200, 503):
                    break
            time.sleep(0.05)
        assert asked(port, "/healthz") == (200, "ok\n")
        for path in ("/", "/rules", "/events", "/static/style.css", "/puzzles"):
            assert asked(port, path)[0] == 200, path
        assert "Rightbower" in asked(port, "/")[1]
        if Path(f"/proc/{process.pid}/task").exists():
            assert resident(process.pid) < IDLE_MEGABYTES
    finally:
        process.terminate()
        _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    assert "Traceback" not in said
    assert not (data / "hall.door").exists()
    assert not (data / "rightbower.journal-wal").exists()


def started(words: list[str], environment: dict[str, str], nobody: bool) -> subprocess.Popen[str]:
    who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if nobody else {}
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        words,
        env=environment,
        cwd="/",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        umask=0o077,
        **who,
    )


def test_the_wheel_alone_opens_a_hall(installed: Path, home: Path) -> None:
    command = str(installed / "bin" / "rightbower")
    ran = subprocess.run([command, "--version"], env={}, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("rightbower ")
    with owned(home, "alone") as data:
        port = free_port()
        words = [command, "hall", "--port", str(port), "--data", str(data), "--backup-hours", "0"]
        serves_and_stops(started(words, {}, IS_ROOT), port, data)


def service(installed: Path) -> str:
    """The unit, for where the test has installed the wheel."""
    text = (DEPLOY / "rightbower.service").read_text()
    assert "/opt/rightbower/bin/rightbower" in text
    return text.replace("/opt/rightbower", str(installed))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_understands_the_unit(installed: Path, tmp_path: Path) -> None:
    unit = tmp_path / "rightbower.service"
    unit.write_text(service(installed))
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True
    )
    ours = [line for line in ran.stderr.splitlines() if "rightbower" in line]
    assert ours == []


def test_what_the_unit_runs_serves_and_stops(installed: Path, home: Path) -> None:
    text = service(installed)
    (command,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    set_ = dict(re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE))
    assert re.search("^DynamicUser=yes$", text, re.MULTILINE)
    port = free_port()
    with owned(home, "state") as data, owned(home, "cache") as cache:
        set_ |= {"RIGHTBOWER_DATA": str(data), "NUMBA_CACHE_DIR": str(cache)}
        words = [str(port) if word == "8000" else word for word in shlex.split(command)]
        serves_and_stops(started(words, set_, IS_ROOT), port, data)
        assert {path.stat().st_mode & 0o077 for path in data.iterdir()} == {0}


def container() -> tuple[list[str], dict[str, str]]:
    """What the container runs, and with which environment."""
    text = (DEPLOY / "Containerfile").read_text()
    (entry,) = re.findall(r"^ENTRYPOINT (\[.*\])$", text, re.MULTILINE)
    (variables,) = re.findall(r"^ENV (.*)$", text, re.MULTILINE)
    assert re.search(r"^USER 65534:65534$", text, re.MULTILINE), "it runs as nobody"
    return json.loads(entry), dict(each.split("=") for each in variables.split())


def test_what_the_container_runs_needs_no_rights_and_writes_nothing(
    installed: Path, home: Path
) -> None:
    """As nobody, on a system that cannot be written; the image itself needs a container engine."""
    entry, set_ = container()
    tried = ["unshare", "-m", "sh", "-c", "mount -o remount,bind,ro / && ! touch /x 2>/dev/null"]
    if not IS_ROOT or shutil.which("unshare") is None or subprocess.run(tried).returncode:
        pytest.skip("the system cannot be made read-only here")
    port = free_port()
    with owned(home, "data") as data, owned(home, "volume") as cache:
        set_ |= {"RIGHTBOWER_DATA": str(data), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        words = [
            entry[0].replace("/opt/rightbower", str(installed)),
            *entry[1:],
            "--port",
            str(port),
        ]
        sealed = SEALED.format(data=data, cache=cache, words=shlex.join(words))
        process = started(["unshare", "-m", "sh", "-c", sealed], set_, nobody=False)
        serves_and_stops(process, port, data)
        assert all(path.stat().st_uid == NOBODY for path in data.iterdir())


def test_the_image_can_be_built(installed: Path) -> None:
    """Where a container engine is there and runs."""
    engine = next((each for each in ("docker", "podman") if shutil.which(each)), "")
    if not engine or subprocess.run([engine, "info"], capture_output=True).returncode:
        pytest.skip("no container engine runs here")
    words = [engine, "build", "-f", "deploy/Containerfile", "-t", "rightbower-test", "."]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    if "TLS" in ran.stderr or "lookup" in ran.stderr or "timeout" in ran.stderr:
        pytest.skip("the base image cannot be fetched here")
    assert ran.returncode == 0, ran.stderr[-2000:]
