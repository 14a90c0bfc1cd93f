"""What is special about a book, in a few plain sentences with their clauses."""

from __future__ import annotations

from typing import Final

from rightbower.rules.book import RuleBook
from rightbower.rules.message import Message, Term, message
from rightbower.terminal.messages import source

MOST: Final = 4

# What a setting means to somebody who knows the game, where it is worth telling.
MEANINGS: Final = {
    ("bidding.trump_to_order", "all but dealer"): message(
        "Only the dealer may order without a trump."
    ),
    ("bidding.breach", "loses the game"): message("An order without a trump loses the whole game."),
    ("bidding.partner_order", "must be alone"): message(
        "A dealer's partner who takes the turn-up has to play alone."
    ),
    ("bidding.natural_scope", "dealer by choice"): message(
        "The dealer may take the turn-up only with a card of its suit in hand."
    ),
    ("bidding.natural_scope", "everyone"): message(
        "Nobody may take the turn-up without a card of its suit in hand."
    ),
    ("bidding.natural_scope", "ordered dealer too"): message(
        "The turn-up is taken only with a card of its suit in the dealer's hand."
    ),
    ("bidding.all_pass", "stick the dealer"): message(
        "If everybody passes twice, the dealer has to name a suit."
    ),
    ("bidding.all_pass", "throw in"): message(
        "If everybody passes twice, the cards are thrown in."
    ),
    ("alone.when", "before the first card"): message(
        "Alone is said after trump is made, before the first card is played."
    ),
    ("alone.needs_trump", True): message("A lone player has to hold a trump."),
    ("burying.turn_up", "unless five of the suit"): message(
        "A dealer who takes the turn-up beside five of its suit has to keep it."
    ),
    ("burying.turn_up", "allowed"): message("The dealer may discard the turn-up again."),
    ("burying.turn_up", "never"): message("The dealer may not discard the turn-up again."),
}


def goal(book: RuleBook, target: int | None) -> str:
    """How a game is won or ends."""
    parts = [f"{words} {source(book, path)}" for words, path in ends(book, target)]
    return f"{', or '.join(parts)}."


def ends(book: RuleBook, target: int | None) -> list[tuple[Message, str]]:
    """What ends a game, each way with its setting."""
    if book.game.deals is not None:
        found = [(message("A game is {deals} deals", deals=book.game.deals), "game.deals")]
    else:
        wins = message("The first side to {target} points wins", target=str(target))
        found = [(wins, "game.target")]
    if book.clock.minutes is not None:
        bell = message("time ends it after {minutes} minutes", minutes=book.clock.minutes)
        found.append((bell, "clock.minutes"))
    return found


def special(book: RuleBook) -> list[str]:
    """The rules of a book that a visitor should know before the first deal."""
    return [
        f"{str(words).removesuffix('.')} {source(book, path)}."
        for words, path in special_rules(book)[:MOST]
    ]


def special_rules(book: RuleBook) -> list[tuple[Message, str]]:
    """The same, all of them, each with the setting it comes from."""
    told = [
        (meaning, path)
        for (path, value), meaning in MEANINGS.items()
        if book.value(path) == value and not _is_told_already(book, path)
    ]
    words = book.bidding.pass_word
    if words != "pass":
        passing = message("To pass, players say “{words}”.", words=Term(words))
        told.insert(0, (passing, "bidding.pass_word"))
    return told


def _is_told_already(book: RuleBook, path: str) -> bool:
    """What follows an order without a trump says as well that one is needed."""
    if path == "bidding.breach":
        return book.bidding.trump_to_order == "nobody"
    return path == "bidding.trump_to_order" and book.bidding.breach == "loses the game"
