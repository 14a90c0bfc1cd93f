"""No-trump: whether it may be named and by whom, what follows what, which card wins, and every face of it."""

from __future__ import annotations

from typing import Any

import pytest

from rightbower.players import player
from rightbower.players.thumb import refuse_unstudied, unstudied
from rightbower.players.views import view
from rightbower.record import egn
from rightbower.record.egn_schema import EgnError
from rightbower.record.entries import ActionEntry, DealtEntry, Record
from rightbower.record.record import begin, read, replay, write
from rightbower.referee.audit import audit
from rightbower.referee.spoken import read_call
from rightbower.rules.acts import Name, read_action, write_action
from rightbower.rules.book import BookError, RuleBook, book, load, overlay
from rightbower.rules.cards import (
    STRAINS,
    Card,
    NoTrump,
    Seat,
    Side,
    Suit,
    card,
    height,
    strain,
    suit_in_play,
)
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Deal, Phase, place, winner_of
from rightbower.rules.judge import legal
from rightbower.rules.message import word
from rightbower.rules.refusal import Refusal
from rightbower.rules.score import score
from rightbower.terminal.words import meaning
from table import after, allowed, dealt, refused

ROUND_TWO = "W pass, N pass, E pass, S turn down"
STUCK = f"{ROUND_TWO}, W pass, N pass, E pass"
# West has the ace of diamonds and three jacks; diamonds are led.
HANDS = {
    "N": "9D QD KS TS 9C",
    "E": "JH TD QS AC TC",
    "S": "KD AH QH KC JS",
    "W": "AD JD JC AS 9S",
}


def house(**settings: Any) -> RuleBook:
    """The common game with house rules, each by its own name."""
    return book("standard", **{"no_trump": "high and low"} | settings)


def table(**settings: Any) -> Deal:
    """South deals, the ten of hearts is up and turned down."""
    return after(dealt("S deals, TH up", house(**settings), **HANDS), ROUND_TWO)


# ---- the cards ----


def test_without_trumps_a_jack_stands_between_ten_and_queen_and_belongs_to_its_own_suit() -> None:
    for called in NoTrump:
        for each in Card:
            assert suit_in_play(each, called) is each.suit
    spades = ["9S", "TS", "JS", "QS", "KS", "AS"]
    assert sorted(map(card, spades), key=lambda each: height(each, NoTrump.HIGH)) == [
        *map(card, spades)
    ]
    assert sorted(map(card, spades), key=lambda each: height(each, NoTrump.LOW)) == [
        *map(card, spades[::-1])
    ]
    assert [strain(str(each)) for each in STRAINS] == [*STRAINS]
    assert [each.letter for each in STRAINS] == [*"CDHSNL"]


@pytest.mark.parametrize(
    ("cards", "called", "winner"),
    [
        ("JD JH AD QD", NoTrump.HIGH, Seat.S),  # the ace of the suit led, not a jack
        ("JD JH QD AS", NoTrump.HIGH, Seat.S),  # no card of another suit ever wins
        ("AD 9D 9H TD", NoTrump.LOW, Seat.E),  # the nine is best, and a discard never wins
        ("AD KH 9S 9C", NoTrump.LOW, Seat.N),
        ("JS JC AC AH", NoTrump.LOW, Seat.N),
    ],
)
def test_the_best_card_of_the_suit_led_wins(cards: str, called: NoTrump, winner: Seat) -> None:
    plays = [*zip(Seat, map(card, cards.split()), strict=True)]
    assert winner_of(plays, called) is winner


# ---- who may name it ----


def test_standard_bidding_no_trump_is_named_in_round_two_where_a_sheet_says_so() -> None:
    deal = table()
    for words in ("no trump", "low no trump", "no trump alone", "low no trump alone"):
        assert allowed(deal, f"W name {words}")
    made = after(deal, "W name no trump")
    assert (made.trump, made.maker, made.phase, made.taken_by) == (
        NoTrump.HIGH,
        Seat.W,
        Phase.PLAY,
        None,
    )
    assert made.turned_down is Suit.HEARTS
    early = dealt("S deals, TH up", house(), **HANDS)
    assert refused(early, "W name no trump").path == "laws.round_one"
    plain = table(no_trump="none")
    assert refused(plain, "W name no trump").path == "bidding.no_trump"
    assert not any(isinstance(act, Name) and isinstance(act.suit, NoTrump) for act in legal(plain))
    high = table(no_trump="high")
    assert allowed(high, "W name no trump")
    assert refused(high, "W name low no trump").path == "bidding.no_trump"


def test_standard_bidding_no_trump_when_only_a_stuck_dealer_may_name_it() -> None:
    rules = {"all_pass": "stick the dealer", "no_trump_when": "stuck dealer"}
    deal = table(**rules)
    assert refused(deal, "W name no trump").path == "bidding.no_trump_when"
    stuck = after(dealt("S deals, TH up", house(**rules), **HANDS), STUCK)
    assert allowed(stuck, "S name no trump")
    assert allowed(
        after(dealt("S deals, TH up", house(all_pass="stick the dealer"), **HANDS), STUCK),
        "S name low no trump",
    )


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"bidding.no_trump_when": "stuck dealer"}, "nobody names no-trump here"),
        (
            {
                "bidding.no_trump": "high",
                "bidding.no_trump_when": "stuck dealer",
                "bidding.all_pass": "throw in",
            },
            "no dealer has to name a suit",
        ),
    ],
)
def test_settings_that_cannot_meet_are_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(BookError, match=says):
        overlay(load("standard"), changes, word("A house rule."))


def test_a_trump_in_hand_is_not_asked_of_a_call_without_trumps() -> None:
    asked = {
        "trump_to_order": "all but dealer",
        "order_down": "in round two",
        "breach": "loses the game",
    }
    deal = after(table(**asked, needs_trump=True), "W name no trump alone")
    assert deal.ending is None
    assert deal.lone is Seat.W


# ---- the play ----


def test_diamonds_follow_a_jack_of_diamonds_and_a_jack_of_hearts_does_not() -> None:
    deal = after(table(), "W name no trump, W JD")
    assert refused(after(deal, "N QD"), "E JH").path == "laws.follow_suit"
    assert allowed(after(deal, "N QD"), "E TD")
    won = after(deal, "N QD, E TD, S KD")
    assert won.tricks[0].winner is Seat.S
    low = after(table(), "W name low no trump, W JD, N 9D, E TD, S KD")
    assert low.tricks[0].winner is Seat.N


def test_a_revoke_without_trumps_is_seen_by_the_printed_suits() -> None:
    deal = after(table(), "W name no trump, W JD, N 9D")
    assert [str(each.kind) for each in audit(place(deal, read_action("E JH")))] == ["revoke"]
    assert not audit(after(deal, "E TD"))


def test_points_are_as_with_a_trump() -> None:
    deal = after(
        table(),
        "W name no trump, W AD, N 9D, E TD, S KD / W AS, N TS, E QS, S JS / W JD, N QD, E JH, S QH"
        " / N KS, E AC, S KC, W 9S / N 9C, E TC, S AH, W JC",
    )
    # two aces, and a jack of clubs above the ten and the nine
    assert [(mark.side, mark.points, mark.path) for mark in score(deal)] == [
        (Side.EW, 1, "score.make")
    ]


# ---- every face ----


def test_it_is_said_and_heard_written_and_read() -> None:
    deal = table()
    for called in NoTrump:
        for alone in (False, True):
            act = Name(Seat.W, called, alone)
            assert read_action(write_action(act)) == act
    assert read_call(deal, Seat.W, "No trump, alone") == Name(Seat.W, NoTrump.HIGH, alone=True)
    assert read_call(deal, Seat.W, "I'll go low no-trump") == Name(Seat.W, NoTrump.LOW)
    with pytest.raises(Refusal):
        read_call(table(no_trump="none"), Seat.W, "no trump")
    rules = house(all_pass="stick the dealer", no_trump_when="stuck dealer")
    told = {str(meaning(rules, path)) for path in ("bidding.no_trump", "bidding.no_trump_when")}
    assert len(told) == 2


def played(words: str) -> Record:
    """The record of a game of one deal."""
    start = dealt("S deals, TH up", house(), **HANDS)
    out = DealtEntry(Seat.S, Dealt(start.dealt, start.turn_up, start.stock))
    steps = (ActionEntry(act) for act in after(start, f"{ROUND_TWO}, {words}").acts)
    return Record(house(), Seat.S).then(out, *steps)


def test_records_and_notation_hold_it() -> None:
    record = played("W name no trump, W AD, N 9D, E TD, S KD")
    text = write(record)
    assert "W name no trump" in text
    assert read(text) == record
    notation = egn.write(record)
    assert '"n"' in notation
    assert '"allow_no_trump": true' in notation
    again = egn.read(notation, house())
    assert again.record == record
    assert again.remark == ""
    other = egn.read(notation).record  # laid over the common game as the file says
    assert other.book.bidding.no_trump == "high"
    assert replay(other) is not None
    with pytest.raises(EgnError, match="cannot say that no trump is low"):
        egn.write(played("W name low no trump"))


@pytest.mark.parametrize("name", ["beginner", "club", "league", "expert"])
def test_bots_play_it_and_the_experts_say_that_they_have_not_studied_it(name: str) -> None:
    assert unstudied(house()) == "bidding.no_trump"
    with pytest.raises(Refusal, match="no_trump"):
        refuse_unstudied(house())
    bot = player(name, 1)
    for called in ("no trump", "low no trump"):
        record = played(f"W name {called}")
        game = replay(record)
        while game.deal is not None:
            assert game.turn is not None
            game = game.play(bot(view(game, game.turn)))
        assert len(game.finished[0].deal.tricks) == 5


def test_three_aces_are_named_by_the_bots_that_call() -> None:
    hands = {
        "N": "9D QD KS TS 9C",
        "E": "JH TD QS JC TC",
        "S": "KD JD QH KC JS",
        "W": "AD AH AC AS 9S",
    }
    deal = dealt("S deals, TH up", house(), **hands)
    out = DealtEntry(Seat.S, Dealt(deal.dealt, deal.turn_up, deal.stock))
    steps = [ActionEntry(act) for act in after(deal, ROUND_TWO).acts]
    game = replay(Record(house(), Seat.S).then(out, *steps))
    for name in ("league", "expert"):
        chosen = player(name, 1)(view(game, Seat.W))
        assert isinstance(chosen, Name)
        assert chosen.suit is NoTrump.HIGH, name
    assert begin(Record(house(), Seat.S)).deal is None
