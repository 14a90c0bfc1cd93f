"""The seniors' tournament: who may enter, the ring of tables, first places."""

import pytest

from in_english import english
from rightbower.rules.book import RuleBook
from rightbower.tournament.events import eligibility, registration
from rightbower.tournament.events.attendance import check_in_all, vouch
from rightbower.tournament.events.entrants import EventError, Player
from rightbower.tournament.events.event import Event, EventTable
from rightbower.tournament.events.finish import qualifiers
from rightbower.tournament.events.outlook import checklist
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.results import correct
from tournament.events.day import Day, cut_at, preset_of, ring_of_pairs


def pair(born: str, zone: str = "", name: str = "Ann") -> list[Player]:
    """A pair of whom the first was born on a day."""
    return [Player(name, born, True, zone), Player(f"{name}'s partner", "1950-01-01", True, zone)]


def test_A01_0_1_open_to_those_who_are_fifty_five(seniors: RuleBook) -> None:
    day = Day(preset_of(seniors), date="2026-05-30")
    added = registration.add(day.event, [pair("1971-12-31")])
    assert added.entrants[0].players[0].name == "Ann"
    with pytest.raises(EventError, match=r"Ann is not 55 by 31 December 2026"):
        registration.add(day.event, [pair("1972-01-01")])
    assert seniors.clause("entering.least_age") == f"{seniors.document}-0.1"


def test_A01_0_1_the_event_is_called_open(seniors: RuleBook) -> None:
    called = {
        "alberta-55plus": "Open Pairs, Alberta 55 plus",
        "provincial-55plus": "Open, provincial 55 plus",
    }
    assert PRESETS[preset_of(seniors)].title == called[seniors.name]


def test_A01_0_2_a_zone_sends_two_pairs_to_the_games(seniors: RuleBook) -> None:
    day = Day(preset_of(seniors), stage="games")
    two = [pair("1950-01-01", "Zone 3", "Ann"), pair("1950-01-01", "Zone 3", "Bea")]
    day.do(registration.add(day.event, two))
    clause = f"{seniors.document}-0.2"
    with pytest.raises(EventError, match=rf"Zone 3 has sent its 2 pairs already \({clause}\)"):
        registration.add(day.event, [pair("1950-01-01", "Zone 3", "Cleo")])
    other = registration.add(day.event, [pair("1950-01-01", "Zone 4", "Cleo")])
    assert other.entrants[0].zone == "Zone 4"
    with pytest.raises(EventError, match="say which zone"):
        registration.add(day.event, [pair("1950-01-01", "", "Dot")])


def test_A01_0_2_the_first_two_of_a_zone_final_go_on(seniors: RuleBook) -> None:
    """SC-142: ranks 1 and 2 advance, and that is four people."""
    day = Day(preset_of(seniors), stage="zone playoffs", placing="first free")
    people = [[Player(f"{name}{n}", "1950-01-01", True) for n in (1, 2)] for name in "ABCD"]
    day.do(registration.add(day.event, people))
    day.do(check_in_all(day.event))
    day.seat()
    cut_at(day, 1, "A1 9S, B1 KD")
    cut_at(day, 2, "C1 9S, D1 KD")
    day.play("A1 10–2 B1, C1 10–3 D1")
    day.seat()
    day.play("A1 10–4 D1, C1 10–5 B1")
    assert day.event.plan.decided == 2
    assert qualifiers(day.event) == ()  # A and C are tied: an extra game is owed
    day.do(correct(day.event, 2, 1, (8, 10), why="read the wrong way round"))
    assert [place.name for place in qualifiers(day.event)] == ["A1 & A2", "B1 & B2"]


def test_A01_0_3_that_makes_four_people(seniors: RuleBook) -> None:
    day = Day(preset_of(seniors), stage="games")
    alone = [[Player(name, "1950-01-01", True, "Zone 3")] for name in ("Ann", "Bea")]
    day.do(registration.add(day.event, [pair("1950-01-01", "Zone 3", "Cleo"), *alone]))
    clause = f"{seniors.document}-0.3"
    with pytest.raises(EventError, match=rf"Zone 3 sends 4 people \({clause}\)"):
        registration.add(day.event, [[Player("Dot", "1950-01-01", True, "Zone 3")]])


def test_A01_E_1_the_age_counts_on_the_last_day_of_the_year() -> None:
    day = Day("alberta-pairs", date="2026-01-02")
    assert eligibility.ineligible(day.event, Player("Ann", "1971-12-31")) is None
    refused = eligibility.ineligible(day.event, Player("Ann", "1972-01-01"))
    assert english(refused) == "Ann is not 55 by 31 December 2026 (A01-E.1)"


def test_A01_E_1_no_birth_date_is_told_and_may_be_vouched_for() -> None:
    day = Day("alberta-pairs")
    day.enter("Ann & Al")
    assert eligibility.unchecked(day.event, day.event.entrant(1)) == ("Ann", "Al")
    day.do(vouch(day.event, 1, "driving licences seen"))
    assert eligibility.unchecked(day.event, day.event.entrant(1)) == ()


def test_A01_E_2_zone_playoffs_are_for_active_members() -> None:
    day = Day("alberta-pairs", stage="zone playoffs")
    lapsed = [Player("Ann", "1950-01-01", True), Player("Al", "1950-01-01", False)]
    with pytest.raises(EventError, match=r"Al is not shown to be an active member \(A01-E\.2\)"):
        registration.add(day.event, [lapsed])
    nobody_asked = [Player("Ann", "1950-01-01", True), Player("Al", "1950-01-01")]
    with pytest.raises(EventError, match="Al is not shown"):
        registration.add(day.event, [nobody_asked])
    for elsewhere in (Day("alberta-pairs"), Day("provincial-pairs", stage="zone playoffs")):
        assert registration.add(elsewhere.event, [lapsed]).entrants[0].name == "Ann & Al"


def test_A01_T1_1_the_tables_stand_in_a_ring(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 3)
    day.play_all()
    day.seat()
    assert day.seats(1) == "A3 v B1"  # from the last table the way up leads to the first


def test_A01_T1_2_tables_are_numbered_from_one(seniors: RuleBook) -> None:
    day = ring_of_pairs(seniors, 4)
    assert [table.number for table in day.event.round.tables] == [1, 2, 3, 4]


def test_A01_T2_1_each_table_has_its_pack(seniors: RuleBook) -> None:
    said = checklist(ring_of_pairs(seniors, 4).event)
    assert english(said[0]) == f"Put 4 tables in a circle ({seniors.document}-T1.1)."
    assert english(said[1]) == f"Number them from 1 to 4 ({seniors.document}-T1.2)."
    assert english(said[2]) == f"Put a deck of 24 cards on each table ({seniors.document}-T2.1)."
    nobody = checklist(Day(preset_of(seniors)).event)
    assert english(nobody[0]) == f"Put the tables in a circle ({seniors.document}-T1.1)."
    assert english(nobody[1]) == f"Number them from 1 ({seniors.document}-T1.2)."


def test_A01_T2_2_what_is_taken_out_of_the_pack(seniors: RuleBook) -> None:
    said = checklist(ring_of_pairs(seniors, 4).event)
    assert english(said[3]) == (
        "Take 2, 3, 4, 6, 7 and 8 out of each suit and keep the fives as markers"
        f" ({seniors.document}-T2.2)."
    )


def singles(seniors: RuleBook, count: int) -> Day:
    """Entrants without partners, seated."""
    day = Day(preset_of(seniors))
    day.enter(*(f"S{number}" for number in range(1, count + 1)))
    day.seat()
    return day


def people(event: Event, table: EventTable, side: int) -> set[str]:
    """The names of the two who sit on a side."""
    return {player.name for player in event.entrant(table.sides[side][0]).players}


def test_A01_T4_a_i_four_without_partners_go_to_one_table(seniors: RuleBook) -> None:
    day = singles(seniors, 8)
    first, second = day.event.round.tables
    sat = [people(day.event, table, side) for table in (first, second) for side in (0, 1)]
    assert [len(pair) for pair in sat] == [2, 2, 2, 2]
    assert set.union(*sat) == {f"S{number}" for number in range(1, 9)}


def test_A01_T4_a_i_two_left_over_are_partners_and_one_waits(seniors: RuleBook) -> None:
    day = Day(preset_of(seniors))
    day.enter("Ann & Al", "S1", "S2", "S3")
    round_ = day.seat()
    assert len(round_.byes) == 1
    assert day.event.entrant(round_.byes[0]).single
    (formed,) = [each for each in day.event.entrants if each.number == 5]
    assert len(formed.players) == 2


def test_A01_T4_a_ii_each_of_the_four_cuts(seniors: RuleBook) -> None:
    (table,) = singles(seniors, 4).event.round.tables
    (cut,) = table.cuts
    assert cut.purpose == "partners"
    assert sorted(who for who, _ in cut.draws[0]) == [1, 2, 3, 4]


def test_A01_T4_a_iii_two_highs_play_two_lows(seniors: RuleBook) -> None:
    for seed in range(20):
        day = Day(preset_of(seniors))
        day.enter("S1", "S2", "S3", "S4")
        (table,) = day.seat(str(seed)).tables
        ranks = {who: "9TJQKA".index(card[0]) for who, card in table.cuts[0].draws[0]}
        low, high = (
            [each for each in day.event.entrants if each.pair == side[0]] for side in table.sides
        )
        assert max(ranks[each.number] for each in low) <= min(ranks[each.number] for each in high)


def test_A01_T4_a_iv_the_lowest_deals(seniors: RuleBook) -> None:
    for seed in range(20):
        day = Day(preset_of(seniors))
        day.enter("S1", "S2", "S3", "S4")
        (table,) = day.seat(str(seed)).tables
        ranks = {who: "9TJQKA".index(card[0]) for who, card in table.cuts[0].draws[0]}
        lowest = min(ranks.values())
        dealers = {each.number for each in day.event.entrants if each.pair == table.dealer}
        assert {who for who in ranks if ranks[who] == lowest} & dealers


def test_A01_T4_a_v_the_dealers_pair_is_the_a_team(seniors: RuleBook) -> None:
    (table,) = singles(seniors, 4).event.round.tables
    assert table.sides[0] == (table.dealer,)


def test_A01_T4_b_i_the_first_free_place(seniors: RuleBook) -> None:
    day = Day(preset_of(seniors), placing="first free")
    day.enter("Ann & Al", "Bea & Bob", "Cleo & Cy", "Dot & Dan")
    day.seat()
    assert {day.at("Ann").number, day.at("Bea").number} == {1}
    assert {day.at("Cleo").number, day.at("Dot").number} == {2}


def test_A01_T4_b_i_a_draw_at_registration(seniors: RuleBook) -> None:
    met = set()
    for seed in range(30):
        day = Day(preset_of(seniors))
        day.enter("Ann & Al", "Bea & Bob", "Cleo & Cy", "Dot & Dan")
        day.seat(str(seed))
        met.add(next(name for name in ("Bea", "Cleo", "Dot") if day.at(name) is day.at("Ann")))
    assert met == {"Bea", "Cleo", "Dot"}


def test_A01_T4_b_ii_one_of_each_pair_cuts(seniors: RuleBook) -> None:
    day = Day(preset_of(seniors), placing="first free")
    day.enter("Ann & Al", "Bea & Bob")
    (table,) = day.seat().tables
    assert [sorted(who for who, _ in draw) for draw in table.cuts[0].draws[:1]] == [[1, 2]]


def test_A01_T4_b_iii_the_lower_cut_deals_and_is_the_a_team(seniors: RuleBook) -> None:
    day = Day(preset_of(seniors), placing="first free")
    day.enter("Ann & Al", "Bea & Bob")
    day.seat()
    cut_at(day, 1, "Ann AD, Bea 9S")
    assert (day.seats(1), day.name(day.at("Ann").dealer)) == ("Bea v Ann", "Bea")
    cut_at(day, 1, "Ann TD, Bea KS")
    assert (day.seats(1), day.name(day.at("Ann").dealer)) == ("Ann v Bea", "Ann")
    assert seniors.cite("movement.letter").see == "X-69"


def test_A01_T4_b_iii_a_level_cut_is_made_again(seniors: RuleBook) -> None:
    day = Day(preset_of(seniors), placing="first free")
    day.enter("Ann & Al", "Bea & Bob")
    day.seat()
    with pytest.raises(EventError, match="cut again"):
        cut_at(day, 1, "Ann KD, Bea KS")
    cut_at(day, 1, "Ann KD, Bea KS; Ann QD, Bea AS")
    assert day.seats(1) == "Ann v Bea"


def test_A01_T4_b_iii_letters_stay_for_the_event(seniors: RuleBook) -> None:
    """G-17 and X-69: each new game is cut for, but the letters come from the first."""
    day = ring_of_pairs(seniors, 2)
    day.play_all()
    day.seat()
    cut_at(day, 1, "A2 KD, B1 9S")
    assert (day.seats(1), day.name(day.at("B1").dealer)) == ("A2 v B1", "B1")
    assert seniors.cite("movement.deal").see == "G-17"
