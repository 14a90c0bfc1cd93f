"""Lines typed at the terminal, and what each of them printed as it was written down.

``python tests/cli/commands/typed_lines.py`` writes it down anew; look at what has changed before you keep it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import datetime, tzinfo
from importlib import import_module
from pathlib import Path
from typing import Final
from unittest import mock

from rightbower.cli import COMMANDS

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[2]
NOW: Final = 1_790_000_000.0
CLUB: Final = str(ROOT / "examples" / "our-club.toml")
GAME: Final = str(ROOT / "tests" / "record" / "games" / "charity-social.txt")
NATIONAL: Final = str(ROOT / "tests" / "record" / "games" / "national-bells.txt")
UNFINISHED: Final = str(ROOT / "tests" / "record" / "games" / "standard-unfinished.txt")
HOUSE: Final = str(ROOT / "tests" / "record" / "games" / "house-sheet.txt")
EGN: Final = str(ROOT / "tests" / "record" / "games" / "five-up.egn")
HANDS: Final = '--north "JH AH KS QS 9C" --east "JD KH AS TS TC" --south "QH TH JS 9S JC" --west "9H AD KD QD AC"'
HAND: Final = '--dealer S --turn-up 9H --seat W --hand "JH AH KS QS 9C" --worlds 40'

# Loaded here once: a command is otherwise loaded when it is first typed.
MODULES: Final = {command: import_module(f"rightbower.cli.{command}") for command in COMMANDS}
LINES: Final[Mapping[str, tuple[str, ...]]] = {
    "nothing": ("",),
    "chart": (
        "chart --seat 1 --round 1",
        "chart --seat dealer --round 2 --book A01",
        "chart --seat 2 --turn-up TH --book national-2025",
        f"chart --seat 3 --round 2 --book {CLUB}",
        "chart --weakest --seat 1",
        "chart --weakest --seat 2 --turn-up AH",
        "chart --weakest --seat 3 --round 2",
        f"chart --compare {CLUB} --book standard",
        "chart --compare standard",
        "chart --compare standard --book provincial-55plus",
        'chart --hand "JH 9H AS KC 9C" --turn-up TH --seat 2 --worlds 40',
        'chart --hand "JH 9H AS KC 9C" --turn-up TH --seat 4 --round 2 --worlds 40 --score 9-8',
        "chart --card HOME/card.pdf --plot HOME/plot.svg",
        "chart --card HOME/other.pdf --paper A4 --book A01",
        "chart --score 3-5",
        'chart --hand "JH 9H AS KC 9C" --seat 2',
        'chart --hand "JH 9H AS KC 9C" --turn-up TH',
        'chart --hand "JH 9H AS KC 9C" --turn-up TH --seat 2 --worlds 0',
        'chart --hand "JH 9H AS KC 9C" --turn-up TH --seat 2 --worlds 100001',
    ),
    "puzzle": (
        "puzzle 3",
        "puzzle 14",
        "puzzle 4999",
        "puzzle 99999",
        "puzzle 0",
        "puzzle -1",
        "puzzle --list",
        "puzzle 3 --theme discards",
        "puzzle --theme juggling",
        "puzzle 14 --choose juggle",
        "puzzle 14 --choose 9H",
        'puzzle 14 --choose "bury TS"',
        'puzzle 14 --choose "bury KS"',
        "puzzle",
        "puzzle --theme discards --level easy --book standard",
    ),
    "solve": (
        f"solve {HANDS} --trump hearts --leader N --maker N",
        f"solve {HANDS} --trump hearts --leader E --maker N --alone --json",
        f"solve {HANDS} --trump spades --leader S --maker W",
        f"solve {HANDS} --trump hearts --leader S --maker N --alone",
        f"solve {HANDS.replace('9C', 'AH')} --trump hearts --leader S --maker N",
        f"solve {HANDS.replace(' 9C', '')} --trump hearts --leader S --maker N",
        f"solve {HANDS} --trump stars --leader S --maker N",
    ),
    "advise": (
        f"advise {HAND}",
        f"advise {HAND} --json --score 9-8",
        f'advise {HAND} --done "W order, W AH, N 9C" --book A01',
        f'advise {HAND} --done "W pass, N pass, E pass, S turn down" --score 2-8',
        f"advise {HAND} --book {CLUB}",
        f"advise {HAND.replace('40', '0')}",
        f"advise {HAND.replace('40', '100001')}",
    ),
    "simulate": (
        "simulate --games 6 --workers 1 --seed 3",
        "simulate --games 1 --workers 1 --ns beginner --ew league --book A01 --seed 4",
        "simulate --games 4 --workers 1 --seed 3 --json",
    ),
    "match": (
        "match club beginner --deals 12 --workers 1 --seed 3",
        "match club beginner --deals 12 --workers 1 --seed 3 --json --keep-turn-up --book standard",
    ),
    "fair": (
        "fair SEED FINGERPRINT",
        "fair SEED FINGERPRINT --deal 2",
        "fair SEED FINGERPRINT --deal 2 --salt a --salt b --salt c --salt d",
        "fair SEED FINGERPRINT --deal 1 --salt a --version 3",
        "fair SEED 00",
    ),
    "replay": (
        f"replay {GAME}",
        f"replay {NATIONAL}",
        f"replay {UNFINISHED}",
        f"replay {HOUSE}",
        f"replay {EGN}",
        f"replay {EGN} --book standard --json",
        f"replay {GAME} --book standard",
        f"replay {GAME} --export-egn HOME/game.egn --export-record HOME/game.txt --json",
        "replay HOME/game.egn --json",
        "replay HOME/nowhere",
        f"replay {CLUB}",
    ),
    "review": (
        f"review {UNFINISHED} --worlds 3",
        f"review {UNFINISHED} {UNFINISHED} --worlds 3 --workers 1 --egn HOME/marked",
        f"review {UNFINISHED} --worlds 3 --egn HOME/marked.egn --json",
        f"review {UNFINISHED} HOME/marked.egn --worlds 2 --workers 1",
        f"review {UNFINISHED} HOME/marked.egn --worlds 2 --workers 1 --json",
        f"review {UNFINISHED} {CLUB} --worlds 2",
        f"review {CLUB} --worlds 2",
        f"review {UNFINISHED} --worlds 0",
        f"review {UNFINISHED} --worlds 100001",
    ),
    "rules": (
        "rules",
        "rules standard score.march",
        "rules standard score.march --json",
        "rules standard laws.follow_suit --plain",
        "rules A01 X-33 --plain",
        "rules A01 G-4 --plain",
        "rules standard juggling",
        f"rules compare standard {CLUB}",
        f"rules compare {CLUB} charity-social --plain",
        f"rules compare {CLUB} {CLUB}",
        "rules compare standard",
    ),
    "ruling": (
        "ruling standard",
        "ruling A01 revoke --json",
        "ruling A01 renege --json --before next-trick",
        "ruling A01 card --json",
        "ruling A01 juggling",
        "ruling A01 revoke --before next-trick --after next-trick",
        "ruling --json",
        "ruling A01 --json",
    ),
    "event": (
        "event demo charity-day --tables 2 --rounds 2 --seed x --quick",
        "event demo national-progressive --tables 2 --rounds 1 --seed y",
        "event demo alberta-pairs --tables 1",
        "event demo alberta-pairs --tables 251",
        "event list",
        "event list --json",
        "event list --plain",
        "event standings -e demo-charity-day-1",
        "event standings -e demo-charity-day-1 --plain",
        "event presets --plain",
        "event standings",
        'event new charity-day --name "Elm night" --date 2026-05-30 --rounds 2',
        'event new charity-day --name "Elm night" --date 2026-05-30 --json --id elm-json',
        "event seat",
        "event entrants import HOME/names.csv --preview -e elm-night",
        "event entrants import HOME/names.csv -e elm-night",
        "event entrants import HOME/doubled.csv -e elm-night",
        "event entrants import HOME/faults.csv -e elm-night",
        "event entrants import HOME/commas.csv -e elm-night",
        'event entrants import HOME/commas.csv --commas "last name first" -e elm-night',
        "event entrants import HOME/quoted.csv -e elm-night",
        'event entrants import HOME/quoted.csv --commas "last name first" -e elm-night --preview',
        "event entrants import HOME/strange.csv -e elm-night --preview",
        "event entrants import HOME/strange.csv -e elm-night",
        "event entrants import HOME/strange.csv --columns name -e elm-night --json",
        "event entrants import HOME/shared.csv -e elm-night --preview",
        "event entrants import HOME/shared.csv -e elm-night",
        "event entrants import HOME/both.csv -e elm-night",
        "event clock watch -e elm-night",
        "event -e elm-night entrants check in 1 2 3 4 --by Zoe",
        "event -e elm-night entrants check in 1 --json",
        "event -e elm-night standings --plain",
        "event -e elm-night entrants no show 5 6 7 8",
        "event -e elm-night seat --seed x --json",
        "event -e elm-night result 1:9-5 2:4-4",
        "event -e elm-night result 1 9-5",
        "event -e elm-night undo --json",
        "event -e elm-night log --plain",
        'event copy "Elm night again" --date 2026-06-30 --people -e elm-night',
        'event copy "Elm night" --date 2026-06-30 -e elm-night --json',
        'event copy "Elm night" --date 2026-06-30 -e elm-night --id given',
        "event list --plain",
        "event -e elm-night export json HOME/elm.json",
        "event import HOME/elm.json --as elm-9",
        "event import HOME/elm.json",
        "event -e elm-night export csv - --table entrants",
        "event -e elm-night print",
        "event -e elm-night print sign-in --output HOME/papers/door.pdf",
        "event -e elm-night print sign-in --output HOME/door.pdf --json",
        "event juggle",
        "event clock",
        "event -e nowhere standings",
        "event standings -e",
        "event standings --event",
        "event demo charity-day --tables 2 --rounds 1 --seed z --quick",
    ),
    "league": (
        "league demo --teams 4 --seed 5 --weeks 3",
        "league list",
        "league table demo --plain",
        "league copy demo 'Another season' --rosters",
        "league copy demo 'Another season'",
        "league list --plain",
        "league players-from another-season HOME/roster.csv --preview",
        "league players-from another-season HOME/roster.csv",
        "league players-from another-season HOME/faulty.csv",
        "league players-from another-season HOME/names.csv",
        "league table",
        "league open third 'Third league'",
        "league table third",
        "league table",
        "league table third --json",
        "league players-from third HOME/teams.txt",
    ),
    "club": (
        "club open 'Elm Street Euchre'",
        "club list --plain",
        "club people-from HOME/names.csv",
        "club people --plain",
        "club export csv - --table people",
    ),
    "journal": (
        "journal list --data HOME/data --plain",
        "journal list --data HOME/data --json",
        "journal check --data HOME/data",
        "journal backup HOME/backup --data HOME/data",
        "journal check HOME/backup",
        "journal list --data HOME/nothing",
        "journal check --data HOME/nothing",
        "journal copy HOME/backup HOME/copied",
        "journal copy HOME/nowhere HOME/other",
        "journal rescue HOME/backup HOME/rescued",
        "journal restore HOME/backup --data HOME/data",
        "journal restore HOME/names.csv --data HOME/data",
    ),
}
FILES: Final = {
    "names.csv": "Name,Partner\nAnn Lee,\nBob Ray,\nCid Orr,\nDot Fry,\n",
    "doubled.csv": "Name\nAnn Lee\nEve Fox\n",
    "commas.csv": "Name\nLee, Gwen\nRay, Hal\n",
    "quoted.csv": '"Lee, Gwen"\n"Ray, Hal"\n',
    "faults.csv": "Name,Number\nAnn Lee,x\nNew Name,\n",
    "strange.csv": "Who,Shoe\nGus Poe,9\nIda Poe,8\n",
    "shared.csv": "Name\nEd and Fay Ives\n",
    "both.csv": "Who,Shoe\nEd and Fay Ives,9\n",
    "teams.txt": "Aces: Ann, Al\n",
    "roster.csv": "team,player,sub\nAces,Zed One,\nNew Team,Zed Two,yes\n",
    "faulty.csv": "team,player\n,Zed Three\nAces,Zed Four\n",
}


class StillDay(datetime):
    """A day that does not pass."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> StillDay:
        """Always the same."""
        return cls.fromtimestamp(NOW, tz)


def fair_seed() -> tuple[str, str]:
    """A seed and its fingerprint."""
    from rightbower.rules import shuffles

    return "5eed" * 16, shuffles.commitment("5eed" * 16)


@contextlib.contextmanager
def surroundings() -> Iterator[Path]:
    """A folder with the files, a still clock and a terminal of a hundred letters."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for name, text in FILES.items():
            (home / name).write_text(text, "utf-8")
        here = {"RIGHTBOWER_DATA": str(home / "data"), "COLUMNS": "100", "TZ": "UTC"}
        with (
            mock.patch.dict(os.environ, here),
            mock.patch.object(time, "time", return_value=NOW),
            mock.patch("rightbower.cli.puzzle.datetime", StillDay),
        ):
            time.tzset()
            yield home
    time.tzset()


def printed(line: str, home: Path) -> list[str]:
    """What a line prints, and its status where that is not nought."""
    import shlex

    from rightbower.cli import main

    seed, fingerprint = fair_seed()
    told = line.replace("HOME", str(home)).replace("FINGERPRINT", fingerprint).replace("SEED", seed)
    out, err = io.StringIO(), io.StringIO()
    status: object = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(shlex.split(told))
        except SystemExit as ended:
            status = ended.code
    places = {str(home): "HOME", str(ROOT): "ROOT", seed: "SEED", fingerprint: "FINGERPRINT"}
    said = f"{out.getvalue()}{''.join(f'! {each}' for each in err.getvalue().splitlines(True))}"
    for place, name in places.items():
        said = said.replace(place, name)
    short = line.replace(str(ROOT), "ROOT")
    return [f"$ {short}", *(each.rstrip() for each in said.splitlines()), *([f"= {status}"] if status else [])]  # fmt: skip


def typed(name: str) -> list[str]:
    """What the lines of a name print now."""
    with surroundings() as home:
        if name == "journal":
            printed("event demo charity-day --tables 2 --rounds 1 --seed x --quick", home)
        return [each for line in LINES[name] for each in printed(line, home)]


def options() -> list[str]:
    """Every option of every command: its names, what it takes and what it says."""
    found: list[str] = []
    with surroundings() as home:
        for command, module in MODULES.items():
            parser = argparse.ArgumentParser()
            if hasattr(module, "arguments"):
                module.arguments(parser)
                found += [f"{command}: {each}" for each in _told(parser, home)]
            for name, word in module.typed.more.items() if hasattr(module, "typed") else ():
                own = argparse.ArgumentParser()
                if word.arguments is not None:
                    word.arguments(own)
                found.append(f"{command} {name}: {word.says}")
                found += [f"{command} {name}: {each}" for each in _told(own, home)]
    return found


def _told(parser: argparse.ArgumentParser, home: Path) -> Iterator[str]:
    for each in parser._actions:
        if isinstance(each, argparse._SubParsersAction):
            for name, inner in each.choices.items():
                yield from (f"{name}: {line}" for line in _told(inner, home))
        elif not isinstance(each, argparse._HelpAction):
            names = " ".join(each.option_strings) or each.dest
            kind = getattr(each.type, "__name__", "")
            more = {
                "of": kind,
                "nargs": each.nargs,
                "default": each.default,
                "choices": None if each.choices is None else list(each.choices),
                "metavar": each.metavar,
                "required": each.required or None,
            }
            said = " ".join(f"{key}={value!s}" for key, value in more.items() if value)
            yield f"{names} [{said}] {each.help}".replace(str(home), "HOME")


def written(name: str) -> list[str]:
    """What was printed when it was written down."""
    return (HERE / "expected" / f"{name}.txt").read_text("utf-8").splitlines()


def main() -> None:
    """Write down what every line prints."""
    for name in (*LINES, "options"):
        lines = "\n".join(options() if name == "options" else typed(name))
        (HERE / "expected" / f"{name}.txt").write_text(f"{lines}\n", "utf-8")


if __name__ == "__main__":
    main()
