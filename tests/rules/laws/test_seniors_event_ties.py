"""Who wins the seniors' event, and how ties are parted (T10, X-26, X-43, X-44)."""

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.book import RuleBook, overlay
from rightbower.tournament.events.draws import odd_one
from rightbower.tournament.events.entrants import EventError, PlayedOff, Tossed
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.places import next_step, table
from rightbower.tournament.events.results import correct
from rightbower.tournament.events.tie_steps import (
    decide,
    play_off,
    share,
    show_coins,
    toss_coins,
)
from tournament.events.day import after, places, played, record


def top(event: Event, count: int) -> list[str]:
    """The first places."""
    return places(event)[:count]


def why(event: Event, name: str) -> str:
    """The sentence behind a place."""
    return next(place.why for place in table(event).places if place.name.startswith(f"{name} &"))


def number(event: Event, name: str) -> int:
    """A pair's number."""
    return next(each.number for each in event.entrants if each.players[0].name == name)


def three_level(book: RuleBook) -> Event:
    """X, Y and Z, each with two wins and 27 points."""
    return played(book, [*record("X", 2, [7]), *record("Y", 2, [7]), *record("Z", 2, [7])])


def test_A01_T10_1_most_games_won_wins(seniors: RuleBook) -> None:
    event = played(seniors, [*record("X", 2, [0]), *record("Y", 1, [9, 9])])
    assert top(event, 2) == ["X", "Y"]
    assert why(event, "X") == f"1st: 2 wins ({seniors.document}-T10.1)"
    assert {place.event_points for place in table(event).places} == {0}


def test_A01_T10_2_of_two_level_the_one_who_beat_the_other(seniors: RuleBook) -> None:
    event = played(
        seniors, ["Y 10–8 X", *record("X", 2, [9]), *record("Y", 1, [0, 0]), *record("W", 3, [])]
    )
    assert top(event, 3) == ["W", "Y", "X"]
    assert why(event, "Y") == (
        f"2nd: tied on 2 wins with X & Xx ({seniors.document}-T10.1);"
        f" beat X & Xx 10–8 in round 1 ({seniors.document}-T10.2)"
    )
    assert "lost to Y & Yx 8–10 in round 1" in why(event, "X")


def test_A01_T10_2_two_who_never_met_go_to_points(seniors: RuleBook) -> None:
    """X-44: two A teams never meet."""
    event = played(seniors, [*record("X", 2, [3]), *record("Y", 2, [4])])
    assert top(event, 2) == ["Y", "X"]
    doc = seniors.document
    assert f"; never met ({doc}-T10.2" in why(event, "Y")
    assert f"24 points in all to 23 ({doc}-T10.3)" in why(event, "Y")


def test_A01_T10_2_two_who_won_one_each_go_to_points(seniors: RuleBook) -> None:
    """X-44: they split their games."""
    event = played(seniors, ["X 10–2 Y", "Y 10–9 X", *record("W", 2, [])])
    assert top(event, 3) == ["W", "X", "Y"]
    assert "; 1 win each among themselves (" in why(event, "X")
    assert "19 points in all to 12" in why(event, "X")


def test_A01_T10_3_every_step_that_was_compared_is_told(seniors: RuleBook) -> None:
    """Level on wins, on games between them and on points: the extra game comes last of all."""
    event = played(seniors, [*record("X", 2, [5]), *record("Y", 2, [5])])
    told = why(event, "X")
    steps = ["tied on 2 wins with Y", "never met", "tied at 25 points in all", "still open"]
    assert [told.index(step) for step in steps] == sorted(told.index(step) for step in steps)


def test_A01_T10_3_then_more_points(seniors: RuleBook) -> None:
    event = played(seniors, [*record("X", 2, [9, 1]), *record("Y", 2, [9, 0])])
    assert top(event, 2) == ["X", "Y"]
    assert f"30 points in all to 29 ({seniors.document}-T10.3)" in why(event, "X")


def test_A01_T10_3_two_level_on_points_too_play_one_more_game(seniors: RuleBook) -> None:
    """SC-135 and X-43, borrowed from T10.6."""
    event = played(seniors, [*record("X", 2, [5]), *record("Y", 2, [5])])
    step = next_step(event)
    assert step is not None
    assert english((step.kind, step.says)) == ("game", "X & Xx and Y & Yx play one extra game.")
    assert step.clause == f"{seniors.document}-T10.6, X-43"
    assert top(event, 1) == ["X=Y"]
    event = after(event, play_off(event, (6, 10)))
    assert top(event, 2) == ["Y", "X"]
    assert f"won the extra game 10–6 ({seniors.document}-T10.6, X-43)" in why(event, "Y")
    assert next_step(event) is None


def test_A01_T10_3_an_extra_game_has_a_winner(seniors: RuleBook) -> None:
    event = played(seniors, [*record("X", 2, [5]), *record("Y", 2, [5])])
    with pytest.raises(EventError, match="a play-off game has a winner"):
        play_off(event, (9, 9))
    with pytest.raises(EventError, match="X & Xx and Y & Yx play now"):
        play_off(event, (10, 2), (number(event, "X"), number(event, "zX0")))


def test_A01_T10_4_three_level_go_by_points_whoever_beat_whom(seniors: RuleBook) -> None:
    games = [
        "Z 10–9 X",
        "Z 10–9 Y",
        *record("X", 3, [8]),
        *record("Y", 3, [7]),
        *record("Z", 1, [0, 0]),
    ]
    event = played(seniors, games)
    assert top(event, 3) == ["X", "Y", "Z"]
    assert f"47 points in all to 30 and 46 ({seniors.document}-T10.4)" in why(event, "X")


def test_A01_T10_4_one_alone_on_top_and_the_other_two_go_two_way(seniors: RuleBook) -> None:
    """SC-137: X has 65 points, Y and Z have 60, and Z beat Y."""
    games = ["Z 10–0 Y", *record("X", 6, [5]), *record("Y", 6, []), *record("Z", 5, [])]
    event = played(seniors, games)
    sums = {place.name[0]: (place.won, place.points) for place in table(event).places}
    assert (sums["X"], sums["Y"], sums["Z"]) == ((6, 65), (6, 60), (6, 60))
    assert top(event, 3) == ["X", "Z", "Y"]
    assert "beat Y & Yx 10–0 in round 1" in why(event, "Z")


def test_A01_T10_4_two_level_on_top_go_two_way(seniors: RuleBook) -> None:
    games = ["Z 10–5 Y", *record("X", 6, [4]), *record("Y", 6, []), *record("Z", 5, [5])]
    assert top(played(seniors, games), 3) == ["Z", "Y", "X"]


def test_A01_T10_4_of_four_the_last_on_points_is_fourth(seniors: RuleBook) -> None:
    """SC-140: points 64, 64, 64 and 60; the three at 64 go to coins (X-43)."""
    games = [game for name in "WXY" for game in record(name, 6, [4])] + record("Z", 6, [0])
    event = played(seniors, games)
    assert top(event, 2) == ["W=X=Y", "Z"]
    step = next_step(event)
    assert step is not None
    assert (step.kind, len(step.group)) == ("coins", 3)
    assert why(event, "Z").startswith("4th: tied on 6 wins with")


def test_A01_T9_1_four_still_level_go_to_the_director(seniors: RuleBook) -> None:
    """X-43: four or more tied on points too."""
    event = played(seniors, [game for name in "WXYZ" for game in record(name, 2, [4])])
    step = next_step(event)
    assert step is not None
    assert (step.kind, step.clause) == ("decision", f"{seniors.document}-T9.1, X-43")
    order = [number(event, name) for name in "YWZX"]
    with pytest.raises(EventError, match="a decision needs a reason"):
        decide(event, order, " ")
    event = after(event, decide(event, order, "drew lots"))
    assert top(event, 4) == ["Y", "W", "Z", "X"]
    assert "placed by the director: drew lots" in why(event, "Y")


def test_A01_T9_1_the_director_may_let_them_share(seniors: RuleBook) -> None:
    event = played(seniors, [game for name in "WXYZ" for game in record(name, 2, [4])])
    event = after(event, share(event, [number(event, name) for name in "WXYZ"], "all agreed"))
    assert top(event, 1) == ["W=X=Y=Z"]
    assert next_step(event) is None
    assert why(event, "W").startswith("1st=: tied on 2 wins")


def test_A01_T10_5_coins_until_one_is_odd(seniors: RuleBook) -> None:
    event = three_level(seniors)
    step = next_step(event)
    assert step is not None
    assert (step.kind, step.clause) == ("coins", f"{seniors.document}-T10.5")
    same = show_coins(event, ["tails", "tails", "tails"])
    event = after(event, same)
    assert next_step(event) == step
    event = after(event, show_coins(event, ["tails", "heads", "tails"]))
    step = next_step(event)
    assert step is not None
    assert english(step.says) == "The bye goes to Y & Yx; X & Xx and Z & Zx play a game."
    assert event.ties[0] == same  # every coin is kept


def test_A01_T10_5_coins_from_a_seed_can_be_tossed_again(seniors: RuleBook) -> None:
    event = three_level(seniors)
    tossed = [toss_coins(event, str(seed)) for seed in range(40)]
    assert tossed == [toss_coins(event, str(seed)) for seed in range(40)]
    assert {odd_one(each.tosses[-1]) for each in tossed} == set(tossed[0].group)
    assert all(odd_one(toss) is None for each in tossed for toss in each.tosses[:-1])
    assert max(len(each.tosses) for each in tossed) > 1


def test_A01_T10_6_the_other_two_play_and_the_winner_plays_the_bye(seniors: RuleBook) -> None:
    event = three_level(seniors)
    event = after(event, show_coins(event, ["tails", "heads", "tails"]))
    x, y, z = (number(event, name) for name in "XYZ")
    with pytest.raises(EventError, match="X & Xx and Z & Zx play now"):
        play_off(event, (10, 2), (x, y))
    event = after(event, play_off(event, (4, 10), (x, z)))
    step = next_step(event)
    assert step is not None
    assert english(step.says) == "Z & Zx won 10–4 and now plays Y & Yx."
    assert step.clause == f"{seniors.document}-T10.6"
    assert top(event, 1) == ["X=Y=Z"]


def played_off(book: RuleBook) -> Event:
    """Y had the bye; Z beat X and then Y."""
    event = three_level(book)
    x, y, z = (number(event, name) for name in "XYZ")
    group = (x, y, z)
    coins = Tossed(group, (((x, "tails"), (y, "heads"), (z, "tails")),))
    return after(event, coins, PlayedOff(group, (x, z), (4, 10)), PlayedOff(group, (z, y), (10, 9)))


def test_A01_T10_7_the_winner_of_the_last_game_is_first(seniors: RuleBook) -> None:
    """X-26: the loser of the last game is second, the loser of the first game third."""
    event = played_off(seniors)
    assert top(event, 3) == ["Z", "Y", "X"]
    assert f"won the play-off's last game 10–9 ({seniors.document}-T10.7" in why(event, "Z")
    assert why(event, "X").startswith("3rd: ")


def test_A01_T10_7_read_otherwise_the_losers_share_second(seniors: RuleBook) -> None:
    """X-26 b, for a club that prefers it."""
    event = played_off(seniors)
    house = overlay(seniors, {"standings.playoff": "shared second"}, "Nobody is third.")
    event = replace(event, plan=replace(event.plan, standings=house.standings))
    assert top(event, 2) == ["Z", "X=Y"]
    clause = event.plan.clause("standings.playoff")
    assert why(event, "X").endswith(f"; they share the place ({clause})")


def test_A01_T10_7_a_correction_that_ends_the_tie_sets_the_play_off_aside(
    seniors: RuleBook,
) -> None:
    event = played_off(seniors)
    event = after(event, correct(event, 1, 1, (3, 10), why="read the wrong way round"))
    assert top(event, 1) == ["Y=Z"]  # X has one win now; the other two owe an extra game


def test_places_nobody_wins_anything_for_may_stay_shared(seniors: RuleBook) -> None:
    event = played(seniors, [*record("W", 3, []), *record("X", 2, [5]), *record("Y", 2, [5])])
    assert next_step(event) is None
    assert "tie not broken, since no prize depends on it" in why(event, "X")
    event = played(
        seniors, [*record("W", 3, []), *record("X", 2, [5]), *record("Y", 2, [5])], decided=2
    )
    assert next_step(event) is not None
