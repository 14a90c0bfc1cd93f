"""What holds for every irregularity of a kind: its title, how it is noticed, whether it happens again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from rightbower.referee.cases.facts import Kind

Seen = Literal["by everybody", "in hidden cards", "by report"]


class Irregularity(Struct, frozen=True):
    """A kind of irregularity.

    ``seen`` says how a table comes to know it: before everybody's eyes, by cards nobody else has
    seen, or only because somebody tells of it. ``law`` is what the record shows broken, None where
    the record does not show it. ``again`` says that it may happen twice in the same words, so that a
    second claim does not repeat the first. ``first`` is the setting that a ruling names when it is a
    player's first time in a hand; without it a ruling at a table cannot ask for that.
    """

    title: str
    seen: Seen
    law: str | None = None
    again: bool = False
    first: str | None = None


KINDS: Final[Mapping[Kind, Irregularity]] = {
    Kind.EXPOSED_IN_DEAL: Irregularity("a card is exposed in dealing", "by report"),
    Kind.FACED_CARD: Irregularity("a card is face up in the deck", "by report"),
    Kind.IMPERFECT_PACK: Irregularity("the deck is imperfect", "in hidden cards", "laws.pack"),
    Kind.WRONG_COUNT: Irregularity(
        "a hand has too many or too few cards", "by everybody", "laws.five_each"
    ),
    Kind.WRONG_KITTY: Irregularity(
        "the number of cards left over is wrong", "by everybody", "laws.five_each"
    ),
    Kind.EARLY_TURN_UP: Irregularity(
        "the turn-up is faced before the start signal",
        "by everybody",
        "dealing.turn_up_waits_for_bell",
    ),
    Kind.NOT_CUT: Irregularity(
        "the cut was not offered to the player on the dealer's right", "by everybody", "dealing.cut"
    ),
    Kind.WRONG_DEALER: Irregularity("the wrong player deals", "by everybody", "laws.deal_passes"),
    Kind.CALL_OUT_OF_TURN: Irregularity(
        "a call is made out of turn", "by everybody", "laws.round_one"
    ),
    Kind.TURN_DOWN_OUT_OF_TURN: Irregularity(
        "the turn-up is turned down out of turn", "by everybody", "laws.turn_down"
    ),
    Kind.PASS_OUT_OF_TURN: Irregularity("a pass is said out of turn", "by everybody", again=True),
    Kind.DEAD_SUIT: Irregularity("the suit turned down is named", "by everybody", "laws.dead_suit"),
    Kind.LOOSE_WORDS: Irregularity(
        "the dealer is told to take the card in other words", "by report", again=True
    ),
    Kind.ORDER_WITHOUT_TRUMP: Irregularity(
        "the turn-up is ordered without a trump in hand",
        "in hidden cards",
        "bidding.trump_to_order",
    ),
    Kind.NO_NATURAL_CARD: Irregularity(
        "the turn-up is taken without a natural card", "in hidden cards", "bidding.natural_scope"
    ),
    Kind.FORBIDDEN_CALL: Irregularity(
        "a call or discard is made that the book does not allow", "by everybody", "laws.round_one"
    ),
    Kind.NOT_BURIED: Irregularity(
        "the dealer plays before discarding", "by everybody", "laws.pick_up"
    ),
    Kind.LEAD_OUT_OF_TURN: Irregularity(
        "a card is led out of turn", "by everybody", "laws.winner_leads"
    ),
    Kind.PLAY_OUT_OF_TURN: Irregularity(
        "a card is played out of turn", "by everybody", "laws.play_in_turn"
    ),
    Kind.EXPOSED_CARD: Irregularity("a card is dropped, shown or named", "by everybody"),
    Kind.NOT_SINGLY: Irregularity(
        "cards are not played one at a time", "by everybody", again=True, first="singly.penalty"
    ),
    Kind.TRICK_TURNED_UP: Irregularity("a turned trick is looked at again", "by report"),
    Kind.TRICK_NOT_TURNED: Irregularity(
        "a won trick is not turned", "by everybody", "playing.won_tricks"
    ),
    Kind.REVOKE: Irregularity("a player could follow suit and did not", "in hidden cards"),
    Kind.TABLE_TALK: Irregularity(
        "somebody talks in a way that helps a partner", "by report", again=True
    ),
    Kind.SIGNALLING: Irregularity("somebody signals to a partner", "by report", again=True),
}

# A kind that is not told of above stops the import.
TITLES: Final = {kind: KINDS[kind].title for kind in Kind}
