"""A Grand Prix: the more came, the more a night is worth; who shares places shares their points."""

from __future__ import annotations

from in_english import english
from rightbower.tournament.club.book import AddNights, MakeSeason
from rightbower.tournament.club.night import ClubHistory, Evening
from rightbower.tournament.club.season import counting
from tournament.club.by_hand import book, do, evening, left, line, table

FOUR = evening(
    "n1",
    "2026-01-01",
    line("Ann", 1, 30, entrant=1),
    line("Bob", 2, 20, entrant=2, shared=True),
    line("Cal", 2, 20, entrant=3, shared=True),
    line("Dot", 4, 8, entrant=4),
    line("Eve", None, 0, entrant=5),
    left("Fay"),
)
PAIRS = evening(
    "n2",
    "2026-01-08",
    line("Bob", 1, 30, entrant=1),
    line("Dot", 1, 30, entrant=1),
    line("Ann", 2, 20, entrant=2),
    line("Cal", 2, 20, entrant=2),
    unit="pair",
)


def season(*nights: Evening, **options: object) -> ClubHistory:
    made = MakeSeason("Tour", "grand prix", **options)  # type: ignore[arg-type]  # words of a table
    return do(book(*nights), made, AddNights("tour", tuple(each.id for each in nights)))


def totals(history: ClubHistory) -> dict[str, int]:
    return {each.name: each.total for each in table(history)}


def test_first_has_as_many_points_as_there_were_entrants_and_places_shared_share_theirs() -> None:
    assert totals(season(FOUR)) == {"Ann": 4, "Bob": 3, "Cal": 3, "Dot": 1, "Eve": 0, "Fay": 0}
    assert totals(season(FOUR, PAIRS)) == {
        "Ann": 5,
        "Bob": 5,
        "Cal": 4,
        "Dot": 3,
        "Eve": 0,
        "Fay": 0,
    }
    first = table(season(FOUR))[0]
    assert english(first.tally.nights[0].why) == "1st of 4"
    assert english(first.why) == "1st: 4 = 4 Grand Prix points"
    second = table(season(FOUR))[1]
    assert english(second.tally.nights[0].why) == "2nd= of 4"


def test_a_list_of_ones_own_is_shared_as_well() -> None:
    history = season(FOUR, place_points=(10, 6))
    assert totals(history) == {"Ann": 10, "Bob": 3, "Cal": 3, "Dot": 0, "Eve": 0, "Fay": 0}
    said = english(counting(history.club.seasons[0].plan))
    assert said.startswith("Grand Prix points (10, 6), every night")
    plain = english(counting(season(FOUR).club.seasons[0].plan))
    assert plain.startswith("Grand Prix points (first as many as entrants, each place one fewer)")


def test_the_best_nights_count_in_a_grand_prix_too() -> None:
    assert totals(season(FOUR, PAIRS, best=1))["Ann"] == 4
