"""The end on the terminal: standings, ties, cards, prizes, results, story."""

from __future__ import annotations

import argparse
from datetime import datetime
from typing import Final

from rightbower.cli.event.desk import Desk, draws, entrant, entrants, points
from rightbower.cli.sheets import Sheet
from rightbower.events.columns import figure_heads, figures, rank_said, reason
from rightbower.events.draws import Face
from rightbower.events.entrants import EventError
from rightbower.events.event import Event, Place
from rightbower.events.finish import finish, hand_in, qualifiers
from rightbower.events.log import story
from rightbower.events.parting import (
    cut_for_place,
    decide,
    level_groups,
    not_now,
    play_off,
    share,
    show_coins,
    show_cut_for_place,
    toss_coins,
)
from rightbower.events.prizes import awards
from rightbower.events.results import not_counting
from rightbower.events.scorecards import master_card, personal_card
from rightbower.events.standings import next_step, ordinal, standings
from rightbower.events.verify import verify

FACES: Final[dict[str, Face]] = {"h": "heads", "t": "tails", "heads": "heads", "tails": "tails"}


def arguments(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], own: argparse.ArgumentParser
) -> None:
    """The commands of this part."""
    places = commands.add_parser("standings", parents=[own], help="everyone's place, and why")
    places.add_argument("--top", type=int, default=0, help="only so many")
    places.set_defaults(do=_standings)
    card = commands.add_parser("card", parents=[own], help="one entrant's rounds; the master card")
    card.add_argument("who", nargs="?", default="")
    card.set_defaults(do=_card)
    cards = commands.add_parser("hand-in", parents=[own], help="players hand in their cards")
    cards.add_argument("who", nargs="*")
    cards.add_argument("--all", action="store_true")
    cards.set_defaults(do=_hand_in)
    tie = commands.add_parser("tie", parents=[own], help="part those who are level, step by step")
    tie.add_argument(
        "what", nargs="?", choices=("toss", "game", "cut", "place", "share"), help="the next step"
    )
    tie.add_argument(
        "words",
        nargs="*",
        help="coins, a score, WHO=CARD (again=WHO=CARD begins a redraw), or entrants in order",
    )
    tie.add_argument("--seed", default="")
    tie.add_argument("--why", default="")
    tie.set_defaults(do=_tie)
    prizes = commands.add_parser("prizes", parents=[own], help="who wins what")
    prizes.set_defaults(do=_prizes)
    end = commands.add_parser("finish", parents=[own], help="make the results final")
    end.add_argument("--why", default="", help="needed to stop before the last round")
    end.set_defaults(do=_finish)
    log = commands.add_parser("log", parents=[own], help="every entry, who wrote it and when")
    log.set_defaults(do=_log)
    check = commands.add_parser("check", parents=[own], help="make every draw again from its seed")
    check.set_defaults(do=_check)


def _standings(desk: Desk, args: argparse.Namespace) -> None:
    event = desk.event()
    found = standings(event)
    shown = found[: args.top] if args.top else found
    title = f"{event.name}, after round {len(event.rounds)}"
    heads = ("Place", "Name", *figure_heads(event), "Why")
    sheets = [Sheet(title, heads, [_row(event, place) for place in shown])]
    if waiting := not_counting(event):
        sheets.append(Sheet("\n".join(waiting), (), []))
    through = qualifiers(event)
    if through:
        names = ", ".join(place.name for place in through)
        sheets.append(Sheet(f"To the games: {names}.\n", (), []))
    desk.show(shown, sheets)


def _row(event: Event, place: Place) -> tuple[str, ...]:
    return (rank_said(place), place.name, *map(str, figures(event, place)), reason(place))


def _card(desk: Desk, args: argparse.Namespace) -> None:
    event = desk.event()
    if not args.who:
        rows = master_card(event)
        lines = [(str(r.round), str(r.table), r.first, r.second, r.says) for r in rows]
        heads = ("Round", "Table", "First", "Second", "Result")
        desk.show(rows, [Sheet("Master score card", heads, lines)])
        return
    number = entrant(event, args.who)
    own = personal_card(event, number)
    rows_ = [
        (
            str(r.round),
            str(r.table or ""),
            r.partner,
            r.against,
            "" if r.points is None else f"{r.points}–{r.given}",
            r.says if r.points is None else r.says.partition("; ")[2],
        )
        for r in own
    ]
    total = sum(row.points or 0 for row in own)
    columns = ("Round", "Table", "Partner", "Against", "Points", "How")
    desk.show(own, [Sheet(f"{event.name_of(number)}: {total} points", columns, rows_)])


def _hand_in(desk: Desk, args: argparse.Namespace) -> None:
    def numbers(event: Event) -> tuple[int, ...]:
        if args.all:
            return tuple(
                each.number
                for each in event.entrants
                if not each.card_in and each.state in ("here", "withdrawn")
            )
        return tuple(entrants(event, args.who))

    desk.write(lambda event: hand_in(event, numbers(event)))


def _tie(desk: Desk, args: argparse.Namespace) -> None:
    seed = desk.seed()
    words: list[str] = args.words
    match args.what:
        case "toss" if words:
            desk.write(lambda event: show_coins(event, [_face(word) for word in words]))
        case "toss":
            desk.write(lambda event: toss_coins(event, seed))
        case "game":
            desk.write(lambda event: play_off(event, points(_only(words, "10-8")), why=args.why))
        case "cut" if words:
            desk.write(lambda event: show_cut_for_place(event, draws(event, words)))
        case "cut":
            desk.write(lambda event: cut_for_place(event, seed))
        case "place":
            desk.write(lambda event: decide(event, entrants(event, words), args.why))
        case "share":
            desk.write(lambda event: share(event, entrants(event, words), args.why))
    _next(desk)


def _face(word: str) -> Face:
    if word.casefold() not in FACES:
        raise EventError(f"{word!r} is no coin; write heads or tails")
    return FACES[word.casefold()]


def _only(words: list[str], example: str) -> str:
    if len(words) != 1:
        raise EventError(f"give one score, such as {example}")
    return words[0]


def _next(desk: Desk) -> None:
    """What is still open, with the command that does it."""
    event = desk.event()
    if reason := not_now(event):
        desk.show(None, [Sheet(f"{reason[0].upper()}{reason[1:]}.", (), [])])
        return
    step = next_step(event)
    if step is None:
        desk.show(None, [Sheet(_shared(event), (), [])])
        return
    command = {
        "coins": "tie toss",
        "game": "tie game SCORE",
        "cut": "tie cut",
        "decision": "tie place WHO WHO … --why REASON",
    }[step.kind]
    numbers = ", ".join(map(str, step.players))
    text = f"{step.says} ({step.clause})\nDo it with 'rightbower event {command}' (entrants {numbers})."
    desk.show(step, [Sheet(text, (), [])])


def _shared(event: Event) -> str:
    """Who shares a place that matters, and how the officer may decide otherwise."""
    officer = event.plan.officer
    said = [
        f"{event.name_of(*group)} share {ordinal(rank)} place unless the {officer} decides otherwise."
        for group, rank in level_groups(event)
        if rank <= event.plan.decided
    ]
    if not said:
        return "Nobody whose place matters is level."
    return "\n".join([*said, "Do that with 'rightbower event tie place WHO WHO … --why REASON'."])


def _prizes(desk: Desk, _: argparse.Namespace) -> None:
    event = desk.event()
    found = awards(event)
    rows = [
        (
            " and ".join(each.prizes),
            event.name_of(*each.winners),
            f"{each.each / 100:.2f}" if each.each else "",
            each.why,
        )
        for each in found
    ]
    desk.show(found, [Sheet("Prizes", ("Prize", "Who", "Each", "Why"), rows)])


def _finish(desk: Desk, args: argparse.Namespace) -> None:
    desk.write(lambda event: finish(event, args.why))
    _prizes(desk, args)


def _log(desk: Desk, _: argparse.Namespace) -> None:
    found = story(desk.history())
    rows = [
        (
            str(line.number),
            datetime.fromtimestamp(line.at).strftime("%H:%M:%S"),  # noqa: DTZ006  # the wall's time
            line.by,
            f"(undone) {line.says}" if line.undone else line.says,
        )
        for line in found
    ]
    desk.show(found, [Sheet("Story", ("No", "Time", "By", "What"), rows)])


def _check(desk: Desk, _: argparse.Namespace) -> int:
    found = verify(desk.history())
    said = f"{found.draws} draws made again from their seeds"
    if found.different:
        said += f"; entries {', '.join(map(str, found.different))} come out otherwise."
    else:
        said += ", all the same."
    desk.show(found, [Sheet(said, (), [])])
    return 1 if found.different else 0
