"""The club that a table or a tournament belongs to, as far as who asks may know of it."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from accounts.models import User
from tournaments.clubs import access, selectors


class ClubAt(Struct, frozen=True):
    """A club, in the answer about something of it."""

    id: str
    slug: Annotated[str, Meta(description="Its address.")]
    name: str


def clubs_at(ids: Iterable[str | None], viewer: int | None) -> Mapping[str | None, ClubAt]:
    """Those of the clubs that *viewer* may see; who sat at a table of a private one need not be in it any more."""
    asked = {each for each in ids if each is not None}
    if not asked:
        return {}
    user = User.objects.filter(pk=viewer).first() if viewer is not None else None
    return {
        found.id: ClubAt(found.id, found.slug, found.name)
        for found in selectors.by_ids(asked).values()
        if found.visibility != "private" or access.can(user, "see", selectors.club(found.id))
    }


def club_at(club: str | None, viewer: int | None) -> ClubAt | None:
    return clubs_at([club], viewer).get(club)
