"""The table itself: what cannot be done, what is said about it, and the less common rulings."""

from collections.abc import Callable

import pytest

from referee.sitting import (
    T1,
    TAKEN,
    cards_of,
    did,
    exposed_in_deal,
    made,
    moved,
    neatly,
    opened,
    out_of_turn,
    points,
    ruling,
    sat,
    wrong_call,
)
from rightbower.referee.claims import call_card, call_suit, choose, claim, overrule, ruling_on
from rightbower.referee.doing import (
    deal_at_table,
    enter_result,
    irregularities,
    options,
    refusal,
)
from rightbower.referee.irregularities import (
    ExposedCard,
    Fact,
    Kind,
    LooseWords,
    Misdeal,
    NotBuried,
    NotSingly,
    OutOfTurn,
    Revoke,
    Talk,
    TrickTurned,
    WrongCall,
    WrongCount,
    WrongDealer,
)
from rightbower.referee.remedies import AwardPoints, DeductPoints, KeepResult, LoseGame, TakeBack
from rightbower.referee.rulings import moment
from rightbower.referee.rulings import points as worth
from rightbower.referee.spoken import hear
from rightbower.referee.table import TableError
from rightbower.rules.acts import Bury, Order, Pass, TurnDown
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, Side, Suit, card
from rightbower.rules.game import TurnUp

SENIORS = "alberta-55plus"
EAST = Revoke(Seat.E, 1)


@pytest.mark.parametrize(
    ("before", "words", "reason"),
    [
        (TAKEN, "W 9C", "West does not hold 9C"),
        ("W pass", "N AD", "trump is not made"),
        (TAKEN, "W pass", "trump is made"),
        (TAKEN, "S bury AC", "South has nothing to discard"),
        ("W order", "S bury 9C", "South does not hold 9C"),
        ("W order, W AS, N 9S, E TS, S KH", "S bury JC", "can no longer discard"),
        (f"{TAKEN}, W AS", "W KS", "has played to this trick"),
        ("W pass, N order, W AS", "S KH", "South's partner plays alone"),
        ("W pass", "N pick up", "only the dealer picks the card up"),
        ("W pass, N pass, E pass, S turn down", "S turn down", "turned down already"),
        (TAKEN, "S alone", "alone is said with the call"),
    ],
)
def test_what_cannot_be_done_at_all_is_refused(before: str, words: str, reason: str) -> None:
    table = sat("D1", SENIORS, before)
    with pytest.raises(TableError, match=reason):
        did(table, words)


def test_nothing_is_done_before_the_cards_are_out_or_after_the_play() -> None:
    assert str(refusal(opened(SENIORS), Pass(Seat.W))) == "the cards are not dealt and faced"
    down = sat("D1", SENIORS, turn_up=TurnUp.PUT_DOWN)
    assert str(refusal(down, Pass(Seat.W))) == "the cards are not dealt and faced"
    table = neatly(made("D1", SENIORS), "/".join(T1.split("/")[:4]))
    done = did(table, "N KC, E QS, S AC, W KS")
    assert options(done) == ()
    assert str(refusal(done, Pass(Seat.W))) == "the play is over"
    with pytest.raises(TableError, match="no deal is under way"):
        irregularities(did(done, "turn"))
    with pytest.raises(TableError, match="the game is not over"):
        enter_result(did(done, "turn"))
    with pytest.raises(TableError, match="no hand has been played"):
        claim(opened(SENIORS), EAST, Seat.N)


def test_at_the_social_the_maker_answers_in_time() -> None:
    table = sat("D1", "charity-social", "W pass, N pass, E pass, S pick up, S bury JC, S alone")
    assert table.deal.lone is Seat.S


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (exposed_in_deal(), "South deals: a card is exposed in dealing"),
        (WrongCount(Seat.N, 6), "North was dealt 6 cards"),
        (WrongDealer(Seat.W, Seat.S), "West deals although it is South's turn"),
        (
            WrongCall(Seat.S, Kind.TURN_DOWN_OUT_OF_TURN, TurnDown(Seat.S)),
            "South turns it down: the turn-up is turned down out of turn",
        ),
        (LooseWords(Seat.N, "take it"), "North says “take it”"),
        (NotBuried(Seat.S, card("KH")), "South plays KH before discarding"),
        (
            OutOfTurn(Seat.E, Kind.LEAD_OUT_OF_TURN, 1, card("QC")),
            "East leads QC out of turn in trick 1",
        ),
        (
            OutOfTurn(Seat.E, Kind.PLAY_OUT_OF_TURN, 5, card("QC")),
            "East plays QC out of turn in trick 5",
        ),
        (ExposedCard(Seat.N, card("KC"), "named"), "North exposes KC (named)"),
        (NotSingly(Seat.N), "North does not play cards one at a time"),
        (NotSingly(Seat.N, card("KC")), "North lays down KC along with another card"),
        (TrickTurned(Seat.N, Kind.TRICK_TURNED_UP, 1), "North looks at trick 1 again"),
        (TrickTurned(Seat.N, Kind.TRICK_NOT_TURNED, 2), "North leaves trick 2 unturned"),
        (EAST, "East did not follow suit in trick 1"),
        (Talk(Seat.N, Kind.TABLE_TALK), "North talks in a way that helps a partner"),
        (Talk(Seat.N, Kind.SIGNALLING), "North signals to a partner"),
    ],
)
def test_every_fact_has_its_words(fact: Fact, words: str) -> None:
    assert str(fact.sentence()) == words


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Revoke(Seat.E, 0),
        lambda: TrickTurned(Seat.N, Kind.TRICK_TURNED_UP, 0),
        lambda: OutOfTurn(Seat.E, Kind.LEAD_OUT_OF_TURN, 0, card("QC")),
    ],
)
def test_tricks_are_counted_from_one(wrong: Callable[[], Fact]) -> None:
    with pytest.raises(ValueError, match="tricks are counted from 1; there is no trick 0"):
        wrong()


@pytest.mark.parametrize(
    "fact",
    [
        OutOfTurn(Seat.E, Kind.LEAD_OUT_OF_TURN, 1, card("QC")),
        WrongCount(Seat.E, 6),
        Misdeal(Seat.S, Kind.WRONG_KITTY),
        WrongDealer(Seat.S, Seat.W),
        WrongCall(Seat.N, Kind.CALL_OUT_OF_TURN, Order(Seat.N)),
        NotBuried(Seat.S, card("KH")),
    ],
    ids=lambda fact: str(fact.sentence()),
)
def test_a_claim_that_the_record_does_not_bear_out_fails(fact: Fact) -> None:
    table = made("D1", SENIORS)
    said = claim(table, fact, Seat.N)
    assert not ruling(said).upheld
    assert (said.deal, said.orders) == (table.deal, table.orders)


def test_a_trick_turned_down_in_time_is_no_fault() -> None:
    table = did(made("D1", SENIORS), "W AS, N 9S, E TS, S 9H, turn")
    said = claim(table, TrickTurned(Seat.S, Kind.TRICK_NOT_TURNED, 1), Seat.N)
    assert not ruling(said).upheld
    left = did(made("D1", SENIORS), "W AS, N 9S, E TS, S 9H, S JH")
    assert ruling(claim(left, TrickTurned(Seat.S, Kind.TRICK_NOT_TURNED, 1), Seat.N)).upheld
    house = overlay(load(SENIORS), {"won_tricks.not_turned": "nothing"}, "Ours")
    left = did(made("D1", house), "W AS, N 9S, E TS, S 9H, S JH")
    assert not ruling(claim(left, TrickTurned(Seat.S, Kind.TRICK_NOT_TURNED, 1), Seat.N)).upheld


def test_after_the_hand_little_is_left_to_claim() -> None:
    over = did(neatly(made("D1", SENIORS), "/".join(T1.split("/")[:4])), T1.split("/")[4])
    over = did(over, "turn")
    left = claim(over, TrickTurned(Seat.S, Kind.TRICK_NOT_TURNED, 1), Seat.N)
    assert not ruling(left).upheld
    with pytest.raises(TableError, match="may be looked at"):
        claim(over, TrickTurned(Seat.S, Kind.TRICK_TURNED_UP, 1), Seat.N)
    forgot = "W pass, N pass, E pass, S pick up, W AS, N 9S, E TS, S KH"
    played = neatly(did(sat("D1", SENIORS, forgot), "turn"), "S JH, W QH, N TH, E AH / S QD, W 9D, N AD, E KD / N KC, E QC, S AC, W TC / S JC, W KS, N JD, E QS")  # fmt: skip
    late = claim(played, NotBuried(Seat.S, card("KH")), Seat.W)
    assert (ruling(late).upheld, points(late)) == (False, points(played))
    singly = neatly(made("D1", "national-2025"), T1)
    assert points(claim(singly, NotSingly(Seat.E, card("KS")), Seat.N)) == (4, 0)


def test_a_house_may_hold_people_to_the_very_words() -> None:
    house = overlay(load(SENIORS), {"calls.any_words_bind": False}, "Ours")
    table = claim(sat("D1", house), LooseWords(Seat.W, "take it"), Seat.N)
    assert (ruling(table).upheld, table.deal.maker) == (False, None)
    assert hear(sat("D1", house, TAKEN).deal, Seat.W, "pick it up") is None, "trump is made"


def test_a_house_may_let_only_opponents_ask_for_a_lead_back() -> None:
    house = overlay(load(SENIORS), {"turns.demand": "the other side"}, "Ours")
    table = did(made("D1", house), "E QC")
    assert not ruling(claim(table, out_of_turn(table), Seat.W)).upheld
    assert ruling(claim(table, out_of_turn(table), Seat.N)).upheld


def test_a_house_may_take_points_for_talk_without_a_limit() -> None:
    house = overlay(
        load("sportcial-league"),
        {
            "conduct.table_talk": "deduction",
            "conduct.least": "none",
            "conduct.most": "none",
            "conduct.removal_review": False,
            "conduct.floor": "below zero",
        },
        "Ours",
    )
    talk = Talk(Seat.N, Kind.TABLE_TALK)
    assert points(claim(made("D1", house, (5, 0)), talk, None, points=12)) == (-7, 0)
    with pytest.raises(ValueError, match="not 0"):
        claim(made("D1", house), talk, None, points=0)


def test_a_house_may_let_the_officer_decide_forbidden_calls() -> None:
    house = overlay(load(SENIORS), {"calls.forbidden": "officer decides"}, "Ours")
    table = did(sat("D1", house, "W pass, N pass, E pass, S pick up"), "S bury 9H")
    asked = claim(table, wrong_call(table), Seat.W)
    assert asked.deal == table.deal
    assert [type(each).__name__ for each in ruling(asked).remedies] == ["OfficerDecides"]


def test_the_officer_has_to_say_how_many_points() -> None:
    with pytest.raises(TableError, match="How many points are taken"):
        claim(made("D1", "sportcial-league"), Talk(Seat.N, Kind.SIGNALLING), None)


def test_choices_are_made_of_what_waits() -> None:
    table = made("D1", SENIORS)
    with pytest.raises(TableError, match="no ruling waits"):
        choose(table, "add", Side.NS)
    over = neatly(table, "W AS, N 9S, E AH, S 9H / E QC, S AC, W TC, N KC / S JH, W QH, N TH, E QS / S KH, W 9D, N JD, E TS / N AD, E KD, S QD, W KS")  # fmt: skip
    claimed = claim(over, EAST, Seat.N)
    with pytest.raises(TableError, match="ruling 7 does not wait"):
        choose(claimed, "add", Side.NS, number=7)


def test_exposed_cards_are_called_only_where_they_can_be() -> None:
    house = overlay(load(SENIORS), {"exposed.several": "opponents choose"}, "X-46 b")
    table = claim(made("D1", house), ExposedCard(Seat.W, card("AS")), Seat.N)
    with pytest.raises(TableError, match="KS cannot be called for"):
        call_card(table, Seat.N, card("KS"))
    assert options(call_card(table, Seat.N, card("AS")))
    with pytest.raises(TableError, match="no suit can be called"):
        call_suit(table, Seat.S, Suit.CLUBS)


def test_an_officer_may_take_a_game_but_not_take_back_what_is_no_card() -> None:
    void = claim(sat("D1", SENIORS), exposed_in_deal(), Seat.W)
    lost = overrule(void, "R. Marsh", "It was the third time", (LoseGame("rulings.final"),))
    assert lost.game.result is not None
    assert lost.game.result.winner is Side.EW
    with pytest.raises(TableError, match="no card to take back"):
        overrule(void, "R. Marsh", "Try again", (TakeBack("rulings.final"),))


def test_an_overruling_may_mix_remedies() -> None:
    void = claim(sat("D1", SENIORS, score=(3, 3)), exposed_in_deal(), Seat.W)
    both = (AwardPoints("rulings.final", 1), DeductPoints("rulings.final", 5))
    assert points(overrule(void, "R. Marsh", "Enough", both)) == (0, 4)


def test_a_ruling_says_its_points() -> None:
    paid = ruling_on(did(made("D1", "charity-social"), "W AS, N 9S, E AH, S 9H"), EAST, Seat.N)
    assert worth(paid.options[0]) == (2, 0)
    book = load(SENIORS)
    assert (
        str(AwardPoints("rulings.final", 1).instruction(book)) == "The other side scores 1 point."
    )
    below = str(DeductPoints("rulings.final", 2, below_zero=True).instruction(book))
    assert below == "2 points come off the offending side's score."
    alone = str(KeepResult("rulings.final", for_both=False).instruction(book))
    assert alone == "The hand scores as it was played, for the other side only."
    assert "stay face up" in str(TakeBack("rulings.final", "exposed").instruction(book))


def test_a_house_may_expose_the_cards_that_followed_and_play_out_for_a_single_penalty() -> None:
    values = {"revoke.as_played": False, "revoke.subtract": False}
    house = overlay(load(SENIORS), values, "Ours")
    early = claim(neatly(made("D1", house), "W AS, N 9S, E AH, S 9H"), EAST, Seat.N)
    assert early.waiting == (0,), "the hand is still played out"
    assert len(ruling(early).options) == 1


def test_hands_that_run_out_together_end_the_play() -> None:
    """Everybody was dealt four cards: four tricks, and the hand is over."""
    cards = cards_of("D1")
    for seat, name in (("N", "KC"), ("E", "QC"), ("S", "AC"), ("W", "TC")):
        cards = moved(cards, name, seat, None)
    table = did(deal_at_table(opened(SENIORS), cards), TAKEN)
    over = neatly(table, "W AS, N 9S, E TS, S 9H / S JH, W QH, N TH, E AH / S KH, W KS, N JD, E QS / N AD, E KD, S QD, W 9D")  # fmt: skip
    assert over.game.finished[-1].deal.ending == "played"
    assert len(over.game.finished[-1].deal.tricks) == 4


def test_a_leader_left_without_a_card_is_passed_over() -> None:
    """North was dealt three cards and wins the third trick with the last of them."""
    cards = moved(moved(cards_of("D1"), "KC", "N", None), "TH", "N", None)
    table = did(deal_at_table(opened(SENIORS), cards), TAKEN)
    on = neatly(table, "W AS, N 9S, E TS, S 9H / S JH, W QH, N JD, E AH / S QD, W 9D, N AD, E KD")
    assert on.deal.tricks[2].winner is Seat.N
    assert on.deal.turn is Seat.E
    over = neatly(on, "E QC, S AC, W TC / S KH, W KS, E QS")
    assert over.game.finished[-1].deal.ending == "played"


def test_moments_are_read_as_people_write_them() -> None:
    assert moment("Trick-Quitted") == "trick quitted"
    assert moment("turn up faced") == "turn-up faced"
    with pytest.raises(ValueError, match="not one of the moments"):
        moment("teatime")


REST = "S JH, W QH, N TH, E AH / S QD, W 9D, N AD, E KD / N KC, E QC, S AC, W TC / S JC, W KS, N JD, E QS"


def test_a_forgotten_bury_seen_at_the_very_end_loses_no_card() -> None:
    """All five tricks are played and the last is not yet turned: the turn-up is dead, no more."""
    table = did(sat("D1", SENIORS), "W pass, N pass, E pass, S pick up, W AS, N 9S, E TS, S KH")
    done = did(neatly(did(table, "turn"), "/".join(REST.split("/")[:3])), REST.split("/")[3])
    ruled = claim(done, NotBuried(Seat.S, card("KH")), Seat.W)
    assert (ruled.deal.buried, ruled.deal.tricks) == (card("9H"), done.deal.tricks)
    assert points(did(ruled, "turn")) == points(did(done, "turn"))


def test_a_turn_up_played_long_ago_is_not_taken_back() -> None:
    table = did(sat("D1", SENIORS), "W pass, N pass, E pass, S pick up, W AS, N 9S, E TS, S 9H")
    fact = NotBuried(Seat.S, card("9H"))
    assert claim(table, fact, Seat.W).deal.tricks[0].winner is None
    late = claim(did(table, "turn"), fact, Seat.W)
    assert late.deal.tricks[0].winner is Seat.S


def test_a_dealer_who_leads_the_turn_up_before_burying_starts_afresh() -> None:
    table = did(sat("D1", SENIORS, "W pass, N pass, E pass, S pick up"), "S 9H")
    fact = NotBuried(Seat.S, card("9H"))
    ruled = claim(table, fact, Seat.W)
    assert (ruled.deal.turn, ruled.deal.buried) == (Seat.W, card("9H"))
    assert irregularities(ruled) == (), "the dead turn-up is no wrong bury"
    with pytest.raises(TableError, match="no longer be undone"):
        claim(ruled, WrongCall(Seat.S, Kind.FORBIDDEN_CALL, Bury(Seat.S, card("9H"))), Seat.W)


def test_a_game_that_ends_in_mid_hand_leaves_no_choice_open() -> None:
    table = neatly(made("D1", SENIORS, (9, 9)), "W AS, N 9S, E AH, S 9H")
    claimed = claim(table, EAST, Seat.N)
    ended = overrule(claim(claimed, Talk(Seat.N, Kind.TABLE_TALK), Seat.W), "R. Marsh", "Enough", (AwardPoints("rulings.final", 1),))  # fmt: skip
    assert ended.game.result is not None
    assert ended.waiting == ()
    assert enter_result(ended).entered
