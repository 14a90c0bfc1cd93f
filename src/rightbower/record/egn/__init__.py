"""Euchre Game Notation, every version 1: games of other programs, in and out."""

from rightbower.record.egn.read import SourceFile, read
from rightbower.record.egn.write import write

__all__ = ["SourceFile", "read", "write"]
