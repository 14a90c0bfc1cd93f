#!/usr/bin/env python3
"""Work a pack of the hall out again, with nothing of Rightbower: docs/shuffle.md in forty lines.

    check_shuffle.py SEED FINGERPRINT "deal 1" [NORTH EAST SOUTH WEST] [--same]

The four are the salts as the page "Fair shuffle" has them. Prints the pack, the top card first.
"""

import hashlib
import sys

CARDS = [rank + suit for suit in "CDHS" for rank in "9TJQKA"]


def key(parts):
    """SHA-256 of the parts, each with its length in bytes before it."""
    text = b""
    for part in parts:
        data = part.encode("utf-8")
        text += str(len(data)).encode() + b":" + data + b"\n"
    return hashlib.sha256(text).digest()


def pack(seed, salts, label):
    """The pack for a label, the top card first; deals that several tables share have no salts."""
    parts = (
        ["rightbower shuffle 3", seed] if salts is None else ["rightbower shuffle 2", seed, *salts]
    )
    first = key([*parts, label])
    numbers, block, order = [], 0, list(CARDS)
    for last in range(23, 0, -1):
        choices = last + 1
        while True:
            if not numbers:
                digest = hashlib.sha256(first + block.to_bytes(8, "big")).digest()
                numbers = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
                block += 1
            number = numbers.pop(0)
            if number < 2**32 // choices * choices:
                break
        other = number % choices
        order[last], order[other] = order[other], order[last]
    return order


def main(words):
    """Check the fingerprint and print the pack."""
    same = words[-1:] == ["--same"]
    words = words[:-1] if same else words
    if len(words) not in (3, 7):
        print(__doc__)
        return 2
    seed, fingerprint, label, *salts = words
    if hashlib.sha256(seed.encode()).hexdigest() != fingerprint:
        print("This seed does not have that fingerprint: the shuffle was not fair.")
        return 1
    print(" ".join(pack(seed, None if same else salts or ["", "", "", ""], label)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
