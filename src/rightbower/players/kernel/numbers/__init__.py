"""Cards, acts, rules and chance as numbers."""
