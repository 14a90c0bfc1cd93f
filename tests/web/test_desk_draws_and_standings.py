"""What the desk says of draws, seats, standings, people, the log and plans."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from in_english import english
from rightbower.rules.message import ENGLISH, as_written, joined, message
from rightbower.tournament.events.entrants import CutForPlace, PlayedOff, TieDecided, Tossed
from rightbower.tournament.events.event import Prize
from rightbower.tournament.events.finish import finish, hand_in
from rightbower.tournament.events.places import standings as places_of
from rightbower.tournament.events.results import void
from rightbower.web.desk import seating, standings
from rightbower.web.desk.checkin import _met, _playing
from rightbower.web.desk.papers import lines
from rightbower.web.desk.seating import DrawForm, draw_form
from rightbower.web.desk.setup import PresetLine, preset_text, written
from rightbower.web.desk.standings import cards_due, loners_of, outside_low_prize
from rightbower.web.pages.desk_pages import FilledForm
from tournament.events.day import Day, cut_at, individuals, ring_of_pairs
from web.asking import asking
from web.four_pairs import PAIRS, four_pairs

Face = Literal["heads", "tails"]


# Draws


def people(day: Day) -> tuple[tuple[int, str], ...]:
    names = sorted((each.name, each.number) for each in day.event.entrants)
    return tuple((number, name) for name, number in names)


def test_the_cards_of_the_hosts_deck_are_asked_for() -> None:
    day = individuals("charity-day", 8, rounds=2)
    found = draw_form(day.event)
    assert found is not None
    assert (found.what, found.tables, len(found.cards)) == ("card", 2, 8)
    assert found.example == f"{found.cards[0]}, or out"
    assert found.people == people(day)
    assert found.chairs == (
        ("north", "♥ hearts"),
        ("east", "♠ spades"),
        ("south", "♦ diamonds"),
        ("west", "♣ clubs"),
    )
    nobody = draw_form(Day("charity-day").event)
    assert nobody is not None
    assert nobody.example == "A♥, or out"
    day.seat()
    assert draw_form(day.event) is not None


def test_where_winners_part_chairs_are_drawn_first_and_then_only_who_sits_out() -> None:
    day = individuals("national-progressive", 4)
    chairs = (("north", "North"), ("east", "East"), ("south", "South"), ("west", "West"))
    assert draw_form(day.event) == DrawForm("table", "3, 3N, or out", people(day), (), 1, chairs)
    day.seat()
    assert draw_form(day.event) is None
    day.enter("P5")
    assert draw_form(day.event) == DrawForm("lot", "out", people(day))


def test_lots_are_drawn_before_the_first_round_only() -> None:
    day = four_pairs()
    first = draw_form(day.event)
    assert first is not None
    assert (first.example, first.people) == ("3, or out", people(day))
    day.seat()
    assert draw_form(day.event) is None
    swiss = Day("swiss-pairs", rounds=2)
    swiss.enter(*PAIRS[:4])
    found = draw_form(swiss.event)
    assert found is None or found.example == "3"


# Seating


def test_the_officer_chooses_who_moves_where_the_book_leaves_it() -> None:
    day = four_pairs()
    assert seating.choices(day.event) == []
    day.seat()
    kind, down = (day.event.plan.clause(each) for each in ("movement.kind", "movement.b_down"))
    assert english(seating.choices(day.event)) == english(
        [
            ("a-up", f"The A teams go up one table ({kind})"),
            ("b-down", f"The A teams stay, the B teams go down one ({down})"),
        ]
    )
    plan = day.event.plan
    free = replace(day.event, plan=replace(plan, movement=replace(plan.movement, both="optional")))
    assert english(seating.choices(free)[2]) == english(
        ("both", f"Both at once ({plan.clause('movement.both')})")
    )
    fixed = replace(day.event, plan=replace(plan, movement=replace(plan.movement, b_down=False)))
    assert seating.choices(fixed) == []
    swiss = Day("swiss-pairs", rounds=2)
    swiss.enter(*PAIRS[:4])
    swiss.seat()
    assert seating.choices(swiss.event) == []


def test_the_list_on_the_door_is_by_name() -> None:
    day = Day("swiss-pairs", rounds=2)
    day.enter("bea & Zoe", "Ann & al", "Cat & Cy")
    round_ = day.seat()
    found = seating._by_name(day.event, round_)
    assert [name for name, *_ in found] == ["al", "Ann", "bea", "Cat", "Cy", "Zoe"]
    (out,) = round_.byes
    sits = {name: place for name, place, _ in found}
    seats = [sits[player.name] for player in day.event.entrant(out).players]
    assert len(set(seats)) == 1
    assert not seats[0].startswith("table")
    others = [place for name, place in sits.items() if place != seats[0]]
    assert all(place.startswith("table 1 ") for place in others)
    assert len(others) == 4


def test_a_cut_is_shown_with_its_cards_and_what_came_of_it() -> None:
    day = ring_of_pairs("alberta-55plus", 2)
    found = seating.drawings(day.event, day.event.round)
    assert english([(each.table, each.cards) for each in found]) == [
        (1, (("A1 & A1x", "9S"), ("B1 & B1x", "KD"))),
        (2, (("A2 & A2x", "9S"), ("B2 & B2x", "KD"))),
    ]
    assert all(str(each.what).startswith("cut for") for each in found)
    assert all(str(each.says).endswith("deals first and is the A team.") for each in found)
    assert str(found[0].says).startswith("A1")


def test_a_cut_without_a_letter_only_says_who_deals() -> None:
    day = individuals("national-progressive", 4)
    day.seat()
    table = day.event.round.tables[0]
    if not table.cuts:
        names = [day.name(each) for each in table.entrants]
        cards = ("9S", "10S", "QD", "KD")
        cut_at(day, 1, ", ".join(f"{who} {card}" for who, card in zip(names, cards, strict=True)))
    found = seating.drawings(day.event, day.event.round)
    assert str(found[0].says).endswith(" deals first.")


def test_cards_of_the_hosts_deck_are_shown_by_table() -> None:
    day = individuals("charity-day", 9, rounds=2)
    round_ = day.seat()
    found = seating.drawings(day.event, round_)
    assert english([(each.table, each.what, len(each.cards)) for each in found]) == [
        (1, "drawn", 4),
        (2, "drawn", 4),
    ]
    named = {name for each in found for name, _ in each.cards}
    assert len(named) == 8


def test_who_seats_from_the_round_stays_there() -> None:
    assert seating.onward(asking(), FilledForm(tuple({"back": "round"}.items()))) == "round"
    assert seating.onward(asking(), FilledForm(tuple({"back": "log"}.items()))) == "seating"


# Standings and the finish


def test_a_sentence_is_cut_up_at_its_clauses() -> None:
    assert standings.linked(ENGLISH.parts(message("no clause"))) == [("no clause", "")]
    both = joined((message("a", "A01-T10.1, X-11"), message("b", "L03-8.1")))
    assert standings.linked(ENGLISH.parts(both)) == [
        ("a (", ""),
        ("", "A01-T10.1"),
        (", X-11", ""),
        ("); b (", ""),
        ("", "L03-8.1"),
        (")", ""),
    ]


def test_what_was_done_to_part_those_who_are_tied() -> None:
    event = four_pairs().event
    tosses: tuple[tuple[tuple[int, Face], ...], ...] = (((1, "heads"), (2, "tails")),)
    named = ((("Ann & Al", "heads"), ("Bea & Bob", "tails")),)
    done = standings.done(event, Tossed((1, 2), tosses, "seed"))
    assert english(done) == english(
        standings.TieStepDone(
            as_written("The coin toss"), named, as_written("Until one coin is odd."), "seed"
        )
    )
    cut = standings.done(event, CutForPlace((1, 2), (((1, "KS"), (2, "9D")),), "seed"))
    cards = ((("Ann & Al", "KS"), ("Bea & Bob", "9D")),)
    assert english(cut) == english(
        standings.TieStepDone(
            as_written("Cut for places"),
            cards,
            as_written("The higher card goes first."),
            "seed",
            cards=True,
        )
    )
    played = standings.done(event, PlayedOff((1, 2), (2, 1), (10, 7), "agreed"))
    assert english((played.what, played.says)) == ("Play-off", "Bea & Bob 10–7 Ann & Al: agreed")
    plain = standings.done(event, PlayedOff((1, 2), (2, 1), (10, 7), ""))
    assert english(plain.says) == "Bea & Bob 10–7 Ann & Al"
    decided = standings.done(event, TieDecided((1, 2), (2, 1), "by lot", False))
    assert english(decided.says) == "Bea & Bob and Ann & Al in this order: by lot"
    shared = standings.done(event, TieDecided((1, 2), (1, 2), "agreed", True))
    assert english((shared.what, shared.says)) == (
        "Decision",
        "Ann & Al and Bea & Bob share: agreed",
    )


def test_cards_are_due_where_they_are_handed_in_and_people_come_by_name() -> None:
    day = Day("charity-day", rounds=1)
    day.enter("dot", "Ann", "Cat", "bea")
    assert (cards_due(day.event), loners_of(day.event)) == ([], [])
    day.seat()
    day.do(hand_in(day.event, (2,)))
    names = [(2, "Ann"), (4, "bea"), (3, "Cat"), (1, "dot")]
    assert cards_due(day.event) == [(number, name, number == 2) for number, name in names]
    assert loners_of(day.event) == [(number, name, 0, 0) for number, name in names]
    pairs = ring_of_pairs("alberta-55plus", 2)
    assert cards_due(pairs.event) == []
    assert len(loners_of(pairs.event)) == 4
    day.play_all("9–4")
    day.do(finish(day.event, "all agree"))
    assert loners_of(day.event) == []
    assert len(cards_due(day.event)) == 4


def test_those_who_are_ranked_and_left_out_may_be_let_win_a_low_prize() -> None:
    day = Day("charity-day", rounds=2)
    day.enter("Ann", "Bea", "Cat", "Dot")
    day.seat()
    day.play_all("9–4")
    day.enter("Eve", "Fay", "Gus", "Hal")
    day.enter("Ida", floater=True)
    day.seat()
    day.play_all("9–4")
    late = [(number, day.name(number)) for number in (5, 6, 7, 8)]
    places = places_of(day.event)
    found = outside_low_prize(day.event, places)
    assert sorted(found) == late
    plan = replace(day.event.plan, prizes=(Prize("first"),))
    assert outside_low_prize(replace(day.event, plan=plan), places) == []


# People


def test_one_is_playing_while_the_game_has_no_result() -> None:
    day = Day("swiss-pairs", rounds=2)
    day.enter(*PAIRS[:3])
    assert not _playing(day.event, 1)
    day.seat()
    (out,) = day.event.round.byes
    at = next(iter(day.event.round.tables[0].entrants))
    assert _playing(day.event, at)
    assert not _playing(day.event, out)
    number = day.event.round.tables[0].number
    other = Day("swiss-pairs", rounds=2)
    other.history = day.history
    other.do(void(other.event, number, why="no"))
    assert not _playing(other.event, at)
    day.play_all()
    assert not _playing(day.event, at)


class Person:
    """Somebody of the club's book, as far as it is looked at."""

    def __init__(self, nights: int, league_nights: int, last: str) -> None:
        self.nights, self.league_nights, self.last = nights, league_nights, last


def test_how_often_somebody_was_here() -> None:
    found: list[Any] = [Person(1, 0, ""), Person(1, 1, ""), Person(0, 1, "2026-01-02")]
    assert [_met(each) for each in found] == ["1 night", "2 nights", "1 night, last 2026-01-02"]


# Papers and plans


def test_the_log_tells_the_latest_first_with_names() -> None:
    day = four_pairs("Ann & Al", "Bea & Bob")
    day.undo()
    found = lines(day.history)
    assert [(each.number, each.undone) for each in found] == [
        (4, False),
        (3, True),
        (2, False),
        (1, False),
    ]
    assert english((found[1].who, found[1].by)) == ("Ann & Al and Bea & Bob", "test")
    assert english(found[1].says) == "here: entrants 1, 2"


def test_prizes_as_they_are_typed() -> None:
    assert written((Prize("first", amount=5000), Prize("ham"))) == "first = 50.00\nham"


def test_a_preset_tells_what_its_book_settles_and_what_is_left() -> None:
    assert preset_text("alberta-pairs") == [
        PresetLine("to 10 points", "A01-9.1", True),
        PresetLine("movement: A up", "A01-T6.2"),
        PresetLine("ranked by games won", "A01-T10.1"),
        PresetLine("25 minutes a round", "A01-C.1, X-11", True),
        PresetLine("how many rounds", "A01-T6.1", True),
    ]
    assert preset_text("charity-day") == [
        PresetLine("8 deals a game", "S02-2.7"),
        PresetLine("movement: host's deck", "S02-1.4"),
        PresetLine("ranked by points made", "S02-1.6"),
        PresetLine("8 rounds or fewer", "S02-1.5", True),
    ]
    assert preset_text("national-progressive")[0] == PresetLine("to 11 points", "N04-2.2")
    assert preset_text("swiss-pairs") == [
        PresetLine("to 10 points", "", True),
        PresetLine("movement: swiss", ""),
        PresetLine("ranked by games won", ""),
        PresetLine("how many rounds", "", True),
    ]
