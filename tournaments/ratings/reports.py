"""The report on who plays for whom, from the rows. For those who rule on a pool; nothing follows by itself."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Final, LiteralString

import msgspec
from psycopg.types.numeric import Int8

from accounts.selectors import called
from tournaments.log import sources
from tournaments.platform.database import execute
from tournaments.platform.units import DAY
from tournaments.ratings.access import check_may
from tournaments.ratings.collusion import DAYS, SEATS, surpluses, suspicions
from tournaments.ratings.gifts import Duel, rings
from tournaments.ratings.positions import decoded

_TABLES: Final[LiteralString] = """
SELECT change.seq, change.user, change.place, change.before, change.side, rating.bot <> ''
FROM ratings_ratingchange AS change
JOIN ratings_rating AS rating ON rating.pool = change.pool AND rating.user = change.user
WHERE change.pool = %(pool)s AND change.at > %(since)s AND change.seats BETWEEN %(least)s AND %(most)s
  AND change.place > 0
ORDER BY change.seq, change.user"""


_DUELS: Final[LiteralString] = """
SELECT one.facts, first.user, first.place, first.after - first.before, other.user, other.place
FROM ratings_ratingchange AS first
JOIN ratings_ratingchange AS other ON other.pool = first.pool AND other.seq = first.seq AND other.user <> first.user
JOIN ratings_ratedtable AS one ON one.pool = first.pool AND one.seq = first.seq
WHERE first.pool = %(pool)s AND first.at > %(since)s AND first.seats = 2 AND first.place > 0
  AND (first.place < other.place OR (first.place = other.place AND first.user < other.user))
ORDER BY first.seq"""


class Suspicion(msgspec.Struct, frozen=True):
    """A player whose results differ with another at the table: shares of the others beaten above what was expected, in
    hundredths."""

    user: int
    name: str
    partner: int
    partner_name: str
    together: Annotated[int, msgspec.Meta(description="Tables of three to five with both, in the last 90 days.")]
    apart: int
    with_partner: int
    without: int
    t: Annotated[float | None, msgspec.Meta(description="Welch's t; null where the results have no scatter at all.")]


def report(pool: str, *, viewer: int | None) -> list[Suspicion]:
    """The pairs of *pool* that stand out, the most striking first. Raises what ``check_may`` does."""
    check_may(pool, "ladder_rulings", viewer)
    found = suspicions(_surpluses(pool))
    names = called(user for each in found for user in (each.user, each.partner))
    return [
        Suspicion(
            user=each.user,
            name=names[each.user].name if each.user in names else "",
            partner=each.partner,
            partner_name=names[each.partner].name if each.partner in names else "",
            together=each.together,
            apart=each.apart,
            with_partner=round(100 * each.mean_together),
            without=round(100 * each.mean_apart),
            t=round(each.t, 1) if abs(each.t) < 1e6 else None,
        )
        for each in found
    ]


class GivenDuels(msgspec.Struct, frozen=True):
    """A player to whom a closed group gives up in tables of two, in the last 90 days."""

    user: int
    name: str
    givers: Annotated[
        tuple[str, ...], msgspec.Meta(description="Who gave up to them after 8 or fewer of their own decisions.")
    ]
    won: Annotated[int, msgspec.Meta(description="Duels that they won.")]
    gifts: Annotated[int, msgspec.Meta(description="Those of them that were given up so early.")]
    gain: Annotated[int, msgspec.Meta(description="By how much their rating rose by these.")]
    inside: Annotated[int, msgspec.Meta(description="Of the givers' duels those within the group, in hundredths.")]


def given(pool: str, *, viewer: int | None) -> list[GivenDuels]:
    """Who of *pool* is given duels, the largest gain first. Raises what ``check_may`` does."""
    check_may(pool, "ladder_rulings", viewer)
    found = rings(_duels(pool))
    names = called(user for ring in found for user in (ring.user, *ring.givers))
    return [
        GivenDuels(
            user=ring.user,
            name=names[ring.user].name if ring.user in names else "",
            givers=tuple(names[giver].name for giver in ring.givers if giver in names),
            won=ring.won,
            gifts=ring.gifts,
            gain=round(ring.gain),
            inside=round(100 * ring.inside),
        )
        for ring in found
    ]


def _duels(pool: str) -> Iterator[Duel]:
    """The tables of two people of the last months, as they count."""
    asked = {"pool": pool, "since": Int8(sources.now_ms() - DAYS * DAY)}
    for facts, winner, place, gain, loser, behind in execute(_DUELS, asked):
        event = decoded(facts)
        if not any(event.bots):
            left = {user: end != "played" for user, end in zip(event.users, event.ends, strict=True)}.get(loser)
            made = event.decisions[event.users.index(loser)] if left else None
            yield Duel((winner, loser), place == behind, gain, made)


def _surpluses(pool: str) -> Iterator[dict[int, float]]:
    """Of the people at each table of the last months; partners play for one another by the rules."""
    asked = {"pool": pool, "since": Int8(sources.now_ms() - DAYS * DAY), "least": SEATS[0], "most": SEATS[-1]}
    for _seq, rows in groupby(execute(_TABLES, asked), key=itemgetter(0)):
        seats = list(rows)
        if len({side for *_facts, side, _bot in seats}) < len(seats):
            continue
        ratings = {user: before for _seq, user, _place, before, _side, _bot in seats}
        places = {user: place for _seq, user, place, _before, _side, _bot in seats}
        made = surpluses(ratings, places)
        yield {user: made[user] for _seq, user, *_facts, bot in seats if not bot}
