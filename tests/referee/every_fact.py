"""A fact of every kind, some in several shapes; `test_kinds.py` says that none is missing."""

from __future__ import annotations

from typing import Final, get_args

from rightbower.referee.irregularities import (
    ExposedCard,
    Fact,
    Helping,
    Kind,
    LooseWords,
    Misdeal,
    Misdealt,
    NotBuried,
    NotSingly,
    OutOfTurn,
    Revoke,
    Talk,
    TrickTurned,
    WrongCall,
    WrongCount,
    WrongDealer,
)
from rightbower.rules.acts import Bury, Name, Order, Pass, PickUp, TurnDown
from rightbower.rules.cards import Seat, Suit, card

FACTS: Final[tuple[Fact, ...]] = (
    *(Misdeal(Seat.S, kind) for kind in get_args(Misdealt)),
    WrongCount(Seat.N, 6),
    WrongDealer(Seat.W, Seat.S),
    WrongCall(Seat.N, Kind.CALL_OUT_OF_TURN, Order(Seat.N, alone=True)),
    WrongCall(Seat.S, Kind.TURN_DOWN_OUT_OF_TURN, TurnDown(Seat.S)),
    WrongCall(Seat.W, Kind.PASS_OUT_OF_TURN, Pass(Seat.W)),
    WrongCall(Seat.W, Kind.DEAD_SUIT, Name(Seat.W, Suit.HEARTS)),
    WrongCall(Seat.N, Kind.ORDER_WITHOUT_TRUMP, Order(Seat.N)),
    WrongCall(Seat.S, Kind.NO_NATURAL_CARD, PickUp(Seat.S)),
    WrongCall(Seat.S, Kind.FORBIDDEN_CALL, Bury(Seat.S, card("9H"))),
    LooseWords(Seat.N, 'take it,\n partner: "please" @5'),
    NotBuried(Seat.S, card("KH")),
    OutOfTurn(Seat.E, Kind.LEAD_OUT_OF_TURN, 1, card("QC")),
    OutOfTurn(Seat.E, Kind.PLAY_OUT_OF_TURN, 5, card("QC")),
    ExposedCard(Seat.N, card("KC"), "played along"),
    ExposedCard(Seat.N, card("KC"), "out of turn", (card("AD"), card("9S"))),
    NotSingly(Seat.N),
    NotSingly(Seat.N, card("KC")),
    NotSingly(Seat.N, card("KC"), (card("AD"),)),
    TrickTurned(Seat.N, Kind.TRICK_TURNED_UP, 1),
    TrickTurned(Seat.N, Kind.TRICK_NOT_TURNED, 4),
    Revoke(Seat.E, 1),
    *(Talk(Seat.N, kind) for kind in get_args(Helping)),
)
