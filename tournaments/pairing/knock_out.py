"""Knock-out formats: a bracket that is fixed at the start, whose matches are drawn as soon as both sides are known."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.pairing.brackets import double, single
from tournaments.pairing.brackets.places import places_so_far
from tournaments.pairing.brackets.played import Contest, contests, drawn_in, results
from tournaments.pairing.brackets.structure import FromMatch, Structure, rounds, seat_order
from tournaments.pairing.draw import Draw, Match, Reason, Unpairable
from tournaments.pairing.format import Due, Format, Moment, Options, Record
from tournaments.pairing.series.rules import Series
from tournaments.pairing.standings import Line, closed_up


class Bracket(Format):
    """What single and double elimination have in common."""

    sizes = (2,)
    most_entries = 256
    series = Series("best_of", 1, "replay", "better_seed")
    knocks_out = True
    losses: int
    """The lost matches after which an entry is out."""

    @abstractmethod
    def structure(self, entries: int, options: Options) -> Structure: ...

    def due(self, record: Record, fewest: int) -> Due | None:
        played = contests(record.structure, record.seeds, record.rounds)
        if any(each.to_draw for each in played.values()):
            return "pairing"
        return "finish" if all(each.over for each in played.values()) else None

    def pair(self, moment: Moment) -> Draw:
        """All matches that are ready and have not been drawn."""
        played = contests(moment.structure, moment.seeds, moment.rounds)
        ready = [each for each in played.values() if each.to_draw]
        level = levels(moment.structure)
        matches = tuple(_match(each, moment.seeds) for each in ready)
        draw = Draw(self.algorithm, matches, reached=max((level[each.place.key] for each in ready), default=1))
        self.check(draw, moment)
        return draw

    def check(self, draw: Draw, moment: Moment) -> None:
        """Raise :class:`Unpairable` if somebody would play twice at once or after being out.

        It counts the losses in the draws that stand, and knows nothing of the ways between the matches.
        """
        lost, playing = Counter[int](), [entry for match in draw.matches for entry in match.entries]
        standing = contests(moment.structure, moment.seeds, moment.rounds).values()
        made = {match: marks for played in moment.rounds for match, marks in played.results.items()}
        for match in (each.drawn for each in standing if each.drawn is not None):
            marks = made.get(match.match, ())
            playing += match.entries if not marks else ()
            lost.update(entry for entry, mark in zip(match.entries, marks, strict=False) if mark.place > 1)
        if len(set(playing)) < len(playing):
            raise Unpairable("somebody is in two matches at once")
        for drawn in draw.matches:
            if not drawn.key.startswith("T") and any(lost[entry] >= self.losses for entry in drawn.entries):
                raise Unpairable(f"somebody in {drawn.key} is out")

    def void(self, record: Record) -> frozenset[str]:
        """Draws of those who do not come to the match now."""
        standing = contests(record.structure, record.seeds, record.rounds).values()
        return drawn_in(record.rounds) - {each.drawn.match for each in standing if each.drawn}

    def ranking(self, lines: Sequence[Line], record: Record) -> tuple[Line, ...]:
        """By the round in which an entry went out; those who are still in share the first place. Who was disqualified
        has none."""
        if not record.structure:
            return tuple(lines)
        made = results(record.structure, record.seeds, record.rounds)
        places = places_so_far(record.structure, made)
        rank = {entry: seed for seed, entry in enumerate(record.seeds, start=1)}
        out = [places[rank[line.entry]] for line in lines if not line.place]
        placed = [replace(line, place=line.place and closed_up(places[rank[line.entry]], out)) for line in lines]
        return tuple(sorted(placed, key=lambda line: (not line.place, line.place, rank[line.entry])))


class KnockOut(Bracket):
    key = "knock-out"
    title = _("Knock-out")
    losses = 1
    algorithm = single.ALGORITHM

    def rounds(self, entries: int, wanted: int | None, options: Options | None = None) -> int:
        return rounds(entries)

    def structure(self, entries: int, options: Options) -> Structure:
        return single.structure(entries, third_place=options.third_place)

    def round_title(self, key: str, planned: int) -> Text:
        if key.startswith("T"):
            return Text(_("Third place"))
        return _title(planned - int(key[1:].split(".")[0]))


class DoubleElimination(Bracket):
    key = "double-elimination"
    title = _("Double elimination")
    losses = 2
    algorithm = double.ALGORITHM

    def rounds(self, entries: int, wanted: int | None, options: Options | None = None) -> int:
        return 2 * rounds(entries) + 1

    def structure(self, entries: int, options: Options) -> Structure:
        return double.structure(entries)

    def round_title(self, key: str, planned: int) -> Text:
        side, number = key[0], int(key[1:].split(".")[0])
        last = (planned - 1) // 2
        if side == "F":
            return Text(_("Grand final") if number == 1 else _("Grand final (second match)"))
        if side == "W":
            return Text(_("Winners’ final")) if number == last > 1 else Text(_("Winners’ round {n}"), {"n": number})
        return Text(_("Losers’ final")) if number == 2 * last - 2 else Text(_("Losers’ round {n}"), {"n": number})


def levels(structure: Structure) -> dict[str, int]:
    """By key: how many matches, itself included, an entry plays at most on the longest way to it."""
    level: dict[str, int] = {}
    for match in structure:
        before = (level[slot.match] for slot in match.slots if isinstance(slot, FromMatch))
        level[match.key] = 1 + max(before, default=0)
    return level


def _title(to_come: int) -> Text:
    """By the number of rounds that follow."""
    match to_come:
        case 0:
            return Text(_("Final"))
        case 1:
            return Text(_("Semi-finals"))
        case 2:
            return Text(_("Quarter-finals"))
    return Text(_("Last {entries}"), {"entries": 2 ** (to_come + 1)})


def _match(contest: Contest, seeds: Sequence[int]) -> Match:
    """Its entries in the seat order of the first table."""
    first, second = contest.state.occupants
    order = seat_order((cast(int, first), cast(int, second)), 1)
    entries = tuple(seeds[seed - 1] for seed in order)
    return Match(entries, (Reason("bracket", entries, numbers=order),), key=contest.place.key)
