"""Real cards can be entered wherever the program draws: the host's deck, first places, partners."""

import pytest

from rightbower.rules.book import RuleBook
from rightbower.tournament.commands import Now
from rightbower.tournament.contest import encode
from rightbower.tournament.events import labels, seating
from rightbower.tournament.events.attendance import withdraw
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.cuts import ShowCut, show_cut
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import EventHistory
from rightbower.tournament.events.table_view import seats
from rightbower.tournament.events.verify import verify
from tournament.events.day import Day, individuals


def drew(day: Day, text: str, rest: bool = False, seed: str = "seed") -> None:
    """Seat the next round by what people drew, written as at the terminal."""
    shown = labels.drawn(day.event, text.split())
    day.do(seating.seat(day.event, seed, shown=shown, rest=rest))


def cards(day: Day) -> dict[str, str]:
    """The card that each has in the latest round."""
    return {seat.name: seat.card for seat in seats(day.event, day.event.round)}


def test_S02_1_4_the_host_types_what_each_drew() -> None:
    day = individuals("charity-day", 8)
    drew(day, "P1=AH P2=2S P3=AD P4=2h P5=A♠ P6=2D P7=AC P8=2C")
    assert day.seats(1) == "P1 P3 v P5 P7"
    assert day.seats(2) == "P4 P6 v P2 P8"
    assert cards(day)["P5"] == "AS"
    assert verify(day.history).different == ()


def test_S02_1_4_or_by_table_the_red_pair_and_the_black() -> None:
    day = individuals("charity-day", 8)
    drew(day, "1:red=P1,P3 1:black=P5,P7 2:red=P4,P6 2:black=P2,P8")
    assert day.seats(1) == "P1 P3 v P5 P7"
    assert day.seats(2) == "P4 P6 v P2 P8"


def test_S02_1_4_a_colour_takes_the_seat_that_is_left() -> None:
    day = individuals("charity-day", 4)
    drew(day, "P1=AR P2=AH P3=AB P4=AB")
    assert cards(day) == {"P1": "AD", "P2": "AH", "P3": "AS", "P4": "AC"}


def test_S02_1_4_the_table_is_the_rank_up_to_the_king() -> None:
    day = individuals("charity-day", 52)
    shown = [f"P{4 * table + seat + 1}={rank}{suit}"
             for table, rank in enumerate(["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"])
             for seat, suit in enumerate("HSDC")]  # fmt: skip
    drew(day, " ".join(shown))
    assert day.seats(10) == "P37 P39 v P38 P40"
    assert day.seats(13) == "P49 P51 v P50 P52"


def test_S02_1_4_above_thirteen_tables_a_number_was_drawn() -> None:
    day = individuals("charity-day", 56)
    drew(day, " ".join(f"P{number}={number}" for number in range(1, 57)))
    assert day.seats(14) == "P53 P55 v P54 P56"


def test_above_thirteen_tables_a_wrong_card_is_told_to_be_a_number() -> None:
    day = individuals("charity-day", 56)
    numbers = " ".join(f"P{number}={number}" for number in range(1, 56))
    with pytest.raises(EventError, match=r"'XX' is not a card of the host's deck; write 57$"):
        drew(day, f"{numbers} P56=XX")


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("P1=AH P2=AH P3=AD P4=AS", "P2 drew AH, but P1 sits there already"),
        ("P1=AH P2=AD P3=AS P4=2C", "P4 drew 2C, and there is no table 2: only 1 table"),
        (
            "P1=AH P2=AD P3=AS P4=XX",
            "'XX' is not a card of the host's deck; write 4H, 10S, or 4R for any red",
        ),
        ("P1=AH P2=AD P3=AS", "no card was given for P4"),
        ("P1=AH P2=AD P3=AS P4=out", "3 drew a card; a table needs four"),
        ("P1=AR P2=AR P3=AR P4=AS", "P3 drew AR, but P1 and P2 sit there already"),
        ("P1=AH P1=AD P3=AS P4=AC", "P1 is named twice"),
        ("P1 P2=AD", "'P1' is not a draw; write 12=4H"),
    ],
)
def test_S02_1_4_a_wrong_card_is_refused_where_it_is_typed(text: str, refused: str) -> None:
    day = individuals("charity-day", 4)
    with pytest.raises(EventError, match=refused):
        drew(day, text)
    assert not day.event.rounds


def test_S02_1_4_extras_who_drew_no_card_sit_out() -> None:
    """G-18: as the hosts decide."""
    day = individuals("charity-day", 6)
    drew(day, "P1=AH P3=AD P5=AS P6=AC")
    assert [day.name(each) for each in day.event.round.byes] == ["P2", "P4"]
    assert verify(day.history).different == ()


def test_S02_1_4_somebody_who_is_not_here_draws_nothing() -> None:
    day = individuals("charity-day", 5)
    day.do(withdraw(day.event, [5]))
    with pytest.raises(EventError, match="P5 is not here to draw a place"):
        drew(day, "P1=AH P2=AD P3=AS P5=AC")


def test_S02_1_4_the_program_may_draw_for_the_rest() -> None:
    day = individuals("charity-day", 9)
    drew(day, "P1=2H P9=2D", rest=True)
    assert day.event.round.table(2).sides[0] == (1, 9)
    assert len(day.event.round.byes) == 1
    assert verify(day.history).different == ()


def test_S02_1_4_a_day_of_real_cards_is_read_back_from_the_journal() -> None:
    day = individuals("charity-day", 4)
    drew(day, "P1=AH P2=AD P3=AS P4=AC")
    again = EventHistory.of([EVENT.decode(encode(entry)) for entry in day.history.entries])
    assert again.event == day.event


def singles(seniors: RuleBook, count: int = 4) -> Day:
    day = Day("alberta-pairs" if seniors.document == "A01" else "provincial-pairs")
    day.enter(*(f"S{number}" for number in range(1, count + 1)))
    return day


def cut_for_partners(day: Day, text: str, table: int = 1) -> None:
    draws = labels.draws(day.event, text.split(), tuple(range(1, len(day.event.entrants) + 1)))
    day.do(show_cut(day.event, table, "partners", draws))


def test_A01_T4_a_iii_the_real_cut_makes_the_partners(seniors: RuleBook) -> None:
    day = singles(seniors)
    day.seat()
    cut_for_partners(day, "S1=KD S2=9S S3=AS S4=TH")
    there = day.event.round.table(1)
    assert [day.event.name_of(*side) for side in there.sides] == ["S2 & S4", "S1 & S3"]
    assert day.view(1).dealer == "S2"
    assert [day.event.entrant(number).pair for number in (1, 2, 3, 4)] == [6, 5, 6, 5]
    assert verify(day.history).different == ()


def test_pairs_made_by_the_cut_are_told_that_it_settled_who_deals(seniors: RuleBook) -> None:
    day = singles(seniors)
    day.seat()
    now = Now(day.history)
    (four,) = ShowCut(1, "partners", ("S1=KD", "S2=9S", "S3=AS", "S4=TH")).decide(day.event, now)
    day.do(four)
    cut = ShowCut(1, "deal", ("S2 & S4=9S", "S1 & S3=KD"))
    with pytest.raises(EventError, match="has settled who deals at table 1"):
        list(cut.decide(day.event, now))


def test_A01_T4_a_iii_a_level_cut_is_cut_again(seniors: RuleBook) -> None:
    day = singles(seniors)
    day.seat()
    with pytest.raises(EventError, match="it is a tie: S1 and S2 cut again"):
        cut_for_partners(day, "S1=KD S2=KS S3=AS S4=9H")
    cut_for_partners(day, "S1=KD S2=KS S3=AS S4=9H again=S1=TD S2=QS")
    assert day.event.name_of(*day.event.round.table(1).sides[0]) == "S1 & S4"


def test_A01_T4_a_iii_all_four_cut_and_nobody_else(seniors: RuleBook) -> None:
    day = singles(seniors)
    day.enter("X & Xx", "Y & Yx")
    day.seat()
    four = next(each for each in day.event.round.tables if each.cuts[0].purpose == "partners")
    with pytest.raises(EventError, match="cut for partners at table"):
        cut_for_partners(day, "S1=KD S2=KS S3=AS", four.number)
    pairs = next(each for each in day.event.round.tables if each.number != four.number)
    with pytest.raises(EventError, match="nobody cuts for partners at table"):
        cut_for_partners(day, "S1=KD S2=QS S3=AS S4=9S", pairs.number)


def test_A01_T4_a_iii_partners_stay_once_their_game_is_in(seniors: RuleBook) -> None:
    day = singles(seniors)
    day.seat()
    day.play_all()
    with pytest.raises(EventError, match="its partners stay together"):
        cut_for_partners(day, "S1=KD S2=9S S3=AS S4=TH")


def test_A01_T4_a_ii_of_five_singles_the_four_who_drew_a_table_cut_there(seniors: RuleBook) -> None:
    day = singles(seniors, 5)
    day.enter("X & Xx", "Y & Yx")
    drew(day, "S1=2 S2=2 S4=2 S5=2 S3=out 6=1 7=1")
    assert day.event.round.byes == (3,)
    cut_for_partners(day, "S1=KD S2=9S S4=AS S5=TH", 2)
    assert day.event.name_of(*day.event.round.table(2).sides[0]) == "S2 & S5"
    assert verify(day.history).different == ()


def test_A01_T4_a_ii_three_singles_do_not_fill_a_table(seniors: RuleBook) -> None:
    with pytest.raises(EventError, match="S1, S2 and S3 drew table 1; four singles cut"):
        drew(singles(seniors), "S1=1 S2=1 S3=1", rest=True)


def pairs_of(seniors: RuleBook, names: str) -> Day:
    day = Day("alberta-pairs" if seniors.document == "A01" else "provincial-pairs")
    day.enter(*(f"{name} & {name}x" for name in names))
    return day


def test_A01_T4_b_i_first_places_drawn_as_lots(seniors: RuleBook) -> None:
    day = pairs_of(seniors, "ABCD")
    drew(day, "1=2 2=1 3=2 4=1")
    assert {frozenset(table.entrants) for table in day.event.round.tables} == {
        frozenset({2, 4}),
        frozenset({1, 3}),
    }
    assert day.event.round.table(1).entrants in ((2, 4), (4, 2))
    assert verify(day.history).different == ()


def test_A01_T4_b_i_pairs_without_a_lot_are_drawn_for_once(seniors: RuleBook) -> None:
    day = pairs_of(seniors, "ABCDEF")
    day.do(seating.seat(day.event, "seed", shown={1: "2", 5: "3"}, rest=True))
    tables = day.event.round.tables
    assert 1 in tables[1].entrants
    assert 5 in tables[2].entrants
    assert sorted(each for table in tables for each in table.entrants) == [1, 2, 3, 4, 5, 6]


def test_A01_T4_b_i_a_third_pair_for_one_table_is_refused(seniors: RuleBook) -> None:
    day = pairs_of(seniors, "ABCD")
    with pytest.raises(EventError, match="C & Cx drew 1, but A & Ax and B & Bx sit there already"):
        drew(day, "1=1 2=1 3=1 4=2")
    with pytest.raises(EventError, match="there is no table 3: only 2 tables"):
        drew(day, "1=1 2=1 3=2 4=3")
    with pytest.raises(EventError, match="no place was given for D & Dx"):
        drew(day, "1=1 2=1 3=2")


def test_A01_T4_b_i_of_an_odd_number_one_pair_draws_the_bye(seniors: RuleBook) -> None:
    day = pairs_of(seniors, "ABC")
    drew(day, "1=1 2=out 3=1")
    assert day.event.round.byes == (2,)
    assert verify(day.history).different == ()


def test_A01_T6_1_later_places_are_not_drawn(seniors: RuleBook) -> None:
    day = pairs_of(seniors, "ABCD")
    day.seat()
    day.play_all()
    with pytest.raises(EventError, match="nobody draws for a place in this round"):
        drew(day, "1=1 2=1 3=2 4=2")


def test_N04_4_4_first_places_and_spares_by_real_lots() -> None:
    day = individuals("national-progressive", 9)
    drew(day, "P1=1N P2=2N P3=1 P4=1 P5=1 P6=2 P7=2 P8=2 P9=out")
    assert day.seats(1) == "P1 P4 v P3 P5"
    assert day.event.round.byes == (9,)
    day.play_all("6–2")
    drew(day, "P9=out")
    assert day.event.round.byes == (9,)
    assert verify(day.history).different == ()


def test_N04_4_4_only_as_many_sit_out_as_must() -> None:
    day = individuals("national-progressive", 8)
    with pytest.raises(EventError, match="P3 cannot sit out: nobody has to sit out"):
        drew(day, "P3=out", rest=True)
    day.seat()
    day.play_all("6–2")
    with pytest.raises(EventError, match=r"P3 does not draw a table: the winners split up \(N04"):
        drew(day, "P3=1")


@pytest.mark.parametrize("preset", ["knock-out", "swiss-pairs", "round-robin"])
def test_clubs_draw_their_numbers_with_real_lots(preset: str) -> None:
    day = Day(preset)
    day.enter(*(f"{name} & {name}x" for name in "ABCD"))
    drew(day, "1=3 2=1 3=4 4=2")
    first = day.event.round.tables
    other = Day(preset, placing="first free")
    other.enter(*(f"{name} & {name}x" for name in "BDAC"))
    other.seat()
    named = [[day.name(each) for each in table.entrants] for table in first]
    wanted = [[other.name(each) for each in table.entrants] for table in other.event.round.tables]
    assert named == wanted
    assert verify(day.history).different == ()


def test_a_number_that_is_not_in_the_draw_is_refused() -> None:
    day = Day("swiss-pairs")
    day.enter(*(f"{name} & {name}x" for name in "ABC"))
    for text in ("1=1 2=2 3=out", "1=1 2=2 3=4", "1=1 2=2 3=0"):
        with pytest.raises(EventError, match=r"C & Cx drew '.*'; the numbers are 1 to 3"):
            drew(day, text)


def test_a_fair_draw_is_reckoned_and_not_drawn() -> None:
    day = individuals("fair-draw", 4)
    with pytest.raises(EventError, match="nobody draws for a place"):
        drew(day, "P1=1 P2=1 P3=1 P4=1")


def test_S02_1_4_those_without_a_card_are_named_in_the_order_of_the_list() -> None:
    day = individuals("charity-day", 11)
    with pytest.raises(EventError, match="no card was given for P5, P6, P7, P8 and 3 more"):
        drew(day, "P1=AH P2=AS P3=AD P4=AC")
