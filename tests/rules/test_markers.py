"""The fives at every score."""

import math

import pytest

from rightbower.rules.book import load, overlay
from rightbower.rules.score import PLACINGS, Fives, Placing, fives

ALBERTA = load("alberta-55plus")
PIPS = {
    "top left": (0.30, 0.20),
    "top right": (0.70, 0.20),
    "centre": (0.50, 0.50),
    "bottom left": (0.30, 0.80),
    "bottom right": (0.70, 0.80),
}


@pytest.mark.parametrize(
    ("score", "shown"),
    [
        (0, Fives(False, 0)),
        (1, Fives(False, 1)),
        (4, Fives(False, 4)),
        (5, Fives(True, 0)),
        (6, Fives(True, 1)),
        (9, Fives(True, 4)),
        (10, Fives(True, 5)),
        (11, Fives(True, 5, 1)),
        (32, Fives(True, 5, 22)),
    ],
)
def test_what_the_fives_show(score: int, shown: Fives) -> None:
    assert fives(score, ALBERTA) == shown


def test_the_pips_in_sight_and_the_number_beside_are_always_the_score() -> None:
    fresh = overlay(ALBERTA, {"markers.past_ten": "fresh cycle"}, note="We begin again.")
    for score in range(33):
        assert fives(score, ALBERTA).shown == score
        assert fives(score, fresh).shown == score
    assert fives(13, fresh) == Fives(False, 3, 10)
    assert fives(20, fresh) == Fives(True, 5, 10)


def test_less_than_nothing_cannot_be_shown() -> None:
    with pytest.raises(ValueError, match="less than nothing"):
        fives(-1, ALBERTA)


def covered(placing: Placing, pip: tuple[float, float], by: float) -> bool:
    """Whether a point of the bottom card, spread by a pip's radius, lies under the top card.

    Lengths in card widths, a card being 1 wide and 1.4 high, from the bottom card's top left.
    """
    x, y = pip[0] - 0.5 - placing.dx, 1.4 * (pip[1] - 0.5 - placing.dy)
    angle = math.radians(-placing.degrees)
    turned_x = x * math.cos(angle) - y * math.sin(angle)
    turned_y = x * math.sin(angle) + y * math.cos(angle)
    return abs(turned_x) <= 0.5 + by and abs(turned_y) <= 0.7 + by


@pytest.mark.parametrize("pips", range(6))
def test_each_placing_uncovers_exactly_its_pips(pips: int) -> None:
    placing = PLACINGS[pips]
    clear = [name for name, pip in PIPS.items() if not covered(placing, pip, by=0.09)]
    hidden = [name for name, pip in PIPS.items() if covered(placing, pip, by=-0.09)]
    assert len(clear) == pips
    assert len(hidden) == 5 - pips
    assert fives(pips, ALBERTA).placing == PLACINGS[pips % 5]
