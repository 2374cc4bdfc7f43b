"""Brackets played out by a rule or by chance, for tests."""

import random
from collections.abc import Callable, Collection

from hypothesis import strategies as st

from tournaments.pairing.brackets import double, single
from tournaments.pairing.brackets.progress import Codes, State, progress
from tournaments.pairing.brackets.structure import Structure

Verdict = Callable[[State], Codes]

PLAYED: list[Codes] = [("1", "0"), ("0", "1")]
ODD: list[Codes] = [("+", "-"), ("-", "+"), ("-", "-"), ("LL", "LL")]


def better_seed(state: State) -> Codes:
    first, second = state.occupants
    assert isinstance(first, int)
    assert isinstance(second, int)
    return ("1", "0") if first < second else ("0", "1")


def winners(**seeds: int) -> Verdict:
    """The better seed wins, but where *seeds* names another: ``W1_2=5``."""

    def verdict(state: State) -> Codes:
        named = seeds.get(state.key.replace(".", "_"))
        if named is None:
            return better_seed(state)
        return ("1", "0") if state.occupants.index(named) == 0 else ("0", "1")

    return verdict


def chance(rng: random.Random, *, forfeits: bool = False) -> Verdict:
    """A coin; with *forfeits* one match in four ends without play or without a winner."""

    def verdict(state: State) -> Codes:
        if forfeits and rng.random() < 0.25:
            return rng.choice(ODD)
        return rng.choice(PLAYED)

    return verdict


def ready(states: dict[str, State]) -> list[State]:
    return [state for state in states.values() if state.status == "ready"]


def play(
    structure: Structure,
    verdict: Verdict = better_seed,
    *,
    rng: random.Random | None = None,
    withdrawn: Collection[int] = (),
    results: dict[str, Codes] | None = None,
) -> dict[str, Codes]:
    """The results of a whole bracket, made by all that are ready at once, or with *rng* by some of them."""
    made = dict(results or {})
    while open_ := ready(progress(structure, made, withdrawn)):
        for state in rng.sample(open_, rng.randint(1, min(4, len(open_)))) if rng else open_:
            made[state.key] = verdict(state)
    return made


KINDS: dict[str, Callable[[int], Structure]] = {
    "single": single.structure,
    "single, no third place": lambda entries: single.structure(entries, third_place=False),
    "double": double.structure,
}
BRACKETS = st.builds(
    lambda kind, entries: (kind, entries, KINDS[kind](entries)), st.sampled_from(sorted(KINDS)), st.integers(2, 69)
)
CHANCE = st.randoms(use_true_random=False)
"""Kind, number of entries, structure."""
