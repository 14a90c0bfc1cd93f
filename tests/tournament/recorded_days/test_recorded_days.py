"""Two hundred recorded days, seasons and games still come to what they came to."""

import msgspec
import pytest

from tournament.recorded_days.recording import Recorded, came_to, read


def differing(recorded: list[Recorded]) -> list[str]:
    """The names of those that come to something else now."""
    encode = msgspec.json.Encoder(order="sorted").encode
    return [each.name for each in recorded if encode(came_to(each)) != encode(each.came_to)]


@pytest.mark.parametrize("kind", ["event", "league", "table"])
def test_what_was_recorded_comes_to_the_same(kind: str) -> None:
    chosen = [each for each in read() if each.name.startswith(kind)]
    assert len(chosen) >= 40
    assert differing(chosen) == []


def test_two_hundred_were_recorded() -> None:
    assert len(read()) == 200


def test_a_difference_is_noticed() -> None:
    one = next(each for each in read() if each.name.startswith("event"))
    standings = [dict(row) for row in one.came_to["standings"]]
    standings[0]["won"] += 1
    spoilt = Recorded(one.name, one.entries, {**one.came_to, "standings": standings})
    assert differing([spoilt]) == [one.name]
