"""The ruling assistant in the browser: one question at a time, no script needed."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.referee.irregularities import TITLES, Kind
from rightbower.referee.judges import advise
from rightbower.referee.rulings import (
    Question,
    Ruling,
    Situation,
    answered,
    borrowed,
    citations,
    points,
)
from rightbower.referee.spoken import Other, meant
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.cards import Suit
from rightbower.rules.library import line
from rightbower.rules.message import Message, word
from rightbower.rules.refusal import Refusal
from rightbower.web.common.rendering import render
from rightbower.web.study.practice import book_or_404

MOST_ANSWERS = 30
MOST_LETTERS = 200


class Wrong(Struct, frozen=True):
    """What goes wrong as the page shows it: its drawing, what people call it, whether it happens often."""

    kind: Kind
    drawing: str
    also: str = ""
    often: bool = False


GROUPS: Final = (
    (
        word("While dealing"),
        Suit.DIAMONDS,
        (
            Wrong(Kind.WRONG_COUNT, "count", word("a misdeal"), often=True),
            Wrong(
                Kind.EXPOSED_IN_DEAL, "exposed", word("a card flashed or turned over"), often=True
            ),
            Wrong(Kind.WRONG_DEALER, "dealer", word("dealt out of turn")),
            Wrong(Kind.FACED_CARD, "faced", word("a boxed card")),
            Wrong(Kind.IMPERFECT_PACK, "pack", word("a card is missing, or there twice")),
            Wrong(Kind.WRONG_KITTY, "left", word("the kitty is not four")),
            Wrong(Kind.NOT_CUT, "cut"),
            Wrong(Kind.EARLY_TURN_UP, "early"),
        ),
    ),
    (
        word("While bidding"),
        Suit.HEARTS,
        (
            Wrong(Kind.CALL_OUT_OF_TURN, "said", word("a bid out of turn"), often=True),
            Wrong(Kind.NOT_BURIED, "bury", word("six cards; forgot to discard"), often=True),
            Wrong(Kind.ORDER_WITHOUT_TRUMP, "order"),
            Wrong(Kind.NO_NATURAL_CARD, "order"),
            Wrong(Kind.DEAD_SUIT, "suit"),
            Wrong(Kind.PASS_OUT_OF_TURN, "said"),
            Wrong(Kind.TURN_DOWN_OUT_OF_TURN, "said"),
            Wrong(Kind.LOOSE_WORDS, "talk"),
            Wrong(Kind.FORBIDDEN_CALL, "bury"),
        ),
    ),
    (
        word("While playing, and after"),
        Suit.SPADES,
        (
            Wrong(Kind.REVOKE, "revoke", word("a revoke, a renege"), often=True),
            Wrong(Kind.LEAD_OUT_OF_TURN, "turn", word("the wrong hand led"), often=True),
            Wrong(Kind.PLAY_OUT_OF_TURN, "turn"),
            Wrong(Kind.EXPOSED_CARD, "drop", word("a dropped card")),
            Wrong(Kind.NOT_SINGLY, "two", word("threw the last cards down together")),
            Wrong(Kind.TABLE_TALK, "talk", word("table talk")),
            Wrong(Kind.SIGNALLING, "sign", word("a signal, a wink")),
            Wrong(Kind.TRICK_TURNED_UP, "trick", word("peeked at the last trick")),
            Wrong(Kind.TRICK_NOT_TURNED, "trick"),
        ),
    ),
)
SHOWN: Final = {each.kind: each for _, _, rows in GROUPS for each in rows}


async def ruling_page(request: Request) -> Response:
    """Choose book and irregularity, answer what the ruling depends on, read the ruling."""
    chosen = request.query_params.get("book", "")
    kind_name = request.query_params.get("what", "")
    if not chosen or not kind_name:
        return _start(request, chosen)
    book, kind = book_or_404(chosen), kind_of(kind_name)
    given = request.query_params.getlist("a")[:MOST_ANSWERS]
    asked, found = ask_through(kind, book, given)
    base = [("book", book.name), ("what", kind.value)]
    return render(
        request,
        "ruling.html",
        book=book,
        title=TITLES[kind],
        asked=asked,
        question=found if isinstance(found, Question) else None,
        ruling=ruling_values(found, book) if isinstance(found, Ruling) else None,
        start=f"/ruling?{urlencode([('book', book.name)])}",
        back=f"/ruling?{urlencode(base + [('a', each) for each in given[:-1]])}",
        link=lambda answer: (
            f"/ruling?{urlencode(base + [('a', each) for each in [*given, answer]])}"
        ),
        given=given,
        before=lambda number: (
            f"/ruling?{urlencode(base + [('a', each) for each in given[:number]])}"
        ),
        here=f"/ruling?{urlencode(base + [('a', each) for each in given])}",
        show=bool(request.query_params.get("show")) and isinstance(found, Ruling),
    )


def _start(request: Request, chosen: str) -> Response:
    """The list of irregularities, and first what is likely meant by what was typed."""
    said = request.query_params.get("said", "")[:MOST_LETTERS]
    book = book_or_404(chosen) if chosen and said else None
    likely = () if book is None else meant(said, book)
    return render(
        request,
        "ruling_start.html",
        books=[load(name) for name in names()],
        kinds=TITLES,
        chosen=chosen,
        said=said,
        groups=GROUPS,
        likely=[SHOWN[each.what] for each in likely if isinstance(each.what, Kind)],
        others=[
            (
                each.title,
                each.what.answer(book),
                [line(book, path) for path in each.what.cites(book)],
            )
            for each in likely
            if book is not None and isinstance(each.what, Other)
        ],
    )


def kind_of(name: str) -> Kind:
    """The irregularity of a name, or a plain 404."""
    try:
        return Kind(name)
    except ValueError:
        raise HTTPException(404, "There is no such irregularity on the list.") from None


def ask_through(
    kind: Kind, book: RuleBook, given: list[str]
) -> tuple[list[tuple[Message, str]], Ruling | Question]:
    """What was asked and answered so far, and the ruling or the next question."""
    known = Situation()
    told: list[tuple[Message, str]] = []
    for answer in given:
        found = advise(kind, book, known)
        if isinstance(found, Ruling):
            break
        try:
            known = answered(known, found, answer)
        except Refusal as fault:
            raise HTTPException(400, str(fault)) from None
        told.append((found.words, dict(found.answers).get(answer, answer)))
    return told, advise(kind, book, known)


def ruling_values(ruling: Ruling, book: RuleBook) -> dict[str, object]:
    """A ruling as the page tells it."""
    return {
        "upheld": ruling.upheld,
        "says": ruling.says,
        "chooser": ruling.chooser,
        "when": ruling.when,
        "suggestion": ruling.suggestion,
        "borrowed": borrowed(ruling, book),
        "points": max((max(points(option)) for option in ruling.options), default=0),
        "options": [
            {
                "name": option.name,
                "points": points(option),
                "now": [remedy.instruction(book) for remedy in option.remedies],
            }
            for option in ruling.options
        ],
        "citations": citations(ruling, book),
    }
