"""``rightbower event`` and ``rightbower league``: every word is a command or a question."""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import UNSET

from rightbower.cli.output import print_json, show
from rightbower.office.contests import JournalOffice, Office
from rightbower.office.journals import has_journal, journal_of, open_at
from rightbower.office.remote import Closed, HallOffice, find_door
from rightbower.rules.refusal import Refusal
from rightbower.store.opening import DATA, JOURNAL, data_folder
from rightbower.tournament.commands import (
    Answer,
    Command,
    Query,
    Receipt,
    Request,
    Sheet,
    declared,
    name_of,
    says,
)
from rightbower.tournament.contest import Contest
from rightbower.tournament.reading import from_words, given, parser_of


class Word(NamedTuple):
    """A word that is more than one command or question: its options, and what it does."""

    says: str
    arguments: Callable[[argparse.ArgumentParser], object] | None
    run: Callable[[Terminal, argparse.Namespace], int | None]


class Terminal:
    """One line typed at the terminal: the office it goes to, and how the answer is printed."""

    def __init__(self, contest: Contest[Any], options: argparse.Namespace) -> None:
        self.contest, self.options = contest, options

    @contextlib.contextmanager
    def office(self, begins: bool = False) -> Iterator[Office]:
        """The events or leagues of the data folder: the journal itself, or the hall that holds it.

        A folder without a journal gets one where something ``begins``; a question leaves nothing behind.
        """
        if (through := self._hall()) is not None:
            yield through
            return
        if begins or has_journal(self.options.data):
            with journal_of(self.options.data) as journal:
                yield JournalOffice(journal, self.contest)
            return
        with tempfile.TemporaryDirectory() as nowhere, open_at(Path(nowhere) / JOURNAL) as empty:
            yield JournalOffice(empty, self.contest)

    def _hall(self) -> HallOffice | None:
        """The hall that is open over this data folder; a note of one that is gone counts for nothing."""
        door = find_door(data_folder(self.options.data))
        try:
            return None if door is None else HallOffice(door, self.contest)
        except Closed:
            return None

    def chosen(self, office: Office) -> str:
        """The one that is meant: the one named, or the only one that is not finished."""
        if self.options.id:
            return str(self.options.id)
        found, word = office.summaries(), self.contest.noun
        if not found:
            raise self.contest.error(f"there is no {word} yet; begin one with 'rightbower {word} new'")  # fmt: skip
        running = [each for each in found if each.state not in ("finished", "archived")]
        meant = [each.id for each in running or found]
        if len(meant) == 1:
            return str(meant[0])
        raise self.contest.error(f"say which {word} with --{word}: {', '.join(meant)}")

    def ask(self, query: Query) -> Answer:
        """A question about the one that is meant."""
        with self.office() as office:
            return office.ask(self.chosen(office), query)

    def do(self, commands: Sequence[Command], quiet: bool = False) -> None:
        """Commands, all of them or none, and what they came to."""
        with self.office() as office:
            try:
                reply = office.do(self.chosen(office), commands, self.options.by)
            except ValueError as fault:
                if len(commands) == 1:
                    raise
                word = f"{len(commands)} {name_of(type(commands[0]))}s"
                raise type(fault)(f"{fault}; none of these {word} was saved") from None
        self._tell(reply.written, reply.shown, quiet)

    def _tell(self, written: Sequence[Receipt], shown: Answer | None, quiet: bool) -> None:
        if self.options.json:
            found: Any = list(written) if shown is None or shown.value is UNSET else shown.value
            if not quiet:
                print_json(found)
            return
        for each in written:
            print(each.says)
            for remark in each.remarks:
                print(f"  {remark}")
        if not written:
            print("Nothing is due.")
        if shown is not None:
            show(shown.sheets, plain=self.options.plain)

    def answer(self, answer: Answer) -> int:
        """An answer as tables, as JSON, or into its files."""
        for name, data in answer.files.items():
            self._put(name, data)
        if self.options.json and (answer.files or answer.value is not UNSET):
            print_json(list(answer.files) if answer.files else answer.value)
        elif not self.options.json:
            show(answer.sheets, plain=self.options.plain)
        return 1 if answer.fault else 0

    def _put(self, name: str, data: bytes) -> None:
        """Write a file, or print it where its name is a stroke."""
        if name == "-":
            text = data.decode("utf-8-sig")
            sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
            return
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)
        if not self.options.json:
            print(f"{name} written.")


class ContestWords:
    """All words after ``rightbower event`` or ``rightbower league``."""

    def __init__(
        self, contest: Contest[Any], words: Mapping[str, Word], named: bool = False
    ) -> None:
        """``named`` where the id always stands after the word."""
        self.contest, self.more, self.named = contest, words, named
        self.program = f"rightbower {contest.noun}"

    def __call__(self, typed: Sequence[str]) -> int:
        """Do what was typed."""
        options, rest = self._everywhere().parse_known_args(list(typed))
        name, words = self._word(rest)
        if not name:
            print(self._help())
            return 0
        if name in self.more:
            word = self.more[name]
            parser = parser_of(self.contest.opening, self.program)
            if word.arguments is not None:
                parser = type(parser)(prog=f"{self.program} {name}", description=word.says)
                word.arguments(parser)
            return word.run(Terminal(self.contest, options), parser.parse_args(words)) or 0
        request = self.contest.requests()[name]
        return self._request(request, Terminal(self.contest, options), words)

    def _request(self, request: type[Request], terminal: Terminal, words: list[str]) -> int:
        if {"-h", "--help"} & set(words):
            parser_of(request, self.program, "ID" if self.named else "").print_help()
            return 0
        if self.named and not terminal.options.id:
            if not words:
                raise Refusal(f"give the id of the {self.contest.noun} after the word")
            terminal.options.id = words.pop(0)
        found = from_words(request, words, self.program)
        if issubclass(request, Query):
            (query,) = found
            assert isinstance(query, Query)
            return terminal.answer(terminal.ask(query))
        terminal.do([each for each in found if isinstance(each, Command)])
        return 0

    def _everywhere(self) -> argparse.ArgumentParser:
        """What may stand before the word or after it."""
        word = self.contest.noun
        parser = argparse.ArgumentParser(self.program, add_help=False, allow_abbrev=False)
        parser.add_argument("--data", type=Path, default=data_folder(), metavar="FOLDER")
        parser.add_argument("-e", f"--{word}", dest="id", default="", metavar="ID")
        parser.add_argument("--by", default="", metavar="NAME")
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--plain", action="store_true")
        return parser

    def _word(self, rest: list[str]) -> tuple[str, list[str]]:
        """The word and what follows it; ``clock start`` may stand for ``clock-start``."""
        if not rest or rest[0] in ("-h", "--help"):
            return "", []
        known = {*self.contest.requests(), *self.more}
        for many in (3, 2, 1):
            if (name := "-".join(rest[:many])) in known and len(rest) >= many:
                return name, rest[many:]
        raise Refusal(f"{rest[0]!r} is not something {self.program} does; {self.program} --help lists what it does")  # fmt: skip

    def _help(self) -> str:
        """Every word with what it does."""
        contest = self.contest
        parts = {
            "things to do": {key: says(each) for key, each in declared(contest.commands).items()},
            "things to ask": {key: says(each) for key, each in declared(contest.queries).items()},
            "more": {key: word.says for key, word in self.more.items()},
        }  # fmt: skip
        lines = [f"usage: {self.program} WORD …; to learn more about one, add --help after it"]
        for title, found in parts.items():
            lines += ["", f"{title}:", *(f"  {key:<20} {text}" for key, text in found.items())]
        lines += [
            "",
            f"with any of them: --data FOLDER (./{DATA}, or $RIGHTBOWER_DATA), --by NAME, --json, --plain,",
            f"and -e ID to say which {contest.noun}, needed when more than one is running",
        ]
        return "\n".join(lines)


def opening(text: str) -> Word:
    """The word that begins a new one."""

    def run(terminal: Terminal, args: argparse.Namespace) -> int:
        opened = given(terminal.contest.opening, vars(args))
        with terminal.office(begins=True) as office:
            found = office.open(opened, terminal.options.by)
        return terminal.answer(Answer.of(found, f"{found.name} is open; its id is {found.id}.", ""))

    return Word(text, None, run)


def listing(text: str, heads: tuple[str, ...]) -> Word:
    """The word that lists all there are."""

    def run(terminal: Terminal, _: argparse.Namespace) -> int:
        with terminal.office() as office:
            found = office.summaries()
        sheet = Sheet(
            f"{terminal.contest.noun.capitalize()}s", heads, [each.line for each in found]
        )
        return terminal.answer(Answer(found, (sheet,)))

    return Word(text, lambda _: None, run)


def importing(text: str) -> Word:
    """The word that imports a whole one from its export."""

    def arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the JSON file that was exported")
        parser.add_argument("--as", dest="id", default="", metavar="ID", help="give it another id")

    def run(terminal: Terminal, args: argparse.Namespace) -> int:
        with terminal.office(begins=True) as office:
            found = office.import_(args.file.read_bytes(), args.id)
        text = f"{found.name} is in the journal; its id is {found.id}."
        return terminal.answer(Answer.of(found, text))

    return Word(text, arguments, run)
