"""The solved bidding as files: every class says what the tables call, and the card how it was made."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import numpy as np
import pyarrow.parquet
import pytest

from rightbower.cli import main
from rightbower.players.kernel.bits import mask_of
from rightbower.players.simulate import new_game
from rightbower.players.tables import calls_for, score_of
from rightbower.players.views import view
from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import PACK, Seat, Suit, card, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import Game, deal_out
from rightbower.rules.refusal import Refusal
from rightbower.study.open_data import ROUND_ONE, ROUND_TWO, bids_of, card_of, write_bids


def renamed(hand: int, turn_up: int) -> tuple[int, int, list[Suit]]:
    """A hand and a turn-up with suits renamed as the card says, and what the new suits were."""
    suit = Suit(turn_up // 6)
    crosses = [each for each in Suit if each not in (suit, suit.same_colour)]
    crosses.sort(key=lambda each: -(hand >> 6 * each & 63))
    suits = [suit, *crosses, suit.same_colour]
    made = sum((hand >> 6 * old & 63) << 6 * new for new, old in enumerate(suits))
    return made, turn_up % 6, suits


@pytest.mark.parametrize("book", names())
def test_every_hand_finds_what_the_tables_call(book: str) -> None:
    bids, chance = bids_of(book), Random(book)
    rows = {
        (int(hand), int(up)): at
        for at, (hand, up) in enumerate(zip(bids.hands, bids.turn_ups, strict=True))
    }
    seen_groups = set()
    for number in range(150):
        rules, dealer = load(book), Seat(number % 4)
        started = new_game(rules, dealer)
        most = 9 if started.target is not None else 12
        score = (chance.randrange(most), chance.randrange(most))
        game = Game(
            rules, dealer, dealer, started.target, start_score=score, score=score, begun=True
        )
        game = deal_out(game, deal_cards(shuffled(f"open {number}"), dealer, rules))
        for place in range(4):
            seen = view(game, Seat((dealer + 1 + place) % 4))
            table = calls_for(seen)
            assert table is not None
            assert seen.turn_up is not None
            mask, up = mask_of(seen.hand), seen.turn_up.index
            one, two, suits = table.of(place, mask, up)
            made, rank, old = renamed(mask, up)
            group = bids.scores.get(score_of(seen), 0)
            seen_groups.add(group)
            row = rows[made, rank]
            assert bids.calls[group, 0, place, row] == one
            named = bids.calls[group, 1, place, row]
            assert named == two
            if two:
                assert old[(3, 1, 2)[(int(named) - 1) >> 1]] == suits[(two - 1) >> 1]
    assert len(seen_groups) > 3


def test_the_files_say_the_same_and_need_nothing_of_ours(tmp_path: Path) -> None:
    table, arrays, card_page = write_bids("standard", tmp_path)
    lines = pyarrow.parquet.read_table(table, filters=[("group", "in", [0, 5])])
    with np.load(arrays) as file:
        found = {name: file[name] for name in file.files}
    count = len(found["hands"])
    assert lines.num_rows == 2 * 4 * count
    assert found["calls"].shape == (22, 2, 4, count)
    for at in Random(1).sample(range(lines.num_rows), 300):
        line = {name: lines[name][at].as_py() for name in lines.column_names}
        row = at % count
        cards = {card(name).index for name in line["hand"].split()}
        assert {n for n in range(24) if int(found["hands"][row]) >> n & 1} == cards
        assert card(line["turn_up"]) is PACK[found["turn_ups"][row]]
        codes = found["calls"][line["group"], :, line["seat"] - 1, row]
        assert (line["round_one"], line["round_two"]) == (
            found["round_one"][codes[0]],
            found["round_two"][codes[1]],
        )
    assert tuple(found["round_two"]) == ROUND_TWO
    assert len(found["scores"]) == 100
    page = card_page.read_text("utf-8")
    assert "License: CC0-1.0" in page
    assert "160,000,000 deals were sampled" in page
    assert "no values, only calls" in page


def test_values_are_put_beside_the_calls(tmp_path: Path) -> None:
    plain = bids_of("standard")
    count = len(plain.hands)
    one = np.full((4, count, len(ROUND_ONE)), 0.25, np.float16)
    two = np.full((4, count, len(ROUND_TWO)), np.nan, np.float16)
    np.savez(tmp_path / "standard.npz", one=one, two=two, deals=40_000_000)
    table, arrays, page = write_bids("standard", tmp_path / "out", tmp_path / "standard.npz")
    lines = pyarrow.parquet.read_table(table, filters=[("group", "=", 0)])
    assert set(lines["one: take alone"].to_pylist()) == {0.25}
    assert lines["two: next"].is_null().to_pylist().count(False) == lines.num_rows
    assert np.isnan(lines["two: next"].to_numpy()).all()
    with np.load(arrays) as file:
        assert (file["worths_one"] == one).all()
    assert "40,000,000 sampled deals" in page.read_text("utf-8")
    np.savez(tmp_path / "other.npz", one=one[:, :5], two=two, deals=1)
    with pytest.raises(Refusal, match="the values of another auction"):
        bids_of("standard", tmp_path / "other.npz")


def test_a_book_without_a_table_is_refused_and_a_near_one_says_so() -> None:
    near = overlay(load("standard"), {"bidding.all_pass": "throw in"}, "for this test")
    assert "the nearest auction solved, that of " in card_of(bids_of(near))
    far = overlay(load("standard"), {"score.tricks_to_make": 4}, "for this test")
    with pytest.raises(Refusal, match="No bidding table fits"):
        bids_of(far)


@pytest.mark.parametrize(
    ("book", "says"),
    [
        ("charity-social", "how many deals are left after this one"),
        ("standard", "what the dealer's side and the other side still need"),
    ],
)
def test_what_a_score_is_goes_by_how_a_game_ends(book: str, says: str) -> None:
    (told,) = re.findall(r"A score is .*", card_of(bids_of(book)))
    assert says in told


def test_the_command_writes_the_books_that_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "bids", str(tmp_path), "--book", "charity-social"]) == 0
    told = capsys.readouterr().out
    assert told.count("charity-social-bids.") == 3
    page = (tmp_path / "charity-social-bids.md").read_text("utf-8")
    assert "| lead | deals left | group |" in page
