"""A ruling, and what a person is told of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rightbower.referee.irregularities import TITLES, Kind
from rightbower.referee.remedies import (
    PENALTIES,
    AwardPoints,
    DeductPoints,
    LetStand,
    Remedy,
    instruction,
)
from rightbower.rules.book import GAPS, Citation, RuleBook
from rightbower.rules.refusal import Refusal

Chooser = Literal["other side", "officer"]
LET_STAND = "let it stand"
AS_SUGGESTED = "as suggested"


class RulingOption(Struct, frozen=True):
    """One way a ruling can go, with what it does."""

    name: str
    remedies: tuple[Remedy, ...]


class Ruling(Struct, frozen=True):
    """What follows an irregularity; somebody chooses where there is more than one option.

    ``suggestion`` marks a ruling that binds only once the officer adopts it.
    """

    kind: Kind
    upheld: bool
    says: str
    options: tuple[RulingOption, ...]
    paths: tuple[str, ...]
    chooser: Chooser | None = None
    when: Literal["now", "after the hand"] = "now"
    suggestion: bool = False

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """What follows where nobody has to choose."""
        (option,) = self.options
        return option.remedies

    def option(self, name: str) -> RulingOption:
        """The option of that name."""
        for option in self.options:
            if option.name == name:
                return option
        names = ", ".join(option.name for option in self.options)
        raise Refusal(f"{name!r} is not a choice here; the choices are {names}")


def dismissed(kind: Kind, says: str, *paths: str) -> Ruling:
    """The claim fails or comes too late: what was done stands."""
    stands = RulingOption("stands", (LetStand(paths[0]),))
    return Ruling(kind, False, says, (stands,), paths)


def upheld(
    book: RuleBook, kind: Kind, says: str, *remedies: Remedy, also: tuple[str, ...] = ()
) -> Ruling:
    """The remedies follow; in a book of stated rules a borrowed penalty is only suggested."""
    paths = tuple(dict.fromkeys((*(remedy.path for remedy in remedies), *also)))
    option = RulingOption("ruling", remedies)
    if not suggested(book, remedies):
        return Ruling(kind, True, says, (option,), paths)
    stand = RulingOption(LET_STAND, (LetStand("rulings.borrowed"),))
    return Ruling(
        kind,
        True,
        says,
        (RulingOption(AS_SUGGESTED, remedies), stand),
        (*paths, "rulings.borrowed"),
        chooser="officer",
        suggestion=True,
    )


def suggested(book: RuleBook, remedies: tuple[Remedy, ...]) -> bool:
    """Whether these remedies are only a suggestion to the officer."""
    return book.rulings.borrowed == "suggested" and any(
        isinstance(remedy, PENALTIES) and book.cite(remedy.path).basis == "borrowed"
        for remedy in remedies
    )


def citations(ruling: Ruling, book: RuleBook) -> tuple[Citation, ...]:
    """The clauses behind a ruling, in the order they were used."""
    return tuple(book.cite(path) for path in ruling.paths)


def borrowed(ruling: Ruling, book: RuleBook) -> bool:
    """Whether the ruling leans on another document where this one is silent."""
    return any(cited.basis == "borrowed" for cited in citations(ruling, book))


def points(option: RulingOption) -> tuple[int, int]:
    """What an option gives the other side and takes from the offenders."""
    given = sum(each.points for each in option.remedies if isinstance(each, AwardPoints))
    taken = sum(each.points for each in option.remedies if isinstance(each, DeductPoints))
    return given, taken


class Way(Struct, frozen=True):
    """One way the ruling can go; ``points`` are those the other side gains and the offenders lose."""

    name: str
    do: tuple[str, ...]
    gains: int
    loses: int


class Source(Struct, frozen=True):
    """A clause behind the ruling, and the setting that carries it."""

    clause: str
    also: tuple[str, ...]
    basis: str
    see: str
    note: str
    setting: str


class Report(Struct, frozen=True):
    """A ruling as people and programs read it."""

    book: str
    irregularity: str
    title: str
    upheld: bool
    says: str
    chooser: str | None
    when: str
    suggestion: bool
    borrowed: bool
    ways: tuple[Way, ...]
    clauses: tuple[Source, ...]


def report(ruling: Ruling, book: RuleBook) -> Report:
    """The ruling in plain values."""
    ways = []
    for option in ruling.options:
        gains, loses = points(option)
        do = tuple(instruction(remedy, book) for remedy in option.remedies)
        ways.append(Way(option.name, do, gains, loses))
    sources = []
    for path in ruling.paths:
        cited = book.cite(path)
        sources.append(Source(cited.clause, cited.also, cited.basis, cited.see, cited.note, path))
    chooser = book.officer if ruling.chooser == "officer" else ruling.chooser
    return Report(
        book=book.name,
        irregularity=ruling.kind.value,
        title=TITLES[ruling.kind],
        upheld=ruling.upheld,
        says=ruling.says,
        chooser=chooser,
        when=ruling.when,
        suggestion=ruling.suggestion,
        borrowed=borrowed(ruling, book),
        ways=tuple(ways),
        clauses=tuple(sources),
    )


def report_lines(given: Report) -> list[str]:
    """The ruling as lines to read out."""
    lines = [given.says]
    if given.chooser is None:
        lines += [each for way in given.ways for each in way.do]
    else:
        later = given.when == "after the hand"
        lines.append(
            f"{'When the hand is played out the' if later else 'The'} {given.chooser} chooses:"
        )
        lines += [f"  {way.name}: {' '.join(way.do)}" for way in given.ways]
    if given.suggestion:
        lines.append("This is a suggestion: the book itself does not say it.")
    return [*lines, *_clauses(given)]


def _clauses(given: Report) -> list[str]:
    """Each clause once, with what it says in our words and where it was read or borrowed."""
    lines = {}
    for each in given.clauses:
        gap = f", {each.basis} ({each.see})" if each.basis in GAPS else ""
        how = f", our reading ({each.see})" if each.basis == "read" else gap
        names = ", ".join((each.clause, *each.also))
        line = f"  {names}{how}: {each.note}"
        lines[line] = line
    return ["By:", *lines]
