"""Small numbers as addresses and forms have them."""


def number_in(text: str | None, *, digits: int = 6) -> int | None:
    """What *text* says in at most that many ASCII *digits*; ``None`` for anything else."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= digits else None
