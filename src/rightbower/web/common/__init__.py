"""What every page shares: who asks, what they may, limits, and how pages and files are made."""
