"""Rounds at tables of three to five: who rests, who sits together, and in which seats."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm

from engine.game import Teams
from engine.text import gettext_noop as _
from tournaments.pairing.apartness import fits
from tournaments.pairing.draw import Bye, Draw, Match, Pairs, Reason, Unpairable, check, lot
from tournaments.pairing.format import Format, Moment, OddTables, Options, Teaming, alone
from tournaments.pairing.necessity import unavoidable
from tournaments.pairing.partitions import EXHAUSTIVE
from tournaments.pairing.partitions import best as best_of_all
from tournaments.pairing.pod_field import Field, Tables
from tournaments.pairing.pod_seats import seat
from tournaments.pairing.price import Charge, Costs, Drawn, Price, compared
from tournaments.pairing.record import Entrant
from tournaments.pairing.sizes import table_sizes, usual_size
from tournaments.pairing.swaps import WORK, Search

ALGORITHM = "pods/3"

EVENING = 3
"""Rounds."""
MOST_WEIGHED, MOST_TRIED = 40, 1_000
"""How many entries with a forbidden opponent can rest in place of others, and in how many ways."""


def pair(
    field: Sequence[Entrant],
    *,
    seed: str,
    allowed: Collection[int] = (3, 4, 5),
    preferred: int = 4,
    odd_tables: OddTables = "lowest",
    forbidden: Pairs = frozenset(),
    teams: Teaming = alone,
    work: int = WORK,
) -> Draw:
    """The tables of a round: as few repeat meetings as can be, then close scores, odd tables and seats in turn.

    Where a game is played by *teams*, partners are drawn for each table.
    """
    rest = _Rest(field, allowed, preferred, seed, forbidden)
    byes = [_bye(each, rest.playing) for each in rest.resting]
    usual = usual_size(allowed, preferred)
    ranked = Field(rest.playing, usual, seed, forbidden)
    sizes = _arranged(table_sizes(len(rest.playing), allowed, preferred) or (), usual, odd_tables)
    tables = _tables(ranked, sizes, seed, work)
    verdict = _verdict(ranked, sizes, tables)
    matches = [_match([ranked.order[at] for at in table], usual, seed, teams(len(table)), verdict) for table in tables]
    compromises = [reason for bye in byes for reason in bye.reasons]
    compromises += [reason for match in matches for reason in match.reasons if reason.code == "met_before"]
    draw = Draw(ALGORITHM, tuple(matches), tuple(byes), (*compromises, *verdict))
    met = (frozenset(pair) for match in matches for pair in combinations(match.entries, 2))
    if lift := forbidden.intersection(met):
        raise Unpairable("no tables were found that keep all forbidden pairs apart", lift)
    check(draw, [entrant.entry for entrant in field], allowed, forbidden)
    return draw


def _tables(ranked: Field, sizes: Sequence[int], seed: str, work: int) -> Tables:
    """The best tables there are; of a larger field the best that were found. In the order of their best players."""
    if len(ranked.order) <= EXHAUSTIVE:
        return best_of_all(ranked, sizes)
    return sorted(map(sorted, Search(ranked, sizes, seed, work).best()))


def _verdict(ranked: Field, sizes: Sequence[int], tables: Tables) -> tuple[Reason, ...]:
    """Whether the repeat meetings, if there are any, could have been avoided."""
    if not (repeats := ranked.repeats(tables)):
        return ()
    return (Reason("unavoidable" if unavoidable(ranked, sizes, repeats) else "search_ended", numbers=(repeats,)),)


class _Rest:
    """Who rests because no set of tables holds all: as few as can be, and of those who leave a seating in which all
    forbidden pairs are apart the ones with the fewest byes so far, then the lowest scores, then by lot."""

    def __init__(
        self,
        field: Sequence[Entrant],
        allowed: Collection[int],
        preferred: int,
        seed: str,
        forbidden: Pairs = frozenset(),
        together: Collection[int] = (),
    ) -> None:
        """Those who are to sit *together* play in any case."""
        self.allowed, self.preferred, self.forbidden, self.together = allowed, preferred, forbidden, together
        self.order = sorted(field, key=lambda each: (each.rests, each.score, lot(seed, each.entry)))
        free = [each for each in self.order if each.entry not in together]
        for spare in range(len(free) + 1):
            if table_sizes(len(field) - spare, allowed, preferred):
                self.resting = self._chosen(free, spare)
                self.playing = [each for each in self.order if each not in self.resting]
                return
        raise Unpairable("too few entries for a table")

    def _chosen(self, free: Sequence[Entrant], spare: int) -> tuple[Entrant, ...]:
        """The first of *free*, unless others rest in their place to keep the forbidden pairs apart."""
        first = tuple(free[:spare])
        if not spare or self._fits(first):
            return first
        kept = frozenset().union(*self.forbidden)
        rest = [each for each in free if each.entry not in kept]
        able = sorted([*rest[:spare], *[each for each in free if each.entry in kept][:MOST_WEIGHED]], key=free.index)
        chosen = sorted(combinations(able, spare), key=self._cost)[:MOST_TRIED]
        return next((each for each in chosen if self._fits(each)), first)

    def _cost(self, resting: Sequence[Entrant]) -> tuple[int, Fraction, int]:
        places = sum(self.order.index(each) for each in resting)
        return sum(each.rests for each in resting), sum((each.score for each in resting), Fraction(0)), places

    def _fits(self, resting: Sequence[Entrant]) -> bool:
        playing = [each.entry for each in self.order if each not in resting]
        sizes = table_sizes(len(playing), self.allowed, self.preferred) or ()
        return fits(playing, sizes, self.forbidden, self.together)


def _bye(entrant: Entrant, playing: Sequence[Entrant]) -> Bye:
    here = (entrant.entry,)
    reasons = [Reason("bye_no_table", here, (str(entrant.score),))]
    if entrant.rests:  # some who play have none only where a forbidden pair has had others rest
        unrested = sum(not each.rests for each in playing)
        reasons.append(Reason("bye_repeated", here, (str(entrant.score),), (entrant.rests, unrested)))
    return Bye(entrant.entry, tuple(reasons))


def _arranged(sizes: Sequence[int], usual: int, odd_tables: OddTables) -> list[int]:
    """*sizes* down the standings, the odd ones where the setting wants them."""
    odd = [size for size in sizes if size != usual]
    arranged = [size for size in sizes if size == usual]
    if odd_tables == "highest":
        return odd + arranged
    if odd_tables == "lowest":
        return arranged + odd
    for turn, size in enumerate(odd):
        arranged.insert((turn + 1) * len(sizes) // (len(odd) + 1), size)
    return arranged


def _match(table: Sequence[Entrant], usual: int, seed: str, teams: Teams, verdict: tuple[Reason, ...] = ()) -> Match:
    together = tuple(team for team in teams if len(team) > 1)
    seated = seat(table, seed, together)
    entries = tuple(entrant.entry for entrant in seated)
    ranked = sorted(seated, key=lambda entrant: -entrant.score)
    scores = tuple(str(entrant.score) for entrant in ranked)
    reasons = [Reason("points_before", tuple(entrant.entry for entrant in ranked), scores), *_meetings(seated)]
    reasons += verdict if reasons[1].code == "met_before" else ()
    reasons.append(Reason("seats_before", entries, numbers=tuple(each.seats[at] for at, each in enumerate(seated))))
    reasons += [_partners([seated[seat] for seat in team]) for team in together]
    if len(table) != usual:
        reasons.append(Reason("odd_table", entries, numbers=(len(table), *(entrant.odd for entrant in seated))))
    return Match(entries, tuple(reasons), together)


def _partners(team: Sequence[Entrant]) -> Reason:
    one, *others = team
    before = max(one.partners.get(other.entry, 0) for other in others)
    return Reason("partners", tuple(each.entry for each in team), numbers=(before,))


def _meetings(table: Sequence[Entrant]) -> list[Reason]:
    again = [
        Reason("met_before", (one.entry, two.entry), numbers=tuple(one.met[two.entry]))
        for one, two in combinations(table, 2)
        if two.entry in one.met
    ]
    return again or [Reason("first_meeting", tuple(entrant.entry for entrant in table))]


class Pods(Format):
    key = "pods"
    codes = ("BH", "SB", "WON")
    title = _("Tables of three to five")
    sizes = (3, 4, 5)
    countings = ("share", "places", "winner", "game")
    open_field = True

    def rounds(self, entries: int, wanted: int | None, options: Options | None = None) -> int:
        """A short evening, unless the organiser wants another."""
        return wanted or EVENING

    def pair(self, moment: Moment) -> Draw:
        return pair(
            moment.field,
            seed=moment.seed,
            allowed=moment.sizes,
            preferred=moment.preferred,
            odd_tables=moment.odd_tables,
            forbidden=moment.forbidden,
            teams=moment.teams,
        )

    def price(self, moment: Moment, drawn: Drawn, one: int, two: int) -> Price:
        rest = _Rest(moment.field, moment.sizes, moment.preferred, moment.seed, moment.forbidden, (one, two))
        usual = usual_size(moment.sizes, moment.preferred)
        ranked = Field(rest.playing, usual, moment.seed, moment.forbidden)
        ranked.attract(one, two)
        tables = _tables(ranked, _sizes(moment, len(rest.playing)), moment.seed, WORK)
        best = Drawn(
            tuple(tuple(ranked.order[at].entry for at in table) for table in tables),
            tuple(each.entry for each in rest.resting),
        )
        met = {frozenset(pair) for table in best.tables for pair in combinations(table, 2)}
        if not best.together(one, two) or not met.isdisjoint(moment.forbidden):
            raise Unpairable("there is no table for the two")
        return compared(_costs(moment, drawn), _costs(moment, best), best)

    def compare(self, moment: Moment, drawn: Drawn, other: Drawn) -> tuple[Charge, ...]:
        return compared(_costs(moment, drawn), _costs(moment, other), other).charges


def _sizes(moment: Moment, playing: int) -> list[int]:
    sizes = table_sizes(playing, moment.sizes, moment.preferred) or ()
    return _arranged(sizes, usual_size(moment.sizes, moment.preferred), moment.odd_tables)


def _costs(moment: Moment, found: Drawn) -> Costs:
    """By rule, counted apart from how the search weighs them; score gaps in the largest unit that all scores are whole
    in."""
    usual = usual_size(moment.sizes, moment.preferred)
    entrant = {each.entry: each for each in moment.field}
    pairs = [(entrant[one], entrant[two]) for table in found.tables for one, two in combinations(table, 2)]
    unit = lcm(*(each.score.denominator for each in moment.field))
    lowest = min(each.score for each in moment.field)
    rest = sorted(moment.field, key=lambda each: (each.rests, each.score, lot(moment.seed, each.entry)))
    return (
        ("byes", sum(entrant[entry].rests for entry in found.byes)),
        ("bye_score", sum(int(unit * (entrant[entry].score - lowest)) for entry in found.byes)),
        ("bye_lot", sum(rest.index(entrant[entry]) for entry in found.byes)),
        ("meetings", sum(len(one.met.get(two.entry, ())) ** 2 for one, two in pairs)),
        ("odd_places", int(_misplaced(moment, found))),
        ("gaps", sum(int(unit * (one.score - two.score)) ** 2 for one, two in pairs)),
        ("odd_tables", sum(entrant[each].odd for table in found.tables if len(table) != usual for each in table)),
    )


def _misplaced(moment: Moment, found: Drawn) -> bool:
    """Whether tables of another size stand elsewhere than the setting has them; of a larger field that is not asked."""
    seated = {entry for table in found.tables for entry in table}
    if len(seated) > EXHAUSTIVE:
        return False
    order = Field((each for each in moment.field if each.entry in seated), 0, moment.seed, frozenset()).index
    tables = sorted(found.tables, key=lambda table: min(order[entry] for entry in table))
    return [len(table) for table in tables] != _sizes(moment, len(seated))
