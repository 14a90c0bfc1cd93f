"""Sit people down to a game as at the table, and let them act in words."""

from __future__ import annotations

from rightbower.referee.doing import (
    act_at_table,
    deal_at_table,
    irregularities,
    open_table,
    turn_trick,
)
from rightbower.referee.irregularities import Kind, Misdeal, OutOfTurn, WrongCall
from rightbower.referee.rulings import Ruling, citations
from rightbower.referee.table import Chosen, Overruled, Ruled, Table
from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Seat, Side, card
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import TurnUp, start_bell, start_game
from table import DEALS, cards_out, worked

# D1: South deals, 9H is turned up; South takes it and buries JC. T1 is a march for North–South.
TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
TAKEN_BY_STUCK = "W pass, N pass, E pass, S pick up, S bury JC, S with partner"
T1 = (
    "W AS, N 9S, E TS, S 9H / S JH, W QH, N TH, E AH / S KH, W TC, N JD, E QC /"
    "N AD, E KD, S QD, W 9D / N KC, E QS, S AC, W KS"
)
# As T1, but East trumps the first spade while holding two: a revoke. South–North still make four.
T6 = (
    "W AS, N 9S, E AH, S 9H / E QC, S AC, W TC, N KC / S JH, W QH, N TH, E QS /"
    "S KH, W 9D, N JD, E TS / N AD, E KD, S QD, W KS"
)


def book_of(book: str | RuleBook) -> RuleBook:
    return load(book) if isinstance(book, str) else book


def cards_of(name: str) -> Dealt:
    """The cards of one of the worked deals."""
    deal = worked(name)
    return Dealt(deal.dealt, deal.turn_up, deal.stock)


def opened(
    book: str | RuleBook, dealer: str = "S", score: tuple[int, int] = (0, 0), bell: bool = True
) -> Table:
    """A table about to deal; the start bell has rung where the book has one."""
    rules = book_of(book)
    game = start_game(rules, Seat.of(dealer), score=score)
    waits = rules.dealing.turn_up_waits_for_bell
    return open_table(start_bell(game) if waits and bell else game)


def sat(
    name: str,
    book: str | RuleBook,
    words: str = "",
    score: tuple[int, int] = (0, 0),
    turn_up: TurnUp = TurnUp.FACED,
) -> Table:
    """One of the worked deals on the table, and what was done since."""
    table = opened(book, DEALS[name][0][0], score)
    table = deal_at_table(table, cards_of(name), turn_up=turn_up)
    return did(table, words) if words else table


def set_out(
    book: str | RuleBook, words: str, done: str = "", stock: str = "", **hands: str
) -> Table:
    """A table from words such as ``"S deals, 9H up"`` and the hands that matter."""
    dealer, turn_up = (part.split()[0] for part in words.split(","))
    table = deal_at_table(opened(book, dealer), cards_out(turn_up, stock, **hands))
    return did(table, done) if done else table


def made(name: str, book: str | RuleBook, score: tuple[int, int] = (0, 0)) -> Table:
    """D1 with hearts made by South in any book, West to lead."""
    table = sat(name, book, TAKEN, score)
    return did(table, "S with partner") if book_of(book).alone.when != "with the call" else table


def did(table: Table, words: str) -> Table:
    """What people did, with commas or slashes between; ``turn`` turns the trick down."""
    for word in words.replace("/", ",").split(","):
        turning = word.strip() == "turn"
        table = turn_trick(table) if turning else act_at_table(table, read_action(word))
    return table


def neatly(table: Table, words: str) -> Table:
    """The same, each trick turned down as soon as it is complete."""
    for word in words.replace("/", ",").split(","):
        table = act_at_table(table, read_action(word))
        deal = table.game.deal
        if deal and sum(trick.winner is not None for trick in deal.tricks) > table.quitted:
            table = turn_trick(table)
    return table


def tricks(words: str, count: int) -> str:
    """The first tricks of a line of play."""
    return "/".join(words.split("/")[:count])


def ruling(table: Table, number: int = -1) -> Ruling:
    """The ruling last given, or an earlier one."""
    given = [each for each in table.log if isinstance(each, Ruled)]
    return given[number].ruling


def cited(table: Table) -> set[str]:
    """Every clause behind the ruling last given."""
    found = citations(ruling(table), table.game.book)
    return {clause for each in found for clause in each.clauses}


def chosen(table: Table) -> Chosen:
    found = table.log[-1]
    assert isinstance(found, Chosen)
    return found


def overruled(table: Table) -> Overruled:
    found = table.log[-1]
    assert isinstance(found, Overruled)
    return found


def wrong_call(table: Table) -> WrongCall:
    """The one irregular call that nobody has noticed yet."""
    (fact,) = irregularities(table)
    assert isinstance(fact, WrongCall)
    return fact


def out_of_turn(table: Table) -> OutOfTurn:
    """The one card out of turn that nobody has noticed yet."""
    (fact,) = (each for each in irregularities(table) if isinstance(each, OutOfTurn))
    return fact


def exposed_in_deal(dealer: str = "S") -> Misdeal:
    return Misdeal(Seat.of(dealer), Kind.EXPOSED_IN_DEAL)


def moved(cards: Dealt, name: str, giver: str | None, taker: str | None) -> Dealt:
    """The same cards with one gone from a hand (or from the stock) to another (or out of play)."""
    hands = [list(hand) for hand in cards.hands]
    stock = list(cards.stock)
    found = card(name)
    (stock if giver is None else hands[Seat.of(giver)]).remove(found)
    if taker is not None:
        hands[Seat.of(taker)].append(found)
    return Dealt(tuple(tuple(hand) for hand in hands), cards.turn_up, tuple(stock))


def points(table: Table) -> tuple[int, int]:
    return table.game.score[Side.NS], table.game.score[Side.EW]
