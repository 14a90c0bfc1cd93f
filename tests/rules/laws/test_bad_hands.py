"""Bad hands: which may be shown and until when, what becomes of them, and what the others may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rightbower.players import player
from rightbower.players.sight import BURIED, hidden_cards
from rightbower.players.thumb import unstudied
from rightbower.players.views import view
from rightbower.record import egn
from rightbower.record.egn_schema import EgnError
from rightbower.record.entries import ActionEntry, BellEntry, DealtEntry, Record
from rightbower.record.record import read, replay, write
from rightbower.referee.audit import audit, impossible
from rightbower.referee.spoken import read_call
from rightbower.rules.acts import GoUnder, PickUp, ThrowIn, read_action, write_action
from rightbower.rules.book import BookError, RuleBook, book, load, overlay
from rightbower.rules.cards import Seat, cards
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Deal, next_dealer
from rightbower.rules.game import Game
from rightbower.rules.judge import legal
from rightbower.rules.message import word
from rightbower.rules.refusal import Refusal
from rightbower.rules.relief import is_bad, may_go_under
from rightbower.rules.score import every_deal_scores, score
from rightbower.terminal.words import meaning
from rightbower.web.hall.card_text import choices, did
from table import after, allowed, dealt, refused

# West has nothing above a ten; the ace of hearts is up, the king and ace of diamonds lie under it.
HANDS = {
    "N": "QD KS JS AS JC",
    "E": "JH TD QS QC JD",
    "S": "AC TH 9H QH KH",
    "W": "9D 9C TC TS 9S",
}


def house(changes: Mapping[str, Any] | None = None) -> RuleBook:
    """The common game with house rules, in which a hand of nines and tens is bad."""
    return book("standard", {"relief.bad_hand": "nines and tens"} | dict(changes or {}))


def table(changes: Mapping[str, Any] | None = None) -> Deal:
    """South deals, the jack of spades lies in North's hand and the ace of hearts is up."""
    return dealt("S deals, AH up", house(changes), **HANDS)


BAD = ("nines and tens", "ace, no face", "no face", "three nines or tens", "three of a rank")


@pytest.mark.parametrize(
    ("hand", "which"),
    [
        ("9D 9C TC TS 9S", (0, 2, 3, 4)),
        ("9D 9C TC TS AS", (1, 2, 3)),
        ("9D AH TC TS AS", (1, 2, 3)),
        ("9D AH TC KS AS", ()),
        ("9D 9H TC KS AS", (3,)),
        ("TD TH TC KS JS", (3, 4)),
    ],
)
def test_which_hands_are_bad(hand: str, which: tuple[int, ...]) -> None:
    assert [each for each in BAD if is_bad(each, cards(hand))] == [BAD[each] for each in which]
    assert not is_bad("none", cards(hand))


def test_the_three_lowest_go_under_and_those_level_are_chosen_among() -> None:
    assert [set(each) for each in may_go_under(cards("9D 9C TC TS AS"))] == [
        {*cards("9D 9C TC")},
        {*cards("9D 9C TS")},
    ]
    assert len(may_go_under(cards("9D 9C 9S 9H TS"))) == 4
    assert not may_go_under(cards("9D 9C KS KH QS"))


def test_standard_relief_hand_is_shown_before_the_first_call_of_whoever_holds_it() -> None:
    deal = table()
    assert allowed(deal, "W throw in")
    thrown = after(deal, "W throw in")
    assert (thrown.ending, thrown.turn, score(thrown)) == ("bad hand", None, ())
    assert refused(after(deal, "W pass"), "N throw in").path == "relief.bad_hand"  # not such a hand
    late = after(deal, "W pass, N pass, E pass, S turn down")
    assert refused(late, "W throw in").path == "laws.round_two"
    assert refused(table({"relief.bad_hand": "none"}), "W throw in").path == "relief.bad_hand"
    assert ThrowIn(Seat.W) not in legal(table({"relief.bad_hand": "none"}))


def test_a_dealer_who_was_ordered_up_shows_a_bad_hand_too_late() -> None:
    bad = HANDS | {"S": HANDS["W"], "W": HANDS["S"]}
    deal = dealt("S deals, AH up", house(), **bad)
    ordered = after(deal, "W order")
    assert refused(ordered, "S throw in").path == "laws.order_up"
    assert allowed(after(deal, "W pass, N pass, E pass"), "S throw in")


@pytest.mark.parametrize(("remedy", "who"), [("same dealer", Seat.S), ("next dealer", Seat.W)])
def test_standard_relief_remedy_says_who_deals_again_and_the_deal_does_not_count(
    remedy: str, who: Seat
) -> None:
    rules = house({"relief.remedy": remedy, "game.deals": 8, "game.target": None})
    deal = after(dealt("S deals, AH up", rules, **HANDS), "W throw in")
    assert next_dealer(deal) is who
    game = game_of(rules, "W throw in")
    assert (game.dealer, game.played, game.score) == (who, 0, (0, 0))
    assert (
        refused(dealt("S deals, AH up", rules, **HANDS), "W under 9D 9C 9S").path == "relief.remedy"
    )
    stuck = house({"relief.remedy": remedy, "bidding.all_pass": "stick the dealer"})
    assert not every_deal_scores(stuck)


def record_of(rules: RuleBook, words: str) -> Record:
    """The record of a deal begun."""
    start = dealt("S deals, AH up", rules, **HANDS)
    out = DealtEntry(Seat.S, Dealt(start.dealt, start.turn_up, start.stock))
    acts = (ActionEntry(read_action(each)) for each in words.split(", "))
    return Record(rules, Seat.S).then(out, *acts)


def game_of(rules: RuleBook, words: str) -> Game:
    return replay(record_of(rules, words))


def test_cards_go_under_and_the_next_to_go_under_finds_them() -> None:
    rules = house({"relief.remedy": "go under", "relief.bad_hand": "three nines or tens"})
    deal = dealt("S deals, AH up", rules, **HANDS)
    assert refused(deal, "W throw in").path == "relief.remedy"
    assert refused(deal, "W under 9D 9C TC").path == "relief.remedy"  # not the three lowest
    gone = after(deal, "W under 9D 9C 9S")
    assert {*gone.hands[Seat.W]} == {*cards("TC TS"), *deal.stock[:3]}
    assert gone.stock == deal.stock  # the cards as they were dealt
    assert not audit(gone)
    assert gone.turn is Seat.W
    assert refused(gone, "W under 9D 9C 9S").path == "relief.bad_hand"  # once a deal
    assert allowed(gone, "W order")
    kept = after(gone, "W order alone, S bury TH")
    assert {*kept.hands[Seat.W]} == {*gone.hands[Seat.W]}


def test_a_second_to_go_under_finds_the_cards_of_the_first() -> None:
    rules = house({"relief.remedy": "go under", "relief.bad_hand": "three nines or tens"})
    hands = HANDS | {"E": "TH 9H TD JH JD", "S": "AC QS QC QH KH"}
    deal = after(dealt("S deals, AH up", rules, **hands), "W under 9D 9C 9S, W pass, N pass")
    both = after(deal, "E under 9H TH TD")
    assert {*both.hands[Seat.E]} == {*cards("JH JD 9D 9C 9S")}
    assert not audit(both)


def test_standard_relief_then_keeps_whoever_went_under_from_calling_unless_stuck() -> None:
    rules = house({"relief.remedy": "go under", "relief.gone_under": "passes"})
    gone = after(dealt("S deals, AH up", rules, **HANDS), "W under 9D 9C 9S")
    assert [str(each) for each in legal(gone)] == ["W pass"]
    assert refused(gone, "W order").path == "relief.gone_under"
    two = after(gone, "W pass, N pass, E pass, S turn down")
    assert refused(two, "W name clubs").path == "relief.gone_under"
    bad = HANDS | {"S": HANDS["W"], "W": HANDS["S"]}
    stuck = dealt(
        "S deals, AH up",
        house(
            {
                "relief.remedy": "go under",
                "relief.gone_under": "passes",
                "bidding.all_pass": "stick the dealer",
            }
        ),
        **bad,
    )
    words = "W pass, N pass, E pass, S under 9D 9C 9S, S turn down, W pass, N pass, E pass"
    assert allowed(after(stuck, words), "S name clubs")
    assert PickUp(Seat.S) not in legal(after(stuck, "W pass, N pass, E pass, S under 9D 9C 9S"))


@pytest.mark.parametrize("shown", ["everybody", "nobody"])
def test_standard_relief_shown_says_who_knows_the_cards_that_went_under(shown: str) -> None:
    rules = house({"relief.remedy": "go under", "relief.seen_by": shown})
    game = game_of(rules, "W under 9D 9C 9S")
    three = cards("9D 9C 9S")
    for seat in (*Seat, None):
        (bid,) = view(game, seat).bids
        assert isinstance(bid, GoUnder)
        knows = seat is Seat.W or shown == "everybody"
        assert bid.cards == (three if knows else ())
        if seat is not None:
            found = hidden_cards(view(game, seat))
            assert bool({*three} & {*found.unseen}) is not knows
            assert sum(found.counts) == len(found.unseen)
            assert found.counts[BURIED - 1] == (0 if knows else 3)
    assert "9" not in str(did(GoUnder(Seat.W, three)))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"relief.remedy": "go under"}, "no bad hand is shown"),
        ({"relief.bad_hand": "no face", "relief.gone_under": "passes"}, "no cards go under"),
        ({"relief.bad_hand": "no face", "relief.seen_by": "nobody"}, "no cards go under"),
    ],
)
def test_settings_that_cannot_meet_are_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(BookError, match=says):
        overlay(load("standard"), changes, word("A house rule."))


def test_it_is_said_heard_written_and_read() -> None:
    rules = house(
        {
            "relief.remedy": "go under",
            "relief.bad_hand": "three nines or tens",
            "relief.gone_under": "passes",
            "relief.seen_by": "nobody",
        }
    )
    deal = dealt("S deals, AH up", rules, **HANDS)
    for act in legal(deal):
        assert read_action(write_action(act)) == act
    record = record_of(rules, "W under 9D 9C 9S, W pass")
    assert read(write(record)) == record
    with pytest.raises(EgnError, match="bad hand"):
        egn.write(record)
    assert read_call(deal, Seat.W, "I'm going under") == GoUnder(
        Seat.W, may_go_under(deal.hands[Seat.W])[0]
    )
    assert read_call(table(), Seat.W, "farmer's hand") == ThrowIn(Seat.W)
    with pytest.raises(Refusal, match="not thrown in"):
        read_call(table({"relief.bad_hand": "none"}), Seat.W, "farmer's hand")
    assert (
        len(
            {
                str(meaning(rules, path))
                for path in (
                    "relief.bad_hand",
                    "relief.remedy",
                    "relief.gone_under",
                    "relief.seen_by",
                )
            }
        )
        == 4
    )
    assert "Exchange 9♦ 9♣ 9♠" in {each.label for each in choices(legal(deal), deal)}
    # as at the table nobody throws a good hand in
    assert impossible(after(table(), "W pass"), ThrowIn(Seat.N)) is not None
    assert impossible(table(), ThrowIn(Seat.W)) is None


def test_a_bad_hand_after_the_bell_is_dealt_again_where_a_thrown_in_deal_is() -> None:
    rules = house(
        {"clock.minutes": 20, "clock.thrown_in": "deal on", "clock.finish_hand": "if faced"}
    )
    start = dealt("S deals, AH up", rules, **HANDS)
    out = DealtEntry(Seat.S, Dealt(start.dealt, start.turn_up, start.stock))
    steps = (out, BellEntry("end"), ActionEntry(ThrowIn(Seat.W)))
    game = replay(Record(rules, Seat.S).then(*steps))
    assert game.result is None
    assert game.owes_a_hand


@pytest.mark.parametrize("name", ["beginner", "club", "league", "expert"])
def test_bots_show_a_bad_hand_and_play_on_after_it(name: str) -> None:
    for remedy in ("same dealer", "go under"):
        rules = house({"relief.remedy": remedy})
        assert unstudied(rules) == "relief.bad_hand"
        bot = player(name, 1)
        game = replay(Record(rules, Seat.S).then(DealtEntry(Seat.S, dealt_out(rules))))
        first = bot(view(game, Seat.W))
        assert isinstance(first, ThrowIn if remedy == "same dealer" else GoUnder)
        if remedy == "go under":
            while game.deal is not None:
                assert game.turn is not None
                game = game.play(bot(view(game, game.turn)))


def dealt_out(rules: RuleBook) -> Dealt:
    """The cards of the table above."""
    start = dealt("S deals, AH up", rules, **HANDS)
    return Dealt(start.dealt, start.turn_up, start.stock)
