"""Long looks at the table: sixty frames a second on a slow phone, and every card of a whole game seen."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from rightbower.rules.cards import Seat
from web import serving as serving_
from web.browser.fake_hall import pretended
from web.browser.table_states import MARCH, TAKEN, shown, strict
from web.browser.visits import Visit
from web.serving import Server, serving

SLOWER = 4
FRAME = 1000 / 60
ALMOST = 58
# Milliseconds between two cards, as bots play on *normal*.
BETWEEN = 900
SHORTEST = 600
# How long each frame took.
FRAMES = """() => {
  window.frames_ = []; window.stopped = false;
  let before = performance.now();
  const look = (now) => { window.frames_.push(now - before); before = now; if (!window.stopped) requestAnimationFrame(look); };
  requestAnimationFrame(look);
}"""
# Every card on the table: when it came and when it went, again in every hand.
WATCH = """() => {
  const seen = (window.seen = []), here = (window.here = new Map());
  const look = (now) => {
    const names = new Set([...document.querySelectorAll(".trick .card[data-card]")].map((card) => card.dataset.card));
    for (const name of names) { if (!here.has(name)) here.set(name, now); }
    for (const [name, since] of here) { if (!names.has(name)) { seen.push([name, now - since]); here.delete(name); } }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def _frames(page: Page, work: Callable[[], None]) -> list[float]:
    """How long each frame took while something was done."""
    page.evaluate(FRAMES)
    work()
    found: list[float] = page.evaluate("() => { window.stopped = true; return window.frames_; }")
    page.wait_for_timeout(50)
    return found[2:]


def _rate(frames: list[float]) -> float:
    return 1000 * len(frames) / sum(frames)


@contextlib.contextmanager
def _table(chrome: Browser, hall: Server) -> Iterator[tuple[Page, Callable[[], None], CDPSession]]:
    """A phone at a table on *normal*, two tricks that can be played there, and a line to its engine."""
    with pretended(chrome, hall, size=(390, 844), settings={"speed": "normal"}) as fake:
        page, sitting = fake.page, strict(TAKEN)
        fake.show(shown(sitting, Seat.W), 100)
        page.wait_for_timeout(1500)

        def tricks() -> None:
            for version, each in enumerate(", ".join(MARCH).split(", ")[: 2 * len(Seat)], 101):
                sitting.do(each)
                fake.send(shown(sitting, Seat.W), version)
                page.wait_for_timeout(BETWEEN)

        yield page, tricks, page.context.new_cdp_session(page)


@pytest.mark.soak
def test_sixty_frames_a_second_in_two_tricks_on_a_slow_device(
    hall: Server, chrome: Browser
) -> None:
    with _table(chrome, hall) as (page, tricks, engine):
        engine.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        still = _frames(page, lambda: page.wait_for_timeout(3000))
        moving = _frames(page, tricks)
    late = [each for each in moving if each > 2.5 * FRAME]
    told = f"{_rate(still):.0f} frames a second of a still table, {_rate(moving):.0f} in two tricks"
    if _rate(still) < ALMOST:
        pytest.skip(f"this machine is busy: {told}")
    assert _rate(moving) >= ALMOST, f"{told}; {len(late)} of {len(moving)} were late"


@pytest.mark.soak
def test_the_pages_own_work_leaves_three_quarters_of_a_slow_device(
    hall: Server, chrome: Browser
) -> None:
    """Counted in time of the processor, so that a busy machine changes little."""
    with _table(chrome, hall) as (_, tricks, engine):
        engine.send("Performance.enable", {"timeDomain": "threadTicks"})

        def worked() -> float:
            found = engine.send("Performance.getMetrics")["metrics"]
            return float(next(each["value"] for each in found if each["name"] == "TaskDuration"))

        before = worked()
        tricks()
        spent = 1000 * (worked() - before)
    assert 0 < SLOWER * spent < 2 * len(Seat) * BETWEEN / 4, f"{spent:.0f} ms at full speed"


@pytest.mark.soak
def test_every_card_of_a_whole_game_is_seen_on_normal(
    tmp_path: Path, chrome: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    normal = serving_.SERVER.replace("bot=0.01, trick=0.01", "bot=0.9, trick=1.6")
    assert normal != serving_.SERVER
    monkeypatch.setattr(serving_, "SERVER", normal)
    with serving(tmp_path, deal=6.0) as server:
        ann = Visit(server, chrome, "Ann")
        ann.context.add_init_script("localStorage.setItem('speed', 'normal')")
        ann.against_bots()
        ann.page.evaluate(WATCH)
        for _ in range(400):
            ann.wait_to_act()
            if ann.page.locator('a:text("Replay")').count():
                break
            if ann.page.locator('button:text("Next hand")').is_visible():
                ann.page.locator('button:text("Next hand")').click()
                ann.page.wait_for_selector('button:text("Next hand")', state="hidden")
            else:
                ann.act()
        ann.page.wait_for_timeout(2 * SHORTEST)
        seen = ann.page.evaluate("() => window.seen")
        ann.context.close()
    print(f"\n{len(seen)} cards, the shortest {min(time for _, time in seen):.0f} ms")
    assert len(seen) >= 100
    assert [(name, round(time)) for name, time in seen if time < SHORTEST] == []
