"""Euchre Game Notation, every version 1: games of other programs, in and out."""

from rightbower.egn.notation import EgnError
from rightbower.egn.read import Notation, SourceFile, read
from rightbower.egn.write import write

__all__ = ["EgnError", "Notation", "SourceFile", "read", "write"]
