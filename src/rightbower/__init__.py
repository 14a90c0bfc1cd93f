"""Rightbower: the rules, records and play of Euchre."""

__version__ = "0.1.0"
