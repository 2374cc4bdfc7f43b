"""One machine: ``manage.py backup`` while it is played, and ``restore`` into another database."""

from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.drill import steps


def drill(folder: Path, url: str, *, tables: int) -> None:
    steps.manage(url, "migrate", "--no-input")
    steps.play(url, tables)
    then = steps.heads(url, folder / "single-then.txt")
    kept = folder / "kept"
    kept.mkdir()
    steps.manage(url, "backup", "--new-key", folder / "key")
    with steps.timed("backup"):
        print("  " + steps.manage(url, "backup", kept, "--key", folder / "key").strip())
    steps.play(url, tables // 2)
    with psycopg.connect(url, autocommit=True) as control:
        control.execute("CREATE DATABASE drilled")
    other = urlsplit(url)._replace(path="/drilled").geturl()
    with steps.timed("restore"):
        steps.manage(other, "restore", kept, "--key", folder / "key")
    steps.compare(other, then, now=folder / "single-now.txt")
    with psycopg.connect(url, autocommit=True) as control:
        control.execute("DROP DATABASE drilled")
