"""Bidding tables near equilibrium: a store of contracts, CFR+ over it, and what it is worth."""
