"""Games known by their scores alone: what each kind of score can be, whist drives and their prizes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rightbower.tournament.contest import Entry
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import EventHistory, Prize, ResultRuling
from rightbower.tournament.events.games import COUNTS, EndScore, OtherGame
from rightbower.tournament.events.movements.losers import line_of
from rightbower.tournament.events.outcome import outcome, result_text
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.plan import OpenEvent, open_event
from rightbower.tournament.events.presets import PRESETS
from rightbower.tournament.events.prize_lines import read_prizes
from rightbower.tournament.events.prizes import award, awards
from rightbower.tournament.events.results import EnterResult, enter, rule
from rightbower.tournament.events.simulated import people, rehearse
from rightbower.web.public.score_pad import score_pad
from tournament.events.day import DAY, Day

OTHERS = [name for name, each in PRESETS.items() if each.game]


def can_be(counts: str, score: tuple[int, int], target: int | None = None, **how: bool) -> bool:
    """Whether a game that counts so can end with a score."""
    together = 13 if COUNTS[counts].shares else None
    game = OtherGame("Skat", counts, together)  # type: ignore[arg-type]  # by its word
    end = EndScore(score, target, how.get("timed", False), how.get("short", False))
    return game.objection(end) is None


@pytest.mark.parametrize(
    ("counts", "score", "target", "how", "expected"),
    [
        ("tricks", (8, 5), None, {}, True),
        ("tricks", (8, 6), None, {}, False),
        ("tricks", (5, 4), None, {}, False),
        ("tricks", (5, 4), None, {"short": True}, True),
        ("tricks", (8, 6), None, {"short": True}, False),
        ("points to a target", (121, 99), 121, {}, True),
        ("points to a target", (130, 121), 121, {}, False),
        ("points to a target", (90, 80), 121, {}, False),
        ("points to a target", (90, 80), 121, {"timed": True}, True),
        ("points to a target", (90, 80), None, {}, True),
        ("games of a match", (2, 1), 2, {}, True),
        ("games of a match", (2, 2), 2, {}, False),
        ("games of a match", (3, 0), 2, {}, False),
        ("games of a match", (1, 0), 2, {}, False),
        ("games of a match", (1, 0), 2, {"short": True}, True),
        ("plus and minus", (500, 490), 500, {}, True),
        ("plus and minus", (520, 510), 500, {}, True),
        ("plus and minus", (-500, 120), 500, {}, True),
        ("plus and minus", (-490, 120), 500, {}, False),
        ("plus and minus", (-490, 120), 500, {"short": True}, True),
        ("points of all deals", (240, 7), None, {}, True),
        ("anything", (-3, 7), 5, {}, True),
    ],
)
def test_what_a_score_can_be_is_said_by_what_it_counts(
    counts: str, score: tuple[int, int], target: int | None, how: dict[str, bool], expected: bool
) -> None:
    assert can_be(counts, score, target, **how) is expected
    assert can_be(counts, score[::-1], target, **how) is expected


def day_of(game: str, **said: object) -> Day:
    """A day of pairs who play another game."""
    opening = OpenEvent("round-robin", "Our day", id="day", date=DAY, game=game, **said)  # type: ignore[arg-type]  # as typed
    day = Day("round-robin")
    day.history = type(day.history).of(
        [type(day.history.entries[0])(0.0, "desk", opening.opened(()))]
    )
    day.enter("A & B", "C & D")
    day.seat()
    return day


def test_any_preset_can_be_of_another_game_and_cites_no_book_of_euchre() -> None:
    plan = day_of("Cribbage", counts="points to a target", target=121).event.plan
    assert (plan.title, plan.target, plan.deals, plan.minutes) == ("Cribbage", 121, None, None)
    assert {plan.clause(path) for path in plan.clauses} == {"round-robin preset"}
    # By a document of Euchre only the kind of movement is left.
    plan = open_event("national-progressive", "x", "X", DAY, game=OtherGame("Skat")).plan
    assert plan.book == "standard"
    assert plan.minutes is None


def test_points_below_zero_count_only_where_the_game_has_them() -> None:
    day = day_of("Skat", counts="plus and minus")
    day.do(enter(day.event, 1, (-12, 40)))
    assert day.place("A").points in (-12, 40)
    day.do(rule(day.event, 1, ResultRuling(0, -10, why="talk")))
    came = outcome(day.event.plan, day.event.round.table(1))
    assert came is not None
    assert came.points == (-22, 40)
    for counts in ("points of all deals", "tricks"):
        other = day_of("Skat", counts=counts)
        with pytest.raises(EventError, match="points cannot be below zero"):
            enter(other.event, 1, (-12, 25))


def test_the_winner_may_be_entered_with_the_target() -> None:
    day = day_of("Skat", counts="points to a target", target=50, entered="target")
    day.do(enter(day.event, 1, (58, 31)))
    table = day.event.round.table(1)
    assert str(result_text(table, day.event.plan)).startswith("50–31")
    with pytest.raises(EventError, match="say how many points win"):
        day_of("Skat", entered="target")
    with pytest.raises(EventError, match="the book says what the winner is entered with"):
        OpenEvent("round-robin", "X", date=DAY, entered="target").opened(())


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"counts": "tricks"}, "say which game is played"),
        ({"game": "Skat", "together": 13}, "said where tricks are counted"),
        ({"game": "Skat", "counts": "tricks", "together": 0}, "come to 1 or more"),
    ],
)
def test_another_game_that_cannot_be_is_refused(said: dict[str, object], why: str) -> None:
    with pytest.raises(EventError, match=why):
        OpenEvent("round-robin", "X", date=DAY, **said).opened(())  # type: ignore[arg-type]  # as typed


def test_scores_below_zero_are_typed_with_a_minus() -> None:
    assert EnterResult.lines(["3", "520", "-180"]) == [["3", "520", "-180"]]
    assert EnterResult.lines(["3", "520,-180"]) == [["3", "520", "-180"]]
    assert EnterResult.lines(["3", "-20--180"]) == [["3", "-20", "-180"]]
    assert EnterResult.lines(["3", "10-8"]) == [["3", "10", "8"]]


def test_a_double_knock_out_is_played_best_of_three() -> None:
    best = OpenEvent(
        "double-knock-out",
        "Finals",
        date=DAY,
        game="Euchre, best of three",
        counts="games of a match",
        target=2,
    ).opened(())
    day = Day("double-knock-out")
    day.history = EventHistory.of([Entry(0.0, "desk", best)])
    *_, event = rehearse(day.history.event, day.do, 4, "best of three")
    made = {game.result.points for _, game in event.games() if game.result is not None}
    assert made <= {(2, 0), (2, 1), (0, 2), (1, 2)}
    assert event.finished
    assert event.places[0].won >= 3
    pad = score_pad(replace(event, finished=False))
    assert (pad.most, pad.figures) == (2, False)
    assert [[not each for each in row] for row in pad.cannot] == [
        [False, False, True],
        [False, False, True],
        [True, True, False],
    ]


@pytest.mark.parametrize("preset", OTHERS)
def test_every_likely_score_can_be_and_each_preset_runs_to_its_end(preset: str) -> None:
    day = Day(preset, date=DAY)
    *_, event = rehearse(day.history.event, day.do, 4, "other")
    assert event.finished
    assert event.awards
    assert len(event.rounds) == (event.plan.rounds or 7)


def test_a_whist_drive_has_prizes_for_each_line_at_half_time_and_for_the_lowest() -> None:
    day = Day("whist-drive")
    *_, event = rehearse(day.history.event, day.do, 5, "whist")
    made: dict[int, list[int]] = {each.number: [] for each in event.entrants}
    line: dict[int, int] = {}
    for round_ in event.rounds:
        for table in round_.tables:
            assert table.result is not None
            for side in (0, 1):
                for place, who in enumerate(table.sides[side]):
                    made[who].append(table.result.points[side])
                    # The first of each side sits North or East, the other South or West.
                    assert line.setdefault(who, place + 1) == place + 1
    assert {line_of(event, who) for who in made} == {1, 2}
    assert all(line_of(event, who) == line[who] for who in made)
    assert len(event.rounds) == 25

    def best(rounds: int, mine: int) -> set[int]:
        sums = {who: sum(each[:rounds]) for who, each in made.items() if line[who] == mine}
        return {who for who, total in sums.items() if total == max(sums.values())}

    won = {name: set(each.winners) for each in event.awards for name in each.prizes}
    lowest = min(map(sum, made.values()))
    assert won == {
        "highest, first line": best(25, 1),
        "highest, second line": best(25, 2),
        "half-time, first line": best(12, 1),
        "half-time, second line": best(12, 2),
        "lowest": {who for who, each in made.items() if sum(each) == lowest},
    }


def test_prizes_of_lines_and_of_half_time_are_written_as_they_are_called() -> None:
    text = ["Highest, first line = 20", "Second of the first line = 10", "Half-time = 5", "Low = 1"]
    assert read_prizes(text) == [
        Prize("Highest, first line", 1, 2000, line=1),
        Prize("Second of the first line", 2, 1000, line=1),
        Prize("Half-time", 1, 500, half=True),
        Prize("Low", 1, 100, low=True),
    ]


def test_nobody_wins_at_half_time_before_it() -> None:
    day = Day("whist-drive", rounds=4)
    day.enter(*people(8))
    day.seat()
    day.play_all()
    named = [name for each in award(day.event, standings(day.event)) for name in each.prizes]
    assert not [name for name in named if name.startswith("half-time")]
    day.seat()
    assert not [each for each in awards(day.event) if "half-time, first line" in each.prizes]
    day.play_all()
    named = [name for each in awards(day.event) for name in each.prizes]
    assert "half-time, first line" in named
