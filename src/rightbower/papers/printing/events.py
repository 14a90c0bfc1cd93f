"""The papers of an event, by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rightbower.papers.printing import boards, cards, lists
from rightbower.papers.printing.certificates import certificate, certificates
from rightbower.papers.printing.papers import (
    Heading,
    Paper,
    PaperWish,
    PlaceLine,
    ResultsPaper,
    ScoreCard,
    SignIn,
    SignInLine,
    StandingsPaper,
)
from rightbower.papers.printing.seating import cards_for_round, cards_for_tables, master, movement
from rightbower.papers.printing.sheets import (
    bound,
)
from rightbower.rules.message import capital
from rightbower.tournament.dates import day_text
from rightbower.tournament.events.columns import (
    figure_heads,
    figures,
    games_text,
    main_figure,
    rank_text,
    reason,
    tally_text,
)
from rightbower.tournament.events.eligibility import unchecked
from rightbower.tournament.events.entrants import Award, Entrant, EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.finish import qualifiers
from rightbower.tournament.events.labels import event_papers
from rightbower.tournament.events.outcome import outcome, so_far
from rightbower.tournament.events.places import standings
from rightbower.tournament.events.prize_lines import money
from rightbower.tournament.events.prizes import awards, lone_prizes
from rightbower.tournament.events.scorecards import CardRow, personal_card
from rightbower.tournament.events.seating import planned_rounds
from rightbower.tournament.events.sharing import HONOURED, honours, size_text

ROUNDS_UNKNOWN: Final = 12  # rows on a card where nobody knows yet how many rounds there will be


def event_paper(
    event: Event, name: str, paper: Paper = "A4", only: int = 0, links: Mapping[int, str] = {}
) -> bytes:
    """One paper of an event as a PDF file; the names are those of ``EVENT_PAPERS``.

    ``only`` is the table or entrant whose card alone is wanted, ``links`` lead phones to tables.
    """
    if name not in (known := event_papers(event)):
        raise EventError(f"there is no paper {name!r}; the papers are {', '.join(known)}")
    return _made(event, name, PaperWish(paper, only, dict(links)))


def _made(event: Event, name: str, wish: PaperWish) -> bytes:
    if name == "pack":
        return bound([_made(event, each, wish) for each in _pack(event)])
    return _MAKE[name](event, _heading(event), wish)


def _pack(event: Event) -> list[str]:
    """What the night needs from here on; once play has begun nobody signs in any more."""
    papers = ["table-cards", "score-cards", "master-card"]
    if event.rounds:
        return [*papers, "round-cards"]
    return ["sign-in", *papers]


def _heading(event: Event) -> Heading:
    return Heading(event.name, (f"{day_text(event.date)}, {event.plan.title}",))


def _playing(event: Event, only: int) -> list[Entrant]:
    """Those who need a card: not the ones who did not come, nor singles who are in a pair now."""
    found = [each for each in event.entrants if each.state not in ("paired", "no-show", "removed")]
    if only and only not in [each.number for each in found]:
        raise EventError(f"entrant {only} has no card")
    return [each for each in found if only in (0, each.number)]


def _rows(event: Event) -> int:
    return planned_rounds(event) or max(len(event.rounds), ROUNDS_UNKNOWN)


def _score_cards(event: Event, heading: Heading, wish: PaperWish) -> bytes:
    """Empty cards, one for each entrant, to be filled in by hand."""
    made = [_card(event, each, ()) for each in _playing(event, wish.only)]
    return cards.score_cards(heading, made, wish.paper)


def _card(event: Event, entrant: Entrant, filled: tuple[tuple[str, ...], ...]) -> ScoreCard:
    rows = max(_rows(event), len(filled))
    return ScoreCard(
        entrant.name, str(entrant.number), rows, _columns(event), tuple(_foot(event)), filled
    )


def _columns(event: Event) -> tuple[str, ...]:
    if event.plan.standings.ranking == "event points":
        return ("Game", "Table", "W/D/L", "Points", "Total")
    if event.plan.entering.unit == "pair":
        return ("Round", "Table", "We", "They", "Total" if _adds_points(event) else "Wins")
    return ("Round", "Table", "Points", "Total")


def _adds_points(event: Event) -> bool:
    """Whether a card adds up the points, and not the games that were won."""
    return event.plan.standings.ranking == "points made"


def _foot(event: Event) -> list[str]:
    rules, plan = event.plan.standings, event.plan
    said = []
    if rules.ranking == "event points":
        clause = plan.clause("standings.win")
        said.append(f"{rules.win} for a win, {rules.draw} for a draw ({clause}).")
    if plan.movement.marked_first:
        said.append(f"Mark the card before anyone moves ({plan.clause('movement.marked_first')}).")
    if rules.winner_entered == "target" and plan.target is not None:
        clause = plan.clause("standings.winner_entered")
        said.append(f"Enter {plan.target} for the winner ({clause}).")
    if lone_prizes(event) or event.purse.basket:
        said.append("Lone hands: ______")
    if event.purse.fine:
        said.append(f"Euchred: ______ at {money(event.purse.fine)}")
    if rules.hand_in != "none":
        who = "You may hand" if rules.hand_in == "optional" else "Hand"
        said.append(
            f"{who} the card in to the {plan.officer} at the end"
            f" ({plan.clause('standings.hand_in')})."
        )
    return said


def _personal_cards(event: Event, heading: Heading, wish: PaperWish) -> bytes:
    """Everyone's card with what has been played so far filled in."""
    made = [_card(event, each, _filled(event, each.number)) for each in _playing(event, wish.only)]
    return cards.score_cards(heading, made, wish.paper)


def _filled(event: Event, number: int) -> tuple[tuple[str, ...], ...]:
    """The cells of a card, round by round; a round that was not played stays empty."""
    own = {row.round: row for row in personal_card(event, number)}
    rules = event.plan.standings
    rows: list[tuple[str, ...]] = []
    total = 0
    for round_ in range(1, len(event.rounds) + 1):
        row = own.get(round_)
        if row is None or row.points is None or row.given is None:
            total += _for_sitting_out(event, row)
            rows.append(_sat_out(event, row, total))
            continue
        worth, letter = _worth(event, round_, row.table, number)
        if rules.ranking == "event points":
            total += worth
            rows.append((str(row.table), letter, str(worth), str(total)))
        elif event.plan.entering.unit == "pair":
            total += row.points if _adds_points(event) else letter == "W"
            rows.append((str(row.table), str(row.points), str(row.given), str(total)))
        else:
            total += row.points
            rows.append((str(row.table), str(row.points), str(total)))
    return tuple(rows)


def _for_sitting_out(event: Event, row: CardRow | None) -> int:
    """What a round sat out adds to the total of a card; a pair's card adds up its wins."""
    by_event = event.plan.standings.ranking == "event points"
    wins = event.plan.entering.unit == "pair" and not by_event and not _adds_points(event)
    return 0 if row is None or wins else row.sat_out


def _sat_out(event: Event, row: CardRow | None, total: int) -> tuple[str, ...]:
    """The cells of a round without a game: a dash where it was sat out, and what that scored."""
    if row is None or row.table:
        return ()
    scored = _for_sitting_out(event, row)
    if not scored:
        return ("–",)
    if event.plan.standings.ranking == "event points":
        return ("–", "–", str(scored), str(total))
    given = ("–",) if event.plan.entering.unit == "pair" else ()
    return ("–", str(scored), *given, str(total))


def _worth(event: Event, round_: int, table: int, number: int) -> tuple[int, str]:
    """What a game was worth in event points, and W, D or L."""
    there = event.round_at(round_).table(table)
    came = outcome(event.plan, there)
    assert came is not None
    rules = event.plan.standings
    if came.winner is None:
        return rules.draw or 0, "D"
    if came.winner == there.side_of(number):
        return rules.win or 0, "W"
    return rules.loss or 0, "L"


def _sign_in(event: Event, heading: Heading, wish: PaperWish) -> bytes:
    """The sheet at the door."""
    entrants = [each for each in event.entrants if each.state != "paired"]
    lines = tuple(SignInLine(str(each.number), each.name, _note(event, each)) for each in entrants)
    return lists.sign_in(heading, SignIn(lines), wish.paper)


def _note(event: Event, entrant: Entrant) -> str:
    said = [entrant.zone] if entrant.zone else []
    said += entrant.groups
    if entrant.floater:
        said.append("floater")
    if unchecked(event, entrant):
        said.append("birth date?")
    return ", ".join(said)


def _results(event: Event, heading: Heading, wish: PaperWish) -> bytes:
    """The places on one page, with the prizes."""
    lines = tuple(
        PlaceLine(
            rank_text(each) or "–",
            each.name,
            (str(games_text(each)), str(main_figure(event, each)[0])),
        )
        for each in standings(event)
    )
    firsts = tuple(
        PlaceLine(
            rank_text(each), each.name, (str(tally_text(each, event.plan.standings.ranking)),)
        )
        for each in (standings(event)[:HONOURED] if event.finished else ())
        if each.rank is not None
    )
    return lists.results(
        _state(event, heading), ResultsPaper(lines, firsts, tuple(_notes(event))), wish.paper
    )


def _reasons(event: Event, heading: Heading, wish: PaperWish) -> bytes:
    """The standings, each place with its reason, and the prizes."""
    places = tuple(
        PlaceLine(
            rank_text(each) or "–",
            each.name,
            tuple(map(str, figures(event, each))),
            str(reason(each)),
        )
        for each in standings(event)
    )
    who = {"pair": "Pair", "team": "Team"}.get(event.plan.entering.unit, "Name")
    data = StandingsPaper(places, figure_heads(event), who, tuple(_notes(event)))
    return lists.standings(_state(event, heading), data, wish.paper)


def _state(event: Event, heading: Heading) -> Heading:
    """The heading with how far the results are."""
    state = "Final results" if event.finished else capital(str(so_far(event)))
    return Heading(heading.title, (*heading.lines, state))


def _notes(event: Event) -> list[str]:
    """The prizes and who goes on, below the places."""
    notes = [_prize(event, each) for each in awards(event)] if event.rounds else []
    notes += [f"{each.winner}: {each.name}, drawn from {each.among}" for each in event.drawn]
    if through := qualifiers(event):
        notes.append(f"To the games: {', '.join(place.name for place in through)}.")
    return notes


def _prize(event: Event, award: Award) -> str:
    each = f", {award.each / 100:.2f}" if award.each else ""
    each += " each" if each and len(award.winners) > 1 else ""
    return f"{event.name_of(*award.winners)}{each}: {award.why}"


def _certificates(event: Event, heading: Heading, wish: PaperWish) -> bytes:
    """Certificates for the first three places and all prizes, once the results are final."""
    if not event.finished:
        lines = [day_text(event.date), "The results are not final yet."]
        return certificates(Heading(heading.title, tuple(lines)), (), "", wish.paper)
    line = f"{day_text(event.date)} · {size_text(event)}"
    made = [certificate(each) for each in honours(event)]
    return certificates(Heading(heading.title, (line,)), made, event.plan.officer, wish.paper)


_MAKE: Final[Mapping[str, Callable[[Event, Heading, PaperWish], bytes]]] = {
    "sign-in": _sign_in,
    "table-cards": cards_for_tables,
    "round-cards": cards_for_round,
    "score-cards": _score_cards,
    "master-card": master,
    "movement": movement,
    "personal-cards": _personal_cards,
    "results": _results,
    "reasons": _reasons,
    "dealing-slips": boards.dealing_slips,
    "hand-records": boards.hand_records,
    "certificates": _certificates,
}
