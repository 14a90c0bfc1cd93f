"""The board of a review: the chance to win as a line, and every act of the game to step through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape
from msgspec import Struct

from rightbower.record.record import DealStory
from rightbower.rules import message as messages
from rightbower.rules.acts import Action, Bury, Play
from rightbower.rules.cards import Card, Seat
from rightbower.rules.deal import Deal
from rightbower.rules.message import Message, ToldPart
from rightbower.web.hall.card_text import happened, said, spoken
from rightbower.web.hall.says import Names
from rightbower.web.study.replay import ends, inside_page, steps

if TYPE_CHECKING:
    from rightbower.study.review import Comment

WIDE: Final = 1000
HIGH: Final = 200
# An act stands in the middle of its piece of the line.
HALF: Final = 0.5


class GraphMark(Struct, frozen=True):
    """A choice on the line: where, its number in the list, its sign, and which act of the game it was."""

    x: float
    y: float
    number: int
    sign: str
    at: int


class GraphDeal(Struct, frozen=True):
    """A deal under the line: where it lies, its number, and the score after it."""

    x: float
    wide: float
    number: int
    score: str

    @property
    def middle(self) -> float:
        """Where its number is written."""
        return self.x + self.wide / 2


class ChanceGraph(Struct, frozen=True):
    """The line as points of a drawing, the deals under it, and the marks."""

    points: str
    area: str
    deals: list[GraphDeal]
    marks: list[GraphMark]
    words: str


class GraphChoice(Struct, frozen=True):
    """A choice of one side: which act of the game it was, and the chance of the side after it."""

    at: int
    chance: float
    sign: str = ""


def chance_graph(
    chances: Sequence[float],
    acts: Sequence[int],
    scores: Sequence[str] = (),
    choices: Sequence[GraphChoice] = (),
) -> ChanceGraph:
    """Draw the chances before the first deal and after each, and after each choice in between.

    ``acts`` are how many acts each deal had; the choices that have a sign are marked.
    """
    if not chances:
        return ChanceGraph("", "", [], [], "")
    ends = [0, *accumulate(acts)]
    whole = max(ends[-1], 1)
    after = [*chances, *[chances[-1]] * (len(ends) - len(chances))]
    told: list[tuple[float, float]] = [*zip(ends, after, strict=True)]
    told += [(each.at + HALF, each.chance) for each in choices]
    places = [(_x(at, whole), _y(chance)) for at, chance in sorted(told)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    marked = [each for each in choices if each.sign]
    marks = [
        GraphMark(_x(each.at + HALF, whole), _y(each.chance), number, each.sign, each.at)
        for number, each in enumerate(marked, 1)
    ]
    named = [*scores, *[""] * len(acts)]
    deals = [
        GraphDeal(_x(start, whole), _x(end - start, whole), number, score)
        for number, ((start, end), score) in enumerate(zip(pairwise(ends), named, strict=False), 1)
    ]
    low = min(range(len(chances)), key=lambda at: chances[at])
    lowest = f", lowest {chances[low]:.0%} after deal {low}" if low else ""
    words = f"From {chances[0]:.0%}{lowest}."
    area = f"0,{HIGH // 2} {line} {WIDE},{HIGH // 2}"
    return ChanceGraph(line, area, deals, marks, words)


def _x(at: float, whole: int) -> float:
    return WIDE * at / whole


def _y(chance: float) -> float:
    return HIGH * (1 - chance)


class BoardAct(Struct, frozen=True, omit_defaults=True):
    """What an act changes on the table, in short: a review has some hundred.

    ``who`` counts from the reader clockwise; ``hands`` are there where more than the card played
    has changed in them, ``won`` is who takes the trick that it ends.
    """

    who: int
    text: str
    card: str = ""
    play: bool = False
    call: str = ""
    hands: list[str] | None = None
    trumps: str = ""
    won: int = -1
    chance: float = -1.0
    number: int = 0
    sign: str = ""


class BoardDeal(Struct, frozen=True, omit_defaults=True):
    """A deal of the board: the hands as they were dealt, and its acts."""

    dealer: int
    up: str
    score: str
    hands: list[str]
    acts: list[BoardAct]
    ends: str


def board(
    found: Sequence[DealStory],
    comments: Mapping[tuple[int, int], Comment],
    names: Sequence[str],
    you: Seat | None,
) -> str:
    """What the page that steps through a reviewed game has to know, safe inside a page.

    ``comments`` are by deal and act; a stranger looks from South's chair.
    """
    numbers = {key: number for number, key in enumerate(comments, 1)}
    deals = [
        _deal(story, names, you, comments, numbers, number) for number, story in enumerate(found, 1)
    ]
    return inside_page(deals)


def _deal(
    story: DealStory,
    names: Sequence[str],
    reader: Seat | None,
    comments: Mapping[tuple[int, int], Comment],
    numbers: Mapping[tuple[int, int], int],
    deal: int,
) -> BoardDeal:
    shown, you = steps(story.deal, names), Seat.S if reader is None else reader
    acts = []
    for at, (act, (before, after)) in enumerate(zip(story.deal.acts, pairwise(shown), strict=True)):
        comment, own = comments.get((deal, at)), _place(act.seat, you)
        gone = act.card.name if isinstance(act, Play) else ""
        kept = [[each for each in hand if each != gone] for hand in before.hands]
        acts.append(
            BoardAct(
                own,
                _told(act, names[act.seat], act.seat is reader),
                act.card.name if isinstance(act, Play | Bury) else "",
                isinstance(act, Play),
                _call(act, story.deal),
                None if after.hands == kept else _around(after.hands, you),
                " ".join(after.trumps) if after.trumps != before.trumps else "",
                _won(before.won, after.won, you),
                round(comment.chance, 3) if comment and own % 2 == 0 else -1.0,
                numbers.get((deal, at), 0),
                comment.sign if comment else "",
            )
        )
    return BoardDeal(
        _place(story.deal.dealer, you),
        story.deal.turn_up.name,
        f"{story.score[you.side]}–{story.score[you.side.other]}",
        _around(shown[0].hands, you),
        acts,
        ends(story, story.deal.book),
    )


def _told(act: Action, name: str, yours: bool) -> str:
    """An act in words; afterwards everybody may know what was discarded."""
    if isinstance(act, Bury):
        return f"You discard {spoken(act.card)}" if yours else f"{name} discards {spoken(act.card)}"
    line = happened(name, act)
    return line.yours if yours else line.text


def _place(seat: Seat, you: Seat) -> int:
    """How many chairs clockwise from the reader somebody sits."""
    return (seat - you) % 4


def _around(hands: Sequence[Sequence[str]], you: Seat) -> list[str]:
    return [" ".join(hands[(you + place) % 4]) for place in range(4)]


def _call(act: Action, deal: Deal) -> str:
    return "" if isinstance(act, Play | Bury) else said(act, deal.book)


def _won(before: Sequence[int], after: Sequence[int], you: Seat) -> int:
    """Who took a trick with this act; -1 where nobody did."""
    more = [seat for seat in Seat if after[seat] > before[seat]]
    return _place(more[0], you) if more else -1


def with_cards(names: Names, said: Message) -> Markup:
    """A reason with people's names, its cards drawn as cards."""
    voice = messages.voice("en", None, names, attrgetter("symbol"))
    return Markup().join(_drawn(part) for part in voice.parts(said))


def _drawn(part: ToldPart) -> Markup:
    if not isinstance(part.about, Card):
        return escape(part.text)
    return Markup('<span class="c su-{}" role="img" aria-label="{}">{}</span>').format(
        part.about.suit.letter, spoken(part.about), part.text
    )
