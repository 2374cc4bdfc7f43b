"""Who meets in a round of the two-sided Swiss, and who rests."""

from tournaments.pairing.format import Moment
from tournaments.pairing.matching import LEAST_WINDOW, WHOLE_FIELD, Field, Pair


def field_of(moment: Moment, forced: frozenset[int] = frozenset()) -> Field:
    """The entries to pair at *moment*; *forced* are two who are to meet."""
    return Field(
        moment.field,
        moment.seed,
        moment.preference,
        moment.forbidden,
        mates=moment.mates,
        boost=moment.boost,
        forced=forced,
    )


def drawn_pairs(ranked: Field, number: int) -> list[Pair]:
    """The best pairs for round *number*; raises :class:`Unpairable` if there are none."""
    return _keeping(ranked, window(len(ranked.order), number)) or ranked.breaking()


def window(entries: int, number: int) -> int:
    """With how many others each of *entries* is weighed in round *number*, to begin with."""
    return entries if entries <= WHOLE_FIELD else max(LEAST_WINDOW, 2 * number)


def _keeping(ranked: Field, window: int) -> list[Pair] | None:
    """The best pairs without a second meeting or bye, if there are any.

    The bye goes to the lowest score that the others can spare, there to who has missed the fewest rounds, then to the
    lowest seed.
    """
    if len(ranked.order) % 2 == 0:
        return ranked.keeping(window)
    unrested = (entrant for entrant in ranked.order if not entrant.rests and entrant.entry not in ranked.forced)
    for entrant in sorted(unrested, key=lambda each: (each.score, each.unplayed, -each.seed)):
        if (pairs := ranked.without(entrant).keeping(window)) is not None:
            return [*pairs, (entrant, None)]
    return None
