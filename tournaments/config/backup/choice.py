"""Which backup of a folder is brought back: the newest by its name, if nothing speaks against that.

A name is what a clock said, and clocks jump. But events are only ever added, so of one service the newest backup holds
the most; where another one does, or where there are those of another service, the operator says which.
"""

from collections.abc import Iterator
from pathlib import Path

from tournaments.config.backup import archive
from tournaments.config.backup.archive import Manifest
from tournaments.config.backup.making import secret_trace
from tournaments.config.backup.problem import Failed


def chosen(path: Path) -> Path:
    """*path*, or the newest backup in it if it is a folder; raises ``Failed`` if it is not clear which that is."""
    return newest(path) if path.is_dir() else path


def newest(folder: Path) -> Path:
    found = archive.kept(folder)
    if not found:
        raise Failed(f"There is no backup in {folder}.")
    last, known = found[-1], dict(_legible(found))
    if last in known:  # else it is opened, and why it cannot be is said there
        _check_own(last, known)
        _check_fullest(last, known)
    return last


def _legible(found: list[Path]) -> Iterator[tuple[Path, Manifest]]:
    for path in found:
        try:
            with archive.opened(path) as backup:
                yield path, backup.manifest
        except Failed:
            continue


def _check_own(last: Path, known: dict[Path, Manifest]) -> None:
    """Two services may keep theirs in one folder."""
    own = [path for path, manifest in known.items() if manifest.secret_key == secret_trace() != ""]
    if own and last not in own:
        raise Failed(
            f"{last} is the newest and was made with another SECRET_KEY than this service's, unlike {own[-1].name}: "
            "name the file."
        )


def _check_fullest(last: Path, known: dict[Path, Manifest]) -> None:
    """Those of another service say nothing of this one."""
    mine = known[last].secret_key == secret_trace() != ""
    rivals = {path: one for path, one in known.items() if not mine or one.secret_key == secret_trace()}
    fullest = max(rivals, key=lambda path: (rivals[path].events, path.name))
    if rivals[fullest].events > known[last].events:
        raise Failed(
            f"{last} is the newest by its name, but {fullest.name} holds more events ({known[last].events}, "
            f"{rivals[fullest].events}): a clock was wrong, an older one was restored, or they are of two services. "
            "Name the file."
        )
