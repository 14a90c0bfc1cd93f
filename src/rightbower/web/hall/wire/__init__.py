"""What goes over the line of a table: the words of both sides, and the open lines."""
