"""What a book settles for an event of a kind, and what it leaves to the director."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from rightbower.book import load
from rightbower.events.planning import open_event
from rightbower.events.state.event import EventPlan
from rightbower.game import target_objection

DOCUMENT: Final = re.compile(r"[A-Z][0-9]{2}-")


class PresetLine(Struct, frozen=True):
    """A setting in words, with its clause; ``yours`` where the director may choose otherwise."""

    says: str
    clause: str
    yours: bool = False


def preset_text(preset: str) -> list[PresetLine]:
    """The settings of an event of this kind."""
    plan = open_event(preset, "x", "x", "2026-01-01").plan
    book = load(plan.book)
    found = [
        _one(plan, "movement.kind", f"movement: {plan.movement.kind}"),
        _one(plan, "standings.ranking", f"ranked by {plan.standings.ranking}"),
    ]
    if plan.deals is not None:
        found.insert(0, _one(plan, "game.deals", f"{plan.deals} deals a game"))
    if plan.target is not None:
        free = target_objection(book, plan.target + 1) is None
        found.insert(0, _one(plan, "game.target", f"to {plan.target} points", free))
    if plan.minutes is not None:
        found.append(_one(plan, "clock.minutes", f"{plan.minutes} minutes a round", yours=True))
    rounds = f"{plan.rounds} rounds" if plan.rounds is not None else "how many rounds"
    if plan.rounds is not None and plan.movement.fewer_rounds:
        rounds += " or fewer"
    free = plan.rounds is None or plan.movement.fewer_rounds
    return [*found, _one(plan, "movement.rounds", rounds, free)]


def _one(plan: EventPlan, path: str, says: str, yours: bool = False) -> PresetLine:
    clause = plan.clause(path)
    return PresetLine(says, clause if DOCUMENT.match(clause) else "", yours)
