"""What ``manage.py`` in another terminal knows of the service that runs."""

from pathlib import Path

from tournaments.config.supervisor import joining
from tournaments.config.supervisor.home import Home


def test_a_command_reaches_the_database_and_the_log_as_the_service_does(tmp_path: Path) -> None:
    known = {
        "DATABASE_URL": "postgres://cardroom@database/cards",
        "DATABASE_PASSWORD": "pa ss",
        "DATABASE_POOLER": "prepared",
        "DATABASE_DIRECT_URL": "postgres://cardroom@server/cards",
        "DATABASE_REPLICA_URL": "postgres://cardroom@standby/cards",
        "LOG_APPEND": "function",
        "OPEN_DATA": "/srv/open-data",
        "OPEN_DATA_LICENCE": "Ask us first",
        "SIGNING_KEY": "A" * 43,
    }
    home = Home(tmp_path)
    with home.claim():
        joining.note(home, {**known, "HOME": "/root"})
        assert joining.noted(home) == known
    assert joining.noted(home) == {}
