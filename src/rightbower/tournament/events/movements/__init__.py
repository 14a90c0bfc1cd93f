"""The movements: each seats the next round from the one before."""
