"""What the card table says to the one who reads it: whole sentences, in the second person."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from typing import TypeAlias

from rightbower.rules import message as messages
from rightbower.rules.cards import Card, NoTrump, Seat, Side, suit_in_play
from rightbower.rules.deal import Deal, Phase, named_blind
from rightbower.rules.game import Game, GameResult, Scored, cutter_due
from rightbower.rules.message import Message, Voice, capital, message, word
from rightbower.rules.refusal import Refusal
from rightbower.rules.score import Mark
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.card_text import Capital, reader, spoken
from rightbower.web.hall.table import HallTable
from rightbower.web.hall.wire import Ended, No

# What the four are called, in the order of the seats.
Names: TypeAlias = tuple[str, str, str, str]
_COMPASS = tuple(seat.word for seat in Seat)
SIDES = {Side.NS: "North–South", Side.EW: "East–West"}
# What a deal came to: as a reader at the table has it, and as one who watches has it.
CAME_TO = {
    "score.make": (word("{side|You|They} made it"), word("{side} made it")),
    "score.march": (word("{side|You|They} took all five"), word("{side} took all five")),
    "score.euchre": (word("{side|You|They} euchred them"), word("{side} euchred them")),
    "score.lone_make": (word("{side|You|They} made it alone"), word("{side} made it alone")),
    "score.lone_march": (word("{side|You|They} made the loner"), word("{side} made the loner")),
    "score.lone_euchre": (
        word("{side|You|They} euchred the loner"),
        word("{side} euchred the loner"),
    ),
    "score.lone_defence": (
        word("{side|You|They} euchred the loner alone"),
        word("{side} euchred the loner alone"),
    ),
    "score.lone_defence_of_pair": (
        word("{side|You|They} euchred them alone"),
        word("{side} euchred them alone"),
    ),
    "score.super_euchre": (
        word("{side|You|They} won every trick against them"),
        word("{side} won every trick against the makers"),
    ),
    "score.given_up": (word("{side|You|They} are paid"), word("{side} are paid")),
}
SCORED = word("{side|You|They} score"), word("{side} score")
# What a euchre is for the side that called.
EUCHRED = {
    "score.euchre": word("{side|You|They} were euchred"),
    "score.lone_euchre": word("{side|You|They} were euchred alone"),
    "score.lone_defence": word("{side|You|They} were euchred alone"),
    "score.lone_defence_of_pair": word("{side|You|They} were euchred"),
    "score.super_euchre": word("{side|You|They} were euchred without a trick"),
}


# What somebody asks the others.
ASKED = {
    "resign": word("{seat} wants to resign this game."),
    "draw": word("{seat} offers a draw."),
    "undo": word("{seat} would like to take the last play back."),
}


def name(table: HallTable, seat: Seat) -> str:
    """What people call the one in a seat."""
    sitter = table.seats[seat]
    return seat.word if sitter is None else sitter.name


def names_of(table: HallTable) -> Names:
    """What people call the four: an empty seat goes by the compass, a second of one name has a number."""
    north, east, south, west = table.seats
    names = (
        _COMPASS[0] if north is None else north.name,
        _COMPASS[1] if east is None else east.name,
        _COMPASS[2] if south is None else south.name,
        _COMPASS[3] if west is None else west.name,
    )
    return names if len(set(names)) == len(names) else _apart(names)


def _apart(names: Names) -> Names:
    """Two people of one name are told apart by a number, in the order of the seats."""
    before = [names[:at].count(each) for at, each in enumerate(names)]
    north, east, south, west = (
        f"{each} ({count + 1})" if count else each
        for each, count in zip(names, before, strict=True)
    )
    return north, east, south, west


def voice(table: HallTable, you: Seat | None, language: str = "en") -> Voice:
    """What is told to one at the table: people by their names, cards in words."""
    return in_language(language, names_of(table), you)


def in_language(language: str, names: Names, you: Seat | None = None) -> Voice:
    """The voice for somebody who reads a language, by the names of the four."""
    if language == "en":
        return Voice(you, names, _in_words)
    return messages.voice(language, you, names)


def _in_words(card: object) -> str:
    return spoken(card) if isinstance(card, Card) else str(card)


def tell(language: str, names: Names, you: Seat | None, said: Message) -> str:
    """What is said, to a reader at a table; what was told alike before is not made up again.

    Most is about nobody or about one of the four, so that the others' names do not matter.
    """
    about = _about(said)
    if about is None:
        return _of_nobody(language, said)
    if about is SEVERAL:
        return in_language(language, names, you)(said)
    return told_to(language, about, said) if about == you else told_of(language, names[about], said)


SEVERAL = -1


@lru_cache(maxsize=4096)
def _about(said: Message) -> int | None:
    """The seat that something is said of; more of them are several."""
    seats = set(_seats(tuple(value for _, value in said.args)))
    return None if not seats else seats.pop() if len(seats) == 1 else SEVERAL


def _seats(values: tuple[object, ...]) -> Iterator[int]:
    for value in values:
        if isinstance(value, Seat):
            yield int(value)
        elif isinstance(value, Side):
            yield from map(int, value.seats)
        elif isinstance(value, Message):
            yield from _seats(tuple(each for _, each in value.args))
        elif isinstance(value, tuple):
            yield from _seats(value)


@lru_cache(maxsize=4096)
def _of_nobody(language: str, said: Message) -> str:
    return in_language(language, ("", "", "", ""))(said)


@lru_cache(maxsize=4096)
def told_to(language: str, you: int, said: Message) -> str:
    """What is about the reader alone."""
    return in_language(language, ("", "", "", ""), Seat(you))(said)


@lru_cache(maxsize=16384)
def told_of(language: str, name: str, said: Message) -> str:
    """What is about one other alone."""
    return in_language(language, (name, name, name, name))(said)


def why(names: Names, said: Message, language: str = "en") -> str:
    """Why a choice is better, with people's names; cards as they are written."""
    return messages.voice(language, None, names, attrgetter("symbol"))(said)


def line(table: HallTable, you: Seat | None, language: str = "en") -> str:
    """The one line that always says what is happening and what the reader may do."""
    game = table.game
    deal = None if game is None or game.result is not None else game.deal
    if deal is not None and (turn := _turn_of_other(deal, you)) is not None:
        # Said with every card to three of four.
        sitter = table.seats[turn]
        who = _COMPASS[turn] if sitter is None else sitter.name
        return told_of(language, who, _THEIRS[_doing(deal)][turn])
    return capital(tell(language, names_of(table), you, says(table, you)))


def quiet_line(table: HallTable, language: str = "en") -> str:
    """The line for all who wait for another's act, but for who sits out; nothing where none is awaited."""
    game = table.game
    deal = None if game is None or game.result is not None else game.deal
    if deal is None or deal.turn is None:
        return ""
    sitter = table.seats[deal.turn]
    who = _COMPASS[deal.turn] if sitter is None else sitter.name
    return told_of(language, who, _THEIRS[_doing(deal)][deal.turn])


def _turn_of_other(deal: Deal, you: Seat | None) -> Seat | None:
    """Whose turn it is, where it is another's and the reader plays along or watches."""
    sits_out = you is not None and you.partner in (deal.lone, deal.lone_defender)
    return None if deal.turn is you or sits_out else deal.turn


def says(table: HallTable, you: Seat | None) -> Message:
    """The same as a sentence about those at the table."""
    game = table.game
    if game is None:
        facts = table.finished
        return _before(table, you) if facts is None else won(facts.result, you)
    if game.result is not None:
        return won(game.result, you)
    deal = game.deal
    if deal is None:
        return _between(table, game, you)
    if deal.turn is None:
        return message("The last trick is played.")
    if deal.turn is you:
        return message("Your turn. {what}", what=_yours(table, deal, you))
    if you is not None and you.partner in (deal.lone, deal.lone_defender):
        return message("{seat} is going alone. Your hand is face down.", seat=you.partner)
    return _THEIRS[_doing(deal)][deal.turn]


def _between(table: HallTable, game: Game, you: Seat | None) -> Message:
    """Between two hands, where the cut may be offered to somebody."""
    cut = None if table.referee is None else cutter_due(game)
    if cut is None:
        return message("The next hand is about to be dealt.")
    if cut is you:
        return message("Your cut. Lift some cards, or leave the deck as it is.")
    return message("{seat} may cut the deck.", seat=cut)


def _before(table: HallTable, you: Seat | None) -> Message:
    if table.beginning is not None:
        return message("The cards are being shuffled.")
    empty = None in table.seats
    if table.opened.event:
        if empty:
            return message(
                "The chairs are held for the players of the event. Play starts with the fourth."
            )
        return message("Everybody is here.")
    if you is None:
        if empty:
            return message("Choose a chair.")
        return message("All four chairs are taken. You are watching.")
    if empty and table.opened.manners.bots_after is not None:
        return message(
            "Looking for players. In a few seconds bots take the chairs that are still empty."
        )
    if empty:
        return message("Invite friends with the link, or start now: bots take the empty chairs.")
    return message("Everybody is here. Start when you are ready.")


def _yours(table: HallTable, deal: Deal, you: Seat) -> Message:
    """What the reader may do now."""
    match deal.phase:
        case Phase.ROUND_ONE if deal.dealer is you:
            return message("Pick up {card}?", card=deal.turn_up)
        case Phase.ROUND_ONE:
            return message("Order up {card}?", card=deal.turn_up)
        case Phase.JOKER if named_blind(deal):
            return message("Name a suit before you look.")
        case Phase.JOKER:
            return message("Name a suit for {card}.", card=deal.turn_up)
        case Phase.ROUND_TWO:
            stuck = deal.dealer is you and deal.book.bidding.all_pass == "stick the dealer"
            if stuck:
                return message("You have to name a suit.")
            if deal.dealer is you and deal.book.bidding.all_pass == "pay":
                return message(
                    "Name a suit, or pass and pay {points} {points|point|points}.",
                    points=deal.book.score.given_up,
                )
            return message("Name a suit, or pass.")
        case Phase.BURY:
            assert deal.maker is not None
            if deal.maker is you:
                return message("You picked it up: tap a card to discard.")
            return message("{seat} called it: tap a card to discard.", seat=deal.maker)
        case Phase.ALONE:
            assert deal.trump is not None
            if isinstance(deal.trump, NoTrump):
                return message("{call} is called. Go alone?", call=Capital(deal.trump))
            return message("{suit} are trump. Go alone?", suit=Capital(deal.trump))
        case Phase.DEFEND:
            assert deal.trump is not None
            if isinstance(deal.trump, NoTrump):
                return message("{call} is called. Defend alone?", call=Capital(deal.trump))
            return message("{suit} are trump. Defend alone?", suit=Capital(deal.trump))
        case _:
            return _to_play(table, deal, you)


def _to_play(table: HallTable, deal: Deal, you: Seat) -> Message:
    led = deal.tricks[-1].led
    if led is None:
        return message("You lead.")
    suit = suit_in_play(led, deal.trump)
    if table.referee is not None:
        return message("{suit} led.", suit=Capital(suit))
    if any(suit_in_play(card, deal.trump) is suit for card in deal.hands[you]):
        return message("{suit} led: follow suit.", suit=Capital(suit))
    return message("You have no {suit}: play any card.", suit=suit)


def _doing(deal: Deal) -> str:
    match deal.phase:
        case Phase.ROUND_ONE | Phase.ROUND_TWO:
            return "bid"
        case Phase.JOKER:
            return "joker"
        case Phase.BURY:
            return "discard"
        case Phase.ALONE:
            return "alone"
        case Phase.DEFEND:
            return "defend"
        case _:
            return "play" if deal.tricks and deal.tricks[-1].plays else "lead"


# Said with every card, to three of four: made once.
_THEIRS = {
    "bid": tuple(message("{seat} to bid.", seat=seat) for seat in Seat),
    "joker": tuple(message("{seat} to name a suit for the joker.", seat=seat) for seat in Seat),
    "discard": tuple(message("{seat} is discarding.", seat=seat) for seat in Seat),
    "alone": tuple(message("{seat} may go alone.", seat=seat) for seat in Seat),
    "defend": tuple(message("{seat} may defend alone.", seat=seat) for seat in Seat),
    "play": tuple(message("{seat} to play.", seat=seat) for seat in Seat),
    "lead": tuple(message("{seat} to lead.", seat=seat) for seat in Seat),
}


def result(table: HallTable, result: GameResult, you: Seat | None, language: str = "en") -> str:
    """Who won, and by how much."""
    return capital(voice(table, you, language)(won(result, you)))


def won(result: GameResult, you: Seat | None) -> Message:
    """The same as a sentence about those at the table."""
    high, low = max(result.score), min(result.score)
    if result.reason == "abandoned":
        return message("The game was left at {high}–{low}.", high=high, low=low)
    if result.winner is None:
        return message("A draw, {high}–{low}.", high=high, low=low)
    if result.reason == "resigned":
        return _resigned(result.winner, result.score, you)
    if you is None:
        return message("{both} win, {high}–{low}.", both=result.winner.seats, high=high, low=low)
    if you.side is result.winner:
        return message("You and {seat} win, {high}–{low}.", seat=you.partner, high=high, low=low)
    return message("They win, {high}–{low}.", high=high, low=low)


def _resigned(winner: Side, score: tuple[int, int], you: Seat | None) -> Message:
    ours, theirs = score[winner.other], score[winner]
    if you is None:
        both = winner.other.seats
        return message("{both} resign at {ours}–{theirs}.", both=both, ours=ours, theirs=theirs)
    if you.side is winner:
        return message("They resign. You and {seat} win.", seat=you.partner)
    return message("You resign at {ours}–{theirs}.", ours=ours, theirs=theirs)


def course_text(chances: list[float], you: Seat | None, language: str = "en") -> str:
    """Where the game turned, for the one who reads."""
    if you is None or len(chances) < 3:
        return ""
    ours = chances if you.side is Side.NS else [1 - each for each in chances]
    turns, tell = ours[1:-1], reader(language)
    if ours[-1] == 1:
        low = min(turns)
        if low >= 0.5:
            return tell(message("You led all the way."))
        deal = turns.index(low) + 1
        return tell(
            message("You were down to {chance} after deal {deal}.", chance=_percent(low), deal=deal)
        )
    high = max(turns)
    if high <= 0.5:
        return ""
    deal = turns.index(high) + 1
    return tell(
        message("You were up to {chance} after deal {deal}.", chance=_percent(high), deal=deal)
    )


def _percent(chance: float) -> Message:
    return message("{percent}%", percent=f"{100 * chance:.0f}")


def ended(table: HallTable, you: Seat | None, language: str = "en") -> Ended | None:
    """The card that lies on the table after a hand: what happened, and what it brought."""
    game = table.game
    called_off = game is not None and game.result is not None and not game.result.path
    if game is None or game.deal is not None or not game.finished or called_off:
        return None
    last, tell = game.finished[-1], voice(table, you, language)
    mark = next((each for each in last.marks if each.points), None)
    title, points = _title(last, mark, you)
    clause = "" if mark is None else game.book.clause(mark.path)
    return Ended(tell.capital(title), tell(points), tell.capital(_told(last)), clause)


def _title(last: Scored, mark: Mark | None, you: Seat | None) -> tuple[Message, Message]:
    if last.deal.ending == "thrown in":
        return message("Thrown in"), message("no points")
    if last.deal.ending == "bad hand":
        return message("A bad hand"), message("no points")
    if mark is None:
        return message("The hand is over"), message("no points")
    at_table, watching = CAME_TO.get(mark.path, SCORED)
    side, maker = mark.side, last.deal.maker
    if maker is not None and mark.path in EUCHRED:
        side, at_table = maker.side, EUCHRED[mark.path]
    points = message(
        "{points} {count|point|points}", points=f"{mark.points:+d}", count=abs(mark.points)
    )
    if you is None:
        return Message(watching, (("side", mark.side),)), points
    return Message(at_table, (("side", side),)), points


def _told(last: Scored) -> Message:
    deal = last.deal
    if deal.ending == "bad hand":
        shown = deal.acts[-1].seat
        cards = tuple(deal.hands[shown])
        return message(
            "{seat} {seat|show|shows} {cards}: the cards are dealt again.", seat=shown, cards=cards
        )
    if deal.maker is None or deal.trump is None:
        return message("Everybody passed twice.")
    won, tricks = deal.tricks_of(deal.maker.side), len(deal.tricks)
    if deal.lone is not None:
        return message(
            "{seat} called {suit} and went alone: {won} of {tricks} tricks.",
            seat=deal.maker,
            suit=deal.trump,
            won=won,
            tricks=tricks,
        )
    return message(
        "{seat} called {suit}: {won} of {tricks} tricks.",
        seat=deal.maker,
        suit=deal.trump,
        won=won,
        tricks=tricks,
    )


def goal(game: Game, language: str = "en") -> str:
    """The target of a game, as shown beside the score of a side."""
    return "" if game.target is None else _goal(game.target, language)


@lru_cache(maxsize=128)
def _goal(target: int, language: str) -> str:
    return reader(language)(message("of {target}", target=target))


def which_deal(game: Game, language: str = "en") -> str:
    """The number of the current deal, as shown once for both sides."""
    deals = game.book.game.deals
    return "" if deals is None else _which_deal(min(game.played + 1, deals), deals, language)


@lru_cache(maxsize=512)
def _which_deal(deal: int, deals: int, language: str) -> str:
    return reader(language)(message("deal {deal} of {deals}", deal=deal, deals=deals))


def no(
    table: HallTable, you: Seat | None, request: str, refusal: Refusal, language: str = "en"
) -> No:
    """The answer to a request that is refused."""
    said = refusal.said
    text, clause = voice(table, you, language).sentence(said), next(iter(said.clauses), "")
    if isinstance(refusal, Refused):
        return No(request, text, refusal.clause or clause, refusal.ask)
    return No(request, text, clause)
