"""What a table says to each of its four people, and to one who watches: whose turn, what may be done."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rightbower.rules.cards import Seat
from rightbower.rules.game import Scored
from rightbower.web.hall.entries import Manners, Sat, TableOpened
from rightbower.web.hall.says import ended, goal, line, people, which_deal
from rightbower.web.hall.table import HallTable, fold, folded
from rightbower.web.hall.wire import Ended
from table import worked
from web.four_readers import PASSED, READERS, TAKEN, named
from web.seated import Sitting


def said(table: HallTable) -> list[str]:
    """The line that an onlooker reads, then North, East, South and West."""
    return [line(named(table), you) for you in READERS]


@pytest.mark.parametrize(
    ("acts", "turn", "others", "yours"),
    [
        ("", Seat.W, "Wes to bid.", "Order up the nine of hearts?"),
        (PASSED, Seat.S, "Sam to bid.", "Pick up the nine of hearts?"),
        (
            f"{PASSED}, S pick up",
            Seat.S,
            "Sam is discarding.",
            "You picked it up: tap a card to discard.",
        ),
        ("W order", Seat.S, "Sam is discarding.", "Wes called it: tap a card to discard."),
        (f"{PASSED}, S turn down", Seat.W, "Wes to bid.", "Name a suit, or pass."),
        (f"{PASSED}, S turn down, {PASSED}", Seat.S, "Sam to bid.", "You have to name a suit."),
        (TAKEN, Seat.W, "Wes to lead.", "You lead."),
        (f"{TAKEN}, W AS", Seat.N, "Nan to play.", "Spades led: follow suit."),
        (
            f"{TAKEN}, W AS, N 9S, E TS",
            Seat.S,
            "Sam to play.",
            "You have no spades: play any card.",
        ),
        (f"{TAKEN}, W AS, N 9S, E TS, S 9H", Seat.S, "Sam to lead.", "You lead."),
        (
            f"{TAKEN}, W AS, N 9S, E TS, S 9H, S KH, W QH",
            Seat.N,
            "Nan to play.",
            "Hearts led: follow suit.",
        ),
    ],
)
def test_whose_turn_it_is_and_what_may_be_done(
    acts: str, turn: Seat, others: str, yours: str
) -> None:
    sitting = Sitting(mode="strict")
    if acts:
        sitting.do(acts)
    told = [f"Your turn. {yours}" if you is turn else others for you in READERS]
    assert said(sitting.table) == told


def test_the_dealer_need_not_name_a_suit_where_all_may_pass() -> None:
    sitting = Sitting(mode="strict", overlay={"bidding.all_pass": "throw in"})
    sitting.do(f"{PASSED}, S turn down, {PASSED}")
    assert line(sitting.table, Seat.S) == "Your turn. Name a suit, or pass."
    sitting.do("S pass")
    assert set(said(sitting.table)) == {"The next hand is about to be dealt."}
    told = {ended(sitting.table, you) for you in READERS}
    assert told == {Ended("Thrown in", "no points", "Everybody passed twice.")}


def test_only_the_dealer_has_to_name_a_suit() -> None:
    sitting = Sitting(mode="strict")
    sitting.do(f"{PASSED}, S turn down, W pass, N pass")
    assert line(sitting.table, Seat.E) == "Your turn. Name a suit, or pass."


def test_as_at_the_table_nobody_is_told_what_suit_to_follow() -> None:
    sitting = Sitting()
    sitting.do(f"{TAKEN}, W AS")
    assert line(sitting.table, Seat.N) == "Your turn. Spades led."
    sitting.do("N 9S, E TS")
    assert line(sitting.table, Seat.S) == "Your turn. Spades led."


def test_the_partner_of_a_lone_player_looks_on() -> None:
    sitting = Sitting(mode="strict")
    sitting.do(f"{PASSED}, S pick up alone, S bury JC")
    waits = "Sam is going alone. Your hand is face down."
    lead = "Wes to lead."
    assert said(sitting.table) == [lead, waits, lead, lead, "Your turn. You lead."]


def test_the_maker_is_asked_whether_to_go_alone_where_that_is_said_last() -> None:
    sitting = Sitting(mode="strict", overlay={"alone.when": "before the first card"})
    sitting.do("W pass, N order, S bury JC")
    other = "Nan may go alone."
    assert said(sitting.table) == [
        other,
        "Your turn. Hearts are trump. Go alone?",
        other,
        other,
        other,
    ]


def test_between_the_hands_as_at_the_table_the_deck_may_be_cut() -> None:
    sitting = Sitting(dealing=False, overlay={"misdeal.uncut": "same dealer"})
    other = "Eve may cut the deck."
    yours = "Your cut. Lift some cards, or leave the deck as it is."
    assert said(sitting.table) == [other, other, yours, other, other]


def test_at_a_strict_table_nobody_is_asked_to_cut() -> None:
    table = Sitting(mode="strict", overlay={"misdeal.uncut": "same dealer"}).table
    assert table.game is not None
    between = replace(table, game=replace(table.game, deal=None, cut=None))
    assert set(said(between)) == {"The next hand is about to be dealt."}


def test_while_the_last_trick_lies_there_nobody_is_on_turn() -> None:
    table = Sitting(mode="strict").table
    assert table.game is not None
    assert table.game.deal is not None
    game = replace(table.game, deal=replace(table.game.deal, turn=None))
    assert set(said(replace(table, game=game))) == {"The last trick is played."}


def table_of(*seats: Seat, event: str = "", bots_after: int | None = None) -> HallTable:
    """A table before its game, with people in these chairs."""
    manners = Manners(bots_after=bots_after)
    opened = TableOpened("standard", "strict", "seed", "S", 0.0, event=event, manners=manners)
    return folded(fold(None, opened), [Sat(seat, seat.name, seat.word, 1.0) for seat in seats])


HELD = "The chairs are held for the players of the event. Play starts with the fourth."
LOOKING = "Looking for players. In a few seconds bots take the chairs that are still empty."
INVITE = "Invite friends with the link, or start now: bots take the empty chairs."


@pytest.mark.parametrize(
    ("table", "onlooker", "sitter"),
    [
        (table_of(Seat.S), "Choose a chair.", INVITE),
        (table_of(Seat.S, bots_after=9), "Choose a chair.", LOOKING),
        (
            table_of(*Seat),
            "All four chairs are taken. You are watching.",
            "Everybody is here. Start when you are ready.",
        ),
        (
            table_of(*Seat, bots_after=9),
            "All four chairs are taken. You are watching.",
            "Everybody is here. Start when you are ready.",
        ),
        (table_of(Seat.S, event="e/1/1"), HELD, HELD),
        (table_of(*Seat, event="e/1/1"), "Everybody is here.", "Everybody is here."),
    ],
)
def test_before_the_game(table: HallTable, onlooker: str, sitter: str) -> None:
    assert (line(table, None), line(table, Seat.S)) == (onlooker, sitter)
    beginning = replace(table, beginning=1.0)
    assert line(beginning, None) == line(beginning, Seat.S) == "The cards are being shuffled."


def test_seats_and_cards_are_said_by_name_and_sides_are_not() -> None:
    table = named(Sitting(mode="strict").table)
    text = "North plays 9S upon East's TD; North–South lead and East–West follow West"
    assert people(table, text) == (
        "Nan plays the nine of spades upon Eve's the ten of diamonds;"
        " North–South lead and East–West follow Wes"
    )
    free = replace(table, seats=(None, *table.seats[1:]))
    assert people(free, "North and East") == "North and Eve"


def test_what_a_game_goes_to_and_which_deal_it_is() -> None:
    game = Sitting("standard", mode="strict").table.game
    assert game is not None
    assert (goal(game), which_deal(game)) == ("of 10", "")
    assert goal(replace(game, target=None)) == ""
    eight = Sitting("charity-social", mode="strict").table.game
    assert eight is not None
    deals = eight.book.game.deals
    assert deals is not None
    assert which_deal(eight) == f"deal 1 of {deals}"
    scored = Scored(replace(worked("D1"), ending="played"), (), (0, 0))
    assert which_deal(replace(eight, finished=(scored,))) == f"deal 2 of {deals}"
    assert which_deal(replace(eight, finished=(scored,) * deals)) == f"deal {deals} of {deals}"
