"""Names of those who sit at tables."""

from collections.abc import Iterable

from accounts import selectors
from accounts.models import User
from tournaments.director.read import Decided, decided, set_by_ruling
from tournaments.tables.selectors import Summary

__all__ = ["Decided", "decided_at", "names_of", "ruled"]


def names_of(tables: Iterable[Summary]) -> dict[int, User]:
    """The accounts at *tables*, in one query."""
    return selectors.by_ids(user for table in tables for user in table.seats if user is not None)


def ruled(summaries: Iterable[Summary], viewer: int | None) -> frozenset[str]:
    """The matches of the tables whose result a ruling set, as far as *viewer* may know of it."""
    matches = [summary.match for summary in summaries if summary.match]
    return set_by_ruling(matches, viewer) if matches else frozenset()


def decided_at(summaries: Iterable[Summary], viewer: int | None) -> dict[str, Decided]:
    """By table what a ruling gave there that ended it, as far as *viewer* may know of it."""
    ended = [each for each in summaries if each.match and each.status == "aborted"]
    given = decided([each.match for each in ended if each.match], viewer) if ended else {}
    found = [(each, given[each.match]) for each in ended if each.match in given]
    return {each.id: made for each, made in found if made.table == each.id and len(made.places) == len(each.seats)}
