"""A club after years: members, nights, a season, a ladder and what people were told, as many as are asked for.

Everything is appended to the streams, many events in one commit; users begin behind ``tests.crowds.USERS``.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection

from engine.events import Event
from tests.clubs.making import facts
from tests.crowds import USERS
from tournaments.clubs import events as clubs
from tournaments.clubs.streams import CLUBS
from tournaments.leagues.ladders import events as ladders
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.nights import events as nights
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.seasons import events as seasons
from tournaments.leagues.seasons.streams import SEASONS
from tournaments.log import sources

GAME, WEEK, DAY = "gasp", 7 * 86_400_000, 86_400_000
_NOTICES = """
INSERT INTO notices_notice (id, user_id, kind, stream, seq, subject, club, facts, at, shown, count, read_at)
SELECT 'n' || lpad(n::text, 25, '0'), %(users)s + n %% %(people)s, (%(kinds)s::text[])[1 + n %% 3], 'club:' || %(club)s,
       n, %(club)s, %(club)s, jsonb_build_object('club', %(club)s, 'user', %(users)s, 'title', 'Night ' || n,
                          'starts_at', %(now)s::bigint + n * 1000::bigint),
       %(now)s::bigint - n * 1000::bigint, true, 1, CASE WHEN n %% 4 = 0 THEN NULL ELSE %(now)s::bigint END
FROM generate_series(1, %(count)s) AS n"""


class Large(NamedTuple):
    """The addresses of what there is much of."""

    club: str
    slug: str
    season: str
    ladder: str


def found(number: int, *, zone: str = "UTC") -> str:
    """An open public club of nobody else but its owner, who is user *number* of the crowd; its id."""
    club, owner = f"c{number:09}", USERS + number
    first = facts(club=club, owner=owner, slug=f"crowd-{number}", name=f"Crowd {number}", zone=zone)
    CLUBS.begin(club, [first], actor=owner, command=None)
    return club


def large(*, members: int, years: int, answers: int, units: int, challenges: int, number: int = 0) -> Large:
    """A club of *members*, with a night a week for *years* and *answers* to each, a season of *units*
    tables of four, and a ladder of half of its members with *challenges* behind them."""
    club, now = found(number), sources.now_ms()
    users = range(USERS + number, USERS + number + members)
    _append(CLUBS, club, [clubs.Joined(user, "open", None) for user in users[1:]])
    for night in range(-52 * years, 2):
        _append(CALENDARS, club, _night(f"n{number:03}{night + 500:06}", now + night * WEEK + DAY, users[:answers]))
    season, ladder = f"s{number:09}", f"l{number:09}"
    _append(SEASONS, season, _season(season, club, now, users, units))
    _append(LADDERS, ladder, _ladder(ladder, club, now, users[: max(4, members // 2)], challenges))
    return Large(club, f"crowd-{number}", season, ladder)


def notices(count: int, *, people: int, club: str) -> None:
    """Notices of three kinds, spread over *people*; a quarter of them unread."""
    given: dict[str, Any] = {"users": USERS, "people": people, "club": club, "count": count, "now": sources.now_ms()}
    with connection.cursor() as cursor:
        cursor.execute(_NOTICES, given | {"kinds": ["joined", "news", "night_announced"]})
        cursor.execute("ANALYZE notices_notice")


def _append(streams: Any, stream: str, events: Sequence[Event]) -> None:
    """Behind what there is; a stream that there is not begins so."""
    from tournaments.log import selectors as log

    head = log.head(streams.name(stream))
    if head.seq:
        streams.append(stream, streams.current(stream), events)
    else:
        streams.begin(stream, events, actor=None, command=None)


def _night(name: str, starts_at: int, users: Sequence[int]) -> list[Event]:
    day = datetime.fromtimestamp(starts_at / 1000, UTC).date()
    announced = nights.NightAnnounced(
        night=name,
        schedule=None,
        date=day,
        at="19:30",
        zone="UTC",
        title="Club night",
        starts_at=starts_at,
        ends_at=starts_at + 3 * 3_600_000,
        tournaments=(),
        faults=(),
    )
    answer: list[nights.Answer] = ["yes", "no", "maybe"]
    return [announced, *(nights.Attending(name, user, answer[user % 3]) for user in users)]


def _season(season: str, club: str, now: int, users: Sequence[int], units: int) -> list[Event]:
    starts, ends = now - 200 * DAY, now + 100 * DAY
    opened = seasons.Opened(
        season=season,
        club=club,
        game=GAME,
        title="Long season",
        since=(datetime.now(UTC) - timedelta(days=200)).date(),
        to=(datetime.now(UTC) + timedelta(days=100)).date(),
        starts_at=starts,
        ends_at=ends,
        unit="table",
        points=(),
        best=10,
        least=2,
        divisions=(),
        down=0,
        pool=False,
    )
    return [opened, *(_unit(number, starts, users) for number in range(units))]


def _unit(number: int, starts: int, users: Sequence[int]) -> Event:
    seated = tuple(users[(number * 4 + seat) % len(users)] for seat in range(4))
    began = starts + number * 60_000
    return seasons.UnitCounted(f"u{number:09}", began, began + 30_000, seated, (1, 2, 3, 4))


def _ladder(ladder: str, club: str, now: int, users: Sequence[int], challenges: int) -> list[Event]:
    opened = ladders.Opened(
        ladder=ladder,
        club=club,
        game=GAME,
        title="Long ladder",
        options={},
        clock=None,
        reach=3,
        rule="insert",
        seats=2,
        rated=True,
    )
    found: list[Event] = [opened, *(ladders.Joined(user) for user in users)]
    for number in range(challenges):
        challenger, defender = users[(number + 1) % len(users)], users[number % len(users)]
        name = f"{ladder[0]}{number:05}{ladder[-4:]}"
        found.append(ladders.Challenged(name, challenger, defender, (), now + DAY))
        found.append(ladders.Ended(name, "held", None, ()))
    return found
