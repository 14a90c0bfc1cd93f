"""What everybody is shown of an event: on the wall, on phones and on its public page."""
