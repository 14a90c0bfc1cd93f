"""As at the table: slips happen, people call them, the referee rules, a side chooses."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from rightbower.record import record
from rightbower.rules.book import names
from rightbower.rules.cards import Seat
from rightbower.store.journal import Journal
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import wire
from rightbower.web.hall.actor import BotChose
from rightbower.web.hall.acts import answer
from rightbower.web.hall.calls import SHOWN, judged
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.entries import HallEntry, Manners, Sat, TableOpened
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.table import HallTable, Pace, fold
from rightbower.web.hall.views import own_view, trick_part
from rightbower.web.hall.wire import Callable, OwnView
from rightbower.web.study.replay import record_of
from web.apart import run_apart
from web.asked import asked, to_referee
from web.seated import Sitting

# D1: South deals, 9H is turned up; South takes it and buries JC.
TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
# East trumps the first spade while holding two; the queen of spades comes out in the third trick.
REVOKED = ("W AS, N 9S, E AH, S 9H", "E QC, S AC, W TC, N KC", "S JH, W QH, N TH, E QS")
REST = ("S KH, W 9D, N JD, E TS", "N AD, E KD, S QD, W KS")


What = dict[str, str | int | bool | None]


def test_a_revoke_called_after_the_hand_is_chosen_on_and_paid_for() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.trick(*REVOKED, *REST)
    before = sitting.score
    assert "revoke E 1" in [each.fact for each in sitting.judged.doubts]
    sitting.call("S", do="claim", fact="revoke E 1")
    (ruling,) = sitting.judged.rulings
    assert ruling.upheld
    assert ruling.clauses[0][0].startswith("A01-")
    assert ruling.waits_for == ["N", "S"]
    with pytest.raises(ValueError, match="the other side chooses"):
        sitting.call("E", do="choose", number=ruling.number, option="add")
    with pytest.raises(ValueError, match="waits for its choice"):
        sitting.ask("N", wire.Next("n"))
    sitting.call("N", do="choose", number=ruling.number, option="add")
    assert sitting.score[0] > before[0]
    assert sitting.judged.rulings[0].chosen == "add"
    assert any(line.startswith("East did not follow suit in trick 1") for line in sitting.told)


def test_a_choice_that_waits_stays_in_sight_behind_later_rulings() -> None:
    """Whoever could not see it could not choose, and the game would stand still."""
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.trick(*REVOKED, *REST)
    sitting.call("S", do="claim", fact="revoke E 1")
    (first,) = sitting.judged.rulings
    while others := [each for each in sitting.judged.doubts if each.fact != "revoke E 1"]:
        sitting.call("S", do="claim", fact=others[0].fact)
    shown = sitting.judged.rulings
    assert len(shown) == SHOWN + 1, "more were claimed than are shown"
    assert shown[-1] == first
    sitting.call("N", do="choose", number=first.number, option="add")
    assert [each.number for each in sitting.judged.rulings] == [each.number for each in shown[:-1]]


def test_who_opened_the_table_has_the_last_word() -> None:
    """G-24: South opened it, and sets a ruling aside with a reason; the log keeps both."""
    sitting = Sitting("national-2025")
    sitting.call("W", do="drop", card="KS")
    sitting.call("N", do="claim", fact="exposed-card W KS dropped")
    (ruling,) = sitting.judged.rulings
    assert ruling.aside_by == ["S"]
    assert ("stand", "What was done stands") in sitting.judged.instead
    with pytest.raises(Refused, match="has the last word; here that is whoever opened the table"):
        sitting.call("W", do="overrule", number=0, instead="stand", why="it fell off the table")
    with pytest.raises(Refused, match="give the reason"):
        sitting.call("S", do="overrule", number=0, instead="stand", why=" ")
    with pytest.raises(Refused, match="is not a remedy"):
        sitting.call("S", do="overrule", number=0, instead="a kiss", why="why not")
    sitting.call("S", do="overrule", number=0, instead="stand", why="it fell off the table")
    (ruling,) = sitting.judged.rulings
    assert ruling.says.endswith("Set aside: it fell off the table")
    assert (ruling.aside_by, sitting.judged.orders) == ([], []), "the card is in the hand again"
    with pytest.raises(Refused, match="no such ruling"):
        sitting.call("S", do="overrule", number=0, instead="stand", why="again")


def test_at_a_table_of_an_event_no_player_has_the_last_word() -> None:
    sitting = Sitting("national-2025", event="day 1 1")
    sitting.call("W", do="drop", card="KS")
    sitting.call("N", do="claim", fact="exposed-card W KS dropped")
    assert sitting.judged.rulings[0].aside_by == []
    with pytest.raises(Refused, match="has the last word; at the desk"):
        sitting.call("S", do="overrule", number=0, instead="stand", why="it fell")


def test_a_revoke_is_neither_announced_nor_confirmed_before_the_cards_show_it() -> None:
    sitting = Sitting()
    sitting.do(TAKEN)
    sitting.do("W AS, N 9S, E AH, S 9H")
    assert sitting.judged.calls == []
    doubts = [each.fact for each in sitting.judged.doubts]
    # South trumped in honestly, East did not: both can be doubted, and nothing tells them apart.
    assert doubts == ["revoke E 1", "revoke S 1"]
    for fact in doubts:
        with pytest.raises(Refused, match="do not show it yet"):
            sitting.call("N", do="claim", fact=fact)
    sitting.call("E", do="turn")
    sitting.trick(*REVOKED[1:])
    sitting.call("N", do="claim", fact="revoke E 1")
    assert sitting.judged.rulings[0].upheld


def test_who_revoked_may_own_up_in_time() -> None:
    sitting = Sitting()
    sitting.do(TAKEN)
    sitting.do("W AS, N 9S, E AH")
    sitting.call("E", do="claim", fact="revoke E 1")
    assert "put right" in sitting.judged.rulings[0].says
    assert sitting.table.game is not None
    assert sitting.table.game.deal is not None
    assert sitting.table.game.deal.turn is Seat.E


def test_a_lead_out_of_turn_is_called_by_anyone_and_the_card_lies_open() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do(TAKEN)
    sitting.do("N 9S")
    (call,) = sitting.judged.calls
    assert call.words == "North leads the nine of spades out of turn in trick 1"
    sitting.call("E", do="claim", fact=call.fact)
    assert sitting.judged.calls == []
    assert sitting.judged.rulings[0].says == "The false lead is taken back."
    assert trick_part(sitting.table, []).trick == []


def test_a_call_out_of_turn_and_a_dropped_card() -> None:
    sitting = Sitting("alberta-55plus")
    sitting.do("N order")
    (call,) = sitting.judged.calls
    sitting.call("W", do="claim", fact=call.fact)
    assert "out of turn" in sitting.judged.rulings[0].says
    with pytest.raises(Refused, match="do not hold"):
        sitting.call("W", do="drop", card="9S")
    sitting.call("W", do="drop", card="AS")
    assert sitting.judged.up == [("W", "AS")]
    assert "West drops the ace of spades" in sitting.told
    sitting.call("N", do="claim", fact="exposed-card W AS dropped")
    sitting.call("E", do="drop", card="QS TS")
    assert "East drops the queen of spades and the ten of spades" in sitting.told
    assert [each.fact for each in sitting.judged.calls] == [
        "exposed-card E QS TS dropped",
        "not-singly E QS TS",
    ]
    with pytest.raises(Refused, match="do not hold"):
        sitting.call("E", do="drop", card="KD 9S")
    with pytest.raises(Refused, match="do not hold"):
        sitting.call("E", do="drop", card=" ")
    sitting.call("N", do="claim", fact="exposed-card E QS TS dropped")
    assert sitting.judged.calls == []


def test_the_dealer_deals_a_card_too_many() -> None:
    sitting = Sitting("alberta-55plus")
    with pytest.raises(Refused, match="not your deal"):
        sitting.call("S", do="exposed in the deal")
    overlay = {"misdeal.uncut": "same dealer"}
    sitting = Sitting("alberta-55plus", dealing=False, overlay=overlay)
    with pytest.raises(Refused, match="not your deal"):
        sitting.call("N", do="exposed in the deal")
    sitting.call("S", do="exposed in the deal")
    assert sitting.table.dealt == 1
    assert sitting.table.waits_for_deal()
    dealer = sitting.table.game.dealer.name if sitting.table.game else ""
    with pytest.raises(Refused, match="not your deal"):
        sitting.call("N" if dealer != "N" else "E", do="deal wrong", to="E")
    sitting.call(dealer, do="deal wrong", to="E")
    assert "wrong-count E 6" in [each.fact for each in sitting.judged.calls]
    sitting.call("W", do="claim", fact="wrong-count E 6")
    assert sitting.table.waits_for_deal()


def test_what_the_referee_does_not_take_is_refused_in_words() -> None:
    sitting = Sitting()
    refused: list[tuple[What, str]] = [
        ({"do": "claim", "fact": "revoke E 1"}, "nothing of the kind"),
        ({"do": "claim", "fact": "nonsense"}, "not an irregularity"),
        ({"do": "choose", "number": 0, "option": "add"}, "no ruling waits"),
        ({"do": "turn"}, "no trick waits"),
        ({"do": "enter"}, "not over"),
        ({"do": "suit", "suit": "spades"}, "no suit can be called"),
        ({"do": "deal wrong", "to": "E"}, "not your deal"),
    ]
    for what, why in refused:
        with pytest.raises(ValueError, match=why):
            sitting.ask("S", to_referee("x", **what))
    strict = fold(
        fold(None, TableOpened("standard", "strict", "s", "S", 0.0)), Sat(Seat.S, "S", "S", 0)
    )
    with pytest.raises(Refused, match="strict"):
        answer(strict, "S", "S", wire.Call("x", wire.Turn()), 2.0)


def test_a_call_sent_twice_is_taken_once() -> None:
    sitting = Sitting()
    sitting.ask("W", wire.Call("same", wire.Drop("AS")))
    assert answer(sitting.table, "W", "W", wire.Call("same", wire.Drop("AS")), 2) == []


@pytest.mark.parametrize("book", names())
def test_a_game_with_slips_ends_and_its_record_replays(
    book: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Two people and two bots who slip and call, in a hall that moves by itself."""

    async def story() -> None:
        with Journal(tmp_path / "j") as journal:
            hall = Hall(journal, Pace(bot=0, trick=0, deal=0, grace=9999, salts=0))
            sat: list[HallEntry] = [
                Sat(seat, f"{seat}", seat.word, 1.0) for seat in (Seat.N, Seat.E)
            ]
            sat += [Sat(seat, f"bot{seat}", seat.word, 1.0, "club") for seat in (Seat.S, Seat.W)]
            manners = Manners(slips="often")
            live = await hall.open(book, "N", "as-at-the-table", then=sat, manners=manners)
            people = {who: Connection(who, who, _unheard) for who in "NE"}
            for person in people.values():
                live.join(person, None)
            await asked(live, people["N"], wire.Begin("b"))
            chance = random.Random(book)
            for number in range(60_000):
                if live.table.over:
                    break
                who = chance.choice("NE")
                wishes = _whims(live.table, who, number, chance)
                await asyncio.sleep(0 if wishes else 0.002)  # the bots' moves take their time
                for request in wishes:
                    await asked(live, people[who], request)
            assert live.table.over
            for number in range(20):
                # Nobody does anything more by itself, whatever people still ask for.
                for request in _whims(live.table, "N", 60_000 + number, chance):
                    await asked(live, people["N"], request)
                live.plan()
                await asyncio.sleep(0.001)
            # What a bot chose before the end comes too late: it is dropped without a word.
            version = live.table.version
            live.tell(BotChose(version - 1, [Sat(Seat.S, "late", "late", 9.0, "club")]))
            await asyncio.sleep(0.01)
            assert live.table.version == version
            told_again = record.read(record.write(record_of(live)))
            assert record.replay(told_again).result == live.table.game.result  # type: ignore[union-attr]
            hall.close()

    run_apart(story())
    assert not caplog.records


def _claimed(each: Callable) -> What:
    return {"do": "claim", "fact": each.fact}


def _unheard(_: bytes) -> bool:
    """Nobody looks at this browser."""
    return True


def _whims(
    table: HallTable, who: str, number: int, chance: random.Random
) -> list[wire.TableRequest]:
    """What somebody does now: mostly what is right, now and then a slip or a call."""
    known, said = own_view(table, Seat[who]) or OwnView([]), judged(table)
    assert said is not None
    asked: list[What] = []
    waiting = [each for each in said.rulings if who in each.waits_for and not each.later]
    for each in waiting:
        option = chance.choice(each.ways).name
        asked.append({"do": "choose", "number": each.number, "option": option})
    if chance.random() < 0.1:
        asked += [_claimed(each) for each in (*said.calls, *said.doubts)][:1]
    if chance.random() < 0.02 and known.hand:
        asked.append({"do": "drop", "card": chance.choice(known.hand)})
    if said.turns is not None and chance.random() < 0.5:
        asked.append({"do": "turn"})
    if said.agree:
        asked.append({"do": "enter"})
    calls: list[wire.TableRequest] = [
        to_referee(f"{number}-{at}", **it) for at, it in enumerate(asked)
    ]
    words = chance.choice(known.legal) if known.legal else ""
    if chance.random() < 0.1:
        words = chance.choice([*known.hand, "pass", "order", "name hearts"])
    return [*calls, wire.Move(f"m{number}", words)] if words else calls


def test_what_a_ruling_borrows_or_leaves_is_told_with_its_clause() -> None:
    sitting = Sitting("charity-social")
    sitting.do("N pass")
    (ruling,) = sitting.judged.rulings
    (_, note), *_ = ruling.clauses
    assert note.startswith("Borrowed: Silent: no penalty")
