"""How the kernel starts: not before it is asked for, from its cache, and never from an old one."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rightbower.players.kernel import build, compiled, library, measure
from rightbower.players.kernel.deals import _deal_out
from rightbower.rules.refusal import Refusal

ENTRY = """
import sys
import numpy as np
from rightbower.players.kernel.compiled import entry, part

@part
def doubled(number):
    return 2 * number

@entry("int64(int64, float64, boolean, int16[:, ::1])")
def twice(number, share, add, rows):
    rows[1, 2] = doubled(number)
    return rows[1, 2] + int(share) if add else rows[1, 2]

rows = np.zeros((2, 3), np.int16)
print(twice(21, 0.5, False, rows), twice(21, 1.5, True, rows), rows.tolist(), "numba" in sys.modules)
"""
TOLD = "42 43 [[0, 0, 0], [0, 0, 42]]"
# What Numba compiles of a file of its own, no library has.
by_numba = pytest.mark.parametrize("kernel", ["numba"], indirect=True)


def run(*arguments: str, folder: Path | None = None, **environment: str) -> str:
    """What Python prints, in a process of its own."""
    told = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={**os.environ, **environment},
    )
    return told.stdout + told.stderr


def test_nothing_loads_the_compiler_before_it_is_needed() -> None:
    code = (
        "import sys, rightbower, rightbower.cli, rightbower.players; print('numba' in sys.modules)"
    )
    assert run("-c", code).strip() == "False"


@by_numba
def test_a_compiled_function_is_kept_and_an_old_one_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(ENTRY)
    folder = tmp_path / "kept"
    kept = {"NUMBA_CACHE_DIR": str(folder)}
    assert run("double.py", folder=tmp_path, **kept).strip() == f"{TOLD} True"
    assert run("double.py", folder=tmp_path, **kept).strip() == f"{TOLD} False"
    (first,) = folder.iterdir()
    (tmp_path / "double.py").write_text(ENTRY.replace("2 * number", "number + number + 1"))
    assert run("double.py", folder=tmp_path, **kept).startswith("43 44 ")
    (second,) = folder.iterdir()
    assert first.name != second.name


@by_numba
def test_where_no_folder_can_be_written_it_still_runs(tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(ENTRY)
    (tmp_path / "file").touch()
    nowhere = {"NUMBA_CACHE_DIR": str(tmp_path / "file" / "below")}
    for _ in range(2):
        assert run("double.py", folder=tmp_path, **nowhere).strip() == f"{TOLD} True"


def test_arrays_of_another_make_are_refused() -> None:
    rows = np.zeros((4, 2), np.int64)
    fine = [rows.astype(np.uint8).repeat(12, axis=1)]
    _deal_out(1, 0, *fine)
    for wrong in (rows, fine[0][0], fine[0][:, ::2], [[0] * 24]):
        with pytest.raises(TypeError, match="an array"):
            _deal_out(1, 0, wrong)
    fine[0].flags.writeable = False
    with pytest.raises(TypeError, match="may be written to"):
        _deal_out(1, 0, *fine)


def test_the_kernel_once_compiled_starts_without_the_compiler() -> None:
    code = (
        "import sys; from rightbower.rules.book import load; from rightbower.players import player;"
        "from rightbower.players.kernel.deals import play_deals; from rightbower.players.kernel.measure import random_positions; from rightbower.players.kernel.search import solve_tricks;"
        "play_deals(load('standard'), 1, 1); solve_tricks(random_positions(1));"
        "print('numba' in sys.modules)"
    )
    run("-c", code)
    assert run("-c", code).strip() == "False"


DIGITS = """
import hashlib, sys
from rightbower.rules.book import load
from rightbower.players.kernel.deals import play_deals
from rightbower.players.kernel.measure import random_positions, worlds_of_a_leader
from rightbower.players.kernel.playouts import play_out
from rightbower.players.kernel.search import move_values, solve_kinds, solve_tricks
made = hashlib.sha256()
for book in ("standard", "national-2025", "alberta-55plus"):
    made.update(play_deals(load(book), 20_000, 7).tobytes())
for lone in (False, True):
    given = random_positions(500, lone)
    for each in (solve_tricks(given), solve_kinds(given), play_out(given, 20, 3)):
        made.update(each.tobytes())
made.update(move_values(worlds_of_a_leader(50)).counts.tobytes())
print(made.hexdigest(), "numba" in sys.modules, "llvmlite" in sys.modules)
"""


def test_every_level_of_the_library_gives_the_digits_of_numba(kernel: str) -> None:
    found = library.opened()
    if kernel == "numba" or found is None:
        pytest.skip("the library is asked")
    told = {each: run("-c", DIGITS, RIGHTBOWER_KERNEL=each) for each in library.levels_of(found)}
    digits, *_ = run("-c", DIGITS, RIGHTBOWER_KERNEL="numba").split()
    assert {each.split()[0] for each in told.values()} == {digits}
    assert {tuple(each.split()[1:]) for each in told.values()} == {("False", "False")}


def test_a_level_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    if library.opened() is None:
        pytest.skip("no library was built")
    monkeypatch.setenv(library.ASKED_FOR, "x86-64-v9")
    with pytest.raises(Refusal, match=r"RIGHTBOWER_KERNEL can be .*numba here, not 'x86-64-v9'"):
        library.address(_deal_out.function)


def test_a_library_of_other_sources_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = library.file_name()
    monkeypatch.setattr(library, "HERE", tmp_path)
    (tmp_path / "play.py").write_text("# changed")
    library.fingerprint.cache_clear()
    try:
        assert library.file_name() != before
        (tmp_path / before).write_bytes(b"")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        library.opened.cache_clear()
        assert library.opened() is None
        # nor one that the system cannot open
        (tmp_path / library.file_name()).write_bytes(b"no library")
        library.opened.cache_clear()
        assert library.opened() is None
    finally:
        library.fingerprint.cache_clear()
        library.opened.cache_clear()


def test_building_takes_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = build.here()
    if system is None:
        pytest.skip("no library is built for this system")
    monkeypatch.setattr(library, "HERE", tmp_path / "kernel")
    monkeypatch.setattr(library, "fingerprint", lambda: "0123")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "kernel").mkdir()
    (tmp_path / "rightbower").mkdir()
    older = tmp_path / "kernel" / system.file_name.replace("0123", "9876")
    older.write_bytes(b"older")
    (tmp_path / "rightbower" / system.file_name).write_bytes(b"saved")
    monkeypatch.setattr(build, "whole", Path.is_file)
    assert "copied from" in build.make_ready()
    (made,) = (tmp_path / "kernel").iterdir()
    assert (made.name, made.read_bytes()) == (system.file_name, b"saved")
    assert build.make_ready() == "The fast kernel is there."


def test_a_checkout_that_was_set_up_runs_on_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    if build.here() is None or build.own_linker() is None:
        pytest.skip("no library can be linked here")
    monkeypatch.delenv(library.ASKED_FOR, raising=False)
    assert library.opened() is not None, "make setup builds the library of these sources"
    for step in build.STEPS.values():
        importlib.import_module(f"{build.__package__}.{step}")
    here = [each for each in compiled.ENTRIES if each.function.__module__.startswith("rightbower.")]
    assert len(here) > 20
    assert all(library.address(each.function) for each in here)


def test_a_library_that_cannot_be_opened_is_none(tmp_path: Path) -> None:
    if not (linker := build.own_linker()):
        pytest.skip("nothing links here")
    assert not build.whole(tmp_path / "nothing.so")
    (tmp_path / "text.so").write_bytes(b"no library")
    assert not build.whole(tmp_path / "text.so")
    source = tmp_path / "lacking.c"
    source.write_text("int elsewhere(void); int here(void) { return elsewhere(); }")
    linked = subprocess.run(
        [*linker, "-o", str(tmp_path / "lacking.so"), str(source)], capture_output=True, check=False
    )
    assert linked.returncode != 0, "what is missing is noticed when it is linked"


def test_a_library_for_every_system_has_every_entry() -> None:
    assert len({each.tag for each in build.SYSTEMS}) == len(build.SYSTEMS) == 6
    for each in build.SYSTEMS:
        assert each.machine in library.LEVELS
        assert each.file_name.split("-", 2)[2].startswith(f"{each.system}-{each.machine}.")


def test_the_figures_are_measured() -> None:
    figures = measure.random_deals(0.0) | measure.solves(0.0) | measure.sampling(0.0)
    assert {"random_deals_per_s", "exact_solves_per_s", "class_solves_per_s"} <= set(figures)
    assert all(figure > 0 for figure in figures.values())


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell")
def test_a_million_deals_leave_no_memory_behind() -> None:
    assert measure.memory_growth(1_000_000) < 4 << 20
