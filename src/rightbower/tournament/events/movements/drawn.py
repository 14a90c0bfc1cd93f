"""Movements that are drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

from msgspec.structs import replace

from rightbower.rules.message import Arg, Message, Term, cited, message
from rightbower.tournament.events.draws import chance, lot, sits_out
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventTable
from rightbower.tournament.events.movements.movement import RoundDraw, RoundMaker, Seating, best_of
from rightbower.tournament.events.outcome import counted
from rightbower.tournament.events.participants import (
    byes,
    floaters,
    here,
    in_fours,
    kept_apart,
    over,
    sit_out,
    too_few_pairs,
)
from rightbower.tournament.events.places import table as standings_table
from rightbower.tournament.events.schedules.fair_draw import fair_round
from rightbower.tournament.events.schedules.quality import Round, sitting_out
from rightbower.tournament.events.schedules.schedules import (
    Bracket,
    advance,
    bracket,
    matches,
    swiss_round,
)
from rightbower.tournament.events.schedules.schedules import floaters as floated_in
from rightbower.tournament.events.tally import tallies


def fair_draw(event: Event, by: RoundDraw) -> Seating:
    """New partners for everyone as long as there are new ones, by two matchings."""
    players = in_fours(event)
    drawn = fair_round(
        players, rounds_before(event), by.seed, apart=kept_apart(event), sat_out=byes(event)
    )
    return Seating(drawn_tables(drawn), sitting_out(players, drawn), "fair draw")


def swiss(event: Event, by: RoundDraw) -> Seating:
    """Each pair against one with as many wins; nobody twice."""
    pairs = even(event)
    if not event.rounds and event.plan.placing == "draw":
        pairs = lot(pairs, chance(by.seed, "places"))
    pairs = in_order(event, pairs, by.shown)
    if event.rounds:
        place = {each.entrant: at for at, each in enumerate(standings_table(event).places)}
        pairs = tuple(sorted(pairs, key=lambda number: (place.get(number, len(place)), number)))
    scores = _wins(event, pairs)
    drawn = swiss_round(
        pairs,
        scores,
        rounds_before(event),
        byes=tuple(byes(event)),
        floated=_floated(event),
        apart=kept_apart(event),
    )
    return Seating(drawn_tables(drawn), sitting_out(pairs, drawn), "by the standings")


def knock_out(event: Event, by: RoundDraw) -> Seating:
    """The winners of the round before go on; the best seeds have the byes.

    Before the first round pairs may have drawn the places of the draw as lots.
    """
    if event.rounds:
        return _games(event, _through(event))
    pairs = even(event, fill=False)
    if by.shown:
        order = lot(pairs, chance(by.seed, "places"))
        return _games(event, bracket(in_order(event, order, by.shown)))
    if event.plan.placing != "draw":
        return _games(event, bracket(pairs))
    return best_of(event, by.seed, "places", lambda luck: _games(event, bracket(lot(pairs, luck))))


def _games(event: Event, places: Bracket[int]) -> Seating:
    while len(places) > 1 and not matches(places):
        # Withdrawals left nobody to play against in this round of the bracket.
        places = advance(places, ())
    games = matches(places) if len(places) > 1 else ()
    through = tuple(number for number in places if number is not None)
    if not games:
        raise alone_in_draw(event, through)
    chart = tuple(number or 0 for number in places)
    return Seating(drawn_tables(games), sitting_out(through, games), "winners go on", chart=chart)


def alone_in_draw(event: Event, through: tuple[int, ...]) -> EventError:
    """The refusal where nobody is left to play against."""
    return EventError(
        message("{who} is alone in the draw", who=event.whom(*through))
        if through
        else message("nobody is alone in the draw")
    )


def winner_needed(table: int) -> EventError:
    """The refusal where a game has nobody who goes on."""
    return EventError(
        message("table {table} needs a winner who goes on, confirmed by both sides", table=table)
    )


def rounds_of(event: Event) -> int:
    """All the rounds of a knock-out."""
    return len(event.rounds) + len(event.chart).bit_length() - 2


def _through(event: Event) -> Bracket[int]:
    """The bracket after the latest round, without those who left."""
    won = set()
    places = [number or None for number in event.chart]
    for table in event.round.tables:
        if table.void and (gone := [each for each in table.entrants if not stays(event, each)]):
            # Nobody plays for the place of a pair that left: the other side goes on, if it stays.
            places = [None if number in gone else number for number in places]
            continue
        came = counted(event.plan, table)
        if came is None or came.winner is None:
            raise winner_needed(table.number)
        won.add(table.sides[came.winner][0])
    through = advance(tuple(places), won)
    return tuple(number if number and stays(event, number) else None for number in through)


def stays(event: Event, number: int) -> bool:
    """Whether somebody is still here."""
    return event.entrant(number).state == "here"


def even(event: Event, fill: bool = True) -> tuple[int, ...]:
    """The pairs that are here, with a floater where that makes the number even."""
    pairs = here(event)
    if fill and len(pairs) % 2:
        pairs += floaters(event)[:1]
    if len(pairs) < 2:
        raise too_few_pairs(len(pairs))
    return pairs


def rounds_before(event: Event) -> tuple[Round[int], ...]:
    """The rounds played, as schedules see them."""
    return tuple(tuple(table.sides for table in round_.tables) for round_ in event.rounds)


def _wins(event: Event, pairs: tuple[int, ...]) -> dict[int, int]:
    sums = tallies(event)
    return {number: sums[number].won if number in sums else 0 for number in pairs}


def _floated(event: Event) -> tuple[int, ...]:
    """Those who met another score in the latest round."""
    if len(event.rounds) < 2:
        return ()
    latest = rounds_before(event)[-1]
    earlier = replace(event, rounds=event.rounds[:-1])
    seated = tuple(number for sides in latest for side in sides for number in side)
    return floated_in(latest, _wins(earlier, seated))


def drawn_tables(drawn: Round[int]) -> tuple[EventTable, ...]:
    """The games at tables, from the first on."""
    return tuple(EventTable(number, sides) for number, sides in enumerate(drawn, 1))


FAIR_DRAW: Final = RoundMaker(fair_draw)
SWISS: Final = RoundMaker(swiss)
KNOCK_OUT: Final = RoundMaker(knock_out, rounds_of)


Slot = tuple[int, int]  # the table, or the place in a draw, and the seat there (N 0, E 1, S 2, W 3)
SEATS: Final = "NESW"
FEW: Final = 4  # so many are named in a sentence
PLACE: Final = re.compile(r"([0-9]{1,4})\s*([NESW]?)")


def seats_of(text: str, chairs: int) -> list[Slot]:
    """The seats that a lot such as ``3`` or ``3N`` may mean at tables of so many chairs."""
    found = PLACE.fullmatch(text.strip().upper())
    if found is None or (found[2] and chairs < len(SEATS)):
        raise EventError(
            message("{text} is not a table; write 3, or 3N with the chair", text=repr(text[:20]))
            if chairs == len(SEATS)
            else message("{text} is not a table; write 3", text=repr(text[:20]))
        )
    table = int(found[1])
    if found[2]:
        return [(table, SEATS.index(found[2]))]
    return [(table, chair) for chair in range(chairs)]


def arranged(
    event: Event,
    drawn: Mapping[int, str],
    wanted: Mapping[int, Sequence[Slot]],
    slots: Sequence[Slot],
    others: Sequence[int] = (),
) -> dict[Slot, int]:
    """Everyone in a seat: those who drew one there, ``others`` in the seats that are left, in order."""
    there = {slot[0] for slot in slots}
    free, found = list(slots), dict[Slot, int]()
    # Whoever drew one very seat comes before those who may take one of several.
    for number in sorted(wanted, key=lambda each: len(wanted[each])):
        own = [slot for slot in wanted[number] if slot in free]
        if not own:
            raise EventError(_taken(event, number, drawn, wanted[number], there, found))
        found[own[0]] = number
        free.remove(own[0])
    for number in others[: len(free)]:
        found[free.pop(0)] = number
    return found


def _taken(
    event: Event,
    number: int,
    drawn: Mapping[int, str],
    own: Sequence[Slot],
    there: set[int],
    found: Mapping[Slot, int],
) -> Message:
    """Why somebody cannot have the place that was drawn."""
    who, text = event.who(number), drawn[number]
    if not {slot[0] for slot in own} & there:
        return message(
            "{who} drew {text}, and there is no table {table}: only {tables} {tables|table|tables}",
            who=who,
            text=text,
            table=own[0][0],
            tables=len(there),
        )
    before = sorted({found[slot] for slot in own if slot in found})
    if not before:
        return message("{who} drew {text}, which is not a free seat here", who=who, text=text)
    return message(
        "{who} drew {text}, but {people} {people|sits|sit} there already",
        who=who,
        text=text,
        people=event.whom(*before),
    )


def known(event: Event, drawn: Mapping[int, str], present: Sequence[int]) -> None:
    """Raise for anybody who drew and is not here to play."""
    for number in drawn:
        if number not in present:
            if table := event.entrant(number).sitter:
                raise EventError(
                    message(
                        "{who} sits at table {table} all day and does not draw a place",
                        who=event.who(number),
                        table=table,
                    )
                )
            raise EventError(message("{who} is not here to draw a place", who=event.who(number)))


def missing(event: Event, numbers: Sequence[int], what: str) -> EventError:
    """The refusal where places were not given for some."""
    names: Arg = event.whom(*numbers)
    if len(numbers) > FEW:
        names = (*event.whom(*numbers[:FEW]), message("{count} more", count=len(numbers) - FEW))
    return EventError(
        message(
            "no {what} was given for {names}; type it, say 'out' for who sits out, or let the rest"
            " be drawn here",
            what=Term(what),
            names=names,
        )
    )


def in_order(event: Event, numbers: Sequence[int], drawn: Mapping[int, str]) -> tuple[int, ...]:
    """Entrants in the order of the numbers they drew; the others in the places left, as they come."""
    known(event, drawn, numbers)
    for number, text in drawn.items():
        if not text.strip().isdecimal() or not 1 <= int(text) <= len(numbers):
            raise EventError(
                message(
                    "{who} drew {text}; the numbers are 1 to {count}",
                    who=event.who(number),
                    text=repr(text[:20]),
                    count=len(numbers),
                )
            )
    wanted = {number: seats_of(text, 1) for number, text in drawn.items()}
    slots = [(place, 0) for place in range(1, len(numbers) + 1)]
    others = [number for number in numbers if number not in drawn]
    found = arranged(event, drawn, wanted, slots, others)
    return tuple(found[slot] for slot in slots)


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
    out = sit_out(event, players, over(event.plan, len(players)), luck)
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
    known(event, drawn, (*here(event), *floaters(event)))
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
    seats = arranged(event, shown, wanted, slots, lot(left, luck))
    return Seating(_hosts_deck_tables(seats, tables), (*out, *more), f"{MOVE}, with real cards")


def _refused(event: Event, left: Sequence[int], out: Sequence[int], count: int) -> EventError:
    undrawn = (*left, *out)
    if undrawn:
        return missing(event, undrawn, "card")
    return EventError(message("{count} drew a card; a table needs four players", count=count))


def _hosts_deck_tables(seats: Mapping[Slot, int], tables: int) -> tuple[EventTable, ...]:
    if not tables:
        raise EventError(message("a table needs four players; nobody drew a card"))
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
        raise EventError(
            message("{text} is not a card of the host's deck; write 57", text=repr(text[:20]))
            if numbered(event, tables)
            else message(
                "{text} is not a card of the host's deck; write 4H, 10S, or 4R for any red seat of"
                " table 4",
                text=repr(text[:20]),
            )
        )
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


def words(event: Event, tables: int) -> tuple[Message, ...]:
    """What a player does after a game, with the clauses."""
    plan = event.plan
    seat = cited(plan.clause("movement.draw_card"))
    means = message(
        "The rank is your table. Red sits opposite red, black opposite black ({clause}).",
        clause=seat,
    )
    if numbered(event, tables):
        means = message(
            "The host tells you which table and seat your number means ({clause}).", clause=seat
        )
    return (
        message(
            "Copy the score to your own card ({clause}).",
            clause=cited(plan.clause("standings.record")),
        ),
        message(
            "Then draw a card from the host's deck and go to its table ({clause}).",
            clause=cited(plan.clause("movement.kind")),
        ),
        means,
    )


MOVEMENT: Final = RoundMaker(seat, words=words)
