"""Programs that ask a player, and answer as one."""

from __future__ import annotations

import select
import shlex
import subprocess
from collections.abc import Sequence
from functools import lru_cache
from time import monotonic
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rightbower.players import PLAYERS, Player
from rightbower.players.views import View
from rightbower.rules import acts
from rightbower.rules.acts import Action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import HAND_SIZE, Card, Seat, Strain, card, strain
from rightbower.rules.deal import Phase, Trick, winner_of
from rightbower.rules.refusal import Refusal, wrong_kind


def view_of(asked: EngineRequest) -> View:
    """The view that a line describes."""
    seat, dealer = Seat.of(asked.seat), Seat.of(asked.dealer)
    turn_up = card(asked.turnup)
    trump = None if asked.trump is None else strain(asked.trump)
    maker = None if asked.maker is None else Seat.of(asked.maker)
    lone = maker if asked.alone else None
    hand = tuple(card(name) for name in asked.hand)
    _whole(hand)
    tricks = _tricks(asked, seat, trump)
    bids = tuple(_bid(number, who, word, dealer) for number, (who, word) in enumerate(asked.bids))
    took = trump is turn_up.suit and maker is not None and lone is not dealer.partner
    return View(
        book=_book(asked.book, asked.may_bury_turnup),
        seat=seat,
        players=("North", "East", "South", "West"),
        score=(asked.score.get("NS", 0), asked.score.get("EW", 0)),
        target=load(asked.book).game.target,
        dealer=dealer,
        played=0,
        past=(),
        result=None,
        time_up=False,
        ends_at=None,
        now=None,
        phase=PHASES[asked.decision],
        turn=seat,
        turn_up=turn_up,
        hand=hand,
        bids=bids,
        trump=trump,
        maker=maker,
        lone=lone,
        taken_by=dealer if took else None,
        buried=None if asked.buried is None else card(asked.buried),
        tricks=tricks,
        cards_left=_cards_left(tricks),
        legal=tuple(_action(asked.decision, seat, dealer, word) for word in asked.legal),
        offered=None if turn_up.joker else turn_up.suit,
    )


@lru_cache(maxsize=32)
def _book(name: str, may_bury: bool) -> RuleBook:
    book = load(name)
    if may_bury or book.burying.turn_up == "never":
        return book
    return overlay(book, {"burying.turn_up": "never"}, note="Set for the match.")


def _whole(hand: Sequence[Card]) -> None:
    if len(set(hand)) < len(hand):
        raise Refusal("a card appears in the hand twice")
    if not 0 < len(hand) <= HAND_SIZE + 1:
        raise Refusal(f"a hand has 1 to {HAND_SIZE + 1} cards, not {len(hand)}")


def _tricks(asked: EngineRequest, seat: Seat, trump: Strain | None) -> tuple[Trick, ...]:
    if asked.decision != "play":
        return ()
    if trump is None:
        raise Refusal("cards are played, but there is no trump")
    found = []
    for number, plays in enumerate(asked.tricks):
        cards = tuple((Seat.of(who), card(name)) for who, name in plays)
        current = number == len(asked.tricks) - 1
        leader = cards[0][0] if cards else seat
        found.append(Trick(leader, cards, None if current else winner_of(cards, trump)))
    return tuple(found) or (Trick(seat),)


def _cards_left(tricks: tuple[Trick, ...]) -> tuple[int, ...]:
    played = [who for trick in tricks for who, _ in trick.plays]
    return tuple(HAND_SIZE - played.count(seat) for seat in Seat)


def _bid(number: int, who: str, word: str, dealer: Seat) -> acts.Action:
    decision: Decision = "bid1" if number < len(Seat) else "bid2"
    if word in ("alone", "with partner"):
        decision = "alone"
    return _action(decision, Seat.of(who), dealer, word)


def _action(decision: Decision, seat: Seat, dealer: Seat, word: str) -> acts.Action:
    plain = word.removesuffix(" alone")
    alone = plain != word
    if decision in ("bury", "play"):
        return (acts.Bury if decision == "bury" else acts.Play)(seat, card(word))
    if word == "pass":
        return acts.TurnDown(seat) if decision == "bid1" and seat is dealer else acts.Pass(seat)
    if plain == "order" and decision == "bid1":
        return (acts.PickUp if seat is dealer else acts.Order)(seat, alone)
    if word.startswith(("throw in", "under")):
        return acts.read_action(f"{seat} {word}")
    if word == "alone":
        return acts.GoAlone(seat)
    if word == "with partner":
        return acts.KeepPartner(seat)
    return acts.Name(seat, strain(plain), alone)


Decision = Literal["bid1", "bid2", "bury", "alone", "play"]
PHASES: dict[str, Phase] = {
    "bid1": Phase.ROUND_ONE,
    "bid2": Phase.ROUND_TWO,
    "bury": Phase.BURY,
    "alone": Phase.ALONE,
    "play": Phase.PLAY,
}
DECISIONS = {phase: decision for decision, phase in PHASES.items()} | {
    Phase.DEFEND: "alone",
    Phase.JOKER: "bid2",
}
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
        case acts.ThrowIn() | acts.GoUnder():
            return acts.write_without_seat(action)


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


LATE = 60.0
LONGEST = 1 << 16  # bytes of an answer
_decode = msgspec.json.Decoder(EngineRequest)


class Program:
    """A player that is another program, asked through a pipe."""

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except (OSError, ValueError, IndexError):
            raise EngineError(
                f"{command!r} is neither one of our players ({', '.join(PLAYERS)}) nor a program"
                " that can be started"
            ) from None

    def __call__(self, view: View) -> Action:
        line = ask(view)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + b"\n")
        except OSError:
            raise EngineError(
                f"{self.command!r} has stopped; the line was {line.decode()}"
            ) from None
        return read_answer(view, self._line(line))

    def _line(self, asked: bytes) -> bytes:
        assert self._process.stdout is not None
        found, until = b"", monotonic() + LATE
        while not found.endswith(b"\n"):
            left = max(0.0, until - monotonic())
            ready, _, _ = select.select([self._process.stdout], [], [], left)
            piece = self._process.stdout.read(LONGEST) if ready else b""
            found += piece
            if not piece or len(found) > LONGEST:
                why = _fault(bool(ready), len(found))
                raise EngineError(f"{self.command!r} {why}; the line was {asked.decode()}")
        return found

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End of input means: exit."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def engine(command: str) -> Program:
    """A player that is another program, started by its command line; ``with`` stops it at the end."""
    if not isinstance(command, str):
        raise wrong_kind("command", "a program's command line", command)
    return Program(command)


def _fault(ready: bool, length: int) -> str:
    if length > LONGEST:
        return f"answered with more than {LONGEST:,} bytes"
    return "has stopped" if ready else f"did not answer within {LATE:.0f} s"


def reply(player: Player, line: bytes | str) -> bytes:
    """What an engine answers to a line: an action, or an error object for a bad line."""
    try:
        action = player(view_of(_decode.decode(line)))
    except (ValueError, KeyError) as fault:
        return msgspec.json.encode({"error": str(fault)})
    return msgspec.json.encode(EngineReply(spoken(action)))


def serve(player: Player, lines: Any, out: Any) -> None:
    """Answer line by line until the input ends."""
    for line in lines:
        if line.strip():
            out.write(reply(player, line).decode() + "\n")
            out.flush()
