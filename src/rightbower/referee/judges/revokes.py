"""Rulings on a revoke: put right in time, or paid for."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rightbower.referee.irregularities import Kind
from rightbower.referee.judges.turns import exempt
from rightbower.referee.remedies import (
    AwardPoints,
    DeductPoints,
    Expose,
    KeepResult,
    Remedy,
    StopHand,
    TakeBack,
)
from rightbower.referee.rulings import Ruling, RulingOption, dismissed, upheld
from rightbower.referee.situation import Case, Party
from rightbower.rules.book import OWN_BASES, RuleBook
from rightbower.rules.refusal import counted

AS_PLAYED = "as played"
ADD = "add"
SUBTRACT = "subtract"


def revoke(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    """A player who could follow suit did not."""
    if not _proved(case, book):
        path = "revoke.mixed" if case.proof.startswith("mixed") else "laws.follow_suit"
        return dismissed(kind, "The revoke is not proved, so the claim fails.", path)
    if case.proof == "shown" and case.before(book.revoke.until):
        return _put_right(case, book, kind)
    if not case.before(book.revoke.claim_until):
        says = "It is too late to claim a revoke in that hand."
        return dismissed(kind, says, "revoke.claim_until")
    if book.revoke.repeated == "once" and case.known.paid_before:
        says = "One penalty covers all the revokes of a side in one hand."
        return dismissed(kind, says, "revoke.repeated")
    return _paid_for(case, book, kind)


def _proved(case: Case, book: RuleBook) -> bool:
    """Shown by the cards, or hidden by mixing that the book holds against the accused."""
    if case.proof == "mixed by offenders":
        return book.revoke.mixed != "no proof"
    if case.proof == "mixed by other side":
        return book.revoke.mixed == "anyone"
    return case.proof == "shown"


def _put_right(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    followers = book.revoke.followers_change
    back = TakeBack("revoke.until", "free" if followers else "same card")
    remedies: list[Remedy] = [back]
    if book.exposed.corrected_revoke and not exempt(case, book):
        remedies.append(Expose("exposed.corrected_revoke"))
    says = "The revoke was noticed in time and is put right without penalty."
    return upheld(book, kind, says, *remedies, also=("revoke.followers_change",))


def _paid_for(case: Case, book: RuleBook, kind: Kind) -> Ruling:
    rules = book.revoke
    path = _penalty(case, book)
    value = book.value(path)
    also = [path, "revoke.until", "revoke.claim_until"]
    also += ["revoke.mixed"] if case.proof.startswith("mixed") else []
    stop: tuple[Remedy, ...] = ()
    if rules.scores == "penalty instead":
        stop = (StopHand("revoke.scores", rules.hand == "stops"),)
    options = [RulingOption(ADD, (*stop, AwardPoints(path, value)))]
    if rules.as_played:
        kept = KeepResult("revoke.as_played", rules.as_played_for == "both sides")
        options.insert(0, RulingOption(AS_PLAYED, (kept,)))
    if rules.subtract and _may_subtract(case, book, value):
        taken = DeductPoints(path, value, below_zero=rules.floor == "below zero")
        options.append(RulingOption(SUBTRACT, (*stop, taken)))
        also += ["revoke.subtract", "revoke.floor"]
    if case.known.others_may_score is False and book.count.late_penalty == "may not be added":
        options = list(not_adding(tuple(options)))
        also.append("count.late_penalty")
    says = f"The revoke stands and costs {counted(value, 'point')}."
    also += ["revoke.as_played"] if rules.as_played else []
    also += ["revoke.hand", "revoke.scores"]
    when: Literal["now", "after the hand"]
    when = "now" if rules.hand == "stops" or case.hand_over else "after the hand"
    if len(options) == 1:
        only = upheld(book, kind, says, *options[0].remedies, also=tuple(also))
        return replace(only, when=when)
    return Ruling(kind, True, says, tuple(options), tuple(also), "other side", when)


def not_adding(options: tuple[RulingOption, ...]) -> tuple[RulingOption, ...]:
    """The options left to a side that may not score: those that give no points, or none of theirs."""
    kept = tuple(option for option in options if not _gives(option))
    return kept or tuple(
        replace(
            option,
            remedies=tuple(each for each in option.remedies if not isinstance(each, AwardPoints)),
        )
        for option in options
    )


def _gives(option: RulingOption) -> bool:
    return any(isinstance(each, AwardPoints) for each in option.remedies)


def _may_subtract(case: Case, book: RuleBook, value: int) -> bool:
    return book.revoke.floor != "not offered" or case.offenders_score >= value


def _penalty(case: Case, book: RuleBook) -> str:
    """The setting that says what this revoke costs; asks only for what tells them apart."""
    pair = ("revoke.penalty", "revoke.defenders_penalty")
    lone = ("revoke.lone_penalty", "revoke.lone_defenders_penalty")
    if book.revoke.maximum == "always the lone value":
        return _by_makers(case, book, *lone)
    if all(_alike(book, one, other) for one, other in zip(pair, lone, strict=True)):
        return _by_makers(case, book, *pair)
    counts = {
        "any lone deal": case.lone != "nobody",
        "by the lone player": case.lone == "offender",
        "against the lone player": case.lone == "other side",
    }
    return _by_makers(case, book, *(lone if counts[book.revoke.lone_means] else pair))


def _by_makers(case: Case, book: RuleBook, makers: str, defenders: str) -> str:
    if _alike(book, makers, defenders):
        return makers
    return makers if _makers(case, book) == "offenders" else defenders


def _makers(case: Case, book: RuleBook) -> Party:
    """Who made trump; where only makers play alone, the lone hand tells."""
    if book.alone.who == "anyone" or case.known.lone in (None, "nobody"):
        return case.makers
    return "offenders" if case.lone == "offender" else "other side"


def _alike(book: RuleBook, one: str, other: str) -> bool:
    """Whether two settings say the same, by the same clause where they have clauses."""
    clauses = {book.clause(path) for path in (one, other) if book.cite(path).basis not in OWN_BASES}
    return book.value(one) == book.value(other) and len(clauses) < 2
