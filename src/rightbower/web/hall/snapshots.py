"""The state a table sends after every change: a part that is public, and a part for each seat."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.rules.cards import Seat
from rightbower.rules.message import Message, word
from rightbower.web.hall import dealing as shuffles
from rightbower.web.hall import wire
from rightbower.web.hall.acts import asked_of
from rightbower.web.hall.card_text import reader
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.rulings import judged
from rightbower.web.hall.says import ASKED, voice
from rightbower.web.hall.seat_views import chairs, message_for, own_view, public_view
from rightbower.web.hall.table import HallTable
from rightbower.web.hall.wire import ProposalView, Shuffle

WAITS = word(
    "The hall cannot save anything just now. Nothing is lost, and the game goes on by itself."
)


def public(
    table: HallTable,
    lines: PlayByPlay,
    away: frozenset[Seat],
    since: int,
    language: str = "en",
) -> bytes:
    """The table as an onlooker sees it who reads a language, with the news after a version."""
    state = wire.State(
        version=table.version,
        chairs=chairs(table, away),
        news=lines.since(since, table.version, language),
        followed=table.followed,
        shuffle=_shuffle(table),
        referee=judged(table, language),
        proposal=_proposal(table, language),
        game=public_view(table, language),
    )
    return wire.write_reply(state)


def _proposal(table: HallTable, language: str) -> ProposalView | None:
    asked = table.proposal
    if asked is None:
        return None
    waits = [seat.letter for seat in asked_of(table, asked)]
    text = voice(table, None, language)(Message(ASKED[asked.what], (("seat", asked.by),)))
    return ProposalView(asked.what, asked.by.letter, text, waits)


def _shuffle(table: HallTable) -> Shuffle | None:
    """Before the game: who has committed to a salt, and the salts revealed so far."""
    if table.playing or table.opened.shuffle == shuffles.FIRST:
        return None
    return Shuffle(
        table.committed, table.salts, table.closed is not None, table.beginning is not None
    )


def for_seat(
    state: bytes,
    table: HallTable,
    seat: Seat | None,
    waits: bool = False,
    language: str = "en",
) -> str:
    """The message for a seat or an onlooker: the public part, then the seat's own.

    ``waits`` says that the last thing done here could not be written yet.
    """
    letter = None if seat is None else seat.letter
    cards = None if seat is None else own_view(table, seat)
    says = message_for(table, seat, language)
    if waits:
        says = replace(says, line=reader(language).translate(WAITS))
    return wire.for_seat(state, letter, cards, says)
