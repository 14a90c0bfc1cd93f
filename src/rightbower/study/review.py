"""The review of a finished game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import partial

from msgspec import Struct

from rightbower.players.executors import Progress, spread
from rightbower.players.tables import call_by_table
from rightbower.players.views import View, view
from rightbower.record import egn
from rightbower.record.entries import ActionEntry, Record
from rightbower.record.record import after_entry, start
from rightbower.rules.acts import Action, Bury, Play, write_action, write_without_seat
from rightbower.rules.cards import Seat
from rightbower.rules.game import Game
from rightbower.rules.refusal import Refusal
from rightbower.study.explain import explain
from rightbower.study.teacher import advise

REVIEWING_WORLDS = 150
SHORT = 4  # how many times shorter a look is where nothing was lost
SIGNS = ((0.12, "??"), (0.05, "?"), (0.02, "?!"))


class Comment(Struct, frozen=True):
    """One decision of a game: what was done, what was best, and what the difference cost.

    ``place`` counts the calls, or the cards played, before it in its deal; ``why`` tells the
    difference where it is marked by a sign; ``chance`` is that to win after what was done.
    """

    deal: int
    place: int
    seat: Seat
    action: Action
    best: Action
    cost: float
    sign: str
    why: str = ""
    chance: float = 0.0


def review(
    game: Record, worlds: int = REVIEWING_WORLDS, progress: Progress | None = None
) -> list[Comment]:
    """Every decision of a finished game with what it cost, in chance to win."""
    found = []
    now = start(game)
    for number, entry in enumerate(game.entries, 1):
        before = now.game
        if isinstance(entry, ActionEntry) and before.deal is not None:
            comment = _comment(before, entry.action, worlds)
            if comment is not None:
                found.append(comment)
        now = after_entry(now, entry)
        if progress is not None:
            progress(number, len(game.entries))
    return found


def reviews(
    games: Sequence[Record],
    worlds: int = REVIEWING_WORLDS,
    workers: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Iterator[list[Comment]]:
    """The reviews of many games in their order, each by one worker; the progress counts games."""
    return spread(partial(review, worlds=worlds), games, workers, executor, progress)


def moment(game: Record, number: int) -> tuple[View, Action]:
    """What the one who made a decision of the game saw, and what was done; they count from 1."""
    now, left = start(game), number
    for entry in game.entries:
        before = now.game
        if isinstance(entry, ActionEntry) and before.deal is not None:
            seen = view(before, entry.action.seat)
            left -= len(seen.legal) > 1
            if not left:
                return seen, entry.action
        now = after_entry(now, entry)
    raise Refusal(f"the game has no decision {number}")


def _comment(game: Game, action: Action, worlds: int) -> Comment | None:
    seen = view(game, action.seat)
    if len(seen.legal) < 2:
        return None
    # where the table's own call was made nothing was lost, and only the chance is wanted
    called = None if isinstance(action, Play | Bury) else call_by_table(seen)
    looked = max(1, worlds // SHORT) if called == action else worlds
    values = {write_action(each.action): each for each in advise(seen, looked)}
    best = next(iter(values.values()))
    chosen = values.get(write_action(action), best)
    cost = 0.0 if chosen.tie else max(0.0, chosen.behind)
    sign = next((sign for limit, sign in SIGNS if cost > limit and cost > 2 * chosen.error), "")
    place_ = _place(game, action)
    why = explain(seen, best.action, action).text if sign else ""
    deal = len(game.finished) + 1
    return Comment(
        deal, place_, action.seat, action, best.action, cost, sign, why, best.chance - cost
    )


def _place(game: Game, action: Action) -> int:
    assert game.deal is not None
    if isinstance(action, Play):
        return sum(len(trick.plays) for trick in game.deal.tricks)
    return sum(not isinstance(each, Bury) for each in game.deal.acts)


def annotated(
    game: Record, comments: Sequence[Comment], notes: egn.SourceFile | None = None
) -> str:
    """The game as EGN, all of its earlier file kept, with the review's signs as annotations."""
    data = json.loads(egn.write(game, notes))
    for number, deal in enumerate(data["deals"], 1):
        own = [each for each in comments if each.deal == number and each.sign]
        for comment in own:
            _annotate(deal, comment)
    return json.dumps(data, indent=2, ensure_ascii=False)


def _annotate(deal: dict[str, list[dict[str, object]]], comment: Comment) -> None:
    better = write_without_seat(comment.best)
    text = f"[{comment.sign}] {better} was better by {100 * comment.cost:.0f}%. {comment.why}"
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
