"""A finished deal step by step: what lay where after each act, all hands open."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from rightbower.record import egn, record
from rightbower.record.entries import BellEntry, CutEntry, DealtEntry, Record, RecordEntry
from rightbower.record.record import DealStory
from rightbower.rules import shuffles
from rightbower.rules.acts import Action, Bury
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import NoTrump, Seat, Side
from rightbower.rules.ceremonies import cut_pack, deal_cards
from rightbower.rules.deal import Deal, place, start
from rightbower.rules.refusal import Refusal
from rightbower.store.contract import StoredEntry
from rightbower.web.common.rendering import render
from rightbower.web.hall.actor import Live
from rightbower.web.hall.archive import after, without_game
from rightbower.web.hall.card_text import happened, order_of_hand, spoken, trumps
from rightbower.web.hall.dealing import with_one_more
from rightbower.web.hall.entries import (
    Begun,
    GameFinished,
    HallEntry,
    OlderEntry,
    Played,
    TakenBack,
    decode,
)
from rightbower.web.hall.front_pages import hall_of, live_of, person_of
from rightbower.web.hall.same_deals import may_look
from rightbower.web.hall.table import HallTable
from rightbower.web.study.reviews import act_index, reviews_of


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """The table after an act, and the act in words."""

    text: str
    hands: list[list[str]]
    trick: list[tuple[str, str]]
    won: list[int]
    trumps: list[str] = []
    up: str = ""


class ShownDeal(Struct, frozen=True):
    """A deal of the replay; the first step is before the first act."""

    dealer: str
    turn_up: str
    steps: list[ReplayStep]
    ends: str
    score: tuple[int, int]
    costs: dict[int, tuple[str, str]]


def shown_deal(
    story: DealStory, players: Sequence[str], costs: dict[int, tuple[str, str]]
) -> ShownDeal:
    """A deal and all its steps."""
    deal = story.deal
    return ShownDeal(
        deal.dealer.letter,
        deal.turn_up.name,
        steps(deal, players),
        ends(story, deal.book),
        story.score,
        costs,
    )


def steps(deal: Deal, players: Sequence[str]) -> list[ReplayStep]:
    """The table before the first act and after each."""
    now = start(deal.book, deal.dealer, deal.dealt, deal.turn_up, deal.stock)
    found = [_step(now, f"{players[deal.dealer]} has dealt")]
    for action in deal.acts:
        now = place(now, action)
        found.append(_step(now, action_text(action, players)))
    return found


def action_text(action: Action, players: Sequence[str]) -> str:
    """An act in words; afterwards everybody may know what was discarded."""
    who = players[action.seat]
    if isinstance(action, Bury):
        return f"{who} discards {spoken(action.card)}"
    return happened(who, action).text


def _step(deal: Deal, text: str) -> ReplayStep:
    tricks = [trick for trick in deal.tricks if trick.plays]
    plays = tricks[-1].plays if tricks else ()
    winners = [trick.winner for trick in deal.tricks]
    return ReplayStep(
        text,
        [[card.name for card in order_of_hand(hand, deal.trump)] for hand in deal.hands],
        [(seat.letter, card.name) for seat, card in plays],
        [winners.count(seat) for seat in Seat],
        trumps(deal.trump, deal.book.pack),
        _up(deal),
    )


def _up(deal: Deal) -> str:
    """What is said beside the card that was turned up."""
    if deal.trump is not None:
        called = str(deal.trump).capitalize()
        return called if isinstance(deal.trump, NoTrump) else f"{called} are trump"
    return "Turned up"


def ends(story: DealStory, book: RuleBook) -> str:
    """What the deal came to, with its clauses."""
    if story.deal.ending is None:
        return "The game ended before this hand was over."
    sides = {Side.NS: "North–South", Side.EW: "East–West"}
    marks = [
        f"{sides[mark.side]} {mark.points:+d} ({book.clause(mark.path)})" for mark in story.marks
    ]
    return f"The hand is over: {', '.join(marks) or 'no score'}."


async def finished(request: Request) -> Live:
    """The table, if its game is over; before that nobody may see all hands."""
    live = await live_of(request)
    if not live.table.over:
        raise HTTPException(403, "The game is not over yet; the hands stay hidden until then.")
    await may_be_seen(request, live)
    return live


async def may_be_seen(request: Request, live: Live) -> None:
    """Refuse who has not played these deals yet, where others play them too."""
    hall = hall_of(request)
    who, now = person_of(request).who, hall.clock()
    if not await hall.reads(may_look, live.table, hall.journal, who, now):
        words = "Play these deals yourself first: then you may see how others played them."
        raise HTTPException(403, words)


def record_of(live: Live) -> Record:
    """A finished game's own record: the entries of its stream, and how it was begun."""
    return record_from(live.services.stored(live.name))


def record_from(stored: Sequence[StoredEntry]) -> Record:
    """The record of a game, from the entries of its table's stream."""
    table: HallTable | None = None
    begun: Begun | None = None
    entries: list[RecordEntry] = []
    told = [decode(each.body) for each in stored]
    step = after if any(isinstance(each, OlderEntry) for each in told) else _unplayed
    for each in told:
        table, happened = step(table, each)
        if isinstance(happened, Begun):
            begun = happened
            if table.book.dealing.turn_up_waits_for_bell:
                entries.append(BellEntry("start", happened.at))
        elif isinstance(happened, TakenBack):
            del entries[-happened.acts :]
        elif isinstance(happened, Played):
            entries.append(happened.entry)
    assert table is not None
    assert begun is not None
    return Record(
        table.book,
        begun.first_dealer,
        table.players,
        table.opened.target,
        at=begun.at,
        entries=tuple(entries),
        at_table=table.opened.mode == "as-at-the-table",
    )


def _unplayed(
    table: HallTable | None, entry: HallEntry | OlderEntry
) -> tuple[HallTable, HallEntry]:
    assert not isinstance(entry, OlderEntry)
    return without_game(table, entry), entry


async def as_it_was(live: Live) -> Record:
    """The record of a finished game, if the book of today still comes to the same."""
    found, facts = await live.services.reads(record_of, live), live.table.finished
    assert facts is not None
    try:
        game = record.replay(found)
    except ValueError:
        raise _changed(facts) from None
    scores = [deal.score for deal in game.finished]
    if [deal.score for deal in facts.deals] != scores or game.score != facts.score:
        raise _changed(facts)
    return found


def _changed(facts: GameFinished) -> HTTPException:
    return HTTPException(
        409,
        f"This game ended {facts.score[0]}–{facts.score[1]}, and that stands. Its book has changed"
        " since, so it cannot be played again by it.",
    )


async def take_record(request: Request) -> Response:
    """The game as our record."""
    text = record.write(await as_it_was(await finished(request)))
    return PlainTextResponse(text, headers=_named(request, "txt"))


async def take_egn(request: Request) -> Response:
    """The game in Euchre Game Notation."""
    try:
        text = egn.write(await as_it_was(await finished(request)))
    except Refusal as fault:
        raise HTTPException(409, f"This game has no form in that notation: {fault}.") from None
    return Response(text, media_type="application/json", headers=_named(request, "egn"))


def _named(request: Request, ending: str) -> dict[str, str]:
    name = f"euchre-{request.path_params['table']}.{ending}"
    return {"content-disposition": f'attachment; filename="{name}"'}


async def replay_page(request: Request) -> Response:
    """Step through a finished game with all hands open."""
    live = await finished(request)
    game = await as_it_was(live)
    _, stories = record.stories(game)
    return render(
        request,
        "replay.html",
        table_id=request.path_params["table"],
        played=live.table.seat_of(person_of(request).who) is not None,
        setup=replay_setup(game, _costs(request, stories, game.players)),
    )


def replay_setup(game: Record, costs: Mapping[int, dict[int, tuple[str, str]]]) -> str:
    """What the page that steps through a game has to know, safe inside a page."""
    _, stories = record.stories(game)
    deals = [
        shown_deal(story, game.players, costs.get(number, {}))
        for number, story in enumerate(stories, 1)
    ]
    return inside_page({"players": game.players, "deals": deals})


def inside_page(told: object) -> str:
    """What a page has to know, as JSON that is safe inside it."""
    return msgspec.json.encode(told).decode().replace("<", "\\u003c")


def _costs(
    request: Request, stories: Sequence[DealStory], players: Sequence[str]
) -> dict[int, dict[int, tuple[str, str]]]:
    """What the review marked, where there is one: by deal and act, the sign and the sentence."""
    progress = reviews_of(request).of(str(request.path_params["table"]))
    found: dict[int, dict[int, tuple[str, str]]] = {}
    for comment in (progress and progress.comments) or ():
        if comment.sign:
            at = act_index(stories[comment.deal - 1].deal, comment)
            better = action_text(comment.best, players)
            cost = f"Better by {round(100 * comment.cost)}% of the game: {better}."
            found.setdefault(comment.deal, {})[at] = (comment.sign, cost)
    return found


def _cut_and_dealt(game: Record) -> Iterator[tuple[DealtEntry, int | None]]:
    """Each deal, and how many cards were lifted off its pack before."""
    lifted: int | None = None
    for entry in game.entries:
        if isinstance(entry, CutEntry):
            lifted = entry.cut.lifted
        elif isinstance(entry, DealtEntry):
            yield entry, lifted
            lifted = None


async def fair_page(request: Request) -> Response:
    """How the shuffles were fixed beforehand, and after the game the check of every deal."""
    live = await live_of(request)
    await may_be_seen(request, live)
    table = live.table
    seed = table.opened.seed
    checks = []
    if table.over:
        game = await live.services.reads(record_of, live)
        for number, (entry, lifted) in enumerate(_cut_and_dealt(game), 1):
            pack = shuffles.pack(seed, table.mixed, f"deal {number}", table.opened.shuffle)
            again = deal_cards(cut_pack(pack, lifted, table.book), entry.dealer, table.book)
            misdealt = [with_one_more(again, seat) for seat in Seat]
            checks.append((number, entry.dealer.word, entry.cards in (again, *misdealt)))
    return render(
        request,
        "shuffle_check.html",
        table_id=request.path_params["table"],
        over=table.over,
        commitment=shuffles.commitment(seed),
        seed=seed if table.over else "",
        salts=table.salts,
        committed=table.committed,
        version=table.opened.shuffle,
        begun=table.playing,
        command=_check_command(table),
        checks=checks,
    )


def _check_command(table: HallTable) -> str:
    """What to type to work a deal out again."""
    seed, version = table.opened.seed, table.opened.shuffle
    words = ["rightbower", "fair", seed, shuffles.commitment(seed), "--version", str(version)]
    for mixed in table.mixed:
        words += ["--salt", mixed]
    return shlex.join([*words, "--deal", "1"])
