"""Take a picture of every page at three sizes, or say which pages of two folders look different.

    python tools/page_pictures.py /tmp/before
    python tools/page_pictures.py /tmp/after --beside /tmp/before

Beside each picture stands what the page says and how its elements lie in each other. The hall's
clock, its keys and all draws are the same each time. Needs the development tools and a Chromium.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from web.browser.conftest import chromium  # noqa: E402
from web.browser.every_page import NOW, SEND, Clerk, every_page, prepare  # noqa: E402
from web.browser.every_page import Page as Shown  # noqa: E402
from web.browser.league_hall import ClockedHall  # noqa: E402

SIZES = {"phone": (360, 740), "laptop": (1280, 900), "large": (1920, 1080)}
# A page is looked at where more of it than this has changed.
CHANGED = 0.01
# What a picture is of: everything, with what is folded away.
OPEN = "document.querySelectorAll('main details').forEach(each => { each.open = true; })"
SAYS = "document.body.innerText"
LIES = """() => {
  const found = [];
  const look = (each, depth) => {
    if (each.nodeType === 3) {
      const text = each.data.replace(/\\s+/g, ' ').trim();
      if (text) found.push(' '.repeat(depth) + text);
    } else if (each.nodeType === 1 && each.tagName !== 'SCRIPT') {
      const own = [...each.attributes].map(one => `${one.name}="${one.value.replace(/\\s+/g, ' ')}"`);
      found.push(' '.repeat(depth) + `<${[each.tagName.toLowerCase(), ...own.sort()].join(' ')}>`);
      each.childNodes.forEach(one => look(one, depth + 1));
    }
  };
  look(document.body, 0);
  return found.join('\\n');
}"""


class Camera:
    """A browser that knows every PIN and takes pictures into a folder."""

    def __init__(
        self, hall: ClockedHall, browser: Browser, folder: Path, words: bool, only: str
    ) -> None:
        self.hall, self.folder, self.words, self.only = hall, folder, words, only
        self.base = f"http://127.0.0.1:{hall.port}"
        self.context: BrowserContext = browser.new_context(base_url=self.base)
        self.context.add_init_script("localStorage.setItem('speed', 'none')")
        self.page: Page = self.context.new_page()
        self.page.set_viewport_size({"width": 1280, "height": 900})
        self.page.clock.set_fixed_time(datetime.fromisoformat(NOW))

    def look(self, page: Shown) -> None:
        """A page, or what it looks like after a form that it refuses or asks about."""
        if not page.name.startswith(self.only):
            return
        self.page.goto(page.where)
        if page.form is not None:
            with self.page.expect_navigation():
                self.page.evaluate(SEND, [dict(page.form), page.where])
        self.keep(page.name)

    def keep(self, name: str) -> None:
        """What is shown now, as words, as elements and at three sizes."""
        page = self.page
        page.evaluate("document.fonts.ready")
        page.evaluate(OPEN)
        self._write(f"{name}.says", str(page.evaluate(SAYS)))
        self._write(f"{name}.lies", str(page.evaluate(LIES)))
        for size, (width, height) in () if self.words else SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(60)
            path = self.folder / f"{name}.{size}.png"
            page.screenshot(path=path, full_page=True, animations="disabled")

    def _write(self, name: str, text: str) -> None:
        (self.folder / f"{name}.txt").write_text(text.replace(str(self.hall.port), "PORT") + "\n")


def compare(new: Path, old: Path) -> int:
    """Say which pages look or read otherwise, the most changed first."""
    found = sorted(_differences(new, old), reverse=True)
    for share, name in found:
        print(f"{100 * share:6.2f} % {name}")
    for kind in ("says", "lies"):
        other = [
            path.name
            for path in sorted(new.glob(f"*.{kind}.txt"))
            if not (old / path.name).exists() or path.read_text() != (old / path.name).read_text()
        ]
        print(
            f"{len(other)} pages {'read' if kind == 'says' else 'are built'} otherwise: {' '.join(other)}"
        )
    return 1 if found else 0


def _differences(new: Path, old: Path) -> Iterator[tuple[float, str]]:
    for name in sorted(each.name for each in new.glob("*.png")):
        if not (old / name).exists():
            yield 1.0, name
            continue
        share = _changed(Image.open(new / name), Image.open(old / name))
        if share > CHANGED:
            yield share, name


def _changed(one: Image.Image, other: Image.Image) -> float:
    """Which part of the larger picture is not as in the other."""
    size = (max(one.width, other.width), max(one.height, other.height))
    canvases = []
    for each in (one, other):
        canvas = Image.new("RGB", size, "magenta")
        canvas.paste(each.convert("RGB"))
        canvases.append(canvas)
    changed = ImageChops.difference(*canvases).convert("L").point(lambda value: 255 * (value > 16))
    return changed.histogram()[255] / (size[0] * size[1])


def take_all(folder: Path, words: bool, only: str) -> None:
    """Open a hall of its own, take every picture, close it."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        prepare(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        with ClockedHall(Path(data)) as hall:
            hall.at(NOW)
            camera = Camera(hall, browser, folder, words, only)
            for page in every_page(Clerk(hall, camera.context)):
                camera.look(page)
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def main() -> int:
    """Take the pictures, and compare them where others were named."""
    parser = argparse.ArgumentParser(description="Take a picture of every page at three sizes.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--beside", type=Path, help="pictures taken before")
    parser.add_argument("--words", action="store_true", help="only what pages say and are built of")
    parser.add_argument("--only", default="", help="how the names of the pages begin")
    given = parser.parse_args()
    take_all(given.folder, given.words, given.only)
    return compare(given.folder, given.beside) if given.beside is not None else 0


if __name__ == "__main__":
    raise SystemExit(main())
