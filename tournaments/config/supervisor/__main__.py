"""``run``: the whole service on this machine. ``exec -- COMMAND``: a command with servers of its own."""

import argparse
import signal
import sys
from pathlib import Path

from tournaments.config.supervisor.home import LOCAL
from tournaments.config.supervisor.problem import Problem
from tournaments.config.supervisor.scratch import execute, execute_at_home
from tournaments.config.supervisor.service import run


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tournaments.config.supervisor", description=__doc__)
    commands = made.add_subparsers(dest="command", required=True)
    service = commands.add_parser("run", help="start everything, watch it, stop it on Ctrl-C")
    service.add_argument("--home", type=Path, default=LOCAL, help="where data, logs and sockets are kept")
    service.add_argument("--no-demo", action="store_true", help="leave an empty service empty")
    execution = commands.add_parser("exec", help="run a command with PostgreSQL and Valkey of its own")
    execution.add_argument("--durable", action="store_true", help="wait for the disk as a real database does")
    execution.add_argument(
        "--home", type=Path, help="on the data kept there, whose service is stopped, instead of a database of its own"
    )
    execution.add_argument("argv", nargs="+", metavar="COMMAND")
    return made


def main() -> int:
    arguments = parser().parse_args()
    # However the supervisor is asked to end, it ends what it started. In a script's background SIGINT begins ignored.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        if arguments.command == "run":
            return run(arguments.home, demo=not arguments.no_demo)
        if arguments.home is not None:
            return execute_at_home(arguments.argv, arguments.home)
        return execute(arguments.argv, throwaway=not arguments.durable)
    except Problem as problem:
        sys.stderr.write(f"{problem}\n")
        return problem.exit_code
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
