"""Tournaments as Atom feeds, for readers of news and others' pages: all public ones, and those of a public club."""

from datetime import UTC, datetime
from typing import Final

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from tournaments.clubs import selectors as clubs
from tournaments.clubs.errors import UnknownClub
from tournaments.clubs.read import ClubAt
from tournaments.director import selectors
from tournaments.director.selectors import Summary
from tournaments.platform.units import SECOND
from tournaments.tables import catalogue

MOST: Final = 50


class Tournaments(Feed):  # type: ignore[type-arg]  # it takes none when it runs
    """Those that began last, or will, the latest first."""

    feed_type = Atom1Feed

    def title(self, club: ClubAt | None) -> str:
        return f"{club.name} · Cardroom" if club else _("Tournaments · Cardroom")

    def link(self, club: ClubAt | None) -> str:
        return reverse("club", args=[club.slug]) if club else reverse("tournaments")

    def items(self, club: ClubAt | None) -> list[Summary]:
        return selectors.listed(club=club.id if club else None, limit=MOST)

    def item_title(self, item: Summary) -> str:
        return item.name

    def item_description(self, item: Summary) -> str:
        said = _("{game}, {entries} entries. Starts at {when} (UTC).")
        when = datetime.fromtimestamp(item.starts_at / SECOND, UTC)
        game = _(catalogue.game(item.game).name)
        return said.format(game=game, entries=item.entries, when=f"{when:%Y-%m-%d %H:%M}")

    def item_link(self, item: Summary) -> str:
        return reverse("tournament", args=[item.id])

    def item_updateddate(self, item: Summary) -> datetime:
        at = item.ended_at or item.started_at or item.starts_at
        return datetime.fromtimestamp(at / SECOND, UTC)


class OfClub(Tournaments):
    def get_object(self, request: HttpRequest, address: str) -> ClubAt:
        """Raises ``UnknownClub`` also for a club that is not public."""
        found, slug = clubs.address(address)
        if not clubs.visible_to(None).filter(pk=found).exists():
            raise UnknownClub()
        return ClubAt(found, slug, clubs.club(found).founded.name)
