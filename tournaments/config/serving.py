"""The processes of pages and commands: Granian's command, which forks them once everything is loaded, so that they
share the memory of it.

It listens at ``--uds PATH``, or at ``--host`` and ``--port``; ``--workers`` is how many there are.
"""

import sys
from typing import Final

from granian.cli import entrypoint

from tournaments.config import wsgi

OPTIONS: Final = ("--interface", "wsgi", "--no-ws", "--respawn-failed-workers", "--blocking-threads", "8")


def main() -> None:
    sys.argv[1:] = [*OPTIONS, *sys.argv[1:], f"{wsgi.__name__}:application"]
    entrypoint()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
