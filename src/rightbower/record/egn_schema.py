"""What an EGN file holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from rightbower.rules.book import RuleBook, overlay
from rightbower.rules.cards import Card, Strain, Suit, left_bower, right_bower
from rightbower.rules.game import Game, target_objection
from rightbower.rules.refusal import Refusal
from rightbower.rules.settings import common

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


UNKNOWN: Final = "Xx"
JOKER: Final = "B"
_RANKS: Final = {"N": "9"}


class EgnError(Refusal):
    """A file that is not in the notation or cannot be replayed, and where it fails."""


def write_card(card: Card) -> str:
    """The card as the notation has it: rank, then suit in lower case."""
    return JOKER if card.joker else card.rank.letter + card.suit.letter.lower()


def read_cards(text: str, trump: Strain | None, deck: tuple[Card, ...]) -> frozenset[Card]:
    """The cards of a deck that a text may stand for: one, or several where part of it is unknown."""
    if text == JOKER:
        if jokers := frozenset(card for card in deck if card.joker):
            return jokers
        raise EgnError("B is the joker, and there is none in this deck")
    if text in ("R", "L"):
        if not isinstance(trump, Suit):
            raise EgnError(f"{text} is a bower, and no trump is made")
        return frozenset((right_bower(trump) if text == "R" else left_bower(trump),))
    rank, suit = _RANKS.get(text[0], text[0]), text[1].upper()
    if suit in "TNG":
        raise EgnError(f"{text} gives its suit by its part in the deal, which is not read here")
    found = frozenset(
        card
        for card in deck
        if (rank == suit == "X")
        or (not card.joker and rank in ("X", card.rank.letter) and suit in ("X", card.suit.letter))
    )
    if not found:
        raise EgnError(f"{text} is not one of the {len(deck)} cards")
    return found


def read_card(text: str, trump: Strain | None, deck: tuple[Card, ...]) -> Card:
    """The one card that a text stands for."""
    found = read_cards(text, trump, deck)
    if len(found) != 1:
        raise EgnError(f"{text} is an unknown card, and without it the deal cannot be replayed")
    return next(iter(found))


# Rules that no book here has and that change every game, with the value that takes them away.
OFF: Final = {"num_players": 4, "fast_break": False, "four_trick_tokens": False}
# Rules that no book here has and that a game shows where they are used: there it is refused.
UNUSED: Final = (
    "farmers",
    "partners_best",
    "go_under",
)
# The lowest rank of the deck, by the cards from it to the ace.
LOWEST: Final = {"nine to ace": 9, "eight to ace": 8, "seven to ace": 7}
NOTE: Final = "The ruleset of the file says so."


def book_of(rules: Ruleset, book: RuleBook) -> tuple[RuleBook, int | None]:
    """The book with the ruleset over it, and the target where the book leaves it to the table."""
    for key, off in OFF.items():
        if getattr(rules, key) not in (None, off):
            said = str(getattr(rules, key)).lower()
            raise EgnError(f"metadata.ruleset.{key} is {said}, and no book here plays so")
    values = _values(rules, book)
    target = None
    wanted = rules.winning_score
    if wanted and target_objection(book, wanted) is None:
        target = None if wanted == book.game.target else wanted
    elif wanted:
        values |= {"game.target": wanted, "game.deals": None}
    changed = {path: value for path, value in values.items() if book.value(path) != value}
    return (overlay(book, changed, NOTE) if changed else book), target


def unused(rules: Ruleset) -> Iterator[str]:
    """A remark on each rule that the file has and no book here: its deals do not use it."""
    for key in UNUSED:
        if getattr(rules, key):
            yield f"ruleset.{key} is true, and no book here has that"


def _values(rules: Ruleset, book: RuleBook) -> dict[str, object]:
    """Each setting that the ruleset names."""
    if rules.winning_score and rules.num_deals:
        raise EgnError("metadata.ruleset has winning_score and num_deals; it may have one of them")
    if rules.winning_score == 0 and not rules.num_deals:
        raise EgnError("metadata.ruleset.winning_score is 0, so that the game would never end")
    values: dict[str, object] = {}
    if rules.min_rank is not None:
        known = {lowest: ranks for ranks, lowest in LOWEST.items()}
        if rules.min_rank not in known:
            raise EgnError(
                f"metadata.ruleset.min_rank is {rules.min_rank}, and no book here plays so"
            )
        values["pack.ranks"] = known[rules.min_rank]
    if rules.joker is not None and rules.joker != (book.pack.joker != "none"):
        values["pack.joker"] = "joker" if rules.joker else "none"
    if rules.std is not None:
        plain = ("throw in", "pay")
        kept = book.bidding.all_pass if book.bidding.all_pass in plain else "throw in"
        values["bidding.all_pass"] = "stick the dealer" if rules.std else kept
    if rules.canadian is not None:
        bound, order = "must be alone", book.bidding.partner_order
        free = "ordinary" if order == bound else order
        values["bidding.partner_order"] = bound if rules.canadian else free
    if rules.defend_alone is not None and book.alone.who != "anyone":
        allowed = book.alone.defend if book.alone.defend != "no" else "against a lone maker"
        values["alone.defend"] = allowed if rules.defend_alone else "no"
    if rules.allow_no_trump is not None:
        named = book.bidding.no_trump if book.bidding.no_trump != "none" else "high"
        values["bidding.no_trump"] = named if rules.allow_no_trump else "none"
    if rules.loner_lead is not None:
        left = {"LEFT_OF_DEALER": "left of dealer", "LEFT_OF_LONER": "left of lone player"}
        values["alone.lead"] = left[rules.loner_lead]
    if rules.loner_march_score is not None:
        values["score.lone_march"] = rules.loner_march_score
    if rules.loner_euchred_score is not None:
        values["score.lone_euchre"] = rules.loner_euchred_score
    if rules.num_deals:
        values |= {"game.deals": rules.num_deals, "game.target": None}
    return values


def ruleset_of(game: Game) -> Ruleset:
    """What the notation can say of the rules a game was played by."""
    book = game.book
    if game.target is not None and book.game.deals is not None:
        raise EgnError("the notation cannot say that a game ends by points and by deals")
    lowest = LOWEST[book.pack.ranks]
    return Ruleset(
        joker=None if book.pack.joker == "none" else True,
        min_rank=None if lowest == LOWEST[common("pack.ranks")] else lowest,
        std=book.bidding.all_pass == "stick the dealer",
        winning_score=game.target,
        num_deals=book.game.deals,
        canadian=book.bidding.partner_order == "must be alone",
        loner_lead=("LEFT_OF_DEALER" if book.alone.lead == "left of dealer" else "LEFT_OF_LONER"),
        loner_march_score=book.score.lone_march,
        loner_euchred_score=book.score.lone_euchre,
        allow_no_trump=None if book.bidding.no_trump == "none" else True,
        defend_alone=None if book.alone.defend == "no" else True,
    )
