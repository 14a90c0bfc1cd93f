"""What is special about a book, in a few plain sentences with their clauses."""

from __future__ import annotations

from typing import Final

from rightbower.rules.book import RuleBook
from rightbower.terminal.messages import source

MOST: Final = 4

# What a setting means to somebody who knows the game, where it is worth telling.
MEANINGS: Final = {
    ("bidding.trump_to_order", "all but dealer"): "Only the dealer may order without a trump.",
    ("bidding.breach", "loses the game"): "An order without a trump loses the whole game.",
    ("bidding.partner_order", "must be alone"): (
        "A dealer's partner who takes the turn-up has to play alone."
    ),
    ("bidding.natural_scope", "dealer by choice"): (
        "The dealer may take the turn-up only with a card of its suit in hand."
    ),
    ("bidding.natural_scope", "everyone"): (
        "Nobody may take the turn-up without a card of its suit in hand."
    ),
    ("bidding.natural_scope", "ordered dealer too"): (
        "The turn-up is taken only with a card of its suit in the dealer's hand."
    ),
    ("bidding.all_pass", "stick the dealer"): (
        "If everybody passes twice, the dealer has to name a suit."
    ),
    ("bidding.all_pass", "throw in"): "If everybody passes twice, the cards are thrown in.",
    ("alone.when", "before the first card"): (
        "Alone is said after trump is made, before the first card is played."
    ),
    ("alone.needs_trump", True): "A lone player has to hold a trump.",
    ("burying.turn_up", "unless five of the suit"): (
        "A dealer who takes the turn-up beside five of its suit has to keep it."
    ),
    ("burying.turn_up", "allowed"): "The dealer may discard the turn-up again.",
    ("burying.turn_up", "never"): "The dealer may not discard the turn-up again.",
}


def goal(book: RuleBook, target: int | None) -> str:
    """How a game is won or ends."""
    parts = [f"{words} {source(book, path)}" for words, path in ends(book, target)]
    return f"{', or '.join(parts)}."


def ends(book: RuleBook, target: int | None) -> list[tuple[str, str]]:
    """What ends a game, each way with its setting."""
    if book.game.deals is not None:
        found = [(f"A game is {book.game.deals} deals", "game.deals")]
    else:
        found = [(f"The first side to {target} points wins", "game.target")]
    if book.clock.minutes is not None:
        found.append((f"time ends it after {book.clock.minutes} minutes", "clock.minutes"))
    return found


def special(book: RuleBook) -> list[str]:
    """The rules of a book that a visitor should know before the first deal."""
    return [
        f"{words.removesuffix('.')} {source(book, path)}."
        for words, path in special_rules(book)[:MOST]
    ]


def special_rules(book: RuleBook) -> list[tuple[str, str]]:
    """The same, all of them, each with the setting it comes from."""
    told = [
        (meaning, path)
        for (path, value), meaning in MEANINGS.items()
        if book.value(path) == value and not _is_told_already(book, path)
    ]
    word = book.bidding.pass_word
    if word != "pass":
        told.insert(0, (f"To pass, players say “{word}”.", "bidding.pass_word"))
    return told


def _is_told_already(book: RuleBook, path: str) -> bool:
    """What follows an order without a trump says as well that one is needed."""
    if path == "bidding.breach":
        return book.bidding.trump_to_order == "nobody"
    return path == "bidding.trump_to_order" and book.bidding.breach == "loses the game"
