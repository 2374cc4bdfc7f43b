"""Names of those who sit at tables."""

from collections.abc import Iterable

from accounts import selectors
from accounts.models import User
from tournaments.tables.selectors import Summary


def names_of(tables: Iterable[Summary]) -> dict[int, User]:
    """The accounts at *tables*, in one query."""
    return selectors.by_ids(user for table in tables for user in table.seats if user is not None)
