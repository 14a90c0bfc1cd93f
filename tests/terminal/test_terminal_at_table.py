"""The terminal game as at the table: whole games with slips, calls, choices and rulings."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from referee.sitting import made
from rightbower.cli import main
from rightbower.players import player
from rightbower.players.slips import slip
from rightbower.players.views import view
from rightbower.record.record import at_the_table, read, replay
from rightbower.referee.irregularities import Revoke
from rightbower.referee.rulings import citations
from rightbower.referee.table import Overruled, Ruled, Table, pending_choice, unturned
from rightbower.rules.acts import Bury, Order, Play
from rightbower.rules.book import load, names
from rightbower.rules.cards import PACK, Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import TurnUp, deal_out, place, start_game
from rightbower.terminal import answers
from rightbower.terminal import picture as draw
from rightbower.terminal.answers import why
from rightbower.terminal.picture import Screen
from rightbower.terminal.session import Setup, Sitting
from rightbower.terminal.words import card_name, prompt_line


class Evening:
    """A sitting as at the table, with somebody who slips and calls at random."""

    def __init__(self, folder: Path, book: str, seed: str, often: str = "often") -> None:
        self.file = folder / "game.txt"
        self.out = io.StringIO()
        self.chance = Random(seed)
        setup = Setup(
            book=load(book),
            you=Seat.S,
            players=("North", "East", "Mary", "West"),
            others=player("club"),
            seed=seed,
            file=self.file,
            slips=often,
        )
        self.sitting = Sitting(setup, Screen(self.answers(), self.out, plain=True))

    def answers(self) -> Iterator[str]:
        while True:
            given = self.answer()
            waits = unturned(self.sitting.table) is not None
            # Where only Enter is asked for, nobody types a number or a card.
            yield "" if waits and not self._chooses() and _is_choice(given) else given

    def _chooses(self) -> bool:
        return pending_choice(self.sitting.table) is not None

    def answer(self) -> str:
        sitting, chance = self.sitting, self.chance
        game = sitting.game
        if pending_choice(sitting.table) is not None:
            return "call 1" if chance.random() < 0.2 else "1"
        if chance.random() < 0.2 and answers.callable_now(sitting.table):
            return "call 1"
        if game.deal is None or game.turn_up is not TurnUp.FACED:
            return ""
        hand = game.deal.hands[Seat.S]
        if hand and chance.random() < 0.05:
            return f"{chance.choice(('drop', 'early'))} {chance.choice(hand)}"
        return self.usual()

    def usual(self) -> str:
        seen = self.sitting._view()
        if seen.turn is not Seat.S:
            return ""
        if self.chance.random() < 0.1 and seen.hand:
            return str(self.chance.choice(seen.hand))
        action = self.chance.choice(seen.legal)
        if isinstance(action, Play | Bury):
            return str(draw.in_order(seen).index(action.card) + 1)
        return str(seen.legal.index(action) + 1)

    def played(self) -> str:
        assert self.sitting.play()
        return self.out.getvalue()


def _is_choice(given: str) -> bool:
    return given.isdecimal() or given in {str(card) for card in PACK}


@pytest.mark.parametrize("book", names())
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_games_with_slips_end_and_are_kept(book: str, seed: str, tmp_path: Path) -> None:
    evening = Evening(tmp_path, book, seed)
    shown = evening.played()
    table = evening.sitting.table
    kept = read(evening.file.read_text("utf-8"))
    again = at_the_table(kept)
    assert isinstance(again, Table)
    assert (again.game.score, again.log) == (table.game.score, table.log)
    for ruled in (each for each in table.log if isinstance(each, Ruled)):
        for cited in citations(ruled.ruling, table.game.book):
            assert cited.clause in shown


def test_somewhere_a_ruling_was_made(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "alberta-55plus", "5")
    shown = evening.played()
    assert "Ruling (called by" in shown
    assert "A01-" in shown
    assert replay(read(evening.file.read_text("utf-8"))).result is not None


def test_a_drawn_table_waits_until_a_ruling_is_read(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "alberta-55plus", "5")
    evening.sitting.screen = Screen(evening.answers(), evening.out, plain=False)
    shown = evening.played()
    assert shown.count("Press Enter to go on") == shown.count("Ruling (called by") > 0


def test_only_who_holds_cards_drops_one() -> None:
    table = made("D1", "standard")
    hands = tuple(
        hand if seat is Seat.E else () for seat, hand in zip(Seat, table.deal.hands, strict=True)
    )
    late = replace(table, game=replace(table.game, deal=replace(table.deal, hands=hands)))

    class Drops(Random):
        def random(self) -> float:
            return 0.0

    for seed in range(8):
        found = slip(late, (Seat.S,), Drops(seed))
        assert isinstance(found, tuple)
        assert found[0] is Seat.E
        assert found[1] in hands[Seat.E]


def test_a_call_that_cannot_be_made_is_answered_to_you_and_not_for_a_bot(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "standard", "1", often="never")
    nothing_played = Revoke(Seat.E, 1)
    assert not evening.sitting._claim(Seat.W, nothing_played)
    assert evening.out.getvalue() == ""
    assert not evening.sitting._claim(Seat.S, nothing_played)
    assert evening.out.getvalue().strip().endswith(".")


def test_nobody_slips_when_asked_not_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rightbower.players.slips.slip", None)
    evening = Evening(tmp_path, "standard", "1", often="never")
    evening.answer = evening.usual  # type: ignore[method-assign]
    evening.chance = _Steady("1")
    evening.sitting.chance = _Unlucky()
    evening.played()
    assert evening.sitting.table.log == ()


class _Unlucky(Random):
    """Whatever can slip does."""

    def random(self) -> float:
        return 0.0


class _Steady(Random):
    """Somebody who never slips."""

    def random(self) -> float:
        return 0.99


def typed(folder: Path, *answers: str) -> str:
    """What is shown when these are typed at the first turn."""
    evening = Evening(folder, "alberta-55plus", "9", often="never")
    given = iter(answers)

    def answer() -> str:
        deal = evening.sitting.game.deal
        if deal is None or deal.turn is not Seat.S:
            return ""
        try:
            return next(given)
        except StopIteration:
            raise KeyboardInterrupt from None

    evening.answer = answer  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        evening.sitting.play()
    return evening.out.getvalue()


def test_calls_are_typed_in_words_as_the_book_has_them(tmp_path: Path) -> None:
    shown = " ".join(typed(tmp_path, "nice [card]", "I think I'll pass").split())
    assert "“nice [card]” is not a call: say “pass” or “pick it up” (A01-4.2)." in shown
    assert "You say “pass”." in shown


def test_a_card_you_drop_is_told_at_once_on_a_drawn_table(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "alberta-55plus", "9", often="never")
    evening.sitting.screen = Screen(iter([]), evening.out, plain=False)
    table = made("D1", "alberta-55plus")
    evening.sitting.table = table
    dropped = table.deal.hands[Seat.S][0]
    assert evening.sitting._command("drop", str(dropped))
    assert f"You drop the {card_name(dropped)} face up." in evening.out.getvalue()


@pytest.mark.parametrize("text", ["banana", "2", "[JH]"])
def test_only_enter_turns_a_trick(text: str, tmp_path: Path) -> None:
    evening = Evening(tmp_path, "alberta-55plus", "9", often="never")
    given = iter([text, "score", ""])
    evening.sitting.screen.answers = given
    evening.sitting.wait("Press Enter to have the trick turned:")
    shown = evening.out.getvalue()
    assert f"“{text}” means nothing here: press Enter, or type help." in shown
    assert shown.count("Press Enter to have the trick turned:") == 3
    assert next(given, None) is None


def test_the_words_of_the_table_are_told(tmp_path: Path) -> None:
    shown = typed(tmp_path, "help", "call", "rulings", "drop ZZ", "early 3", "call 7")
    assert "call 2" in shown
    assert shown.count("There is nothing to call now.") == 2
    assert "There have been no rulings." in shown
    assert shown.count("Name a card you hold, such as JH.") == 2


def test_a_ruling_is_set_aside_as_the_officer_would(tmp_path: Path) -> None:
    refused = typed(tmp_path, "overrule stand because so")
    assert "There have been no rulings." in refused
    evening = Evening(tmp_path, "alberta-55plus", "9", often="never")
    said: list[str] = []

    def answer() -> str:
        deal = evening.sitting.game.deal
        if said and deal is None:
            raise KeyboardInterrupt
        if deal is None or deal.turn is not Seat.S:
            return ""
        if not said:
            name = deal.hands[Seat.S][0].name
            again = "overrule redeal by right dealer because it fell by itself"
            said.extend(
                (again, "overrule dance because so", "overrule stand", "call 1", f"drop {name}")
            )
        return said.pop() if len(said) > 1 else said[0]

    evening.answer = answer  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        evening.sitting.play()
    shown = " ".join(evening.out.getvalue().split())
    assert "Say what follows instead and why" in shown
    assert "'dance' is not a remedy" in shown
    assert isinstance(evening.sitting.table.log[-1], Overruled)
    assert evening.sitting.game.dealer is evening.sitting.table.game.first_dealer


def test_a_card_dropped_is_seen_by_all(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "alberta-55plus", "9", often="never")
    evening.answer = evening.usual  # type: ignore[method-assign]
    evening.chance = _Steady("2")
    hand: list[str] = []

    def answer() -> str:
        deal = evening.sitting.game.deal
        if deal is not None and not hand and deal.turn is Seat.S:
            hand.extend(each.name for each in deal.hands[Seat.S][:2])
            return f"drop {' '.join(hand)}"
        return evening.usual()

    evening.answer = answer  # type: ignore[method-assign]
    shown = evening.played()
    assert "You drop the" in shown
    assert " and the " in shown
    assert "Ruling (called by" in shown


def test_the_command_plays_as_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "g.txt"
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 3 + "help\n"))
    command = ["play", "--as-at-the-table", "--plain", "--seed", "4", "--record", str(file)]
    assert main(command) == 0
    assert "As at a real table nothing is refused" in capsys.readouterr().out


def test_an_order_of_the_referee_is_what_you_are_told_to_do() -> None:
    game = deal_out(
        start_game(load("standard"), Seat.S), deal_cards(shuffled(1), Seat.S, load("standard"))
    )
    game = place(game, Order(Seat.W))
    assert game.deal is not None
    game = place(game, Bury(Seat.S, game.deal.hands[Seat.S][0]))
    seen = view(game, Seat.W)
    assert prompt_line(seen) == "You lead: play any card."
    bound = replace(seen, legal=seen.legal[:1])
    only = bound.legal[0]
    assert isinstance(only, Play)
    told = f"y the ruling you play the {card_name(only.card)}"
    assert prompt_line(bound) == f"You lead: b{told}."
    assert why(game.deal, bound) == [f"B{told}; type rulings to read it again."]


class _Forgetful(_Steady):
    """Somebody who forgets one thing, the first."""

    forgot = False

    def random(self) -> float:
        forgets, self.forgot = not self.forgot, True
        return 0.0 if forgets else super().random()


@pytest.mark.parametrize("calls", [True, False])
def test_L03_4_7_a_bot_that_does_not_offer_the_cut_can_be_called(
    tmp_path: Path, calls: bool
) -> None:
    evening = Evening(tmp_path, "sportcial-league", "5", often="seldom")
    evening.sitting.chance = _Forgetful()

    def answer() -> str:
        game = evening.sitting.game
        if game.deal is None:
            if len(evening.sitting.table.log) or game.finished:
                raise KeyboardInterrupt
            return ""
        if game.turn_up is TurnUp.FACED:
            raise KeyboardInterrupt
        return "call 1" if calls else ""

    evening.answer = answer  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        evening.sitting.play()
    shown = " ".join(evening.out.getvalue().split())
    assert "East does not offer the cut." in shown
    assert "Press Enter to have the card turned up:" in shown
    assert ("It is a misdeal: the cut was not offered" in shown) is calls
    assert "cut not offered" in evening.file.read_text("utf-8")
