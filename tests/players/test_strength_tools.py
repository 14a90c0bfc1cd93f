"""The tools that measure strength: matches in parts, the page they write, settings that are tried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rightbower.players.simulate import match
from rightbower.rules.refusal import Refusal

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def strength(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(TOOLS))
    import strength

    pair = [
        strength.Standing("club", "beginner", 120),
        strength.Standing("club", "random", 60, "any"),
    ]
    monkeypatch.setattr(strength, "STANDING", tuple(pair))
    return strength


def test_a_match_that_was_stopped_goes_on_to_the_figures_of_one_played_at_once(
    strength: Any, tmp_path: Path
) -> None:
    file = tmp_path / "found.json"
    for seconds in (0.0, 0.0, 60.0):
        strength.play(file, 5, seconds, 1, [])
    found = strength.read(file)
    one, other = (found.matches[each.name] for each in strength.STANDING)
    whole = match("club", "beginner", 120, seed=5)
    assert one.deals == 120
    told = (whole.points_per_deal, whole.standard_error)
    assert strength.mean_and_error(120, one.points) == pytest.approx(told)
    by_score = match("club", "random", 60, seed=5, score="any")
    told = (by_score.games_per_hundred, by_score.games_error)
    assert strength.mean_and_error(60, other.games) == pytest.approx(told)
    with pytest.raises(SystemExit, match="seed 5"):
        strength.play(file, 6, 1.0, 1, [])


def test_what_was_played_is_written_between_the_marks_of_the_page(
    strength: Any, tmp_path: Path
) -> None:
    file = tmp_path / "found.json"
    strength.play(file, 5, 60.0, 1, [0])
    page = strength.PAGE.read_text("utf-8")
    new = strength.written(page, strength.read(file))
    (before, _, after), (was, _, rest) = new.partition("`club`"), page.partition("<!--fresh-->\n")
    assert before.startswith(was)
    assert "against `beginner` | +" in after
    assert after.endswith(rest.partition("<!--/fresh-->")[2])
    assert strength.written(new, strength.read(file)) == new


def test_a_setting_that_changes_nothing_plays_as_the_expert(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))
    import try_expert

    same = try_expert.played(try_expert.setting_of("worlds=340"), "expert", 3, range(3))
    assert same[0] == [0.0, 0.0, 0.0]
    other = try_expert.setting_of("early=.24/.10/.32/.34,playouts=20,late=0/0/1/0,trust=.9")
    assert (other.early[3], other.playouts, other.late, other.trust) == (
        0.34,
        20,
        (0, 0, 1, 0),
        0.9,
    )
    for wrong in ("speed=9", "early=1"):
        with pytest.raises(SystemExit):
            try_expert.setting_of(wrong)


def test_what_was_judged_again_stands_by_theme_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))
    import rejudge

    found = tmp_path / "found.txt"
    lines = [
        "discards|0.1000|0.0300|0.2000|0.0600|S bury 9C|S bury 9D",
        "# 0",
        "endgames|-0.1000|0.0100|0.4000|0.0800|S 9C|S 9D",
        "endgames|0.3000|0.0100|0.0000|0.0600|S 9C|S 9D",
    ]
    found.write_text("\n".join(lines), "utf-8")
    page = rejudge.PAGE.read_text("utf-8")
    new = rejudge.written(page, found)
    table = new.partition(rejudge.HEAD)[2].partition(rejudge.MARK)[0]
    assert table.splitlines() == [
        "| endgames | 2 | +0.100 ± 0.007 | +0.200 ± 0.050 |",
        "| discards | 1 | +0.100 ± 0.030 | +0.200 ± 0.060 |",
        "| all | 3 | +0.100 ± 0.011 | +0.200 ± 0.039 |",
    ]
    assert new.partition(rejudge.HEAD)[0] == page.partition(rejudge.HEAD)[0]
    assert new.partition(rejudge.MARK)[2] == page.partition(rejudge.MARK)[2]
    with pytest.raises(SystemExit, match="no such table"):
        rejudge.written("# A page", found)


def test_by_the_score_a_match_counts_games() -> None:
    level = match("club", "club", 20, score="8-6")
    assert (level.points_per_deal, level.games_per_hundred, level.games_error) == (0, 0, 0)
    ahead = match("club", "random", 60, seed=5, score="9-9")
    assert ahead.games_per_hundred > 10
    assert str(ahead).endswith(
        "games in a hundred (60 deals of standard at 9-9, each played twice)"
    )
    assert match("club", "random", 60, seed=5).games_per_hundred == 0
    for wrong in ("10-3", "8", "x-y"):
        with pytest.raises(Refusal):
            match("club", "random", 2, score=wrong)
    with pytest.raises(Refusal, match="end at a number of points"):
        match("club", "random", 2, book=_fixed(), score="3-3")


def _fixed() -> str:
    """A book whose games last for a number of deals."""
    from rightbower.rules.book import load, names

    return next(name for name in names() if load(name).game.deals is not None)
