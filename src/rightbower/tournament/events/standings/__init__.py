"""What the results of an event come to: sums, places, ties and prizes."""
