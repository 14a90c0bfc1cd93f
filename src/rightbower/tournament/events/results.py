"""Results: entered at the desk or by a side, confirmed, disputed, corrected, ruled on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from rightbower.rules.book import RuleBook, load
from rightbower.rules.library import every_clause
from rightbower.rules.message import Term, message
from rightbower.tournament.commands import Answer, Now, Sheet, field
from rightbower.tournament.events import outcome as results
from rightbower.tournament.events.acts import EventCommand, Points, Round, Side, Table, Why
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventTable, ResultRuling
from rightbower.tournament.events.facts import Fact
from rightbower.tournament.events.fold import EventHistory
from rightbower.tournament.events.labels import dealer, side
from rightbower.tournament.events.outcome import result_text
from rightbower.tournament.events.scorecards import SEATS

Lost = Annotated[str, field("Lost outright", "A side that lost the game outright: NS or EW.")]
LastDealer = Annotated[
    int | str, field("Dealt last", "Who dealt last; needed for a tied game where winners move.")
]
Short = Annotated[
    bool, field("The round was cut short", "Fewer deals were played than the book has.")
]
SCORE = re.compile(r"([0-9]{1,4})\s*[-–:,;/\s]\s*([0-9]{1,4})")


def score(text: str) -> list[str]:
    """Both sides' points from a score such as 10-8."""
    found = SCORE.fullmatch(text.strip())
    if found is None:
        raise EventError(
            message(
                "{text} is not a score; write 10-8, North–South or A first", text=repr(text[:40])
            )
        )
    return [found[1], found[2]]


def refuse_unknown(clause: str, book: RuleBook) -> None:
    """Raise where a clause is given that neither the documents nor the event's book have."""
    first = re.split(r"[,\s]", clause.strip(), maxsplit=1)[0]
    own = {str(each) for each in book.citations.values()}
    if first and first not in every_clause() and clause not in own:
        raise EventError(
            message(
                "{text} is not a clause of the documents; write it like A01-11.R5, or leave it out",
                text=repr(clause[:40]),
            )
        )


class EnterResult(EventCommand, frozen=True, tag="result"):
    """Enter the result of a table: '3 10-8', or many: 3:10-8 4:6-10."""

    table: Table
    first: Points
    second: Points
    round: Round = None
    side: Side = ""
    lost: Lost = ""
    last_dealer: LastDealer = ""
    why: Annotated[str, field("Reason", "Lets an unusual score stand.")] = ""
    short: Short = False

    @classmethod
    def lines(cls, words: Sequence[str]) -> list[list[str]]:
        """``3 10-8``, ``12 10 7``, ``3 6-6 E`` (who dealt last), ``3 4-2 short`` or ``3:10-8 4:6-10``."""
        split = next((at for at, word in enumerate(words) if word.startswith("--")), len(words))
        plain, options = list(words[:split]), list(words[split:])
        if len(plain) > 1 and plain[-1].casefold() == "short":
            options += ["--short"]
            plain.pop()
        if plain and all(re.fullmatch(r"[^:]+:.+[-–].+", word) for word in plain):
            tables = [word.split(":", 1) for word in plain]
            return [[_table(table), *score(points), *options] for table, points in tables]
        if len(plain) > 2 and plain[-1].upper() in tuple(SEATS):
            options += ["--last-dealer", plain.pop()]
        if len(plain) == 2 and not plain[1].isalnum():
            plain = [plain[0], *score(plain[1])]
        if len(plain) != 3 or not all(word.isdecimal() for word in plain[1:]):
            raise EventError(
                message(
                    "write the table and both sides' points, such as 12 10 7, or several as 3:10-8 4:6-10"
                )
            )
        return [[_table(plain[0]), *plain[1:], *options]]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield results.enter(
            state,
            self.table,
            (self.first, self.second),
            round_=self.round,
            side=side(self.side),
            lost=side(self.lost),
            last_dealer=dealer(state, self.table, self.last_dealer),
            why=self.why,
            short=self.short,
        )

    def after(self, state: Event, at: float) -> Answer | None:
        """Whether this was the last that was missing."""
        if results.missing(state):
            return None
        all_in = f"All results of round {state.round.number} are in."
        return Answer(sheets=(Sheet("\n".join(map(str, results.not_counting(state))) or all_in),))


def _table(word: str) -> str:
    if not word.isdecimal():
        raise EventError(message("a table is a number"))
    return word


class AtTable(EventCommand, frozen=True):
    """An act about one table's game; what was looked at is this table alone."""

    def seen(self, state: Event) -> str:
        """The table as it was shown; others enter their results meanwhile."""
        round_ = getattr(self, "round", None) or len(state.rounds)
        table = state.round_at(round_).table(getattr(self, "table", 0))
        return f"{result_text(table, state.plan)} {len(table.rulings)}"


class ConfirmResult(EventCommand, frozen=True, tag="confirm"):
    """Confirm a result, as the other side or as the officer."""

    table: Table
    round: Round = None
    side: Side = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield results.confirm(state, self.table, side=side(self.side), round_=self.round)


class DisputeResult(EventCommand, frozen=True, tag="dispute"):
    """Say that a side does not agree with the result."""

    table: Table
    round: Round = None
    why: Annotated[str, field("What is disputed", option=True)] = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield results.dispute(state, self.table, why=self.why, round_=self.round)


class VoidGame(AtTable, frozen=True, tag="void"):
    """Say that no game counts at a table."""

    asks_first: ClassVar[bool] = True
    table: Table
    round: Round = None
    why: Why = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield results.void(state, self.table, why=self.why, round_=self.round)


class CorrectResult(AtTable, frozen=True, tag="correct"):
    """Correct an earlier result: round, table, score."""

    asks_first: ClassVar[bool] = True
    round: Annotated[int, field("Round", limits={"ge": 1, "le": 9999})]
    table: Table
    first: Points
    second: Points
    why: Why
    lost: Lost = ""
    last_dealer: LastDealer = ""
    ruled: Annotated[bool, field("Accept this unusual score")] = False
    short: Short = False

    @classmethod
    def lines(cls, words: Sequence[str]) -> list[list[str]]:
        """The score may be written ``10-8``."""
        if len(words) > 2 and not words[2].isdecimal():
            return [[*words[:2], *score(words[2]), *words[3:]]]
        return [list(words)]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield results.correct(
            state,
            self.round,
            self.table,
            (self.first, self.second),
            why=self.why,
            lost=side(self.lost),
            last_dealer=dealer(state, self.table, self.last_dealer),
            ruled=self.ruled,
            short=self.short,
        )


class Rule(AtTable, frozen=True, tag="ruling"):
    """Apply a ruling to a game: points added to or taken from a side, or the game lost."""

    asks_first: ClassVar[bool] = True
    table: Table
    side: Side
    what: Annotated[str, field("Ruling", "+2, -2, 0 or lost.")]
    round: Round = None
    why: Annotated[str, field("Reason", option=True)] = ""
    clause: Annotated[str, field("Clause", "Such as A01-11.R5.")] = ""
    in_score: Annotated[bool, field("The score already includes it")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        about = side(self.side)
        if about is None:
            raise EventError(message("choose the side that the ruling is about"))
        lost = self.what == "lost"
        if not lost and not re.fullmatch(r"[+-]?[0-9]{1,3}", self.what):
            raise EventError(
                message(
                    "{text} is not a ruling; write +2, -2, 0 or lost", text=repr(self.what[:40])
                )
            )
        refuse_unknown(self.clause, load(state.plan.book))
        points = 0 if lost else int(self.what)
        ruling = ResultRuling(about, points, lost, self.in_score, self.clause, self.why)
        yield results.rule(state, self.table, ruling, round_=self.round)


class FromPhone(EventCommand, frozen=True):
    """An act from the phone of an entrant, about the table where that entrant sits now."""

    entrant: Annotated[int, field("Entrant")]
    round: Annotated[int, field("Round")]
    table: Table

    def here(self, event: Event) -> tuple[EventTable, int]:
        """The table and the side, if it is still the one the page was made for."""
        tables = event.round.tables if event.rounds and not event.finished else ()
        found = next((each for each in tables if self.entrant in each.entrants), None)
        if found is None:
            raise EventError(message("You have no table now."))
        if (len(event.rounds), found.number) != (self.round, self.table):
            raise EventError(
                message("This was for another round. Look at where you sit now, please.")
            )
        return found, found.side_of(self.entrant)


class PhoneResult(FromPhone, frozen=True, tag="phone-result"):
    """Send a score from the phone of one side."""

    ours: Points
    theirs: Points
    last_dealer: Annotated[int | None, field("Dealt last")] = None
    short: Short = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        table, own = self.here(state)
        points = (self.ours, self.theirs) if own == 0 else (self.theirs, self.ours)
        dealt = self.last_dealer or 0
        yield results.enter(
            state, table.number, points, side=own, last_dealer=dealt, short=self.short
        )


class PhoneConfirm(FromPhone, frozen=True, tag="phone-confirm"):
    """Confirm from the other side's phone the score it was shown."""

    shown: Annotated[str, field("The score it was shown", option=True)]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        table, own = self.here(state)
        if table.result is not None and self.shown != "{}-{}".format(*table.result.points):
            raise EventError(
                message("The score has been changed in the meantime. Look at it again, please.")
            )
        yield results.confirm(state, table.number, side=own)


class PhoneTakeBack(FromPhone, frozen=True, tag="phone-take-back"):
    """Take back a score from the phone of the side that sent it, until the other side agrees."""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        table, own = self.here(state)
        yield results.take_back(state, table.number, own)


class PhoneDispute(FromPhone, frozen=True, tag="phone-dispute"):
    """Say from a phone that the score is not right; the director comes."""

    why: Annotated[str, field("What is disputed", option=True)] = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        table, _ = self.here(state)
        if table.result is not None and table.result.marked:
            raise EventError(
                message(
                    "Both sides stand by this score. Ask the {officer}.",
                    officer=Term(state.plan.officer),
                )
            )
        yield results.dispute(state, table.number, why=" ".join(self.why.split())[:200])


class HallResult(EventCommand, frozen=True, tag="hall-result"):
    """Enter the result of a game that was played in the hall, once and only if it is due."""

    round: Annotated[int, field("Round")]
    seed: Annotated[str, field("The seed of the round")]
    table: Table
    first: Points
    second: Points
    lost: Annotated[int | None, field("Lost outright")] = None
    last_dealer: Annotated[int, field("Dealt last")] = 0

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if len(state.rounds) != self.round or state.round.seed != self.seed:
            raise EventError(message("this game belongs to another round"))
        yield results.enter(
            state,
            self.table,
            (self.first, self.second),
            lost=self.lost,
            last_dealer=self.last_dealer,
            why="played in the hall",
        )
