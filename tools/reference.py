"""Write docs/reference.md: each public name of the package, with the first line of what it says of itself."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Final

import rightbower

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "reference.md"
HEADING: Final = """# The public names

`import rightbower as rb` loads nothing; each name below loads its part when it is first asked for. Values do
not change: `game.play(…)` gives a new game. A seat, a card, a suit, a book or an act may be given as a value or
in words (`"S"`, `"JH"`, `"W pass"`). What the rules do not allow is a `Refusal` (a `ValueError`) whose text says
why; a value of the wrong kind is a `TypeError` that names the parameter. [For researchers](researcher.md) shows
them at work. (`tools/reference.py` writes this page.)
"""
GROUPS: Final = {
    "Rule books": "load book names overlay RuleBook BookError",
    "Cards and seats": "Card card cards Suit Rank Seat Side shuffled",
    "A game": "Game start_game act deal_out deal_pack draw_for_seats cut_for_first_deal deal_for_jack GameError",
    "A deal": "Deal Phase Trick deal_cards legal playable objection apply Objection IllegalAction",
    "What a player can do": (
        "Action Pass Order PickUp TurnDown Name Bury GoAlone KeepPartner Play read_action write_action"
    ),
    "What a seat knows": "View view Position",
    "Players": "Player PLAYERS Bot player engine Program serve match Match simulate",
    "Why, and practice": "advise explain solve chart Chart puzzles Puzzle",
    "Files": (
        "read write GameFile Record record_of read_record write_record replay read_egn write_egn"
        " RecordError EgnError"
    ),
    "Many deals": "random_deals RandomDeals play_deals solve_tricks",
    "What is refused": "Refusal TableError",
}
# Names of what has no docstring of its own.
PLAIN: Final = {
    "Action": "Any of the acts below.",
    "Player": "A function from a View to an act: any bot.",
    "PLAYERS": "The bots that come with Rightbower, by name.",
}


def says(name: str) -> str:
    """The first line of what a public name says of itself."""
    text = PLAIN.get(name) or inspect.getdoc(getattr(rightbower, name)) or ""
    return text.partition("\n\n")[0].replace("\n", " ").replace("``", "`")


def own(kind: type) -> list[tuple[str, str]]:
    """The public methods and properties of a class that it documents itself."""
    return [
        (name, (inspect.getdoc(each) or "").partition("\n\n")[0].replace("\n", " "))
        for name, each in vars(kind).items()
        if not name.startswith("_")
        and isinstance(each, property | type(own) | classmethod)
        and inspect.getdoc(each)
    ]


def page() -> str:
    """The whole page."""
    lines = [HEADING]
    for title, names in GROUPS.items():
        lines += [f"## {title}", "", "| name | what it is |", "|---|---|"]
        for name in names.split():
            lines.append(f"| `{name}` | {says(name)} |")
            value = getattr(rightbower, name)
            if name in ("Game", "Position", "RandomDeals", "Bot", "GameFile"):
                lines += [f"| `{name}.{each}` | {text} |" for each, text in own(value)]
        if "View" in names.split():
            fields = (inspect.getdoc(rightbower.View) or "").partition("\n\n")[2]
            lines += ["", "What a view holds:", "", fields.replace("``", "`")]
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    sys.stdout.write(f"{PAGE} is written.\n")
