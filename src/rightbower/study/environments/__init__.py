"""Environments in the interfaces of the field: Gymnasium, PettingZoo and OpenSpiel, by any book."""
