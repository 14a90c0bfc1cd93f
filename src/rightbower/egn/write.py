"""Write a game in the notation; what is only assumed is left out."""

from __future__ import annotations

from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from rightbower.cards import Suit
from rightbower.deal import (
    Action,
    Bury,
    GoAlone,
    KeepPartner,
    Name,
    Order,
    Pass,
    Phase,
    PickUp,
    Play,
    TurnDown,
)
from rightbower.egn.fault import EgnError
from rightbower.egn.notation import UNKNOWN, write_card
from rightbower.egn.read import Notes
from rightbower.egn.ruleset import ruleset_of
from rightbower.egn.schema import (
    FILE_TYPE,
    VERSION,
    Bidding,
    CallText,
    Cards,
    EgnDeal,
    EgnFile,
    InitialState,
    Metadata,
    TrickPlay,
)
from rightbower.game import Game
from rightbower.record import DealStory, Record, stories

SUITS: Final[dict[Suit, CallText]] = {
    Suit.CLUBS: "c",
    Suit.DIAMONDS: "d",
    Suit.HEARTS: "h",
    Suit.SPADES: "s",
}


def write(record: Record, notes: Notes | None = None) -> str:
    """The game as a file; ``notes`` is what an earlier file said beside the game.

    Clock, bells, voided deals and the rules that have no key are left out.
    """
    game, told = stories(record)
    if not told:
        raise EgnError("the game has no deal to write")
    earlier = dict(enumerate(notes.deals if notes else ()))
    deals = []
    for number, story in enumerate(told):
        try:
            if number and story.deal.dealer is not told[number - 1].deal.dealer.left:
                raise EgnError("the notation cannot say why the deal passed elsewhere")
            deals.append(_deal(story, number, earlier.get(number)))
        except EgnError as fault:
            raise EgnError(f"deal {number + 1}: {fault}") from None
    about = notes.metadata if notes else _metadata(record, game)
    file = msgspec.to_builtins(EgnFile(FILE_TYPE, VERSION, about, tuple(deals)))
    try:
        msgspec.convert(file, EgnFile)
    except msgspec.ValidationError as fault:
        raise EgnError(f"the notation has no room for this: {fault}") from None
    return msgspec.json.format(msgspec.json.encode(file), indent=2).decode() + "\n"


def _metadata(record: Record, game: Game) -> Metadata:
    return Metadata(
        record.players,
        record.start_score,
        title=record.title or None,
        date=record.date or None,
        final_score=game.score if game.result else None,
        ruleset=ruleset_of(game),
    )


def _deal(story: DealStory, number: int, earlier: EgnDeal | None) -> EgnDeal:
    """One deal, with what an earlier file said of it beside the game."""
    deal = story.deal
    state = InitialState(int(deal.dealer), write_card(deal.turn_up), _hands(story))
    if earlier is None:
        return EgnDeal(number, state, tuple(_phases(story)))
    return EgnDeal(
        earlier.deal_number,
        earlier.initial_state,
        tuple(_annotated(phase, earlier) for phase in _phases(story)),
        earlier.alternative_lines,
    )


def _hands(story: DealStory) -> tuple[Cards, ...]:
    return tuple(
        tuple(UNKNOWN if card in story.dealt.assumed else write_card(card) for card in hand)
        for hand in story.deal.dealt
    )


def _phases(story: DealStory) -> list[Bidding | TrickPlay]:
    deal = story.deal
    if not deal.acts:
        return []
    if deal.lone not in (None, deal.maker):
        raise EgnError("the notation cannot say that the maker's partner or a defender is alone")
    asking = deal.phase is Phase.ALONE
    if asking and any(isinstance(action, KeepPartner) for action in deal.acts):
        raise EgnError("the notation cannot say who has been asked about playing alone")
    bidding = Bidding(
        0,
        tuple(call for action in deal.acts for call in _call(action)),
        None if asking or deal.maker is None else deal.lone is not None,
        discard=write_card(deal.buried) if deal.buried and story.knows_buried else None,
    )
    if not deal.tricks:
        return [bidding]
    tricks = (tuple(write_card(card) for _, card in trick.plays) for trick in deal.tricks)
    return [bidding, TrickPlay(1, tuple(trick for trick in tricks if trick))]


def _call(action: Action) -> tuple[CallText, ...]:
    """The call that says this act; none where the notation says it elsewhere."""
    match action:
        case Pass() | TurnDown():
            return ("Pass",)
        case Order() | PickUp():
            return ("Order",)
        case Name():
            return (SUITS[action.suit],)
        case Bury() | GoAlone() | KeepPartner() | Play():
            return ()
        case _:
            assert_never(action)


def _annotated(phase: Bidding | TrickPlay, earlier: EgnDeal) -> Bidding | TrickPlay:
    """The phase with the comments that the earlier file had on it."""
    for old in earlier.phases:
        if isinstance(phase, Bidding) and isinstance(old, Bidding):
            return replace(
                phase, call_annotations=old.call_annotations, discard=phase.discard or old.discard
            )
        if isinstance(phase, TrickPlay) and isinstance(old, TrickPlay):
            return replace(phase, play_annotations=old.play_annotations)
    return phase
