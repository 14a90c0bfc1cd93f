"""The engine protocol: players that are other programs, and ours for the programs of others."""
