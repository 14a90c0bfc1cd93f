"""A sample of what ``make mutate`` does: changed settings are noticed by the tests that noticed them before."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import convert

from mutation.dead import Dead, holds, listed
from mutation.mutants import kind_of, mutants
from rightbower.rules.book import load, names
from rightbower.tournament.events.presets import PRESETS

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = 24


def test_a_sample_of_changed_settings_is_noticed() -> None:
    """Another sample each day; the message says which."""
    seed = datetime.now(UTC).date().isoformat()
    command = [sys.executable, "tools/mutate.py", "--sample", str(SAMPLE), "--seed", seed]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, f"{ran.stdout}{ran.stderr}\nseed {seed}: run make mutate"
    assert f"{SAMPLE} of {SAMPLE} changes were noticed" in ran.stdout


def test_every_setting_of_every_book_and_preset_is_changed() -> None:
    changed = {(each.home, each.path) for each in mutants()}
    assert changed >= {(name, path) for name in names() for path in load(name).paths()}
    assert changed >= {(name, path) for name, each in PRESETS.items() for path in each.changes}


def test_changes_are_values_that_the_setting_can_have() -> None:
    for each in mutants():
        assert each.after != each.before
        assert convert(each.after, kind_of(each.path), strict=True) == each.after


@pytest.mark.parametrize("each", listed(), ids=lambda each: each.reason)
def test_what_shuts_a_dead_setting_out_is_so(each: Dead) -> None:
    assert each.because or each.check
    for name in each.books:
        assert holds(each, name), f"{name}: {each.because} does not hold"
        assert set(each.settings) <= set(load(name).paths())
