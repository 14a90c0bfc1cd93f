"""Rules about irregularities that one book lends another, and those a book has no use for."""

import pytest

from referee.sitting import (
    T1,
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
from rightbower.referee.claims import choose, claim
from rightbower.referee.doing import deal_at_table, options
from rightbower.referee.irregularities import (
    ExposedCard,
    How,
    Kind,
    LooseWords,
    Misdeal,
    NotBuried,
    NotSingly,
    Revoke,
    Talk,
    TrickTurned,
    WrongCount,
    WrongDealer,
)
from rightbower.referee.judges import advise
from rightbower.referee.rulings import Proof, Ruling
from rightbower.referee.table import Table, callers
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Seat, card
from rightbower.rules.game import TurnUp

SENIORS = ("alberta-55plus", "provincial-55plus")
BORROWERS = ("charity-social", "sportcial-league", "national-2025")
COMMON = ("standard",)
HOW: tuple[How, ...] = ("dropped", "played along", "named", "out of turn")
MIXED: tuple[Proof, ...] = ("mixed by offenders", "mixed by other side")
FORGOT = "W pass, N pass, E pass, S pick up, W AS, N 9S, E TS"


def adopted(table: Table) -> Table:
    """The table once the Gamer has adopted what was only suggested."""
    return choose(table, "as suggested", None) if ruling(table).suggestion else table


@pytest.fixture(params=[*BORROWERS, *COMMON])
def lent(request: pytest.FixtureRequest) -> RuleBook:
    """Each book that leans on the seniors' rules."""
    return load(str(request.param))


def test_a_call_stands_once_a_card_is_led(lent: RuleBook) -> None:
    table = sat("D1", lent, "W pass, N pass, E pass, S turn down, W name hearts")
    table = did(table, "W with partner") if lent.alone.when != "with the call" else table
    fact = wrong_call(table)
    assert ruling(claim(table, fact, Seat.N)).upheld
    assert not ruling(claim(did(table, "W AS"), fact, Seat.N)).upheld


@pytest.mark.parametrize("by", [*Seat, None])
def test_anybody_may_ask_for_a_wrong_lead_back(lent: RuleBook, by: Seat | None) -> None:
    table = did(made("D1", lent), "E QC, S AC, W TC")
    assert adopted(claim(table, out_of_turn(table), by)).deal.turn is Seat.W


def test_a_card_out_of_turn_stands_once_all_have_played(lent: RuleBook) -> None:
    table = did(made("D1", lent), "W AS, E TS, N 9S")
    fact = out_of_turn(table)
    assert adopted(claim(table, fact, Seat.N)).deal.turn is Seat.E
    assert not ruling(claim(did(table, "S 9H"), fact, Seat.N)).upheld


def test_the_hand_that_plays_last_calls_the_suit(lent: RuleBook) -> None:
    table = did(made("D1", lent), "E QC")
    assert callers(adopted(claim(table, out_of_turn(table), Seat.N)).deal, lent) == (Seat.S,)


@pytest.mark.parametrize("seat", Seat)
def test_anybody_may_call_a_wrong_hand_where_the_book_names_nobody(
    lent: RuleBook, seat: Seat
) -> None:
    """Six cards here and four there, so that the kitty is right."""
    bad = moved(cards_of("D1"), "AH", "E", "N")
    dealing = deal_at_table(opened(lent), bad, turn_up=TurnUp.PUT_DOWN)
    own = lent.misdeal.claimant == "the other side" and seat.side is Seat.S.side
    void = claim(dealing, WrongCount(Seat.N, 6), seat)
    assert ruling(void).upheld is not own
    if not own:
        assert void.game.dealer is (Seat.W if lent.name == "sportcial-league" else Seat.S)


def test_a_wrong_hand_beside_a_right_kitty_found_after_a_trick(lent: RuleBook) -> None:
    bad = moved(cards_of("D1"), "AH", "E", "N")
    table = did(deal_at_table(opened(lent), bad), "W pass, N pass, E pass, S pick up, S bury JC")
    table = did(table, "S with partner") if lent.alone.when != "with the call" else table
    late = claim(neatly(table, "W AS, N 9S, E TS, S 9H"), WrongCount(Seat.N, 6), Seat.E)
    assert ruling(late).upheld is (lent.name in ("charity-social", "national-2025"))
    assert late.no_score == ()


def test_a_trick_left_lying_brings_a_reminder(lent: RuleBook) -> None:
    table = did(made("D1", lent), "W AS, N 9S, E TS, S 9H, S JH")
    asked = claim(table, TrickTurned(Seat.S, Kind.TRICK_NOT_TURNED, 1), Seat.W)
    assert [type(each).__name__ for each in ruling(asked).remedies] == ["Remind"]


def test_after_the_hand_no_deal_is_void(lent: RuleBook) -> None:
    bad = moved(cards_of("D1"), "JS", None, "N")
    table = did(deal_at_table(opened(lent), bad), "W pass, N pass, E pass, S pick up, S bury JC")
    table = did(table, "S with partner") if lent.alone.when != "with the call" else table
    over = neatly(table, T1)
    for fact in (exposed_in_deal(), Misdeal(Seat.S, Kind.WRONG_KITTY), WrongCount(Seat.N, 6)):
        late = claim(over, fact, Seat.E)
        assert (ruling(late).upheld, points(late)) == (False, (2, 0))
    pack = deal_at_table(opened(lent), moved(cards_of("D1"), "JS", None, None))
    assert ruling(claim(pack, Misdeal(Seat.S, Kind.IMPERFECT_PACK), Seat.E)).upheld


def test_a_wrong_player_who_dealt_is_followed_by_the_next(lent: RuleBook) -> None:
    down = deal_at_table(opened(lent), cards_of("D1"), dealer=Seat.W, turn_up=TurnUp.PUT_DOWN)
    wrong = WrongDealer(Seat.W, Seat.S)
    assert adopted(claim(down, wrong, Seat.E)).game.dealer is Seat.S
    table = deal_at_table(opened(lent), cards_of("D1"), dealer=Seat.W)
    assert not ruling(claim(table, wrong, Seat.E)).upheld
    bids = "N pass, E pass, S pass, W turn down, N name spades"
    table = did(table, bids)
    table = did(table, "N with partner") if lent.alone.when != "with the call" else table
    assert table.deal.dealer is Seat.W
    table = neatly(table, "N JD, E KD, S QD, W 9D / E QS, S JC, W AS, N 9S / S AC, W TC, N KC, E QC / S JH, W QH, N TH, E AH / E TS, S KH, W KS, N AD")  # fmt: skip
    assert table.game.dealer is Seat.N


def test_the_turn_up_played_before_burying_is_withdrawn(lent: RuleBook) -> None:
    table = did(sat("D1", lent), f"{FORGOT}, S 9H")
    back = claim(table, NotBuried(Seat.S, card("9H")), Seat.W)
    assert (back.deal.turn, card("9H") in back.deal.hands[Seat.S]) == (Seat.S, False)
    assert back.deal.tricks[0].card_of(Seat.S) is None


@pytest.mark.parametrize("name", BORROWERS)
def test_mixed_tricks_prove_nothing_where_the_record_is_the_proof(name: str) -> None:
    over = neatly(made("D1", name), T1)
    for proof in MIXED:
        claimed = claim(over, Revoke(Seat.E, 1), Seat.N, proof=proof)
        assert not ruling(claimed).upheld


def test_loose_words_bind(lent: RuleBook) -> None:
    bound = claim(sat("D1", lent), LooseWords(Seat.W, "take it"), Seat.N)
    assert (bound.deal.maker, bound.deal.lone) == (Seat.W, None)


def test_a_call_the_book_refuses_is_made_again(lent: RuleBook) -> None:
    table = did(sat("D1", lent, "W pass, N pass, E pass"), "S order")
    again = claim(table, wrong_call(table), Seat.W)
    assert (again.deal.turn, again.deal.trump) == (Seat.S, None)


@pytest.mark.parametrize("name", [*SENIORS, "charity-social", "sportcial-league", "standard"])
def test_without_a_start_signal_no_turn_up_is_early(name: str) -> None:
    given = advise(Kind.EARLY_TURN_UP, load(name))
    assert isinstance(given, Ruling)
    assert not given.upheld


@pytest.mark.parametrize("name", [*SENIORS, "charity-social", "sportcial-league", "standard"])
def test_only_the_national_game_takes_points_for_cards_not_played_singly(name: str) -> None:
    table = adopted(claim(made("D1", name), NotSingly(Seat.E, card("KD")), Seat.S))
    assert points(table) == (0, 0)


@pytest.mark.parametrize("name", [*SENIORS, "charity-social", "national-2025", "standard"])
def test_only_the_league_takes_points_for_signals(name: str) -> None:
    for talk in (Talk(Seat.N, Kind.SIGNALLING), Talk(Seat.N, Kind.TABLE_TALK)):
        table = claim(made("D1", name, (5, 5)), talk, None)
        assert points(table) == (5, 5)
        assert [type(each).__name__ for each in ruling(table).remedies] == ["Warn"]


@pytest.mark.parametrize("name", ["charity-social", "standard"])
def test_a_fun_day_gives_every_card_back(name: str) -> None:
    for how in HOW:
        fact = ExposedCard(Seat.W, card("AS"), how)
        table = claim(made("D1", name), fact, Seat.N)
        assert (table.orders, len(options(table))) == ((), 5)


@pytest.mark.parametrize("name", ["national-2025", "sportcial-league"])
def test_every_way_of_showing_a_card_exposes_it(name: str) -> None:
    only_named = ("named",) if name == "national-2025" else ()
    for how in (each for each in HOW if each not in only_named):
        fact = ExposedCard(Seat.W, card("TC"), how)
        table = adopted(claim(made("D1", name), fact, Seat.N))
        assert [each.card.name for each in options(table) if hasattr(each, "card")] == ["TC"]
        both = adopted(claim(table, ExposedCard(Seat.W, card("KS"), how), Seat.N))
        assert len(options(both)) == 2, "of several the owner chooses"


@pytest.mark.parametrize("name", [*SENIORS, *BORROWERS, *COMMON])
def test_the_officer_has_the_last_word_everywhere(name: str) -> None:
    assert load(name).rulings.final


def test_calls_out_of_turn_are_void_without_a_bar_and_a_pass_stands(lent: RuleBook) -> None:
    dead = "W pass, N pass, E pass, S turn down, W name hearts"
    for words in ("N order", "S turn down", dead):
        table = did(sat("D1", lent), words)
        void = claim(table, wrong_call(table), Seat.N)
        assert (void.deal.turn, void.deal.trump, void.barred) == (Seat.W, None, ())
    assert did(sat("D1", lent), "N pass, W pass").deal.turn is Seat.E


def test_a_wrong_lead_stands_once_all_have_played(lent: RuleBook) -> None:
    table = did(made("D1", lent), "E QC, S AC, W TC, N KC")
    assert not ruling(claim(table, out_of_turn(table), Seat.N)).upheld


def test_a_second_misdeal_in_the_league_passes_the_deal_again() -> None:
    table = sat("D1", "sportcial-league", turn_up=TurnUp.IN_PACK)
    for dealer in (Seat.S, Seat.W):
        table = claim(table, exposed_in_deal(dealer.name), dealer.left)
        assert table.game.dealer is dealer.left
        table = deal_at_table(table, cards_of("D1"), turn_up=TurnUp.IN_PACK)


@pytest.mark.parametrize("by", Seat)
def test_standard_misdeals_are_dealt_again_by_the_same_dealer(by: Seat) -> None:
    """Whoever calls them, until the first trick is turned."""
    wrong = moved(cards_of("D1"), "JS", None, "N")
    facts = (
        exposed_in_deal(),
        Misdeal(Seat.S, Kind.FACED_CARD),
        Misdeal(Seat.S, Kind.WRONG_KITTY),
        WrongCount(Seat.N, 6),
    )
    for fact in facts:
        void = claim(deal_at_table(opened("standard"), wrong), fact, by)
        assert (void.game.deal, void.game.dealer) == (None, Seat.S)
    short = deal_at_table(opened("standard"), moved(cards_of("D1"), "JS", None, None))
    void = claim(short, Misdeal(Seat.S, Kind.IMPERFECT_PACK), by)
    assert (void.game.deal, void.game.dealer) == (None, Seat.S)
    table = did(
        deal_at_table(opened("standard"), wrong), "W pass, N pass, E pass, S pick up, S bury JC"
    )
    for fact in facts[2:]:
        late = claim(neatly(table, "W AS, N 9S, E TS, S 9H"), fact, by)
        assert (ruling(late).upheld, late.no_score) == (False, ())


def test_standard_slips_in_the_play_are_put_right_without_more() -> None:
    for words in ("E QC, S AC, W TC", "W AS, E TS"):
        table = did(made("D1", "standard"), words)
        assert claim(table, out_of_turn(table), Seat.N).orders == ()
    table = did(made("D1", "standard"), "W AS, N 9S, E AH, S 9H")
    right = claim(table, Revoke(Seat.E, 1), Seat.E)
    assert right.orders == ()
    assert did(right, "E TS, S QD").deal.tricks[0].winner is Seat.W
    seen = did(made("D1", "standard"), "W AS, N 9S, E TS, S 9H, turn")
    fact = TrickTurned(Seat.S, Kind.TRICK_TURNED_UP, 1)
    assert claim(seen, fact, Seat.W).orders == ()


def test_standard_revokes_are_proved_by_the_accused_sides_mixing() -> None:
    over = neatly(made("D1", "standard", (8, 0)), T1)
    east = Revoke(Seat.E, 1)
    assert ruling(claim(over, east, Seat.N, proof="mixed by offenders")).upheld
    assert not ruling(claim(over, east, Seat.N, proof="mixed by other side")).upheld
    won = claim(over, east, Seat.N, proof="mixed by offenders")
    assert won.game.result is not None, "a penalty can end the game"


def test_a_wrong_players_misdeal_gives_the_deal_back(lent: RuleBook) -> None:
    """X-81: before the turn-up to the player whose turn it was; after it the deal was that dealer's."""
    down = deal_at_table(opened(lent), cards_of("D1"), dealer=Seat.W, turn_up=TurnUp.PUT_DOWN)
    assert adopted(claim(down, exposed_in_deal("W"), Seat.N)).game.dealer is Seat.S
    six = moved(cards_of("D1"), "JS", None, "N")
    faced = deal_at_table(opened(lent), six, dealer=Seat.W)
    after = adopted(claim(faced, Misdeal(Seat.W, Kind.WRONG_KITTY), Seat.N))
    passes = lent.misdeal.wrong_kitty == "next dealer"
    assert after.game.dealer is (Seat.N if passes else Seat.W)


def test_a_pack_of_23_is_one_thing_by_any_name(lent: RuleBook) -> None:
    table = deal_at_table(opened(lent), moved(cards_of("D1"), "JS", None, None))
    for kind in (Kind.WRONG_KITTY, Kind.IMPERFECT_PACK):
        ruled = claim(table, Misdeal(Seat.S, kind), Seat.W)
        assert ruling(ruled).kind is Kind.IMPERFECT_PACK
        assert adopted(ruled).game.dealer is Seat.S


@pytest.mark.parametrize("name", ["national-2025", "sportcial-league"])
def test_an_exposed_card_is_not_buried(name: str) -> None:
    table = adopted(claim(sat("D1", name), ExposedCard(Seat.S, card("QD")), Seat.W))
    table = did(table, "W pass, N pass, E pass, S pick up")
    assert "QD" not in [each.card.name for each in options(table) if hasattr(each, "card")]


@pytest.mark.parametrize(
    ("name", "paid"),
    [("standard", 4), ("national-2025", 4), ("charity-social", 2), ("sportcial-league", 2)],
)
def test_two_revokes_of_a_side_in_one_hand(name: str, paid: int) -> None:
    """X-85."""
    table = did(
        made("D1", name), "W AS, N 9S, E AH, S 9H, turn, E QC, S AC, W 9D, N KC, turn, S JH"
    )
    for fact in (Revoke(Seat.E, 1), Revoke(Seat.W, 2)):
        table = adopted(claim(table, fact, Seat.S))
    assert points(table) == (paid, 0)
