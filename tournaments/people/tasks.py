"""The workers' part: once a minute, accounts whose wait is over, those who look for opponents no more, smoke tables of
before a week, and reviews that nobody leads on; once an hour, sessions that are over; what staff did."""

import structlog
from celery import shared_task
from django.db import DatabaseError
from django.utils import timezone

from accounts import erasure as accounts
from accounts import services
from accounts.oauth import apps
from accounts.session_store import SessionStore
from tournaments.people import erasure, seeks, staff
from tournaments.people.bots import smoke
from tournaments.people.reviews import ending as reviews

_log = structlog.get_logger(__name__)

BATCH = 20


@shared_task(name="people.tick")
def tick() -> None:
    """Once a minute. One account's trouble must not hold up the others."""
    seeks.forget_old()
    smoke.forget_old()
    reviews.end_idle()
    for user_id in accounts.due(timezone.now())[:BATCH]:
        try:
            erasure.erase(user_id)
        except DatabaseError:
            raise
        except Exception:
            _log.exception("erasure_failed", user=user_id)


@shared_task(name="people.note_staff")
def note_staff() -> None:
    """Every ten seconds."""
    staff.catch_up()


@shared_task(name="people.forget_sessions")
def forget_sessions() -> None:
    """Sessions that nobody can use any more: every visitor who has chosen a language has one. Tokens, too."""
    SessionStore.clear_expired()
    apps.tidy()
    services.forget_old_tokens()
