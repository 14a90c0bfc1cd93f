"""The cut before the deal: asked for, declined, left out, and what a deal without it comes to."""

import asyncio
from pathlib import Path

import pytest

from referee.sitting import ruling
from rightbower.record import record
from rightbower.record.entries import CutEntry, DealtEntry, Record
from rightbower.record.lines import RecordError
from rightbower.referee.claims import claim
from rightbower.referee.doing import (
    cut_at_table,
    deal_at_table,
    face,
    open_table,
    plain_to_see,
)
from rightbower.referee.irregularities import Kind, Misdeal
from rightbower.referee.table import Table
from rightbower.rules import shuffles
from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat
from rightbower.rules.ceremonies import Cut, cut_pack, deal_cards
from rightbower.rules.game import (
    GameError,
    TurnUp,
    act,
    cut,
    cutter_due,
    deal_out,
    ring,
    start_bell,
    start_game,
    void,
)
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.seats import begin, bot_sits
from table import cards_out
from web.seated import Sitting
from web.test_live import in_a_hall

LEAGUE = load("sportcial-league")
SOCIAL = load("charity-social")
OTHERS = ["alberta-55plus", "provincial-55plus", "national-2025", "standard"]
UNCUT = Misdeal(Seat.S, Kind.NOT_CUT)


def uncut(book: RuleBook, turn_up: TurnUp = TurnUp.PUT_DOWN) -> Table:
    """South deals without having offered the cut to East."""
    table = cut_at_table(open_table(start_game(book, Seat.S)), Cut(None))
    return deal_at_table(table, cards_out("9H"), turn_up=turn_up)


@pytest.mark.parametrize("book", [LEAGUE, SOCIAL], ids=str)
def test_L03_4_1_the_player_on_the_dealers_right_is_asked_and_nobody_else(book: RuleBook) -> None:
    game = start_game(book, Seat.S)
    assert cutter_due(game) is Seat.E
    assert cut(game, Cut(Seat.E, 10)).cut == Cut(Seat.E, 10)
    assert cut(game, Cut(Seat.E)).cut == Cut(Seat.E), "declined, which counts as no cards lifted"
    for by in (Seat.N, Seat.S, Seat.W):
        with pytest.raises(GameError, match=r"East, on the dealer's right, cuts"):
            cut(game, Cut(by, 10))
    with pytest.raises(GameError, match=book.clause("dealing.cut")):
        cut(game, Cut(None))


def test_L03_4_1_a_cut_lifts_from_1_to_23_cards_once_before_the_deal() -> None:
    game = start_game(LEAGUE, Seat.S)
    for lifted in (0, 24):
        with pytest.raises(GameError, match="from 1 to 23"):
            cut(game, Cut(Seat.E, lifted))
    assert cut(game, Cut(Seat.E, 1)).cut is not None
    once = cut(game, Cut(Seat.E, 23))
    assert cutter_due(once) is None
    with pytest.raises(GameError, match="cut once"):
        cut(once, Cut(Seat.E, 23))
    with pytest.raises(GameError, match="cut once"):
        cut(deal_out(game, cards_out("9H")), Cut(Seat.E, 5))


def test_L03_4_1_each_deal_has_its_own_cut() -> None:
    game = deal_out(cut(start_game(LEAGUE, Seat.S), Cut(Seat.E, 5)), cards_out("9H"))
    assert game.cut == Cut(Seat.E, 5)
    assert cutter_due(game) is None
    assert void(game, Seat.W).cut is None
    assert cutter_due(void(game, Seat.W)) is Seat.S


def test_when_time_ends_the_game_nothing_is_cut_any_more() -> None:
    begun = start_bell(start_game(load("national-2025"), Seat.S), 0.0)
    in_time = cut(begun, Cut(Seat.E, 5), 7 * 60 - 1)
    assert (in_time.cut, in_time.result) == (Cut(Seat.E, 5), None)
    late = cut(begun, Cut(Seat.E, 5), 7 * 60)
    assert late.result is not None
    assert late.cut is None


@pytest.mark.parametrize("name", OTHERS)
def test_S02_2_3_elsewhere_the_cut_is_optional(name: str) -> None:
    """G-05: it may be made, and a deal without it stands."""
    book = load(name)
    game = start_game(book, Seat.S)
    assert cutter_due(game) is None
    assert cut(game, Cut(Seat.E, 4)).cut == Cut(Seat.E, 4)
    assert cut(game, Cut(None)).cut == Cut(None)
    table = claim(uncut(book), UNCUT, Seat.W)
    assert ruling(table).upheld is False
    assert table.game.deal is not None
    assert plain_to_see(uncut(book)) == ()


def test_S02_2_3_a_house_may_play_without_a_cut() -> None:
    house = overlay(SOCIAL, {"dealing.cut": "none"}, note="Ours.")
    assert cutter_due(start_game(house, Seat.S)) is None
    with pytest.raises(GameError, match="not cut here"):
        cut(start_game(house, Seat.S), Cut(Seat.E, 3))


def test_S02_2_9_a_deal_without_the_offer_is_dealt_again_by_the_same_dealer() -> None:
    """X-92 (a)."""
    table = uncut(SOCIAL)
    assert plain_to_see(table) == (UNCUT,)
    again = claim(table, UNCUT, Seat.S)
    assert ruling(again).upheld
    assert (again.game.deal, again.game.dealer, again.game.cut) == (None, Seat.S, None)
    assert SOCIAL.cite("misdeal.uncut").see == "X-92"


def test_S02_2_3_once_the_card_is_turned_up_the_deal_stands_without_the_cut() -> None:
    late = claim(face(uncut(SOCIAL)), UNCUT, Seat.W)
    assert (ruling(late).upheld, late.game.deal is not None) == (False, True)
    assert ruling(late).paths == ("misdeal.uncut_until",)


def test_L03_4_7_a_deal_without_asking_for_the_cut_is_lost_if_the_others_call_it_in_time() -> None:
    """X-92 (b)."""
    lost = claim(uncut(LEAGUE), UNCUT, Seat.W)
    assert ruling(lost).upheld
    assert (lost.game.deal, lost.game.dealer) == (None, Seat.W)
    assert ruling(lost).suggestion is False
    own = claim(uncut(LEAGUE), UNCUT, Seat.N)
    assert (ruling(own).upheld, own.game.deal is not None) == (False, True)
    late = claim(uncut(LEAGUE, TurnUp.FACED), UNCUT, Seat.W)
    assert (ruling(late).upheld, ruling(late).paths) == (False, ("misdeal.uncut_until",))
    assert LEAGUE.clause("misdeal.uncut_until") == "L03-4.7"


def test_L03_4_1_a_house_may_let_such_a_deal_stand() -> None:
    """X-92 (c)."""
    house = overlay(LEAGUE, {"misdeal.uncut": "stands"}, note="Ours.")
    assert ruling(claim(uncut(house), UNCUT, Seat.W)).upheld is False


def test_L03_4_1_a_deal_after_the_cut_cannot_be_called() -> None:
    table = cut_at_table(open_table(start_game(LEAGUE, Seat.S)), Cut(Seat.E))
    table = deal_at_table(table, cards_out("9H"), turn_up=TurnUp.PUT_DOWN)
    assert plain_to_see(table) == ()
    refused = claim(table, UNCUT, Seat.W)
    assert "The record shows nothing of the kind." in str(ruling(refused).says)


def test_A01_C_1_a_cut_after_the_time_limit_ends_the_game() -> None:
    game = start_game(load("alberta-55plus"), Seat.S, score=(4, 3), at=0)
    over = cut(game, Cut(Seat.E, 3), at=25 * 60)
    assert over.result == ring(game, at=25 * 60).result
    assert over.result is not None


@pytest.mark.parametrize("at_table", [False, True])
@pytest.mark.parametrize(
    ("made", "line"),
    [(Cut(Seat.E, 10), "cut by E 10 @1"), (Cut(Seat.E), "cut by E declined @1")],
)
def test_L03_4_1_the_record_keeps_the_cut(at_table: bool, made: Cut, line: str) -> None:
    told = Record(LEAGUE, Seat.S, at_table=at_table).then(
        CutEntry(made, 1.0), DealtEntry(Seat.S, cards_out("9H"))
    )
    text = record.write(told)
    assert line in text.splitlines()
    assert record.read(text) == told
    assert record.replay(told).cut == made
    with pytest.raises(RecordError, match="a cut is written as"):
        record.read(text.replace(line, "cut by E some"))


def test_L03_4_1_a_strict_record_refuses_a_deal_without_it() -> None:
    told = Record(LEAGUE, Seat.S).then(CutEntry(Cut(None)))
    with pytest.raises(RecordError, match=r"is offered the cut \(L03-4\.1\)"):
        record.write(told)
    table = Record(LEAGUE, Seat.S, at_table=True).then(CutEntry(Cut(None)))
    assert "cut not offered" in record.write(table)
    assert record.read(record.write(table)) == table


def test_L03_4_1_a_record_that_says_nothing_of_the_cut_is_read_as_before() -> None:
    game = deal_out(start_game(LEAGUE, Seat.S), cards_out("9H"))
    assert act(game, read_action("W pass")).cut is None


def test_L03_4_1_in_the_hall_the_cut_is_asked_before_each_deal() -> None:
    sitting = Sitting("sportcial-league", dealing=False)
    assert (sitting.judged.cut, sitting.judged.cut_due) == ("E", True)
    with pytest.raises(Refused, match="East is offered the cut first"):
        sitting.ask("S", wire.Next("n"))
    with pytest.raises(Refused, match="East, on the dealer's right, cuts"):
        sitting.call("N", do="cut", lifted=10)
    with pytest.raises(Refused, match="from 1 to 23"):
        sitting.call("E", do="cut", lifted=0)
    sitting.call("E", do="cut", lifted=10)
    assert sitting.told[-1] == "East cuts and lifts 10 cards"
    sitting.ask("S", wire.Next("m"))
    assert sitting.told[-2:] == ["Hand 1 · South deals", "The nine of hearts is turned up"]
    with pytest.raises(Refused, match="before the cards are dealt"):
        sitting.call("E", do="cut", lifted=10)


def test_L03_4_2_in_the_hall_the_cards_are_those_of_the_cut_pack() -> None:
    sitting = Sitting("sportcial-league", dealing=False, real_cards=True)
    sitting.call("E", do="cut", lifted=10)
    sitting.ask("E", wire.Next("m"))
    assert sitting.table.game is not None
    assert sitting.table.game.deal is not None
    pack = cut_pack(
        shuffles.pack("seed", sitting.table.salts, "deal 1", shuffles.FIRST), 10, LEAGUE
    )
    assert sitting.table.game.deal.dealt == deal_cards(pack, Seat.S, LEAGUE).hands


def test_L03_4_7_in_the_hall_a_deal_without_the_cut_waits_to_be_called() -> None:
    sitting = Sitting("sportcial-league", dealing=False)
    with pytest.raises(Refused, match="not your deal"):
        sitting.call("E", do="deal without the cut")
    sitting.call("S", do="deal without the cut")
    assert sitting.told[-2] == "The dealer does not offer the cut"
    assert [each.fact for each in sitting.judged.calls] == ["not-cut S"]
    with pytest.raises(Refused, match="not out yet"):
        sitting.do("W pass")
    sitting.call("W", do="claim", fact="not-cut S")
    assert sitting.table.game is not None
    assert (sitting.table.game.deal, sitting.table.game.dealer) == (None, Seat.W)
    assert (sitting.judged.cut, sitting.judged.cut_due) == ("S", True)


def test_L03_4_7_in_the_hall_the_card_is_turned_up_where_nobody_calls() -> None:
    sitting = Sitting("sportcial-league", dealing=False)
    sitting.call("S", do="deal without the cut")
    sitting.ask("W", wire.Next("up"))
    assert sitting.table.game is not None
    assert sitting.table.game.turn_up is TurnUp.FACED
    sitting.call("W", do="claim", fact="not-cut S")
    assert sitting.judged.rulings[0].upheld is False
    sitting.do("W pass")


def test_S02_2_3_in_the_hall_the_cut_may_be_left_out_elsewhere() -> None:
    sitting = Sitting("standard", dealing=False)
    assert sitting.table.game is not None
    assert sitting.table.game.deal is not None, "nothing has to be asked"
    assert sitting.judged.cut is None


def test_L03_4_1_in_the_hall_bots_decline_and_the_deal_goes_on(tmp_path: Path) -> None:
    async def story(here: Hall) -> None:
        live = await here.open("sportcial-league", "nobody", "as-at-the-table")
        await live.commit([bot_sits(seat, "club", here.clock()) for seat in Seat])
        await live.commit(begin(live.table, Seat.S, here.clock()))
        for _ in range(2000):
            if live.table.game is not None and live.table.game.finished:
                break
            await asyncio.sleep(0.002)
        assert live.table.game is not None
        assert live.table.game.finished
        assert any("does not cut" in each.told("en").text for _, each in live.lines.lines)

    in_a_hall(tmp_path, story)
