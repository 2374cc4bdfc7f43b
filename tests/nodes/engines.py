"""PgBouncer and RabbitMQ from Debian's packages, each with files and a port of its own."""

import os
from pathlib import Path
from typing import Final

from tournaments.config.supervisor import postgres
from tournaments.config.supervisor.child import Spec
from tournaments.config.supervisor.home import Home
from tournaments.config.supervisor.valkey import free_port

PATHS: Final = ("/usr/sbin", "/usr/lib/rabbitmq/bin")
"""Where Debian puts them; the first rabbitmq-server there is a wrapper that insists on the system's own files."""
POOLER: Final = """\
[databases]
{role} = host={folder} dbname={role} user={role}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {connections}
max_client_conn = 1000
server_lifetime = 600
ignore_startup_parameters = extra_float_digits
"""
BROKER: Final = """\
listeners.tcp.default = 127.0.0.1:{port}
default_user = cardroom
default_pass = drill
log.console = true
log.console.level = info
log.file = false
vm_memory_high_watermark.absolute = 256MB
disk_free_limit.absolute = 10MB
"""


def missing() -> str:
    """What is not installed, in words; empty if nothing is."""
    wanted = {"pgbouncer": "/usr/sbin/pgbouncer", "rabbitmq-server": "/usr/lib/rabbitmq/bin/rabbitmq-server"}
    lacking = [package for package, path in wanted.items() if not Path(path).exists()]
    names = " ".join(lacking)
    return f"This drill needs {' and '.join(lacking)}: apt-get install {names}" if lacking else ""


class Pooler:
    """PgBouncer in transaction mode, with fewer connections than there are who want one."""

    def __init__(self, home: Home, *, connections: int) -> None:
        self.port = free_port()
        self.user = postgres._system_user()
        folder = home.path / "pooler"
        folder.mkdir()
        self.config = folder / "pgbouncer.ini"
        self.config.write_text(
            POOLER.format(
                role=postgres.ROLE, folder=postgres.socket_folder(home), port=self.port, connections=connections
            )
        )
        folder.chmod(0o755)

    @property
    def url(self) -> str:
        return f"postgres://{postgres.ROLE}@127.0.0.1:{self.port}/{postgres.ROLE}"

    def spec(self, env: dict[str, str]) -> Spec:
        return Spec(
            name="pgbouncer",
            title="PgBouncer",
            argv=("/usr/sbin/pgbouncer", str(self.config)),
            env=env,
            ready="process up",
            user=self.user,
            group=self.user,
        )


class Broker:
    """RabbitMQ. Its Erlang has ports and a cookie of its own."""

    def __init__(self, home: Home) -> None:
        self.port = free_port()
        self.folder = home.path / "broker"
        self.folder.mkdir()
        (self.folder / "rabbitmq.conf").write_text(BROKER.format(port=self.port))
        (self.folder / "plugins").write_text("[].\n")

    @property
    def url(self) -> str:
        return f"amqp://cardroom:drill@127.0.0.1:{self.port}//"

    def spec(self, env: dict[str, str]) -> Spec:
        own = {
            "HOME": str(self.folder),
            "RABBITMQ_NODENAME": f"drill{self.port}@localhost",
            "RABBITMQ_MNESIA_BASE": str(self.folder / "data"),
            "RABBITMQ_LOG_BASE": str(self.folder),
            "RABBITMQ_LOGS": "-",
            "RABBITMQ_CONFIG_FILE": str(self.folder / "rabbitmq.conf"),
            "RABBITMQ_CONF_ENV_FILE": os.devnull,
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "plugins"),
            "RABBITMQ_DIST_PORT": str(free_port()),
            "ERL_EPMD_PORT": str(free_port()),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
        }
        return Spec(
            name="rabbitmq",
            title="RabbitMQ",
            argv=("/usr/lib/rabbitmq/bin/rabbitmq-server",),
            env=env | own,
            ready="Server startup complete",
            patience=30.0,
        )
