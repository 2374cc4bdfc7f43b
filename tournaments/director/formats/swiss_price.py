"""The price of having two meet in a round of the two-sided Swiss."""

from __future__ import annotations

from tournaments.director.formats.format import Moment
from tournaments.director.formats.price import Costs, Drawn, Price, compared
from tournaments.director.formats.record import Entrant
from tournaments.director.formats.swiss_pairs import drawn_pairs, field_of
from tournaments.director.formats.weights import again, held, seating


def price(moment: Moment, drawn: Drawn, one: int, two: int) -> Price:
    """The best round with *one* against *two* beside *drawn*; raises ``Unpairable`` if there is none."""
    field = field_of(moment, frozenset({one, two}))
    pairs = drawn_pairs(field, moment.number)
    best = Drawn(
        tuple((upper.entry, lower.entry) for upper, lower in pairs if lower is not None),
        tuple(upper.entry for upper, lower in pairs if lower is None),
    )
    return compared(_costs(moment, drawn), _costs(moment, best), best)


def _costs(moment: Moment, found: Drawn) -> Costs:
    """By rule, counted apart from how weights are made of it. Places are those among all who play."""
    field = field_of(moment)
    playing = field.without(field.entrant(found.byes[0])) if found.byes else field
    pairs = [playing.pair(table) for table in found.tables]
    resting = [field.entrant(entry) for entry in found.byes]
    broken = sum(lower.entry in upper.met for upper, lower in pairs) + sum(each.rests > 0 for each in resting)
    recency = sum(_recency(upper.met.get(lower.entry)) for upper, lower in pairs)
    eligible = [each.score for each in field.order if not each.rests] or [each.score for each in field.order]
    return (
        ("rematches", broken),
        ("recency", recency),
        ("bye_score", sum(int(2 * (each.score - min(eligible))) for each in resting)),
        ("mates", sum(frozenset(table) in moment.mates for table in found.tables)),
        ("gaps", sum(playing.gap(upper, lower) ** 2 for upper, lower in pairs)),
        ("floats", sum(_floats(pair) for pair in pairs)),
        ("seats", sum(_seating(pair)[0] for pair in pairs)),
        ("balances", sum(_seating(pair)[1] for pair in pairs)),
        ("order", sum(playing.displacement(*pair) for pair in pairs)),
    )


def _recency(met: list[int] | None) -> int:
    return met[-1] + 16 * (len(met) - 1) if met else 0


def _floats(pair: tuple[Entrant, Entrant]) -> int:
    upper, lower = pair
    if upper.score == lower.score:
        return 0
    return again(upper.floats, -1) + again(lower.floats, 1)


def _seating(pair: tuple[Entrant, Entrant]) -> tuple[int, int]:
    upper, lower = pair
    return min(seating(held(upper), held(lower)), seating(held(lower), held(upper)))
