"""What is shared: the same deals for friends and for everybody, replays by link, pictures of a hand."""
