"""An earlier version of the code, in a folder of its own: it plays beside this one."""

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tournaments.config.supervisor.home import ROOT
from tournaments.config.supervisor.problem import Problem

LOCK: Final = "requirements.lock"
NEWER: Final = ("DATABASE_POOLER", "BROKER_URL")
"""Variables that a version may not know yet: without them it uses PostgreSQL and Valkey themselves."""


@contextmanager
def checked_out(revision: str, folder: Path) -> Iterator[Path]:
    """Its files, as long as it is looked at. It must be content with the packages that are installed here."""
    checkout = folder / "previous"
    git("worktree", "add", "--detach", "--quiet", str(checkout), revision)
    try:
        if (checkout / LOCK).read_bytes() != (ROOT / LOCK).read_bytes():
            raise Problem(f"{revision} wants other packages ({LOCK} differs): it cannot play beside this one here.")
        yield checkout
    finally:
        git("worktree", "remove", "--force", str(checkout))


def environment(env: Mapping[str, str], checkout: Path, folder: Path) -> dict[str, str]:
    """That of this version, as far as the other one knows it; the files of its pages are its own."""
    known = (checkout / "tournaments/config/variables.py").read_text()
    made = {**env, "STATIC_ROOT": str(folder / "static-before")}
    if "DATABASE_POOLER" not in known:
        made["DATABASE_URL"] = made["DATABASE_DIRECT_URL"]
    return {name: value for name, value in made.items() if name not in NEWER or f'"{name}"' in known}


def newest_release() -> str:
    """The last version with a tag, if there is one."""
    found = subprocess.run(["git", "describe", "--tags", "--abbrev=0"], cwd=ROOT, capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else ""


def git(*arguments: str) -> None:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Problem(f"git {' '.join(arguments[:2])}: {done.stderr.strip().splitlines()[-1]}")
