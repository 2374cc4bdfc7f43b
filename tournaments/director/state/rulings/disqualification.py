"""What becomes of the matches of an entry that was disqualified."""

from __future__ import annotations

from msgspec.structs import replace

from tournaments.director.state.acts import Disqualify
from tournaments.director.state.facts import Round
from tournaments.pairing.record import Mark, Marks, Match, marks


def applied(rounds: tuple[Round, ...], act: Disqualify, _seq: int) -> tuple[Round, ...]:
    """*rounds* with its matches from the round named as the act says; before that, and by ``keep``, they stand."""
    if act.results == "keep":
        return rounds
    return tuple(_without(paired, act) if paired.drawn.round >= act.round else paired for paired in rounds)


def _without(paired: Round, act: Disqualify) -> Round:
    for match in paired.played.matches:
        if act.entry not in match.entries:
            continue
        annuls = act.results == "annul" and len(match.entries) == 2
        if annuls:
            played = replace(paired.played, annulled=paired.played.annulled | {match.match})
            paired = replace(paired, played=played)
        made = lost(paired, match, act.entry)
        if made is not None and not (annuls and match.match in paired.played.results):
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
