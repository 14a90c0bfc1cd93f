"""What everybody sees of an event: its page, the wall, and the phones at the tables."""
