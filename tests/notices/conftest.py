"""People who are told something, as the tests of that begin."""

from collections.abc import Callable, Iterator, Mapping

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from tests.clubs.conftest import Found, found, settled
from tests.conftest import Sent
from tests.leagues.test_challenges import club, ladder, people
from tournaments.clubs.streams import CLUBS
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.seasons.streams import SEASONS
from tournaments.log import selectors as log
from tournaments.log.events import Stored
from tournaments.log.followers import Placed
from tournaments.notices import outside, services
from tournaments.notices.following import take
from tournaments.notices.models import Notice
from tournaments.notices.outside import Answer

__all__ = ["Found", "club", "found", "ladder", "people", "settled"]

Follow = Callable[[], None]
Posted = list[tuple[str, bytes, Mapping[str, str]]]


@pytest.fixture(autouse=True)
def _nothing_kept_of_leagues() -> None:
    for streams in (CLUBS, CALENDARS, LADDERS, SEASONS):
        streams.forget()


@pytest.fixture(autouse=True)
def _no_broker_here(sent: Sent) -> None:
    """Nobody is there to do what is sent."""


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> Posted:
    """What was sent outside; everything is taken."""
    sent: Posted = []

    def post(url: str, body: bytes, headers: Mapping[str, str], *, seconds: float = 0) -> Answer:
        sent.append((url, body, headers))
        return Answer(201, "")

    monkeypatch.setattr(outside, "post", post)
    return sent


def commits(after: dict[str, int] | None = None) -> Iterator[Placed]:
    """What stands in the log behind *after*, commit by commit, the streams one after the other."""
    for stream in log.streams():
        commit: list[Stored] = []
        for stored in log.load(stream, after=(after or {}).get(stream, 0)):
            if stored.command is not None and commit:
                yield Placed(0, tuple(commit))
                commit = []
            commit.append(stored)
        if commit:
            yield Placed(0, tuple(commit))


@pytest.fixture
def follow(db: None) -> Follow:
    """Read what has been appended since the test began, or since the last time."""
    places = {stream: log.head(stream).seq for stream in log.streams()}

    def read() -> None:
        for commit in list(commits(places)):
            take(commit)
        places.update({stream: log.head(stream).seq for stream in log.streams()})

    return read


def told(user: User | int) -> list[str]:
    """The kinds of what somebody has been told, the first one first."""
    return list(Notice.objects.filter(user=user).order_by("at", "id").values_list("kind", flat=True))


def with_mail(user: User, address: str = "") -> User:
    """Somebody who has said yes to mail, at an address that is theirs."""
    email = address or f"{user.username}@example.org"
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    services.allow_mail(user_id=user.pk, mail=True)
    return user
