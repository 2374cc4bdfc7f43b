"""Everyone against everyone, by Berger's tables (FIDE Handbook C.05, annex 1)."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.pairing import leaving
from tournaments.pairing.draw import Bye, Draw, Match, Reason
from tournaments.pairing.format import Format, Moment, Options
from tournaments.pairing.groups import letter
from tournaments.pairing.record import Round
from tournaments.pairing.tiebreaks.codes import ROUND_ROBIN

ALGORITHM = "berger/1"
DOUBLE_ALGORITHM = "berger-double/1"


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


def schedule(seeds: Sequence[int], cycles: int = 1) -> list[list[tuple[int, int]]]:
    """Round by round who is to meet whom, in seat order; the one who rests in an odd field is in no pair."""
    size = len(seeds) + len(seeds) % 2
    if cycles == 2 and len(seeds) > 1:
        numbers = (double(len(seeds), number) for number in range(1, double_rounds(len(seeds)) + 1))
    else:
        numbers = (berger(size, number) for number in range(1, rounds(len(seeds)) + 1))
    return [[(seeds[a - 1], seeds[b - 1]) for a, b in pairs if max(a, b) <= len(seeds)] for pairs in numbers]


def _why_resting(places: tuple[int, int], entries: int, here: tuple[int, ...]) -> Reason:
    if max(places) > entries:
        return Reason("bye_scheduled", here, numbers=(min(places),))
    return Reason("bye_opponent_left", here)


def double_rounds(entries: int) -> int:
    """How many rounds everyone twice against everyone takes."""
    return 2 * rounds(entries)


def double(entries: int, number: int) -> list[tuple[int, int]]:
    """Round *number* (from 1) of two cycles: pairs as :func:`berger` gives them for the next even size.

    In the second cycle the seats are swapped. ``ValueError`` for a round that there is not.
    """
    cycle_number, swapped = _in_cycle(entries, number)
    pairs = berger(entries + entries % 2, cycle_number)
    return [(second, first) for first, second in pairs] if swapped else pairs


def pair_double(seeds: Sequence[int], number: int, present: Collection[int]) -> Draw:
    """Round *number* of two cycles for *seeds*, as :func:`pair`. ``ValueError`` for a round that there is not."""
    cycle_number, swapped = _in_cycle(len(seeds), number)
    draw = pair(seeds, cycle_number, present)
    matches = tuple(_swapped(match) for match in draw.matches) if swapped else draw.matches
    return Draw(DOUBLE_ALGORITHM, matches, draw.byes)


def _in_cycle(entries: int, number: int) -> tuple[int, bool]:
    """The round of Berger's table that is played as round *number*, and whether the seats are swapped.

    Berger's last round and its first, with the seats swapped, would give two entries of an even field the same seat
    three times running: there the last two rounds of the first cycle are exchanged (FIDE Handbook C.05, annex 1). In an
    odd field the rest comes between.
    """
    cycle = rounds(entries)
    if entries < 2 or not 1 <= number <= 2 * cycle:
        raise ValueError(f"{entries} entries have no round {number} of two cycles.")
    if entries % 2 == 0 and cycle >= 3 and number in (cycle - 1, cycle):
        return 2 * cycle - 1 - number, False
    return (number - 1) % cycle + 1, number > cycle


def _swapped(match: Match) -> Match:
    reasons = tuple(Reason(each.code, each.entries, each.scores, each.numbers[::-1]) for each in match.reasons)
    return Match(match.entries[::-1], reasons)


class RoundRobin(Format):
    key = "round-robin"
    codes = ROUND_ROBIN[1:]
    team_codes = ("GP", *codes)
    title = _("Round robin")
    everybody_meets = True
    most_entries = 40
    groups = True
    countings = ("share", "winner")

    def rounds(self, entries: int, wanted: int | None, options: Options | None = None) -> int:
        """All of them: of groups, those of the largest."""
        options = options or Options()
        return options.cycles * rounds(-(-entries // options.groups))

    def counted(
        self,
        seeds: Sequence[int],
        rounds: Sequence[Round],
        withdrawn: Collection[int],
        *,
        cycles: int = 1,
        last: int | None = None,
    ) -> tuple[Round, ...]:
        return leaving.counted(schedule(seeds, cycles)[:last], rounds, withdrawn) if withdrawn else tuple(rounds)

    def pair(self, moment: Moment) -> Draw:
        present, cycles = {entrant.entry for entrant in moment.field}, moment.options.cycles
        if not moment.groups:
            return _round(moment.seeds, moment.number, present, cycles)
        draws = [_round(group, moment.number, present, cycles) for group in moment.groups]
        matches = (
            replace(match, key=f"{letter(at)}.R{moment.number}.{table}")
            for at, draw in enumerate(draws, start=1)
            for table, match in enumerate(draw.matches, start=1)
        )
        return Draw(draws[0].algorithm, tuple(matches), tuple(bye for draw in draws for bye in draw.byes))

    def round_title(self, key: str, planned: int) -> Text:
        group, _dot, local = key.rpartition(".R")
        if not group:
            return super().round_title(key, planned)
        return Text(_("Group {group}, round {round}"), {"group": group, "round": local.split(".")[0]})


def _round(group: Sequence[int], number: int, present: Collection[int], cycles: int) -> Draw:
    """Round *number* of one group; nobody plays or rests after its last."""
    if number > cycles * rounds(len(group)):
        return Draw(ALGORITHM if cycles == 1 else DOUBLE_ALGORITHM, ())
    return pair(group, number, present) if cycles == 1 else pair_double(group, number, present)
