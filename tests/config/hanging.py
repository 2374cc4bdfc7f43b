"""The Celery application with a task that hangs, and one that does not."""

import contextlib
import time

from django.db import connection

from tournaments.config.celery import app
from tournaments.platform import valkey

DONE = "hanging-done"


@app.task(name="tests.hang", soft_time_limit=1, time_limit=2)
def hang() -> None:
    """Deaf to being told to end."""
    while True:
        with contextlib.suppress(Exception):
            time.sleep(60)


@app.task(name="tests.go_on")
def go_on(key: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('statement_timeout'), current_setting('lock_timeout')")
        valkey.client().set(key, " ".join(cursor.fetchone()), ex=60)
