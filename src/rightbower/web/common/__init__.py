"""What every page shares: who asks, what they may, limits, and how a page is made."""
