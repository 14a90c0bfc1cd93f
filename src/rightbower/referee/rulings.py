"""A ruling, and what a person is told of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rightbower.referee.irregularities import TITLES, Kind
from rightbower.referee.remedies import AwardPoints, DeductPoints, LetStand, Remedy
from rightbower.rules.book import GAPS, Citation, RuleBook
from rightbower.rules.message import ENGLISH, Message, Term, Voice, message, word
from rightbower.rules.refusal import Refusal

Chooser = Literal["other side", "officer"]
LET_STAND = word("let it stand")
AS_SUGGESTED = word("as suggested")
STANDS = word("stands")
RULING = word("ruling")


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
    says: Message
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
        raise Refusal(
            message(
                "{name} is not a choice here; the choices are {names}",
                name=repr(name),
                names=", ".join(option.name for option in self.options),
            )
        )


def dismissed(kind: Kind, says: Message, *paths: str) -> Ruling:
    """The claim fails or comes too late: what was done stands."""
    stands = RulingOption(STANDS, (LetStand(paths[0]),))
    return Ruling(kind, False, says, (stands,), paths)


def upheld(
    book: RuleBook, kind: Kind, says: Message, *remedies: Remedy, also: tuple[str, ...] = ()
) -> Ruling:
    """The remedies follow; in a book of stated rules a borrowed penalty is only suggested."""
    paths = tuple(dict.fromkeys((*(remedy.path for remedy in remedies), *also)))
    option = RulingOption(RULING, remedies)
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
        remedy.penalty and book.cite(remedy.path).basis == "borrowed" for remedy in remedies
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


_OTHER_SIDE = word("other side")
_BASES = {
    "borrowed": word("borrowed"),
    "not borrowed": word("not borrowed"),
    "silent": word("silent"),
}


def report(ruling: Ruling, book: RuleBook, voice: Voice = ENGLISH) -> Report:
    """The ruling in plain values, as a reader is told it."""
    ways = []
    for option in ruling.options:
        gains, loses = points(option)
        do = tuple(voice(remedy.instruction(book)) for remedy in option.remedies)
        ways.append(Way(voice.translate(option.name), do, gains, loses))
    sources = []
    for path in ruling.paths:
        cited = book.cite(path)
        sources.append(Source(cited.clause, cited.also, cited.basis, cited.see, cited.note, path))
    chooser = {"officer": book.officer, "other side": _OTHER_SIDE, None: None}[ruling.chooser]
    return Report(
        book=book.name,
        irregularity=ruling.kind.value,
        title=voice.translate(TITLES[ruling.kind]),
        upheld=ruling.upheld,
        says=voice.capital(ruling.says),
        chooser=chooser,
        when=ruling.when,
        suggestion=ruling.suggestion,
        borrowed=borrowed(ruling, book),
        ways=tuple(ways),
        clauses=tuple(sources),
    )


def report_lines(given: Report, voice: Voice = ENGLISH) -> list[str]:
    """The ruling as lines to read out; what the clauses say stays in the language of the book."""
    lines = [given.says]
    if given.chooser is None:
        lines += [each for way in given.ways for each in way.do]
    else:
        chooser = Term(given.chooser)
        if given.when == "after the hand":
            chooses = message("When the hand is played out the {chooser} chooses:", chooser=chooser)
        else:
            chooses = message("The {chooser} chooses:", chooser=chooser)
        lines.append(voice.capital(chooses))
        lines += [f"  {way.name}: {' '.join(way.do)}" for way in given.ways]
    if given.suggestion:
        lines.append(voice(message("This is a suggestion: the book itself does not say it.")))
    return [
        *lines,
        voice(message("By:")),
        *dict.fromkeys(_cited(each, voice) for each in given.clauses),
    ]


def _cited(source: Source, voice: Voice) -> str:
    """A clause, what it says in our words, and where it was read or borrowed."""
    how = ""
    if source.basis in GAPS:
        how = f", {voice.translate(_BASES[source.basis])} ({source.see})"
    elif source.basis == "read":
        how = voice(message(", our reading ({see})", see=source.see))
    return f"  {', '.join((source.clause, *source.also))}{how}: {source.note}"
