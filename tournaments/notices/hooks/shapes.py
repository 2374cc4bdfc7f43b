"""What webhooks are told: the ``data`` of each message. Users are numbers, names are as they are at that moment, empty
where an account is gone."""

from typing import Annotated, Any

from msgspec import Meta, Struct

Words = Annotated[str, Meta(description="What happened, in a sentence.")]
Page = Annotated[str, Meta(description="The address of the page about it.")]
Seq = Annotated[int, Meta(description="The tournament's event: as `as_of` of its operations takes it.")]


class WebhookTold(Struct, frozen=True, kw_only=True):
    """A first message, or a test."""

    text: Words
    url: Page


class ClubTold(Struct, frozen=True, kw_only=True):
    """What all members of a club are told."""

    text: Words
    url: Page
    club: str
    facts: Annotated[dict[str, Any], Meta(description="By its type: `night`, `season`, `user` and so on.")]


class AccountTold(Struct, frozen=True, kw_only=True):
    """A notice: what its user is told, and nothing else."""

    text: Words
    url: Page
    notice: Annotated[str, Meta(description="Its id, as in `/api/notices`.")]
    over: Annotated[bool, Meta(description="Whether it was no longer true when this was sent.")]
    club: str | None
    subject: Annotated[str, Meta(description="What it is about: a table, a challenge, a tournament.")]
    facts: Annotated[
        dict[str, Any], Meta(description="By its type: `table`, `tournament`, `game`, `by` (a user) and so on.")
    ]


class Side(Struct, frozen=True, kw_only=True):
    """Who competes: a player, or a team."""

    entry: int
    name: str
    users: tuple[int, ...]


class Pairing(Struct, frozen=True, kw_only=True):
    """A match, its sides in seat order."""

    match: str
    sides: tuple[Side, ...]
    table: str | None
    places: Annotated[tuple[int, ...] | None, Meta(description="Of the sides, once there is a result.")]
    codes: Annotated[
        tuple[str, ...] | None,
        Meta(description="Won, level, lost (`W`, `D`, `L`); `+` the others were not there, `-` it was not itself."),
    ]


class Placed(Struct, frozen=True, kw_only=True):
    """A place at the end; 0 after a disqualification."""

    place: int
    side: Side


class TournamentTold(Struct, frozen=True, kw_only=True):
    text: Words
    url: Page
    tournament: str
    name: str
    seq: Seq


class AnnouncedTold(TournamentTold, frozen=True, kw_only=True):
    """A tournament, as it was announced."""

    club: str | None
    game: str
    format: str
    starts_at: Annotated[int, Meta(description="Epoch milliseconds.")]


class RoundTold(TournamentTold, frozen=True, kw_only=True):
    """The pairings of a round that is published."""

    round: int
    pairings: tuple[Pairing, ...]
    rest: Annotated[tuple[Side, ...], Meta(description="Those who have a bye.")]


class TablesTold(TournamentTold, frozen=True, kw_only=True):
    """Matches whose tables are open now; with real cards there are none."""

    round: int
    pairings: tuple[Pairing, ...]


class ResultTold(TournamentTold, frozen=True, kw_only=True):
    """A match with its result. A ruling may change it: that is told as one."""

    round: int
    pairing: Pairing


class RulingTold(TournamentTold, frozen=True, kw_only=True):
    """What an organiser decided, as everybody may read it. Only the players whom it concerns are told why."""

    ruling: int
    act: str
    says: str
    round: int | None
    reversed: Annotated[bool, Meta(description="Whether it counts no more.")]


class FinishedTold(TournamentTold, frozen=True, kw_only=True):
    """The final places. They come again if a ruling changes them."""

    places: tuple[Placed, ...]


class CancelledTold(TournamentTold, frozen=True, kw_only=True):
    """A tournament that does not take place, or not to its end."""

    reason: str
