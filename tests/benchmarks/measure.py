"""Rates of several sides in one run: the sides alternate, medians are reported, and ratios are taken round by round.

On a shared machine absolute figures swing by a factor of two within minutes; the ratio of two sides that were measured
one after the other does not.
"""

import gc
import importlib.util
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple

ROUNDS = 9

Clock = Callable[[], float]
Work = Callable[[], int]
"""Does a piece of work and says how many units it was (moves, events, simulations)."""


class Claim(NamedTuple):
    """*side* must be at least *must* times as fast as *beside*; *goal* is the next step. Neither: for scale only."""

    side: str
    beside: str
    must: float | None = None
    goal: float | None = None


class Table(NamedTuple):
    """What was measured in one go: the rates of each side, a figure a round, and what is claimed of them."""

    title: str
    unit: str
    rates: Mapping[str, Sequence[float]]
    claims: Sequence[Claim]
    notes: Sequence[str] = ()

    def ratio(self, side: str, beside: str) -> float:
        return median(a / b for a, b in zip(self.rates[side], self.rates[beside], strict=True))

    def held(self) -> list[Claim]:
        """The claims whose sides were measured: without the peers there are fewer."""
        return [c for c in self.claims if c.side in self.rates and c.beside in self.rates]

    def missed(self) -> list[Claim]:
        return [c for c in self.held() if c.must is not None and self.ratio(c.side, c.beside) < c.must]

    def lines(self) -> Iterator[str]:
        yield self.title
        yield f"  {'':<44}{self.unit:>12}"
        for side, rates in self.rates.items():
            yield f"  {side:<44}{_short(median(rates)):>12}   ({_short(min(rates))} to {_short(max(rates))})"
        for claim in self.held():
            yield f"  {claim.side} / {claim.beside}"
            yield f"      {self.ratio(claim.side, claim.beside):.2f}{_verdict(self, claim)}"
        yield from (f"  {note}" for note in self.notes)


def installed(peer: str) -> bool:
    """Whether the module *peer* is there, as ``make bench`` installs it."""
    return importlib.util.find_spec(peer) is not None


def alternated(
    sides: Mapping[str, Work], *, rounds: int = ROUNDS, clock: Clock = time.process_time
) -> dict[str, list[float]]:
    """The rate of each of *sides* in every round, after a round to warm up. *clock*: this process's own time."""
    rates: dict[str, list[float]] = {name: [] for name in sides}
    for number in range(rounds + 1):
        gc.collect()
        gc.freeze()  # no side pays for looking through what another keeps
        for name, work in sides.items():
            start = clock()
            done = work()
            rate = done / (clock() - start)
            if number:
                rates[name].append(rate)
    return rates


def _verdict(table: Table, claim: Claim) -> str:
    if claim.must is None:
        return "   (for scale)"
    ratio = table.ratio(claim.side, claim.beside)
    goal = "" if claim.goal is None else f", goal {claim.goal:g}{' (reached)' if ratio >= claim.goal else ''}"
    return f"   must {claim.must:.2g}: {'met' if ratio >= claim.must else 'MISSED'}{goal}"


def _short(rate: float) -> str:
    if rate >= 1e6:
        return f"{rate / 1e6:.2f}M"
    if rate >= 1e4:
        return f"{rate / 1e3:.1f}k"
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.2f}"
