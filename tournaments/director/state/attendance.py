"""What happens to entries between the announcement and the end, beside entering and leaving. All of it is public."""

from typing import Literal, TypeAlias

from engine.events import Event, Public

Away: TypeAlias = Literal["H", "Z"]
"""What a round counts that somebody asked to miss, or came too late for: half a win, or nothing."""


class EnteredLate(Public, frozen=True):
    """After the start: it is seeded behind all others and drawn from the next round on."""

    kind = "tournament.entered_late"
    entry: int
    users: tuple[int, ...]
    rating: int | None
    missed: tuple[Away, ...]
    """What each round counts that was drawn without it."""


class Paused(Public, frozen=True):
    """Not drawn for any round until it returns."""

    kind = "tournament.paused"
    entry: int


class Returned(Public, frozen=True):
    kind = "tournament.returned"
    entry: int


class ByeRequested(Public, frozen=True):
    """It will miss a round that has not been drawn."""

    kind = "tournament.bye_requested"
    entry: int
    round: int
    code: Away


class ByeDropped(Public, frozen=True):
    """It plays the round after all."""

    kind = "tournament.bye_dropped"
    entry: int
    round: int


class Waitlisted(Public, frozen=True):
    """It comes in when somebody leaves, in the order of the numbers."""

    kind = "tournament.waitlisted"
    entry: int
    users: tuple[int, ...]


class MovedUp(Public, frozen=True):
    """From the waiting list into the field."""

    kind = "tournament.moved_up"
    entry: int
    users: tuple[int, ...]


class CheckedIn(Public, frozen=True):
    """It is there, shortly before the start."""

    kind = "tournament.checked_in"
    entry: int


class Admitted(Public, frozen=True):
    """It was left out at the start, and is taken in after all."""

    kind = "tournament.admitted"
    entry: int
    users: tuple[int, ...]


class OrganisersNamed(Public, frozen=True):
    """These users may do all that the organiser may, but name others. The list replaces the one before."""

    kind = "tournament.organisers_named"
    users: tuple[int, ...]


class OrganisersAsked(Public, frozen=True):
    """These users, too, are asked to direct it: they do once they confirm."""

    kind = "tournament.organisers_asked"
    users: tuple[int, ...]


class OrganiserConfirmed(Public, frozen=True):
    """Who was asked directs it from now on."""

    kind = "tournament.organiser_confirmed"
    user: int


class OrganiserLeft(Public, frozen=True):
    """They do not direct it, or do not any more: they declined, stepped down, or are not asked any longer."""

    kind = "tournament.organiser_left"
    user: int


ATTENDANCE_EVENTS: tuple[type[Event], ...] = (
    EnteredLate,
    Paused,
    Returned,
    ByeRequested,
    ByeDropped,
    Waitlisted,
    MovedUp,
    CheckedIn,
    Admitted,
    OrganisersNamed,
    OrganisersAsked,
    OrganiserConfirmed,
    OrganiserLeft,
)
