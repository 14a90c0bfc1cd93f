"""Every command of the terminal takes the options, and prints the lines, that were written down."""

from __future__ import annotations

import pytest

from cli.commands.typed_lines import HERE, LINES, options, typed, written


@pytest.mark.parametrize("name", LINES)
def test_what_is_typed_prints_what_was_written_down(name: str) -> None:
    assert typed(name) == written(name)


def test_every_option_is_as_it_was_written_down() -> None:
    assert options() == written("options")


def test_nothing_is_written_down_that_nobody_types() -> None:
    assert {each.stem for each in (HERE / "expected").glob("*.txt")} == {*LINES, "options"}
