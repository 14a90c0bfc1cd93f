"""What people are told of every act, question, preset, movement and tie-break is what is written down."""

from tournament.listing import FILE, listing


def test_everything_is_told_as_it_is_listed() -> None:
    assert listing() == FILE.read_text("utf-8")
