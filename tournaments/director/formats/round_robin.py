"""Everyone against everyone, by Berger's tables (FIDE Handbook C.05, annex 1)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.text import gettext_noop as _
from tournaments.director.formats.draw import Bye, Draw, Match, Reason
from tournaments.director.formats.format import Format, Moment

ALGORITHM = "berger/1"


def rounds(entries: int) -> int:
    """How many rounds it takes; an odd field plays one more, each entry resting once."""
    return entries - 1 + entries % 2


def berger(size: int, number: int) -> list[tuple[int, int]]:
    """Round *number* (from 1) for the even *size*: pairs of numbers 1..size, the first seat first.

    From one round to the next every number but the last moves on by half the field; the last one stays, alternately in
    the second and the first seat.
    """
    turn = size - 1
    shift = (number - 1) * (size // 2)

    def moved(position: int) -> int:
        return (position - 1 + shift) % turn + 1

    pairs = [(moved(first), moved(size - first + 1)) for first in range(2, size // 2 + 1)]
    head = (moved(1), size)
    return [head if number % 2 else (size, moved(1)), *pairs]


def pair(seeds: Sequence[int], number: int, present: Collection[int]) -> Draw:
    """Round *number* for *seeds*, entries in the order of the draw; an entry due to meet an absent one rests."""
    size = len(seeds) + len(seeds) % 2
    matches: list[Match] = []
    byes: list[Bye] = []
    for places in berger(size, number):
        here = tuple(seeds[place - 1] for place in places if place <= len(seeds) and seeds[place - 1] in present)
        if len(here) == 2:
            matches.append(Match(here, (Reason("scheduled", numbers=places),)))
        elif here:
            byes.append(Bye(here[0], (_why_resting(places, len(seeds), here),)))
    return Draw(ALGORITHM, tuple(matches), tuple(byes))


def _why_resting(places: tuple[int, int], entries: int, here: tuple[int, ...]) -> Reason:
    if max(places) > entries:
        return Reason("bye_scheduled", here, numbers=(min(places),))
    return Reason("bye_opponent_left", here)


class RoundRobin(Format):
    key = "round-robin"
    title = _("Round robin")
    most_entries = 40
    # Everybody meets everybody: Buchholz would only mirror the points (FIDE C.07, 2026).
    tie_breaks = ("sonneborn_berger", "wins")

    def rounds(self, entries: int, wanted: int | None) -> int:
        """All of them."""
        return rounds(entries)

    def pair(self, moment: Moment) -> Draw:
        return pair(moment.seeds, moment.number, {entrant.entry for entrant in moment.field})
