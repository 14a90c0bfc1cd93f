"""How the terminal draws a table."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, TextIO

from rich.text import Text

from rightbower.players.views import View
from rightbower.rules.acts import Action, Bury, Play
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, NoTrump, Seat, height, suit_in_play
from rightbower.rules.deal import Deal, Phase, Trick, sitting_out
from rightbower.rules.score import PIPS, fives
from rightbower.terminal.words import call_words, mark_of, side_name, who

if TYPE_CHECKING:
    from rich.console import Console

WIDTH: Final = 80
SIGNS: Final = "♥“╭▒●▮·–▶"
IN_LETTERS: Final = str.maketrans(
    {"♣": "", "♦": "", "♥": "", "♠": "", "“": '"', "”": '"', "–": "-", "·": "-", "’": "'"}
    | {"●": "o", "▒": "#", "▮": "*", "│": "|", "▶": ">"}
)


class EndOfInput(Exception):
    """Nobody will answer any more."""


class Screen:
    """A terminal with colours that is drawn afresh, or plain lines one after another."""

    def __init__(
        self,
        answers: Iterator[str],
        out: TextIO,
        plain: bool,
        pace: float = 0,
        echoes: bool = False,
    ) -> None:
        self.answers = answers
        self.echoes = echoes
        self.signs = _writes_signs(out)
        self.plain = plain or not self.signs
        self.pace = 0 if self.plain else pace
        self.console = _console(out, self.plain)

    def say(self, *lines: str) -> None:
        """Print lines of marked-up text, folded to the width."""
        for line in lines:
            self.console.print(line if self.signs else line.translate(IN_LETTERS))

    def list(self, lines: Iterable[str]) -> None:
        """Print lines as points of a list."""
        from rich.table import Table

        grid = Table.grid(padding=(0, 1))
        for line in lines:
            grid.add_row(
                "·" if self.signs else "-", line if self.signs else line.translate(IN_LETTERS)
            )
        self.console.print(grid)

    def ask(self, prompt: str) -> str:
        """The next answer; raise ``EndOfInput`` when there is none."""
        self.console.print(f"[bold dark_goldenrod]{prompt}[/] ", end="")
        try:
            answer = next(self.answers).strip()
        except StopIteration:
            self.console.print()
            raise EndOfInput from None
        if not self.echoes:
            self.console.print(answer, markup=False)
        return answer

    def fresh(self) -> None:
        """Begin a new picture; plain lines simply go on."""
        if not self.plain:
            self.console.clear()

    def rest(self, beats: float = 1) -> None:
        """Leave time to look."""
        if self.pace:
            time.sleep(self.pace * beats)


def _console(out: TextIO, plain: bool) -> Console:
    from rich.console import Console

    if plain:
        return Console(file=out, color_system=None, highlight=False, emoji=False, width=WIDTH)
    console = Console(file=out, highlight=False, emoji=False)
    console.width = min(console.width, WIDTH)
    return console


def _writes_signs(out: TextIO) -> bool:
    try:
        SIGNS.encode(getattr(out, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def typed() -> Iterator[str]:
    """What a person types, until the input ends."""
    while True:
        try:
            yield input()
        except EOFError:
            return


SIDE: Final = 22
MIDDLE: Final = 34  # the columns of the table: a side, the middle, a side


def short(card: Card) -> str:
    """A card in a line of text, by its sign and its letter."""
    return f"[{_ink(card)}]{card.symbol}[/] {card.suit.letter}"


def _ink(card: Card) -> str:
    """Red for red suits; black ones keep the colour of the text, whatever the ground is."""
    return "bold red" if card.suit.red else "bold"


def heading(view: View) -> str:
    """The book, the deal, what the game is played to and the time left."""
    deals = view.book.game.deals
    number = f"deal {len(view.past) + 1}"
    parts = [f"[bold]{view.book.title}[/]"]
    parts.append(number if deals is None else f"deal {view.played + 1} of {deals}")
    if view.target is not None:
        parts.append(f"first to {view.target}")
    if view.time_up:
        parts.append("[bold dark_goldenrod]time is up[/]")
    elif view.ends_at is not None and view.now is not None:
        left = max(0, int(view.ends_at - view.now))
        parts.append(f"{left // 60}:{left % 60:02} left")
    return " · ".join(parts)


def marker(score: int, book: RuleBook) -> str:
    """The two fives of a side: the top one face down or up, then the pips in sight below it."""
    shown = fives(max(score, 0), book)
    top = ("●" if shown.top_up else "▒") * PIPS
    pips = "●" * shown.bottom_pips + "·" * (PIPS - shown.bottom_pips)
    return f"│{top}│{pips}│" + (f" +{shown.beside}" if shown.beside else "")


def scores(view: View) -> list[str]:
    """Both sides' fives with the number, yours first."""
    you = view.seat
    assert you is not None
    return [
        f"{side_name(side, you):16}[bold]{view.score[side]:>3}[/]  {marker(view.score[side], view.book)}"
        for side in (you.side, you.side.other)
    ]


def trump(view: View) -> str:
    """The trump suit and who made it."""
    if view.trump is None or view.maker is None:
        return ""
    maker = "you" if view.maker is view.seat else view.maker.word
    alone = ", alone" if view.lone is not None else ""
    if isinstance(view.trump, NoTrump):
        best = "aces are best" if view.trump is NoTrump.HIGH else "low cards are best"
        return f"[bold dark_goldenrod]Called: {view.trump}[/] by {maker}{alone}; {best}"
    return (
        f"[bold dark_goldenrod]Trump: {view.trump} {view.trump.symbol}[/], made by {maker}{alone}"
    )


def table(view: View, trick: Trick | None) -> list[str]:
    """The four seats, and the trick or the turn-up between them."""
    you = view.seat
    assert you is not None
    on_table = dict(trick.plays) if trick is not None else {}

    def card(seat: Seat) -> str:
        return _faced(on_table[seat]) if seat in on_table else " " * 8

    across = _chair(view, you.partner, trick)
    between = [f"{card(you.left)}        {card(you.right)}", _turn_up(view), card(you)]
    sides = zip(_chair(view, you.left, trick), between, _chair(view, you.right, trick), strict=True)
    return [
        _centred(across[0]),
        _centred("  ".join(line for line in across[1:] if line)),
        _centred(card(you.partner)),
        *(_padded(left, SIDE) + _centred(middle, MIDDLE) + right for left, middle, right in sides),
        _centred("  ".join(line for line in _chair(view, you, trick) if line)),
    ]


def _faced(card: Card) -> str:
    """A card lying on the table."""
    colour = "red" if card.suit.red else "black"
    return f"[bold {colour} on white] {card.symbol:>3} {card.suit.letter}  [/]"


def _turn_up(view: View) -> str:
    if view.turn_up is None or view.trump is not None:
        return ""
    if view.phase is Phase.ROUND_TWO:
        return f"[dim]{view.turn_up.symbol} {view.turn_up.suit.letter} turned down[/]"
    return f"turn-up {_faced(view.turn_up)}"


def trick_of(deal: Deal, action: Action) -> Trick | None:
    """The trick that a card just played belongs to."""
    for trick in reversed(deal.tricks):
        if trick.plays:
            return trick if trick.plays[-1][0] is action.seat else None
    return None


def _chair(view: View, seat: Seat, trick: Trick | None) -> tuple[str, str, str]:
    """A seat in three lines: who sits there, what was said last, the tricks taken."""
    you = view.seat
    assert you is not None
    name = f"You ({seat.word})" if seat is you else seat.word
    if seat is you.partner:
        name += ", partner"
    if view.turn is seat or (trick is not None and trick.winner is seat):
        name = f"[bold underline]{name}[/]"
    if seat is view.dealer:
        name += " [dark_goldenrod](dealer)[/]"
    if seat in sitting_out(view):
        return name, "[dim]sits out[/]", ""
    said = last_call(view, seat)
    won = sum(each.winner is seat for each in view.tricks)
    tricks = f"{'▮' * won} {won} trick{'s' * (won > 1)}" if won else ""
    return name, f"“{said}”" if said else "", tricks


def last_call(view: View, seat: Seat) -> str:
    """A seat's last call; during play only the maker's is shown."""
    said = [call_words(action, view.book) for action in view.bids if action.seat is seat]
    return said[-1] if said and (not view.tricks or view.maker is seat) else ""


def hand(view: View) -> list[str]:
    """Your cards in a row, with the number to type, what is trump and what may be played."""
    choosing = [action.card for action in view.legal if isinstance(action, Play | Bury)]
    faces = [
        _face(card, view, number, not choosing or card in choosing, bool(choosing))
        for number, card in enumerate(in_order(view), 1)
    ]
    return ["  " + " ".join(row) for row in zip(*faces, strict=True)]


def _face(card: Card, view: View, number: int, free: bool, choosing: bool) -> tuple[str, ...]:
    ink = _ink(card) if free else "dim"
    edge = "bold dark_goldenrod" if free and choosing else "dim"
    side = f"[{edge}]│[/]"
    key = (str(number) if free else "–") if choosing else ""
    below = f"{key} {mark_of(card, view.trump)}".strip()
    return (
        f"[{edge}]╭────────╮[/]",
        f"{side}[{ink}]{card.symbol:^8}[/]{side}",
        f"{side}[{ink}]{card.suit!s:^8}[/]{side}",
        f"[{edge}]╰────────╯[/]",
        f"[bold]{below:^10}[/]",
    )


def in_order(view: View) -> list[Card]:
    """Your cards as you hold them: trumps first, then suit by suit, high to low."""

    def place(card: Card) -> tuple[int, int, int]:
        mark = ("right", "left", "trump", "").index(mark_of(card, view.trump))
        high = card.rank if view.trump is None else height(card, view.trump)
        return mark, suit_in_play(card, view.trump), -high

    return sorted(view.hand, key=place)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - Text.from_markup(text).cell_len)


def _centred(text: str, width: int = 2 * SIDE + MIDDLE) -> str:
    spare = max(0, width - Text.from_markup(text).cell_len)
    return " " * (spare // 2) + text + " " * (spare - spare // 2)


def plain_table(view: View, trick: Trick | None) -> list[str]:
    """The dealer and the turn-up, or trump and the cards of the trick."""
    you = view.seat
    assert you is not None
    if view.trump is not None:
        lines = [trump(view) + "."]
    else:
        assert view.turn_up is not None
        state = "turned down" if view.phase is Phase.ROUND_TWO else "turned up"
        verb = "deal" if view.dealer is you else "deals"
        lines = [f"{who(view.dealer, you)} {verb}. The {short(view.turn_up)} is {state}."]
    if trick is not None and trick.plays:
        played = ", ".join(f"{who(seat, you)} {short(card)}" for seat, card in trick.plays)
        lines.append(f"On the table: {played}.")
    return lines


def plain_hand(view: View) -> list[str]:
    """Your cards in one line, each with its number; those not allowed now have a dash."""
    choosing = [action.card for action in view.legal if isinstance(action, Play | Bury)]
    shown = []
    for number, card in enumerate(in_order(view), 1):
        key = "" if not choosing else f"{number} = " if card in choosing else "– "
        mark = mark_of(card, view.trump)
        shown.append(key + short(card) + (f" ({mark})" if mark else ""))
    return ["Your cards: " + ", ".join(shown)]
