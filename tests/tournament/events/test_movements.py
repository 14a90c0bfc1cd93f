"""Movements beyond the letter of the documents: house readings, closed tables, club charts."""

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.book import load, overlay
from rightbower.tournament.events import seating
from rightbower.tournament.events.attendance import set_sitter, withdraw
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.movements.ring import CHARTS, RoundChart
from rightbower.tournament.events.plan import Planned
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.events.results import enter, void
from rightbower.tournament.events.seating import movement_text, not_yet, planned_rounds
from rightbower.tournament.events.verify import replays
from tournament.events.day import Day, cut_at, individuals, refused, ring_of_pairs


def by_house(event: Event, path: str, value: object) -> Planned:
    """One setting of the movement changed by the house."""
    book = overlay(load(event.plan.book), {path: value}, "We do it so.")
    return Planned(replace(event.plan, movement=book.movement))


@pytest.mark.parametrize("tables", [4, 5, 6, 8])
def test_both_moving_at_once_is_repaired_half_way(tables: int) -> None:
    """X-27 b: two tables at a time would meet only every other team of an even ring."""
    day = ring_of_pairs("alberta-55plus", tables)
    day.do(by_house(day.event, "movement.both", "repaired"))
    met = [day.seats(number) for number in range(1, tables + 1)]
    for _ in range(tables - 1):
        day.play_all()
        day.seat(move="both")
        met += [day.seats(number) for number in range(1, tables + 1)]
    assert len(set(met)) == tables * tables


def test_b_teams_stay_where_a_house_does_not_move_them() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    day.do(by_house(day.event, "movement.b_down", False))
    day.play_all()
    with pytest.raises(EventError, match="the B teams stay where they are"):
        day.seat(move="B down")


def test_nobody_moves_down_in_another_movement_or_at_the_start() -> None:
    day = individuals("charity-day", 8)
    with pytest.raises(EventError, match="only the B teams of a later round"):
        day.seat(move="B down")


def bar(tables: int) -> Day:
    """Individuals N1, E1, S1, W1 and so on."""
    day = Day("national-progressive", placing="first free")
    day.enter(*(f"{seat}{table}" for table in range(1, tables + 1) for seat in "NESW"))
    return day


def test_winners_may_go_the_other_way() -> None:
    day = bar(5)
    day.do(by_house(day.event, "movement.go_up", "S and W"))
    day.seat()
    day.play_all("11–4")
    day.seat()
    assert (day.at("S3").number, day.at("N3").number) == (4, 2)


def test_losers_may_stay_partners() -> None:
    """X-29 b: the second deal jumps across the table."""
    day = bar(5)
    day.do(by_house(day.event, "movement.losers", "stay partners"))
    day.seat()
    day.play_all("11–4")
    cut_at(day, 3, "E3 KD, W3 9S", "losers")
    day.seat()
    table = day.event.round.table(3)
    assert table.sides[1] == (day.number("E3"), day.number("W3"))
    assert (day.name(table.dealer), day.name(table.second)) == ("E3", "W3")


def test_who_comes_up_may_sit_opposite_the_second_dealer() -> None:
    day = bar(5)
    day.do(by_house(day.event, "movement.comes_up", "opposite the second dealer"))
    day.seat()
    day.play_all("11–4")
    cut_at(day, 3, "E3 KD, W3 9S", "losers")
    day.seat()
    assert day.seats(3) == "N2 W3 v E3 S4"


def test_after_a_draw_the_lower_cut_may_move() -> None:
    day = bar(3)
    day.do(by_house(day.event, "movement.drawn_game", "lower cut moves"))
    day.seat()
    day.do(enter(day.event, 2, (6, 6), last_dealer=day.number("S2")))
    day.play_all("11–4")
    cut_at(day, 2, "S2 9D, E2 AS", "moves")
    day.seat()
    assert (day.at("N2").number, day.at("S2").number) == (3, 1)


@pytest.mark.parametrize(
    ("path", "value", "partner", "leaves"),
    [
        ("movement.sitters_partner", "goes up", 3, ("W2", 1)),
        ("movement.sitters_partner", "goes down", 1, ("W2", 3)),
        ("movement.left_seat", "on the sitter's right", 3, ("E2", 1)),
    ],
)
def test_where_a_sitters_company_goes(
    path: str, value: str, partner: int, leaves: tuple[str, int]
) -> None:
    """X-30 and its other readings."""
    day = bar(3)
    day.do(by_house(day.event, path, value))
    day.do(set_sitter(day.event, day.number("N2"), 2))
    day.seat()
    day.play_all("11–4")
    day.seat()
    assert (day.at("S2").number, day.at(leaves[0]).number) == (partner, leaves[1])
    table = day.event.round.table(2)
    (cut,) = table.cuts
    assert day.number("N2") in {who for who, _ in cut.draws[0]}


def test_the_lower_card_may_deal_at_a_sitters_table() -> None:
    day = bar(3)
    day.do(by_house(day.event, "movement.sitters_deal", "lower cut"))
    day.do(set_sitter(day.event, day.number("N2"), 2))
    day.seat()
    day.play_all("11–4")
    day.seat()
    table = day.event.round.table(2)
    shown = {who: "9TJQKA".index(card[0]) for who, card in table.cuts[0].draws[-1]}
    assert shown[table.dealer] == min(shown.values())


def test_a_table_is_closed_when_players_leave_and_opened_when_they_come() -> None:
    day = bar(5)
    day.do(set_sitter(day.event, day.number("N5"), 5))
    day.seat()
    day.play_all("11–4")
    day.do(withdraw(day.event, [day.number(name) for name in ("N1", "E1", "S1")]))
    round_ = day.seat()
    assert [table.number for table in round_.tables] == [1, 2, 3, 5]  # the sitter keeps her table
    assert len(round_.byes) == 1
    day.play_all("11–4")
    day.enter("New1", "New2", "New3")
    round_ = day.seat()
    assert [table.number for table in round_.tables] == [1, 2, 3, 4, 5]
    assert round_.byes == ()


def test_more_sitters_than_tables_are_refused() -> None:
    day = individuals("national-progressive", 8)
    day.do(set_sitter(day.event, 3, 3))
    with pytest.raises(EventError, match="there is no table 3 for P3 to sit at"):
        day.seat()
    with pytest.raises(EventError, match=r"there are no sitting players here \(N04-2\.9a"):
        set_sitter(individuals("charity-day", 4).event, 1)


def test_a_game_that_does_not_count_still_sends_a_pair_on() -> None:
    day = bar(3)
    day.seat()
    day.do(void(day.event, 2, why="two kings of hearts"))
    day.play_all("11–4")
    round_ = day.seat()
    assert all(table.playing for table in round_.tables)
    assert day.place("N2").played == 0


@pytest.mark.parametrize("preset", list(PRESETS))
def test_each_seating_can_be_drawn_again_from_its_seed(preset: str) -> None:
    day = Day(preset)
    pairs = day.event.plan.entering.unit == "pair"
    day.enter(*(f"P{number}" + (f" & Q{number}" if pairs else "") for number in range(1, 13)))
    for number in range(3):
        before = day.event
        day.seat(f"seed {number}")
        fact = day.history.entries[-1].fact
        assert replays(before, fact)
        day.play_all("11–4" if day.event.plan.target == 11 else "10–4")


def test_the_first_round_wants_a_table() -> None:
    for preset, names in (("alberta-pairs", ["Ann & Al"]), ("charity-day", ["Ann", "Bob", "Cy"])):
        day = Day(preset)
        day.enter(*names)
        with pytest.raises(EventError, match="a table needs"):
            day.seat()


def test_everyone_meets_everyone_in_a_full_round_robin() -> None:
    day = Day("round-robin")
    day.enter(*(f"P{number} & Q{number}" for number in range(7)))
    met = set()
    day.seat("0")
    assert planned_rounds(day.event) == 7
    while True:
        met |= {frozenset(table.entrants) for table in day.event.round.tables}
        day.play_all()
        if not_yet(day.event):
            break
        day.seat()
    assert len(met) == 21
    assert [day.place(f"P{number}").byes for number in range(7)] == [1] * 7


def test_a_late_pair_takes_the_number_of_one_that_left_the_chart() -> None:
    day = Day("round-robin", placing="first free")
    day.enter(*(f"P{number} & Q{number}" for number in range(6)))
    day.seat()
    day.play_all()
    day.do(withdraw(day.event, [2]))
    round_ = day.seat()
    assert len(round_.byes) == 1
    day.play_all()
    day.enter("New & Newer")
    round_ = day.seat()
    assert round_.byes == ()
    assert 7 in day.event.chart


def test_partners_change_through_a_whole_whist_chart() -> None:
    day = Day("whist-chart")
    day.enter(*(f"P{number}" for number in range(8)))
    partners = []
    for number in range(7):
        round_ = day.seat(str(number))
        partners += [frozenset(side) for table in round_.tables for side in table.sides]
        day.play_all()
    assert len(set(partners)) == len(partners) == 28
    assert english(not_yet(day.event)) == "all 7 rounds have been played"


def test_a_chart_is_not_made_for_every_number() -> None:
    day = Day("whist-chart")
    day.enter(*(f"P{number}" for number in range(10)))
    with pytest.raises(
        EventError, match=r"there is no chart for 10 players.*or choose the fair draw"
    ):
        day.seat()
    day.enter("F1", "F2", floater=True)
    assert len(day.seat().tables) == 3


def test_the_fair_draw_repeats_no_partner_while_others_are_left() -> None:
    day = Day("fair-draw")
    day.enter(*(f"P{number}" for number in range(13)))
    partners = []
    for number in range(8):
        round_ = day.seat(str(number))
        partners += [frozenset(side) for table in round_.tables for side in table.sides]
        day.play_all()
    assert len(set(partners)) == len(partners)


def test_swiss_pairs_meet_their_equals_and_nobody_twice() -> None:
    day = Day("swiss-pairs", placing="first free")
    day.enter(*(f"P{number} & Q{number}" for number in range(8)))
    met = []
    for number in range(3):
        round_ = day.seat(str(number))
        for table in round_.tables:
            wins = [day.place(day.name(each)).won for each in table.entrants]
            assert wins[0] == wins[1]
            met.append(frozenset(table.entrants))
        day.play_all()
    assert len(set(met)) == len(met)


def test_a_knock_out_ends_with_one() -> None:
    day = Day("knock-out", placing="first free")
    day.enter(*(f"P{number} & Q{number}" for number in range(1, 7)))
    round_ = day.seat()
    assert (len(round_.tables), round_.byes) == (2, (1, 2))  # the first seeds have the byes
    assert planned_rounds(day.event) == 3
    with pytest.raises(EventError, match="nobody can come in late"):
        day.enter("Late & Later")
    while english(not_yet(day.event)) != "all 3 rounds have been played":
        day.play_all()
        if len(day.event.rounds) < 3:
            day.seat()
    places = day.places()
    assert len(places[0].split("=")) == len(places[1].split("=")) == 1
    assert len(places[2].split("=")) == 2
    assert "3 rounds survived" in day.place(places[0]).why


def test_a_knock_out_goes_on_without_those_who_leave() -> None:
    day = Day("knock-out", placing="first free")
    day.enter(*(f"P{number} & Q{number}" for number in range(1, 5)))
    day.seat()
    with pytest.raises(EventError, match="no result yet"):
        day.seat()
    day.play_all()
    day.do(withdraw(day.event, [day.event.round.tables[0].sides[0][0]]))
    with pytest.raises(EventError, match="is alone in the draw"):
        day.seat()


def test_an_a_and_a_b_team_that_are_left_and_never_met_go_on_until_they_do() -> None:
    day = ring_of_pairs("alberta-55plus", 4)
    day.play_all()
    gone = [day.number(name) for name in ("A2", "A3", "A4", "B1", "B2", "B4")]
    day.do(withdraw(day.event, gone))
    fact = seating.seat(day.event, "seed")
    said = "The A teams go 2 tables on: nobody would play otherwise."
    assert said in english(remarks(day.event, fact))
    day.do(fact)
    assert day.seats(3) == "A1 v B3"
    day.play_all()
    with refused("nobody would play: those who are left have met already"):
        day.seat()


def test_the_b_teams_go_further_down_where_nobody_would_play() -> None:
    day = ring_of_pairs("alberta-55plus", 4)
    day.play_all()
    gone = [day.number(name) for name in ("A2", "A3", "A4", "B1", "B2", "B4")]
    day.do(withdraw(day.event, gone))
    fact = seating.seat(day.event, "seed", "B down")
    assert "The B teams go 2 tables on: nobody would play otherwise." in english(
        remarks(day.event, fact)
    )
    day.do(fact)
    assert day.seats(1) == "A1 v B3"


def test_a_teams_alone_cannot_play_each_other() -> None:
    day = ring_of_pairs("alberta-55plus", 3)
    day.play_all()
    day.do(withdraw(day.event, [day.number(f"B{each}") for each in (1, 2, 3)]))
    with refused("those who are left are all A teams or all B teams"):
        day.seat()


@pytest.mark.parametrize("name", PRESETS)
def test_every_movement_is_told_in_words(name: str) -> None:
    assert all(said.endswith(".") for said in english(movement_text(Day(name).event, 4)))


def foreseen(preset: str) -> bool:
    """Whether the seats of all its rounds are known before the first result."""
    return Day(preset).event.plan.movement_kind.foreseen


@pytest.mark.parametrize("name", [each for each in PRESETS if foreseen(each)])
def test_a_movement_that_can_be_foreseen_knows_its_last_round(name: str) -> None:
    day = Day(name)
    pairs = day.event.plan.entering.unit == "pair"
    day.enter(*(f"P{number}{' & Q' + str(number) if pairs else ''}" for number in range(12)))
    day.seat()
    assert planned_rounds(day.event)


def test_a_chart_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything about a chart is found there: the seats, the numbers it takes, its length."""
    last_meets_all = RoundChart(lambda _, turn: (((turn % 3,), (3,)),), lambda _: 3, lambda: (4,))
    monkeypatch.setitem(CHARTS, "full round robin", last_meets_all)
    day = Day("round-robin", placing="first free")
    day.enter("A & B", "C & D", "E & F")
    with pytest.raises(EventError, match="no chart for 3 pairs, only for 4"):
        day.seat()
    day.enter("G & H")
    assert [table.sides for table in day.seat().tables] == [((1,), (4,))]
    assert day.event.round.byes == (2, 3)
    assert planned_rounds(day.event) == 3


@pytest.mark.parametrize(
    ("preset", "meets"),
    [("round-robin", "B v A"), ("swiss-pairs", "D v B"), ("knock-out", "C v B")],
)
def test_who_drew_no_lot_takes_a_place_that_is_left(preset: str, meets: str) -> None:
    day = Day(preset, placing="first free")
    day.enter(*(f"{letter} & {letter}x" for letter in "ABCD"))
    drawn = {day.number("B"): "4", day.number("D"): "2"}
    day.do(seating.seat(day.event, "seed", shown=drawn, rest=True))
    seats = [day.seats(1), day.seats(2)]
    assert sorted("".join(seats).replace(" v ", "")) == [*"ABCD"]
    assert meets in seats


def test_two_pairs_are_enough_for_a_round_robin_and_one_is_not() -> None:
    day = Day("round-robin", placing="first free")
    day.enter("A & B")
    with pytest.raises(EventError, match="a table needs two pairs; 1 is here"):
        day.seat()
    day.enter("C & D")
    assert [table.entrants for table in day.seat().tables] in ([(1, 2)], [(2, 1)])


def test_a_floater_pair_waits_where_the_pairs_are_even() -> None:
    day = Day("alberta-pairs", placing="first free")
    day.enter("A & B", "C & D")
    day.enter("F & G", floater=True)
    assert [table.entrants for table in day.seat().tables] in ([(1, 2)], [(2, 1)])
    assert day.event.round.byes == ()
