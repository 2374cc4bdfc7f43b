"""Searches for games that a user keeps under a name. A query is kept as it stands in the page's address: what it names
is looked up when it is asked again, by what its owner may know then."""

from typing import Any, Final

import msgspec
from django.db import transaction

from accounts.holdings import Holding
from accounts.models import User
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.log import sources
from tournaments.platform import limits
from tournaments.tables.errors import Refused, UnknownSearch
from tournaments.tables.models import SavedSearch

MOST: Final = 50
"""Of one user."""
NAME: Final = 60
QUERY: Final = 1000


class Saved(msgspec.Struct, frozen=True):
    """``at`` (epoch ms) is when it was kept."""

    id: int
    name: str
    query: str
    at: int


def of(user: int) -> list[Saved]:
    """By name."""
    return [_saved(row) for row in SavedSearch.objects.filter(user=user).order_by("name", "id")]


def save(*, user: User, name: str, query: str) -> Saved:
    """Keep *query* under *name*; one of the same name is replaced. Raises ``Refused``.

    It is for the web to count this before it looks up what *query* names.
    """
    name = _checked(name)
    if len(query) > QUERY:
        raise Refused("long_query", _("This search is too long to be saved."), field="name")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # one at a time, so that two are not both the last one
        own = SavedSearch.objects.filter(user=user.pk)
        if own.exclude(name=name).count() >= MOST:
            reason = Text(_("You can save {most} searches. Delete one first."), {"most": MOST})
            raise Refused("too_many_searches", reason, field="name")
        kept = {"query": query, "at": sources.now_ms()}
        row, _made = SavedSearch.objects.update_or_create(user=user.pk, name=name, defaults=kept)
    return _saved(row)


def rename(*, user: User, search: int, name: str) -> Saved:
    """Raises ``UnknownSearch``, or ``Refused``."""
    limits.count("people", user=user.pk, guest=user.is_guest)
    name = _checked(name)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        row = _own(user, search)
        if SavedSearch.objects.filter(user=user.pk, name=name).exclude(pk=search).exists():
            raise Refused("name_taken", _("Another of your searches has that name."), field="name")
        row.name = name
        row.save(update_fields=["name"])
    return _saved(row)


def delete(*, user: User, search: int) -> None:
    """Raises ``UnknownSearch``."""
    _own(user, search).delete()


def _own(user: User, search: int) -> SavedSearch:
    row = SavedSearch.objects.filter(user=user.pk, pk=search).first() if search < 2**63 else None
    if row is None:
        raise UnknownSearch()
    return row


def _checked(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > NAME or not name.isprintable():
        raise Refused("bad_name", Text(_("Name it with 1 to {most} characters."), {"most": NAME}), field="name")
    return name


def _saved(row: SavedSearch) -> Saved:
    return Saved(row.pk, row.name, row.query, row.at)


def _kept(user: User) -> list[dict[str, Any]]:
    return [{"name": each.name, "query": each.query, "at": each.at} for each in of(user.pk)]


def _forget(user: int) -> None:
    SavedSearch.objects.filter(user=user).delete()


HOLDING: Final = Holding("saved_searches", _kept, _forget)
