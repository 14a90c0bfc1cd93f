"""The cards in play at the seniors' table (sections 2, 6 and 11.Q)."""

import pytest

from rightbower.players.views import in_sight, view
from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat, cards
from rightbower.rules.deal import Deal
from rightbower.rules.game import Game, act, deal_out, start_game
from rightbower.rules.judge import legal, playable
from table import after, allowed, cards_out, dealt, refused, worked

ROUND_TWO = "W pass, N pass, E pass, S turn down"
FIRST_TRICK = "W AS, N 9S, E TS, S 9H"
MARCH = (
    f"W pass, N pass, E pass, S pick up, S bury JC, {FIRST_TRICK}, S JH, W QH, N TH, E AH,"
    "S KH, W TC, N JD, E QC, N AD, E KD, S QD, W 9D, N KC, E QS, S AC, W KS"
)
LONE = {  # who is alone when South deals, what was said, who leads
    "West": (f"{ROUND_TWO}, W name spades alone", Seat.W),
    "North": ("W pass, N order", Seat.W),
    "South": (f"{ROUND_TWO}, W pass, N pass, E pass, S name spades alone", Seat.W),
    "East": (f"{ROUND_TWO}, W pass, N pass, E name spades alone", Seat.N),
}


def made(book: RuleBook, trump: str, turn_up: str, **hands: str) -> Deal:
    """South deals, everybody passes, and West makes this suit trump and has the lead."""
    deal = dealt(f"S deals, {turn_up} up", book, **hands)
    return after(deal, f"{ROUND_TWO}, W name {trump}")


def winner(book: RuleBook, trump: str, turn_up: str, **hands: str) -> Seat | None:
    """Who wins the first trick when each plays the first card named, West leading."""
    deal = made(book, trump, turn_up, **hands)
    plays = ", ".join(f"{seat} {hands[seat].split()[0]}" for seat in "WNES")
    return after(deal, plays).tricks[0].winner


def beats(book: RuleBook, high: str, low: str) -> bool:
    """Whether, with hearts trump, the high card wins both when led and when played second."""
    void = {"E": "9S TS JS QS KS", "S": "9C TC JC QC KC" if high[1] == "D" else "9D TD QD KD AD"}
    led = winner(book, "hearts", "AS", W=high, N=low, **void)
    second = winner(book, "hearts", "AS", W=low, N=high, **void)
    return (led, second) == (Seat.W, Seat.N)


@pytest.mark.parametrize(
    ("trump", "left", "turn_up"),
    [("hearts", "JD", "9C"), ("diamonds", "JH", "9C"), ("clubs", "JS", "9D"), ("spades", "JC", "9D")],
)  # fmt: skip
def test_A01_2_2_the_jack_of_trumps_is_the_highest(
    seniors: RuleBook, trump: str, left: str, turn_up: str
) -> None:
    """SC-067 in every suit: ace, left bower, right bower, nine."""
    suit = trump[0].upper()
    hands = {"W": f"A{suit}", "N": left, "E": f"J{suit}", "S": f"9{suit}"}
    assert winner(seniors, trump, turn_up, **hands) is Seat.E
    assert seniors.clause("laws.right_bower") == f"{seniors.document}-2.2"


def test_A01_2_3_the_left_bower_is_the_second_trump(seniors: RuleBook) -> None:
    assert beats(seniors, "JH", "JD")
    assert beats(seniors, "JD", "AH")
    assert seniors.clause("laws.left_bower") == f"{seniors.document}-2.3"


def test_A01_2_3_the_left_bower_led_asks_for_trumps(seniors: RuleBook) -> None:
    """SC-065."""
    deal = after(made(seniors, "hearts", "9C", W="JD", N="KD 9H AS AC KC"), "W JD")
    assert playable(deal, Seat.N) == cards("9H")
    assert refused(deal, "N KD").clause == f"{seniors.document}-6.3"


def test_A01_2_3_the_left_bower_has_to_follow_trumps(seniors: RuleBook) -> None:
    deal = after(made(seniors, "hearts", "9C", W="AH", N="JD KD AS AC KC"), "W AH")
    assert playable(deal, Seat.N) == cards("JD")


@pytest.mark.parametrize(("high", "low"), [("AH", "KH"), ("KH", "QH"), ("QH", "TH"), ("TH", "9H")])
def test_A01_2_4_below_the_bowers_trumps_run_from_the_ace(
    seniors: RuleBook, high: str, low: str
) -> None:
    assert beats(seniors, high, low)
    assert seniors.clause("laws.trump_order") == f"{seniors.document}-2.4"


@pytest.mark.parametrize(
    ("high", "low"), [("AC", "KC"), ("KC", "QC"), ("QC", "JC"), ("JC", "TC"), ("TC", "9C")]
)
def test_A01_2_5_a_plain_suit_runs_from_ace_to_nine(seniors: RuleBook, high: str, low: str) -> None:
    assert beats(seniors, high, low)
    assert seniors.clause("laws.plain_order") == f"{seniors.document}-2.5"


@pytest.mark.parametrize(("high", "low"), [("AD", "KD"), ("KD", "QD"), ("QD", "TD"), ("TD", "9D")])
def test_A01_2_5_the_suit_of_trumps_colour_has_no_jack(
    seniors: RuleBook, high: str, low: str
) -> None:
    assert beats(seniors, high, low)
    deal = after(made(seniors, "hearts", "AS", W=high, N=f"{low} JD"), f"W {high}")
    assert refused(deal, "N JD").clause == f"{seniors.document}-6.3"


def test_A01_6_1_the_dealers_left_leads_first(seniors: RuleBook) -> None:
    for dealer in Seat:
        left, others = dealer.left, (dealer.partner, dealer.right, dealer)
        said = f"{left} pass, {dealer.partner} pass, {dealer.right} pass, {dealer} turn down"
        deal = after(dealt(f"{dealer} deals, 9S up", seniors), f"{said}, {left} name hearts")
        assert deal.turn is left
        for seat in others:
            assert (
                str(refused(deal, f"{seat} {deal.hands[seat][0]}").reason)
                == f"it is {left.word}'s turn"
            )


def test_A01_6_1_whoever_made_trump(seniors: RuleBook) -> None:
    for said in ("W order, S bury JC", "W pass, N pass, E order, S bury JC"):
        assert after(worked("D1", seniors), said).turn is Seat.W


def test_A01_6_1_the_refusal_of_a_wrong_first_lead_names_it(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), "W order, S bury JC")
    assert refused(deal, "N AD").clause == f"{seniors.document}-6.1"


@pytest.mark.parametrize("lone", LONE)
def test_A01_6_2_a_hand_put_away_is_passed_over_for_the_lead(seniors: RuleBook, lone: str) -> None:
    """SC-060: only East alone puts West's hand away."""
    said, leader = LONE[lone]
    deal = after(worked("D1", seniors), said)
    assert deal.lone is Seat.of(lone)
    assert deal.turn is leader
    assert seniors.clause("laws.lead_past_folded") == f"{seniors.document}-6.2"


def test_A01_6_2_the_others_follow_round(seniors: RuleBook) -> None:
    """SC-060: North, East, South."""
    deal = after(worked("D1", seniors), LONE["East"][0])
    assert refused(deal, "W AS").clause == f"{seniors.document}-5.3"
    deal = after(deal, "N AD, E KD, S QD")
    assert [seat for seat, _ in deal.tricks[0].plays] == [Seat.N, Seat.E, Seat.S]


def test_A01_6_2_the_refusal_of_a_lead_by_another_names_it(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), LONE["East"][0])
    assert refused(deal, "E KD").clause == f"{seniors.document}-6.2"


def test_A01_6_3_a_player_who_can_follow_must(seniors: RuleBook) -> None:
    deal = after(made(seniors, "hearts", "9C", W="AS", N="9S KS 9H AD AC"), "W AS")
    for other in ("N 9H", "N AD", "N AC"):
        assert refused(deal, other).clause == f"{seniors.document}-6.3"
    assert legal(deal) == (read_action("N 9S"), read_action("N KS"))


def test_A01_6_3_a_player_plays_only_a_card_in_hand(seniors: RuleBook) -> None:
    deal = made(seniors, "hearts", "9C", W="AS", N="KS")
    assert str(refused(deal, "W KS").reason) == "West does not hold KS"


def test_A01_6_4_a_player_who_cannot_follow_may_play_anything(seniors: RuleBook) -> None:
    """SC-072: no duty to trump; North holds two trumps and no diamond."""
    deal = after(made(seniors, "spades", "9C", W="QD", N="JC AC 9H TH KH"), "W QD")
    assert playable(deal, Seat.N) == cards("JC AC 9H TH KH")
    assert seniors.clause("laws.void_plays_any") == f"{seniors.document}-6.4"


def test_A01_6_4_a_plain_suit_need_not_be_followed_with_its_bower(seniors: RuleBook) -> None:
    """SC-070: hearts led, diamonds trump, and the jack of hearts is a trump that wins."""
    hands = {"W": "AH", "N": "JH TS 9C TC QC", "E": "9H", "S": "TH"}
    deal = after(made(seniors, "diamonds", "9S", **hands), "W AH")
    assert all(allowed(deal, f"N {held}") for held in hands["N"].split())
    assert after(deal, "N JH, E 9H, S TH").tricks[0].winner is Seat.N


def test_A01_6_4_throwing_off_with_only_the_left_bower_is_no_fault(seniors: RuleBook) -> None:
    """SC-085: hearts trump, a diamond led, and North's only red card is the jack of diamonds."""
    deal = after(made(seniors, "hearts", "9C", W="QD", N="JD 9S TS AC KC"), "W QD")
    assert allowed(deal, "N 9S")
    one_more = after(made(seniors, "hearts", "9C", W="QD", N="JD 9D TS AC KC"), "W QD")
    assert refused(one_more, "N TS").clause == f"{seniors.document}-6.3"


def test_A01_6_5_the_best_trump_wins(seniors: RuleBook) -> None:
    hands = {"W": "AS", "N": "9H 9D TD QD KD", "E": "TH TC QC KC AC", "S": "KS"}
    assert winner(seniors, "hearts", "9C", **hands) is Seat.E
    assert seniors.clause("laws.trick_winner") == f"{seniors.document}-6.5"


def test_A01_6_5_without_a_trump_the_best_of_the_suit_led_wins(seniors: RuleBook) -> None:
    hands = {"W": "TS", "N": "QS", "E": "AD KD QD TD 9D", "S": "JS"}
    assert winner(seniors, "hearts", "9C", **hands) is Seat.N


def test_A01_6_6_the_winner_leads_to_the_next_trick(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), "W pass, N pass, E pass, S pick up, S bury JC")
    deal = after(deal, FIRST_TRICK)
    assert deal.turn is Seat.S
    assert str(refused(deal, "W KS").reason) == "it is South's turn"
    deal = after(deal, "S JH, W QH, N TH, E AH, S KH, W TC, N JD, E QC")
    assert deal.turn is Seat.N
    assert seniors.clause("laws.winner_leads") == f"{seniors.document}-6.6"


def test_A01_6_6_the_refusal_of_a_lead_by_a_loser_names_it(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), "W pass, N pass, E pass, S pick up, S bury JC")
    assert refused(after(deal, FIRST_TRICK), "W KS").clause == f"{seniors.document}-6.6"


def test_A01_11_Q1_won_tricks_are_face_down_and_apart(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), "W pass, N pass, E pass, S pick up, S bury JC")
    deal = after(deal, f"{FIRST_TRICK}, S JH, W QH, N TH, E AH, S KH")
    assert [trick.winner for trick in deal.tricks] == [Seat.S, Seat.S, None]
    faces = [[face for _, face in trick] for trick in in_sight(deal)]
    assert faces == [[None] * 4, [None] * 4, list(cards("KH"))]
    assert seniors.clause("playing.won_tricks") == f"{seniors.document}-11.Q1"


def test_A01_11_Q1_a_trick_lies_open_until_the_next_lead(seniors: RuleBook) -> None:
    deal = after(worked("D1", seniors), "W pass, N pass, E pass, S pick up, S bury JC")
    deal = after(deal, FIRST_TRICK)
    assert [face for _, face in in_sight(deal)[0]] == list(cards("AS 9S TS 9H"))


def so_far(book: RuleBook, acts: int) -> Game:
    """The first worked deal in a game, after so many of its acts."""
    deal = worked("D1", book)
    hands = {seat.name: " ".join(held.name for held in deal.dealt[seat]) for seat in Seat}
    game = deal_out(start_game(book, Seat.S), cards_out("9H", **hands))
    for said in MARCH.split(",")[:acts]:
        game = act(game, read_action(said))
    return game


def test_A01_11_Q2_nobody_looks_at_a_won_trick_before_play_ends(seniors: RuleBook) -> None:
    last_card_to_come = so_far(seniors, acts=24)
    for eye in (*Seat, None):
        lying = view(last_card_to_come, eye).in_sight
        assert all(face is None for trick in lying[:4] for _, face in trick)
        assert [face for _, face in lying[4]] == list(cards("KC QS AC"))
    assert f"{seniors.document}-11.Q2" in seniors.cite("playing.won_tricks").clauses


def test_A01_11_Q2_after_the_fifth_trick_all_may_be_seen(seniors: RuleBook) -> None:
    past = view(so_far(seniors, acts=25), Seat.W).past[0]
    assert [played for _, played in past.tricks[0].plays] == list(cards("AS 9S TS 9H"))
