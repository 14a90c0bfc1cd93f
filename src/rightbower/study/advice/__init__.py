"""What each option is worth and why, and the review of a finished game."""
