"""The common game: as most of the four organizations have it, with customs of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from rightbower.rules.book import load

STANDARD = load("standard")
# One book for each organization; the seniors' two editions count once.
ORGANISATIONS = ("alberta-55plus", "charity-social", "sportcial-league", "national-2025")

# The common game's own customs: where most of the documents have it otherwise, or none has most.
CUSTOMS = {
    "draw.first_dealer": "first jack",
    "bidding.alone_accepts": True,
    "bidding.all_pass": "stick the dealer",
    "burying.turn_up": "allowed",
    "game.target": 10,
    "game.other_targets": (5, 7),
    "game.agreed_target": True,
    "clock.minutes": None,
    "clock.level": "deal on",
    "markers.kind": "fives",
    "markers.peg_board": True,
    "misdeal.until": "first lead",
    "misdeal.uncut": "stands",
    "misdeal.kitty_until": "first trick quitted",
    "misdeal.count_until": "first trick quitted",
    "turns.lead_exposed": False,
    "turns.lead_call": False,
    "exposed.out_of_turn": False,
    "exposed.dropped": False,
    "exposed.played_along": False,
    "exposed.named": False,
    "exposed.duty": "returns to hand",
    "exposed.buried": "may be buried",
    "revoke.until": "trick quitted",
    "revoke.followers_change": True,
    "revoke.mixed": "accused side",
    "revoke.repeated": "each",
    "entering.unit": "pair",
    "movement.kind": "A up",
    "movement.letter": "first dealer's pair is A",
    "movement.b_down": True,
    "movement.deal": "cut again",
    "standings.ranking": "games won",
    "standings.record": "master card",
    "standings.two_level": "head to head, points, extra game",
    "standings.three_level": "points, coins",
    "standings.more_level": "points, director",
}


def most(path: str) -> object:
    """What at least three of the four organizations have; the custom where there is one."""
    if path in CUSTOMS:
        return CUSTOMS[path]
    values = Counter(load(name).value(path) for name in ORGANISATIONS)
    value, count = values.most_common(1)[0]
    assert count > len(ORGANISATIONS) / 2, f"{path}: the common game needs a custom of its own"
    return value


@pytest.mark.parametrize("path", STANDARD.paths())
def test_the_common_game_is_as_most_have_it_or_has_its_own_custom(path: str) -> None:
    assert STANDARD.value(path) == most(path)


def test_every_custom_is_needed() -> None:
    for path, value in CUSTOMS.items():
        values = Counter(load(name).value(path) for name in ORGANISATIONS)
        assert (values[value], path) < (len(ORGANISATIONS) - 1, path)
