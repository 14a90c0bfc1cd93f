"""Rulings in the terminal: what may be called, what was ruled, and the choices that follow."""

from __future__ import annotations

from rich.markup import escape

from rightbower.referee.doubts import doubts, plain_to_see, proved
from rightbower.referee.irregularities import Fact, describe
from rightbower.referee.remedies import Remedy, instruction
from rightbower.referee.rulings import RulingOption
from rightbower.referee.table import Chosen, Overruled, Ruled, Table
from rightbower.referee.text import read_remedy
from rightbower.rules.book import RuleBook
from rightbower.rules.refusal import Refusal


def callable_now(table: Table) -> list[Fact]:
    """What somebody may call now, what lies open first; a suspicion only once it can be proved."""
    suspected = (fact for fact in doubts(table) if proved(table, fact))
    return list(dict.fromkeys((*plain_to_see(table), *suspected)))


def listed(facts: list[Fact]) -> list[str]:
    """The calls there are, numbered."""
    if not facts:
        return ["There is nothing to call now. A card that did not follow can be called later."]
    lines = [f"{number} {describe(fact)}" for number, fact in enumerate(facts, 1)]
    return [*map(escape, lines), "Type call and a number."]


def ruling_lines(ruled: Ruled, table: Table) -> list[str]:
    """A ruling as it is read out: what happened, what follows, and the clauses."""
    book = table.game.book
    caller = f"the {book.officer}" if ruled.by is None else ruled.by.word
    clauses = ", ".join(dict.fromkeys(map(book.named, ruled.ruling.paths)))
    head = f"[bold]Ruling[/] (called by {escape(caller)}): {escape(describe(ruled.fact))}."
    return [head, f"{escape(ruled.ruling.says)} ({escape(clauses)})"]


def choice_lines(options: tuple[RulingOption, ...], book: RuleBook) -> list[str]:
    """The ways to choose from, numbered, each with what it does."""
    lines = []
    for number, option in enumerate(options, 1):
        does = " ".join(instruction(each, book) for each in option.remedies)
        lines.append(f"{number} {option.name}{f': {does}' if does else ''}")
    return [escape(line) for line in lines]


def history(table: Table) -> list[str]:
    """Every ruling of the game so far."""
    lines: list[str] = []
    for number, each in enumerate(table.log):
        match each:
            case Ruled():
                lines += [f"{number}. Hand {each.hand}", *ruling_lines(each, table)]
            case Chosen(number=ruled, option=option):
                lines.append(escape(f"Ruling {ruled}: {option} was chosen."))
            case Overruled(number=ruled, reason=reason):
                lines.append(escape(f"Ruling {ruled} was set aside: {reason}"))
    return lines or ["There have been no rulings."]


def set_aside(table: Table, words: str) -> tuple[int, tuple[Remedy, ...], str]:
    """The last ruling's number, what follows instead and why, from what an officer says."""
    ruled = [number for number, each in enumerate(table.log) if isinstance(each, Ruled)]
    if not ruled:
        raise Refusal("there have been no rulings")
    what, _, reason = words.partition(" because ")
    if not reason.strip():
        raise Refusal("say what follows instead and why: overrule award 2 because it was seen")
    return ruled[-1], tuple(read_remedy(each) for each in what.split(",")), reason.strip()
