"""The league as it stands: what it is, what happened to it, and what that comes to."""
