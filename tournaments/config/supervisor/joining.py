"""What ``manage.py`` in another terminal has to know to work on the service that ``make run`` runs."""

import json
from collections.abc import Mapping
from typing import Final

from tournaments.config.supervisor.home import Home

NAMES: Final = (
    *("DATABASE_URL", "DATABASE_PASSWORD", "DATABASE_DIRECT_URL", "DATABASE_POOLER", "REDIS_URL", "REDIS_PREFIX"),
    *("DATABASE_REPLICA_URL", "BROKER_URL", "SITE_URL", "SECRET_KEY", "STATIC_ROOT", "DEMO", "LOG_APPEND"),
    *("ANCHORS", "ARCHIVE", "ARCHIVE_AFTER", "OPEN_DATA", "OPEN_DATA_LICENCE", "SIGNING_KEY"),
)
"""Of the environment that the service runs in."""


def forget(home: Home) -> None:
    """What an earlier run noted: its servers' addresses are not those of the next."""
    (home.runtime / "environment.json").unlink(missing_ok=True)


def note(home: Home, env: Mapping[str, str]) -> None:
    """Whole or not at all, and for nobody else's eyes."""
    path = home.runtime / "environment.json"
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(json.dumps({name: env[name] for name in NAMES if name in env}))
    draft.replace(path)


def noted(home: Home) -> dict[str, str]:
    """The environment of the service in this home; empty while none runs."""
    path = home.runtime / "environment.json"
    if not home.claimed() or not path.exists():
        return {}
    env: dict[str, str] = json.loads(path.read_text())
    return env
