"""No seat receives what it may not know: equal-looking games send equal bytes."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest

from rightbower.rules.acts import Action, Bury
from rightbower.rules.book import load, names
from rightbower.rules.cards import PACK, Card, Seat, shuffled
from rightbower.rules.ceremonies import Dealt as Cards
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.judge import legal
from rightbower.store.contract import StoredEntry
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.acts import answer, move
from rightbower.web.hall.archive import read_table
from rightbower.web.hall.calls import judged
from rightbower.web.hall.entries import HallEntry, Mode, Sat, TableOpened
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.sealing import Seals
from rightbower.web.hall.seats import begin
from rightbower.web.hall.table import HallTable, fold
from rightbower.web.hall.views import Face, own_view
from web.asked import to_referee

GAMES = 60
FEW = 8
MANY = 500
MOST_WHIMS = 120
What = dict[str, str | int | bool | None]


class World:
    """A table whose first deal has the cards given, and what a seat was sent about it."""

    def __init__(self, book: str, cards: Cards, seat: Seat | None, mode: Mode = "strict") -> None:
        self.seat = seat
        self.sent: list[bytes] = []
        self.lines = PlayByPlay()
        self.face = Face()
        opened = TableOpened(book, mode, "seed", "x", 0.0)
        self.entries: list[HallEntry] = [opened]
        self.table = fold(None, opened)
        for each in Seat:
            self._add(Sat(each, f"w-{each}", each.word, 0.0))
        with patch("rightbower.web.hall.dealing.deal_cards", return_value=cards):
            for entry in begin(self.table, Seat.S, 0.0):
                self._add(entry)
            if self.table.waits_for_deal():
                for entry in answer(self.table, "w-E", "E", wire.Next("deal"), 0.0):
                    self._add(entry)

    def _add(self, entry: HallEntry) -> None:
        before, self.table = self.table.version, fold(self.table, entry)
        self.entries.append(entry)
        self.lines.add(self.table, entry)
        self.sent.append(self._shown_by(self.face, before))
        assert self.sent[-1] == self._shown_by(Face(), before), "what is kept is not what it is now"

    def _shown_by(self, face: Face, before: int) -> bytes:
        """What the seat is sent, with the news since a version."""
        face.look(self.table, self.lines, frozenset(), before)
        return wire.write_reply(face.to(self.seat))

    def hand_over(self) -> None:
        """Another hall takes the table over: it knows what the journal has, which it can open, and no more."""
        here, there = Seals("secret"), Seals("secret")
        bodies = here.bodies("table/t", self.entries, over=False)
        stored = [StoredEntry("table/t", number, body) for number, body in enumerate(bodies, 1)]
        self.table, self.lines = read_table(there.opened("table/t", stored))
        self.face = Face()

    def take(self, action: Action) -> None:
        """The action, through the same door as a browser's."""
        for entry in move(self.table, action, "", 2.0, meant=True):
            self._add(entry)

    def ask(self, seat: Seat, request: wire.TableRequest) -> str:
        """A request of a seat; why it was refused, if it was."""
        try:
            entries = answer(self.table, f"w-{seat}", seat.word, request, 2.0)
            for entry in entries:
                self._add(entry)
        except ValueError as refusal:
            return str(refusal)
        return ""

    def choices(self) -> tuple[Action, ...]:
        game = self.table.game
        return () if game is None or game.deal is None else legal(game.deal)


def look_alike(cards: Cards, seat: Seat | None, chance: random.Random) -> Cards:
    """The same deal to this seat: its hand and the turn-up stay, some hidden cards change places."""
    kept = set() if seat is None else set(cards.hands[seat])
    hidden: list[Card] = [card for card in PACK if card not in kept | {cards.turn_up}]
    mixed = chance.sample(hidden, chance.choice([2, 2, 3, 6]))
    becomes = dict(zip(mixed, mixed[1:] + mixed[:1], strict=True))
    hands = tuple(tuple(becomes.get(card, card) for card in hand) for hand in cards.hands)
    return Cards(hands, cards.turn_up, tuple(becomes.get(card, card) for card in cards.stock))


def walk_together(one: World, other: World, chance: random.Random, handed: bool = False) -> int:
    """Do the same in both worlds as long as both allow it; how many steps that was.

    The other one is ``handed`` over from hall to hall meanwhile.
    """
    steps = 0
    while choices := one.choices():
        if handed:
            other.hand_over()
        action = chance.choice(choices)
        theirs = action
        if isinstance(action, Bury) and action.seat is not one.seat:
            theirs = next(each for each in other.choices() if isinstance(each, Bury))
        try:
            other.take(theirs)
        except Refused:
            return steps
        one.take(action)
        if one.table.game is None or other.table.game is None:
            return steps
        one_deal, other_deal = one.table.game.deal, other.table.game.deal
        if (one_deal is None) != (other_deal is None):
            return steps
        steps += 1
        if one.sent != other.sent and public_difference(one.table, other.table):
            return steps
        assert one.sent == other.sent
    return steps


def public_difference(one: HallTable, other: HallTable) -> bool:
    """Whether the same words led to different public things, as a lost game does."""
    a, b = one.game, other.game
    assert a is not None
    assert b is not None
    return (a.result, a.score) != (b.result, b.score)


def walks(book: str, games: int, seed: str, handed: bool = False) -> int:
    """Random games in pairs that look the same; how many steps were compared."""
    chance = random.Random(f"{book}{seed}")
    steps = 0
    for number in range(games):
        cards = deal_cards(shuffled(f"{book} {number}{seed}"), Seat.S, load(book))
        seat = chance.choice([*Seat, None])
        one = World(book, cards, seat)
        other = World(book, look_alike(cards, seat, chance), seat)
        assert one.sent == other.sent
        steps += walk_together(one, other, chance, handed)
    return steps


@pytest.mark.parametrize("book", names())
def test_two_deals_that_look_the_same_send_the_same_bytes(book: str) -> None:
    assert walks(book, GAMES, "") > GAMES * 5, "the worlds parted too early to say anything"


@pytest.mark.parametrize("book", names())
def test_a_hall_that_took_the_table_over_sends_the_same_bytes(book: str) -> None:
    assert walks(book, FEW, " handed", handed=True) > FEW * 3


@pytest.mark.soak
@pytest.mark.parametrize("book", names())
def test_many_deals_that_look_the_same_send_the_same_bytes(book: str) -> None:
    assert walks(book, MANY, " soak") > MANY * 5


def whim(world: World, chance: random.Random) -> tuple[Seat, wire.TableRequest] | None:
    """What somebody does next as at the table: what is right, a slip, or a word to the referee."""
    said, game = judged(world.table), world.table.game
    assert said is not None
    if game is None or game.deal is None:
        return None
    seat, name = chance.choice(list(Seat)), str(len(world.sent))
    asked: list[What] = [{"do": "claim", "fact": each.fact} for each in said.calls]
    if seat is world.seat:
        asked += [{"do": "claim", "fact": each.fact} for each in said.doubts]
    for ruling in said.rulings:
        if ruling.waits_for and not ruling.later:
            option = chance.choice(ruling.ways).name
            return Seat[chance.choice(ruling.waits_for)], wire.Call(
                name, wire.Choose(ruling.number, option)
            )
    if asked and chance.random() < 0.4:
        return seat, to_referee(name, **chance.choice(asked))
    if said.turns is not None and chance.random() < 0.7:
        return Seat[said.turns], wire.Call(name, wire.Turn())
    turn = game.deal.turn
    if turn is None:
        return None
    if chance.random() < 0.75 or not game.deal.hands[seat]:
        return turn, wire.Move(name, chance.choice(seen_legal(world, turn)))
    slips = [card.name for card in game.deal.hands[seat]] if game.deal.trump else ["pass", "order"]
    return seat, wire.Move(name, chance.choice(slips))


def seen_legal(world: World, seat: Seat) -> list[str]:
    known = own_view(world.table, seat)
    assert known is not None
    return known.legal


def bury_alike(one: World, other: World, seat: Seat, request: wire.Move) -> wire.Move:
    """Another card that looks the same from behind; one that lies face up is seen to go."""
    said = judged(one.table)
    assert said is not None
    open_cards = {card for whose, card in said.up if whose == seat.name}
    if seat is one.seat or request.action.removeprefix("bury ") in open_cards:
        return request
    unseen = [
        each
        for each in seen_legal(other, seat)
        if each.startswith("bury") and each.removeprefix("bury ") not in open_cards
    ]
    return wire.Move(request.id, unseen[0]) if unseen else request


def slip_together(one: World, other: World, chance: random.Random, handed: bool = False) -> int:
    """The same whims in both worlds; how many steps until they part for all to see."""
    steps = 0
    for number in range(MOST_WHIMS):
        if handed and number % 3 == 0:
            other.hand_over()
        if (found := whim(one, chance)) is None:
            break
        seat, request = found
        theirs = request
        if isinstance(request, wire.Move) and request.action.startswith("bury"):
            theirs = bury_alike(one, other, seat, request)
        refused, elsewhere = one.ask(seat, request), other.ask(seat, theirs)
        if seat is one.seat:
            assert refused == elsewhere, "a refusal told what the seat may not know"
        if bool(refused) != bool(elsewhere) or public_difference(one.table, other.table):
            return steps
        assert one.sent == other.sent
        steps += not refused
    return steps


def slips(book: str, games: int, seed: str, handed: bool = False) -> int:
    """The same as at the table, with slips and rulings; how many steps were compared."""
    chance = random.Random(f"{book} slips{seed}")
    steps = 0
    for number in range(games):
        cards = deal_cards(shuffled(f"{book} {number}{seed}"), Seat.S, load(book))
        seat = chance.choice([*Seat, None])
        one = World(book, cards, seat, "as-at-the-table")
        other = World(book, look_alike(cards, seat, chance), seat, "as-at-the-table")
        assert one.sent == other.sent
        steps += slip_together(one, other, chance, handed)
    return steps


@pytest.mark.parametrize("book", names())
def test_as_at_the_table_nothing_hidden_is_told_either(book: str) -> None:
    assert slips(book, GAMES, "") > GAMES * 4, "the worlds parted too early to say anything"


@pytest.mark.parametrize("book", names())
def test_as_at_the_table_a_hall_that_took_over_tells_nothing_more(book: str) -> None:
    assert slips(book, FEW, " handed", handed=True) > FEW * 3


@pytest.mark.soak
@pytest.mark.parametrize("book", names())
def test_in_many_games_as_at_the_table_nothing_hidden_is_told(book: str) -> None:
    assert slips(book, MANY, " soak") > MANY * 4
