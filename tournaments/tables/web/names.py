"""Names of those who sit at tables."""

from collections.abc import Iterable

from accounts import selectors
from accounts.models import User
from tournaments.director.read import set_by_ruling
from tournaments.tables.selectors import Summary


def names_of(tables: Iterable[Summary]) -> dict[int, User]:
    """The accounts at *tables*, in one query."""
    return selectors.by_ids(user for table in tables for user in table.seats if user is not None)


def ruled(summaries: Iterable[Summary], viewer: int | None) -> frozenset[str]:
    """The matches of the tables whose result a ruling set, as far as *viewer* may know of it."""
    matches = [summary.match for summary in summaries if summary.match]
    return set_by_ruling(matches, viewer) if matches else frozenset()
