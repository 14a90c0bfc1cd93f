"""A light base: what runs with msgspec alone, and the one sentence where an extra is missing."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from rightbower.rules.extras import EXTRAS, MissingExtra, missing, needs

ROOT = Path(__file__).resolve().parent.parent
PARQUET = "deals.parquet"

# As where nothing but msgspec is installed: whatever Python itself does not bring is not there.
BARE = """
import importlib.util, sys
class Bare:
    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        if first in sys.stdlib_module_names or first in ("rightbower", "msgspec"):
            return None
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Bare())
found = importlib.util.find_spec
def find_spec(name, package=None):
    try: return found(name, package)
    except ModuleNotFoundError: return None
importlib.util.find_spec = find_spec
for name in list(sys.modules):
    first = name.partition(".")[0]
    if first not in sys.stdlib_module_names and first != "__main__": sys.modules.pop(name)
"""

BASE = """
import rightbower as rb

# rules, a game, plain players
game = rb.start_game("standard", "S").shuffle(7)
assert game.why_not("E pass")
while game.deal is not None:
    seen = rb.view(game)
    for name in ("random", "beginner", "club", "league"):
        assert rb.player(name)(seen) in seen.legal
    game = game.play(rb.player("league")(seen))
print(rb.load("alberta-55plus").clause("score.lone_march"))

# records and EGN
assert rb.replay(rb.read_record(rb.write_record(game))) == game
assert rb.read_egn(rb.write_egn(game))

# a match of plain players, one after another
print(rb.match("club", "beginner", deals=4, workers=1))

# the referee
from rightbower.cli import main
assert main(["ruling", "alberta-55plus", "revoke", "--json"]) in (0, 1)

# an event, from the first name to the prizes
assert main(["event", "demo", "charity-day", "--data", DATA]) == 0
assert main(["event", "standings", "--data", DATA, "--plain"]) == 0
"""

WANTED = {
    "rb.solve_tricks": "the fast kernel needs numpy: pip install 'rightbower[study]'",
    "rb.player('expert')": "a player who thinks needs numpy: pip install 'rightbower[study]'",
    "rb.advise": "study needs numpy: pip install 'rightbower[study]'",
    "rb.random_deals(5)": "the fast kernel needs numpy: pip install 'rightbower[study]'",
}

# Where [study] is installed and nothing else is.
STUDY_WANTED = {
    "import rightbower.study.environments.gym": (
        "an environment of Gymnasium or PettingZoo needs gymnasium:"
        " pip install 'rightbower[environments]'"
    ),
    f"rb.random_deals(5).to_parquet({PARQUET!r})": (
        "Parquet needs pyarrow: pip install 'rightbower[parquet]'"
    ),
    "rb.random_deals(5).to_pandas()": "a data frame needs the package pandas: pip install pandas",
}

COMMANDS = {
    "hall": "rightbower hall: the hall needs starlette: pip install 'rightbower[hall]'",
    "play": "rightbower play: the table in a terminal needs rich: pip install 'rightbower[terminal]'",
    "bench": "rightbower bench: this needs numpy: pip install 'rightbower[study]'",
}


def bare(code: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Run a program where only the base is installed, and what else is named."""
    there = ", ".join(map(repr, ("rightbower", "msgspec", *more)))
    without = BARE.replace('("rightbower", "msgspec")', f"({there})")
    return subprocess.run([sys.executable, "-c", without + code], capture_output=True, text=True)


def test_the_base_runs_with_msgspec_alone(tmp_path: Path) -> None:
    ran = bare(f"DATA = {str(tmp_path)!r}\n{BASE}")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("A01-8.4\n")
    assert "Place" in ran.stdout


def test_a_missing_extra_is_named_in_one_sentence(tmp_path: Path) -> None:
    tried = "".join(f"try: {call}\nexcept rb.Refusal as fault: print(fault)\n" for call in WANTED)
    ran = bare(f"import rightbower as rb\n{tried}")
    assert ran.stdout.splitlines() == list(WANTED.values()), ran.stderr


def test_what_study_alone_lacks_is_named_too() -> None:
    tried = "".join(
        f"try: {call}\nexcept rb.Refusal as fault: print(fault)\n" for call in STUDY_WANTED
    )
    ran = bare(f"import rightbower as rb\n{tried}", "numpy")
    assert ran.stdout.splitlines() == list(STUDY_WANTED.values()), ran.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_which_extra_it_needs(command: str, tmp_path: Path) -> None:
    ran = bare(f"import sys\nfrom rightbower.cli import main\nsys.exit(main([{command!r}]))")
    assert (ran.returncode, ran.stderr) == (1, f"{COMMANDS[command]}\n")


def test_each_package_is_in_the_extra_that_is_named() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
    brings = {"dask": "distributed"}
    for package, extra in EXTRAS.items():
        wanted = brings.get(package, package)
        assert any(each.startswith(wanted) for each in extras[extra]), package
    assert set(extras) - set(EXTRAS.values()) == {"all", "dev"}


def test_what_is_installed_is_not_missed() -> None:
    for package in EXTRAS:
        if find_spec(package):
            needs("this", package)
    fault = missing("this", "numpy")
    assert isinstance(fault, ImportError | ValueError)
    assert isinstance(fault, MissingExtra)
