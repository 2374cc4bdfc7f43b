"""``make drill``: play, keep it, go on, lose it, bring it back, and hold it against the heads of that moment.

    python -m tests.drill [--tables 20] [--postgresql /usr/lib/postgresql/15/bin]

First by ``manage.py backup`` and ``restore``; then, where pgBackRest and a PostgreSQL that it knows are installed, with
continuous WAL to a moment between two backups; then, as root, a disk that becomes full while people play. Exit code 0:
everything was as it had been.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from tests.drill import continuous, full, single
from tests.drill.steps import Differs


def main() -> int:
    parser = argparse.ArgumentParser(prog="make drill", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=20, help="played before the backup; half as many after it")
    parser.add_argument("--postgresql", type=Path, help="the programs of the PostgreSQL that pgBackRest keeps")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="cardroom-drill-"))
    folder.chmod(0o755)  # root's PostgreSQL runs as another user
    try:
        drill(folder, given.tables, given.postgresql or continuous.programs())
    except Differs as differs:
        print(f"FAULT {differs}")
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def drill(folder: Path, tables: int, programs: Path | None) -> None:
    print("manage.py backup and restore", flush=True)
    single.drill(folder, os.environ["DATABASE_URL"], tables=tables)
    if shutil.which("pgbackrest") is None or programs is None:
        print("pgBackRest: left out (apt-get install pgbackrest postgresql)")
    else:
        print(f"pgBackRest, with {programs}", flush=True)
        continuous.drill(folder, programs, tables=tables)
    if not full.can_run():
        print("A full disk: left out (as root, on Linux)")
        return
    for wal in (False, True):
        print(f"A full disk{', the write-ahead log on it too' if wal else ''}", flush=True)
        full.drill(folder, wal=wal)


if __name__ == "__main__":
    sys.exit(main())
