"""Parting those who are tied: who may go on, who decides, and what is said of it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.tournament.events.entrants import (
    CutForPlace,
    EventError,
    PlayedOff,
    TieDecided,
    Tossed,
)
from rightbower.tournament.events.event import Event, Prize
from rightbower.tournament.events.finish import finish, hand_in, qualifiers
from rightbower.tournament.events.places import next_step, not_now, table
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.prizes import awards
from rightbower.tournament.events.seating import movement_text
from rightbower.tournament.events.tie_steps import (
    decide,
    play_off,
    share,
    show_coins,
    show_cut_for_place,
    toss_coins,
)
from tournament.events.day import Day, after, individuals, played, record

SHEET = 'name = "our-club"\nextends = "alberta-55plus"\n[standings.{level}]\nvalue = "{steps}"\nnote = "Ours."\n'


def zone(*levels: tuple[str, int], **changes: str) -> Event:
    """Zone playoffs with pairs by name, each with so many wins and nothing else to part them."""
    games = [game for name, wins in levels for game in record(name, wins, [5])]
    event = played("alberta-55plus", games, stage="zone playoffs")
    standings = replace(event.plan.standings, **changes)
    return replace(event, plan=replace(event.plan, standings=standings))


def number(event: Event, name: str) -> int:
    return next(each.number for each in event.entrants if each.players[0].name == name)


def numbers(event: Event, names: str) -> list[int]:
    return [number(event, name) for name in names]


def why(event: Event, name: str) -> str:
    return next(each.why for each in table(event).places if each.name.startswith(f"{name} &"))


def through(event: Event) -> list[str]:
    return [place.name[0] for place in qualifiers(event)]


def test_places_that_go_on_are_not_shared_by_more_than_may_go() -> None:
    event = zone(("X", 3), ("Y", 3), ("Z", 3))
    with pytest.raises(EventError, match=r"cannot stay tied: only 2 pairs go on \(A01-0\.2\)"):
        share(event, numbers(event, "XYZ"), "the hall closes")
    assert through(event) == []
    event = zone(("X", 4), ("Y", 3), ("Z", 3))
    with pytest.raises(EventError, match="Y & Yx and Z & Zx cannot stay tied"):
        share(event, numbers(event, "YZ"), "the hall closes")
    assert through(event) == ["X"]


def test_two_who_both_go_on_may_share_the_first_place() -> None:
    event = zone(("X", 3), ("Y", 3), ("Z", 2))
    event = after(event, share(event, numbers(event, "XY"), "both go on"))
    assert through(event) == ["X", "Y"]
    assert next_step(event) is None


def test_a_shared_place_in_the_journal_sends_nobody_too_many_on() -> None:
    event = zone(("X", 3), ("Y", 3), ("Z", 3))
    group = tuple(numbers(event, "XYZ"))
    event = after(event, TieDecided(group, group, "written before", shared=True))
    assert through(event) == []
    step = next_step(event)
    assert step is not None
    assert step.kind == "coins"


def test_where_a_house_shares_places_the_director_says_who_goes_on() -> None:
    event = zone(("X", 4), ("Y", 3), ("Z", 3), two_level="shared")
    step = next_step(event)
    assert step is not None
    assert english(step.says) == "The director places Y & Yx and Z & Zx; only 2 pairs go on."
    assert english(step.clause) == "A01-0.2"
    event = after(event, decide(event, numbers(event, "ZY"), "drew lots"))
    assert english(through(event)) == ["X", "Z"]


def test_two_who_share_second_after_a_play_off_do_not_both_go_on() -> None:
    event = zone(("X", 3), ("Y", 3), ("Z", 3), playoff="shared second")
    x, y, z = group = tuple(numbers(event, "XYZ"))
    coins = Tossed(group, (((x, "tails"), (y, "heads"), (z, "tails")),))
    event = after(
        event, coins, PlayedOff(group, (x, z), (4, 10)), PlayedOff(group, (z, y), (10, 9))
    )
    step = next_step(event)
    assert step is not None
    assert (step.kind, set(step.group)) == ("decision", {x, y})
    assert through(event) == ["Z"]
    event = after(event, decide(event, [x, y], "beat them in round 2"))
    assert through(event) == ["Z", "X"]


def test_the_director_of_four_level_is_told_that_they_cannot_share() -> None:
    event = zone(("W", 3), ("X", 3), ("Y", 3), ("Z", 3))
    step = next_step(event)
    assert step is not None
    assert str(step.says).endswith("Y & Yx and Z & Zx; only 2 pairs go on.")
    club = replace(event, plan=replace(event.plan, stage="club"))
    step = next_step(club)
    assert step is not None
    assert str(step.says).endswith(", or lets them share.")


def charity() -> Day:
    """A charity day whose best two are tied, and everybody's card is in."""
    day = individuals("charity-day", 8, rounds=1)
    day.seat()
    day.play_all("9–4")
    day.do(hand_in(day.event, tuple(range(1, 9))))
    return day


def test_hosts_may_decide_about_a_place_that_is_shared_otherwise() -> None:
    day = charity()
    first = [place.entrant for place in table(day.event).places if place.rank == 1]
    assert next_step(day.event) is None
    with pytest.raises(EventError, match="are not a tie that is open"):
        decide(day.event, first[:-1], "the eldest")
    order = first[::-1]
    day.do(decide(day.event, order, "the eldest"))
    places = table(day.event).places
    assert [place.entrant for place in places[: len(order)]] == order
    assert [place.rank for place in places[: len(order)]] == [1, 2, 3, 4]
    assert "placed by the host: the eldest" in places[0].why
    assert awards(day.event)[0].winners == (order[0],)
    assert day.do(finish(day.event)).finished


def test_nobody_is_parted_before_play() -> None:
    day = individuals("charity-day", 8)
    assert english(not_now(day.event)) == "no round has been played"
    with pytest.raises(EventError, match="no round has been played"):
        decide(day.event, list(range(1, 9)), "the eldest")


def cutting() -> Event:
    """A national evening whose four winners are tied."""
    day = individuals("national-progressive", 8, placing="first free", decided=4)
    day.seat()
    day.play_all("11–3")
    step = next_step(day.event)
    assert step is not None
    assert (step.kind, step.group) == ("cut", (1, 3, 5, 7))
    return day.event


def test_a_cut_for_places_says_whose_card_is_missing() -> None:
    event = cutting()
    with pytest.raises(EventError, match=r"^no card was given for P5 and P7$"):
        show_cut_for_place(event, (((1, "AS"), (3, "KD")),))
    level = ((1, "AS"), (3, "KD"), (5, "KS"), (7, "9H"))
    with pytest.raises(EventError, match=r"^it is a tie: P3 and P5 cut again$"):
        show_cut_for_place(event, (level,))
    with pytest.raises(EventError, match=r"^no card was given for P5$"):
        show_cut_for_place(event, (level, ((3, "9S"),)))
    with pytest.raises(EventError, match="P2 cannot cut: their place is not at stake"):
        show_cut_for_place(event, (((2, "AS"), *level),))


def test_a_cut_in_the_journal_that_settles_nothing_is_asked_of_those_it_left_tied() -> None:
    level = ((1, "AS"), (3, "KD"), (5, "KS"), (7, "9H"))
    event = after(cutting(), CutForPlace((1, 3, 5, 7), (level,)))
    step = next_step(event)
    assert step is not None
    assert (step.group, step.players) == ((1, 3, 5, 7), (3, 5))
    assert english(step.says) == "P3 and P5 cut; the higher card goes first."


def test_a_place_by_a_redraw_shows_both_cards() -> None:
    event = cutting()
    level = ((1, "AS"), (3, "KD"), (5, "KS"), (7, "9H"))
    event = after(event, show_cut_for_place(event, (level, ((3, "9S"), (5, "TS")))))
    said = {place.name: place.why for place in table(event).places}
    assert said["P1"].endswith("; cut AS (N04-4.1, G-19)")
    assert said["P5"].startswith("2nd: ")
    assert said["P5"].endswith("; cut KS, then in the redraw cut TS (N04-4.1, G-19)")
    assert said["P3"].endswith("; cut KD, then in the redraw cut 9S (N04-4.1, G-19)")


def test_two_who_met_often_are_told_how_often_each_won() -> None:
    games = ["X 10–3 Y", "X 10–5 Y", "X 4–10 Y", *record("Y", 1, [])]
    event = played("alberta-55plus", games)
    assert "; 2 wins to 1 against Y & Yx (A01-T10.2)" in why(event, "X")
    assert "; 1 win to 2 against X & Xx (A01-T10.2)" in why(event, "Y")


def test_a_reading_of_the_play_off_is_named_where_the_text_is_silent() -> None:
    event = played("alberta-55plus", [g for name in "XYZ" for g in record(name, 2, [5])])
    x, _, z = numbers(event, "XYZ")
    event = after(event, show_coins(event, ["tails", "heads", "tails"]))
    event = after(event, play_off(event, (4, 10), (x, z)))
    event = after(event, play_off(event, (10, 9)))
    assert "won the play-off's last game 10–9 (A01-T10.7)" in why(event, "Z")
    assert "lost the play-off's last game 9–10 (A01-T10.7, X-26)" in why(event, "Y")
    assert "lost the play-off's first game (A01-T10.7, X-26)" in why(event, "X")


def test_a_reading_is_named_with_the_clause_that_is_shown() -> None:
    event = individuals("national-progressive", 8).event
    said = " ".join(english(movement_text(event, 2)))
    assert "sits on the other's left (N04-4.5b, X-29)." in english(said)
    assert "opposite the first dealer (N04-4.5a, X-29)." in english(said)
    seniors = open_event("alberta-pairs", "day", "Our day", "2026-05-30").plan
    steps = seniors.clauses["standings.two_level"]
    assert english(steps) == ("A01-T10.2", "A01-T10.3", "A01-T10.6, X-43")


@pytest.mark.parametrize(
    ("level", "steps", "says"),
    [
        ("three_level", "points, extra game", "an extra game is only for two"),
        ("more_level", "extra game", "an extra game is only for two"),
        ("two_level", "points, coins", "coins are only for three"),
        ("more_level", "points, coins", "coins are only for three"),
    ],
)
def test_a_house_sheet_with_steps_that_cannot_work_is_refused(
    tmp_path: Path, level: str, steps: str, says: str
) -> None:
    sheet = tmp_path / "our.toml"
    sheet.write_text(SHEET.format(level=level, steps=steps), "utf-8")
    with pytest.raises(EventError, match=f"^{says} who are tied; change standings.{level}$"):
        open_event("alberta-pairs", "day", "Our day", "2026-05-30", book=str(sheet))


def test_refusals_about_ties_are_plain_english() -> None:
    event = played("alberta-55plus", [*record("X", 2, []), *record("Y", 1, [])])
    with pytest.raises(EventError, match=r"^no toss of coins is asked for now; nobody is tied$"):
        toss_coins(event, "seed")
    day = ("alberta-pairs", "day", "Our day", "2026-05-30")
    with pytest.raises(EventError, match=r"^the first place has a prize, and cannot stay tied$"):
        open_event(*day, decided=0)
    two = [Prize("gold", 1), Prize("silver", 2)]
    with pytest.raises(EventError, match=r"^the first 2 places have prizes or advance, and"):
        open_event(*day, prizes=two, decided=1)
