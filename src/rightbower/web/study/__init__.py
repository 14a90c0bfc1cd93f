"""What one learns from: practice, replays, reviews, rules and rulings."""
