"""The director's desk, the phones at the tables and the wall."""
