"""Every moment at the table on every screen: all that is needed is in sight, uncovered and large enough."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from web.browser.fake_hall import pretended
from web.browser.table_states import states
from web.serving import Server

SIZES = (
    (320, 568), (360, 640), (390, 844), (412, 915), (768, 1024),
    (667, 375), (844, 390), (932, 430), (1024, 768), (1280, 720), (1440, 900), (3840, 2160),
)  # fmt: skip
# What has to be in sight in every state, beside the choices and the cards that are there.
LOOK = """() => {
  const faults = [], wide = innerWidth, high = innerHeight;
  // The score lets touches through; here it is asked what lies on it.
  document.querySelector(".status").style.pointerEvents = "auto";
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width && box.height && getComputedStyle(element).visibility !== "hidden" ? box : null;
  };
  const name = (element) => element.dataset.card || element.dataset.action || element.textContent.trim().slice(0, 24) || element.className;
  const inside = (box) => box.left >= -1 && box.top >= -1 && box.right <= wide + 1 && box.bottom <= high + 1;
  const hit = (element, x, y) => { const top = document.elementFromPoint(x, y); return top && (element === top || element.contains(top) || top.contains(element)); };
  for (const element of document.querySelectorAll("#table button, #table a, .line .txt, .side b, .trump .plaque, .slip h2, .sum h1")) {
    const box = seen(element);
    if (!box) continue;
    if (!inside(box)) faults.push(`off screen: ${name(element)} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
    else if (element.matches(".hand .card")) {
      if (!hit(element, box.left + Math.min(box.width * 0.3, 24), box.top + box.height / 2)) faults.push(`covered card: ${name(element)}`);
      if (box.height < 0.15 * Math.min(wide, high)) faults.push(`small card: ${name(element)}`);
    } else if (!hit(element, box.left + box.width / 2, box.top + box.height / 2)) faults.push(`covered: ${name(element)}`);
    // The place to tap may be larger than what is drawn.
    const around = 2 * -parseFloat(getComputedStyle(element, "::after").inset || "0") || 0;
    if (element.matches("button, a") && (box.width + around < 47.5 || box.height + around < 47.5)) faults.push(`too small: ${name(element)} ${Math.round(box.width)}x${Math.round(box.height)}`);
  }
  for (const element of document.querySelectorAll(".trick .card, .stock:not([hidden]) .card")) {
    const box = seen(element);
    if (!box || !inside(box)) faults.push(`off screen: ${name(element)}`);
    else if (document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest(".choices button, .calls, .spoken, .slip, .sum")) faults.push(`covered: ${name(element)}`);
    else if (box.width < 36) faults.push(`tiny trick card: ${name(element)} ${Math.round(box.width)}`);
  }
  for (const element of document.querySelectorAll(".seat .name, .bubble")) {
    const box = seen(element);
    if (box && !inside(box)) faults.push(`off screen: ${element.textContent}`);
    // Large buttons, and those with a hint's chances, are higher than the band that is kept for them.
    const kept = !document.documentElement.dataset.large && !document.querySelector(".advice:not([hidden]) p");
    if (box && kept && inside(box) && document.elementFromPoint(box.left + box.width / 2, box.bottom - 2)?.closest(".choices button")) faults.push(`covered: ${element.textContent}`);
  }
  if (document.documentElement.scrollWidth > wide + 1 || document.documentElement.scrollHeight > high + 1) faults.push("the page scrolls");
  return faults;
}"""
NEEDED = {
    "ordering": '[data-action="order"]',
    "picking up": '[data-action="pick up"]',
    "naming": '[data-action^="name"]',
    "stuck": '[data-action^="name"]',
    "naming after the partner": '[data-action^="name"]',
    "discarding": ".hand .legal",
    "going alone": '[data-part="choices"] button',
    "playing": ".hand .legal",
    "leading": ".hand .legal",
    "waiting": ".line .txt",
    "watching": ".seat.s .who",
    "ruling": ".slip button",
    "hand over": ".sum .brass",
    "game won": ".sum h1",
    "calling in words": ".spoken input",
    "turning": '[data-call="turn"]',
    "ruled at the end": ".sum .brass",
    "naming no-trump": '[data-action^="name low"]',
    "a bad hand": '[data-action^="under"]',
    "without trumps": ".hand .legal",
}
# Moments with more to choose than any book has: looked at from 360×640 up, and not where all is Large.
CROWDED = ("naming no-trump", "a bad hand")
# Moments that follow each other in a game: nothing may jump between them.
FOLLOWS = ("discarding", "playing", "leading", "hand over")
# Moments at which a hint is asked for: its sentence covers nothing that is needed.
HINTED = ("ordering", "naming", "stuck", "going alone", "discarding", "playing")
SHIFTS = """new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.shifted = (window.shifted || 0) + each.value;
}).observe({ type: "layout-shift", buffered: true });"""


@pytest.fixture(scope="module")
def moments() -> dict[str, str]:
    return states()


# Each size is walked every time, plain or Large turn about; `make browser` walks all twenty-four.
WALKS = [
    pytest.param(
        size,
        large,
        id=f"{size[0]}x{size[1]}-{'large' if large else 'plain'}",
        marks=[pytest.mark.soak] if (place + large) % 2 else [],
    )
    for place, size in enumerate(SIZES)
    for large in (False, True)
]


@pytest.mark.parametrize(("size", "large"), WALKS)
def test_everything_needed_is_in_sight(
    hall: Server, chrome: Browser, moments: dict[str, str], size: tuple[int, int], large: bool
) -> None:
    faults = []
    settings = {"speed": "none", **({"large": "yes"} if large else {})}
    with pretended(chrome, hall, SHIFTS, size, settings) as fake:
        page = fake.page
        for version, (name, state) in enumerate(moments.items(), 100):
            if name in CROWDED and (large or size == (320, 568)):
                continue
            fake.show(state, version)
            page.wait_for_selector(f"{NEEDED[name]} >> visible=true")
            page.evaluate("() => { window.shifted = 0; }")
            page.evaluate(
                "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
            faults += [f"{name}: {fault}" for fault in page.evaluate(LOOK)]
            shifted = page.evaluate("() => window.shifted || 0")
            if name in FOLLOWS and shifted > 0.05:
                faults.append(f"{name}: the page shifts by {shifted:.3f}")
        for version, name in enumerate(HINTED, 200):
            fake.show(moments[name], version)
            page.keyboard.press("h")
            page.wait_for_selector(".advice p >> visible=true")
            faults += [f"hint while {name}: {fault}" for fault in page.evaluate(LOOK)]
    assert not faults, "\n".join(faults)
