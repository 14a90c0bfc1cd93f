"""The set-up: the lock, the table of dependencies, the Makefile and what goes into the wheel."""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "rightbower"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

LOCKED = re.compile(r"([a-z0-9-]+)==([0-9][0-9a-z.+!]*)(?: ; [^\\]+)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def lock_entries() -> list[list[str]]:
    """Each requirement of the lock: its own line first, then the lines of its hashes."""
    text = (ROOT / "requirements.lock").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    joined = "\n".join(lines).replace(" \\\n", "\0")
    return [[part.strip() for part in entry.split("\0")] for entry in joined.split("\n")]


def locked_versions() -> dict[str, Version]:
    found = {}
    for first, *_ in lock_entries():
        match = LOCKED.fullmatch(first)
        assert match, f"not a pinned requirement: {first}"
        found[match[1]] = Version(match[2])
    return found


def declared() -> list[Requirement]:
    """What pyproject.toml asks for, to run and in each extra; an extra may ask for others of ours."""
    project = PYPROJECT["project"]
    extras = project["optional-dependencies"].values()
    asked = [Requirement(text) for text in chain(project["dependencies"], *extras)]
    return [each for each in asked if each.name != "rightbower"]


def documented() -> set[str]:
    text = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    return {canonicalize_name(name) for name in re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)}


def make_targets() -> set[str]:
    text = (ROOT / "Makefile").read_text("utf-8")
    return set(re.findall(r"^([a-z]+):", text, re.MULTILINE))


def test_lock_says_nothing_of_where_to_fetch_from() -> None:
    text = (ROOT / "requirements.lock").read_text("utf-8").lower()
    for trace in ("http:", "https:", "://", "index-url", "find-links", " @ "):
        assert trace not in text


def test_lock_pins_and_hashes_each_requirement() -> None:
    entries = lock_entries()
    assert entries
    for first, *hashes in entries:
        assert LOCKED.fullmatch(first), first
        assert hashes, f"{first} has no hash"
        assert all(HASH.fullmatch(line) for line in hashes), first


def test_lock_holds_one_version_of_each() -> None:
    names = [entry[0].partition("==")[0] for entry in lock_entries()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("requirement", declared(), ids=str)
def test_dependency_is_locked(requirement: Requirement) -> None:
    version = locked_versions()[canonicalize_name(requirement.name)]
    assert requirement.specifier.contains(version)


def test_table_of_dependencies_is_the_list_in_pyproject() -> None:
    assert documented() == {canonicalize_name(requirement.name) for requirement in declared()}


def test_make_help_names_each_target() -> None:
    phony = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert phony
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert set(re.findall(r"^make ([a-z]+) ", shown, re.MULTILINE)) == set(phony[1].split())
    assert make_targets() == set(phony[1].split())


def test_what_make_runs_can_be_read_by_a_shell() -> None:
    """One target is not run where all is installed already, as here."""
    made = subprocess.run(
        ["make", "--no-print-directory", "-n", "-B", "chromium"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    read = subprocess.run(["sh", "-n"], input=made.stdout, capture_output=True, text=True)
    assert "apt-get install" in made.stdout
    assert (read.returncode, read.stderr) == (0, "")


def test_readme_names_only_targets_there_are() -> None:
    readme = ROOT / "README.md"
    named = set(
        re.findall(r"(?:^\s*(?:\$ )?|`)make ([a-z]+)", readme.read_text("utf-8"), re.MULTILINE)
    )
    assert named <= make_targets()


def test_ci_runs_tests_and_checks() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    lines = script.read_text("utf-8").splitlines()
    assert lines[0].startswith("#!")
    assert "set -euo pipefail" in lines
    assert [line for line in lines if line.startswith("make ")] == ["make test", "make check"]


def test_what_make_runs_keeps_what_python_compiled() -> None:
    shown = subprocess.run(
        ["make", "-s", "--eval", "shown:;@echo $${PYTHONDONTWRITEBYTECODE-kept}", "shown"],
        cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert shown == "kept\n"


@pytest.mark.parametrize("module", PYPROJECT["tool"]["coverage"]["run"]["source_pkgs"])
def test_module_whose_coverage_is_asked_for_is_there(module: str) -> None:
    # A name that matches nothing would be measured as nothing, and pass.
    place = PACKAGE.parent.joinpath(*module.split("."))
    assert place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def test_wheel_holds_the_whole_package(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    files = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files <= packed
    assert {name for name in packed if name.startswith("rightbower/")} <= files


def test_a_test_that_hangs_is_ended(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    assert 0 < float(pytestconfig.getini("timeout")) <= 600
    hanging = tmp_path / "test_hanging.py"
    hanging.write_text("def test_hanging():\n    import time\n    time.sleep(3600)\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "--timeout=1", str(hanging)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == pytest.ExitCode.TESTS_FAILED
    assert "Timeout" in ran.stdout


def test_the_hall_runs_without_the_engines_of_a_federation() -> None:
    code = (
        "import sys; sys.modules.update(asyncpg=None, dask=None)\n"
        "import rightbower.cli.hall, rightbower.web.app\n"
        "from rightbower.store.contract import JournalError\n"
        "from rightbower.office.journals import open_at\n"
        "open_at(sys.argv[1]).close()\n"
        "try: open_at('postgresql://ann:secret@nowhere/hall')\n"
        "except JournalError as fault: print(fault)\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", code, f"{folder}/journal"]
        ran = subprocess.run(command, capture_output=True, text=True, check=True)
    needs = "a journal in PostgreSQL needs asyncpg: pip install 'rightbower[federation]'\n"
    assert ran.stdout == needs


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What git has of this checkout, elsewhere, and nothing that was built."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True
    )
    if listed.returncode:
        pytest.skip("this is no checkout")
    made = tmp_path_factory.mktemp("fresh") / "checkout"
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, made / name)
    return made


def cpu_of_setup(checkout: Path, cache: str | None) -> float:
    """Seconds of CPU that ``make setup`` takes, with uv's packages at hand and the libraries of a cache."""
    uv_cache = subprocess.run(
        [ROOT / ".tools" / "bin" / "uv", "cache", "dir"], capture_output=True, text=True, check=True
    ).stdout.strip()
    libraries = {} if cache is None else {"XDG_CACHE_HOME": cache}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        ["make", "setup"],
        cwd=checkout,
        env={**os.environ, "UV_CACHE_DIR": uv_cache, **libraries},
        capture_output=True,
        text=True,
    )
    if ran.returncode and "No matching distribution" in ran.stderr:
        pytest.skip("nothing can be installed here")
    assert ran.returncode == 0, ran.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(ran.stdout[-400:])
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("git") is None, reason="git is not here")
def test_a_fresh_checkout_is_set_up_in_little_time(fresh: Path, tmp_path: Path) -> None:
    """In CPU time: under 60 seconds where the kernel's library is built, under 20 where a cache has it."""
    built = cpu_of_setup(fresh, str(tmp_path))
    assert list((tmp_path / "rightbower").glob("kernel-*")), "it was built and kept"
    shutil.rmtree(fresh / ".venv")
    shutil.rmtree(fresh / ".tools")
    for library in (fresh / "src").rglob("kernel-*.*"):
        library.unlink()
    cached = cpu_of_setup(fresh, str(tmp_path))
    print(f"set up with {built:.1f} s of CPU, {cached:.1f} with the library from the cache")
    assert list((fresh / "src").rglob("kernel-*.*"))
    assert built < 60
    assert cached < 20
