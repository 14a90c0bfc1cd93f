"""A hand as a picture."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from PIL import Image, ImageDraw

from rightbower.papers.printing.results import font
from rightbower.papers.printing.sheets import runs
from rightbower.record.record import DealStory
from rightbower.rules.cards import HAND_SIZE, Card, Seat, Side, Strain, Suit
from rightbower.rules.deal import Deal
from rightbower.rules.score import tricks_needed

WIDE, HIGH = 1200, 630
CARD, TALL, STEP = 78, 109, 88
RED, BLACK, BRASS, PAPER, INK = "#b3261e", "#16181d", "#e6c06a", "#fffdf8", "#f8f3e6"
SERIF: Final = "Iowan Old Style,Palatino Linotype,Palatino,Georgia,serif"
# Where the rows of cards begin, from the left and the top.
ROWS: Final = {
    Seat.N: ((WIDE - 4 * STEP - CARD) / 2, 66.0),
    Seat.E: (WIDE - 4 * STEP - CARD - 44, 262.0),
    Seat.S: ((WIDE - 4 * STEP - CARD) / 2, 458.0),
    Seat.W: (44.0, 262.0),
}
TEXT_STYLE: Final = "\N{VARIATION SELECTOR-15}"
LONGEST: Final = 22


def hand_picture(story: DealStory, players: Sequence[str]) -> str:
    """The picture of a deal, as SVG."""
    deal = story.deal
    rows = "".join(_row(deal, seat, players[seat]) for seat in Seat)
    words = outcome(deal, players)
    score = (
        f"{_side(players, Side.NS)} {story.score[0]} – {story.score[1]} {_side(players, Side.EW)}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}"'
        f' height="{HIGH}" role="img" font-family="{SERIF}"><title>{escape(words)}</title>'
        f'<rect width="{WIDE}" height="{HIGH}" fill="#38210f"/>'
        f'<rect x="14" y="14" width="{WIDE - 28}" height="{HIGH - 28}" rx="70" fill="#0f4c3a"'
        f' stroke="#a06c3f" stroke-width="8"/>{rows}{_middle(deal, words)}'
        f'<text x="{WIDE / 2}" y="{HIGH - 26}" font-size="22" fill="{INK}" text-anchor="middle">'
        f"{escape(score)}</text></svg>"
    )


def outcome(deal: Deal, players: Sequence[str]) -> str:
    """The result of a deal, in a sentence."""
    if deal.maker is None or deal.trump is None or deal.ending != "played":
        return "The hand was not played."
    tricks = deal.tricks_of(deal.maker.side)
    alone = " alone" if deal.lone is not None and deal.lone.side is deal.maker.side else ""
    called = f"{_short(players[deal.maker])} called {str(deal.trump).lower()}{alone}"
    if tricks < tricks_needed(deal):
        return f"{called} and was euchred."
    return f"{called} and took {'all five' if tricks == HAND_SIZE else tricks}."


def _middle(deal: Deal, words: str) -> str:
    """Trump as a large sign, and the sentence under it."""
    sign = ""
    if deal.trump is not None:
        sign = (
            f'<circle cx="{WIDE / 2}" cy="276" r="44" fill="{PAPER}"/><text x="{WIDE / 2}" y="300"'
            f' font-size="66" fill="{_colour(deal.trump)}" text-anchor="middle">'
            f"{deal.trump.symbol}{TEXT_STYLE}</text>"
        )
    lines = _lines(words)
    told = "".join(
        f'<text x="{WIDE / 2}" y="{356 + 26 * at}" font-size="20" fill="{INK}"'
        f' text-anchor="middle">{escape(line)}</text>'
        for at, line in enumerate(lines)
    )
    return sign + told


def _lines(words: str, longest: int = 20) -> list[str]:
    """A sentence in lines that fit between the rows."""
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + len(word) >= longest:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _row(deal: Deal, seat: Seat, name: str) -> str:
    """A player's cards in the order they were played; one that won its trick has a brass edge."""
    left, top = ROWS[seat]
    played = [
        (card, trick.winner is seat)
        for trick in deal.tricks
        for who, card in trick.plays
        if who is seat
    ]
    played += [(card, False) for card in deal.hands[seat]]
    cards = "".join(_card(*each, left + STEP * at, top) for at, each in enumerate(played))
    middle = left + (4 * STEP + CARD) / 2
    deals = " · dealer" if deal.dealer is seat else ""
    return (
        f'<text x="{middle}" y="{top - 14}" font-size="24" font-weight="700" fill="{INK}"'
        f' text-anchor="middle">{escape(_short(name))}{deals}</text>{cards}'
    )


def _card(card: Card, won: bool, left: float, top: float) -> str:
    edge = f'stroke="{BRASS}" stroke-width="6"' if won else 'stroke="#d8cfbd" stroke-width="1.5"'
    colour, middle = _colour(card.suit), left + CARD / 2
    return (
        f'<rect x="{left}" y="{top}" width="{CARD}" height="{TALL}" rx="8" fill="{PAPER}" {edge}/>'
        f'<text x="{middle}" y="{top + 46}" font-size="42" font-weight="700" fill="{colour}"'
        f' text-anchor="middle">{card.symbol[:-1]}</text>'
        f'<text x="{middle}" y="{top + 96}" font-size="46" fill="{colour}"'
        f' text-anchor="middle">{card.suit.symbol}{TEXT_STYLE}</text>'
    )


def _colour(suit: Strain) -> str:
    return RED if isinstance(suit, Suit) and suit.red else BLACK


def _side(players: Sequence[str], side: Side) -> str:
    return " and ".join(_short(players[seat]) for seat in Seat if seat.side is side)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


# Drawn larger and made smaller again, which softens the edges.
FINER: Final = 2
BOLD: Final = "700"
Disc = tuple[float, float, float]
Point = tuple[float, float]
_STEM: Final = ((0.0, 0.35), (0.14, 0.0), (-0.14, 0.0))
# The suit signs as discs (middle, radius) and polygons, in parts of the height of a letter.
SHAPES: Final[dict[str, tuple[tuple[Disc, ...], tuple[tuple[Point, ...], ...]]]] = {
    "♦": ((), (((0.0, 0.76), (0.27, 0.38), (0.0, 0.0), (-0.27, 0.38)),)),
    "♥": (
        ((-0.155, 0.55, 0.165), (0.155, 0.55, 0.165)),
        (((-0.305, 0.48), (0.305, 0.48), (0.0, 0.02)), ((0.0, 0.6), (0.15, 0.4), (-0.15, 0.4))),
    ),
    "♠": (
        ((-0.155, 0.27, 0.165), (0.155, 0.27, 0.165)),
        (((-0.305, 0.34), (0.305, 0.34), (0.0, 0.8)), _STEM),
    ),
    "♣": (((0.0, 0.57, 0.165), (-0.17, 0.29, 0.165), (0.17, 0.29, 0.165)), (_STEM,)),
}


def as_png(drawing: str) -> bytes:
    """A drawing of ``hand_picture`` as PNG; it has boxes, discs and lines of text, nothing else."""
    image = Image.new("RGB", (FINER * WIDE, FINER * HIGH))
    draw = ImageDraw.Draw(image)
    # Our own drawing, in which what people wrote is escaped.
    for each in ElementTree.fromstring(drawing).iter():
        match each.tag.rpartition("}")[2]:
            case "rect":
                _box(draw, each)
            case "circle":
                _disc(draw, each)
            case "text":
                _text(draw, each)
    out = io.BytesIO()
    image.resize((WIDE, HIGH), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _of(each: ElementTree.Element, name: str) -> float:
    return FINER * float(each.get(name, "0"))


def _box(draw: ImageDraw.ImageDraw, each: ElementTree.Element) -> None:
    left, top, edge = _of(each, "x"), _of(each, "y"), each.get("stroke")
    draw.rounded_rectangle(
        (left, top, left + _of(each, "width"), top + _of(each, "height")),
        _of(each, "rx"),
        each.get("fill"),
        edge,
        round(_of(each, "stroke-width")) if edge else 0,
    )


def _disc(draw: ImageDraw.ImageDraw, each: ElementTree.Element) -> None:
    x, y, r = (_of(each, name) for name in ("cx", "cy", "r"))
    draw.ellipse((x - r, y - r, x + r, y + r), each.get("fill"))


def _text(draw: ImageDraw.ImageDraw, each: ElementTree.Element) -> None:
    """A line of text around its middle, each word in a font that has its letters."""
    text, size = (each.text or "").replace(TEXT_STYLE, ""), round(_of(each, "font-size"))
    if text in SHAPES:
        _suit(draw, text, (_of(each, "x"), _of(each, "y")), size, str(each.get("fill")))
        return
    bold = each.get("font-weight") == BOLD
    words = [
        (word, font(family.bold if bold else family.regular, size)) for family, word in runs(text)
    ]
    left = _of(each, "x") - sum(drawn.getlength(word) for word, drawn in words) / 2
    for word, drawn in words:
        draw.text((left, _of(each, "y")), word, each.get("fill"), drawn, anchor="ls")
        left += drawn.getlength(word)


def _suit(
    draw: ImageDraw.ImageDraw, suit: str, foot: tuple[float, float], size: float, fill: str
) -> None:
    """A suit sign standing on a line, drawn: not every font has it."""
    x, y = foot
    discs, polygons = SHAPES[suit]
    for left, up, radius in discs:
        at, over, r = x + left * size, y - up * size, radius * size
        draw.ellipse((at - r, over - r, at + r, over + r), fill)
    for polygon in polygons:
        draw.polygon([(x + left * size, y - up * size) for left, up in polygon], fill)
