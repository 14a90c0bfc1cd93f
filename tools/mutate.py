"""Change every setting of the books and presets, one at a time; a test must notice each change.

Run by ``make mutate``. Each number is raised by one, each choice and each yes or no is made another,
each list and chain of tie-breaks loses a step. The tests that play by the books are run once to see
which settings each of them reads; then every change is tried in a process of its own on the tests
that read the setting, those first that read little else. A change that no test notices survives.
``tests/mutation/dead.toml`` lists the settings that cannot matter, and why. ``make test`` tries a
sample. The exit status is 1 when a change survives.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from mutation.dead import dead  # noqa: E402
from mutation.mutants import Mutant, mutants  # noqa: E402
from mutation.noticing import Noticing  # noqa: E402

WITNESSES = ROOT / "tests" / "mutation" / "witnesses.json"
# The tests that play by a book. Tests of pages, lists and recorded days, which notice every change of
# a text, have no say here.
TESTS = (
    "tests/rules/laws",
    "tests/referee",
    "tests/tournament/events",
    "tests/tournament/league",
    "tests/tournament/schedules",
    *(f"tests/rules/test_{name}.py" for name in ("ceremonies", "deal", "game", "markers", "words")),
    *(f"tests/rules/test_{name}.py" for name in ("game_properties", "properties", "worked_cases")),
    *(f"tests/terminal/test_{name}.py" for name in ("terminal", "terminal_at_table")),
    "tests/players/test_view.py",
    "tests/record/test_record.py",
)


def witnesses() -> dict[str, str]:
    """The test that noticed each mutant in the last whole run."""
    told = json.loads(WITNESSES.read_text("utf-8")) if WITNESSES.exists() else {}
    return {key: nodeid for nodeid, keys in told.items() for key in keys}


def keep(found: Mapping[str, str]) -> None:
    """Write down which test noticed each mutant."""
    told: dict[str, list[str]] = {}
    for key, nodeid in sorted(found.items(), key=lambda each: (each[1], each[0])):
        told.setdefault(nodeid, []).append(key)
    WITNESSES.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")


def kept(args: argparse.Namespace, tried: Sequence[Mutant], noticing: Noticing) -> None:
    """Write down what noticed each, where that was asked for; of those tried nothing older stays."""
    if not args.keep:
        return
    valid = {each.key for each in mutants()} - {each.key for each in tried}
    old = {key: nodeid for key, nodeid in witnesses().items() if key in valid}
    keep(old | noticing.noticed)


def wanted(args: argparse.Namespace) -> list[Mutant]:
    """The mutants asked for, or a sample of them."""
    found = [each for each in mutants() if not each.refused]
    if args.book:
        found = [each for each in found if each.home in args.book]
    if args.topic:
        found = [each for each in found if each.path.split(".")[0] in args.topic]
    if args.path:
        found = [each for each in found if each.path in args.path]
    known = witnesses()
    if args.missing:
        found = [each for each in found if each.key not in known]
    if args.sample:
        found = [each for each in found if each.key in known]
        found = random.Random(args.seed).sample(found, min(args.sample, len(found)))
    return found


def survivors(args: argparse.Namespace, found: Sequence[Mutant]) -> tuple[list[Mutant], Noticing]:
    """Try each mutant; say which are not noticed, and which were listed as dead and are."""
    known = witnesses()
    done = 0
    left: list[Mutant] = []

    def told(mutant: Mutant, nodeid: str) -> None:
        nonlocal done
        done += 1
        if bool(nodeid) == bool(dead(mutant)):
            left.append(mutant)
            said = "noticed, though listed as dead" if nodeid else "survived"
            print(f"{said}: {mutant}", flush=True)
        if not args.sample and done % 50 == 0:
            print(f"{done} of {len(found)} tried, {len(left)} survived", flush=True)
            kept(args, found[:0], noticing)

    sampled = bool(args.sample)
    noticing = Noticing(found, known, told, args.workers, sampled, Path(args.reads), args.patience)
    files = sorted({known[each.key].split("::")[0] for each in found if each.key in known})
    status = pytest.main(
        ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist"]
        + [str(ROOT / each) for each in (files if sampled else TESTS)],
        plugins=[noticing],
    )
    if status not in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit("the tests cannot be collected")
    if noticing.unfit:
        print(f"not asked, because they fail on the true books: {', '.join(noticing.unfit)}")
    return left, noticing


def main() -> int:
    """Try the changes asked for and name those that no test notices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", action="append", default=[], help="only this book or preset")
    parser.add_argument("--topic", action="append", default=[], help="only this topic")
    parser.add_argument("--path", action="append", default=[], help="only this setting")
    parser.add_argument("--missing", action="store_true", help="only what nothing noticed yet")
    parser.add_argument("--sample", type=int, default=0, help="only so many, chosen by chance")
    parser.add_argument("--seed", default="0", help="which sample")
    parser.add_argument("--workers", type=int, default=2, help="how many at a time")
    parser.add_argument("--patience", type=float, default=20, help="seconds of tests for each")
    parser.add_argument("--reads", default=os.devnull, help="where to keep what each test reads")
    parser.add_argument("--keep", action="store_true", help="write down what noticed each")
    args = parser.parse_args()
    found = wanted(args)
    left, noticing = survivors(args, found)
    kept(args, found, noticing)
    print(f"{len(found) - len(left)} of {len(found)} changes were noticed or are known to be dead")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
