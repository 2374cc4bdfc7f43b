"""What becomes of the matches of an entry that was disqualified."""

from msgspec.structs import replace

from tournaments.director.state.facts import Round
from tournaments.pairing.record import Mark, Marks, Match, marks


def without(paired: Round, entry: int, *, annuls: bool) -> Round:
    """*paired* with the matches of *entry* lost by forfeit, or between two counting for nobody."""
    for match in paired.played.matches:
        if entry not in match.entries:
            continue
        void = annuls and len(match.entries) == 2
        if void:
            played = replace(paired.played, annulled=paired.played.annulled | {match.match})
            paired = replace(paired, played=played)
        made = lost(paired, match, entry)
        if made is not None and not (void and match.match in paired.played.results):
            paired = paired.with_result(match.match, made)
    return paired


def lost(paired: Round, match: Match, entry: int) -> Marks | None:
    """The match as if *entry* had not come; ``None`` while three or more play on without it."""
    made = paired.played.results.get(match.match)
    if made is None and len(match.entries) > 2:
        return None
    seats, last = range(len(match.entries)), len(match.entries)
    there = [seat for seat in seats if match.entries[seat] != entry and (made is None or made[seat].code != "-")]
    if made is None or len(there) < 2 or not all(made[seat].played for seat in there):
        return tuple(Mark("+", 1) if seat in there else Mark("-", last) for seat in seats)
    if any(made[seat].code == "LL" for seat in there):
        return tuple(mark if seat in there else Mark("-", last) for seat, mark in enumerate(made))
    ranks = [1 + sum(made[other].place < made[seat].place for other in there) for seat in there]
    again = dict(zip(there, marks(ranks, [made[seat].points for seat in there]), strict=True))
    return tuple(again.get(seat, Mark("-", last)) for seat in seats)
