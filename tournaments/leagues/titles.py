"""Titles: derived from what happened, each with the stream and the event that it follows from."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from accounts import privacy
from accounts.models import User
from accounts.selectors import called
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.clubs import selectors as clubs
from tournaments.director.models import Entry, Tournament
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.ladders.ladder import Ladder
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.seasons import selectors as seasons
from tournaments.leagues.seasons.streams import SEASONS
from tournaments.log import sources
from tournaments.ratings.titles import Title as Shown

Kind: TypeAlias = Literal["season", "division", "event", "ladder"]
LARGE = 8
"""Entries that an event needs for a title."""
FIRST_FOR = 30 * 86_400_000
"""How long (ms) somebody must have stood first on a ladder."""


class Title(Struct, frozen=True):
    """What *user* won, called after ``name``; ``stream`` and ``seq`` say which event shows it."""

    user: int
    kind: Kind
    name: str
    at: int
    stream: str
    seq: int


def of_club(club: str, *, now: int) -> list[Title]:
    """All titles that people have won in the club, the latest first."""
    found = [*_seasons(club), *_events(club), *_ladders(club, now)]
    return sorted(found, key=lambda title: (-title.at, title.stream, title.user))


_WORDS: dict[Kind, str] = {
    "season": _("First of {name}"),
    "division": _("First of a division of {name}"),
    "ladder": _("First on {name} for 30 days"),
}


def of_user(user: int, viewer: int | None) -> list[Shown]:
    """What *user* won in seasons and on ladders of their clubs, as far as *viewer* may know of these."""
    if viewer != user and not privacy.of(user).show_clubs:
        return []
    asks = User.objects.filter(pk=viewer).first() if viewer is not None else None
    now = sources.now_ms()
    return [
        Shown(
            title.kind,
            Text(_WORDS[title.kind], {"name": title.name}),
            Text(club.name),
            title.stream,
            title.seq,
            title.at,
        )
        for club in clubs.of_user(user, viewer=asks)
        for title in (*_seasons(club.id), *_ladders(club.id, now))
        if title.user == user
    ]


def _seasons(club: str) -> Iterator[Title]:
    for row in seasons.of_club(club):
        season = seasons.season(row.pk)
        if season.closed is not None and season.closed_at is not None:
            for each in season.closed.titles:
                yield Title(each.user, each.title, row.title, season.closed_at, SEASONS.name(row.pk), season.seq)


def _events(club: str) -> Iterator[Title]:
    rows = Tournament.objects.filter(club=club, status="finished", entries__gte=LARGE).select_related("title")
    firsts = Entry.objects.filter(tournament__in=rows.values("pk"), place=1)
    won: dict[str, list[int]] = {}
    for entry in firsts.order_by("number"):
        won.setdefault(entry.tournament_id, []).extend(entry.users)
    names = called(user for users in won.values() for user in users)
    for row in rows:
        people = (user for user in won.get(row.pk, ()) if user in names and not names[user].level)
        for user in people:
            yield Title(user, "event", str(row), row.ended_at or 0, f"tournament:{row.pk}", row.seq)


def _ladders(club: str, now: int) -> Iterator[Title]:
    for row in ladders.of_club(club):
        yield from reigns(ladders.ladder(row.pk), now)


def reigns(ladder: Ladder, now: int) -> Iterator[Title]:
    """Those who stood first for thirty days: each time once, when the thirtieth was over."""
    end = ladder.closed_at or now
    for reign in ladder.reigns:
        if (reign.until or end) - reign.since >= FIRST_FOR:
            at = reign.since + FIRST_FOR
            yield Title(reign.user, "ladder", ladder.rules.title, at, LADDERS.name(ladder.id), reign.seq)
