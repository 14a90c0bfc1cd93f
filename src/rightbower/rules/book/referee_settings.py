"""Every choice a rule book makes about irregularities, by topic; the values live in ``books/``.

A window is named by what closes it: a claim is in time until that has happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from rightbower.rules.book.settings import Count, Points

DealWindow = Literal["turn-up faced", "first lead", "first trick quitted", "hand scored"]
TrickWindow = Literal[
    "never",
    "another card",
    "trick complete",
    "trick quitted",
    "next lead",
    "hand scored",
    "next turn-up",
]
DealtBy = Literal["same dealer", "next dealer", "stands"]
Claimant = Literal["anyone", "the other side"]
VoidCall = Literal["void, side barred", "void"]
Floor = Literal["zero", "below zero", "not offered"]


class Misdealing(Struct, frozen=True):
    """Who deals again after what, until when it may be called, and who may call it."""

    exposed_card: DealtBy
    faced_card: DealtBy
    imperfect_pack: DealtBy
    wrong_count: DealtBy
    wrong_kitty: DealtBy
    wrong_pack: Literal["imperfect pack", "as called"]
    early_turn_up: DealtBy
    uncut: DealtBy
    uncut_until: DealWindow
    second: Literal["as the first", "deal passes"]
    second_means: Literal["running", "in the game"]
    until: DealWindow
    pack_until: DealWindow
    count_until: DealWindow
    kitty_until: DealWindow
    claimant: Claimant
    kitty_claimant: Claimant
    wrong_dealer_until: DealWindow
    after_wrong_dealer: Literal["left of the actual dealer", "the missed player"]
    void_by_wrong_dealer: Literal["right dealer until faced", "right dealer", "actual dealer"]


class HandCount(Struct, frozen=True):
    """A wrong number of cards found late, and the dealer who forgets to bury."""

    late: Literal["side may not score", "stands"]
    late_until: DealWindow
    late_penalty: Literal["may not be added", "may be added"]
    unburied: Literal["plays the five dealt", "new deal"]
    unburied_turn_up: Literal["withdrawn", "stays"]
    unburied_taken_back: Literal["still bound", "may bury"]


class Calls(Struct, frozen=True):
    """Bids out of turn, of a dead suit, in loose words or without the card they need."""

    out_of_turn: VoidCall
    turn_down_out_of_turn: VoidCall
    pass_binds: bool
    dead_suit: VoidCall
    barred_for: Literal["the deal", "the round"]
    until: DealWindow
    any_words_bind: bool
    without_natural: Literal["officer decides", "void, side barred"]
    forbidden: Literal["void", "officer decides"]


class LoneHand(Struct, frozen=True):
    """Whether a lone hand is spared the penalties for turns and exposed cards."""

    exempt: bool
    exposed_before: Literal["stays up", "goes back"]
    until: TrickWindow


class Turns(Struct, frozen=True):
    """A lead or a play out of turn, and the suit that may be called for it."""

    lead_until: TrickWindow
    demand: Claimant
    lead_exposed: bool
    followers: Literal["free", "exposed"]
    lead_call: bool
    caller: Literal["last to play", "either opponent"]
    caller_lone: Literal["lone opponent", "no call"]
    play_until: TrickWindow


class Exposed(Struct, frozen=True):
    """Which cards are exposed cards, and what becomes of them."""

    out_of_turn: bool
    dropped: bool
    played_along: bool
    named: bool
    corrected_revoke: bool
    duty: Literal["first legal chance", "returns to hand"]
    buried: Literal["stays up", "may be buried"]
    several: Literal["owner chooses", "opponents choose"]
    called_suit: Literal["call first", "exposed card first"]


class WonTricks(Struct, frozen=True):
    """A quitted trick turned up again, and a won trick that was not turned."""

    turned_up: Literal["other side calls a lead", "warning"]
    caller: Literal["either opponent", "last to play"]
    not_turned: Literal["reminder", "nothing"]


class Revoking(Struct, frozen=True):
    """Failing to follow suit: when it can be put right, and what it costs otherwise."""

    until: TrickWindow
    followers_change: bool
    penalty: Points
    defenders_penalty: Points
    lone_penalty: Points
    lone_defenders_penalty: Points
    lone_means: Literal["any lone deal", "by the lone player", "against the lone player"]
    maximum: Literal["by the table", "always the lone value"]
    as_played: bool
    as_played_for: Literal["both sides", "innocent side"]
    subtract: bool
    floor: Floor
    hand: Literal["stops", "played out"]
    scores: Literal["penalty instead", "penalty and hand"]
    claim_until: TrickWindow
    mixed: Literal["accused side", "anyone", "no proof"]
    repeated: Literal["each", "once"]


class Singly(Struct, frozen=True):
    """Cards that are not played one at a time."""

    penalty: Count | None
    goes: Literal["to the other side", "from the offenders"]
    once: bool


class Conduct(Struct, frozen=True):
    """Talk, help and signals at the table."""

    table_talk: Literal["warning", "deduction"]
    signalling: Literal["warning", "deduction"]
    least: Count | None
    most: Count | None
    floor: Floor
    removal_review: bool
    help: bool


class Rulings(Struct, frozen=True):
    """What force a ruling has."""

    final: bool
    borrowed: Literal["applied", "suggested"]
    ends_game: bool


REFEREE_TOPICS: Final[Mapping[str, type[Struct]]] = {
    "misdeal": Misdealing,
    "count": HandCount,
    "calls": Calls,
    "lone_hand": LoneHand,
    "turns": Turns,
    "exposed": Exposed,
    "won_tricks": WonTricks,
    "revoke": Revoking,
    "singly": Singly,
    "conduct": Conduct,
    "rulings": Rulings,
}
