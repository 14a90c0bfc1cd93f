"""The notation as typed values: each key it has."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

FILE_TYPE: Final = "Euchre Game Notation"
VERSION: Final = "1.4"

Short = Annotated[str, Meta(max_length=64)]
Long = Annotated[str, Meta(max_length=1024)]
CardText = Annotated[str, Meta(pattern=r"^([78N9TJQKAX][SsHhCcDdXxtng]|[LRB])$")]
Cards = Annotated[tuple[CardText, ...], Meta(max_length=10)]
CallText = Literal["Pass", "Order", "s", "h", "d", "c", "n", "x"]
Points = Annotated[int, Meta(ge=-9999, le=9999)]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Whole = Annotated[int, Meta(ge=0, le=999_999)]
Annotations = dict[
    Annotated[str, Meta(pattern=r"^[0-9]+$", max_length=6)],
    Annotated[tuple[Long, ...], Meta(max_length=50)],
]
DATE: Final = r"^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$"


class _Keys(Struct, frozen=True, rename="camel", omit_defaults=True):
    """Keys in camel case; what a file need not say is None."""


class PlayerId(_Keys, frozen=True):
    """A player's name elsewhere."""

    id: Short
    source: Short


class NamedPlayer(_Keys, frozen=True):
    """A player with names elsewhere."""

    name: str
    id: Short | None = None
    player_ids: Annotated[tuple[PlayerId, ...], Meta(max_length=10)] | None = None


class Ruleset(Struct, frozen=True, omit_defaults=True):
    """The rules the file states; None where it says nothing."""

    std: bool | None = None
    min_rank: int | None = None
    winning_score: Whole | None = None
    num_deals: Whole | None = None
    canadian: bool | None = None
    loner_lead: Literal["LEFT_OF_DEALER", "LEFT_OF_LONER"] | None = None
    loner_march_score: Whole | None = None
    loner_euchred_score: Whole | None = None
    defend_alone: bool | None = None
    farmers: bool | None = None
    partners_best: bool | None = None
    go_under: bool | None = None
    joker: bool | None = None
    num_players: int | None = None
    allow_no_trump: bool | None = None
    fast_break: bool | None = None
    four_trick_tokens: bool | None = None


class Metadata(_Keys, frozen=True):
    """Who played, what and when."""

    players: Annotated[tuple[str | NamedPlayer, ...], Meta(min_length=4, max_length=4)] | None = (
        None
    )
    initial_score: tuple[Points, Points] | None = None
    game_id: Short | None = None
    match_id: Short | None = None
    title: Annotated[str, Meta(max_length=128)] | None = None
    description: Long | None = None
    date: Annotated[str, Meta(max_length=64, pattern=DATE)] | None = None
    final_score: tuple[Points, Points] | None = None
    ruleset: Ruleset | None = None


class InitialState(_Keys, frozen=True):
    """The dealer, the turn-up, and the hands where they are known."""

    dealer: SeatNumber
    up_card: CardText
    player_cards: Annotated[tuple[Cards, ...], Meta(max_length=4)] | None = None
    kitty: Cards | None = None


class CardExchange(_Keys, frozen=True):
    """Cards passed on, in games that do so."""

    receiver: Whole
    cards: Cards
    sender: Whole | None = None


class BiddingPhase(_Keys, frozen=True, kw_only=True, tag_field="type", tag="EUCHRE_BIDDING"):
    """The calls, clockwise from the dealer's left."""

    phase_number: int | None = None
    calls: Annotated[tuple[CallText, ...], Meta(max_length=16)]
    is_alone: bool | None = None
    alone_defender: int | None = None
    discard: CardText | None = None
    card_exchanges: Annotated[tuple[CardExchange, ...], Meta(max_length=4)] | None = None
    call_annotations: Annotations | None = None


class TrickPlay(_Keys, frozen=True, kw_only=True, tag_field="type", tag="TRICK_PLAY"):
    """The tricks, each card in the order it fell."""

    phase_number: int | None = None
    tricks: Annotated[tuple[Cards, ...], Meta(max_length=10)]
    is_alone: bool | None = None
    initial_lead: SeatNumber | None = None
    play_annotations: Annotations | None = None


class AlternativeLine(_Keys, frozen=True):
    """How a deal might have gone; it is kept and not replayed."""

    branch_index: Whole
    phases: Annotated[tuple[BiddingPhase | TrickPlay, ...], Meta(min_length=1)]


class EgnDeal(_Keys, frozen=True, kw_only=True):
    """One deal."""

    deal_number: Whole | None = None
    initial_state: InitialState
    phases: Annotated[tuple[BiddingPhase | TrickPlay, ...], Meta(max_length=2)] | None = None
    alternative_lines: Annotated[tuple[AlternativeLine, ...], Meta(max_length=50)] | None = None


class EgnFile(_Keys, frozen=True, kw_only=True):
    """A whole file."""

    file_type: Literal["Euchre Game Notation"]
    version: Annotated[str, Meta(pattern=r"^1(\.\d+)*$")] | None = None
    metadata: Metadata | None = None
    deals: tuple[EgnDeal | str, ...]
