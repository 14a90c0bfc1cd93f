"""People at the same deals, compared: the sentence for one who played, the columns, and the spread."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from rightbower.rules.book import load
from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal
from rightbower.web.hall.archive import PastGame
from rightbower.web.hall.entries import DealFacts
from rightbower.web.hall.same_deals import (
    SameDeals,
    SameResult,
    of_day,
    result_of,
    results,
    same_deals,
    today,
)
from rightbower.web.share.same_deals_pages import MOST_SHOWN, _against, _compared, _number, signed

FRIENDS = SameDeals("key", "standard", 4)
TODAY = SameDeals("key", "standard", 1, day=date(2026, 11, 18))
ANN, BEA, CY = (
    SameResult("ann", "Ann", (2, -1, 1), 1.0),
    SameResult("bea", "Bea", (1, 1), 2.0),
    SameResult("cy", "Cy", (0, -2, 0, 4), 3.0),
)


@pytest.mark.parametrize(("points", "text"), [(2, "+2"), (0, "0"), (-1, "−1"), (-12, "−12")])
def test_points_have_their_sign(points: int, text: str) -> None:
    assert signed(points) == text


@pytest.mark.parametrize(
    ("text", "number"),
    [("4", 4), ("16", 16), ("99", 99), ("100", 0), ("", 0), ("-1", 0), ("x", 0), ("٤", 0)],
)
def test_how_many_deals_somebody_typed(text: str, number: int) -> None:
    assert _number(text) == number


def test_friends_are_compared_deal_by_deal_with_ones_own_first() -> None:
    shown = _compared(FRIENDS, [BEA, ANN, CY], "ann")
    assert [each.name for each in shown["columns"]] == ["Ann", "Bea", "Cy"]
    assert shown["rows"] == [
        ["+2", "+1", "0"],
        ["−1", "+1", "−2"],
        ["+1", "–", "0"],
        ["–", "–", "+4"],
    ]
    assert shown["verdict"] == [
        "You are behind Bea by 1: +1 to +2.",
        "You beat Cy by 4: +2 to −2.",
    ]
    assert (shown["mine"], shown["signed"]) == (ANN, signed)


def test_who_has_not_played_sees_no_verdict_and_all_the_columns() -> None:
    shown = _compared(FRIENDS, [BEA, ANN], "cy")
    assert (shown["verdict"], shown["mine"]) == ([], None)
    assert [each.name for each in shown["columns"]] == ["Bea", "Ann"]
    assert shown["rows"] == [["+1", "+2"], ["+1", "−1"], ["–", "+1"]]
    assert _compared(FRIENDS, [], "cy")["rows"] == []


def test_only_so_many_columns_are_shown() -> None:
    many = [SameResult(f"p{at}", f"P{at}", (at,), 1.0) for at in range(MOST_SHOWN + 3)]
    shown = _compared(FRIENDS, many, "p14")
    assert len(shown["columns"]) == len(shown["rows"][0]) == MOST_SHOWN
    assert shown["rows"][0][:2] == ["+14", "0"]
    assert len(shown["verdict"]) == MOST_SHOWN + 2


def test_two_people_as_far_as_both_have_played() -> None:
    assert _against(ANN, BEA) == "You are behind Bea by 1: +1 to +2."
    assert _against(BEA, ANN) == "You beat Ann by 1: +2 to +1."
    level = SameResult("dov", "Dov", (0, 1), 4.0)
    assert _against(ANN, level) == "You and Dov are level at +1."


def day_of(*totals: int, who: str = "p0") -> dict[str, object]:
    """A day's deal with these results, seen by one of the people."""
    found = [SameResult(f"p{at}", f"P{at}", (total,), 1.0) for at, total in enumerate(totals)]
    return _compared(TODAY, found, who)


def test_the_deal_of_the_day_tells_ones_place() -> None:
    assert day_of(2)["verdict"] == ["You came to +2. You are the first to have played it."]
    assert day_of(1, 2, 1, 1, -1, 4)["verdict"] == [
        "You came to +1. Of the 5 who played it too, 2 did better, 2 the same, 1 worse."
    ]
    assert day_of(-1, 2)["verdict"] == [
        "You came to −1. Of the 1 who played it too, 1 did better, none the same, none worse."
    ]
    assert day_of(1, 2, who="nobody")["verdict"] == []


def test_the_deal_of_the_day_shows_who_came_to_what() -> None:
    shown = day_of(1, 2, 1, 1, -1, 4)
    assert shown["rows"] == []
    assert shown["spread"] == [
        ("+4", 1, 33, False),
        ("+2", 1, 33, False),
        ("+1", 3, 100, True),
        ("−1", 1, 33, False),
    ]
    assert day_of(2, who="nobody")["spread"] == [("+2", 1, 100, False)]
    assert _compared(TODAY, [], "x")["spread"] == []


def played(*scores: tuple[int, int], who: str = "ann", at: float = 1.0) -> PastGame:
    """A game of one person in South against bots, with the score after each deal."""
    deals = tuple(DealFacts(Seat.S, score, "played") for score in scores)
    return PastGame(
        f"of-{who}",
        "A book",
        ("bot:N", "bot:E", who, "bot:W"),
        ("Nora", "Edgar", who.title(), "Walter"),
        scores[-1],
        at,
        bots=("club", "club", "", "club"),
        reason="deals",
        deals=deals,
        same="key",
    )


def test_a_result_is_the_net_points_of_souths_side() -> None:
    game = played((2, 0), (2, 4), (3, 4), (3, 4), at=9.0)
    assert result_of(game) == SameResult("ann", "Ann", (2, -4, 1, 0), 9.0)
    assert result_of(game).total == -1


def test_the_best_comes_first_and_of_two_alike_the_earlier(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = [
        played((1, 0), who="late", at=9.0),
        played((1, 0), who="soon", at=3.0),
        played((4, 0), who="best", at=5.0),
        played((0, 2), who="last", at=1.0),
        replace(played((9, 0), who="gone"), reason="abandoned"),
        replace(played((9, 0), who="four"), bots=("", "", "", "")),
        replace(played((9, 0), who="none"), bots=("club", "club", "club", "club")),
        replace(played((9, 0), who="north"), bots=("", "club", "club", "club")),
        replace(played((3, 0), who="lost"), reason="game lost"),
    ]
    where = "rightbower.web.hall.same_deals.same_games"
    monkeypatch.setattr(where, lambda _, key: games if key == "key" else [])
    found = results(None, FRIENDS)  # type: ignore[arg-type]  # nothing is read of it here
    assert [each.who for each in found] == ["best", "lost", "soon", "late", "last"]


NOON = 1_800_000_000.0


def test_what_a_key_names() -> None:
    day = today(NOON)
    assert same_deals(of_day(day), NOON) == SameDeals(of_day(day), "standard", 1, day)
    assert same_deals("national-2025-8-abcdefgh12", NOON) == SameDeals(
        "national-2025-8-abcdefgh12", "national-2025", 8
    )
    for key, why in (
        ("day-2026-02-30", "there is no such day"),
        ("day-2999-01-01", "that day has not come yet"),
        ("nobook-8-abcdefgh12", "there are no such deals; the link may be mistyped"),
        ("standard-5-abcdefgh12", "there are no such deals; the link may be mistyped"),
        ("standard-8-short", "there are no such deals; the link may be mistyped"),
        ("standard", "there are no such deals; the link may be mistyped"),
    ):
        with pytest.raises(Refusal) as found:
            same_deals(key, NOON)
        assert str(found.value) == why


def test_same_deals_have_neither_a_target_nor_a_clock() -> None:
    for book in ("standard", "charity-social", "national-2025", "alberta-55plus"):
        rules, deals = load(book), SameDeals("key", book, 8)
        changes = {"game.deals": 8}
        more: dict[str, int | None] = {}
        if rules.game.target is not None:
            more["game.target"] = None
        if rules.clock.minutes is not None:
            more["clock.minutes"] = None
        assert deals.changes == {**changes, **more}
    assert FRIENDS.purpose == "same deals key"
