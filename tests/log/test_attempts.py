"""What a tick does for one stream holds up none of the others."""

import pytest
from django.db import OperationalError
from structlog.contextvars import bind_contextvars, get_contextvars

from accounts.models import User
from tests.factories import announced, open_for
from tournaments.director import tasks as director
from tournaments.director.models import Tournament
from tournaments.leagues import tasks as leagues
from tournaments.log import sources
from tournaments.log.attempts import attempt
from tournaments.log.errors import Refused
from tournaments.tables import tasks as tables
from tournaments.tables.models import Table


def fail(_one: str) -> None:
    bind_contextvars(stream="of the one that broke")
    raise ValueError


def said(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str, str]]:
    """What was logged: its name, of what, and how bad it is."""
    lines = (record.msg for record in caplog.records if isinstance(record.msg, dict))
    return [(line["event"], line["of"], line["level"]) for line in lines]


def test_what_breaks_is_logged_and_the_next_one_comes_to_its_turn(caplog: pytest.LogCaptureFixture) -> None:
    attempt("one", lambda: fail("one"))
    assert said(caplog) == [("tick_failed", "one", "error")]
    assert "stream" not in get_contextvars()


def test_a_refusal_is_a_line_and_an_outage_ends_the_tick(caplog: pytest.LogCaptureFixture) -> None:
    def refuse() -> None:
        raise Refused("done", "It is done.")

    def away() -> None:
        raise OperationalError

    caplog.set_level("INFO")
    attempt("one", refuse)
    assert said(caplog) == [("tick_refused", "one", "info")]
    with pytest.raises(OperationalError):
        attempt("one", away)


@pytest.mark.django_db
def test_no_tick_stands_still_because_of_one_table_or_tournament(
    monkeypatch: pytest.MonkeyPatch, organiser: User, ann: User, bob: User, sent: object
) -> None:
    late, flagged, started = sources.now_ms() - 60_000, list[str](), list[str]()
    seated = [open_for(ann, bob) for _ in range(2)]
    Table.objects.filter(pk__in=seated).update(due=late)
    contests = [announced(organiser.pk) for _ in range(2)]
    Tournament.objects.filter(pk__in=contests).update(starts_at=late)

    def flag(table: str) -> None:
        flagged.append(table)
        raise ValueError

    def start(tournament: str) -> None:
        started.append(tournament)
        raise ValueError

    monkeypatch.setattr(tables, "_flag", flag)
    monkeypatch.setattr(director, "_start", start)
    tables.tick()
    director.tick()
    assert (sorted(flagged), sorted(started)) == (sorted(seated), sorted(contests))
    assert leagues._each(["a", "b"], fail) == 2
