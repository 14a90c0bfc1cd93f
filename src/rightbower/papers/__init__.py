"""What is printed, or opened in a spreadsheet."""
