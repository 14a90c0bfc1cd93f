"""Before the first bid: the draw for partners, the cut for the deal, the cut pack, the packets."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import HAND_SIZE, Card, Rank, Seat
from rightbower.rules.message import Arg, Message, message
from rightbower.rules.refusal import Refusal, wrong_kind

Player = TypeVar("Player", bound=Hashable)
Packets = Sequence[Sequence[int]]


class DrawAgain(Struct, Generic[Player], frozen=True):
    """The draw is tied where it matters: these players draw again."""

    players: tuple[Player, ...]


class Partners(Struct, Generic[Player], frozen=True):
    """Two pairs and the first dealer, who belongs to the lower pair."""

    high: tuple[Player, Player]
    low: tuple[Player, Player]
    dealer: Player


class Cut(Struct, frozen=True, gc=False):
    """The cut before a deal: by whom, None where nobody was offered it, and how many were lifted.

    ``lifted`` is None where the cut was declined.
    """

    by: Seat | None
    lifted: int | None = None


class Dealt(Struct, frozen=True, gc=False):
    """The hands (North first), the turn-up and the stock under it."""

    hands: tuple[tuple[Card, ...], ...]
    turn_up: Card
    stock: tuple[Card, ...]


def draw_partners(
    draws: Sequence[Mapping[Player, Card]], book: RuleBook
) -> Partners[Player] | DrawAgain[Player]:
    """Two high against two low, the lowest dealing; ``draws`` are the draw and any redraws."""
    if book.draw.partners == "none":
        raise Refusal(message("{book} does not draw for partners", book=book.title))
    if len(draws[0]) != len(Seat):
        raise Refusal(
            message("four players draw for partners, not {players}", players=len(draws[0]))
        )
    ranked = _rank(draws, (2, 3), book)
    if isinstance(ranked, DrawAgain):
        return ranked
    first, second, third, lowest = ranked
    return Partners((first, second), (third, lowest), lowest)


def cut_for_deal(
    cuts: Sequence[Mapping[Player, Card]], book: RuleBook
) -> Player | DrawAgain[Player]:
    """Who deals first after a cut: the lower or the higher card, as the book has it."""
    method = book.draw.first_dealer
    if method not in ("lower cut", "higher cut"):
        raise Refusal(_deals_for_a_jack(book))
    low = method == "lower cut"
    ranked = _rank(cuts, (len(cuts[0]) - 1 if low else 1,), book)
    if isinstance(ranked, DrawAgain):
        return ranked
    return ranked[-1] if low else ranked[0]


def _deals_for_a_jack(book: RuleBook) -> Message:
    if book.draw.first_dealer == "first jack":
        return message("{book} deals for the first jack instead of cutting", book=book.title)
    return message("{book} deals for the first black jack instead of cutting", book=book.title)


def higher_cut(cuts: Sequence[Mapping[Player, Card]], book: RuleBook) -> Player | DrawAgain[Player]:
    """Who cut the highest card, for cuts that decide something other than the first deal."""
    ranked = _rank(cuts, (1,), book)
    return ranked if isinstance(ranked, DrawAgain) else ranked[0]


def _rank(
    draws: Sequence[Mapping[Player, Card]], borders: Sequence[int], book: RuleBook
) -> tuple[Player, ...] | DrawAgain[Player]:
    """Players from highest to lowest; a tie matters only where it lies across a border.

    Borders lie side by side, so one tie at most lies across them, and all redraws are of it.
    """
    first, *redraws = draws
    ranked: list[Player] = []
    for rank in sorted({_standing(card, book) for card in first.values()}, reverse=True):
        level = tuple(who for who, card in first.items() if _standing(card, book) == rank)
        inside = [border - len(ranked) for border in borders]
        inside = [border for border in inside if 0 < border < len(level)]
        if inside:
            again = tuple(first) if book.draw.ties == "all draw again" else level
            if not redraws:
                return DrawAgain(again)
            if set(redraws[0]) != set(again):
                raise Refusal(
                    message(
                        "{players} draw again, not {others}",
                        players=_named(again),
                        others=_named(tuple(redraws[0])),
                    )
                )
            if again != level:
                return _rank(redraws, borders, book)
            taken = _rank(redraws, inside, book)
            if isinstance(taken, DrawAgain):
                return taken
            level = taken
        ranked.extend(level)
    return tuple(ranked)


def _named(players: Sequence[Player]) -> Arg:
    first, *others = players
    if not others:
        return str(first)
    return message("{one} and {others}", one=str(first), others=_named(others))


def _standing(card: Card, book: RuleBook) -> int:
    if book.draw.ace == "low" and card.rank is Rank.ACE:
        return -1
    return card.rank


def first_jack(pack: Sequence[Card], holder: Seat, book: RuleBook) -> Seat:
    """Who deals: cards go round singly until the book's jack falls."""
    method = book.draw.first_dealer
    if method not in ("first jack", "first black jack"):
        raise Refusal(
            message("{book} cuts for the deal instead of dealing for a jack", book=book.title)
        )
    seat = holder.left if book.draw.jack_starts == "left of holder" else holder
    for card in pack:
        if card.rank is Rank.JACK and (method == "first jack" or not card.suit.red):
            return seat
        seat = seat.left
    raise Refusal(message("there is no such jack in the deck"))


def cut_pack(
    pack: tuple[Card, ...], lifted: int | None, book: RuleBook, asked: bool = True
) -> tuple[Card, ...]:
    """The pack after the cut: ``lifted`` cards taken off the top, or None when it is declined."""
    if book.dealing.cut == "none" and lifted is not None:
        clause = book.named("dealing.cut")
        raise Refusal(message("{book} does not cut the deck", clause, book=book.title))
    if book.dealing.cut == "must be asked" and not asked:
        clause = book.named("dealing.cut")
        raise Refusal(message("the dealer has to ask the player on the right to cut", clause))
    lifted = lifted or 0
    if not 0 <= lifted < len(pack):
        raise Refusal(message("a cut lifts from 0 to {most} cards", most=len(pack) - 1))
    if not book.dealing.cut_completed:
        return pack
    return pack[lifted:] + pack[:lifted]


def packets_objection(packets: Packets, book: RuleBook) -> Message | None:
    """Why these packets may not be dealt; each round lists the dealer's left first."""
    rules = book.dealing
    if len(packets) != rules.packet_rounds or any(len(round_) != len(Seat) for round_ in packets):
        clause = book.named("dealing.packet_rounds")
        return message(
            "the hands go out in {rounds} rounds of four packets",
            clause,
            rounds=rules.packet_rounds,
        )
    for round_ in packets:
        for size in round_:
            if size not in rules.packets:
                sizes = ", ".join(str(each) for each in rules.packets)
                clause = book.named("dealing.packets")
                return message(
                    "a packet holds {sizes} cards, not {size}", clause, sizes=sizes, size=size
                )
    if any(sum(sizes) != HAND_SIZE for sizes in zip(*packets, strict=True)):
        return message("everyone gets {cards} cards", book.named("laws.five_each"), cards=HAND_SIZE)
    return None


def ordinary_packets(book: RuleBook) -> Packets:
    """Packets the book allows, as even as they go: two or three by turns, then the rest.

    >>> from rightbower.rules.book import load
    >>> ordinary_packets(load("standard"))
    ((3, 2, 3, 2), (2, 3, 2, 3))
    """
    ways = book.dealing.patterns
    even = [way for way in ways if max(way) - min(way) == max(ways[0]) - min(ways[0])]
    return tuple(zip(even[-1], even[0], even[-1], even[0], strict=True))


def deal_cards(
    pack: Sequence[Card], dealer: Seat | str, book: RuleBook | str, packets: Packets | None = None
) -> Dealt:
    """Deal a whole pack from the top, clockwise from the dealer's left."""
    book, dealer = load(book), Seat.of(dealer, "dealer")
    if not isinstance(pack, Sequence):
        raise wrong_kind("pack", "the cards of the deck in their order", pack)
    deck = book.pack.cards
    if len(pack) != len(deck) or set(pack) != set(deck):
        raise Refusal(message("the deck is not {deck}", deck=book.pack.told))
    packets = ordinary_packets(book) if packets is None else packets
    if reason := packets_objection(packets, book):
        raise Refusal(reason)
    hands: dict[Seat, list[Card]] = {each: [] for each in Seat}
    top, seat = 0, dealer
    for round_ in packets:
        for size in round_:
            seat = seat.left
            hands[seat].extend(pack[top : top + size])
            top += size
    rest = tuple(pack[top:])
    if book.dealing.turn_up == "bottom card":
        rest = rest[-1:] + rest[:-1]
    return Dealt(tuple(tuple(hands[seat]) for seat in Seat), rest[0], rest[1:])
