"""Every choice a rule book makes about the game, by topic; the values live in ``books/``."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rightbower.rules.cards import HAND_SIZE

Points = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]


class Draw(Struct, frozen=True):
    """Who sits with whom and who deals first."""

    partners: Literal["two high, two low", "none"]
    first_dealer: Literal["lower cut", "higher cut", "first jack", "first black jack"]
    ace: Literal["high", "low"]
    ties: Literal["tied draw again", "all draw again"]
    jack_starts: Literal["left of holder", "holder"]


class Dealing(Struct, frozen=True):
    """The cut before the deal, the packets and the turn-up."""

    cut: Literal["offered", "must be asked", "none"]
    cut_completed: bool
    packets: tuple[Count, ...]
    packet_rounds: Count
    turn_up: Literal["next card", "bottom card"]
    turn_up_waits_for_bell: bool

    @property
    def patterns(self) -> list[tuple[int, ...]]:
        """The ways in which one hand can go out in packets, the most even first."""
        if self.packet_rounds > HAND_SIZE:
            return []
        ways = [
            way for way in product(self.packets, repeat=self.packet_rounds) if sum(way) == HAND_SIZE
        ]
        return sorted(ways, key=lambda way: (max(way) - min(way), way))


class Bidding(Struct, frozen=True):
    """Both rounds of making trump."""

    pass_word: str
    order_word: str
    alone_accepts: bool
    partner_order: Literal["must be alone", "ordinary"]
    partner_says_alone: bool
    natural_scope: Literal["nobody", "dealer by choice", "everyone", "ordered dealer too"]
    natural_jack: bool
    trump_to_order: Literal["nobody", "all but dealer"]
    left_counts: bool
    order_down: Literal["by partner", "in round two", "telling to turn down"]
    breach: Literal["loses the game", "refused", "allowed"]
    breach_asked: Literal["everywhere", "strict tables"]
    breach_counts: Literal["in any turn", "in turn only"]
    all_pass: Literal["throw in", "stick the dealer"]
    lone_partner_turn_up: Literal["dealer takes it", "lone partner takes it", "stays on the stock"]


class Burying(Struct, frozen=True):
    """What the dealer may put back."""

    turn_up: Literal["never", "allowed", "unless five of the suit"]
    five_of_suit: Literal["printed suit", "suit in play"]


class Alone(Struct, frozen=True):
    """Playing without the partner."""

    who: Literal["maker", "makers", "anyone"]
    when: Literal["with the call", "before the first card"]
    needs_trump: bool
    lead: Literal["left of dealer", "left of lone player"]


class Playing(Struct, frozen=True):
    """How won tricks lie on the table."""

    won_tricks: Literal["face down", "winning card face down"]


class Scoring(Struct, frozen=True):
    """What a deal is worth."""

    tricks_to_make: Count
    make: Points
    march: Points
    euchre: Points
    lone_make: Points
    lone_march: Points
    lone_euchre: Points


class GameEnd(Struct, frozen=True):
    """When a game is over, apart from the clock."""

    target: Count | None
    other_targets: tuple[Count, ...]
    agreed_target: bool
    deals: Count | None
    counts: Literal["points", "tricks", "either"]
    overshoot: Literal["kept", "capped"]


class Timing(Struct, frozen=True):
    """The time limit, the bell and what they do to the hand in progress."""

    minutes: Count | None
    advice_minutes: Count | None
    tournament_advice_minutes: Count | None
    finish_hand: Literal["if faced", "if put down", "never"]
    level: Literal["deal on", "draw"]
    thrown_in: Literal["ends the game", "deal on"]
    misdealt: Literal["ends the game", "deal on"]


class Marking(Struct, frozen=True):
    """What keeps the score in sight."""

    kind: Literal["fives", "score sheet", "score card"]
    peg_board: bool
    past_ten: Literal["number beside", "fresh cycle"]
