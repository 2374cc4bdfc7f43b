"""``/api/games/<key>/statistics``: what players bid, and what came of it."""

from typing import Annotated, Literal

from django.utils.translation import gettext as _
from msgspec import Meta, Struct

from accounts.sessions import count_reader
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.learning.statistics import selectors
from tournaments.learning.statistics.selectors import ChoiceShares, Question, Share

Rate = Annotated[float, Meta(description="0 to 1.")]


class BidShare(Struct, frozen=True):
    """Of ``cases`` bids ``made`` did well. Nothing is said of fewer than 30: ``share`` and what follows are null."""

    cases: int
    made: int | None
    share: Rate | None
    low: Annotated[Rate | None, Meta(description="With `high` the interval of 95% (Wilson).")]
    high: Rate | None
    points: Annotated[float | None, Meta(description="The mean; null, too, where bids bring no points.")]


class BidChoice(Struct, frozen=True):
    choice: str
    label: str
    all: BidShare
    fifths: Annotated[
        tuple[BidShare, ...],
        Meta(description="By the strength of the hand, the weakest fifth first; empty where it is not counted."),
    ]


class BidQuestion(Struct, frozen=True):
    """One question at tables of one size, for players who knew the same (``known``)."""

    key: str
    title: str
    made: Annotated[str, Meta(description="What it means to have done well.")]
    seats: int
    known: Annotated[str, Meta(description="A key; empty where nothing is told apart.")]
    given: Annotated[str, Meta(description="The same in words.")]
    choices: tuple[BidChoice, ...]


class BidStatistics(Struct, frozen=True):
    """Of public tables that are over; no table and no player is named."""

    people: tuple[BidQuestion, ...]
    bots: tuple[BidQuestion, ...]


@operation(
    "GET games/<key:key>/statistics", "getGameStatistics", needs="public", tag="games", refusals={404}, scope="replays"
)
def get_game_statistics(caller: Endpoint, *, key: str) -> BidStatistics:
    """Get what players of a game bid, and what came of it.

    Counted every ten minutes over public tables that are over. Both lists are empty for a game without bids.
    """
    count_reader(caller.request.user, "replays")
    return BidStatistics(_seen(key, "people"), _seen(key, "bots"))


def _seen(key: str, whose: Literal["people", "bots"]) -> tuple[BidQuestion, ...]:
    return tuple([_question(question) for question in selectors.questions(key, people=whose == "people")])


def _question(question: Question) -> BidQuestion:
    choices = tuple([_choice(choice, scored=question.scored) for choice in question.choices])
    return BidQuestion(
        question.asked,
        _(question.title),
        _(question.made),
        question.seats,
        question.known,
        _translated(question.given),
        choices,
    )


def _choice(choice: ChoiceShares, *, scored: bool) -> BidChoice:
    fifths = tuple([_share(fifth, scored=scored) for fifth in choice.fifths])
    return BidChoice(choice.key, _(choice.label), _share(choice.whole, scored=scored), fifths)


def _share(share: Share, *, scored: bool) -> BidShare:
    if not share.enough:
        return BidShare(share.cases, None, None, None, None, None)
    low, high = (round(bound, 4) for bound in share.interval)
    points = round(share.mean, 4) if scored else None
    return BidShare(share.cases, share.made, round(share.share, 4), low, high, points)


def _translated(text: str) -> str:
    """The empty text is the header of the catalogue."""
    return _(text) if text else ""
