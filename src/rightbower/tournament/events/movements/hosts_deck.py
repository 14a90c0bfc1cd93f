"""Each round every player draws a card from the host's deck: its rank is the table, its suit the seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

from rightbower.tournament.events.movements import real_draw
from rightbower.tournament.events.movements.movement import RoundDraw, RoundMaker, Seating, best_of
from rightbower.tournament.events.movements.real_draw import Slot, sits_out
from rightbower.tournament.events.state.draws import chance, lot
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event, EventTable
from rightbower.tournament.events.state.participants import floaters, here, in_fours, sit_out

# A full pack has thirteen ranks; with more tables the deck is numbered cards.
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# North, East, South, West: hearts opposite diamonds, the red pair; spades opposite clubs, the black.
SUITS: Final = "HSDC"
SIGNS: Final[Mapping[str, str]] = {"♥": "H", "♠": "S", "♦": "D", "♣": "C", "T": "10"}
COLOURS: Final[Mapping[str, tuple[int, int]]] = {"R": (0, 2), "B": (1, 3)}
MOVE: Final = "everyone draws from the host's deck"


def seat(event: Event, by: RoundDraw) -> Seating:
    """From the cards that people drew, or drawn for them."""
    if by.shown:
        return from_cards(event, by.seed, by.shown, by.rest)
    return best_of(event, by.seed, "deck", partial(_drawn, event))


def _drawn(event: Event, luck: Random) -> Seating:
    """Seats drawn for everybody; extras sit out, those first who have done so least."""
    players = in_fours(event)
    out = sit_out(event, players, len(players) % 4, luck)
    drawing = [number for number in players if number not in out]
    order = lot(drawing, luck)
    tables = tuple(
        EventTable(place + 1, ((north, south), (east, west)))
        for place, (north, east, south, west) in enumerate(zip(*[iter(order)] * 4, strict=True))
    )
    return Seating(tables, out, MOVE)


def from_cards(event: Event, seed: str, drawn: Mapping[int, str], rest: bool) -> Seating:
    """Seats from real cards that players drew; ``rest`` has the program draw for those left.

    Up to three who drew no card sit out, since four make a table.
    """
    real_draw.known(event, drawn, (*here(event), *floaters(event)))
    shown = {number: text for number, text in drawn.items() if not sits_out(text)}
    left = [number for number in here(event) if number not in drawn]
    luck = chance(seed, "deck")
    out = [number for number, text in drawn.items() if sits_out(text)]
    if rest:
        more = sit_out(event, left, (len(shown) + len(left)) % 4, chance(seed, "deck, out"))
    else:
        more = tuple(left) if len(left) < 4 else ()
    left = [number for number in left if number not in more]
    count = len(shown) + len(left)
    if (left and not rest) or count % 4:
        raise _refused(event, left, more, count)
    tables = count // 4
    wanted = {number: seats_of_card(event, tables, text) for number, text in shown.items()}
    slots = [(table, seat) for table in range(1, tables + 1) for seat in range(4)]
    seats = real_draw.arranged(event, shown, wanted, slots, lot(left, luck))
    return Seating(_tables(seats, tables), (*out, *more), f"{MOVE}, with real cards")


def _refused(event: Event, left: Sequence[int], out: Sequence[int], count: int) -> EventError:
    undrawn = (*left, *out)
    if undrawn:
        return real_draw.missing(event, undrawn, "card")
    return EventError(f"{count} drew a card; a table needs four players")


def _tables(seats: Mapping[Slot, int], tables: int) -> tuple[EventTable, ...]:
    if not tables:
        raise EventError("a table needs four players; nobody drew a card")
    return tuple(
        EventTable(
            number, ((seats[number, 0], seats[number, 2]), (seats[number, 1], seats[number, 3]))
        )
        for number in range(1, tables + 1)
    )


def seats_of_card(event: Event, tables: int, text: str) -> list[Slot]:
    """The seats a drawn card may mean: one, or both of a colour where only that was seen.

    A card is written 4H, 10S, AD or 4♥; 4R and 4B are any red and any black seat of table 4.
    """
    word = "".join(text.split()).upper()
    for sign, letter in SIGNS.items():
        word = word.replace(sign, letter)
    if numbered(event, tables) and word.isdecimal():
        number = int(word) - 1
        return [(number // 4 + 1, number % 4)]
    rank, suit = word[:-1], word[-1:]
    table = RANKS.index(rank) + 1 if rank in RANKS else 0
    if not table and rank.isdecimal():
        table = int(rank)
    if not table or suit not in (*SUITS, *COLOURS):
        example = "57" if numbered(event, tables) else "4H, 10S, or 4R for any red seat of table 4"
        raise EventError(f"{text[:20]!r} is not a card of the host's deck; write {example}")
    return [(table, seat) for seat in COLOURS.get(suit, (SUITS.find(suit),))]


def numbered(event: Event, tables: int) -> bool:
    """Whether the deck is plain numbers: by the plan, or because the ranks run out."""
    return event.plan.movement.draw_card == "number" or tables > len(RANKS)


def card_for(event: Event, tables: int, table: int, seat: int) -> str:
    """The card that sends a player to a seat (N 0, E 1, S 2, W 3) of a table.

    With more than thirteen tables, or where the plan says so, it is a plain number.
    """
    if numbered(event, tables):
        return str(4 * (table - 1) + seat + 1)
    return RANKS[table - 1] + SUITS[seat]


def words(event: Event, tables: int) -> tuple[str, ...]:
    """What a player does after a game, with the clauses."""
    plan = event.plan
    clause = plan.clause("movement.kind")
    seat = plan.clause("movement.draw_card")
    means = "The rank is your table. Red sits opposite red, black opposite black"
    if numbered(event, tables):
        means = "The host tells you which table and seat your number means"
    copied = plan.clause("standings.record")
    return (
        f"Copy the score to your own card ({copied}).",
        f"Then draw a card from the host's deck and go to its table ({clause}).",
        f"{means} ({seat}).",
    )


MOVEMENT: Final = RoundMaker(seat, words=words)
