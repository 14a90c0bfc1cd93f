"""The teacher: what each choice is worth, judged as the expert judges it.

Calls are judged by the solved bidding tables, at the score; cards and discards by the expert's own
values. So the first choice is always the expert's own. Whether it is right is proved by playing the
choices out to the end of the deal, with experts in every seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.players import Player
from rightbower.players.expert import CALLED, MASTER_WORLDS, Master, Valued, Worth, point
from rightbower.players.kernel.bits import cards_of, mask_of
from rightbower.players.position import Position
from rightbower.players.simulate import begun_at, mean_and_error
from rightbower.players.tables import NO_TABLE, basis
from rightbower.players.views import View, view
from rightbower.rules.acts import Action, Bury, Play, write_without_seat
from rightbower.rules.cards import Card, Seat, height, suit_in_play
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.deal import Phase, place
from rightbower.rules.game import Game, TurnUp, act, deal_out
from rightbower.rules.message import UNSAID, Message, message
from rightbower.rules.refusal import Refusal, wrong_kind

# How far the difference between two choices is off, in points: what stays however many worlds are
# tried, and what is left to luck with one world (tools/teacher_errors.py measures both against deals
# played out by experts). A card is known by the cards left in hand.
ERRORS: Final = {
    "call": (0.05, 1.4),
    "discard": (0.08, 2.0),
    "5": (0.14, 0.4),
    "4": (0.11, 0.5),
    "3": (0.24, 0.6),
    "2": (0.33, 0.8),
}
EVEN: Final = 0.0005  # of a game: less than a tenth of a per cent shows


class Option(Struct, frozen=True):
    """A choice, the chance to win the game after it, and the points it brings.

    ``behind`` is how far its chance falls behind the first choice's, ``error`` how far that may be off:
    the whole error as far as it is known, not that of sampling alone.
    """

    action: Action
    chance: float
    points: float
    behind: float = 0.0
    error: float = 0.0

    @property
    def tie(self) -> bool:
        """Whether it is as good as the first choice, or too close to it to tell."""
        return abs(self.behind) <= self.error

    @property
    def even(self) -> bool:
        """Whether it does not matter which of the two is chosen."""
        return abs(self.behind) < EVEN and not self.error

    @property
    def disputed(self) -> bool:
        """Whether it came out ahead of the table's call by more than its error."""
        return self.behind < 0 and not self.tie

    def __str__(self) -> str:
        lost = ""
        if self.behind or self.error:
            lost = f", {100 * self.behind:.1f} ± {100 * self.error:.1f} behind"
        return f"{self.action!s:<16} {self.points:+.2f} points, wins {100 * self.chance:.1f}%{lost}"


def view_of(seen: View | Position) -> View:
    """What a seat knows, from its view or a position."""
    found = seen.view if isinstance(seen, Position) else seen
    if not isinstance(found, View):
        raise wrong_kind("seen", "a View, such as view(game), or a Position", seen)
    return found


def advise(seen: View | Position, worlds: int = MASTER_WORLDS, seed: int = 0) -> list[Option]:
    """Every option: the expert's own choice first, then by the chance to win."""
    seen = view_of(seen)
    if not isinstance(worlds, int):
        raise wrong_kind("worlds", "a whole number", worlds)
    if worlds < 1:
        raise Refusal(f"worlds is a number from 1 on, not {worlds}")
    if not seen.legal:
        raise Refusal("it is not this seat's turn, so there is nothing to choose")
    expert = Master(seed, worlds)
    own = expert.values(seen)
    chosen = expert.choice(seen, own) if len(own) > 1 else own[0].action
    values = _evened(seen, own)
    first = next(each for each in values if each.action == chosen)
    error = error_of(seen, worlds)
    rest = [each for each in values if each is not first]
    first = _levelled(first, rest, error)
    same = alike(seen, first.action)
    options = [Option(first.action, first.chance, first.points)]
    for each in sorted(rest, key=lambda each: -each.chance):
        ahead = first.chance < each.chance <= first.chance + error
        chance = first.chance if ahead else each.chance
        sure = each.action in same or (each.chance, each.points) == (first.chance, first.points)
        doubt = 0.0 if sure else error
        options.append(Option(each.action, chance, each.points, first.chance - chance, doubt))
    return options


def _levelled(first: Valued, rest: Sequence[Valued], error: float) -> Valued:
    """The first choice, worth the mean of itself and what came out ahead of it within the error."""
    ahead = [each for each in rest if first.chance < each.chance <= first.chance + error]
    level = [first, *ahead]
    return replace(
        first,
        chance=sum(each.chance for each in level) / len(level),
        points=sum(each.points for each in level) / len(level),
    )


def _evened(seen: View, values: Sequence[Valued]) -> list[Valued]:
    """Values with cards that lead to the same worth the same: as much as the best of them."""
    found = []
    for each in values:
        same = alike(seen, each.action)
        best = max((other for other in values if other.action in same), key=lambda one: one.chance)
        found.append(replace(best, action=each.action))
    return found


def error_of(seen: View, worlds: int = MASTER_WORLDS) -> float:
    """How far a difference between two choices may be off here, as chance to win."""
    stays, luck = ERRORS[stage(seen)]
    return point(seen) * float((stays**2 + luck**2 / worlds) ** 0.5)


def stage(seen: View) -> str:
    """What kind of choice it is, as errors are known by."""
    match seen.phase:
        case Phase.PLAY:
            return str(max(2, len(seen.hand)))
        case Phase.BURY:
            return "discard"
        case _:
            return "call"


def alike(seen: View, action: Action) -> tuple[Action, ...]:
    """The choices that lead to the same: cards of a suit with none between that is still in play."""
    if seen.trump is None or not isinstance(action, Play | Bury):
        return (action,)
    return tuple(
        each
        for each in seen.legal
        if isinstance(each, Play | Bury) and _touch(seen, each.card, action.card)
    )


def _touch(seen: View, one: Card, other: Card) -> bool:
    trump = seen.trump
    assert trump is not None
    if suit_in_play(one, trump) is not suit_in_play(other, trump):
        return False
    low, high = sorted((height(one, trump), height(other, trump)))
    out = {card for trick in seen.tricks if trick.winner is not None for _, card in trick.plays}
    out |= {*seen.hand} | ({seen.buried} if seen.buried else set())
    if seen.taken_by is None and seen.turn_up is not None:
        out.add(seen.turn_up)
    return not any(
        suit_in_play(card, trump) is suit_in_play(one, trump)
        and low < height(card, trump) < high
        and card not in out
        for card in seen.book.pack.cards
    )


def judge_of(seen: View, worlds: int = MASTER_WORLDS) -> str:
    """What judges the choices here, in sentences."""
    if seen.phase in (Phase.PLAY, Phase.BURY):
        return (
            f"Judged as the expert judges: {worlds} ways the hidden cards could lie, weighed by what"
            " was called and played."
        )
    found = basis(seen.book)
    if found.table is None:
        return NO_TABLE
    if found.exact:
        return (
            f"{found.words} Chances come from {worlds} ways the hidden cards could lie, with everybody"
            " calling by the table and playing as experts do."
        )
    return (
        f"{found.words} Chances come from playing the hidden cards out among league players, who call"
        " otherwise."
    )


def tie_words(found: Sequence[Option], chosen: Action | None = None) -> Message:
    """A sentence where what was chosen, or all there is, is as good as the first choice; else nothing."""
    if chosen is not None and chosen != found[0].action:
        other = next(each for each in found if each.action == chosen)
        if other.even:
            return message("It does not matter which of the two.")
        return message("The two are too close to tell.") if other.tie else UNSAID
    if len(found) > 1 and all(each.even for each in found[1:]):
        return message("It does not matter what you choose.")
    return UNSAID


def options_in_words(found: Sequence[Option]) -> Iterator[str]:
    """A line for each option: its chance, how far it is behind, and what of that is known."""
    words = [write_without_seat(each.action) for each in found]
    width = max(map(len, words))
    for word, each in zip(words, found, strict=True):
        told = f"  {word:<{width}}  {100 * each.chance:5.1f}% to win, {each.points:+.2f} points"
        yield f"{told}{'' if each is found[0] else f'  {difference(each)}'}"


def difference(option: Option) -> str:
    """How far an option is behind the first choice, in words."""
    if option.even:
        return "no difference"
    lost = f"{100 * abs(option.behind):.1f} ± {100 * option.error:.1f}"
    if option.disputed:
        return f"{lost} ahead when played out"
    return f"{lost} behind, too close to tell" if option.tie else f"{lost} behind"


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
        c
        for c in seen.book.pack.cards
        if c is not seen.turn_up and not any(h >> c.index & 1 for h in held)
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
