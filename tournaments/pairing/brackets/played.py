"""A bracket as it has been drawn and played: entries, draws and marks instead of seeds and codes."""

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from tournaments.pairing.brackets.progress import WINNER, Codes, State, resolve
from tournaments.pairing.brackets.structure import Match, Structure
from tournaments.pairing.record import Match as Drawn
from tournaments.pairing.record import Round


class Contest(msgspec.Struct, frozen=True):
    """A match of the structure, what has become of it, and where it has been drawn, if it has."""

    place: Match
    state: State
    drawn: Drawn | None = None

    @property
    def to_draw(self) -> bool:
        return self.state.status == "ready" and self.drawn is None

    @property
    def over(self) -> bool:
        return self.state.status not in ("waiting", "ready")


def contests(structure: Structure, seeds: Sequence[int], rounds: Sequence[Round]) -> dict[str, Contest]:
    """Every match by its key. A draw and its result count only for the two who now come to the match: those of others
    were made before a result was changed, and are void."""
    rank = {entry: seed for seed, entry in enumerate(seeds, start=1)}
    states: dict[str, State] = {}
    found: dict[str, Contest] = {}
    draws = _draws(rounds)
    for place in structure:
        state = resolve(place, states, None, ())
        drawn, codes = None, None
        if state.status == "ready":
            for drawn, played in draws.get(place.key, ()):
                if {rank[entry] for entry in drawn.entries} == set(state.occupants):
                    codes = _codes(drawn, played, state, rank)
                    break
            else:
                drawn = None
        states[place.key] = resolve(place, states, codes, ())
        found[place.key] = Contest(place, states[place.key], drawn)
    return found


def drawn_in(rounds: Sequence[Round]) -> frozenset[str]:
    """All matches that were ever drawn, by their ids."""
    return frozenset(match.match for played in rounds for match in played.matches)


def results(structure: Structure, seeds: Sequence[int], rounds: Sequence[Round]) -> dict[str, Codes]:
    """What was played or forfeited, by the match's key."""
    played = contests(structure, seeds, rounds)
    return {key: each.state.codes for key, each in played.items() if each.state.codes is not None}


def _draws(rounds: Sequence[Round]) -> dict[str, list[tuple[Drawn, Round]]]:
    """By key, the latest first."""
    draws: dict[str, list[tuple[Drawn, Round]]] = {}
    for played in reversed(rounds):
        for drawn in played.matches:
            draws.setdefault(drawn.key, []).append((drawn, played))
    return draws


def _codes(drawn: Drawn, played: Round, state: State, rank: Mapping[int, int]) -> Codes | None:
    """In the order of the slots; none while it is played, and none if nobody has been decided on."""
    made = played.results.get(drawn.match)
    if made is None:
        return None
    by_seed = {rank[entry]: mark.code for entry, mark in zip(drawn.entries, made, strict=True)}
    first, second = state.occupants
    codes = by_seed[cast(int, first)], by_seed[cast(int, second)]
    return cast(Codes, codes) if codes in WINNER else None
