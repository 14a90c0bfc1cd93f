"""Rulings in the terminal: what may be called, what was ruled, and the choices that follow."""

from __future__ import annotations

from rich.markup import escape

from rightbower.referee.doubts import doubts, plain_to_see, proved
from rightbower.referee.irregularities import Fact
from rightbower.referee.remedies import Remedy, read_remedy
from rightbower.referee.rulings import RulingOption
from rightbower.referee.table import Chosen, Overruled, Ruled, Table
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Suit
from rightbower.rules.message import Term, Voice, message
from rightbower.rules.refusal import Refusal, capital
from rightbower.terminal.opening import Ask
from rightbower.terminal.picture import Screen


def callable_now(table: Table) -> list[Fact]:
    """What somebody may call now, what lies open first; a suspicion only once it can be proved."""
    suspected = (fact for fact in doubts(table) if proved(table, fact))
    return list(dict.fromkeys((*plain_to_see(table), *suspected)))


def listed(facts: list[Fact], tell: Voice) -> list[str]:
    """The calls there are, numbered."""
    if not facts:
        return ["There is nothing to call now. A card that did not follow can be called later."]
    lines = [f"{number} {capital(tell(fact.sentence()))}" for number, fact in enumerate(facts, 1)]
    return [*map(escape, lines), "Type call and a number."]


def ruling_lines(ruled: Ruled, table: Table, tell: Voice) -> list[str]:
    """A ruling as it is read out: what happened, what follows, and the clauses."""
    book = table.game.book
    if ruled.by is None:
        caller = message("called by the {officer}", officer=Term(book.officer))
    else:
        caller = message("called by {seat}", seat=ruled.by)
    clauses = dict.fromkeys(map(book.named, ruled.ruling.paths))
    ruling = message("Ruling")
    head = f"[bold]{tell(ruling)}[/] ({escape(tell(caller))}): "
    return [
        head + escape(tell.sentence(ruled.fact.sentence())),
        escape(capital(tell(ruled.ruling.says.by(*clauses)))),
    ]


def choice_lines(options: tuple[RulingOption, ...], book: RuleBook, tell: Voice) -> list[str]:
    """The ways to choose from, numbered, each with what it does."""
    lines = []
    for number, option in enumerate(options, 1):
        does = " ".join(capital(tell(each.instruction(book))) for each in option.remedies)
        lines.append(f"{number} {tell.translate(option.name)}{f': {does}' if does else ''}")
    return [escape(line) for line in lines]


def chosen(options: tuple[RulingOption, ...], screen: Screen, ask: Ask) -> str:
    """The one that is chosen, by its number or its name."""
    names = [option.name for option in options]
    while True:
        answer = ask("Your choice?")
        if answer.isdecimal() and 0 < int(answer) <= len(names):
            return names[int(answer) - 1]
        if answer.lower() in names:
            return answer.lower()
        screen.say(f"Type a number from 1 to {len(names)}.")


def named_suit(screen: Screen, ask: Ask) -> Suit | None:
    """The suit that is called for a lead, or None to let it go."""
    while True:
        answer = ask("You may call the suit they lead: a suit, or Enter to let it go:")
        if not answer:
            return None
        try:
            return Suit.of(answer.lower())
        except ValueError:
            screen.say("Type clubs, diamonds, hearts or spades, or just Enter.")


def history(table: Table, tell: Voice) -> list[str]:
    """Every ruling of the game so far."""
    lines: list[str] = []
    for number, each in enumerate(table.log):
        match each:
            case Ruled():
                hand = message("{number}. Hand {hand}", number=number, hand=each.hand)
                lines += [tell(hand), *ruling_lines(each, table, tell)]
            case Chosen(number=ruled, option=option):
                says = message(
                    "Ruling {number}: {option} was chosen.", number=ruled, option=Term(option)
                )
                lines.append(escape(tell(says)))
            case Overruled(number=ruled, reason=reason):
                says = message(
                    "Ruling {number} was set aside: {reason}", number=ruled, reason=reason
                )
                lines.append(escape(tell(says)))
    return lines or [tell(message("There have been no rulings."))]


def set_aside(table: Table, words: str) -> tuple[int, tuple[Remedy, ...], str]:
    """The last ruling's number, what follows instead and why, from what an officer says."""
    ruled = [number for number, each in enumerate(table.log) if isinstance(each, Ruled)]
    if not ruled:
        raise Refusal(message("there have been no rulings"))
    what, _, reason = words.partition(" because ")
    if not reason.strip():
        raise Refusal(
            message("say what follows instead and why: overrule award 2 because it was seen")
        )
    return ruled[-1], tuple(read_remedy(each) for each in what.split(",")), reason.strip()
