#!/usr/bin/env python
"""Django's command line: every operational act is a command (``manage.py help``).

Without ``DATABASE_URL`` it works on the service that ``make run`` runs from this folder.
"""

import gc
import os
import sys
import traceback
from pathlib import Path

from django.core.management import execute_from_command_line
from django.db import DatabaseError, InterfaceError, OperationalError

from tournaments.config import secret_files
from tournaments.config.supervisor.home import LOCAL, Home
from tournaments.config.supervisor.joining import noted
from tournaments.config.variables import Wrong, check, go_round_pooler
from tournaments.config.version import VERSION
from tournaments.platform.outages import told

NO_DATABASE = """\
There is no database to work on: DATABASE_URL is not set, and the service does not run from this folder (`make run`).
To try a command on servers of its own:
.venv/bin/python -m tournaments.config.supervisor exec -- .venv/bin/python manage.py ..."""


def main() -> None:
    if sys.argv[1:] in (["--version"], ["version"]):
        sys.stdout.write(f"{VERSION}\n")
        return
    gc.disable()  # until all is loaded: a fifth of what a command takes to begin
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
    try:
        secret_files.read(os.environ)  # before anything is made of the addresses in them
        check(os.environ)
    except Wrong as wrong:
        sys.exit(str(wrong))
    if not os.environ.get("DATABASE_URL"):
        known = noted(Home(Path(os.environ.get("CARDROOM_HOME", LOCAL))))
        os.environ.update({name: value for name, value in known.items() if not os.environ.get(name)})
    if sys.argv[1:2] == ["status"] and "--help" not in sys.argv and not os.environ.get("DATABASE_URL"):
        sys.exit(NO_DATABASE)  # it would say that PostgreSQL does not answer: nobody has said where it is
    if refusal := go_round_pooler(os.environ, sys.argv[1:]):
        sys.exit(refusal)
    try:
        execute_from_command_line(sys.argv)
    except (DatabaseError, InterfaceError) as error:
        if isinstance(error, OperationalError) and not os.environ.get("DATABASE_URL"):
            sys.exit(NO_DATABASE)
        sys.exit(told(error) or traceback.format_exc())


if __name__ == "__main__":
    main()
