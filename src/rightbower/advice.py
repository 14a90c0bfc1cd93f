"""What each option is worth, and the review of a finished game."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rightbower import egn
from rightbower.book import RuleBook
from rightbower.cards import HAND_SIZE, PACK, Card, Seat, card, cards
from rightbower.ceremonies import Dealt
from rightbower.deal import Action, Bury, Play, place, read_action, write_action
from rightbower.game import Game, TurnUp, deal_out
from rightbower.players.expert import Expert, Valued
from rightbower.record import ActionEntry, Record, go_on, sit_down
from rightbower.simulate import new_game
from rightbower.view import View, view

ADVISING_WORLDS = 400
REVIEWING_WORLDS = 150
SIGNS = ((0.12, "??"), (0.05, "?"), (0.02, "?!"))


class Comment(Struct, frozen=True):
    """One decision of a game: what was done, what was best, and what the difference cost.

    ``place`` counts the calls, or the cards played, before it in its deal.
    """

    deal: int
    place: int
    seat: Seat
    action: Action
    best: Action
    cost: float
    sign: str


def advise(seen: View, worlds: int = ADVISING_WORLDS, seed: int = 0) -> list[Valued]:
    """Every option, the best first."""
    if not seen.legal:
        raise ValueError("it is not this seat's turn, so there is nothing to choose")
    found = Expert(seed, worlds).values(seen)
    return sorted(found, key=lambda each: -each.chance)


def situation(
    book: RuleBook,
    dealer: Seat,
    turn_up: Card,
    seat: Seat,
    hand: Sequence[Card],
    done: Sequence[Action] = (),
    score: tuple[int, int] = (0, 0),
) -> View:
    """A seat's view from what can be told in one line; ``hand`` are the five cards dealt to it.

    The cards nobody told of are put anywhere: the view does not show them.
    """
    if len(set(hand)) < len(hand):
        raise ValueError("a card is in the hand twice")
    if len(hand) != HAND_SIZE:
        raise ValueError(f"give the {HAND_SIZE} cards dealt, not {len(hand)}")
    if turn_up in hand:
        raise ValueError(f"{turn_up} is turned up and cannot be in the hand")
    game = new_game(book, dealer)
    if min(score) < 0 or (game.target is not None and max(score) >= game.target):
        raise ValueError(f"no hand is played at {score[0]}–{score[1]}")
    game = Game(book, dealer, dealer, game.target, start_score=score, score=score, begun=True)
    game = deal_out(game, _filled(seat, hand, turn_up, done, dealer), turn_up=TurnUp.FACED)
    assert game.deal is not None
    deal = game.deal
    for action in done:
        if deal.turn is not action.seat:
            expected = "nobody" if deal.turn is None else deal.turn.word
            raise ValueError(f"{write_action(action)!r}: it is {expected}'s turn then")
        deal = place(deal, action)
    if deal.turn is not seat:
        whose = "nobody" if deal.turn is None else deal.turn.word
        raise ValueError(f"after that it is {whose}'s turn, not {seat.word}'s")
    return view(replace(game, deal=deal), seat)


def _filled(
    seat: Seat, hand: Sequence[Card], turn_up: Card, done: Sequence[Action], dealer: Seat
) -> Dealt:
    """A deal in which everybody holds what they are told to have played."""
    held: dict[Seat, list[Card]] = {each: [] for each in Seat}
    held[seat] = list(hand)
    for action in done:
        if not isinstance(action, Play | Bury) or action.seat is seat:
            continue
        if action.card is not turn_up or action.seat is not dealer:
            held[action.seat].append(action.card)
    told = [turn_up, *(each for cards_ in held.values() for each in cards_)]
    for each in PACK:
        if told.count(each) > 1:
            raise ValueError(f"{each} is there twice")
    rest = [each for each in PACK if each not in told]
    for who in Seat:
        while len(held[who]) < HAND_SIZE:
            held[who].append(rest.pop())
    return Dealt(tuple(tuple(held[who]) for who in Seat), turn_up, tuple(rest))


def described(
    book: RuleBook,
    dealer: str,
    turn_up: str,
    seat: str,
    hand: str,
    done: str = "",
    score: str = "0-0",
) -> View:
    """The same from texts: ``S``, ``9H``, ``W``, ``JH AH KS QS 9C``, ``W pass, N order``, ``3-5``."""
    try:
        ns, ew = (int(part) for part in score.replace("–", "-").split("-"))
    except ValueError:
        raise ValueError(f"write the score as 3-5, North and South first, not {score!r}") from None
    actions = [read_action(part) for part in done.split(",") if part.strip()]
    return situation(
        book, Seat.of(dealer), card(turn_up), Seat.of(seat), cards(hand), actions, (ns, ew)
    )


def review(
    game: Record, worlds: int = REVIEWING_WORLDS, progress: Callable[[int, int], None] | None = None
) -> list[Comment]:
    """Every decision of a finished game with what it cost, in chance to win."""
    found = []
    now = sit_down(game)
    for number, entry in enumerate(game.entries, 1):
        before = now if isinstance(now, Game) else now.game
        if isinstance(entry, ActionEntry) and before.deal is not None:
            comment = _comment(before, entry.action, worlds)
            if comment is not None:
                found.append(comment)
        now = go_on(now, entry)
        if progress is not None:
            progress(number, len(game.entries))
    return found


def _comment(game: Game, action: Action, worlds: int) -> Comment | None:
    seen = view(game, action.seat)
    if len(seen.legal) < 2:
        return None
    values = {write_action(each.action): each for each in advise(seen, worlds)}
    best = next(iter(values.values()))
    chosen = values.get(write_action(action), best)
    cost = max(0.0, best.chance - chosen.chance)
    noise = 2 * max(best.error, chosen.error)
    sign = next((sign for limit, sign in SIGNS if cost > limit and cost > noise), "")
    place_ = _place(game, action)
    return Comment(len(game.finished) + 1, place_, action.seat, action, best.action, cost, sign)


def _place(game: Game, action: Action) -> int:
    assert game.deal is not None
    if isinstance(action, Play):
        return sum(len(trick.plays) for trick in game.deal.tricks)
    return sum(not isinstance(each, Bury) for each in game.deal.acts)


def annotated(game: Record, comments: Sequence[Comment], notes: egn.Notes | None = None) -> str:
    """The game as EGN, all of its earlier file kept, with the review's signs as annotations."""
    data = json.loads(egn.write(game, notes))
    for number, deal in enumerate(data["deals"], 1):
        own = [each for each in comments if each.deal == number and each.sign]
        for comment in own:
            _annotate(deal, comment)
    return json.dumps(data, indent=2, ensure_ascii=False)


def _annotate(deal: dict[str, list[dict[str, object]]], comment: Comment) -> None:
    better = write_action(comment.best)[2:]
    text = f"[{comment.sign}] {better} was better by {100 * comment.cost:.0f} %"
    played = isinstance(comment.action, Play)
    for phase in deal["phases"]:
        if played and "tricks" in phase:
            _add(phase, "playAnnotations", comment.place, text)
        elif not played and "calls" in phase:
            calls = phase["calls"]
            assert isinstance(calls, list)
            _add(phase, "callAnnotations", min(comment.place, len(calls) - 1), text)


def _add(phase: dict[str, object], key: str, place_: int, text: str) -> None:
    notes = phase.setdefault(key, {})
    assert isinstance(notes, dict)
    notes.setdefault(str(place_), []).append(text)
