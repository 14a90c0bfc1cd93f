"""Several halls on one journal: a table has one owner, and an old owner does nothing more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any

import pytest

from rightbower.rules.cards import Seat
from rightbower.store.claims import SILENCE, Claim, HandedOver, Ownership
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.entries import Sat
from rightbower.web.hall.hall import Hall, leave
from rightbower.web.hall.sealing import Seals
from rightbower.web.hall.talk import ChatTaken
from web.asked import asked
from web.clockwork import idle, run
from web.several import ClaimsInMemory, SeveralHalls
from web.test_lines import PACE, Ear, at_the_table, with_a_table


def with_halls(story: Callable[[SeveralHalls], Awaitable[None]]) -> None:
    """Tell a story of several halls over a journal with one table."""

    async def told() -> None:
        several = SeveralHalls(with_a_table(), PACE)
        await story(several)
        several.close()

    run(told)


def turn_of(ears: dict[str, Ear]) -> str:
    """Who is to act."""
    return str(ears["S"].state["game"]["turn"])


def test_a_table_has_one_owner_and_the_others_say_which() -> None:
    async def story(several: SeveralHalls) -> None:
        one, two = several.open("one"), several.open("two")
        live, _ = await at_the_table(one)
        with pytest.raises(HandedOver) as gone:
            await two.come("t")
        assert gone.value.hall == "one"
        assert await one.come("t") is live
        assert await two.come("nowhere") is None
        assert "table/nowhere" not in several.table.owners

    with_halls(story)


def test_any_hall_may_show_a_table_and_only_its_owner_changes_it() -> None:
    async def story(several: SeveralHalls) -> None:
        one, two = several.open("one"), several.open("two")
        live, _ = await at_the_table(one)
        looked_at = two.find("t")
        assert looked_at is not None
        assert looked_at.table.version == live.table.version
        assert two.tables == {}
        with pytest.raises(HandedOver):
            await looked_at.commit([Sat(Seat.S, "x", "X", 1.0)])

    with_halls(story)


def test_who_opens_a_table_owns_it_and_lets_go_when_it_sleeps() -> None:
    async def story(several: SeveralHalls) -> None:
        one, two = several.open("one"), several.open("two")
        live = await one.open("standard", "ann", then=[Sat(Seat.S, "ann", "Ann", 1.0)])
        id_ = live.name.removeprefix("table/")
        with pytest.raises(HandedOver):
            await two.come(id_)
        await asyncio.sleep(2 * PACE.linger)
        assert live.name not in one.tables
        again = await two.come(id_)
        assert again is not None
        assert again.table.seat_of("ann") is Seat.S

    with_halls(story)


def test_a_hall_that_is_called_as_another_one_that_lives_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story(several: SeveralHalls) -> None:
        several.open("one")
        several.open("two")
        several.kill("two")
        assert not caplog.messages
        several.open("two")
        assert not caplog.messages
        Ownership(ClaimsInMemory(several.table)).enter("one")
        assert caplog.messages == ["another hall is called one too: give each a name of its own"]

    with_halls(story)


def test_a_hall_with_another_secret_does_not_keep_a_table_that_it_cannot_read() -> None:
    async def story(several: SeveralHalls) -> None:
        one, two, wrong = (several.open(name) for name in ("one", "two", "wrong"))
        one.seals, two.seals, wrong.seals = Seals("a"), Seals("a"), Seals("b")
        live = await one.open("standard", "ann", then=[Sat(Seat.S, "ann", "Ann", 1.0)])
        id_ = live.name.removeprefix("table/")
        several.kill("one")
        assert await wrong.come(id_) is None
        again = await two.come(id_)
        assert again is not None
        assert again.table.seat_of("ann") is Seat.S

    with_halls(story)


def test_the_table_of_a_dead_hall_goes_on_elsewhere() -> None:
    async def story(several: SeveralHalls) -> None:
        one, two = several.open("one"), several.open("two")
        live, ears = await at_the_table(one)
        turn = turn_of(ears)
        seen = ears[turn].state
        taken = protocol.Move("m1", "pass")
        assert isinstance(await asked(live, ears[turn].line, taken), protocol.Done)
        several.kill("one")
        again = await two.come("t")
        assert again is not None
        line = Ear(turn, two)
        again.join(line.line, seen["version"])
        # The answer may have been lost with the hall: what is sent again is not taken twice.
        head = several.journal.head("table/t")
        assert isinstance(await asked(again, line.line, taken), protocol.Done)
        assert several.journal.head("table/t") == head
        await idle()
        then = str(line.state["game"]["turn"])
        other = Ear(then, two)
        again.join(other.line, None)
        done = await asked(again, other.line, protocol.Move("m2", "pass"))
        assert isinstance(done, protocol.Done)

    with_halls(story)


def test_a_hall_that_hung_is_refused_what_it_writes_and_sends_its_people_on() -> None:
    async def story(several: SeveralHalls) -> None:
        one, two = several.open("one"), several.open("two")
        live, ears = await at_the_table(one)
        turn = turn_of(ears)
        several.living.pop("one").cancel()
        await asyncio.sleep(SILENCE + 1)
        again = await two.come("t")
        assert again is not None
        # It wakes, and a move that lay in its socket is written: too late.
        head = several.journal.head("table/t")
        with pytest.raises(HandedOver):
            await asked(live, ears[turn].line, protocol.Move("m1", "pass"))
        assert several.journal.head("table/t") == head
        await idle()
        for ear in ears.values():
            assert ear.messages[-1] == {"type": "moved"}
        with pytest.raises(HandedOver) as gone:
            await one.come("t")
        assert gone.value.hall == "two"
        line = Ear(turn, two).line
        again.join(line, None)
        done = await asked(again, line, protocol.Move("m1", "pass"))
        assert isinstance(done, protocol.Done)

    with_halls(story)


def test_a_hall_that_wakes_finds_by_itself_what_is_not_its_own_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(several: SeveralHalls) -> None:
        one, two = several.open("one"), several.open("two")
        _, ears = await at_the_table(one)
        kept = await one.open("standard", "ann", then=[Sat(Seat.S, "ann", "Ann", 1.0)])
        ann = Ear("ann", one)
        kept.join(ann.line, None)
        # It hangs: what it says of itself does not arrive for a while.
        arrives: Future[None] = Future()
        monkeypatch.setattr(one.ownership._claims, "renew", lambda: arrives)
        await asyncio.sleep(SILENCE + 2)
        assert await two.come("t") is not None
        arrives.set_result(None)
        await idle()
        await idle()
        assert ears["N"].messages[-1] == {"type": "moved"}
        assert ann.messages[-1]["type"] == "state"
        assert list(one.tables) == [kept.name]

    with_halls(story)


def test_what_is_refused_while_a_woken_hall_looks_again_does_not_silence_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(several: SeveralHalls) -> None:
        one, two = several.open("one"), several.open("two")
        _, ears = await at_the_table(one)
        claims, arrives = one.ownership._claims, Future[None]()
        take, renew = claims.take, claims.renew

        def refused_meanwhile(resource: str, streams: Sequence[str] = ()) -> Future[Claim]:
            one.ownership.mark_lost(resource)
            return take(resource, streams)

        monkeypatch.setattr(claims, "renew", lambda: arrives)
        monkeypatch.setattr(claims, "take", refused_meanwhile)
        await asyncio.sleep(SILENCE + 2)
        assert await two.come("t") is not None
        monkeypatch.setattr(claims, "renew", renew)
        arrives.set_result(None)
        await idle()
        assert ears["N"].messages.count({"type": "moved"}) == 1
        await asyncio.sleep(2 * SILENCE)
        assert several.table.alive("one")

    with_halls(story)


def test_a_hall_says_that_it_lives_whatever_it_met_before(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(several: SeveralHalls) -> None:
        one = several.open("one")
        claims = one.ownership._claims
        renew = claims.renew

        def unforeseen() -> Future[None]:
            raise RuntimeError("unforeseen")

        monkeypatch.setattr(claims, "renew", unforeseen)
        await asyncio.sleep(SILENCE + 2)
        assert not several.table.alive("one")
        monkeypatch.setattr(claims, "renew", renew)
        await asyncio.sleep(2)
        assert several.table.alive("one")

    with_halls(story)


def test_a_hall_that_leaves_hands_its_tables_to_a_living_one() -> None:
    async def story(several: SeveralHalls) -> None:
        one, two = several.open("one"), several.open("two")
        several.open("dead")
        several.kill("dead")
        _, ears = await at_the_table(one)
        turn = turn_of(ears)
        await leave(one)
        for ear in ears.values():
            assert ear.messages[-1] == {"type": "moved", "hall": "two"}
        again = await two.come("t")
        assert again is not None
        line = Ear(turn, two).line
        again.join(line, ears[turn].state["version"])
        done = await asked(again, line, protocol.Move("m1", "pass"))
        assert isinstance(done, protocol.Done)
        # It takes nothing any more, and says who would.
        await again.hand_over()
        with pytest.raises(HandedOver) as gone:
            await one.come("t")
        assert gone.value.hall == "two"

    with_halls(story)


def test_of_two_halls_that_want_a_table_at_once_one_has_it() -> None:
    async def story(several: SeveralHalls) -> None:
        halls = [several.open(name) for name in ("one", "two", "three")]
        found = await asyncio.gather(*(hall.come("t") for hall in halls), return_exceptions=True)
        assert sorted(type(each).__name__ for each in found) == ["HandedOver", "HandedOver", "Live"]

    with_halls(story)


def test_from_whom_one_hall_took_the_chat_has_none_in_the_others() -> None:
    async def story(several: SeveralHalls) -> None:
        one, two = several.open("one"), several.open("two")
        for back in (False, True):
            await one.reports.add(ChatTaken("ann", 1.0, back))
            await asyncio.sleep(1)
            assert two.reports.silenced == one.reports.silenced == (set() if back else {"ann"})

    with_halls(story)


def strange(turn: str, hands: dict[str, list[str]]) -> Iterator[tuple[str, protocol.TableRequest]]:
    """What somebody tries who may not: acts for others, strange cards, numbers used before."""
    other = Seat[turn].left.name
    yield "stranger", protocol.Move("x1", "pass")
    yield other, protocol.Move("x2", "pass")
    yield turn, protocol.Move("x3", hands[other][0])
    yield turn, protocol.Move("x4", "order" * 8)
    yield turn, protocol.Move("x5", "pass")
    yield other, protocol.Move("x5", "order alone")
    yield turn, protocol.Move("x6", "pass")
    yield "stranger", protocol.Sit("x7", "N")
    yield other, protocol.Sit("x8", turn)  # type: ignore[arg-type]  # a letter of a seat
    yield "stranger", protocol.Say("x9", 1)
    yield other, protocol.Begin("x10")
    yield "stranger", protocol.Hint("x11")


async def tried(hall: Hall) -> tuple[list[bytes], dict[str, list[str]]]:
    """The answers to all that, and everything each seat and a stranger were sent meanwhile."""
    live, ears = await at_the_table(hall)
    ears["stranger"] = Ear("stranger", hall)
    live.join(ears["stranger"].line, None)
    turn = turn_of(ears)
    hands = {seat.name: ears[seat.name].state["game"]["hand"] for seat in Seat}
    replies = []
    for who, request in strange(turn, hands):
        reply = await asked(live, ears[who].line, request)
        replies.append(protocol.write_reply(reply))
        await idle()
    for who, ear in ears.items():
        for seat, hand in hands.items():
            shown = {card for text in ear.messages for card in hidden_in(text)}
            assert who == seat or not shown & set(hand), "somebody else's card is in a message"
    return replies, {who: [text for _, text in ear.heard] for who, ear in ears.items()}


def hidden_in(message: dict[str, Any]) -> set[str]:
    """The cards that a message shows as a hand or as what may be played."""
    game = message.get("game") or {}
    return {*game.get("hand", ()), *(each for each in game.get("legal", ()) if len(each) < 4)}


def test_a_hall_that_took_a_table_over_tells_and_refuses_as_the_first_one_did() -> None:
    alone: list[tuple[list[bytes], dict[str, list[str]]]] = []

    async def in_one(several: SeveralHalls) -> None:
        alone.append(await tried(several.open("one")))

    async def taken_over(several: SeveralHalls) -> None:
        one, two = several.open("one"), several.open("two")
        _, ears = await at_the_table(one)
        assert ears["N"].heard
        several.kill("one")
        alone.append(await tried(two))

    with_halls(in_one)
    with_halls(taken_over)
    (replies, sent), (replies_after, sent_after) = alone
    assert replies == replies_after
    assert sum(b'"no"' in each for each in replies) >= 9
    # Those who were there before had the first states from the hall that is gone.
    for who, texts in sent.items():
        assert sent_after[who][-1] == texts[-1], who
