"""People from a list: with a heading or without, and names of any length that a book takes."""

from __future__ import annotations

import pytest

from rightbower.office.club_files import names_of
from rightbower.tournament.club.club import ClubError
from rightbower.tournament.commands import LONGEST_NAME


def test_the_names_of_a_list_are_those_of_its_column() -> None:
    assert names_of("Zone,Name\n3,Ann Lee\n4,\n5,Bob Ray\n") == ["Ann Lee", "Bob Ray"]
    assert names_of("Ann Lee\n\nBob Ray\n") == ["Ann Lee", "Bob Ray"]


def test_the_longest_name_is_taken_and_a_longer_one_refused() -> None:
    longest = "x" * LONGEST_NAME
    assert names_of(longest) == [longest]
    with pytest.raises(ClubError, match=f"a name has at most {LONGEST_NAME} letters"):
        names_of(f"{longest}x")
