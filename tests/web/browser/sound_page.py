"""What is wrong with a page on a screen: off its edge, cut off, laid over each other, covered, too long."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Page


class Screen(NamedTuple):
    """A size of window, and whether letters are large."""

    width: int
    height: int
    large: bool


SIZES = ((360, 640), (390, 844), (412, 780), (1366, 768), (1920, 1080))
SCREENS = tuple(Screen(*size, large) for size in SIZES for large in (False, True))
# How many screens high a page may be without a list of what stands where.
HIGHEST = 6

LARGE = "large => { document.documentElement.dataset.large = large ? 'yes' : 'no'; }"
# What unfolds in its place is opened; what comes over the page is not.
FOLD = """open => {
  for (const each of document.querySelectorAll("main details")) {
    if (each.dataset.was === undefined) each.dataset.was = String(each.open);
    each.open = open || each.dataset.was === "true";
    const over = [...each.children].some((one) => ["absolute", "fixed"].includes(getComputedStyle(one).position));
    if (over) each.open = false;
  }
}"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
FAULTS = """(highest) => {
  const faults = [], wide = document.documentElement.clientWidth, root = document.documentElement;
  const told = (element) => {
    const name = element.tagName.toLowerCase() + (element.id ? `#${element.id}` : "")
      + [...element.classList].map((each) => `.${each}`).join("");
    return `${name} "${(element.getAttribute("aria-label") || element.textContent || element.value || "").trim().replace(/\\s+/g, " ").slice(0, 40)}"`;
  };
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // Words for those who hear a page are drawn nowhere; a drawing is one thing.
  const aside = (element) => {
    if (element.closest(".skip, svg, .card, [hidden], option, datalist, noscript")) return true;
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.position === "absolute" && (style.clip !== "auto" || style.clipPath !== "none" || each.offsetWidth < 3)) return true;
    }
    return false;
  };
  const scrolls = (element, way) => {
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(each)[way])) return each;
    return null;
  };
  if (root.scrollWidth > wide + 1) faults.push(`scrolls sideways: ${root.scrollWidth} on ${wide}`);

  const words = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent || ["SCRIPT", "STYLE", "TEMPLATE", "TEXTAREA", "SELECT"].includes(parent.tagName)) continue;
    if (aside(parent) || !shown(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // What is scrolled away in a list of its own is not drawn.
    const lists = [scrolls(parent, "overflowX"), scrolls(parent, "overflowY")].filter(Boolean).map((each) => each.getBoundingClientRect());
    for (const box of range.getClientRects()) {
      const away = lists.some((list) => box.bottom > list.bottom + 1 || box.top < list.top - 1 || box.right > list.right + 1 || box.left < list.left - 1);
      if (box.width > 1 && box.height > 1 && !away) words.push({ parent, box });
    }
  }
  // Rows made by one loop are wrong alike: one of them is told.
  const said = new Set();
  const once = (fault, ...where) => {
    const key = fault + where.map((each) => told(each).split(" ")[0]).join(" ");
    if (said.has(key)) return;
    said.add(key);
    faults.push(`${fault}: ${where.map(told).join(" and ")}`);
  };
  for (const { parent, box } of words) {
    if (!scrolls(parent, "overflowX") && (box.left < -1 || box.right > wide + 1))
      once("off the edge", parent);
    for (let each = parent; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (["auto", "scroll"].includes(style.overflowX) || ["auto", "scroll"].includes(style.overflowY)) break;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const out = each.getBoundingClientRect();
      if (box.right > out.right + 2 || box.left < out.left - 2 || box.bottom > out.bottom + 4 || box.top < out.top - 4) {
        once("cut off", parent, each);
        break;
      }
    }
  }

  // Two words lie on each other where their letters do: a line's box is higher than its letters.
  const lie = words.map(({ parent, box }) => {
    const size = parseFloat(getComputedStyle(parent).fontSize);
    const middle = (box.top + box.bottom) / 2, half = Math.min(box.height, size * 0.8) / 2;
    return { parent, left: box.left, right: box.right, top: middle - half, bottom: middle + half };
  }).sort((one, other) => one.top - other.top);
  // A wall's message lies over everything, as it should.
  const floats = (element) => {
    for (let each = element; each && each !== document.body; each = each.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(each).position) || each.matches("dialog, [popover], .message")) return each;
    return null;
  };
  const floating = new Map();
  const layer = (element) => { if (!floating.has(element)) floating.set(element, floats(element)); return floating.get(element); };
  lie.forEach((one, place) => {
    for (let next = place + 1; next < lie.length && lie[next].top < one.bottom - 2; next++) {
      const other = lie[next];
      if (Math.min(one.right, other.right) - Math.max(one.left, other.left) < 3) continue;
      if (Math.min(one.bottom, other.bottom) - other.top < 3) continue;
      if (one.parent.contains(other.parent) || other.parent.contains(one.parent) || layer(one.parent) !== layer(other.parent)) continue;
      once("on each other", one.parent, other.parent);
    }
  });

  for (const element of document.querySelectorAll("a[href], button, select, textarea, summary, input:not([type=hidden])")) {
    const pressed = element.closest("label") || element;
    if (aside(element) || !shown(element) || element.disabled || element.matches("[tabindex='-1'][aria-hidden]")) continue;
    let box = pressed.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    if (scrolls(element, "overflowX") === null && (box.left < -1 || box.right > wide + 1)) once("off the edge", element);
    pressed.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const boxes = pressed.tagName === "A" ? [...pressed.getClientRects()] : [pressed.getBoundingClientRect()];
    let free = 0, of = 0, over = null;
    for (const each of boxes) for (const across of [0.15, 0.5, 0.85]) for (const down of [0.2, 0.5, 0.8]) {
      const top = document.elementFromPoint(each.left + each.width * across, each.top + each.height * down);
      of += 1;
      if (top && (top === pressed || pressed.contains(top) || top.contains(pressed) || top.closest("label")?.contains(element))) free += 1;
      else over = top;
    }
    if (free < of) once("covered", element, ...(over ? [over] : []));
  }
  scrollTo(0, 0);

  const index = document.querySelectorAll("main a[href^='#']:not(.skip), main [data-show], main [data-index]").length;
  if (root.scrollHeight > highest * innerHeight && index < 3) faults.push("too high without an index");
  return faults;
}"""


def faults_on(page: Page, screen: Screen) -> list[str]:
    """What is wrong with the page that is shown, on a screen, as it comes and with what unfolds."""
    page.set_viewport_size({"width": screen.width, "height": screen.height})
    page.evaluate(LARGE, screen.large)
    found: dict[str, None] = {}
    for unfolded, highest in ((False, HIGHEST), (True, 1000)):
        page.evaluate(FOLD, unfolded)
        page.evaluate(SETTLED)
        found.update(dict.fromkeys(page.evaluate(FAULTS, highest)))
    return list(found)
