"""Two-sided Swiss: who rests, who meets, and who sits first."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, log2

from engine.text import gettext_noop as _
from tournaments.pairing.draw import Bye, Draw, Match, Pairs, Reason, Unpairable, check, lot
from tournaments.pairing.format import Format, Moment, Options, Preference
from tournaments.pairing.matching import NOTHING, Field, Pair
from tournaments.pairing.price import Charge, Drawn, Price, compared
from tournaments.pairing.record import Entrant
from tournaments.pairing.swiss_pairs import drawn_pairs
from tournaments.pairing.swiss_price import costs_of, price
from tournaments.pairing.weights import held, seating

ALGORITHM = "swiss-matching/4"
SIZES = (2,)


def pair(
    field: Sequence[Entrant],
    *,
    number: int,
    seed: str,
    preference: Preference = "fold",
    forbidden: Pairs = frozenset(),
    mates: Pairs = frozenset(),
    boost: Mapping[int, Fraction] = NOTHING,
    opening: str = "",
) -> Draw:
    """Round *number*: as few second meetings and byes as can be, then scores as close as can be.

    Entries that are *mates* meet only where nothing else is possible without a second meeting; *boost* are points that
    entries are paired with beyond their own. *opening* is the seed of the first round, whose lot gave out the seats;
    this one is it, if none is given.
    """
    if len(field) < 2:
        raise Unpairable("fewer than two entries")
    ranked = Field(field, seed, preference, forbidden, mates=mates, boost=boost)
    draw = _draw(ranked, drawn_pairs(ranked, number), lot(opening or seed, 0)[0] % 2)
    check(draw, [entrant.entry for entrant in field], SIZES, forbidden)
    _check_compromises(draw, ranked)
    return draw


COMPROMISES = frozenset({"bye_repeated", "met_before", "mates_meet"})


def _draw(ranked: Field, pairs: Iterable[Pair], odd_seeds: int) -> Draw:
    matches: list[Match] = []
    byes: list[Bye] = []
    compromises: list[Reason] = []
    for upper, lower in pairs:
        if lower is None:
            byes.append(_bye(upper, ranked.order))
            reasons = byes[-1].reasons
        else:
            matches.append(_match(*_seated(upper, lower, odd_seeds), ranked))
            reasons = matches[-1].reasons
        compromises += (reason for reason in reasons if reason.code in COMPROMISES)
    return Draw(ALGORITHM, tuple(matches), tuple(byes), tuple(compromises))


def _bye(entrant: Entrant, field: Sequence[Entrant]) -> Bye:
    """Why this one rests. The matching spares the lowest score that it can: so a lower one could not be spared."""
    here, score = (entrant.entry,), (str(entrant.score),)
    unrested = [other for other in field if not other.rests]
    lower = sum(other.score < entrant.score for other in unrested)
    if entrant.rests:
        reason = Reason("bye_repeated", here, score, (entrant.rests, len(unrested)))
    elif lower:
        reason = Reason("bye_spared", here, score, (lower,))
    else:
        reason = Reason("bye_lowest", here, score)
    return Bye(entrant.entry, (reason,))


def _seated(one: Entrant, two: Entrant, odd_seeds: int) -> tuple[Entrant, Entrant]:
    """The better seat order; of equal ones the opposite of the last round in which their seats differed; else by the
    seed: the odd ones sit in the seat *odd_seeds*, as the lot of the first round gave it."""
    costs = seating(held(one), held(two)), seating(held(two), held(one))
    if costs[0] != costs[1]:
        return (one, two) if costs[0] < costs[1] else (two, one)
    for before, after in zip(reversed(one.sat), reversed(two.sat), strict=False):
        if before != after:
            return (one, two) if before > after else (two, one)
    better, other = sorted((one, two), key=lambda entrant: entrant.seed)
    first = odd_seeds == 0 if better.seed % 2 == 0 else odd_seeds == 1  # seeds count from 0 here
    return (better, other) if first else (other, better)


def _match(first: Entrant, second: Entrant, ranked: Field) -> Match:
    seated = (first.entry, second.entry)
    upper, lower = sorted((first, second), key=lambda entrant: (-entrant.score, entrant.seed))
    met = upper.met.get(lower.entry)
    reasons = [
        Reason("points_before", (upper.entry, lower.entry), (str(upper.score), str(lower.score))),
        Reason("met_before", seated, numbers=tuple(met)) if met else Reason("first_meeting", seated),
        Reason("seats_before", seated, numbers=(first.seats[0], second.seats[1])),
    ]
    if upper.score != lower.score:
        reasons += [Reason("floated_down", (upper.entry,)), Reason("floated_up", (lower.entry,))]
    if frozenset(seated) in ranked.mates:
        reasons.append(Reason("mates_meet", seated))
    if given := [entry for entry in (upper.entry, lower.entry) if ranked.boost.get(entry)]:
        reasons.append(Reason("accelerated", tuple(given), (str(ranked.boost[given[0]]),)))
    return Match(seated, tuple(reasons))


def _check_compromises(draw: Draw, ranked: Field) -> None:
    """Every rematch and every second bye stands among the compromises, counted apart from how the draw was made."""
    entrant = {each.entry: each for each in ranked.order}
    rematches = sum(second in entrant[first].met for first, second in (match.entries for match in draw.matches))
    again = sum(entrant[bye.entry].rests > 0 for bye in draw.byes)
    mates = sum(frozenset(match.entries) in ranked.mates for match in draw.matches)
    if rematches + again + mates != len(draw.compromises) or len(draw.byes) != len(ranked.order) % 2:
        raise Unpairable("a compromise goes unnamed")


class Swiss(Format):
    key = "swiss"
    codes = ("BH-C1", "BH", "SB", "WON")
    team_codes = ("GP", "BH")
    title = _("Swiss")
    open_field = True
    countings = ("share", "winner")

    def rounds(self, entries: int, wanted: int | None, options: Options | None = None) -> int:
        """Enough for one perfect score at most, unless the organiser wants another number."""
        return wanted or ceil(log2(entries))

    def most_rounds(self, entries: int) -> int:
        """A player who has met everybody, and rested once where the field is odd, meets somebody again."""
        return entries - 1 + entries % 2

    def pair(self, moment: Moment) -> Draw:
        return pair(
            moment.field,
            number=moment.number,
            seed=moment.seed,
            preference=moment.preference,
            forbidden=moment.forbidden,
            mates=moment.mates,
            boost=moment.boost,
            opening=moment.opening,
        )

    def price(self, moment: Moment, drawn: Drawn, one: int, two: int) -> Price:
        return price(moment, drawn, one, two)

    def compare(self, moment: Moment, drawn: Drawn, other: Drawn) -> tuple[Charge, ...]:
        return compared(costs_of(moment, drawn), costs_of(moment, other), other).charges
