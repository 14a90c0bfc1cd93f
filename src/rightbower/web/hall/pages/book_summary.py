"""How to play by a book on one screen, and what is special in it; every sentence knows its clause."""

from __future__ import annotations

from msgspec import Struct

from rightbower.rules.book import RuleBook
from rightbower.rules.refusal import sentence
from rightbower.terminal.special import ends, special_rules


class ShortRule(Struct, frozen=True):
    """A rule in a sentence, and the clause it comes from."""

    text: str
    clause: str


class ShortRules(Struct, frozen=True):
    """How to play by a book: what is special first, then the game from the deal to its end."""

    special: list[ShortRule]
    parts: list[tuple[str, list[ShortRule]]]
    ends: list[ShortRule]


def in_short(book: RuleBook, target: int | None = None) -> ShortRules:
    """The rules of a book on one screen."""
    goal = book.game.target if target is None else target
    end = [(sentence(words), path) for words, path in ends(book, goal)]
    return ShortRules(
        _rules(book, special_rules(book)),
        [(title, _rules(book, told)) for title, told in _parts(book)],
        _rules(book, end),
    )


def _rules(book: RuleBook, told: list[tuple[str, str]]) -> list[ShortRule]:
    return [ShortRule(text, book.clause(path)) for text, path in told]


def _parts(book: RuleBook) -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        ("The cards", _cards()),
        ("Making trump", _trump(book)),
        ("The play", _play()),
        ("Going alone", _alone(book)),
        ("Points", _points(book)),
    ]


def _cards() -> list[tuple[str, str]]:
    return [
        ("Twenty-four cards, nine to ace. You and the player across are partners.", "laws.pack"),
        ("Everybody is dealt five, and the next card is turned up.", "laws.five_each"),
        ("The jack of trumps is the best card: the right bower.", "laws.right_bower"),
        (
            "The other jack of that color is second best, the left bower, and is a trump itself.",
            "laws.left_bower",
        ),
        ("Then trumps run ace, king, queen, ten, nine.", "laws.trump_order"),
    ]


def _trump(book: RuleBook) -> list[tuple[str, str]]:
    stuck = book.bidding.all_pass == "stick the dealer"
    offer = (
        f"From the dealer's left each player passes, or says “{book.bidding.order_word}”:"
        " the card turned up goes to the dealer and its suit is trump."
    )
    return [
        (offer, "laws.round_one"),
        ("The dealer then discards one card face down.", "laws.pick_up"),
        ("If nobody wants it, each player may name another suit.", "laws.round_two"),
        (
            "If all pass again, the dealer has to name one."
            if stuck
            else "If all pass again, the cards are thrown in and the next player deals.",
            "bidding.all_pass",
        ),
    ]


def _play() -> list[tuple[str, str]]:
    return [
        ("The player on the dealer's left leads any card.", "laws.first_lead"),
        ("Follow the suit led if you can; if not, play anything.", "laws.follow_suit"),
        ("The highest trump wins the trick, or else the highest of its suit.", "laws.trick_winner"),
        ("Whoever wins a trick leads to the next.", "laws.winner_leads"),
    ]


def _alone(book: RuleBook) -> list[tuple[str, str]]:
    when = (
        "A maker with a great hand may say “alone” before the first card is played."
        if book.alone.when == "before the first card"
        else "A maker with a great hand may say “alone” with the call."
    )
    out = "The partner then puts the hand down and sits out."
    return [(when, "alone.when"), (out, "laws.partner_sits_out")]


def _points(book: RuleBook) -> list[tuple[str, str]]:
    score = book.score
    return [
        (f"Makers with {score.tricks_to_make} tricks or more: {score.make}.", "score.make"),
        (f"Makers with all five, a march: {score.march}.", "score.march"),
        (f"Alone with all five: {score.lone_march}.", "score.lone_march"),
        (
            f"Fewer than {score.tricks_to_make}, euchred: {score.euchre} for the others.",
            "score.euchre",
        ),
    ]
