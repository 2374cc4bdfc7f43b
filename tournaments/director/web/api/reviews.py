"""Rounds looked at again: why two did not meet, and whether a round would be drawn so again."""

from typing import Annotated, Literal

from django.utils.translation import gettext as _
from msgspec import Meta, Struct

from accounts.sessions import count_reader
from tournaments.director import selectors
from tournaments.director.display import prices, reviews
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.problems import Unprocessable
from tournaments.kit.words import plain
from tournaments.tables.web.api.shapes import PlayerName


class Pair(Struct, frozen=True, forbid_unknown_fields=True):
    one: Annotated[PlayerName, Meta(description="A player.")]
    two: Annotated[PlayerName, Meta(description="Another player.")]


class Rule(Struct, frozen=True):
    """What a rule counts in the round as it is, and in the best one in which the two meet."""

    rule: str
    title: str
    now: int
    then: int


class WhyNot(Struct, frozen=True, kw_only=True):
    """Why two players do not meet in a round."""

    round: int
    one: str
    two: str
    meet: Annotated[bool, Meta(description="They do.")]
    why: Annotated[tuple[str, ...], Meta(description="In sentences.")]
    rules: Annotated[tuple[Rule, ...], Meta(description="The most important first; none if nothing was weighed.")]
    instead: Annotated[
        tuple[tuple[str, ...], ...], Meta(description="Tables of the best round in which they meet that are others.")
    ]
    resting: Annotated[tuple[str, ...], Meta(description="Who would have the bye then, if it is somebody else.")]


class Redrawn(Struct, frozen=True):
    """A round drawn again from the log."""

    round: int
    algorithm: str
    verdict: Annotated[
        Literal["equal", "reworded", "former", "other", "invalid"],
        Meta(
            description="The same; the same with reasons told otherwise; drawn by a former algorithm, and checked; "
            "another round; a round that breaks the rules of every round."
        ),
    ]


@operation(
    "GET tournaments/<id:tournament_id>/rounds/<number:number>/why-not",
    "whyNot",
    needs="tournament:read",
    tag="tournaments",
    refusals={404, 422},
    scope="checks",
)
def why_not(caller: Endpoint, *, tournament_id: str, number: int, query: Pair) -> WhyNot:
    """Ask why two players do not meet in a round.

    The best round in which they meet is drawn, and compared with the round as it is, rule by rule.
    """
    count_reader(caller.request.user, "checks")
    entries = {each.name.lower(): each.number for each in selectors.detail(tournament_id).entries}
    named = [(field, entries.get(getattr(query, field).lower())) for field in ("one", "two")]
    for field, entry in named:
        if entry is None:
            raise Unprocessable(_("There is no such player."), "unknown_player", field=field)
    one, two = (entry or 0 for _field, entry in named)
    return _told(reviews.why_not(tournament_id, number, one, two))


@operation(
    "GET tournaments/<id:tournament_id>/rounds/<number:number>/redraw",
    "redrawRound",
    needs="tournament:direct",
    tag="tournaments",
    refusals={404, 422},
    scope="checks",
)
def redraw_round(caller: Endpoint, *, tournament_id: str, number: int) -> Redrawn:
    """Draw a round again from the log, and compare."""
    count_reader(caller.request.user, "checks")
    found = reviews.review(tournament_id, number).redrawn
    return Redrawn(number, found.stored.algorithm, found.verdict)


def _told(found: reviews.WhyNot) -> WhyNot:
    return WhyNot(
        round=found.round,
        one=found.one.name,
        two=found.two.name,
        meet=found.meet,
        why=tuple(map(plain, found.why)),
        rules=tuple(
            Rule(charge.rule, plain(prices.title(charge)), charge.now, charge.then) for charge in found.charges
        ),
        instead=tuple(tuple(entry.name for entry in table) for table in found.instead),
        resting=tuple(entry.name for entry in found.resting),
    )
