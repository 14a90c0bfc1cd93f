"""What everybody at a table sees of the referee: the whole of it, at each moment of a game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from rightbower.referee.table import BarredSide, CardUp, LastingOrder, Ruled, SameCard, SuitCall
from rightbower.rules.cards import Seat, Side, Suit, card
from rightbower.rules.deal import Phase
from rightbower.web.hall.calls import INSTEAD, judged
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.table import HallTable, Sitter
from rightbower.web.hall.views import Face
from rightbower.web.hall.wire import write_reply
from web.seated import Sitting

TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
# East trumps the first spade while holding two; the queen of spades comes out in the third trick.
REVOKED = ("W AS, N 9S, E AH, S 9H", "E QC, S AC, W TC, N KC", "S JH, W QH, N TH, E QS")
REST = ("S KH, W 9D, N JD, E TS", "N AD, E KD, S QD, W KS")
UP = "An exposed card stays face up on the table and is played at its first legal chance."


def shown(table: HallTable) -> dict[str, Any]:
    """What is shown and is not nothing."""
    found: dict[str, Any] = to_builtins(judged(table))
    return found


def revoke(seat: str, trick: int) -> dict[str, str]:
    """A doubt whether somebody followed suit."""
    word = Seat[seat].word
    return {
        "fact": f"revoke {seat} {trick}",
        "words": f"{word} did not follow suit in trick {trick}",
    }


DOUBTS = [
    revoke("S", 1),
    revoke("E", 3),
    revoke("W", 4),
    revoke("E", 4),
    revoke("W", 5),
    {
        "fact": "no-natural-card S pick up",
        "words": "South picks it up: the turn-up is taken without a natural card",
    },
]
COSTS = {
    "number": 0,
    "what": "East did not follow suit in trick 1",
    "says": "The revoke stands and costs 2 points.",
    "upheld": True,
    "clauses": [
        (
            "A01-11.R5",
            (
                "What a revoke costs when no hand is alone. Until the next turn-up is faced or the result is"
                " entered. The other side may keep the hand's played result instead of a penalty. The hand"
                " is played out, and the other side chooses when it is done. Under the penalty nothing else"
                " scores."
            ),
        ),
        ("A01-11.R2", "A revoke can be corrected until the trick is turned."),
        (
            "A01-11.R6",
            (
                "The other side may take the penalty from the revokers' score instead of adding it to their"
                " own. The markers cannot show less than zero."
            ),
        ),
    ],
    "ways": [
        {"name": "as played", "label": "As played", "do": ["The hand scores as it was played."]},
        {
            "name": "add",
            "label": "Add",
            "do": ["The tricks of the hand score nothing.", "The other side scores 2 points."],
        },
        {
            "name": "subtract",
            "label": "Subtract",
            "do": [
                "The tricks of the hand score nothing.",
                "2 points come off the offending side's score, but not below zero.",
            ],
        },
    ],
    "by": "S",
    "aside_by": ["S"],
}


def test_from_the_first_call_to_a_ruling_and_its_choice() -> None:
    sitting = Sitting("alberta-55plus")
    assert shown(sitting.table) == {}
    sitting.do(TAKEN)
    sitting.do(REVOKED[0])
    assert shown(sitting.table) == {"doubts": [revoke("E", 1), revoke("S", 1)], "turns": "E"}
    sitting.call("E", do="turn")
    sitting.trick(*REVOKED[1:], *REST)
    assert shown(sitting.table) == {"doubts": [revoke("E", 1), *DOUBTS], "cut": "S"}
    sitting.call("S", do="claim", fact="revoke E 1")
    waits = {**COSTS, "waits_for": ["N", "S"]}
    instead = list(INSTEAD.items())
    assert shown(sitting.table) == {"doubts": DOUBTS, "rulings": [waits], "instead": instead}
    sitting.call("N", do="choose", number=0, option="add")
    chosen = {**COSTS, "chosen": "add"}
    assert shown(sitting.table) == {
        "doubts": DOUBTS,
        "rulings": [chosen],
        "instead": instead,
        "cut": "S",
    }


def test_the_cut_is_shown_where_it_has_to_be_offered_and_where_it_may_be() -> None:
    before = Sitting("alberta-55plus", dealing=False, overlay={"misdeal.uncut": "same dealer"})
    assert shown(before.table) == {"cut": "E", "cut_due": True}
    before.call("E", do="cut", lifted=None)
    assert shown(before.table) == {}
    none = Sitting("alberta-55plus", overlay={"dealing.cut": "none"})
    none.do(TAKEN)
    none.trick("W AS, N 9S, E TS, S 9H", "S KH, W QH, N TH, E AH", "E QC, S AC, W TC, N KC")
    none.trick("S JH, W 9D, N JD, E KD", "S QD, W KS, N AD, E QS")
    assert "cut" not in shown(none.table)


def test_a_card_on_the_table_lies_there_until_it_is_played() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.call("W", do="drop", card="AS KS")
    assert shown(sitting.table)["up"] == [("W", "AS"), ("W", "KS")]
    sitting.call("N", do="claim", fact="exposed-card W AS KS dropped")
    told = shown(sitting.table)
    assert told["up"] == [("W", "AS"), ("W", "KS")]
    assert told["orders"] == [
        "West has the ace of spades face up and plays it at the first chance",
        "West has the king of spades face up and plays it at the first chance",
    ]
    (ruling,) = told["rulings"]
    assert ruling["what"] == "West exposes the ace of spades and the king of spades (dropped)"
    assert ruling["says"] == "The ace of spades and the king of spades are exposed cards."
    assert ruling["ways"] == [{"name": "ruling", "label": "Ruling", "do": [UP]}]
    assert "waits_for" not in ruling
    sitting.do("W AS")
    assert shown(sitting.table)["up"] == [("W", "KS")]


def test_who_may_name_the_suit_of_a_lead() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.do("N 9S")
    sitting.call("E", do="claim", fact=sitting.judged.calls[0].fact)
    told = shown(sitting.table)
    order = "the other side may name the suit of North–South's next lead"
    assert told["orders"] == [
        "North has the nine of spades face up and plays it at the first chance",
        order,
    ]
    assert "may_call" not in told
    sitting.trick("W AS, N 9S, E TS, S 9H")
    told = shown(sitting.table)
    assert (told["orders"], told["may_call"]) == ([order], ["E"])
    sitting.call("E", do="suit", suit="C")
    told = shown(sitting.table)
    assert told["orders"] == ["North–South lead clubs if they can"]
    assert "may_call" not in told
    assert sitting.told[-1] == "East calls for clubs"
    sitting.do("S AC")
    assert "orders" not in shown(sitting.table)


def test_not_to_name_a_suit_is_told() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.do("N 9S")
    sitting.call("E", do="claim", fact=sitting.judged.calls[0].fact)
    sitting.trick("W AS, N 9S, E TS, S 9H")
    sitting.call("E", do="suit", suit="")
    assert sitting.told[-1] == "East calls for nothing"
    assert "may_call" not in shown(sitting.table)


def ordered(table: HallTable, *orders: LastingOrder) -> HallTable:
    """A table with these orders in force."""
    assert table.referee is not None
    return replace(table, referee=replace(table.referee, orders=orders))


SEVERAL = {"exposed.several": "opponents choose"}


@pytest.mark.parametrize(
    ("acts", "seat", "up", "nameable"),
    [
        (TAKEN, "W", "AS KS", ["AS", "KS"]),
        (TAKEN, "W", "AS KS 9D", ["AS", "KS", "9D"]),
        (TAKEN, "W", "AS", []),
        (TAKEN, "N", "9S KC", []),
        (f"{TAKEN}, W AS", "N", "9S KC", []),
        (f"{TAKEN}, W AS, N 9S", "E", "QS TS", ["QS", "TS"]),
        (f"{TAKEN}, W AS, N 9S", "E", "QS TS KD", ["QS", "TS"]),
        ("W pass, N pass, E pass, S pick up", "S", "JH KH", []),
    ],
)
def test_of_several_cards_that_lie_open_the_opponents_name_one(
    acts: str, seat: str, up: str, nameable: list[str]
) -> None:
    sitting = Sitting("alberta-55plus", overlay=SEVERAL)
    sitting.do(acts)
    orders = [CardUp(Seat[seat], card(each), "exposed.duty") for each in up.split()]
    table = ordered(sitting.table, *orders)
    assert shown(table).get("may_name", []) == nameable
    owner = Sitting("alberta-55plus")
    owner.do(acts)
    assert "may_name" not in shown(ordered(owner.table, *orders))


def test_cards_that_may_not_be_played_now_are_not_named_nor_those_of_others() -> None:
    sitting = Sitting("alberta-55plus", overlay=SEVERAL)
    sitting.do(f"{TAKEN}, W AS, N 9S")
    others = (SuitCall(Side.NS, "turns.false_lead"), CardUp(Seat.S, card("JH"), "exposed.duty"))
    for up, nameable in (("KD QC", []), ("QS TS", ["QS", "TS"])):
        orders = [CardUp(Seat.E, card(each), "exposed.duty") for each in up.split()]
        table = ordered(sitting.table, *orders, *others)
        assert shown(table).get("may_name", []) == nameable


def test_a_ruling_at_the_officers_word_names_no_seat() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.call("W", do="drop", card="AS")
    sitting.call("N", do="claim", fact="exposed-card W AS dropped")
    assert shown(sitting.table)["rulings"][0]["by"] == "N"
    referee = sitting.table.referee
    assert referee is not None
    (ruled,) = referee.log
    assert isinstance(ruled, Ruled)
    own_word = replace(referee, log=(replace(ruled, by=None),))
    assert "by" not in shown(replace(sitting.table, referee=own_word))["rulings"][0]


def test_nothing_lies_open_and_nobody_names_a_card_between_the_hands() -> None:
    sitting = Sitting("alberta-55plus", overlay=SEVERAL)
    sitting.do(TAKEN)
    sitting.trick(*REVOKED, *REST)
    orders = [CardUp(Seat.W, card(each), "exposed.duty") for each in ("AS", "KS")]
    told = shown(ordered(sitting.table, *orders, SuitCall(Side.EW, "turns.false_lead")))
    assert not {"up", "may_name", "may_call"} & set(told)


def test_every_order_is_said_in_words() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    names = ("Nan", "Eve", "Sam", "Wes")
    seats = tuple(Sitter(seat.name, name) for seat, name in zip(Seat, names, strict=True))
    table = ordered(
        replace(sitting.table, seats=seats),
        CardUp(Seat.W, card("AS"), "exposed.duty"),
        SameCard(Seat.E, card("TS"), 1, "revoke.until"),
        SameCard(Seat.E, card("TS"), 1, "revoke.until"),
        SuitCall(Side.NS, "turns.false_lead"),
        SuitCall(Side.EW, "turns.false_lead", Suit.CLUBS),
    )
    told = shown(table)
    assert told["orders"] == [
        "Wes has the ace of spades face up and plays it at the first chance",
        "Eve plays the ten of spades to this trick",
        "Eve plays the ten of spades to this trick",
        "the other side may name the suit of North–South's next lead",
        "East–West lead clubs if they can",
    ]
    assert told["up"] == [("W", "AS"), ("E", "TS")]
    away = ordered(table, CardUp(Seat.W, card("QD"), "exposed.duty"))
    assert "up" not in shown(away), "who does not hold a card has it nowhere"


def test_a_side_that_may_not_make_trump_is_told_while_there_is_bidding() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do("N order")
    sitting.call("W", do="claim", fact=sitting.judged.calls[0].fact)
    assert shown(sitting.table)["orders"] == [
        "North–South may not make trump for the rest of the deal"
    ]
    bars = (
        BarredSide(Side.EW, "calls.out_of_turn", "the round", Phase.ROUND_ONE),
        BarredSide(Side.NS, "calls.out_of_turn", "the deal", Phase.ROUND_ONE),
    )
    both = Sitting("alberta-55plus")
    assert both.table.referee is not None
    barred = replace(both.table, referee=replace(both.table.referee, barred=bars))
    assert shown(barred)["orders"] == [
        "North–South may not make trump for the rest of the deal",
        "East–West may not make trump for the rest of the round",
    ]
    both.do("W pass, N pass, E pass, S turn down")
    barred = replace(both.table, referee=replace(both.table.referee, barred=bars))
    assert shown(barred)["orders"] == ["North–South may not make trump for the rest of the deal"]
    playing = Sitting("alberta-55plus")
    playing.do(TAKEN)
    assert playing.table.referee is not None
    over = replace(playing.table, referee=replace(playing.table.referee, barred=bars))
    assert "orders" not in shown(over)


def test_the_last_four_rulings_are_shown_the_newest_first() -> None:
    sitting = Sitting()
    for letter, held in (("W", "AS"), ("N", "9S"), ("E", "QS"), ("S", "JH"), ("W", "KS")):
        sitting.call(letter, do="drop", card=held)
        sitting.call("N", do="claim", fact=f"exposed-card {letter} {held} dropped")
    assert [each["number"] for each in shown(sitting.table)["rulings"]] == [4, 3, 2, 1]
    sitting.call("S", do="overrule", number=3, instead="stand", why="it was a joke")
    says = [each["says"] for each in shown(sitting.table)["rulings"]]
    assert [each.endswith(" Set aside: it was a joke") for each in says] == [
        False,
        True,
        False,
        False,
    ]
    aside = [each.get("aside_by", []) for each in shown(sitting.table)["rulings"]]
    assert aside == [["S"], [], ["S"], ["S"]]


def test_an_officer_is_whoever_opened_the_table_or_everybody() -> None:
    sitting = Sitting("sportcial-league")
    sitting.do(TAKEN)
    sitting.call("W", do="drop", card="AS")
    sitting.call("N", do="claim", fact="exposed-card W AS dropped")
    (ruling,) = shown(sitting.table)["rulings"]
    assert (ruling["waits_for"], ruling["suggestion"]) == (["S"], True)
    assert "later" not in ruling
    elsewhere = replace(sitting.table, opened=replace(sitting.table.opened, by="a friend"))
    (ruling,) = shown(elsewhere)["rulings"]
    assert ruling["waits_for"] == ruling["aside_by"] == ["N", "E", "S", "W"]
    event = replace(sitting.table, opened=replace(sitting.table.opened, event="day/1/1"))
    told = shown(event)
    assert ("aside_by" in told["rulings"][0], "instead" in told) == (False, False)


def test_a_choice_about_the_score_comes_when_the_hand_is_over() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.trick(*REVOKED)
    sitting.call("N", do="claim", fact="revoke E 1")
    (ruling,) = shown(sitting.table)["rulings"]
    assert (ruling["waits_for"], ruling["later"]) == (["N", "S"], True)
    sitting.trick(*REST)
    (ruling,) = shown(sitting.table)["rulings"]
    assert (ruling["waits_for"], ruling.get("later", False)) == (["N", "S"], False)
    assert "cut" not in shown(sitting.table), "the ruling waits for its choice first"


def test_the_end_of_a_game_is_agreed_once_nothing_waits() -> None:
    sitting = Sitting("alberta-55plus", overlay={"game.target": 1})
    sitting.do(TAKEN)
    sitting.trick("W AS, N 9S, E TS, S 9H", "S KH, W QH, N TH, E AH", "E QC, S AC, W TC, N KC")
    assert "agree" not in shown(sitting.table)
    sitting.trick("S JH, W 9D, N JD, E KD", "S QD, W KS, N AD, E QS")
    told = shown(sitting.table)
    assert (told["agree"], "cut" in told) == (True, False)
    assert sitting.table.referee is not None
    waiting = replace(sitting.table, referee=replace(sitting.table.referee, waiting=(0,)))
    assert "agree" not in shown(waiting)
    sitting.call("N", do="enter")
    assert "agree" not in shown(sitting.table)
    assert "The result is agreed" in sitting.told


def test_a_strict_table_has_no_referee() -> None:
    assert judged(Sitting(mode="strict").table) is None


# North and South take each of these.
TAKEN_BY_US = ("W AS, N 9S, E TS, S 9H", "S JH, W QH, N TH, E AH", "S KH, W TC, N JD, E QC")


def test_a_side_is_reminded_once_a_hand_to_turn_its_tricks() -> None:
    sitting = Sitting()
    sitting.do(", ".join((TAKEN, *TAKEN_BY_US[:2])))
    left = {"fact": "trick-not-turned S 1", "words": "South leaves trick 1 unturned"}
    assert shown(sitting.table)["calls"] == [left]
    sitting.call("W", do="claim", fact="trick-not-turned S 1")
    sitting.do(TAKEN_BY_US[2])
    sitting.do("N AD")
    assert "calls" not in shown(sitting.table), "the next trick left lying is not called again"


def test_each_is_told_of_their_own_slip_as_you() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(", ".join((TAKEN, *TAKEN_BY_US[:2])))
    sitting.call("W", do="claim", fact="trick-not-turned S 1")
    face = Face()
    face.look(sitting.table, PlayByPlay(), frozenset(), 0)

    def told(seat: Seat | None) -> str:
        state = json.loads(write_reply(face.to(seat)))
        return str(state["trick"]["referee"]["rulings"][0]["what"])

    assert {seat: told(seat) for seat in (Seat.W, Seat.S, None)} == {
        Seat.W: "South leaves trick 1 unturned",
        Seat.S: "You leave trick 1 unturned",
        None: "South leaves trick 1 unturned",
    }
