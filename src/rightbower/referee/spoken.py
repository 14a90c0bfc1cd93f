"""What is said at a table."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from rightbower.rules import acts
from rightbower.rules.cards import Seat, Suit
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.message import Message, message
from rightbower.rules.refusal import Refusal

# Words with the sense of an order; a book may hold players to any of them or only to its own.
_TAKE: Final = re.compile(
    r"\b(pick(ing)?|tak(e|ing)|bring)\b.{0,12}\b(it|that|one|card|up|in)\b|\bput\b.{0,12}\b(up|in)\b"
    r"|\border(ed|ing)?\b|\bit'?s yours\b"
)
_AWAY: Final = re.compile(r"\b(pick(ing)?|tak(e|ing)|put|bring)\b.{0,12}\b(down|away|back)\b")
_DOWN: Final = re.compile(
    r"\b(turn(ed)?|flip|put)\b.{0,12}\bdown\b|\b(turn|flip)\b.{0,12}\bover\b|^down$"
)
_NOT: Final = re.compile(r"\b(no|not|cannot|never)\b|n't\b|\b(do|ca|wo)nt\b")
_ASKING: Final = re.compile(r"\b(should|shall) i\b")
_PAUSE: Final = re.compile(r"[,.;:!?]|\bbut\b")
_ALONE: Final = re.compile(r"\b(alone|loner?)\b")
_PARTNER: Final = re.compile(r"\b(partner|together)\b|^no\b|\b(not|n't)\b.{0,12}\balone\b")
_SUITS: Final = {suit: re.compile(rf"\b{str(suit)[:-1]}s?\b") for suit in Suit}
# Hands that house rules elsewhere let a player throw in.
_POOR: Final = re.compile(r"\bno ace\b|\bace,? no face\b|\bfarmer'?s?\b")
_LONGEST: Final = 40


class NotACall(Refusal):
    """Words that are not a call here, and why."""


class _Said(Struct, frozen=True):
    """Words as they were said and in lower case, and the parts of them that deny nothing."""

    words: str
    text: str
    parts: tuple[str, ...]

    def has(self, pattern: re.Pattern[str]) -> bool:
        return any(pattern.search(part) for part in self.parts)


def hear(deal: Deal, seat: Seat, words: str) -> acts.Action | None:
    """The call that words amount to; None where they are not a call.

    >>> from rightbower.rules.book import load
    >>> from rightbower.rules.ceremonies import deal_cards
    >>> from rightbower.rules.cards import PACK
    >>> from rightbower.rules.deal import start
    >>> book = load("alberta-55plus")
    >>> out = deal_cards(PACK, Seat.S, book)
    >>> hear(start(book, Seat.S, out.hands, out.turn_up, out.stock), Seat.W, "You take it, partner")
    <W order>
    """
    try:
        return read_call(deal, seat, words)
    except NotACall:
        return None


def read_call(deal: Deal, seat: Seat, words: str) -> acts.Action:
    """The call that words amount to; raise ``NotACall`` with the reason where there is none."""
    words = " ".join(words.split())
    text = words.lower().replace("’", "'")
    parts = tuple(part for part in _PAUSE.split(text) if not _NOT.search(part))
    said = _Said(words, text, parts)
    if _ASKING.search(text) or text.endswith("?"):
        raise NotACall(message("that is a question, not a call"))
    match deal.phase:
        case Phase.ROUND_ONE:
            return _in_round_one(deal, seat, said)
        case Phase.ROUND_TWO:
            return _in_round_two(deal, seat, said)
        case Phase.BURY | Phase.ALONE:
            return _once_trump_is_made(deal, seat, said)
        case _:
            raise NotACall(message("trump is made, and nothing is left to call"))


def _in_round_one(deal: Deal, seat: Seat, said: _Said) -> acts.Action:
    dealer, alone = seat is deal.dealer, said.has(_ALONE)
    if _passes(deal, said):
        if _orders(deal, said):
            says = message("that is a pass and an order: say one of them")
            raise _not(deal, "laws.round_one", says)
        # a dealer who speaks early has not touched the card: it is a pass like others
        return acts.TurnDown(seat) if dealer and seat is deal.turn else acts.Pass(seat)
    if _orders(deal, said) or (alone and not _suits(said) and _alone_accepts(deal)):
        return acts.PickUp(seat, alone) if dealer else acts.Order(seat, alone)
    if said.has(_DOWN) and dealer:
        return acts.TurnDown(seat)
    if said.has(_DOWN):
        raise _not(deal, "laws.turn_down", message("only the dealer turns the card down"))
    match _suits(said):
        case [suit] if suit is not deal.turn_up.suit:
            return acts.Name(seat, suit, alone)
        case [suit]:
            order = deal.book.bidding.order_word
            says = message("{suit} is made trump now with “{order}”", suit=suit, order=order)
            raise _not(deal, "bidding.order_word", says)
    raise _no_call(deal, said, "laws.round_one")


def _in_round_two(deal: Deal, seat: Seat, said: _Said) -> acts.Action:
    if _passes(deal, said):
        return acts.Pass(seat)
    match _suits(said):
        case [suit]:
            return acts.Name(seat, suit, said.has(_ALONE))
        case [_, *_]:
            raise _not(deal, "laws.round_two", message("one suit is named, not several"))
    if _orders(deal, said):
        says = message("the card is turned down and can no longer be ordered")
        raise _not(deal, "laws.dead_suit", says)
    if said.has(_ALONE):
        says = message("say which suit is trump, and alone with it")
        raise _not(deal, "laws.round_two", says)
    raise _no_call(deal, said, "laws.round_two")


def _once_trump_is_made(deal: Deal, seat: Seat, said: _Said) -> acts.Action:
    if said.has(_ALONE):
        return acts.GoAlone(seat)
    if deal.phase is Phase.ALONE and _PARTNER.search(said.text):
        return acts.KeepPartner(seat)
    says = message("trump is made; all that is left to say is alone or with partner")
    raise _not(deal, "alone.when", says)


def _passes(deal: Deal, said: _Said) -> bool:
    return said.has(re.compile(rf"\b{re.escape(deal.book.bidding.pass_word)}\b"))


def _orders(deal: Deal, said: _Said) -> bool:
    """Whether the dealer is told to take the card, or takes it with these words."""
    word, binds = deal.book.bidding.order_word, deal.book.calls.any_words_bind
    return any(word in part or (binds and _takes(part)) for part in said.parts)


def _takes(part: str) -> bool:
    return _TAKE.search(_AWAY.sub("", part)) is not None


def _alone_accepts(deal: Deal) -> bool:
    """Whether alone, said in the first round with nothing beside it, accepts the turn-up."""
    if not deal.book.bidding.alone_accepts:
        says = message("alone by itself does not accept the turn-up")
        raise _not(deal, "bidding.alone_accepts", says)
    return True


def _suits(said: _Said) -> list[Suit]:
    return [suit for suit, pattern in _SUITS.items() if said.has(pattern)]


def _not(deal: Deal, path: str, reason: Message) -> NotACall:
    return NotACall(reason.by(deal.book.named(path)))


def _no_call(deal: Deal, said: _Said, law: str) -> NotACall:
    """Words that mean nothing to the book, with those it takes."""
    passing, order = deal.book.bidding.pass_word, deal.book.bidding.order_word
    if _POOR.search(said.text):
        return _not(deal, "laws.only_stated_rules", message("a poor hand is not thrown in"))
    if "pass" in said.text:
        says = message("who does not bid says “{passing}”", passing=passing)
        return _not(deal, "bidding.pass_word", says)
    if any(_takes(part) for part in said.parts):
        says = message("only the words “{order}” are an order", order=order)
        return _not(deal, "calls.any_words_bind", says)
    if deal.phase is Phase.ROUND_ONE:
        say = message("say “{passing}” or “{order}”", passing=passing, order=order)
    else:
        say = message("say “{passing}” or name a suit", passing=passing)
    if not said.words:
        return _not(deal, law, say)
    return _not(
        deal, law, message("“{words}” is not a call: {say}", words=_short(said.words), say=say)
    )


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip()} …"
