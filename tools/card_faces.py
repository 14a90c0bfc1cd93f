"""Make the pictures of cards that papers show, from the deck of the card table.

    python tools/card_faces.py

Needs the development tools and a Chromium.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from web.browser.conftest import chromium  # noqa: E402

DECK = ROOT / "src/rightbower/web/static/js/deck.js"
FACES = ROOT / "src/rightbower/papers/printing/faces"
WIDE, TALL = 300, 420
# The cards that certificates show; a bower of the trump suit has its crown.
CARDS = ("JH right", "JD left", "JS right", "JC left", "AS", "AD", "KD", "QH", "KH", "9H", "10H")
COLORS = 20
DRAW = """async ([deck, cards]) => {
  const { card } = await import(URL.createObjectURL(new Blob([deck], { type: 'text/javascript' })));
  document.body.style.margin = 0;
  return cards.map((each) => {
    const [name, bower] = each.split(' ');
    return card(name, bower ? { bower, trump: true } : {});
  });
}"""


def faces() -> Iterator[tuple[str, Image.Image]]:
    """Each card with its name, as the deck draws it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDE, "height": TALL})
        drawn = page.evaluate(DRAW, [DECK.read_text("utf-8"), list(CARDS)])
        for name, svg in zip(CARDS, drawn, strict=True):
            page.set_content(
                f'<body style="margin:0">{svg.replace("<svg", f"<svg width={WIDE}", 1)}'
            )
            shot = page.screenshot(omit_background=True)
            yield name.split()[0], Image.open(io.BytesIO(shot))
        browser.close()


def main() -> int:
    """Write the pictures anew."""
    FACES.mkdir(exist_ok=True)
    for name, picture in faces():
        small = picture.quantize(COLORS, method=Image.Quantize.FASTOCTREE)
        small.save(FACES / f"{name}.png", optimize=True)
        print(name, (FACES / f"{name}.png").stat().st_size)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
