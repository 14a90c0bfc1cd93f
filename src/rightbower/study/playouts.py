"""Choices played out to the end of the deal, with experts in every seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.players import Player
from rightbower.players.expert import CALLED, Master, Worth
from rightbower.players.kernel.bits import cards_of, mask_of
from rightbower.players.position import begun_at
from rightbower.players.simulate import mean_and_error
from rightbower.players.views import View, view
from rightbower.rules.acts import Action, Bury, Play
from rightbower.rules.cards import PACK, Seat
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Phase, place
from rightbower.rules.game import Game, TurnUp, act, deal_out

BATCH: Final = 340  # worlds looked at together
SURE: Final = 3.5  # errors by which a difference is proved
BURIED: Final = 5  # the place of the bury in a world
QUICK_WORLDS: Final = 60  # of the experts that play worlds out


class Gain(Struct, frozen=True):
    """What the first choice gains on another, as chance to win and in points, each with its error."""

    other: Action
    chance: float
    error: float
    points: float
    points_error: float
    worlds: int

    @property
    def sure(self) -> bool:
        """Whether the gain is far from chance, either way."""
        return abs(self.chance) > SURE * self.error


def gains_by_network(
    seen: View,
    first: Action,
    batches: int,
    seed: int = 0,
    least: int = 4,
    others: Sequence[Action] = (),
    margin: float = 0.0,
) -> list[Gain] | None:
    """What a choice gains on each other where the network that imitates experts plays on in all seats.

    Worlds are looked at in batches, until each gain is sure, or one is hardly above the margin, or the
    batches are used up. None where the network has not learnt such deals.
    """
    rivals = [each for each in others or seen.legal if each != first]
    chances: dict[Action, list[float]] = {each: [] for each in rivals}
    points: dict[Action, list[float]] = {each: [] for each in rivals}
    worlds = BATCH if seen.phase is Phase.PLAY else BATCH // CALLED
    gains: list[Gain] = []
    for batch in range(batches):
        found = Master(1000 * seed + batch, worlds).played_on(seen)
        if found is None:
            return None
        own = next(each for each in found if each.action == first)
        for each in found:
            if each.action in chances:
                chances[each.action].append(own.chance - each.chance)
                points[each.action].append(own.points - each.points)
        if batch + 1 >= max(least, 2):
            gains = [_gain(other, chances[other], points[other]) for other in rivals]
            hopeless = any(each.chance + 2 * each.error < margin for each in gains)
            if hopeless or all(each.sure for each in gains):
                break
    return gains


def _gain(
    other: Action, chances: Sequence[float], points: Sequence[float], size: int = BATCH
) -> Gain:
    return Gain(other, *mean_and_error(chances), *mean_and_error(points), size * len(chances))


def gains_by_experts(
    seen: View, first: Action, others: Sequence[Action], worlds: int, seed: int = 0
) -> list[Gain]:
    """What a choice gains on others where experts play every seat to the end, in the same worlds."""
    assert seen.seat is not None
    worth = Worth(seen, seen.seat.side)
    drawn = Master(seed, worlds).worlds_of(seen)
    rows = [row for row, times in zip(drawn.hands, drawn.times, strict=True) for _ in range(times)]
    players = [Master(seed + 1 + seat, QUICK_WORLDS) for seat in Seat]
    results: dict[Action, list[tuple[float, float]]] = {each: [] for each in (first, *others)}
    for row in rows[:worlds]:
        game = game_of(seen, [int(each) for each in row])
        for each, found in results.items():
            ours, theirs = _played(act(game, each), players, seen.seat)
            found.append((worth.of(ours, theirs), float(ours - theirs)))
    own = results[first]
    gains = []
    for other in others:
        pairs = list(zip(own, results[other], strict=True))
        chances = [one[0] - two[0] for one, two in pairs]
        points = [one[1] - two[1] for one, two in pairs]
        gains.append(_gain(other, chances, points, 1))
    return gains


def _played(game: Game, players: Sequence[Player], seat: Seat) -> tuple[int, int]:
    """The points of a seat's side and of the other when the players finish the deal."""
    while game.deal is not None:
        turn = game.deal.turn
        assert turn is not None
        game = act(game, players[turn](view(game, turn)))
    last = game.finished[-1]
    ours = sum(mark.points for mark in last.marks if mark.side is seat.side)
    return ours, sum(mark.points for mark in last.marks if mark.side is not seat.side)


def game_of(seen: View, world: Sequence[int]) -> Game:
    """The game as it stands in a world: all that was seen was done, and the hidden cards lie so."""
    assert seen.seat is not None
    assert seen.turn_up is not None
    up = 1 << seen.turn_up.index
    plays = [(seat, card) for trick in seen.tricks for seat, card in trick.plays]
    buried = seen.phase is not Phase.BURY and seen.taken_by is not None
    held = []
    for seat in Seat:
        hand = mask_of(seen.hand) if seat is seen.seat else world[seat]
        hand |= mask_of(card for who, card in plays if who is seat)
        if seat is seen.taken_by:
            if buried:
                hand |= mask_of([seen.buried]) if seen.buried else world[BURIED]
            hand &= ~up
        held.append(hand)
    rest = tuple(
        c for c in PACK if c is not seen.turn_up and not any(h >> c.index & 1 for h in held)
    )
    dealt = Dealt(tuple(cards_of(hand) for hand in held), seen.turn_up, rest)
    game = deal_out(begun_at(seen.book, seen.dealer, seen.score), dealt, turn_up=TurnUp.FACED)
    deal = game.deal
    assert deal is not None
    away = seen.buried or next(iter(cards_of(world[BURIED])), None)
    for action in seen.bids:
        deal = place(deal, action)
        if deal.phase is Phase.BURY and buried:
            assert deal.turn is not None
            assert away is not None
            deal = place(deal, Bury(deal.turn, away))
    for seat, card in plays:
        deal = place(deal, Play(seat, card))
    return replace(game, deal=deal)
