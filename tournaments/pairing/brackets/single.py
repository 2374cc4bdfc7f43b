"""Single elimination: an entry that loses is out."""

from tournaments.pairing.brackets.structure import Match, Structure, loser, rounds, winners_side

ALGORITHM = "single-elimination/1"


def structure(entries: int, *, third_place: bool = True) -> Structure:
    """The bracket of *entries* seeds: n - 1 matches to play, and one for third place from four entries up.

    ``ValueError`` for fewer than two entries.
    """
    matches = winners_side(entries)
    last = rounds(entries)
    if third_place and last >= 2:
        semi_finals = (f"W{last - 1}.1", f"W{last - 1}.2")
        matches.append(Match("T1.1", (loser(semi_finals[0]), loser(semi_finals[1]))))
    return tuple(matches)
