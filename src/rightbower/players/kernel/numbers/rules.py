"""What of a rule book changes the play and the score of a deal, as numbers for the kernel."""

from __future__ import annotations

import numpy as np

from rightbower.rules.book import RuleBook

(
    PARTNER_BOUND,
    NATURAL_DEALER,
    NATURAL_CALLER,
    NATURAL_ORDERED,
    NATURAL_JACK,
    TRUMP_TO_ORDER,
    LEFT_COUNTS,
    TRUMP_TO_NAME,
    BREACH_LOSES,
    BREACH_REFUSED,
    STICK,
    LONE_PARTNER_TAKES,
    BURY_NEVER,
    BURY_UNLESS_FIVE,
    FIVE_IN_PLAY,
    PARTNER_ALONE,
    DEFENDER_ALONE,
    ALONE_LATER,
    NEEDS_TRUMP,
    LEFT_OF_LONE,
    TRICKS_TO_MAKE,
    MAKE,
    MARCH,
    EUCHRE,
    LONE_MAKE,
    LONE_MARCH,
    LONE_EUCHRE,
    COUNTS_TRICKS,
    SIZE,
) = range(29)


def pack(book: RuleBook) -> np.ndarray:
    """The book's settings as the kernel reads them: 1 for what holds, and the points."""
    rules = np.zeros(SIZE, dtype=np.int64)
    for place, value in (_bidding(book) | _taking(book) | _alone(book) | _scoring(book)).items():
        rules[place] = value
    return rules


def _bidding(book: RuleBook) -> dict[int, int]:
    bidding = book.bidding
    scope = bidding.natural_scope
    needs = bidding.trump_to_order != "nobody"
    return {
        PARTNER_BOUND: bidding.partner_order == "must be alone",
        NATURAL_DEALER: scope != "nobody",
        NATURAL_CALLER: scope in ("everyone", "ordered dealer too"),
        NATURAL_ORDERED: scope == "ordered dealer too",
        NATURAL_JACK: bidding.natural_jack,
        TRUMP_TO_ORDER: needs,
        LEFT_COUNTS: bidding.left_counts,
        TRUMP_TO_NAME: needs and bidding.order_down == "in round two",
        BREACH_LOSES: bidding.breach == "loses the game",
        BREACH_REFUSED: bidding.breach == "refused",
        STICK: bidding.all_pass == "stick the dealer",
    }


def _taking(book: RuleBook) -> dict[int, int]:
    return {
        LONE_PARTNER_TAKES: book.bidding.lone_partner_turn_up == "lone partner takes it",
        BURY_NEVER: book.burying.turn_up == "never",
        BURY_UNLESS_FIVE: book.burying.turn_up == "unless five of the suit",
        FIVE_IN_PLAY: book.burying.five_of_suit == "suit in play",
    }


def _alone(book: RuleBook) -> dict[int, int]:
    alone = book.alone
    return {
        PARTNER_ALONE: alone.who != "maker",
        DEFENDER_ALONE: alone.who == "anyone",
        ALONE_LATER: alone.when == "before the first card",
        NEEDS_TRUMP: alone.needs_trump,
        LEFT_OF_LONE: alone.lead == "left of lone player",
    }


def _scoring(book: RuleBook) -> dict[int, int]:
    points = book.score
    return {
        TRICKS_TO_MAKE: points.tricks_to_make,
        MAKE: points.make,
        MARCH: points.march,
        EUCHRE: points.euchre,
        LONE_MAKE: points.lone_make,
        LONE_MARCH: points.lone_march,
        LONE_EUCHRE: points.lone_euchre,
        COUNTS_TRICKS: book.game.counts == "tricks",
    }
