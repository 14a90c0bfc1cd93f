"""Schedules made in advance or round by round, for pairs, teams and single players.

A round is a tuple of tables and a table two sides of entrants, whatever the entrants are called.
"""
