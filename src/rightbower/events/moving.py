"""The movement in words, as it lies on every table, and the rounds that can be told beforehand."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.book import load
from rightbower.events.movements.hosts_deck import numbered
from rightbower.events.seating import planned_rounds, seating_of
from rightbower.events.state.entrants import EventError
from rightbower.events.state.event import Event, EventPlan, Round


def movement_words(event: Event, tables: int) -> tuple[str, ...]:
    """Who goes where after a game at one of so many tables, a sentence each with its clause."""
    plan = event.plan
    match plan.movement.kind:
        case "A up":
            said = _a_up(plan)
        case "host's deck":
            said = _host_deck(plan, numbered(event, tables))
        case "winners part":
            said = _winners_part(plan)
        case _:
            said = (plan.movement_kind.said,)
    if plan.movement.marked_first:
        clause = plan.clause("movement.marked_first")
        said = (f"Mark your score cards before anyone moves ({clause}).", *said)
    return said


def _a_up(plan: EventPlan) -> tuple[str, ...]:
    up = plan.clause("movement.kind")
    said = [f"After each game the A team goes up one table ({up}).", "The B team stays."]
    if plan.movement.b_down:
        down = plan.clause("movement.b_down")
        said.append(f"Only if the {plan.officer} says so: A stays, B goes down one table ({down}).")
    return tuple(said)


def _host_deck(plan: EventPlan, by_number: bool) -> tuple[str, ...]:
    clause = plan.clause("movement.kind")
    seat = plan.clause("movement.draw_card")
    means = "The rank is your table. Red sits opposite red, black opposite black"
    if by_number:
        means = "The host tells you which table and seat your number means"
    copied = plan.clause("standings.record")
    return (
        f"Copy the score to your own card ({copied}).",
        f"Then draw a card from the host's deck and go to its table ({clause}).",
        f"{means} ({seat}).",
    )


def _winners_part(plan: EventPlan) -> tuple[str, ...]:
    move = plan.movement
    up, down = ("North or East", "South or West")
    if move.go_up == "S and W":
        up, down = down, up
    losers = "and sits on the other's left" if move.losers == "split" else "from across the table"
    higher = move.drawn_game.partition(" cut")[0]
    parted = f"The winner in {up} goes up one table, the one in {down} goes down one"
    cut = f"The losers stay and cut: the higher deals first, the lower deals second {losers}"
    level = (
        "Tied at the bell: the last dealer and the player on that dealer's right cut;"
        f" the pair with the {higher} card moves"
    )
    said = [
        f"{parted} ({plan.clause('movement.go_up')}).",
        f"{cut} ({plan.clause('movement.losers')}).",
        f"Whoever comes up sits {move.comes_up} ({plan.clause('movement.comes_up')}).",
        f"{level} ({plan.clause('movement.drawn_game')}).",
    ]
    if move.sitters:
        said.append(_sitters(plan))
    return tuple(said)


def _sitters(plan: EventPlan) -> str:
    left = plan.movement.left_seat.removeprefix("on the ")
    clauses = f"{plan.clause('movement.sitters_partner')}; {plan.clause('movement.left_seat')}"
    return (
        f"With a sitting player: the partner {plan.movement.sitters_partner} after one game; a newcomer"
        f" starts on the {left}, shifts across, then leaves ({clauses})."
    )


def rounds_ahead(event: Event) -> tuple[Round, ...]:
    """All the rounds of a movement that results do not change: those seated, and those to come.

    Those to come hold as long as nobody arrives, leaves or moves otherwise. Where results settle
    who goes where, only the rounds that were seated are given.
    """
    total = planned_rounds(event)
    if not event.plan.movement_kind.foreseen or not event.rounds or total is None:
        return event.rounds
    book = load(event.plan.book)
    while len(event.rounds) < total and not event.finished:
        try:
            seating = seating_of(event, book, event.round.seed, "A up")
        except EventError:
            break  # So many have left that nobody would play.
        number = len(event.rounds) + 1
        coming = Round(number, event.round.seed, seating.move, seating.tables, seating.byes)
        event = replace(event, rounds=(*event.rounds, coming))
    return event.rounds
