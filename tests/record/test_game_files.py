"""Games in files: read in either notation, written from a game, printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import rightbower as rb
from rightbower.rules.game import lose_game
from seated_players import club_game


@pytest.mark.parametrize("book", [*rb.names(), rb.book("standard", target=15)], ids=str)
def test_a_game_becomes_its_record_and_comes_back(book: str | rb.RuleBook, tmp_path: Path) -> None:
    game = club_game(rb.load(book), "files")
    assert rb.replay(rb.record_of(game)) == game
    assert rb.read(rb.write_record(game)).game == game
    assert rb.replay(rb.read_record(rb.write_record(game))) == game
    rb.write(game, tmp_path / "game.txt")
    assert rb.read(str(tmp_path / "game.txt")).game == game
    assert rb.write_record(rb.record_of(game)) == rb.write_record(game)


def test_a_game_under_way_is_written_too() -> None:
    game = rb.start_game("alberta-55plus", "N", players=("Ada", "Bea", "Cy", "Di")).shuffle(3)
    game = game.play(game.legal[0])
    assert rb.read(rb.write_record(game)).game == game


def test_egn_keeps_what_the_file_had(tmp_path: Path) -> None:
    game = club_game(rb.load("standard"), "egn")
    text = rb.write_egn(game).replace('"metadata": {', '"metadata": {\n"venue": "The hall",')
    (tmp_path / "finals.egn").write_text(text, "utf-8")
    found = rb.read(tmp_path / "finals.egn")
    assert found.game.score == game.score
    assert "not understood, and kept as it is: metadata.venue" in found.remark
    rb.write(found, tmp_path / "again.egn")
    assert '"venue": "The hall"' in (tmp_path / "again.egn").read_text("utf-8")
    assert rb.write_egn(rb.read_egn(text)) == rb.write_egn(found)
    assert rb.write_egn(found.record) != rb.write_egn(found)


def test_a_file_prints_as_a_game() -> None:
    record = replace(
        rb.record_of(club_game(rb.load("standard"), "told")),
        title="The finals",
        date="2026-05-30",
        players=("Ada", "Bea", "Cy", "Di"),
    )
    found = rb.read(rb.write_record(record))
    first, players, *rest = str(found).split("\n")
    assert first == "The finals · 2026-05-30"
    assert players == "N Ada, E Bea, S Cy, W Di"
    assert rest == str(found.game).split("\n")
    assert len(rest) == len(found.game.finished) + 2
    assert repr(found).startswith("<GameFile The finals: <Game by standard: ")
    assert (found._repr_svg_() or "").startswith("<svg")


def test_a_game_with_more_in_it_than_its_deals_is_not_written_as_if_it_had_not() -> None:
    game = rb.start_game("standard", "S").shuffle(7)
    lost = lose_game(game, rb.Side.NS, "revoke.penalty")
    with pytest.raises(rb.RecordError, match="more in it than its deals tell"):
        rb.record_of(lost)
    with pytest.raises(rb.RecordError, match="more in it than its deals tell"):
        rb.write_egn(replace(game, start_score=(1, 0), score=(2, 0)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nothing\nof the kind", "this is neither a record"),
        ("{}", "fileType is missing or not a name"),
        ("", "No such file|Is a directory"),
    ],
)
def test_what_is_no_game_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(rb.Refusal, match=sentence):
        rb.read(text)
