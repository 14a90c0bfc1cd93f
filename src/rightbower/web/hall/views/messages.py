"""What the card table says to the one who reads it: whole sentences, in the second person."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rightbower.rules.cards import Card, Seat, Side, card, suit_in_play
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.game import Game, GameResult, Scored, cutter_due
from rightbower.rules.message import Voice
from rightbower.rules.refusal import capital
from rightbower.rules.score import Mark
from rightbower.web.hall.table.table import HallTable
from rightbower.web.hall.views.card_text import spoken
from rightbower.web.hall.wire.views import Ended

SIDES = {Side.NS: "North–South", Side.EW: "East–West"}
# What a deal came to, for the side that scores and for the other.
CAME_TO = {
    "score.make": ("made it", "made it"),
    "score.march": ("took all five", "took all five"),
    "score.euchre": ("euchred them", "were euchred"),
    "score.lone_make": ("made it alone", "made it alone"),
    "score.lone_march": ("made the loner", "made the loner"),
    "score.lone_euchre": ("euchred the loner", "were euchred alone"),
}


# What somebody asks the others.
ASKED = {
    "resign": "{} wants to resign this game.",
    "draw": "{} offers a draw.",
    "undo": "{} would like to take the last play back.",
}


def name(table: HallTable, seat: Seat) -> str:
    """What people call the one in a seat."""
    sitter = table.seats[seat]
    return seat.word if sitter is None else sitter.name


def voice(table: HallTable, you: Seat | None) -> Voice:
    """What is told to one at the table: people by their names, cards in words."""
    north, east, south, west = (name(table, seat) for seat in Seat)
    return Voice(you, (north, east, south, west), _in_words)


def _in_words(card: object) -> str:
    return spoken(card) if isinstance(card, Card) else str(card)


_SEAT_OR_CARD = re.compile(r"\b(?:(?<!–)(North|East|South|West)(?!–)|([9TJQKA][CDHS]))\b")


def people(table: HallTable, text: str) -> str:
    """Why a choice is better, with people's names for the seats and cards as they are said."""
    return with_names([name(table, seat) for seat in Seat], text)


def with_names(names: Sequence[str], text: str) -> str:
    """The same with the names given."""

    def put(found: re.Match[str]) -> str:
        if found[1]:
            return names[Seat.of(found[1])]
        return spoken(card(found[2]))

    return _SEAT_OR_CARD.sub(put, text)


def line(table: HallTable, you: Seat | None) -> str:
    """The one line that always says what is happening and what the reader may do."""
    game = table.game
    if game is None:
        facts = table.finished
        return _before(table, you) if facts is None else result(table, facts.result, you)
    if game.result is not None:
        return result(table, game.result, you)
    deal = game.deal
    if deal is None:
        return _between(table, game, you)
    if deal.turn is None:
        return "The last trick is played."
    if deal.turn is you:
        return f"Your turn. {_yours(table, deal, you)}"
    if you is not None and deal.lone is you.partner:
        return f"{name(table, you.partner)} is going alone. Your hand is face down."
    return f"{name(table, deal.turn)} {_theirs(deal)}."


def _between(table: HallTable, game: Game, you: Seat | None) -> str:
    """Between two hands, where the cut may be offered to somebody."""
    cut = None if table.referee is None else cutter_due(game)
    if cut is None:
        return "The next hand is about to be dealt."
    if cut is you:
        return "Your cut. Lift some cards, or leave the deck as it is."
    return f"{name(table, cut)} may cut the deck."


def _before(table: HallTable, you: Seat | None) -> str:
    if table.beginning is not None:
        return "The cards are being shuffled."
    empty = None in table.seats
    if table.opened.event:
        if empty:
            return "The chairs are held for the players of the event. Play starts with the fourth."
        return "Everybody is here."
    if you is None:
        return "Choose a chair." if empty else "All four chairs are taken. You are watching."
    if empty and table.opened.manners.bots_after is not None:
        return "Looking for players. In a few seconds bots take the chairs that are still empty."
    if empty:
        return "Invite friends with the link, or start now: bots take the empty chairs."
    return "Everybody is here. Start when you are ready."


def _yours(table: HallTable, deal: Deal, you: Seat) -> str:
    """What the reader may do now."""
    match deal.phase:
        case Phase.ROUND_ONE if deal.dealer is you:
            return f"Pick up {spoken(deal.turn_up)}?"
        case Phase.ROUND_ONE:
            return f"Order up {spoken(deal.turn_up)}?"
        case Phase.ROUND_TWO:
            stuck = deal.dealer is you and deal.book.bidding.all_pass == "stick the dealer"
            return "You have to name a suit." if stuck else "Name a suit, or pass."
        case Phase.BURY:
            picked = "You picked it up" if deal.maker is you else f"{_maker(table, deal)} called it"
            return f"{picked}: tap a card to discard."
        case Phase.ALONE:
            return f"{capital(str(deal.trump))} are trump. Go alone?"
        case _:
            return _to_play(table, deal, you)


def _maker(table: HallTable, deal: Deal) -> str:
    assert deal.maker is not None
    return name(table, deal.maker)


def _to_play(table: HallTable, deal: Deal, you: Seat) -> str:
    led = deal.tricks[-1].led
    if led is None:
        return "You lead."
    suit = suit_in_play(led, deal.trump)
    if table.referee is not None:
        return f"{capital(str(suit))} led."
    if any(suit_in_play(card, deal.trump) is suit for card in deal.hands[you]):
        return f"{capital(str(suit))} led: follow suit."
    return f"You have no {suit}: play any card."


def _theirs(deal: Deal) -> str:
    match deal.phase:
        case Phase.ROUND_ONE | Phase.ROUND_TWO:
            return "to bid"
        case Phase.BURY:
            return "is discarding"
        case Phase.ALONE:
            return "may go alone"
        case _:
            return "to play" if deal.tricks and deal.tricks[-1].plays else "to lead"


def result(table: HallTable, result: GameResult, you: Seat | None) -> str:
    """Who won, and by how much."""
    high, low = max(result.score), min(result.score)
    if result.reason == "abandoned":
        return f"The game was left at {high}–{low}."
    if result.winner is None:
        return f"A draw, {high}–{low}."
    if result.reason == "resigned":
        return _resigned(table, result.winner, result.score, you)
    if you is None:
        both = " and ".join(name(table, seat) for seat in result.winner.seats)
        return f"{both} win, {high}–{low}."
    if you.side is result.winner:
        return f"You and {name(table, you.partner)} win, {high}–{low}."
    return f"They win, {high}–{low}."


def _resigned(table: HallTable, winner: Side, score: tuple[int, int], you: Seat | None) -> str:
    ours, theirs = score[winner.other], score[winner]
    if you is None:
        both = " and ".join(name(table, seat) for seat in winner.other.seats)
        return f"{both} resign at {ours}–{theirs}."
    if you.side is winner:
        return f"They resign. You and {name(table, you.partner)} win."
    return f"You resign at {ours}–{theirs}."


def course_text(chances: list[float], you: Seat | None) -> str:
    """Where the game turned, for the one who reads."""
    if you is None or len(chances) < 3:
        return ""
    ours = chances if you.side is Side.NS else [1 - each for each in chances]
    turns = ours[1:-1]
    if ours[-1] == 1:
        low = min(turns)
        return (
            f"You were down to {low:.0%} after deal {turns.index(low) + 1}."
            if low < 0.5
            else "You led all the way."
        )
    high = max(turns)
    return f"You were up to {high:.0%} after deal {turns.index(high) + 1}." if high > 0.5 else ""


def ended(table: HallTable, you: Seat | None) -> Ended | None:
    """The card that lies on the table after a hand: what happened, and what it brought."""
    game = table.game
    called_off = game is not None and game.result is not None and not game.result.path
    if game is None or game.deal is not None or not game.finished or called_off:
        return None
    last = game.finished[-1]
    mark = next((each for each in last.marks if each.points), None)
    title, points = _title(last, mark, you)
    clause = "" if mark is None else game.book.clause(mark.path)
    return Ended(title, points, _told(table, last, you), clause)


def _title(last: Scored, mark: Mark | None, you: Seat | None) -> tuple[str, str]:
    if last.deal.ending == "thrown in":
        return "Thrown in", "no points"
    if mark is None:
        return "The hand is over", "no points"
    gained, given = CAME_TO.get(mark.path, ("score", "score"))
    points = f"{mark.points:+d} point{'' if abs(mark.points) == 1 else 's'}"
    maker = last.deal.maker
    if mark.path.endswith("euchre") and maker is not None and you is not None:
        who = "You" if you.side is maker.side else "They"
        return f"{who} {given}", points
    if you is None:
        return f"{SIDES[mark.side]} {gained}", points
    return f"{'You' if you.side is mark.side else 'They'} {gained}", points


def _told(table: HallTable, last: Scored, you: Seat | None) -> str:
    deal = last.deal
    if deal.maker is None or deal.trump is None:
        return "Everybody passed twice."
    who = "You" if deal.maker is you else name(table, deal.maker)
    alone = " and went alone" if deal.lone is not None else ""
    won = deal.tricks_of(deal.maker.side)
    return f"{who} called {deal.trump}{alone}: {won} of {len(deal.tricks)} tricks."


def goal(game: Game) -> str:
    """The target of a game, as shown beside the score of a side."""
    return "" if game.target is None else f"of {game.target}"


def which_deal(game: Game) -> str:
    """The number of the current deal, as shown once for both sides."""
    deals = game.book.game.deals
    return "" if deals is None else f"deal {min(game.played + 1, deals)} of {deals}"
