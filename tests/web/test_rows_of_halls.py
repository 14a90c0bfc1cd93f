"""The page of several halls: its rows of halls and standbys, each to the letter."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from rightbower.store.claims import SILENCE, HallSeen, StandbySeen
from rightbower.store.contract import JournalError
from rightbower.web.app import make_app
from rightbower.web.common import rendering
from rightbower.web.running import health as halls

pytestmark = pytest.mark.sqlite


class FewHall:
    """As much of a hall as stands on the page of all halls."""

    def __init__(self, name: str) -> None:
        self.ownership = SimpleNamespace(name=name)


@pytest.mark.parametrize(
    ("silent", "alive", "word", "well"),
    [
        (SILENCE, True, f"{SILENCE:.0f} s ago", True),
        (
            SILENCE + 0.01,
            True,
            f"{SILENCE:.0f} s ago; it hangs, and is cut off when its tables are wanted",
            False,
        ),
        (0.6, True, "1 s ago", True),
        (0.6, False, "gone; its tables go to whoever is asked for them", False),
    ],
)
def test_a_row_of_a_hall(silent: float, alive: bool, word: str, well: bool) -> None:
    hall: Any = FewHall("north")
    seen = HallSeen("south", "", silent, alive, 7, 3)
    assert halls._row(seen, hall) == halls.HallRow("south", word, well, 3, 4, False)
    hall.ownership.name = "south"
    assert halls._row(seen, hall).here is alive


@pytest.mark.parametrize(
    ("waited_for", "bytes_behind", "seconds", "row"),
    [
        (True, 1_234_567, 0.25, halls.StandbyRow("one", "yes", "1,235 kB, 0.2 s")),
        (False, 0, 12.0, halls.StandbyRow("one", "no", "0 kB, 12.0 s")),
    ],
)
def test_a_row_of_a_standby(
    waited_for: bool, bytes_behind: int, seconds: float, row: halls.StandbyRow
) -> None:
    assert halls._standby(StandbySeen("one", waited_for, bytes_behind, seconds)) == row


def test_what_the_journal_knows_of_halls_and_standbys() -> None:
    journal: Any = SimpleNamespace(
        claims=SimpleNamespace(halls=lambda: ["halls"]), standbys=lambda: ["standbys"]
    )
    found: Any = halls.looked(journal)
    assert found == (["halls"], ["standbys"])


def test_the_page_of_several_halls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(tmp_path, name="north")
    seen = [HallSeen("north", "", 0.5, True, 2, 1), HallSeen("south", "", 1.5, True, 9, 5)]
    standbys = [StandbySeen("one", True, 5000, 0.5)]
    monkeypatch.setattr(halls, "looked", lambda _: (seen, standbys))
    shown = list[Any]()
    real = rendering.render

    def render(request: Any, template: str, **values: Any) -> Any:
        shown.append((template, values))
        return real(request, template, **values)

    monkeypatch.setattr(halls, "render", render)
    with TestClient(app, base_url="http://localhost") as client:
        hall: Any = app.state.hall
        assert "This hall" in client.get("/halls").text
        hall.thinking.stood_in.update({"league": 3, "club": 4})
        app.state.counts.lines = 6
        monkeypatch.setattr(hall.ownership, "sole", False)
        assert "south" in client.get("/halls").text
        monkeypatch.setattr(hall.ownership, "sole", True)
    (_, alone), (template, values) = shown
    assert template == "halls.html"
    assert alone["rows"] == [halls.HallRow("This hall", "open", True, 0, 0, True)]
    assert alone["sole"]
    assert values == {
        "rows": [
            halls.HallRow("north", "0 s ago", True, 1, 1, True),
            halls.HallRow("south", "2 s ago", True, 5, 4, False),
        ],
        "standbys": [halls.StandbyRow("one", "yes", "5 kB, 0.5 s")],
        "sole": False,
        "lines": 6,
        "awake": 0,
        "thinking": 0,
        "stood_in": 7,
    }


def test_where_the_journal_does_not_answer_the_page_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(_: object) -> None:
        raise JournalError("it is gone")

    monkeypatch.setattr(halls, "looked", silent)
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        answer = client.get("/halls")
        assert answer.status_code == 503
        assert "The journal does not answer just now." in answer.text
