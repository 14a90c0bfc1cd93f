"""What all the director's pages share: forms, the next step, questions before history is changed."""
