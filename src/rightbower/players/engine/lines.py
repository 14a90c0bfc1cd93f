"""The engine protocol: one seat, one decision, one line of JSON each way.

docs/engine-protocol.md explains it for other authors.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from rightbower.players.views import View
from rightbower.rules import acts
from rightbower.rules.deal import Phase
from rightbower.rules.refusal import Refusal

Decision = Literal["bid1", "bid2", "bury", "alone", "play"]
PHASES: dict[str, Phase] = {
    "bid1": Phase.ROUND_ONE,
    "bid2": Phase.ROUND_TWO,
    "bury": Phase.BURY,
    "alone": Phase.ALONE,
    "play": Phase.PLAY,
}
DECISIONS = {phase: decision for decision, phase in PHASES.items()}
SHOWN = 200  # letters of a bad answer


class EngineRequest(Struct, forbid_unknown_fields=False):
    """One line to an engine: everything the seat may know."""

    book: str
    dealer: str
    turnup: str
    seat: str
    hand: list[str]
    bids: list[tuple[str, str]]
    decision: Decision
    legal: list[str]
    may_bury_turnup: bool = True
    score: dict[str, int] = {}
    buried: str | None = None
    trump: str | None = None
    maker: str | None = None
    alone: bool = False
    tricks: list[list[tuple[str, str]]] = []


class EngineReply(Struct):
    """One line from an engine."""

    action: str


class EngineError(Refusal):
    """An engine that answered late, not at all, or not legally; with the line that caused it."""


_answer = msgspec.json.Decoder(EngineReply)


def ask(view: View) -> bytes:
    """The line for a seat's decision."""
    assert view.seat is not None
    assert view.phase is not None
    assert view.turn_up is not None
    return msgspec.json.encode(
        EngineRequest(
            book=view.book.extends or view.book.name,
            may_bury_turnup=view.book.burying.turn_up != "never",
            score={"NS": view.score[0], "EW": view.score[1]},
            dealer=view.dealer.name,
            turnup=view.turn_up.name,
            seat=view.seat.name,
            hand=[held.name for held in view.hand],
            bids=[(bid.seat.name, spoken(bid)) for bid in view.bids],
            buried=None if view.buried is None else view.buried.name,
            trump=None if view.trump is None else view.trump.letter,
            maker=None if view.maker is None else view.maker.name,
            alone=view.lone is not None,
            tricks=[
                [(seat.name, played.name) for seat, played in trick.plays] for trick in view.tricks
            ],
            decision=DECISIONS[view.phase],  # type: ignore[arg-type]
            legal=[spoken(action) for action in view.legal],
        )
    )


def spoken(action: acts.Action) -> str:
    """An action in the protocol's words."""
    alone = " alone" if getattr(action, "alone", False) else ""
    match action:
        case acts.Pass() | acts.TurnDown():
            return "pass"
        case acts.Order() | acts.PickUp():
            return f"order{alone}"
        case acts.Name(suit=suit):
            return f"{suit.letter}{alone}"
        case acts.Bury(card=held) | acts.Play(card=held):
            return held.name
        case acts.GoAlone():
            return "alone"
        case acts.KeepPartner():
            return "with partner"


def read_answer(view: View, line: bytes | str) -> acts.Action:
    """The legal action an engine chose; raise ``EngineError`` for any other answer."""
    try:
        word = _answer.decode(line).action
    except msgspec.MsgspecError as fault:
        shown = f"{line[:SHOWN]!r} …" if len(line) > SHOWN else repr(line)
        raise EngineError(
            f"the answer {shown} cannot be read: {fault}; the line was {ask(view).decode()}"
        ) from None
    for action in view.legal:
        if spoken(action) == word:
            return action
    raise EngineError(f"the answer {word!r} is not legal; the line was {ask(view).decode()}")
