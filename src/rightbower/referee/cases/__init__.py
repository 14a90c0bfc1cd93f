"""What goes wrong and what a ruling is: facts, questions, remedies, and their words."""
