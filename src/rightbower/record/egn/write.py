"""Write a game in the notation; what is only assumed is left out."""

from __future__ import annotations

from typing import Any, Final, assert_never

import msgspec

from rightbower.record.egn.read import SourceFile
from rightbower.record.egn_schema import (
    FILE_TYPE,
    UNKNOWN,
    VERSION,
    BiddingPhase,
    CallText,
    Cards,
    EgnDeal,
    EgnError,
    EgnFile,
    InitialState,
    Metadata,
    TrickPlay,
    ruleset_of,
    write_card,
)
from rightbower.record.entries import Record
from rightbower.record.record import DealStory, stories
from rightbower.rules import acts
from rightbower.rules.cards import Suit
from rightbower.rules.deal import Phase
from rightbower.rules.game import Game
from rightbower.rules.message import message

LONGEST_NAME: Final = 64
SUITS: Final[dict[Suit, CallText]] = {
    Suit.CLUBS: "c",
    Suit.DIAMONDS: "d",
    Suit.HEARTS: "h",
    Suit.SPADES: "s",
}


def write(record: Record, notes: SourceFile | None = None) -> str:
    """The game as a file; ``notes`` is the earlier file it came from, of which all is kept.

    Clock, bells, voided deals and the rules that have no key are left out.
    """
    game, told = stories(record)
    if not told:
        raise EgnError("the game has no deal to write")
    earlier = _earlier(notes)
    deals = []
    for number, story in enumerate(told):
        try:
            if number and story.deal.dealer is not told[number - 1].deal.dealer.left:
                raise EgnError("the notation cannot say why the deal passed elsewhere")
            deals.append(_deal(story, number, *earlier.get(number, (None, None))))
        except EgnError as fault:
            raise EgnError(
                message("deal {number}: {reason}", number=number + 1, reason=fault.said)
            ) from None
    file = _file(record, game) if notes is None else _kept(notes, game)
    file["deals"] = deals
    return msgspec.json.format(msgspec.json.encode(file), indent=2).decode() + "\n"


def _earlier(notes: SourceFile | None) -> dict[int, tuple[dict[str, Any] | str, DealStory]]:
    """Each deal of the earlier file as it stood, and as it was played."""
    if notes is None:
        return {}
    told = stories(notes.record)[1]
    return dict(enumerate(zip(notes.data["deals"], told, strict=True)))


def _kept(notes: SourceFile, game: Game) -> dict[str, Any]:
    """The earlier file, with its final score put right where the game went on."""
    file = dict(notes.data)
    about = file.get("metadata")
    if isinstance(about, dict) and "finalScore" in about and game != stories(notes.record)[0]:
        file["metadata"] = {**about, "finalScore": list(game.score)}
    return file


def _file(record: Record, game: Game) -> dict[str, Any]:
    """The heading of a new file; refuse what the notation has no room for."""
    if (longest := max(len(name) for name in record.players)) > LONGEST_NAME:
        raise EgnError(f"the notation has no room for a name of {longest} letters")
    file = EgnFile(file_type=FILE_TYPE, version=VERSION, metadata=_metadata(record, game), deals=())
    plain: dict[str, Any] = msgspec.to_builtins(file)
    try:
        msgspec.convert(plain, EgnFile)
    except msgspec.ValidationError as fault:
        raise EgnError(f"the notation has no room for this: {fault}") from None
    return plain


def _metadata(record: Record, game: Game) -> Metadata:
    return Metadata(
        record.players,
        record.start_score,
        title=record.title or None,
        date=record.date or None,
        final_score=game.score if game.result else None,
        ruleset=ruleset_of(game),
    )


def _deal(
    story: DealStory, number: int, stood: dict[str, Any] | str | None, earlier: DealStory | None
) -> dict[str, Any] | str:
    """One deal: as it stood in the earlier file, or with what was played since."""
    same = earlier is not None and story.dealt == earlier.dealt
    if same and stood is not None and earlier and story.deal.acts == earlier.deal.acts:
        return stood
    if not same or not isinstance(stood, dict):
        state = InitialState(int(story.deal.dealer), write_card(story.deal.turn_up), _hands(story))
        phases = tuple(_phases(story))
        new = EgnDeal(deal_number=number, initial_state=state, phases=phases)
        return dict(msgspec.to_builtins(new))
    before = {phase.get("type"): phase for phase in stood.get("phases", ())}
    new_phases = msgspec.to_builtins(_phases(story))
    return {**stood, "phases": [{**before.get(each["type"], {}), **each} for each in new_phases]}


def _hands(story: DealStory) -> tuple[Cards, ...]:
    return tuple(
        tuple(UNKNOWN if card in story.dealt.assumed else write_card(card) for card in hand)
        for hand in story.deal.dealt
    )


def _phases(story: DealStory) -> list[BiddingPhase | TrickPlay]:
    deal = story.deal
    if not deal.acts:
        return []
    if deal.lone not in (None, deal.maker):
        raise EgnError("the notation cannot say that the maker's partner or a defender is alone")
    asking = deal.phase is Phase.ALONE
    if asking and any(isinstance(action, acts.KeepPartner) for action in deal.acts):
        raise EgnError("the notation cannot say who has been asked about playing alone")
    bidding = BiddingPhase(
        phase_number=0,
        calls=tuple(call for action in deal.acts for call in _call(action)),
        is_alone=None if asking or deal.maker is None else deal.lone is not None,
        discard=write_card(deal.buried) if deal.buried and story.knows_buried else None,
    )
    if not deal.tricks:
        return [bidding]
    tricks = (tuple(write_card(card) for _, card in trick.plays) for trick in deal.tricks)
    return [bidding, TrickPlay(phase_number=1, tricks=tuple(trick for trick in tricks if trick))]


def _call(action: acts.Action) -> tuple[CallText, ...]:
    """The call that says this act; none where the notation says it elsewhere."""
    match action:
        case acts.Pass() | acts.TurnDown():
            return ("Pass",)
        case acts.Order() | acts.PickUp():
            return ("Order",)
        case acts.Name():
            return (SUITS[action.suit],)
        case acts.Bury() | acts.GoAlone() | acts.KeepPartner() | acts.Play():
            return ()
        case _:
            assert_never(action)
