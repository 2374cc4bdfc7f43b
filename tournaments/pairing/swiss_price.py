"""The price of having two meet in a round of the two-sided Swiss."""

from collections.abc import Sequence

from tournaments.pairing.draw import Unpairable
from tournaments.pairing.format import Moment
from tournaments.pairing.matching import WHOLE_FIELD, Field
from tournaments.pairing.price import Costs, Drawn, Price, compared
from tournaments.pairing.record import Entrant
from tournaments.pairing.swiss_pairs import drawn_pairs, field_of
from tournaments.pairing.weights import Seating, again, capped, gap_costs, held, seating


def price(moment: Moment, drawn: Drawn, one: int, two: int) -> Price:
    """The best round with *one* against *two* beside *drawn*; raises ``Unpairable`` if there is none."""
    forced = frozenset({one, two})
    if forced in moment.forbidden:
        raise Unpairable("the two are kept apart", frozenset({forced}))
    field = field_of(moment, forced)
    pairs = field.breaking() if _breaks(field, drawn, one, two) else drawn_pairs(field, moment.number)
    best = Drawn(
        tuple((upper.entry, lower.entry) for upper, lower in pairs if lower is not None),
        tuple(upper.entry for upper, lower in pairs if lower is None),
    )
    return compared(costs_of(moment, drawn), costs_of(moment, best), best)


def _breaks(field: Field, drawn: Drawn, one: int, two: int) -> bool:
    """Whether the two meeting again is weighed against other rematches. In a large field that takes long, and says no
    more than that there is one, unless there was one anyway."""
    pairs = [field.pair(table) for table in drawn.tables]
    broken = any(lower.entry in upper.met for upper, lower in pairs) or any(field.entrant(e).rests for e in drawn.byes)
    return two in field.entrant(one).met and (broken or len(field.order) <= WHOLE_FIELD)


def costs_of(moment: Moment, found: Drawn) -> Costs:
    """By rule, counted apart from how weights are made of it. Who has the bye is decided before all else where nothing
    has to be broken, and places are those among the others then."""
    field = field_of(moment)
    pairs, resting = [field.pair(table) for table in found.tables], [field.entrant(entry) for entry in found.byes]
    broken = sum(lower.entry in upper.met for upper, lower in pairs) + sum(each.rests > 0 for each in resting)
    playing = field.without(resting[0]) if resting and not broken else field
    unit = playing.units(breaking=broken > 0)
    gaps = gap_costs(1)
    return (
        ("rematches", broken),
        ("recency", sum(_recency(upper.met.get(lower.entry)) for upper, lower in pairs) + sum(map(_had, resting))),
        *(_broken_bye(field, resting) if broken else _bye(field, resting)),
        ("mates", sum(frozenset(table) in moment.mates for table in found.tables)),
        ("gaps", sum(gaps[min(playing.gap(*pair), len(gaps) - 1)] for pair in pairs)),
        ("floats", sum(_floats(playing, *pair) for pair in pairs)),
        ("seats", sum(_seating(pair)[0] for pair in pairs)),
        ("balances", sum(capped(_seating(pair)[1], "squares") for pair in pairs) if unit.squares else 0),
        ("order", _displaced(playing, pairs, resting if broken else ()) if unit.fold else 0),
    )


def _recency(met: list[int] | None) -> int:
    return capped(met[-1] + 16 * (len(met) - 1), "recency") if met else 0


def _had(resting: Entrant) -> int:
    """Byes and wins without a table count as meetings of the bye."""
    return capped(16 * resting.rests, "recency")


def _bye(field: Field, resting: Sequence[Entrant]) -> Costs:
    unrested = [each for each in field.order if not each.rests]
    return (
        ("bye_score", sum(int(2 * (each.score - min(other.score for other in unrested))) for each in resting)),
        ("bye_missed", sum(each.unplayed for each in resting)),
        ("bye_seed", sum(other.seed > each.seed for each in resting for other in unrested)),
    )


def _broken_bye(field: Field, resting: Sequence[Entrant]) -> Costs:
    above = sum(capped(field.gap(each, field.order[-1]), "bye") for each in resting)
    return ("bye_score", above), ("bye_missed", 0), ("bye_seed", 0)


def _floats(playing: Field, upper: Entrant, lower: Entrant) -> int:
    return again(upper.floats, -1) + again(lower.floats, 1) if playing.gap(upper, lower) else 0


def _displaced(playing: Field, pairs: Sequence[tuple[Entrant, Entrant]], resting: Sequence[Entrant]) -> int:
    behind = (len(playing.order) - 1 - playing.index[each.entry] for each in resting)
    return sum(capped(places, "fold") for places in (*(playing.displacement(*pair) for pair in pairs), *behind))


def _seating(pair: tuple[Entrant, Entrant]) -> Seating:
    upper, lower = pair
    return min(seating(held(upper), held(lower)), seating(held(lower), held(upper)))
